// Options.tsx: the options of a lesson as sliders, choices and fields.
import { useState } from 'preact/hooks';
import { t } from '../i18n';
import { figure, say, type Control } from './lesson';

interface Props { control: Control; value: string; onChange: (value: string) => void }

/** One of a few; where `typed`, or a text of the reader's own. */
function Choice({ control, value, onChange }: Props) {
  const { values = [], typed } = control, label = say(control.label);
  const [typing, setTyping] = useState(false);
  const own = typed && (typing || !values.some((one) => one === value));
  const choose = (name: string) => { setTyping(name === ''); if (name) onChange(name); };
  return (
    <>
      <select aria-label={label} value={own ? '' : value} onChange={(event) => choose(event.currentTarget.value)}>
        {values.map((one) => (typeof one === 'string' ? <option key={one} value={one}>{one}</option> : <option key={one[0]} value={one[0]}>{say(one[1])}</option>))}
        {typed && <option value="">{t('lessons.own')}</option>}
      </select>
      {own && <input type="text" aria-label={`${label}: ${t('lessons.own')}`} value={value} maxLength={120} spellcheck={false} onChange={(event) => onChange(event.currentTarget.value.trim() || control.usual)} />}
    </>
  );
}

function Field({ control, value, onChange }: Props) {
  const { low, high, by = 1, values, seed } = control;
  const label = say(control.label);
  const set = (event: { currentTarget: { value: string } }) => {
    const field = event.currentTarget, text = field.value.trim() || control.usual; // nothing is what was there first
    field.value = text;
    onChange(text);
  };
  if (values) return <Choice control={control} value={value} onChange={onChange} />;
  if (low !== undefined)
    return <><input type="range" aria-label={label} min={low} max={high} step={by} value={value} onInput={set} /><output class="figure">{figure(value)}</output></>;
  return (
    <>
      <input type="text" aria-label={label} value={value} inputMode={seed ? 'numeric' : undefined} maxLength={seed ? 20 : 400} spellcheck={false} onChange={set} />
      {seed && <button type="button" onClick={() => onChange(String(Math.floor(Math.random() * 1e6)))}>{t('lessons.another')}</button>}
    </>
  );
}

export function Options({ controls, values, onChange }:
  { controls: readonly Control[]; values: Record<string, string>; onChange: (option: string, value: string) => void }) {
  if (controls.length === 0) return null;
  return (
    <div class="lesson-options" role="group" aria-label={t('lessons.options')}>
      {controls.map((control) => (
        <div class={`lesson-option ${control.option} ${control.wide ? 'wide' : ''}`} key={control.option}>
          <span aria-hidden="true">{say(control.label)}</span>
          <Field control={control} value={values[control.option]} onChange={(value) => onChange(control.option, value)} />
        </div>
      ))}
    </div>
  );
}
