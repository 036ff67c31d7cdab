// PlayView.tsx: a game at the board: puts the parts together, follows the address and writes it.
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { Board } from '../board/Board';
import { cellName, sideAt } from '../board/geometry';
import type { Overlay } from '../board/overlay';
import { catalogue, findGame, loadGames } from '../catalogue';
import { engine, EngineError } from '../engine';
import { t, word } from '../i18n';
import { hashOf, rewrite, route } from '../route';
import { useKeys } from '../shell/keys';
import { tell } from '../shell/notice';
import { Panel, SameAgain } from '../shell/parts';
import { createStore, useStore } from '../store';
import { act, ask, atEnd, goTo, lineKey, newGame, play, seat, sentence, shownLine, table, undo } from '../table';
import type { RecordGame, Session } from '../types';
import { Candidates } from '../watch/Candidates';
import { Graph } from '../watch/Graph';
import { explainCell, toggleThinking, useWatchOverlay } from '../watch/overlay';
import { watching } from '../watch/watching';
import { HintPanel, MovesPanel, ResultPanel, passMove, personToMove } from './Controls';
import { winningRow } from './ending';
import { askHint, hint } from './hint';
import { NewGame } from './NewGame';
import { sizeText } from './OptionField';
import { useOwners } from './owners';
import { Players } from './Players';
import { LoadDialog, useBrought, type Brought } from './Records';
import { FIRST_GAME, playerWord, sessionParams, setupFrom, someLevel, type Setup } from './setup';

const LAST = 'banyan.session'; // where the browser remembers the game on the table

/** What is open over the table. */
const dialog = createStore<null | 'new' | { load: Brought }>(null);

function setupOf(session: Session | null): Setup {
  if (!session) return { line: { game: FIRST_GAME, options: {}, start: null, moves: [] }, players: ['human', someLevel(findGame(FIRST_GAME)?.game)] };
  return { line: session.line, players: [playerWord(session.players[0]), playerWord(session.players[1])], clock: session.clock };
}

/** Begins a game; the one before it can be brought back. */
async function begin(setup: Setup): Promise<string | null> {
  const before = table.get().session;
  const begun = await newGame(setup.line, { players: setup.players, seed: setup.seed, clock: setup.clock });
  if (!begun) return table.get().error;
  if (before && before.line.moves.length && before.state !== 'over')
    tell(t('play.before'), { action: { label: t('play.goBack'), run: () => openSession(before.id) } });
  return null;
}

const openSession = (id: string): void => void ask(() => engine.session(id));

/** Puts on the table what the address says, or what was there last, or a first game. */
async function openAddress(params: Record<string, string>): Promise<void> {
  const last = params.game ? null : localStorage.getItem(LAST);
  const id = params.session ?? (last && (await engine.sessions()).some((one) => one.id === last) ? last : null);
  if (id) {
    try { seat(await engine.session(id)); } catch (error) {
      if (!(error instanceof EngineError) || error.status !== 404) throw error;
    }
  }
  if (table.get().session?.id !== id || !id) {
    const setup = params.game ? setupFrom(params) : setupOf(null);
    if (!(await newGame(setup.line, setup))) return;
  }
  if (params.ply) await goTo(Number(params.ply));
}

let opened: Record<string, string> | null = null; // the address that was followed last: once is enough

function useAddress(): void {
  const { params } = useStore(route);
  const connection = useStore(engine.connection);
  const { session, ply, line } = useStore(table);
  useEffect(() => {
    if (connection !== 'online' || opened === params) return;
    const here = table.get().session;
    if (here && !params.game && !params.session) return; // the bar's link: back to what is on the table
    opened = params;
    loadGames().then(() => openAddress(params)).catch((error) => { opened = null; table.patch({ error: sentence(error) }); });
  }, [params, connection]);
  useLayoutEffect(() => {
    if (!session) return;
    localStorage.setItem(LAST, session.id);
    rewrite('play', { ...sessionParams(session), ply: atEnd() ? null : String(ply), session: session.id });
  }, [session, ply, line]);
}

export function PlayTools() {
  const { session } = useStore(table);
  useStore(catalogue);
  const found = session && findGame(session.line.game);
  const board = session?.position.board;
  const size = board?.width ? sizeText(`${board.width}x${board.height}`) : '';
  return (
    <>
      <button type="button" class="game-name" title={t('play.choose')} onClick={() => dialog.set('new')}>{found ? `${found.title} ${size}` : t('play.game')} <span aria-hidden="true">▾</span></button>
      <button type="button" title={t('play.newTitle')} onClick={() => dialog.set('new')}>{t('play.new')}</button>
    </>
  );
}

/** The position in words, for those who listen: the last move, and whose turn it is. */
function Announcer({ session }: { session: Session }) {
  const { moves } = session.line, last = moves[moves.length - 1];
  const mover = session.position.board.sides.find((side) => side.mark !== session.to_move);
  const said = last && mover ? t(last === 'pass' ? 'play.passed' : 'play.played', { side: word(mover.name), move: last }) : '';
  return <div class="hidden" aria-live="polite" role="status">{session.state === 'over' ? session.result?.text : said} {turnWords(session)}</div>;
}

function turnWords(session: Session): string {
  if (session.state === 'over') return session.result?.text ?? t('play.over');
  if (session.state === 'agreeing') return t('play.agreeTitle');
  const side = session.position.board.sides.find((one) => one.mark === session.to_move);
  const people = session.players.filter((player) => player.kind === 'human');
  const mine = people.length === 1 && people[0].side === session.to_move;
  const turn = mine ? `${t('play.yourMove')} (${word(side?.name ?? '')})` : t('play.toMove', { side: word(side?.name ?? '') });
  return session.state === 'thinking' ? `${turn}, ${t('play.thinking')}` : turn;
}

/** What Play itself draws over the board, on top of what watching draws. */
function usePlayOverlay(session: Session): Overlay {
  const watched = useWatchOverlay(), owners = useOwners(), hinted = useStore(hint);
  const now = useStore(table), line = shownLine(now), board = now.position?.board;
  if (!board || !line) return watched;
  const count = atEnd(now) ? session.count : null;
  const marks = hinted?.key === lineKey(line) ? hinted.moves.flatMap(({ move }, i) => {
    const cells = board.legal.find((legal) => legal.move === move)?.cells ?? [];
    return cells.length ? [{ cell: cells[cells.length - 1], kind: i === 0 ? 'best' as const : 'point' as const, text: String(i + 1) }] : [];
  }) : [];
  const row = atEnd(now) && session.state === 'over' ? winningRow(session).map((at) => ({ cell: at, kind: 'best' as const })) : [];
  return { ...watched, owner: count?.owners ?? owners ?? watched.owner, dead: count?.dead, marks: [...(watched.marks ?? []), ...marks, ...row] };
}

/** Plays where the game is shown; moves behind it that go away can be had back. */
async function playHere(move: string): Promise<void> {
  const now = table.get();
  const behind = (now.line?.moves.length ?? 0) - now.ply, before = now.session;
  await play(move);
  if (behind > 0 && before)
    tell(t('play.branched', { n: behind }), { action: { label: t('play.bringBack'), run: () => void begin({ ...setupOf(before), seed: before.seed }) } });
}

/** Takes back at the end; who looked at an earlier position is told what happened there. */
async function undoHere(): Promise<void> {
  const earlier = !atEnd(), before = table.get().session;
  const taken = await undo();
  if (earlier && taken && before)
    tell(t('play.undone', { moves: before.line.moves.slice(-taken).map(word).join(' ') }), { action: { label: t('play.bringBack'), run: () => void begin({ ...setupOf(before), seed: before.seed }) } });
}

function TableBoard({ session }: { session: Session }) {
  const now = useStore(table);
  const overlay = usePlayOverlay(session);
  const { asking } = useStore(watching);
  const board = now.position!.board;
  const end = atEnd(now);
  // From an earlier position a person may go another way, if a person plays at all.
  const people = session.players.filter((player) => player.kind === 'human').map((player) => player.side);
  const may = end ? personToMove(session) : !now.position!.over && people.includes(now.position!.to_move as 'X' | 'O');
  const cell = (at: number) => {
    if (session.state === 'agreeing' && end) { if (sideAt(board, at) >= 0) void act('agree', { turn: cellName(board, at) }); }
    else explainCell(at);
  };
  return (
    <Panel className="board-panel">
      <div class="board-line">
        <span class="turn-words">{end ? turnWords(session) : t('play.earlier', { ply: now.ply, all: now.line!.moves.length })}</span>
        {!end && <button type="button" onClick={() => goTo(now.line!.moves.length)}>{t('play.back')}</button>}
        {end && session.state === 'thinking' && <button type="button" onClick={() => act('stop')}>{t('play.moveNow')}</button>}
      </div>
      <div class="board-room" data-kind={board.kind}>
        <Board board={board} label={board.words ?? ''} overlay={overlay} onMove={may && !now.busy && !asking ? playHere : undefined} onCell={cell} />
      </div>
    </Panel>
  );
}

function openRecord(game: RecordGame, format: string): void {
  dialog.set(null);
  void begin({ line: game.line, players: ['human', 'human'] }).then(() => {
    const dropped = game.dropped ? ` ${t('play.dropped', { n: game.dropped })}` : '';
    tell(t('play.loaded', { format: format.toUpperCase(), n: game.line.moves.length }) + dropped);
  });
}

function usePlayKeys(): void {
  const walk = (by: number) => () => void goTo(table.get().ply + by);
  useKeys({
    ArrowLeft: walk(-1), ArrowRight: walk(1), ArrowUp: walk(-1), ArrowDown: walk(1), Home: () => void goTo(0), End: () => void goTo(Infinity),
    u: () => void undoHere(),
    h: () => void askHint(),
    p: () => { const { session } = table.get(); if (session && personToMove(session) && passMove(session) && atEnd()) void playHere('pass'); },
    n: () => dialog.set('new'),
    ' ': toggleThinking,
  });
}

export function PlayView() {
  useAddress();
  usePlayKeys();
  const { session, position, ply, busy, error } = useStore(table);
  const opened = useStore(dialog);
  const over = useBrought((load) => dialog.set({ load }));
  return (
    <>
      {session && position ? (
        <div class="play" data-session={session.id} data-state={session.state} data-busy={busy} data-ply={session.line.moves.length} data-shown={ply}>
          <TableBoard session={session} />
          <div class="side">
            <Players />
            {session.error && <p class="panel panel-body error" role="alert">{t('play.stuck', { why: session.error })}</p>}
            {error && <p class="panel panel-body error" role="alert">{error}</p>}
            <ResultPanel onAgain={() => begin({ ...setupOf(session), line: { ...session.line, moves: [] } })} />
            <HintPanel />
            <Candidates />
            <MovesPanel onLoad={() => dialog.set({ load: {} })} onUndo={() => void undoHere()} />
            <SameAgain command={session.command} hash={hashOf('play', sessionParams(session))} />
          </div>
          <Graph />
          <Announcer session={session} />
        </div>
      ) : <Nothing error={error} />}
      {over && <div class="drop-here">{t('play.drop')}</div>}
      {opened === 'new' && <NewGame before={setupOf(session)} onStart={begin} onClose={() => dialog.set(null)} />}
      {opened && opened !== 'new' && <LoadDialog brought={opened.load} onOpen={openRecord} onSession={(id) => { dialog.set(null); openSession(id); }} onClose={() => dialog.set(null)} />}
    </>
  );
}

function Nothing({ error }: { error: string | null }) {
  const connection = useStore(engine.connection);
  if (connection !== 'online') return <p class="empty">{t('shell.starting')}</p>;
  if (!error) return <p class="empty">{t('play.starting')}</p>;
  return (
    <div class="empty"><p class="error" role="alert">{error}</p><p>{t('play.empty')}</p>
      <p><button type="button" class="primary" onClick={() => dialog.set('new')}>{t('play.new')}</button> <button type="button" onClick={() => dialog.set({ load: {} })}>{t('play.load')}</button></p></div>
  );
}
