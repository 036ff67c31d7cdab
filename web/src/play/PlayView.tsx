// PlayView.tsx: a game at the board.
import { useStore } from '../store';
import { play, table } from '../table';
import { Board } from '../board/Board';
import { Candidates } from '../watch/Candidates';
import { Graph } from '../watch/Graph';
import { explainCell, useWatchOverlay } from '../watch/overlay';
import { Moves } from './Moves';
import { Panel } from '../shell/parts';

export function PlayTools() { return null; }
export function PlayView() {
  const { position } = useStore(table);
  const overlay = useWatchOverlay();
  if (!position) return null;
  return (
    <div class="play">
      <Panel className="board-panel"><Board board={position.board} label={position.board.words ?? ''} overlay={overlay} onMove={play} onCell={explainCell} /></Panel>
      <div class="side"><Candidates /><Panel><Moves /></Panel></div>
      <Graph />
    </div>
  );
}
