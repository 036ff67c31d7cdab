// ArenaView.tsx: the view `#/arena`: the list with a form beside it, or one match or tournament (`?match=ID&game=12`).
import { useEffect, useState } from 'preact/hooks';
import { catalogue, findGame, loadGames } from '../catalogue';
import { engine } from '../engine';
import { moment, t } from '../i18n';
import { hashOf, open, route } from '../route';
import { tell } from '../shell/notice';
import { Panel, Progress, SameAgain } from '../shell/parts';
import { useStore } from '../store';
import { sentence } from '../table';
import { clock } from '../watch/figures';
import { download, isBusy, namesOf, titleOf, useLive, type Contest, type ContestLine } from './contest';
import { FinishedGames, OneGame, RunningGames } from './Games';
import { Setup } from './Setup';
import { Cross, Standing, Test } from './Tables';

const REPORTS = ['report.html', 'report.csv', 'report.pairings.csv', 'report.svg', 'report.md', 'report.json', 'games.csv'];

const StateChip = ({ state }: { state: ContestLine['state'] }) => <span class={`chip ${state}`}>{t(`arena.state.${state}`)}</span>;

function List() {
  const { value, error } = useLive<{ contests: ContestLine[]; total: number }>('list', () => engine.arena(''), () => true);
  return (
    <Panel title={t('arena.list')} className="arena-list">
      {error && <p class="panel-foot error" role="alert">{error}</p>}
      {value && !value.total && <p class="panel-foot muted">{t('arena.none')}</p>}
      <ul>{value?.contests.map((one) => (
        <li key={one.id}><a href={hashOf('arena', { match: one.id })}>
          <b>{titleOf(one, one.players)}</b><StateChip state={one.state} />
          <span class="muted">{findGame(one.game)?.title ?? one.game} {one.label} · {t(`arena.${one.format}` as 'arena.match')}</span>
          <span class="muted figure">{t('arena.progress', { played: one.played, planned: one.planned })}</span>
          <small class="muted">{moment(one.created)}</small></a></li>))}</ul>
    </Panel>
  );
}

function Head({ contest, again, onSetup }: { contest: Contest; again: () => void; onSetup: () => void }) {
  const [busy, setBusy] = useState(false);
  const act = async (action: 'stop' | 'resume') => {
    setBusy(true);
    try { await engine.arena(`/${contest.id}/${action}`, {}); } catch (error) { tell(sentence(error), { kind: 'error' }); }
    setBusy(false);
    again();
  };
  const forget = async () => {
    try {
      await engine.arena(`/${contest.id}`, undefined, 'DELETE');
      tell(t('arena.forgotten'));
      open('arena');
    } catch (error) { tell(sentence(error), { kind: 'error' }); }
  };
  const report = async (name: string) => {
    try { const { text } = await engine.arena(`/${contest.id}/report/${name}`); download(name, text); } catch (error) { tell(sentence(error), { kind: 'error' }); }
  };
  const names = namesOf(contest), running = isBusy(contest), game = findGame(contest.game)?.title ?? contest.game;
  const label = t('arena.progress', { played: contest.played, planned: contest.planned }) + (contest.left !== null ? `, ${t('arena.left', { time: clock(contest.left) })}` : '');
  return (
    <Panel title={titleOf(contest, names)} extra={<>{game} {contest.label} <StateChip state={contest.state} /></>} className="arena-head">
      <div class="panel-body">
        <Progress share={contest.state === 'done' ? 1 : contest.played / contest.planned} label={label} onStop={running ? () => act('stop') : undefined} stop={t('arena.stop')} />
        {contest.error && <p class={contest.state === 'failed' ? 'error' : 'muted'} role="status">{contest.error}</p>}
        <div class="row">
          {(contest.state === 'stopped' || contest.state === 'failed') && <button type="button" class="primary" disabled={busy} onClick={() => act('resume')}>{t('arena.resume')}</button>}
          <a class="button" href={hashOf('arena', {})}>{t('arena.all')}</a>
          <button type="button" onClick={onSetup}>{t('arena.again')}</button>
          <label><span class="hidden">{t('arena.export')}</span>
            <select value="" disabled={!contest.report} onChange={(event) => { const name = event.currentTarget.value; event.currentTarget.value = ''; if (name) void report(name); }}>
              <option value="">{t('arena.export')} …</option>{REPORTS.map((name) => <option key={name} value={name}>{name}</option>)}
            </select></label>
          {contest.file && <button type="button" onClick={() => download(`${contest.id}.json`, contest.file!)}>{t('arena.file')}</button>}
          {!running && <button type="button" class="quiet" onClick={forget}>{t('arena.forget')}</button>}
        </div>
        <SameAgain command={contest.command} hash={hashOf('arena', { match: contest.id, game: route.get().params.game })} />
      </div>
    </Panel>
  );
}

function One({ id, game, onSetup }: { id: string; game: number | null; onSetup: (contest: Contest) => void }) {
  const { value: contest, error, again } = useLive<Contest>(id, () => engine.arena(`/${encodeURIComponent(id)}`), (event) => event === id);
  if (!contest) return <p class="empty" role={error ? 'alert' : 'status'}>{error ?? t('arena.reading')} <a href={hashOf('arena', {})}>{t('arena.all')}</a></p>;
  return (
    <div class={`arena ${game ? 'with-game' : ''}`}>
      <div class="arena-main">
        <Head contest={contest} again={again} onSetup={() => onSetup(contest)} />
        <Standing contest={contest} />
        {contest.match?.sprt && <Test sprt={contest.match.sprt} names={namesOf(contest)} />}
        <Cross contest={contest} />
      </div>
      <div class="arena-games">
        {game && <OneGame contest={contest} wanted={game} />}
        <RunningGames contest={contest} />
        <FinishedGames key={id} contest={contest} />
      </div>
    </div>
  );
}

export function ArenaView() {
  const { params } = useStore(route);
  const games = useStore(catalogue);
  const [from, setFrom] = useState<Contest | null>(null);
  useEffect(() => { loadGames().catch((error) => tell(sentence(error), { kind: 'error' })); }, []);
  const again = (contest: Contest) => { setFrom(contest); open('arena'); };
  if (params.match) return <One id={params.match} game={Number(params.game) || null} onSetup={again} />;
  return <div class="arena start">{games.length > 0 && <Setup from={from} />}<List /></div>;
}
