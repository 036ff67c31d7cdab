// Controls.tsx: what can be done with the game: walk, undo, hint, pass, resign; the agreement at its end, the result.
import { useEffect, useState } from 'preact/hooks';
import { number, t, word } from '../i18n';
import { open } from '../route';
import { Panel, Progress } from '../shell/parts';
import { useStore } from '../store';
import { act, atEnd, goTo, lineKey, play, shownLine, table } from '../table';
import type { Session } from '../types';
import { endWords } from './ending';
import { askHint, hint, stopHint } from './hint';
import { Moves } from './Moves';
import { ownersWanted, useHasOwners } from './owners';
import { SaveMenu } from './Records';
import { lineParams } from './setup';

/** The person whose turn it is to do something: to move, else the only one there is. */
export const personToMove = (session: Session): boolean =>
  session.state === 'playing' && session.players.some((player) => player.side === session.to_move && player.kind === 'human');

/** The move that is called pass, where it is legal now. */
export const passMove = (session: Session): string | undefined =>
  session.position.board.legal.find((legal) => legal.move === 'pass')?.move;

function ResignButton({ session }: { session: Session }) {
  const [sure, setSure] = useState(false);
  useEffect(() => { if (!sure) return; const timer = setTimeout(() => setSure(false), 4000); return () => clearTimeout(timer); }, [sure]);
  const playing = session.state === 'playing' || session.state === 'thinking';
  const people = session.players.some((player) => player.kind === 'human');
  return <button type="button" class={sure ? 'danger' : ''} disabled={!playing || !people}
    onClick={() => { void goTo(Infinity); if (sure) void act('resign'); setSure(!sure); }}>{sure ? t('play.resignSure') : t('play.resign')}</button>;
}

function Walk() {
  const now = useStore(table);
  const all = now.line?.moves.length ?? 0;
  return (
    <div class="walk" role="group" aria-label={t('play.walk')}>
      <button type="button" class="quiet" title={t('play.first')} aria-label={t('play.first')} disabled={now.ply === 0} onClick={() => goTo(0)}>|◀</button>
      <button type="button" class="quiet" title={t('play.previous')} aria-label={t('play.previous')} disabled={now.ply === 0} onClick={() => goTo(now.ply - 1)}>◀</button>
      <span class="muted">{now.ply} / {all}</span>
      <button type="button" class="quiet" title={t('play.next')} aria-label={t('play.next')} disabled={now.ply === all} onClick={() => goTo(now.ply + 1)}>▶</button>
      <button type="button" class="quiet" title={t('play.last')} aria-label={t('play.last')} disabled={now.ply === all} onClick={() => goTo(all)}>▶|</button>
    </div>
  );
}

export function MovesPanel({ onLoad, onUndo }: { onLoad: () => void; onUndo: () => void }) {
  const { session, line, busy } = useStore(table);
  const hasOwners = useHasOwners(), owners = useStore(ownersWanted);
  if (!session || !line) return null;
  const pass = passMove(session), mine = personToMove(session);
  const hasPass = pass !== undefined || session.line.moves.includes('pass');
  return (
    <Panel title={t('play.moves')} extra={<Walk />} className="moves-panel">
      <div class="panel-body">
        {line.moves.length ? <Moves /> : <p class="muted">{t(mine ? 'play.noMoves' : 'play.noMovesWatch')}</p>}
        <div class="buttons">
          <button type="button" title={`${t('play.undo')} (u)`} disabled={busy || session.line.moves.length === 0} onClick={onUndo}>{t('play.undo')} <small>u</small></button>
          <button type="button" title={`${t('play.hint')} (h)`} disabled={session.state === 'over'} onClick={askHint}>{t('play.hint')} <small>h</small></button>
          {hasPass && <button type="button" title={`${t('play.pass')} (p)`} disabled={!mine || pass === undefined || !atEnd()} onClick={() => play('pass')}>{t('play.pass')}</button>}
          <ResignButton session={session} />
          {hasOwners && <button type="button" title={t('play.ownerTitle')} aria-pressed={owners} onClick={() => ownersWanted.set(!owners)}>{t('play.owner')}</button>}
          <button type="button" title={t('play.loadTitle')} onClick={onLoad}>{t('play.load')}</button>
          <SaveMenu session={session} />
          <button type="button" class="primary" title={t('play.reviewTitle')} disabled={line.moves.length === 0} onClick={() => open('review', { ...lineParams(session.line), run: '1' })}>{t('play.review')}</button>
        </div>
      </div>
    </Panel>
  );
}

export function HintPanel() {
  const now = useStore(hint), shown = useStore(table);
  const line = shownLine(shown);
  if (!now || !line || now.key !== lineKey(line)) return null;
  const mine = shown.session && personToMove(shown.session) && atEnd(shown);
  return (
    <Panel title={t('play.hints')} className="hint-panel" extra={<button type="button" class="quiet" aria-label={t('shell.close')} onClick={() => { stopHint(); hint.set(null); }}>✕</button>}>
      {now.running && <div class="panel-body"><Progress share={null} label={t('play.hinting')} onStop={now.job ? stopHint : undefined} stop={t('play.stop')} /></div>}
      {now.error && <p class="panel-body error" role="alert">{now.error}</p>}
      {now.moves.length > 0 && (
        <table aria-live="polite"><tbody>{now.moves.map((one) => (
          <tr key={one.move}>
            <td>{mine ? <button type="button" onClick={() => play(one.move)}><b>{word(one.move)}</b></button> : <b>{word(one.move)}</b>}</td>
            <td class="value">{one.words}</td><td class="muted">{one.why}</td>
          </tr>
        ))}</tbody></table>
      )}
    </Panel>
  );
}

const REASONS = ['rules', 'resigned', 'time', 'agreed'] as const;

export function ResultPanel({ onAgain }: { onAgain: () => void }) {
  const { session } = useStore(table);
  if (session?.state === 'agreeing') return <AgreePanel session={session} />;
  if (session?.state !== 'over' || !session.result) return null;
  const { text, why, reason } = session.result;
  const known = REASONS.find((one) => one === reason);
  const [rule] = why.split('\n'), how = endWords(session);
  return (
    <Panel title={t('play.over')} className="result-panel">
      <div class="panel-body">
        <p class="result">{text}</p>
        {how && <p class="how">{how}</p>}
        <p class="muted">{rule ? inWords(rule) : known && t(`play.reason.${known}`)}</p>
        <Count session={session} />
        <div class="buttons">
          <button type="button" class="primary" onClick={onAgain}>{t('play.again')}</button>
          <button type="button" onClick={() => open('review', { ...lineParams(session.line), run: '1' })}>{t('play.review')}</button>
        </div>
      </div>
    </Panel>
  );
}

/** The engine's sentence; it has its rules without a full stop. */
const inWords = (said: string): string => { const rule = said.replace(/\.$/, ''); return word(rule) === rule ? said : `${word(rule)}.`; };

/** What each side has, where the end was counted. */
function Count({ session }: { session: Session }) {
  const { count } = session, board = session.position.board;
  if (!count) return null;
  const parts = (own: Record<string, number>) => Object.entries(own).filter(([name, value]) => name !== 'points' && value).map(([name, value]) => `${word(name)} ${value}`).join(', ');
  const { points } = count, komi = points.komi;
  return (
    <table class="count"><tbody>{board.sides.map((side, i) => {
      const own = i === 0 ? points.X : points.O;
      return (
        <tr key={side.mark}><td>{word(side.name)}</td><td class="figure"><b>{number(own.points + (i ? komi : 0), komi % 1 ? 1 : 0)}</b></td>
          <td class="muted">{[parts(own), i === 1 && komi ? `komi ${number(komi, 1)}` : ''].filter(Boolean).join(', ')}</td></tr>
      );
    })}</tbody></table>
  );
}

function AgreePanel({ session }: { session: Session }) {
  return (
    <Panel title={t('play.agreeTitle')} className="result-panel">
      <div class="panel-body">
        <p class="muted">{t('play.agreeHelp')}</p>
        <Count session={session} />
        <div class="buttons">
          <button type="button" class="primary" onClick={() => act('agree', { yes: true })}>{t('play.agree')}</button>
          <button type="button" onClick={() => act('agree', { play_on: true })}>{t('play.playOn')}</button>
        </div>
      </div>
    </Panel>
  );
}
