// OptionField.tsx: one option of a game as a control, made from what the engine says of it.
import { useState } from 'preact/hooks';
import { t, word } from '../i18n';
import type { GameOption } from '../types';

interface Props { option: GameOption; value: string | undefined; onChange: (value: string | undefined) => void }

/** "each side from 2 to 25", "a whole number from 0 to 9": the two numbers. */
const range = (accepts: string): [number, number] | null => {
  const match = / from (-?\d+) to (-?\d+)/.exec(accepts);
  return match ? [Number(match[1]), Number(match[2])] : null;
};

const FEW = 30; // more choices than this are typed

function listOf({ type, accepts }: GameOption): string[] | null {
  if (type === 'flag') return ['on', 'off'];
  if (type === 'choice') return accepts.split('|');
  const ends = range(accepts);
  if (!ends || (type !== 'size' && type !== 'int') || ends[1] - ends[0] > FEW) return null;
  return Array.from({ length: ends[1] - ends[0] + 1 }, (_, i) => String(ends[0] + i));
}

/** Sizes as people write them: 9 is 9 × 9. */
export const sizeText = (size: string): string => {
  const [width, height = width] = size.split('x');
  return `${width} × ${height}`;
};

/** The engine says 9x9 where people say 9. */
const plain = (value: string): string => value.replace(/^(\d+)x\1$/, '$1');

export function OptionField({ option, value: given, onChange }: Props) {
  const list = listOf(option), usual = option.default === null ? null : plain(option.default);
  const value = given === undefined ? undefined : plain(given);
  const [typed, setTyped] = useState(value !== undefined && list !== null && !list.includes(value));
  const show = (one: string) => (option.type === 'size' ? sizeText(one) : one);
  const label = <span>{word(option.name)}<small>{word(option.help)}</small></span>;
  if (list && !typed)
    return (
      <label class="field">{label}
        <select value={value ?? usual ?? ''} onChange={({ currentTarget: { value: now } }) => (now === '?' ? setTyped(true) : onChange(now === '' || now === usual ? undefined : now))}>
          {(usual === null || !list.includes(usual)) && <option value={usual ?? ''}>{usual === null ? t('play.default') : show(usual)}</option>}
          {list.map((one) => <option key={one} value={one}>{show(one)}</option>)}
          {option.type === 'size' && <option value="?">{t('play.other')}</option>}
        </select>
      </label>
    );
  return (
    <label class="field">{label}
      <input type="text" value={value ?? ''} placeholder={usual ?? t('play.default')} title={option.accepts} spellcheck={false}
        onInput={({ currentTarget: { value: now } }) => onChange(now.trim() === '' ? undefined : now.trim())} />
    </label>
  );
}
