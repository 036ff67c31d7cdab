// PlayerPicker.tsx: who plays a side: a person, a level with its spec in sight, an engine, any search.
import { useEffect, useState } from 'preact/hooks';
import { engine } from '../engine';
import { t, word } from '../i18n';
import type { Game } from '../types';

interface Props { game: Game | undefined; side: string; value: string; onChange: (player: string) => void; noPeople?: boolean }

/** Engines by name, where the server allows them. */
export function useEngines(): string[] {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => { engine.engines().then((list) => setNames(list.map((one) => one.name))).catch(() => setNames([])); }, []);
  return names;
}

export function PlayerPicker({ game, side, value, onChange, noPeople }: Props) {
  const engines = useEngines();
  const levels = game?.levels ?? [];
  const known = value === 'human' || levels.some((level) => level.name === value) || engines.includes(value);
  const [typed, setTyped] = useState(!known);
  const free = typed || !known;
  const choose = (name: string) => {
    setTyped(name === '');
    onChange(name === '' ? levels.find((level) => level.name === value)?.spec ?? game?.player ?? 'mcts sims=1000' : name);
  };
  const spec = levels.find((level) => level.name === value)?.spec;
  return (
    <div class="picker">
      <select aria-label={t('play.plays', { side: word(side) })} value={free ? '' : value} onChange={(event) => choose(event.currentTarget.value)}>
        {!noPeople && <option value="human">{t('play.human')}</option>}
        <optgroup label={t('play.levels')}>
          {levels.map((level) => <option key={level.name} value={level.name}>{word(level.name)}</option>)}
        </optgroup>
        {engines.length > 0 && <optgroup label={t('play.engines')}>{engines.map((name) => <option key={name} value={name}>{name}</option>)}</optgroup>}
        <option value="">{t('play.spec')}</option>
      </select>
      {free && <input type="text" value={value} spellcheck={false} aria-label={t('play.specLabel', { side: word(side) })} title={t('play.specHelp')}
        onInput={(event) => onChange(event.currentTarget.value)} />}
      {!free && <code class="spec">{spec ?? ''}</code>}
    </div>
  );
}
