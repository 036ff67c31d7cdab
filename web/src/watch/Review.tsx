// Review.tsx: a whole record looked at move by move: what each move was worth, what was better, once more from there.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Board } from '../board/Board';
import { catalogue, findGame, loadGames } from '../catalogue';
import type { MarkKind, Overlay } from '../board/overlay';
import { t, word } from '../i18n';
import { hashOf, open, rewrite, route } from '../route';
import { lineFrom, lineParams } from '../play/setup';
import { useKeys } from '../shell/keys';
import { tell } from '../shell/notice';
import { Panel, Progress, SameAgain } from '../shell/parts';
import { useStore } from '../store';
import { sentence } from '../table';
import type { Line } from '../types';
import { LineMoves } from './CandidateTable';
import { Curve, GradeIcon, gradeSign, gradeWord, type Grade } from './Curve';
import { clock, percent, signed } from './figures';
import { ghostsOf, useSteps } from './overlay';
import {
  chooseGame, curveOf, forget, goTo, lastHow, mayDiffer, outcomeOf, read, reviewing, save, showAnswer, startReview, stopReview, take, tryAgain, tryMove,
  type Care, type ReviewedMove, type Reviewing, type ReviewResult,
} from './reviewing';
import { movesOf, nextLine, NO_LINE } from './watching';

const EXAMPLE: Line = {
  game: 'connect4', options: {}, start: null,
  moves: ['d', 'd', 'd', 'd', 'c', 'e', 'b', 'a', 'c', 'c', 'e', 'c', 'b', 'b', 'e', 'e', 'f', 'g', 'f', 'f', 'f'],
};

const lossText = (loss: number, unit: ReviewResult['unit']): string => (unit === 'chance' ? percent(loss) : signed(loss).replace(/^\+/, ''));

/** From what to what, where results and no points are lost. */
function turned({ before, after }: ReviewedMove): { before: string; after: string } | null {
  const [was, is] = [outcomeOf(before), outcomeOf(after)];
  return was && is && was !== is ? { before: t(`review.${was}`), after: t(`review.${is}`) } : null;
}

function lossSentence(move: ReviewedMove, unit: ReviewResult['unit']): string {
  const change = turned(move);
  if (change) return t('review.turned', change);
  return t(unit === 'chance' ? 'review.lossChance' : 'review.lossScore', { n: lossText(move.loss, unit) });
}

function triedSentence(verdict: ReviewedMove, lost: number, unit: ReviewResult['unit']): string {
  const change = turned(verdict), move = word(verdict.move), grade = gradeWord(verdict.grade);
  if (lost <= 0) return t('review.asGood', { move });
  if (change) return t('review.triedTurns', { move, grade, ...change });
  return t(unit === 'chance' ? 'review.triedChance' : 'review.triedScore', { move, n: lossText(lost, unit), grade });
}

const sideName = (now: Reviewing, side: string): string =>
  word(now.position?.board.sides.find((one) => one.mark === side)?.name ?? side);

// --- nothing loaded yet -------------------------------------------------------------------------------------------------

async function readFile(file: File): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!/\.(wtb|bin)$/i.test(file.name) && !bytes.includes(0)) return read({ text: new TextDecoder().decode(bytes), name: file.name });
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return read({ base64: btoa(binary), name: file.name });
}

function FileButton() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="primary" onClick={() => input.current!.click()}>{t('review.open')}</button>
      <input ref={input} type="file" hidden accept=".sgf,.ggf,.psq,.obf,.txt,.moves,.transcript,.game,.wtb" aria-label={t('review.open')}
        onChange={(event) => { const file = event.currentTarget.files?.[0]; if (file) void readFile(file); event.currentTarget.value = ''; }} />
    </>
  );
}

function Desk() {
  const { error, reading } = useStore(reviewing);
  const [text, setText] = useState('');
  return (
    <Panel className="desk" title={t('review.title')}>
      <div class="panel-body">
        <p>{t('review.lead')}</p>
        <div class="row"><FileButton /><button type="button" onClick={() => take(EXAMPLE)}>{t('review.example')}</button></div>
        <label class="paste"><span class="muted">{t('review.paste')}</span>
          <textarea rows={6} spellcheck={false} value={text} placeholder={t('review.pasteHelp')} onInput={(event) => setText(event.currentTarget.value)} /></label>
        <div class="row">
          <button type="button" disabled={!text.trim() || reading} onClick={() => void read({ text })}>{reading ? t('review.reading') : t('review.read')}</button>
          <span class="muted">{t('review.drop')}</span>
        </div>
        {error && <p class="error" role="alert">{error}</p>}
      </div>
    </Panel>
  );
}

// --- the record and its review ------------------------------------------------------------------------------------------

function namesOf({ info }: Pick<Reviewing, 'info'>): string {
  const [a, b] = [info.first, info.second];
  return a || b ? t('review.against', { a: a || t('review.unnamed'), b: b || t('review.unnamed') }) : '';
}

function Setup({ now }: { now: Reviewing }) {
  const { line, care, player, running, result, error, games, game } = now;
  const known = findGame(line?.game ?? '', useStore(catalogue));
  const positions = (line?.moves.length ?? 0) + 1;
  const done = Math.min(positions, Math.round((running?.progress ?? 0) * positions));
  const label = running ? t('review.progress', { done, all: positions }) + (running.left != null ? `, ${t('review.left', { time: clock(running.left) })}` : '') : '';
  const saveIt = () => save().then((name) => tell(t('review.saved', { name })), (problem) => tell(sentence(problem), { kind: 'error' }));
  return (
    <Panel className="setup" title={namesOf(now) || known?.title || t('review.title')} extra={namesOf(now) ? `${known?.title ?? ''} ${now.position?.label ?? ''}` : now.position?.label}>
      <div class="panel-body">
        {games.length > 1 && <label class="row"><span class="muted">{t('review.whichGame')}</span>
          <select value={game} onChange={(event) => chooseGame(Number(event.currentTarget.value))}>
            {games.map((one, i) => <option key={i} value={i}>{t('review.gameOf', { n: i + 1, names: namesOf(one) || t('review.unnamed') })}</option>)}
          </select></label>}
        {running ? <Progress share={running.progress} label={label} onStop={stopReview} stop={t('review.stop')} /> : (
          <div class="row">
            <button type="button" class={result ? '' : 'primary'} disabled={!line?.moves.length} onClick={() => void startReview()}>{t(result ? 'review.again' : 'review.start')}</button>
            <label><span class="hidden">{t('review.care')}</span>
              <select title={t('review.care')} value={care} onChange={(event) => reviewing.patch({ care: event.currentTarget.value as Care })}>
                {(['quick', 'normal', 'deep'] as const).map((one) => <option key={one} value={one}>{t(`review.${one}`)}</option>)}
                <option value="own" disabled={!player}>{t('review.own')}</option>
              </select></label>
            <label class="spec"><span class="hidden">{t('review.player')}</span>
              <input type="text" spellcheck={false} autocomplete="off" list="review-players" title={t('review.player')} placeholder={known?.game.player ?? t('review.player')} value={player}
                onChange={(event) => reviewing.patch({ player: event.currentTarget.value.trim(), care: event.currentTarget.value.trim() ? 'own' : care === 'own' ? 'normal' : care })} />
              <datalist id="review-players">{known?.game.levels.map((level) => <option key={level.name} value={level.name}>{level.spec}</option>)}</datalist></label>
          </div>
        )}
        {!line?.moves.length && <p class="muted">{t('review.noMoves')}</p>}
        {result && !result.complete && !running && <p class="muted" role="status">{result.moves[0] ? t('review.stopped', { n: result.moves[0].number }) : t('review.stoppedEarly')}</p>}
        {error && <p class="error" role="alert">{error}</p>}
        <div class="row">
          {result && !running && <button type="button" class="primary" title={t('review.saveTitle')} onClick={saveIt}>{t('review.save')}</button>}
          <button type="button" onClick={() => open('play', lineParams(line!))}>{t('review.inPlay')}</button>
          <button type="button" onClick={() => { forget(); open('review'); }}>{t('review.another')}</button>
        </div>
      </div>
    </Panel>
  );
}

// --- one move -----------------------------------------------------------------------------------------------------------

type OnLine = (line: string[] | null, keep: boolean) => void;

function Verdict({ now, kept, onLine }: { now: Reviewing; kept: string[]; onLine: OnLine }) {
  const { result, ply, line, trial } = now;
  if (trial) return <TrialCard now={now} />;
  const move = result?.moves.find((one) => one.number === ply);
  if (!result || !line || !move) return null;
  return (
    <Panel className="verdict-card" title={`${move.number}. ${sideName(now, move.side)} ${word(move.move)}`}
      extra={<span class={`grade-word ${move.grade}`}><GradeIcon grade={move.grade} /> {gradeWord(move.grade)} {gradeSign(move.grade)}</span>}>
      <div class="panel-body">
        <p>{t('review.was', { before: move.before.text, after: move.after.text })}{move.forced ? ` (${t('review.forced')})` : ''}</p>
        {move.loss > 0 && <p>{lossSentence(move, result.unit)}</p>}
        {move.line.length > 0 && <LineTokens label={move.better ? t('review.better', { move: move.better }) : t('review.expected', { line: '' })} move={move} kept={kept} onLine={onLine} />}
        {move.grade !== 'good' && <div class="row"><button type="button" class="primary" title={t('review.tryTitle')} onClick={() => tryAgain(move.number)}>{t('review.tryAgain')}</button></div>}
      </div>
    </Panel>
  );
}

/** The better line is from before the move, what is expected behind a good one from after it. */
function LineTokens({ label, move, kept, onLine }: { label: string; move: ReviewedMove; kept: string[]; onLine: OnLine }) {
  return (
    <p class="line-tokens"><span class="muted">{label}</span>{' '}
      <LineMoves moves={move.line} kept={kept} onLine={onLine} />
    </p>
  );
}

function TrialCard({ now }: { now: Reviewing }) {
  const trial = now.trial!, result = now.result!;
  const played = result.moves.find((one) => one.number === trial.number)!;
  const { verdict, tried } = trial;
  const unit = verdict && verdict.before.score !== null && result.unit === 'score' ? 'score' : 'chance';
  const lost = verdict ? (unit === 'score' ? verdict.loss : verdict.lost_chance) : 0;
  const inGame = unit === 'score' ? played.loss : played.lost_chance;
  return (
    <Panel className="verdict-card trial" title={t('review.tryAgain')}>
      <div class="panel-body">
        <p>{t('review.trying', { n: trial.number, side: sideName(now, played.side), move: word(played.move) })}</p>
        <div role="status">
          {trial.judging && <p class="muted">{t('review.judging', { move: word(tried!) })}</p>}
          {verdict && tried && (
            <p class={`grade-word ${verdict.grade}`}><GradeIcon grade={verdict.grade} />{' '}
              {triedSentence(verdict, lost, unit)}{' '}
              {tried === played.move ? t('review.same') : t(lost < inGame ? 'review.wasWorse' : 'review.wasAsBad', { move: word(played.move) })}
            </p>
          )}
          {trial.answered && <p>{t('review.answer', { move: word(played.better ?? played.line[0] ?? played.move) })}</p>}
        </div>
        {trial.error && <p class="error" role="alert">{trial.error}</p>}
        <div class="row">
          <button type="button" disabled={trial.answered} onClick={showAnswer}>{t('review.giveUp')}</button>
          <button type="button" onClick={() => goTo(trial.number)}>{t('review.back')}</button>
        </div>
      </div>
    </Panel>
  );
}

// --- all moves, the report ----------------------------------------------------------------------------------------------

function MoveList({ now }: { now: Reviewing }) {
  const { line, ply, result } = now;
  return (
    <Panel title={t('review.moveList')} extra={<Walk now={now} />}>
      <ol class="moves" aria-label={t('review.moveList')}>
        {line!.moves.map((move, i) => {
          const found = result?.moves.find((one) => one.number === i + 1);
          const bad = found && found.grade !== 'good' ? found.grade : null;
          return (
            <li key={i}>
              <button type="button" class={`move ${bad ?? ''}`} aria-current={i + 1 === ply ? 'step' : undefined} title={bad ? gradeWord(bad) : undefined} onClick={() => goTo(i + 1)}>
                <span class="ply">{i + 1}</span> <b>{word(move)}{bad ? ` ${gradeSign(bad)}` : ''}</b>
                {bad && <><GradeIcon grade={bad} /><span class="hidden"> {gradeWord(bad)}</span></>}
              </button>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

function Walk({ now }: { now: Reviewing }) {
  const { ply, line } = now, all = line!.moves.length;
  const steps = [['|◀', 'first', 0, 'Home'], ['◀', 'prev', ply - 1, '←'], ['▶', 'next', ply + 1, '→'], ['▶|', 'last', all, 'End']] as const;
  return (
    <span class="walk">
      {steps.map(([sign, name, to, key]) => (
        <button type="button" class="quiet" key={name} disabled={to < 0 || to > all || to === ply} title={`${t(`review.${name}`)} (${key})`} aria-label={t(`review.${name}`)} onClick={() => goTo(to)}>{sign}</button>
      ))}
    </span>
  );
}

/** Time is never twice the same: neither are verdicts that hang on it. */
function Doubt({ now }: { now: Reviewing }) {
  const deeper = now.timed !== 'deep' && now.timed !== 'own' && !now.running;
  return (
    <p class="muted pad doubt">{t('review.mayDiffer')}{' '}
      {deeper && <button type="button" onClick={() => { reviewing.patch({ care: 'deep' }); void startReview(); }}>{t('review.goDeep')}</button>}
    </p>
  );
}

function Report({ now }: { now: Reviewing }) {
  const { result } = now;
  if (!result) return null;
  const moves = new Map(result.moves.map((one) => [one.number, one]));
  const worst = result.worst.flatMap((number) => moves.get(number) ?? []);
  const asked = now.trial && !now.trial.answered ? now.trial.number : null; // whose answer is not told yet
  return (
    <Panel title={t('review.report')} extra={t('review.reviewed', { who: result.player })} className="report">
      {mayDiffer(now) && <Doubt now={now} />}
      <h3>{t('review.worst')}</h3>
      {worst.length === 0 && <p class="muted pad">{t('review.noWorst')}</p>}
      {worst.length > 0 && <ol class="worst">
        {worst.map((one) => (
          <li key={one.number}>
            <button type="button" class="bare" onClick={() => goTo(one.number)}>
              <GradeIcon grade={one.grade} /> <b>{one.number}. {sideName(now, one.side)} {word(one.move)}{gradeSign(one.grade)}</b>
              <span class="muted"> {gradeWord(one.grade)}</span>
            </button>
            <span class="figure">−{lossText(one.loss, result.unit)}</span>
            <span class="muted">{one.better && one.number !== asked ? t('review.better', { move: word(one.better) }) : ''}</span>
          </li>
        ))}
      </ol>}
      <table>
        <caption class="hidden">{t('review.sums')}</caption>
        <thead><tr><th scope="col">{t('review.side')}</th><th scope="col" class="figure">{t('review.moves')}</th><th scope="col" class="figure">{t('review.lost')}</th>
          <th scope="col" class="figure">{t('review.perMove')}</th>{(['doubtful', 'bad', 'blunder'] as const).map((grade) => <th scope="col" class="figure" key={grade} title={gradeWord(grade)}><GradeIcon grade={grade} /><span class="hidden">{gradeWord(grade)}</span></th>)}</tr></thead>
        <tbody>
          {(['X', 'O'] as const).map((side) => {
            const sum = result.sums[side];
            return (
              <tr key={side}><th scope="row">{sideName(now, side)}</th><td class="figure">{sum.moves}</td><td class="figure">{lossText(sum.loss, result.unit)}</td>
                <td class="figure">{lossText(sum.moves ? sum.loss / sum.moves : 0, result.unit)}</td>
                <td class="figure">{sum.doubtful}</td><td class="figure">{sum.bad}</td><td class="figure">{sum.blunder}</td></tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}

// --- the view -----------------------------------------------------------------------------------------------------------

/** A link names the record: it is put on the desk, unless it lies there already. */
function useLink(now: Reviewing) {
  const { params, view } = useStore(route);
  useEffect(() => {
    const { player, care, ply, run, ...rest } = params;
    if (view !== 'review' || !rest.game) return;
    const line = lineFrom(rest);
    const { line: there } = reviewing.get();
    if (player) reviewing.patch({ player, care: (care as Care) || 'own' });
    else if (care) reviewing.patch({ care: care as Care });
    if (JSON.stringify(there) !== JSON.stringify(line)) {
      if (!player && !care) reviewing.patch(lastHow(line) ?? {});
      take(line);
    }
    if (ply) goTo(Number(ply));
    if (run && !reviewing.get().result) void startReview();
  }, [params, view]);
  const link = now.line && { ...lineParams(now.line), player: now.player, care: now.care === 'own' ? '' : now.care, ply: String(now.ply) };
  const hash = link ? hashOf('review', link) : '';
  useLayoutEffect(() => { if (link) rewrite('review', link); }, [hash]);
  return hash;
}

function useDrop() {
  useLayoutEffect(() => {
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void readFile(file);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => { removeEventListener('dragover', over); removeEventListener('drop', drop); };
  }, []);
}

const KINDS: Record<Grade, MarkKind> = { good: 'good', doubtful: 'unsure', bad: 'bad', blunder: 'bad' };
const lastCell = (cells: number[] | undefined): number | undefined => cells?.[cells.length - 1];

/** Where the better move was, how good the played or the tried one is; or a line under the pointer. */
function useReviewOverlay(now: Reviewing, moves: string[]): Overlay {
  const { result, ply, line, position, trial } = now;
  const found = result?.moves.find((one) => one.number === (trial?.number ?? ply));
  const before = line && found ? { ...line, moves: line.moves.slice(0, found.number - 1) } : null;
  // A better line begins before the move; what is expected behind a good one, after it.
  const from = found && !found.better && found.line[0] !== found.move && line ? { ...line, moves: line.moves.slice(0, ply) } : before;
  const steps = useSteps(from, trial ? [] : moves);
  const [better] = useSteps(before, found?.better ? [found.better] : []);
  if (!position || !found) return {};
  if (steps.length) return ghostsOf(position.board, steps);
  const mark = (cell: number | undefined, kind: MarkKind) => (cell === undefined ? [] : [{ cell, kind }]);
  const answer = mark(lastCell(better?.board.last), 'best');
  if (!trial) return { marks: found.grade === 'good' ? [] : [...mark(lastCell(position.board.last), KINDS[found.grade]), ...answer] };
  const tried = lastCell(position.board.legal.find((legal) => legal.move === trial.tried)?.cells);
  const verdict = trial.verdict ? mark(tried, KINDS[trial.verdict.grade]) : [];
  return { marks: trial.answered ? [...verdict.filter((one) => one.cell !== answer[0]?.cell), ...answer] : verdict };
}

export function Review() {
  const now = useStore(reviewing);
  const [shown, setShown] = useState(NO_LINE);
  const showLine: OnLine = (line, keep) => setShown((before) => nextLine(before, line, keep));
  const hash = useLink(now);
  useDrop();
  useEffect(() => void loadGames().catch(() => {}), []);
  useEffect(() => setShown(NO_LINE), [now.ply, now.trial]);
  useKeys({
    ArrowLeft: () => goTo(now.ply - 1), ArrowRight: () => goTo(now.ply + 1), Home: () => goTo(0), End: () => goTo(now.line?.moves.length ?? 0),
    ...(now.trial ? { Escape: () => goTo(now.trial!.number) } : {}),
  });
  const overlay = useReviewOverlay(now, movesOf(shown));
  const { line, position } = now, values = now.result ?? now.growing;
  if (!line) return <div class="review-empty"><Desk /></div>;
  const curve = values ? curveOf(values) : { unit: 'chance' as const, points: [], marks: [] };
  return (
    <div class="review-view">
      <section class="panel board-panel" aria-label={t('review.board')}>
        {position && <div class="board-room"><Board board={position.board} label={position.board.words ?? ''} overlay={overlay} onMove={now.trial ? (move) => void tryMove(move) : undefined} /></div>}
      </section>
      <div class="side">
        <Setup now={now} />
        <Verdict now={now} kept={shown.kept} onLine={showLine} />
        <MoveList now={now} />
        <Report now={now} />
        <SameAgain command={now.command} hash={hash} />
      </div>
      <Panel className="graph-panel">
        <Curve unit={curve.unit} points={curve.points} marks={curve.marks} moves={line.moves} current={now.ply} side={sideName(now, 'X')} onGo={goTo} />
      </Panel>
    </div>
  );
}
