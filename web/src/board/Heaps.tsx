// Heaps.tsx: heaps of stones side by side, and the moves as buttons. A heap that is chosen leaves its own moves.
import { t } from '../i18n';
import { useFollowing } from '../store';
import { MoveButtons, type BoardProps } from './Board';

const TALL = 12; // stones of a column

interface HeapProps { n: number; at: number; state: string; onTake?: () => void }

function Heap({ n, at, state, onTake }: HeapProps) {
  const shown = Math.min(n, 60), columns = Math.max(1, Math.ceil(shown / TALL));
  const rows = Math.max(1, Math.ceil(shown / columns));
  const drawing = (
    <svg viewBox={`0 0 ${columns * 26} ${rows * 20}`} width={columns * 26} height={rows * 20} aria-hidden="true">
      {Array.from({ length: shown }, (_, i) =>
        <ellipse key={i} cx={Math.floor(i / rows) * 26 + 13} cy={(rows - 1 - (i % rows)) * 20 + 10} rx="12" ry="9" />)}
    </svg>
  );
  const label = t('board.heap', { n });
  return onTake
    ? <button type="button" class={`heap ${state}`} data-cell={at} aria-label={label} aria-pressed={state === 'chosen'} onClick={onTake}>{drawing}<b>{n}</b></button>
    : <div class="heap" role="img" aria-label={label}>{drawing}<b>{n}</b></div>;
}

export function Heaps({ board, label, onMove, small }: BoardProps) {
  const heaps = board.heaps ?? [];
  const [chosen, setChosen] = useFollowing<number | null>(null, heaps.join());
  // The moves that reach up to this heap: of a row, that is what is taken from the front.
  const movesOf = (at: number) => board.legal.filter(({ cells }) => cells.length > 0 && Math.max(...cells) === at);
  const take = (at: number) => {
    const moves = movesOf(at);
    if (moves.length === 1) onMove!(moves[0].move);
    else setChosen(at === chosen ? null : at);
  };
  const offered = chosen === null ? board.legal : movesOf(chosen);
  return (
    <div class={`board heaps${small ? ' small' : ''}`}>
      <div class="row" role="group" aria-label={label}>
        {heaps.length === 0 && <p class="muted">{t('board.nothing')}</p>}
        {heaps.map((n, at) => <Heap key={at} n={n} at={at} state={at === chosen ? 'chosen' : ''}
          onTake={onMove && !small && movesOf(at).length ? () => take(at) : undefined} />)}
      </div>
      {!small && <MoveButtons moves={offered.map((legal) => legal.move)} onMove={onMove} />}
    </div>
  );
}
