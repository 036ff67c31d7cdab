// TreeView.tsx: the view `#/tree`: the live tree of a search, searches step by step, exercises.
import { useEffect, useState } from 'preact/hooks';
import { choices, loadGames, catalogue, findGame } from '../catalogue';
import { engine } from '../engine';
import { t } from '../i18n';
import { hashOf } from '../route';
import { useStore } from '../store';
import { sentence } from '../table';
import { address, lineOf, MODES, modeOf, turnTo, type Mode } from './address';
import { GrowView } from './GrowView';
import { StepsView } from './StepsView';

let later: typeof import('./exact/exact') | null = null; // loaded once

/** A view that comes with a file of its own. */
function Later({ name }: { name: 'ExactView' | 'ExerciseView' }) {
  const [found, setFound] = useState(later), [error, setError] = useState<string | null>(null);
  useEffect(() => { if (!later) import('./exact/exact').then((all) => setFound((later = all)), (why) => setError(sentence(why))); }, []);
  const View = found?.[name];
  return View ? <View /> : <p class="empty" role="status">{error ?? t('shell.starting')}</p>;
}
const ExactView = () => <Later key="exact" name="ExactView" />, ExerciseView = () => <Later key="exercise" name="ExerciseView" />;

const VIEWS: Record<Mode, () => preact.JSX.Element | null> = { grow: GrowView, steps: StepsView, exact: ExactView, exercise: ExerciseView };

/** In the bar: which game it is about, and the way to an exercise. */
export function TreeTools() {
  const params = useStore(address), games = useStore(catalogue);
  if (!games.length) return null;
  const { game } = lineOf(params), listed = choices(games);
  const choose = (name: string) => turnTo({ ...Object.fromEntries((findGame(game)?.game.options ?? []).map((option) => [option.name, undefined])),
    game: name, start: undefined, moves: undefined, mode: params.mode === 'exercise' ? undefined : params.mode });
  return (
    <>
      <select aria-label={t('tree.game')} value={game} onChange={(event) => choose(event.currentTarget.value)}>
        {listed.map((one) => <option key={one.name} value={one.name}>{one.title}</option>)}
      </select>
      <button type="button" onClick={() => turnTo({ mode: 'exercise' })}>{t('tree.exerciseButton')}</button>
    </>
  );
}

function Tabs({ mode }: { mode: Mode }) {
  return (
    <nav class="tree-tabs" aria-label={t('tree.modes')}>
      {MODES.map((one) => (
        <a key={one} href={hashOf('tree', { mode: one })} aria-current={one === mode ? 'page' : undefined}
          onClick={(event) => { event.preventDefault(); turnTo({ mode: one }); }}>{t(`tree.${one}`)}</a>
      ))}
      <a href="#/tutor">{t('tree.toTutor')}</a>
    </nav>
  );
}

export function TreeView() {
  const mode = modeOf(useStore(address));
  const connection = useStore(engine.connection);
  const games = useStore(catalogue);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (connection === 'online') loadGames().then(() => setError(null), (why) => setError(sentence(why)));
  }, [connection]);
  if (!games.length) return <p class={`empty${error ? ' error' : ''}`} role={error ? 'alert' : undefined}>{error ?? t('shell.starting')}</p>;
  const View = VIEWS[mode];
  return (
    <div class="tree-view" data-mode={mode}>
      <Tabs mode={mode} />
      <View />
    </div>
  );
}
