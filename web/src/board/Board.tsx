// Board.tsx: a board as a function of what the engine says of a position and of what is drawn over it. It knows no game
// and no server.
import { useState } from 'preact/hooks';
import { t, word } from '../i18n';
import { useFollowing } from '../store';
import type { BoardData } from '../types';
import { type Choice, cellAt, cellName, choose, isColoured, markAt, sideAt, spotOf } from './geometry';
import type { Overlay } from './overlay';
import { Heaps } from './Heaps';
import { Grid } from './Grid';

export interface BoardProps {
  board: BoardData;
  /** The board in one sentence, for those who do not see it. */
  label: string;
  overlay?: Overlay;
  /** A legal move was chosen. Without it the board is to look at. */
  onMove?: (move: string) => void;
  /** A cell was chosen that is no move: to ask about it, to mark stones as dead. */
  onCell?: (cell: number) => void;
  /** The pointer or the cursor is on a cell, or on none. */
  onLook?: (cell: number | null) => void;
  /** A thumbnail: no coordinates, no focus. */
  small?: boolean;
}

const FINGER_PX = 26; // cells smaller than this take two taps of a finger: one to aim, one to play

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function Board(props: BoardProps) {
  const { board } = props;
  if (board.kind === 'lines' || board.kind === 'cells') return <GridBoard {...props} />;
  if (board.kind === 'heaps') return <Heaps {...props} />;
  return <TextBoard {...props} />;
}

/** Any game: its own drawing in letters, and its moves as buttons. */
function TextBoard({ label, board, onMove }: BoardProps) {
  return (
    <div class="board-text">
      <pre role="img" aria-label={label}>{board.drawing}</pre>
      <MoveButtons moves={board.legal.map((legal) => legal.move)} onMove={onMove} />
    </div>
  );
}

export function MoveButtons({ moves, onMove }: { moves: string[]; onMove?: (move: string) => void }) {
  if (!onMove || moves.length === 0) return null;
  return (
    <div class="move-buttons" role="group" aria-label={t('board.moves')}>
      {moves.map((move) => <button key={move} type="button" data-move={move} onClick={() => onMove(move)}>{word(move)}</button>)}
    </div>
  );
}

/** A cell in words: "e5, Black, last move". */
function describe(board: BoardData, cell: number, chosen: number[]): string {
  const side = sideAt(board, cell);
  const words = [cellName(board, cell), side >= 0 ? word(board.sides[side].name) : markAt(board, cell) === '.' ? t('board.empty') : markAt(board, cell)];
  if (board.last?.includes(cell)) words.push(t('board.last'));
  if (board.closed?.includes(cell)) words.push(t('board.closed'));
  if (chosen.includes(cell)) words.push(t('board.chosen'));
  else if (!('chosen' in choose(board, chosen, cell))) words.push(t('board.legal'));
  return words.join(', ');
}

function GridBoard(props: BoardProps) {
  const { board, label, onMove, onCell, onLook, small, overlay } = props;
  const [cursor, setCursor] = useState<number | null>(null);
  const [hover, setHover] = useState<number | null>(null);
  const identity = `${(board.rows ?? []).join('/')} ${board.legal.length}`;
  const [chosen, setChosen] = useFollowing<number[]>([], identity);

  const look = (cell: number | null) => { setHover(cell); onLook?.(cell); };
  const take = (cell: number) => {
    const result: Choice = onMove ? choose(board, chosen, cell) : { chosen: [] };
    if ('move' in result) { setChosen([]); onMove!(result.move); return; }
    setChosen(result.chosen);
    if (result.chosen.length === 0) onCell?.(cell);
  };
  // A finger hides what it points at.
  const tap = (cell: number, event: PointerEvent | MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const finger = (event as PointerEvent).pointerType === 'touch';
    if (finger && onMove && box.width < FINGER_PX && cell !== cursor) { setCursor(cell); onLook?.(cell); }
    else take(cell);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || (event.shiftKey && ARROWS[event.key])) return; // with shift they walk through the game
    const step = ARROWS[event.key];
    if (step) {
      const at = spotOf(board, cursor ?? board.last?.[0] ?? Math.floor((board.width * board.height) / 2));
      const next = cursor === null ? at : { x: clamp(at.x + step[0], board.width), y: clamp(at.y + step[1], board.height) };
      const cell = cellAt(board, next);
      setCursor(cell);
      onLook?.(cell);
    } else if (event.key === 'Enter' && cursor !== null) take(cursor);
    else if (event.key === 'Escape' && chosen.length) setChosen([]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const grid = <Grid board={board} overlay={overlay} small={small} chosen={chosen} hover={hover} cursor={cursor}
    playable={!!onMove} onTake={tap} onLook={look} />;
  const ground = `board ${board.kind} ${isColoured(board) ? 'coloured' : 'plain'}`;
  if (small) return <div class={`${ground} small`} role="img" aria-label={label}>{grid}</div>;
  return (
    <div class={`${ground}${onMove ? ' playable' : ''}${2 * board.legal.length < board.width * board.height ? ' sparse' : ''}`} tabIndex={0} role="application"
      aria-label={`${label} ${t('board.keys')}`} aria-roledescription="board" onKeyDown={onKey}
      onBlur={() => { setCursor(null); onLook?.(null); }}>
      {grid}
      <span class="hidden" aria-live="polite">{cursor === null ? '' : describe(board, cursor, chosen)}</span>
    </div>
  );
}

const clamp = (value: number, size: number) => Math.max(0, Math.min(size - 1, value));
