// Position.tsx: the position of a node as a small board, with the ways on from there.
import { useEffect, useState } from 'preact/hooks';
import { Board } from '../board/Board';
import { t, word } from '../i18n';
import { lineParams } from '../play/setup';
import { hashOf, open } from '../route';
import { Panel } from '../shell/parts';
import { positionOf } from '../table';
import type { Line, Position } from '../types';

/** The position at the end of a line, once it is known. */
function usePosition(line: Line): Position | null {
  const [position, setPosition] = useState<Position | null>(null);
  const key = JSON.stringify(line);
  useEffect(() => {
    let here = true;
    positionOf(line).then((found) => here && setPosition(found), () => here && setPosition(null));
    return () => { here = false; };
  }, [key]);
  return position;
}

function turnOf({ board, over, to_move }: Position): string {
  const side = over ? undefined : board.sides.find((one) => one.mark === to_move);
  return side ? t('tree.toMove', { side: word(side.name) }) : board.words ?? '';
}

const players = { first: 'human', second: 'human' };
export const openInPlay = (line: Line): void => open('play', { ...lineParams(line), ...players });

/** `moves` from the line's last position on. */
export function PositionCard({ line, moves, children }: { line: Line; moves: string[]; children?: preact.ComponentChildren }) {
  const whole = { ...line, moves: [...line.moves, ...moves] }, position = usePosition(whole);
  const title = moves.length ? t('tree.after', { moves: moves.map(word).join(' ') }) : t('tree.atRoot');
  return (
    <Panel className="tree-position">
      <div class="thumb">{position && <Board board={position.board} label={position.board.words ?? title} small />}</div>
      <div>
        <h2>{title}</h2>
        <p class="muted">{position && `${turnOf(position)}. `}{t('tree.clickNode')}</p>
        <a href={hashOf('play', { ...lineParams(whole), ...players })}>{t('tree.openInPlay')}</a>
        {children}
      </div>
    </Panel>
  );
}
