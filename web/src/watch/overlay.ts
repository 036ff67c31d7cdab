// overlay.ts: what watching draws over the board: heat map, a line under the pointer.
import type { Overlay } from '../board/overlay';

export function useWatchOverlay(): Overlay {
  return {};
}

/** The key for it was pressed: think about the position that is shown, or stop. */
export function toggleThinking(): void {}

/** A cell was clicked that is no move: why does the evaluation like this point? */
export function explainCell(_cell: number): void {}
