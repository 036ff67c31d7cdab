// pick.ts: which nodes of a large tree are worth drawing: those that must be, then the most visited.

/** The nodes that are shown: at most `budget` of them and `width` below each, beside those that must be (with all above them). */
export function pick<T>(root: T, kids: (node: T) => T[], weight: (node: T) => number, must: (node: T) => boolean, budget: number, width: number): Set<T> {
  const kept = new Set<T>(), below = new Map<T, number>(), waiting: { node: T; parent: T; weight: number }[] = [];
  const keep = (node: T, parent: T | null) => {
    kept.add(node);
    if (parent !== null) below.set(parent, (below.get(parent) ?? 0) + 1);
    for (const child of kids(node)) if (must(child)) keep(child, node); else waiting.push({ node: child, parent: node, weight: weight(child) });
  };
  keep(root, null);
  while (kept.size < budget) {
    let best = -1;
    for (let i = 0; i < waiting.length; i++) {
      if ((below.get(waiting[i].parent) ?? 0) >= width || waiting[i].weight <= 0) continue;
      if (best < 0 || waiting[i].weight > waiting[best].weight) best = i;
    }
    if (best < 0) break;
    const [{ node, parent }] = waiting.splice(best, 1);
    keep(node, parent);
  }
  return kept;
}

/** How many nodes can be read at once on this screen, and how many of them side by side below one. */
export const roomFor = (): { nodes: number; below: number } =>
  innerWidth < 500 ? { nodes: 7, below: 2 } : innerWidth < 1180 ? { nodes: 10, below: 3 } : { nodes: 14, below: 4 };
