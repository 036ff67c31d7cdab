// Setup.tsx: who plays whom, how often and under which terms.
import { useState } from 'preact/hooks';
import { catalogue, choices, findGame } from '../catalogue';
import { engine } from '../engine';
import { t } from '../i18n';
import { Rules } from '../play/NewGame';
import { PlayerPicker } from '../play/PlayerPicker';
import { open } from '../route';
import { Panel } from '../shell/parts';
import { useStore } from '../store';
import { sentence } from '../table';
import type { Game } from '../types';
import type { Contest } from './contest';

const FORMATS = ['match', 'round-robin', 'gauntlet', 'swiss'] as const;
const COLOURS = ['alternate', 'a-first', 'b-first'] as const;
const MOST_PLAYERS = 32;

/** The form as it is filled in: texts, as they are typed. */
interface Form {
  game: string; options: Record<string, string>; start: string | null; format: typeof FORMATS[number]; players: string[]; title: string;
  games: string; rounds: string; openings: string; colours: typeof COLOURS[number]; time: string; concurrency: string; seed: string;
  test: boolean; elo0: string; elo1: string; alpha: string; beta: string;
}

const FIRST: Form = {
  game: 'othello', options: {}, start: null, format: 'match', players: [], title: '', games: '20', rounds: '', openings: '4', colours: 'alternate', time: '',
  concurrency: '1', seed: '1', test: false, elo0: '0', elo1: '20', alpha: '0.05', beta: '0.05',
};

/** Two levels that the game has. */
const somePlayers = (game: Game | undefined): string[] => [0, 1].map((i) => game?.levels[i]?.name ?? ['random', game?.player ?? 'random'][i]);

function formOf({ setup }: Contest): Form {
  const test: Record<string, string> = Object.fromEntries((setup.sprt ?? '').split(/\s+/).map((pair: string) => pair.split('=')));
  return {
    ...FIRST, game: setup.game, options: setup.options ?? {}, start: setup.start ?? null, format: setup.format, title: setup.title ?? '',
    players: setup.players.map((player: { spec: string }) => player.spec), games: String(setup.games), rounds: setup.rounds ? String(setup.rounds) : '',
    openings: String(setup.openings ?? '').replace('random:', ''), colours: setup.colours ?? 'alternate', time: setup.time ?? '',
    concurrency: String(setup.concurrency), seed: String(setup.seed), test: !!setup.sprt,
    ...(setup.sprt ? { elo0: test.elo0 ?? '0', elo1: test.elo1 ?? '20', alpha: test.alpha ?? '0.05', beta: test.beta ?? '0.05' } : {}),
  };
}

function bodyOf(form: Form): object {
  const plies = Number(form.openings);
  return {
    game: form.game, options: form.options, start: form.start, format: form.format, players: form.players, games: form.games, seed: form.seed, concurrency: form.concurrency,
    colours: form.colours, title: form.title.trim() || null, time: form.time.trim() || null,
    openings: form.openings.trim() && plies !== 0 ? `random:${form.openings.trim()}` : null,
    rounds: form.format === 'swiss' && form.rounds.trim() ? form.rounds : null,
    sprt: form.test && form.format === 'match' ? `elo0=${form.elo0} elo1=${form.elo1} alpha=${form.alpha} beta=${form.beta}` : null,
  };
}

export function Setup({ from }: { from: Contest | null }) {
  const games = useStore(catalogue);
  const [form, setForm] = useState<Form>(from ? formOf(from) : { ...FIRST, players: somePlayers(findGame(FIRST.game, games)?.game) });
  const [refused, setRefused] = useState<string | null>(null);
  const known = findGame(form.game, games)?.game, match = form.format === 'match';
  const set = (part: Partial<Form>) => { setRefused(null); setForm({ ...form, ...part }); };
  const setGame = (name: string) => {
    const next = findGame(name, games)?.game;
    set({ game: name, options: {}, start: null, players: form.players.length === 2 ? somePlayers(next) : form.players.map((_, i) => next?.levels[i % next.levels.length]?.name ?? 'random') });
  };
  const setFormat = (format: Form['format']) => set({ format, players: format === 'match' ? form.players.slice(0, 2) : form.players });
  const setPlayer = (at: number, player: string) => set({ players: form.players.map((one, i) => (i === at ? player : one)) });
  const text = (name: 'games' | 'rounds' | 'openings' | 'time' | 'concurrency' | 'seed' | 'title', label: string, help = '', numeric = true) => (
    <label class="field"><span>{label}{help && <small>{help}</small>}</span>
      <input type="text" inputMode={numeric ? 'numeric' : undefined} spellcheck={false} name={name} value={form[name]} onInput={(event) => set({ [name]: event.currentTarget.value })} /></label>
  );
  const submit = async (event: Event) => {
    event.preventDefault();
    try { open('arena', { match: (await engine.arena('', bodyOf(form))).id }); } catch (error) { setRefused(sentence(error)); }
  };
  const asked = known?.name === form.game;
  return (
    <Panel title={t('arena.new')} className="arena-setup">
      <form class="panel-body" onSubmit={submit}>
        <p class="muted">{t('arena.lead')}</p>
        <label class="field"><span>{t('play.game')}</span>
          <select name="game" value={form.game} onChange={(event) => setGame(event.currentTarget.value)}>
            {choices(games).map((one) => <option key={one.name} value={one.name}>{one.title}</option>)}
          </select></label>
        {known && asked && <Rules game={known} options={form.options} onChange={(options) => set({ options })} />}
        <label class="field"><span>{t('arena.format')}</span>
          <select name="format" value={form.format} onChange={(event) => setFormat(event.currentTarget.value as Form['format'])}>
            {FORMATS.map((one) => <option key={one} value={one}>{t(`arena.${one}`)}</option>)}
          </select></label>
        <fieldset><legend>{t('play.players')}</legend>
          {form.players.map((player, i) => (
            <div class="field" key={`${form.game} ${i} ${form.players.length}`}><span>{t('arena.player', { n: i + 1 })}</span>
              <span class="row">
                <PlayerPicker game={known} side={t('arena.player', { n: i + 1 })} value={player} onChange={(name) => setPlayer(i, name)} noPeople />
                {!match && form.players.length > 2 && <button type="button" class="quiet" aria-label={t('arena.remove', { n: i + 1 })} title={t('arena.remove', { n: i + 1 })}
                  onClick={() => set({ players: form.players.filter((_, j) => j !== i) })}>✕</button>}
              </span></div>
          ))}
          {!match && form.players.length < MOST_PLAYERS && <button type="button" onClick={() => set({ players: [...form.players, known?.levels[form.players.length % (known.levels.length || 1)]?.name ?? 'random'] })}>+ {t('arena.add')}</button>}
        </fieldset>
        <div class="pairs">
          {text('games', t(match ? 'arena.games' : 'arena.gamesEach'))}
          {form.format === 'swiss' && text('rounds', t('arena.rounds'))}
          {text('openings', t('arena.openings'))}
          {text('concurrency', t('arena.concurrency'))}
          {text('seed', t('arena.seed'))}
        </div>
        <details class="more terms"><summary>{t('arena.more')}</summary>
          {text('time', t('arena.time'), t('arena.timeHelp'), false)}
          <label class="field"><span>{t('arena.colours')}<small>{t('arena.openingsHelp')}</small></span>
            <select name="colours" value={form.colours} onChange={(event) => set({ colours: event.currentTarget.value as Form['colours'] })}>
              {COLOURS.map((one) => <option key={one} value={one}>{t(`arena.${one}`)}</option>)}
            </select></label>
          {text('title', t('arena.name'), t('arena.nameHelp'), false)}
        </details>
        {match && <label class="tick"><input type="checkbox" name="sprt" checked={form.test} onChange={(event) => set({ test: event.currentTarget.checked })} /> {t('arena.sprt')}</label>}
        {match && form.test && <div class="pairs">
          {(['elo0', 'elo1', 'alpha', 'beta'] as const).map((name) => (
            <label class="field" key={name}><span>{name}</span><input type="text" name={name} inputMode="decimal" value={form[name]} onInput={(event) => set({ [name]: event.currentTarget.value })} /></label>
          ))}
        </div>}
        {refused && <p class="error" role="alert">{refused}</p>}
        <button type="submit" class="primary">{t('arena.start')}</button>
      </form>
    </Panel>
  );
}
