// TreeView.tsx: the view `#/tree`: the live tree of a search, searches step by step, exercises.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { choices, loadGames, catalogue, findGame } from '../catalogue';
import { engine } from '../engine';
import { t } from '../i18n';
import { later } from '../shell/later';
import { tell } from '../shell/notice';
import { useStore } from '../store';
import { sentence } from '../table';
import { address, lineOf, modeOf, turnTo, type Mode } from './address';
import { GrowView } from './GrowView';
import { StepsView } from './StepsView';
import { Tabs } from './Tabs';

const ExactView = later(() => import('../more').then((all) => all.ExactView));
const ExerciseView = later(() => import('../more').then((all) => all.ExerciseView));

const VIEWS: Record<Mode, ComponentType> = { grow: GrowView, steps: StepsView, exact: ExactView, exercise: ExerciseView };

/** In the bar: which game it is about, and the way to an exercise. */
export function TreeTools() {
  const params = useStore(address), games = useStore(catalogue);
  if (!games.length || modeOf(params) === 'exercise') return null; // exercises are of no game
  const { game } = lineOf(params), listed = choices(games);
  const choose = (name: string) => turnTo({ ...Object.fromEntries((findGame(game)?.game.options ?? []).map((option) => [option.name, undefined])),
    game: name, start: undefined, moves: undefined, mode: params.mode });
  return (
    <>
      <select aria-label={t('tree.game')} value={game} onChange={(event) => choose(event.currentTarget.value)}>
        {listed.map((one) => <option key={one.name} value={one.name}>{one.title}</option>)}
      </select>
      <button type="button" onClick={() => turnTo({ mode: 'exercise' })}>{t('tree.exerciseButton')}</button>
    </>
  );
}

export function TreeView() {
  const params = useStore(address), mode = modeOf(params), unknown = params.mode !== undefined && params.mode !== mode;
  useEffect(() => { if (unknown) tell(t('tree.noMode', { mode: params.mode!.slice(0, 40) }), { kind: 'error' }); }, [params.mode]);
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
