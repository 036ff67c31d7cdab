// types.ts: what the engine says, as docs/API.md describes it.

/** A position given whole: a start and the moves since. */
export interface Line {
  game: string;
  options: Record<string, string>;
  start: string | null;
  moves: string[];
}

export interface GameOption {
  name: string;
  type: 'size' | 'int' | 'real' | 'flag' | 'choice' | 'text';
  accepts: string;
  default: string | null;
  help: string;
}
export interface Level { name: string; spec: string }
export interface Game {
  name: string;
  title: string;
  summary: string;
  moves: string;
  player: string;
  levels: Level[];
  aliases: { name: string; title: string; settings: string }[];
  options: GameOption[];
  evals: { name: string; help: string }[];
  kind: BoardData['kind'];
  sides: string[];
  /** The options that people choose before a game; the formats in which games can be written. */
  asked: string[];
  formats: string[];
}

/** Cell y * width + x is column x (from a) of row y (from row 1); of heaps, their number from the left. */
export interface BoardData {
  kind: 'lines' | 'cells' | 'heaps' | 'text';
  width: number;
  height: number;
  from_top?: boolean;
  skip_i?: boolean;
  /** A move is a column; a move goes from a cell to a cell. */
  drops?: boolean;
  steps?: boolean;
  /** Row 1 first. */
  rows?: string[];
  stars?: number[];
  last?: number[];
  from?: number[];
  closed?: number[];
  /** Captured or turned over by the last move. */
  taken?: number[];
  heaps?: number[];
  legal: { move: string; cells: number[] }[];
  sides: { name: string; mark: string; holding?: { what: string; count: number } | null }[];
  /** Whose turn it is or how it ended, and the board as the terminal draws it. */
  words?: string;
  drawing?: string;
}
export interface Position {
  position: string;
  to_move: string | null;
  legal: string[];
  over: boolean;
  winner: string | null;
  score: number | null;
  board: BoardData;
  label?: string;
  command?: string;
  [fact: string]: unknown;
}

export interface Player {
  side: 'X' | 'O';
  title: string;
  name: string;
  /** Null of people. */
  spec: string | null;
  kind: 'human' | 'level' | 'search' | 'engine';
  /** Seconds, and what comes after them in words. */
  left: number | null;
  overtime?: string | null;
}
export interface Result { winner: string | null; score: number | null; text: string; reason: string; why: string }
/** What a player thought before a move. */
export interface Thought { by?: string; proven?: boolean; value: number; scale: string; meaning: string; chance: number | null; visits?: number; pv?: string[] }
/** The end of a game as the players see it: what is dead, whose the points are, and what that makes. */
export interface Count {
  points: { X: Record<string, number>; O: Record<string, number>; komi: number };
  words: string;
  dead: number[];
  seki: number[];
  owners: number[];
}
export interface Session {
  id: string;
  change: number;
  ply: number;
  line: Line;
  players: Player[];
  state: 'playing' | 'thinking' | 'agreeing' | 'over';
  to_move: string | null;
  result: Result | null;
  count: Count | null;
  position: Position;
  seed: string;
  clock: string | null;
  command: string;
  analysis: (Thought | null)[];
  error: string | null;
}

export interface MoveStat { move: string; visits?: number; value: number; bound?: string; meaning?: string; [more: string]: unknown }
/** What a search came to: as `banyan think --json`. */
export interface Decision {
  move: string | null;
  value: number;
  scale: string;
  meaning: string;
  pv: string[];
  work: { nodes: number; simulations: number; seconds: number; [more: string]: number };
  moves: MoveStat[];
  depth?: number;
  [more: string]: unknown;
}
export interface Job {
  job: string;
  kind: string;
  state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed';
  progress: number;
  left: number | null;
  result: any;
  error: string | null;
  command: string;
}
export interface RecordGame { line: Line; info: Record<string, string | null>; comments?: { ply: number; text: string }[]; branches?: { move: number; ways: number }[]; ply: number; dropped: number }
export interface Status { name: string; version: string; api: number; boot: string; engines: boolean; first?: unknown; limits?: Record<string, number> }
