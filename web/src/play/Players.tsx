// Players.tsx: who plays, whose turn it is, clocks; who plays a side can be changed while the game goes on.
import { useEffect, useState } from 'preact/hooks';
import { findGame } from '../catalogue';
import { isColoured } from '../board/geometry';
import { t, word } from '../i18n';
import { Dialog } from '../shell/parts';
import { useStore } from '../store';
import { act, table } from '../table';
import type { BoardData, Player, Session } from '../types';
import { PlayerPicker } from './PlayerPicker';
import { playerWord } from './setup';

export function clockText(seconds: number): string {
  const left = Math.max(0, seconds);
  if (left < 20) return `0:${left.toFixed(1).padStart(4, '0')}`;
  const whole = Math.floor(left), [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tail = String(whole % 60).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** Runs down while it is this side's turn. */
function Clock({ player, running, heard }: { player: Player; running: boolean; heard: number }) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((n) => n + 1), 100);
    return () => clearInterval(timer);
  }, [running]);
  if (player.left === null) return null;
  const left = player.left - (running ? (performance.now() - heard) / 1000 : 0);
  return <span class={`clock${left < 20 ? ' low' : ''}`}>{clockText(left)}</span>;
}

export function SideSign({ board, side }: { board: BoardData; side: number }) {
  return (
    <svg class={`side-sign ${isColoured(board) ? 'coloured' : 'plain'}`} viewBox="-10 -10 20 20" width="20" height="20" aria-hidden="true">
      {isColoured(board) ? <g class={`stone side${side}`}><circle class="face" r="8.5" /></g>
        : <g class={`piece sign side${side}`}>{side === 0 ? <path class="sign" d="M-6 -6L6 6M-6 6L6 -6" /> : <circle class="sign" r="6.5" />}</g>}
    </svg>
  );
}

export function nameOf(player: Player, session: Session): string {
  const people = session.players.filter((one) => one.kind === 'human').length;
  if (player.kind === 'human') return people === 1 ? t('play.you') : t('play.human');
  return player.kind === 'level' ? t('play.level', { name: word(player.name) }) : player.name;
}

function Seat({ session, side, onChange }: { session: Session; side: number; onChange: () => void }) {
  const { heard } = useStore(table);
  const player = session.players[side], board = session.position.board;
  const turn = session.to_move === player.side && session.state !== 'over' && session.state !== 'agreeing';
  const holding = board.sides[side].holding;
  const more = [word(board.sides[side].name), player.kind === 'level' ? player.spec : null].filter(Boolean).join(' · ');
  return (
    <div class={`seat${turn ? ' turn' : ''}`}>
      <SideSign board={board} side={side} />
      <button type="button" class="who" title={`${t('play.change', { side: word(player.title) })}${player.spec ? `: ${player.spec}` : ''}`} onClick={onChange}>
        <b>{nameOf(player, session)} <span class="muted" aria-hidden="true">▾</span></b><span class="muted">{more}</span>
        <span class="muted state">{turn && session.state === 'thinking' ? t('play.thinking') : holding ? `${word(holding.what)} ${holding.count}` : ''}</span>
      </button>
      <Clock player={player} running={turn} heard={heard} />
    </div>
  );
}

export function Players() {
  const { session } = useStore(table);
  const [changing, setChanging] = useState<number | null>(null);
  if (!session) return null;
  return (
    <section class="panel seats" aria-label={t('play.players')}>
      {[0, 1].map((side) => <Seat key={side} session={session} side={side} onChange={() => setChanging(side)} />)}
      {changing !== null && <ChangePlayer session={session} side={changing} onClose={() => setChanging(null)} />}
    </section>
  );
}

function ChangePlayer({ session, side, onClose }: { session: Session; side: number; onClose: () => void }) {
  const player = session.players[side];
  const [value, setValue] = useState(playerWord(player));
  const submit = (event: Event) => {
    event.preventDefault();
    void act('players', { side: player.side, player: value });
    onClose();
  };
  return (
    <Dialog title={t('play.change', { side: word(player.title) })} onClose={onClose}>
      <form onSubmit={submit}>
        <PlayerPicker game={findGame(session.line.game)?.game} side={player.title} value={value} onChange={setValue} />
        <p><button type="submit" class="primary">OK</button></p>
      </form>
    </Dialog>
  );
}
