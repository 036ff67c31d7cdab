// NewGame.tsx: game, size, rules, players, clock: a new game. What is asked comes from the engine's list of games.
import { useEffect, useState } from 'preact/hooks';
import { Board } from '../board/Board';
import { catalogue, choices, findGame } from '../catalogue';
import { t, word } from '../i18n';
import { Dialog } from '../shell/parts';
import { useStore } from '../store';
import { positionOf, sentence } from '../table';
import type { Game, Line, Position } from '../types';
import { OptionField } from './OptionField';
import { PlayerPicker } from './PlayerPicker';
import { someLevel, type Setup } from './setup';

const CLOCKS = ['1:00', '5:00', '5:00+3', '15:00+10', '30:00'];

/** The board as it would begin, or why it cannot. */
function usePreview(line: Line): { position: Position | null; error: string | null } {
  const [state, setState] = useState<{ position: Position | null; error: string | null }>({ position: null, error: null });
  const key = JSON.stringify(line);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => positionOf(line).then(
      (position) => current && setState({ position, error: null }),
      (error) => current && setState({ position: null, error: sentence(error) })), 120);
    return () => { current = false; clearTimeout(timer); };
  }, [key]);
  return state;
}

export function Rules({ game, options, onChange }: { game: Game; options: Record<string, string>; onChange: (options: Record<string, string>) => void }) {
  const set = (name: string) => (value: string | undefined) => {
    const { [name]: _, ...others } = options;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  const field = (name: string) => {
    const option = game.options.find((one) => one.name === name);
    return option && <OptionField key={`${game.name} ${name}`} option={option} value={options[name]} onChange={set(name)} />;
  };
  const more = game.options.map((one) => one.name).filter((name) => !game.asked.includes(name));
  return (
    <>
      {game.asked.map(field)}
      {more.length > 0 && <details class="more"><summary>{t('play.rules')}</summary>{more.map(field)}</details>}
    </>
  );
}

/** `onStart` begins the game and answers with what is wrong with it, or null. */
export function NewGame({ before, onStart, onClose }: { before: Setup; onStart: (setup: Setup) => Promise<string | null>; onClose: () => void }) {
  const games = useStore(catalogue);
  const [setup, setSetup] = useState<Setup>({ ...before, line: { ...before.line, start: null, moves: [] }, seed: undefined });
  const { line, players, clock } = setup;
  const found = findGame(line.game, games), game = found?.game;
  const { position, error } = usePreview(line);
  const setLine = (part: Partial<Line>) => setSetup({ ...setup, line: { ...line, ...part } });
  const setGame = (name: string) => {
    const next = findGame(name, games)?.game;
    const fits = (player: string) => player === 'human' || next?.levels.some((level) => level.name === player) ? player : someLevel(next);
    setSetup({ ...setup, line: { ...line, game: name, options: {} }, players: [fits(players[0]), fits(players[1])] });
  };
  const setPlayer = (at: 0 | 1) => (player: string) => setSetup({ ...setup, players: at === 0 ? [player, players[1]] : [players[0], player] });
  const [refused, setRefused] = useState<string | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (error) return;
    const wrong = await onStart(setup);
    if (wrong) setRefused(wrong);
    else onClose();
  };
  const asked = findGame(line.game, games)?.game.name === line.game;
  return (
    <Dialog title={t('play.new')} onClose={onClose} className="wide">
      <form class="new-game" onSubmit={submit}>
        <div class="new-left">
          <label class="field"><span>{t('play.game')}<small>{game && word(game.summary)}</small></span>
            <select data-first value={line.game} onChange={(event) => setGame(event.currentTarget.value)}>
              {choices(games).map((one) => <option key={one.name} value={one.name}>{one.title}</option>)}
            </select>
          </label>
          {game && asked && <Rules game={game} options={line.options} onChange={(options) => setLine({ options })} />}
          <fieldset><legend>{t('play.players')}</legend>
            {(game?.sides ?? ['X', 'O']).map((side, i) => (
              <div class="field" key={i}><span>{word(side)}</span>
                <PlayerPicker key={line.game + i} game={game} side={side} value={players[i]} onChange={setPlayer(i as 0 | 1)} /></div>
            ))}
            <button type="button" onClick={() => setSetup({ ...setup, players: [players[1], players[0]] })}>⇅ {t('play.swap')}</button>
          </fieldset>
          <label class="field"><span>{t('play.clock')}<small>{t('play.clockHelp')}</small></span>
            <input type="text" list="clocks" value={clock ?? ''} placeholder={t('play.noClock')} onInput={(event) => setSetup({ ...setup, clock: event.currentTarget.value.trim() || null })} />
            <datalist id="clocks">{CLOCKS.map((one) => <option key={one} value={one} />)}</datalist>
          </label>
          <label class="field"><span>{t('play.seed')}<small>{t('play.seedHelp')}</small></span>
            <input type="text" inputMode="numeric" pattern="[0-9]{1,20}" value={setup.seed ?? ''} onInput={(event) => setSetup({ ...setup, seed: event.currentTarget.value.trim() || undefined })} />
          </label>
        </div>
        <div class="new-right">
          <div class="preview">{position && <Board board={position.board} label={t('play.preview')} small />}</div>
          {(error ?? refused) && <p class="error" role="alert">{error ?? refused}</p>}
          <button type="submit" class="primary" disabled={!!error || !position}>{t('play.start')}</button>
        </div>
      </form>
    </Dialog>
  );
}
