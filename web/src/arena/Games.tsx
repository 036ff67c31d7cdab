// Games.tsx: the games of a contest: those that are being played as small boards, the finished ones as a list, one of them on a large board.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Board } from '../board/Board';
import { sideOf } from '../catalogue';
import { engine } from '../engine';
import { number, t, word, type Key } from '../i18n';
import { lineParams } from '../play/setup';
import { hashOf, open } from '../route';
import { tell } from '../shell/notice';
import { useKeys } from '../shell/keys';
import { Panel } from '../shell/parts';
import { useFollowing } from '../store';
import { positionOf, sentence } from '../table';
import type { Position } from '../types';
import { download, namesOf, useLive, type Contest, type PlayedGame } from './contest';

const ON_A_PAGE = 15;

const KNOWN = new Set(['rules', 'resigned', 'time', 'adjudicated']);
const endedText = ({ ended, reason }: PlayedGame): string =>
  [KNOWN.has(ended) ? t(`arena.ended.${ended}` as Key) : ended, reason].filter(Boolean).join(': ');

function resultText(game: PlayedGame, names: string[]): string {
  if (game.winner === null) return t('arena.drawn');
  const by = Math.abs(game.score ?? 0), name = names[game.winner];
  return by > 1 ? t('arena.winsBy', { name, n: by }) : t('arena.wins', { name });
}

/** 1–0, 0–1 or ½–½, the first player first, and by how much. */
function shortResult(game: PlayedGame): string {
  const by = Math.abs(game.score ?? 0);
  return (game.winner === null ? '½–½' : game.winner === game.first ? '1–0' : '0–1') + (by > 1 ? ` (${number(by, by % 1 ? 1 : 0)})` : '');
}

const gameLink = (contest: Contest, game: number): string => hashOf('arena', { match: contest.id, game: String(game) });

export function RunningGames({ contest }: { contest: Contest }) {
  const names = namesOf(contest);
  if (!contest.running.length) return null;
  return (
    <Panel title={t('arena.running')} className="running">
      <ul class="thumbs">{contest.running.map((one) => {
        const label = t('arena.watch', { n: one.game, first: names[one.first], second: names[one.second], ply: one.ply });
        return (
          <li key={one.game}><a href={gameLink(contest, one.game)} title={label} data-game={one.game} data-ply={one.ply}>
            {one.board && <Board board={one.board} label={label} small />}
            <span><b>{one.game}</b> {names[one.first]} – {names[one.second]}</span></a></li>);
      })}</ul>
    </Panel>
  );
}

export function FinishedGames({ contest }: { contest: Contest }) {
  const [from, setFrom] = useState(0);
  const names = namesOf(contest);
  const { value, error } = useLive<{ total: number; games: PlayedGame[] }>(`${contest.id} ${from} ${contest.report?.games ?? 0}`,
    () => engine.arena(`/${contest.id}/games?from=${from}&count=${ON_A_PAGE}`), () => false);
  const [kept, setKept] = useState(value);
  useEffect(() => { if (value) setKept(value); }, [value]);
  const shown = value ?? kept, all = shown?.total ?? 0;
  return (
    <Panel title={t('arena.finished')} extra={all > 0 && t('arena.range', { from: from + 1, to: Math.min(all, from + ON_A_PAGE), all })} className="finished">
      {!all && <p class="panel-foot muted">{contest.reading ? t('arena.reading') : t('arena.noGames')}</p>}
      {error && <p class="panel-foot error" role="alert">{error}</p>}
      {all > 0 && <div class="scroll" tabIndex={0} role="group" aria-label={t('arena.finished')}><table>
        <thead><tr><th class="figure">#</th><th>{sideOf(contest.setup.game, 'X')} – {sideOf(contest.setup.game, 'O')}</th><th>{t('arena.result')}</th><th class="figure">{t('arena.plies')}</th></tr></thead>
        <tbody>{shown!.games.map((game) => (
          <tr key={game.game}><td class="figure"><a href={gameLink(contest, game.game)} data-finished={game.game}>{game.game}</a></td>
            <td>{names[game.first]} – {names[game.second]}</td><td title={resultText(game, names)}>{shortResult(game)}<br /><small class="muted">{endedText(game)}</small></td><td class="figure">{game.plies}</td></tr>))}</tbody>
      </table></div>}
      {all > ON_A_PAGE && <div class="panel-body row">
        <button type="button" disabled={from === 0} onClick={() => setFrom(Math.max(0, from - ON_A_PAGE))}>{t('arena.newer')}</button>
        <button type="button" disabled={from + ON_A_PAGE >= all} onClick={() => setFrom(from + ON_A_PAGE)}>{t('arena.older')}</button></div>}
    </Panel>
  );
}

// --- one game ---------------------------------------------------------------------------------------------------------------

/** The position after `ply` moves; of the last one, what came with the game. */
function usePly(game: PlayedGame | null, ply: number | null): Position | null {
  const [at, setAt] = useState<{ key: string; position: Position } | null>(null);
  const line = game?.position?.line, key = line && ply !== null ? `${game!.game} ${ply}` : '';
  useEffect(() => {
    if (!line || ply === null) return;
    let current = true;
    positionOf({ ...line, moves: line.moves.slice(0, ply) }).then((position) => current && setAt({ key, position }), (error) => tell(sentence(error), { kind: 'error' }));
    return () => { current = false; };
  }, [key]);
  return ply === null ? game?.position ?? null : at?.position ?? game?.position ?? null;
}

export function OneGame({ contest, wanted }: { contest: Contest; wanted: number }) {
  const { value, error } = useLive<PlayedGame>(`${contest.id} game ${wanted}`, () => engine.arena(`/${contest.id}/games/${wanted}`), (id) => id === contest.id);
  const last = useRef<PlayedGame | null>(null); // between its last move and the disk it is nowhere for a moment
  if (value?.position || last.current?.game !== wanted) last.current = value?.position ? value : null;
  const game = last.current, [ply, setPly] = useFollowing<number | null>(null, wanted);
  const names = namesOf(contest), position = usePly(game, ply), line = game?.position?.line;
  const close = () => open('arena', { match: contest.id });
  const save = async () => {
    const [first, second] = [names[game!.first], names[game!.second]];
    try {
      const { name, text } = await engine.writeRecord(line!, { format: 'sgf', info: { first, second } });
      download(name, text);
    } catch (problem) { tell(sentence(problem), { kind: 'error' }); }
  };
  const all = line?.moves.length ?? 0, now = ply ?? all, live = value?.state === 'running';
  const step = (to: number) => setPly(to >= all ? null : Math.max(0, to));
  useKeys({ ArrowLeft: () => step(now - 1), ArrowRight: () => step(now + 1), Home: () => step(0), End: () => step(all), Escape: close });
  const people = { first: 'human', second: 'human' };
  return (
    <Panel title={t('arena.gameTitle', { n: wanted })} className="one-game"
      extra={<>{live && <span class="chip running">{t('arena.live')}</span>} <button type="button" class="quiet" aria-label={t('shell.close')} onClick={close}>✕</button></>}>
      {value && !game && <p class="panel-foot muted">{t('arena.notYet')}</p>}
      {error && !game && <p class="panel-foot error" role="alert">{error}</p>}
      {game && position && <div class="panel-body">
        <p>{names[game.first]} – {names[game.second]}{!live && <>: <b>{resultText(game, names)}</b>, {endedText(game)}</>}</p>
        <div class="large" data-plies={all}><Board board={position.board} label={position.board.words ? word(position.board.words) : t('arena.gameTitle', { n: wanted })} /></div>
        <div class="row walk">
          <button type="button" title={t('arena.first')} aria-label={t('arena.first')} disabled={now === 0} onClick={() => step(0)}>«</button>
          <button type="button" title={t('arena.back')} aria-label={t('arena.back')} disabled={now === 0} onClick={() => step(now - 1)}>‹</button>
          <span role="status">{t('arena.ply', { n: now, all })}</span>
          <button type="button" title={t('arena.next')} aria-label={t('arena.next')} disabled={ply === null} onClick={() => step(now + 1)}>›</button>
          <button type="button" title={t('arena.last')} aria-label={t('arena.last')} disabled={ply === null} onClick={() => step(all)}>»</button>
        </div>
        <div class="row">
          <a class="button" href={hashOf('play', { ...lineParams(line!), ...people })}>{t('arena.inPlay')}</a>
          <a class="button" href={hashOf('review', lineParams(line!))}>{t('arena.inReview')}</a>
          <button type="button" onClick={save}>{t('arena.sgf')}</button>
        </div>
      </div>}
    </Panel>
  );
}
