// Options.tsx: the options of a lesson as sliders, choices and fields.
import { t } from '../i18n';
import { figure, say, type Control } from './lesson';

interface Props { control: Control; value: string; onChange: (value: string) => void }

function Field({ control, value, onChange }: Props) {
  const { low, high, by = 1, values, seed } = control;
  const label = say(control.label);
  const set = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value.trim());
  if (values)
    return (
      <select aria-label={label} value={value} onChange={set}>
        {values.map((one) => (typeof one === 'string' ? <option key={one} value={one}>{one}</option> : <option key={one[0]} value={one[0]}>{say(one[1])}</option>))}
      </select>
    );
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
