// cells.tsx: a board of tic-tac-toe in a lesson's picture: stones, and small words in the empty cells.

/** The cell of a move's text: a1 is the lower left one. */
export const cellOf = (move: string): number => 'abc'.indexOf(move[0]) + 3 * (3 - Number(move[1]));

export const stonesOf = (position: string): string => position.split(' ')[0].replace(/\//g, '');

/** Nine cells from the top left; `words` by cell; `now` is the cell that the step is about. */
export function Cells({ cells, words = {}, now, x = 0, y = 0, size = 60 }:
  { cells: string; words?: Record<number, string>; now?: number; x?: number; y?: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      {[...cells].map((stone, i) => (
        <g key={i} class={`cell3 ${i === now ? 'now' : ''}`} data-cell={i} data-stone={stone} data-word={words[i] ?? ''}>
          <rect x={(i % 3) * size} y={Math.floor(i / 3) * size} width={size} height={size} />
          <text class={stone === '.' ? 'word3' : 'stone3'} x={(i % 3 + 0.5) * size} y={(Math.floor(i / 3) + 0.5) * size + (stone === '.' ? 5 : 10)} text-anchor="middle">{stone === '.' ? words[i] ?? '' : stone}</text>
        </g>
      ))}
      {now !== undefined && <rect class="now3" x={(now % 3) * size} y={Math.floor(now / 3) * size} width={size} height={size} />}
    </g>
  );
}
