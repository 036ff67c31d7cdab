// Grid.tsx: the drawing of a board of lines or cells, in SVG: ground, pieces, what lies over them, and a sheet of cells
// that takes the pointer.
import type { ComponentChildren } from 'preact';
import type { BoardData } from '../types';
import { UNIT, columnName, isColoured, nextCells, sideAt, spotOf } from './geometry';
import type { Heat, Mark, Overlay } from './overlay';

interface GridProps {
  board: BoardData;
  overlay?: Overlay;
  small?: boolean;
  chosen: number[];
  hover: number | null;
  cursor: number | null;
  playable: boolean;
  onTake: (cell: number, event: MouseEvent) => void;
  onLook: (cell: number | null) => void;
}

const center = (board: BoardData, cell: number) => {
  const { x, y } = spotOf(board, cell);
  return { cx: (x + 0.5) * UNIT, cy: (y + 0.5) * UNIT };
};

export function Grid(props: GridProps) {
  const { board, small, overlay } = props;
  const w = board.width * UNIT, h = board.height * UNIT;
  // Lines leave half a cell free at the edges, where coordinates find room.
  const lines = board.kind === 'lines', wide = lines ? 14 : 22, narrow = lines ? 4 : 6;
  const left = small ? narrow : wide, right = narrow;
  const [top, bottom] = small ? [narrow, narrow] : board.from_top ? [wide, narrow] : [narrow, wide];
  return (
    <svg viewBox={`${-left} ${-top} ${w + left + right} ${h + top + bottom}`} aria-hidden="true" focusable="false"
      class="grid" onPointerLeave={() => props.onLook(null)}>
      {board.kind === 'lines' && <rect class="ground" x={-left} y={-top} width={w + left + right} height={h + top + bottom} rx="6" />}
      {!small && <Coordinates board={board} />}
      {board.kind === 'lines' ? <Lines board={board} /> : <Cells board={board} chosen={props.chosen} />}
      {overlay?.owner && <Owners board={board} owner={overlay.owner} />}
      {overlay?.heat?.map((heat) => <HeatSpot key={heat.cell} board={board} heat={heat} />)}
      <Pieces board={board} dead={overlay?.dead} />
      {overlay?.ghost?.map((ghost) => (
        <g key={ghost.cell} class="ghost">
          <Piece board={board} cell={ghost.cell} side={ghost.side} />
          <text class={`number side${ghost.side}`} x={center(board, ghost.cell).cx} y={center(board, ghost.cell).cy} dy="0.36em">{ghost.text}</text>
        </g>
      ))}
      {!overlay?.ghost?.length && <LastMove board={board} />}
      {overlay?.marks?.map((mark) => <MarkSpot key={`${mark.cell}${mark.kind}`} board={board} mark={mark} />)}
      <Hints {...props} />
      {!small && <Sheet {...props} />}
    </svg>
  );
}

function Coordinates({ board }: { board: BoardData }) {
  const { width, height } = board, away = board.kind === 'lines' ? 3 : 12;
  const labels: ComponentChildren[] = [];
  for (let x = 0; x < width; x++)
    labels.push(<text key={`c${x}`} x={(x + 0.5) * UNIT} y={board.from_top ? -away : height * UNIT + away} dy="0.36em">{columnName(board, x)}</text>);
  for (let row = 0; row < height; row++)
    labels.push(<text key={`r${row}`} x={-away} y={(spotOf(board, row * width).y + 0.5) * UNIT} dy="0.36em">{row + 1}</text>);
  const size = Math.min(12, 3.5 + 0.8 * Math.max(width, height)); // on a small board they would be huge
  return <g class="coordinates" font-size={size}>{labels}</g>;
}

function Lines({ board }: { board: BoardData }) {
  const { width, height } = board;
  let path = '';
  for (let x = 0; x < width; x++) path += `M${(x + 0.5) * UNIT} ${UNIT / 2}V${(height - 0.5) * UNIT}`;
  for (let y = 0; y < height; y++) path += `M${UNIT / 2} ${(y + 0.5) * UNIT}H${(width - 0.5) * UNIT}`;
  return (
    <g class="lines">
      <path d={path} />
      {(board.stars ?? []).map((cell) => <circle key={cell} r="2.6" {...center(board, cell)} />)}
    </g>
  );
}

function Cells({ board, chosen }: { board: BoardData; chosen: number[] }) {
  const all = Array.from({ length: board.width * board.height }, (_, cell) => cell);
  return (
    <g class="cells">
      <rect class="field" x="-1" y="-1" width={board.width * UNIT + 2} height={board.height * UNIT + 2} rx="4" />
      {all.map((cell) => {
        const { x, y } = spotOf(board, cell);
        const state = chosen.includes(cell) ? ' chosen' : (x + y) % 2 && board.steps ? ' odd' : ''; // where pieces walk, a pattern helps the eye
        return <rect key={cell} class={`cell${state}`} x={x * UNIT + 0.75} y={y * UNIT + 0.75} width={UNIT - 1.5} height={UNIT - 1.5} rx="2.5" />;
      })}
    </g>
  );
}

/** A stone, a disc or a sign, at the origin of the drawing's units. */
export function Piece({ board, cell, side, className = '' }: { board: BoardData; cell: number; side: number; className?: string }) {
  const { cx, cy } = center(board, cell);
  const kind = isColoured(board) ? 'stone' : board.width <= 5 && board.height <= 5 ? 'sign' : 'disc';
  const r = kind === 'stone' ? (board.kind === 'lines' ? 18.6 : 16) : 15;
  return (
    <g class={`piece ${kind} side${side} ${className}`} transform={`translate(${cx} ${cy})`}>
      <g class="body">
        {kind !== 'sign' && <circle class="face" r={r} />}
        {kind !== 'stone' && <Sign side={side} r={kind === 'sign' ? 10 : 6} />}
      </g>
    </g>
  );
}

const Sign = ({ side, r }: { side: number; r: number }) =>
  side === 0 ? <path class="sign" d={`M${-r} ${-r}L${r} ${r}M${-r} ${r}L${r} ${-r}`} /> : <circle class="sign" r={r * 1.15} />;

/** What stands on the board; what the last move turned over turns, what it took fades away. */
function Pieces({ board, dead }: { board: BoardData; dead?: number[] }) {
  const taken = new Set(board.taken ?? []);
  const mover = board.last?.length ? sideAt(board, board.last[board.last.length - 1]) : -1;
  const round = board.last?.join() ?? '';
  const pieces: ComponentChildren[] = [];
  for (let cell = 0; cell < board.width * board.height; cell++) {
    const side = sideAt(board, cell);
    if (side >= 0) {
      const turned = taken.has(cell) ? ' turned' : '';
      pieces.push(<Piece key={turned ? `${cell}t${round}` : cell} board={board} cell={cell} side={side}
        className={(dead?.includes(cell) ? 'dead' : '') + turned} />);
    } else if (taken.has(cell) && mover >= 0)
      pieces.push(<Piece key={`${cell}g${round}`} board={board} cell={cell} side={1 - mover} className="gone" />);
  }
  return <g class="pieces">{pieces}</g>;
}

function LastMove({ board }: { board: BoardData }) {
  return (
    <g class="last">
      {(board.from ?? []).map((cell) => <circle key={cell} class="from" {...center(board, cell)} r="6" />)}
      {(board.last ?? []).map((cell) =>
        <circle key={cell} class={`ring side${sideAt(board, cell)}`} {...center(board, cell)} r={isColoured(board) ? 7.5 : 18} />)}
    </g>
  );
}

function Owners({ board, owner }: { board: BoardData; owner: number[] }) {
  return (
    <g class="owners">
      {owner.map((value, cell) => {
        if (Math.abs(value) < 0.15) return null;
        const { cx, cy } = center(board, cell), size = 6 + 10 * Math.abs(value);
        return <rect key={cell} class={`side${value > 0 ? 0 : 1}`} x={cx - size / 2} y={cy - size / 2} width={size} height={size} rx="1.5" opacity={0.35 + 0.6 * Math.abs(value)} />;
      })}
    </g>
  );
}

/** Share in the opacity, value in the number; what was hardly looked at is grey, and a mere bound has a broken edge. */
function HeatSpot({ board, heat }: { board: BoardData; heat: Heat }) {
  const { cx, cy } = center(board, heat.cell);
  const few = heat.share < 0.01;
  const strength = Math.min(1, 0.14 + 0.86 * Math.sqrt(heat.share));
  return (
    <g class={`heat${few ? ' few' : ''}${heat.best ? ' best' : ''}${heat.bound ? ' bound' : ''}${strength > 0.55 ? ' strong' : ''}`}>
      <circle cx={cx} cy={cy} r={few ? 5 : 15.5} {...(heat.fill ? { style: { fill: heat.fill } } : { 'fill-opacity': few ? 0.35 : strength })} />
      {heat.text && <text x={cx} y={cy} dy="0.36em" style={heat.ink ? { fill: heat.ink } : undefined}>{heat.text}</text>}
    </g>
  );
}

const SHAPES: Record<string, string> = {
  good: 'M-5 0L-1.5 4L5 -4', best: 'M-5 0L-1.5 4L5 -4', bad: 'M-4 -4L4 4M-4 4L4 -4', unsure: 'M0 -5V1M0 4.5V5', point: '',
};
/** On a piece a mark is a badge at its corner: the piece stays to be seen. */
function MarkSpot({ board, mark }: { board: BoardData; mark: Mark }) {
  const { cx, cy } = center(board, mark.cell);
  return (
    <g class={`mark ${mark.kind}`} transform={sideAt(board, mark.cell) >= 0 && !mark.text ? `translate(${cx + 12} ${cy - 12}) scale(0.55)` : `translate(${cx} ${cy})`}>
      <circle r="14" />
      {mark.text ? <text dy="0.36em">{mark.text}</text> : <path d={SHAPES[mark.kind]} />}
    </g>
  );
}

/** Where one may go: faint dots, the piece to come under the pointer, the cursor of the keyboard. */
function Hints({ board, playable, chosen, hover, cursor, small }: GridProps) {
  if (small) return null;
  const step = chosen.length;
  const spots = playable ? nextCells(board, chosen) : [];
  const at = hover ?? cursor;
  return (
    <g class="hints">
      {spots.map((cell) => <circle key={cell} data-at={cell} class={`dot${cell === at ? ' here' : ''}${step ? ' target' : ''}`} {...center(board, cell)} r={cell === at ? 7 : 4} />)}
      {(board.closed ?? []).map((cell) => {
        const { cx, cy } = center(board, cell);
        return <path key={cell} class="closed" d={`M${cx - 5} ${cy - 5}l10 10m0 -10l-10 10`} />;
      })}
      {chosen.map((cell) => <circle key={cell} class="picked" {...center(board, cell)} r="17" />)}
      {cursor !== null && <rect class="cursor" x={center(board, cursor).cx - 18.5} y={center(board, cursor).cy - 18.5} width="37" height="37" rx="4" />}
    </g>
  );
}

function Sheet({ board, onTake, onLook }: GridProps) {
  return (
    <g class="sheet">
      {Array.from({ length: board.width * board.height }, (_, cell) => {
        const { x, y } = spotOf(board, cell);
        return <rect key={cell} data-cell={cell} x={x * UNIT} y={y * UNIT} width={UNIT} height={UNIT}
          onClick={(event) => onTake(cell, event)} onPointerEnter={(event) => event.pointerType === 'mouse' && onLook(cell)} />;
      })}
    </g>
  );
}
