// TreeView.tsx: the view `#/tree`: the live tree of a search, searches step by step, exercises.
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { choices, loadGames, catalogue, findGame } from '../catalogue';
import { engine } from '../engine';
import { t } from '../i18n';
import { hashOf } from '../route';
import { later } from '../shell/later';
import { useStore } from '../store';
import { sentence } from '../table';
import { address, lineOf, MODES, modeOf, turnTo, type Mode } from './address';
import { GrowView } from './GrowView';
import { StepsView } from './StepsView';

const ExactView = later(() => import('../more').then((all) => all.ExactView));
const ExerciseView = later(() => import('../more').then((all) => all.ExerciseView));

const VIEWS: Record<Mode, ComponentType> = { grow: GrowView, steps: StepsView, exact: ExactView, exercise: ExerciseView };

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
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => { // on a narrow screen they are wider than it: the one that is open is in sight
    const nav = tabs.current!, open = nav.querySelector<HTMLElement>('[aria-current=page]')!;
    nav.scrollLeft = open.offsetLeft - nav.offsetLeft - (nav.clientWidth - open.offsetWidth) / 2;
  }, [mode]);
  return (
    <nav class="tree-tabs" ref={tabs} aria-label={t('tree.modes')}>
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
