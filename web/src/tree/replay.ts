// replay.ts: a search told step by step, as a tree at any step. What a node's numbers were when is noted once, as a list of
// times; the tree at a step is looked up in those lists: forward and back cost the same, however many steps there are.

export interface Choice {
  move: string; taken: boolean; visits: number; points: number; mean: number | null;
  amaf_visits: number | null; amaf_points: number | null; amaf_mean: number | null; weight: number | null; prior: number | null;
  exploit: number | null; explore: number | null;
  /** Null: infinite, or the result is proven. */
  value: number | null;
  proven: string | null;
}
/** A step as `banyan think --trace --json` tells it. */
export interface Step {
  step: 'select' | 'expand' | 'simulate' | 'backup';
  simulation: number; ply: number; move: string | null; to_move: string;
  visits: number; reason: string; choices: Choice[]; more: number; // select
  moves: number; // expand
  games: number; points: { X: number; O: number }; length: number | null; played: string[] | null; // simulate
  path: { move: string; by: string; visits: number; points: number }[]; // back up
}

export interface Grown {
  /** The moves from the root, with blanks between them. */
  id: string;
  move: string;
  by: string;
  parent: Grown | null;
  children: Grown[];
  /** The number of steps after which it is there; how many moves it has, and since when that is known. */
  born: number;
  moves: number;
  opened: number;
  /** Its numbers after so many steps. */
  at: number[]; visits: number[]; points: number[];
  /** Steps that chose among its children. */
  chosen: number[];
}
export interface Replay {
  steps: Step[];
  root: Grown;
  nodes: Map<string, Grown>;
  /** For each step the node where it happens. */
  where: Grown[];
  /** The step with which each simulation begins. */
  begins: number[];
}

const grown = (id: string, move: string, parent: Grown | null, born: number): Grown =>
  ({ id, move, by: '', parent, children: [], born, moves: 0, opened: Infinity, at: [], visits: [], points: [], chosen: [] });

function write(node: Grown, after: number, visits: number, points: number): void {
  const last = node.at.length - 1;
  if (last >= 0 && node.visits[last] === visits && node.points[last] === points) return;
  node.at.push(after);
  node.visits.push(visits);
  node.points.push(points);
}

function open(node: Grown, moves: number, after: number): void {
  if (node.opened < after) return;
  node.moves = moves;
  node.opened = after;
}

export function replay(steps: Step[]): Replay {
  const root = grown('', '', null, 0), nodes = new Map([['', root]]), where: Grown[] = [], begins: number[] = [];
  let path: Grown[] = [root], total = { visits: 0, points: 0 };
  const below = (parent: Grown, move: string, after: number): Grown => {
    const id = parent.id ? `${parent.id} ${move}` : move;
    let node = nodes.get(id);
    if (!node) {
      node = grown(id, move, parent, after);
      nodes.set(id, node);
      parent.children.push(node);
    }
    return node;
  };
  steps.forEach((step, i) => {
    const after = i + 1;
    if (step.step === 'select') {
      if (step.ply === 0) { begins.push(i); path = [root]; total.visits = step.visits; write(root, after, total.visits, total.points); }
      const node = path[step.ply], taken = step.choices.find((choice) => choice.taken)!;
      node.by ||= step.to_move; // of the root: who moves there
      node.chosen.push(i);
      open(node, step.choices.length + step.more, after);
      const next = below(node, taken.move, after);
      next.by = step.to_move;
      for (const choice of step.choices) { // others may have changed them meanwhile: threads, shared nodes
        const child = nodes.get(node.id ? `${node.id} ${choice.move}` : choice.move);
        if (child) write(child, after, choice.visits, choice.points);
      }
      path[step.ply + 1] = next;
      path.length = step.ply + 2;
      where.push(node);
    } else {
      const node = path[step.ply] ?? root;
      if (step.step === 'expand') open(node, step.moves, after);
      if (step.step === 'backup') {
        step.path.forEach((one, ply) => path[ply + 1] && write(path[ply + 1], after, one.visits, one.points));
        total = { visits: total.visits + step.games, points: total.points + (step.path.length ? step.points[step.path[0].by as 'X' | 'O'] ?? 0 : 0) };
        write(root, after, total.visits, total.points);
      }
      where.push(node);
    }
  });
  return { steps, root, nodes, where, begins };
}

/** The largest place whose entry is at most `limit`; -1: none. */
export function lastUpTo(list: number[], limit: number): number {
  let low = -1, high = list.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (list[middle] <= limit) low = middle; else high = middle;
  }
  return low;
}

/** A node's visits and points after so many steps. */
export function numbersAt(node: Grown, after: number): { visits: number; points: number } {
  const i = lastUpTo(node.at, after);
  return i < 0 ? { visits: 0, points: 0 } : { visits: node.visits[i], points: node.points[i] };
}

/** The simulation that a step belongs to, as a place in `begins`; -1 before the first step. */
export const simulationAt = ({ begins }: Replay, after: number): number => lastUpTo(begins, after - 1);

/** The steps of that simulation as far as they were made. */
export function stepsOf(all: Replay, after: number): Step[] {
  const sim = simulationAt(all, after);
  return sim < 0 ? [] : all.steps.slice(all.begins[sim], after);
}

/** The nodes of this simulation's way, the root first. */
export function wayAt(all: Replay, after: number): Grown[] {
  const sim = simulationAt(all, after);
  if (sim < 0) return [];
  const way = [all.root];
  for (let i = all.begins[sim]; i < after; i++) {
    const step = all.steps[i];
    if (step.step !== 'select') continue;
    const move = step.choices.find((choice) => choice.taken)!.move;
    const next = way[step.ply].children.find((child) => child.move === move);
    if (next) way.push(next);
  }
  return way;
}

/** The last choice that was made at a node by then; null: none yet. */
export function choiceAt(all: Replay, node: Grown, after: number): Step | null {
  const i = lastUpTo(node.chosen, after - 1);
  return i < 0 ? null : all.steps[node.chosen[i]];
}
