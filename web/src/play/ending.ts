// ending.ts: how a game by the rules came to its end, read off the last position: what each side holds, the row that won,
// who could not move.
import { cellName, markAt } from '../board/geometry';
import { t, word } from '../i18n';
import type { Session } from '../types';

const WAYS = [[1, 0], [0, 1], [1, 1], [1, -1]] as const;
const LEAST_ROW = 3;

/** The cells of the row that won with the last move, where the game is about rows. */
export function winningRow({ result, position: { board } }: Session): number[] {
  const last = board.last?.[0];
  if (result?.reason !== 'rules' || last === undefined || !/\bin a row\b/.test(result.why) || markAt(board, last) !== result.winner) return [];
  const { width, height } = board, x = last % width, y = Math.floor(last / width);
  const run = (dx: number, dy: number): number[] => {
    const cells: number[] = [];
    for (let cx = x + dx, cy = y + dy; cx >= 0 && cy >= 0 && cx < width && cy < height; cx += dx, cy += dy) {
      if (markAt(board, cy * width + cx) !== result.winner) break;
      cells.push(cy * width + cx);
    }
    return cells;
  };
  const rows = WAYS.map(([dx, dy]) => [...run(-dx, -dy).reverse(), last, ...run(dx, dy)]).sort((a, b) => b.length - a.length);
  return rows[0].length >= LEAST_ROW ? rows[0] : [];
}

/** In a sentence; empty where the position does not tell. */
export function endWords(session: Session): string {
  const { result, position, line: { moves } } = session, { board } = position;
  if (result?.reason !== 'rules' || session.count) return '';
  if (board.sides.every((side) => side.holding) && /\bmost discs\b/.test(result.why))
    return `${board.sides.map(({ name, holding }) => t('play.end.holding', { side: word(name), n: holding!.count, what: word(holding!.what) })).join(', ')}.`;
  if (typeof position.taken_x === 'number' && typeof position.taken_o === 'number') return t('play.end.taken', { x: position.taken_x, o: position.taken_o });
  const winner = board.sides.find((side) => side.mark === result.winner), loser = board.sides.find((side) => side.mark !== result.winner);
  if (!winner || !loser) return '';
  const row = winningRow(session);
  if (row.length) return t('play.end.row', { side: word(winner.name), n: row.length, cells: row.map((at) => cellName(board, at)).join(' ') });
  if (/\bwho cannot move loses\b/.test(result.why)) return t('play.end.stuck', { side: word(loser.name) });
  const last = board.last?.[0];
  if (last !== undefined && markAt(board, last) === winner.mark) return t('play.end.last', { side: word(winner.name), move: word(moves[moves.length - 1] ?? '') });
  return '';
}
