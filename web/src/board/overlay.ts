// overlay.ts: what may be drawn over a board. Whoever thinks about the position makes one of these; the board
// only draws it.

export interface Heat {
  cell: number;
  /** How good the move is for whom it is made, 0 to 1; how much of the work went into it, 0 to 1. */
  value: number;
  share: number;
  /** Printed where the cell is large enough, such as "61". */
  text?: string;
  best?: boolean;
  /** Only a bound of its value is known: it is drawn apart from moves with a value. */
  bound?: boolean;
  /** The colour, as it is on this board, and that of the number on it; without them the share is shown by opacity. */
  fill?: string;
  ink?: string;
}
export type MarkKind = 'good' | 'unsure' | 'bad' | 'best' | 'point';
export interface Mark { cell: number; kind: MarkKind; text?: string }
export interface Ghost { cell: number; side: number; text: string }

export interface Overlay {
  heat?: Heat[];
  /** By cell, from -1 (the second side's) to 1 (the first side's). */
  owner?: number[];
  marks?: Mark[];
  /** A line of play that is not played: stones to see through, numbered. */
  ghost?: Ghost[];
  /** Stones taken to be dead. */
  dead?: number[];
}
