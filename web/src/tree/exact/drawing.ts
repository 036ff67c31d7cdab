// drawing.ts: a searched tree as it is drawn after a step: of a large one the way to where the search stands, with what
// lies beside it.
import { t } from '../../i18n';
import type { DrawnNode } from '../layout';
import { bestAt, isCut, isEntered, isLeft, partOf, rankAt, valueText, figure, whyOf, windowAt, windowText, type Searched, type SearchedNode } from './searched';

const WHOLE = 75; // nodes: a tree that has no more is drawn whole
const WIDEST = 12; // children of a node, in a larger one

const SHAPES = { MAX: 'max', MIN: 'min', CHANCE: 'chance', leaf: 'leaf' } as const;

/** The nodes in the accent: the way to the step's node; at the end the line of best play. */
export function pathAt(tree: Searched, at: number, now: number): SearchedNode[] {
  const step = tree.steps.get(at), root = tree.nodes.get(0)!;
  if (!step) return [];
  if (at < tree.last) return tree.way(tree.nodes.get(step.node)!);
  const line = [root];
  for (let best = bestAt(tree, root, now); best; best = bestAt(tree, best, now)) line.push(best);
  return line;
}

function linesOf(tree: Searched, node: SearchedNode, now: number, written: boolean): string[] {
  if (node.kind === 'leaf') return written || node.number === null ? [] : [isEntered(node, now) || isCut(tree, node, now) ? valueText(node) : '·'];
  if (!isEntered(node, now)) return [];
  const window = isLeft(node, now) ? node.window : windowAt(tree, node, now);
  const best = bestAt(tree, node, now);
  const value = isLeft(node, now) ? valueText(node) : best ? t('exact.soFar', { value: valueText(best).replace(/^[≤≥] /, '') }) : t('exact.none');
  return window ? [value, windowText(window)] : [value];
}

/** What of a large tree is drawn: the path, the way to the chosen node, the children of both, then from the top. */
function chosenPart(tree: Searched, ways: SearchedNode[][]): Set<SearchedNode> {
  const kept = new Set<SearchedNode>([tree.nodes.get(0)!]);
  const must = new Set(ways.flat());
  const addChildren = (node: SearchedNode) => {
    const all = tree.children(node), first = all.findIndex((child) => must.has(child));
    const from = Math.max(0, Math.min(first - WIDEST / 2, all.length - WIDEST));
    all.forEach((child, i) => { if (must.has(child) || (i >= from && i < from + WIDEST)) kept.add(child); });
  };
  for (const node of must) { kept.add(node); addChildren(node); }
  if (kept.size === 1) addChildren(tree.nodes.get(0)!);
  for (const node of kept) if (must.size < 2 && kept.size < WHOLE / 2) addChildren(node);
  return kept;
}

export function drawnAt(tree: Searched, at: number, now: number, chosen: SearchedNode | null, written: boolean): DrawnNode {
  const path = pathAt(tree, at, now), on = new Set(path), here = at < tree.last ? path[path.length - 1] : null;
  const part = tree.answer.node_count <= WHOLE ? null : chosenPart(tree, [path, chosen ? tree.way(chosen) : []]);
  const draw = (node: SearchedNode): DrawnNode => {
    const all = tree.children(node), shown = part ? all.filter((child) => part.has(child)) : all;
    const children = shown.map(draw);
    if (shown.length && shown.length < all.length) children.push({ id: `${node.id}/+`, label: `+${all.length - shown.length}`, lines: [], shape: 'more', children: [] });
    const rank = node.parent !== null && isEntered(node, now) ? `${rankAt(tree, node, now)}.` : '';
    return {
      id: String(node.id), children, shape: SHAPES[node.kind],
      label: written && node.kind === 'leaf' ? figure(node.number!) : node.parent === null ? (node.kind === 'CHANCE' ? t('exact.chance') : node.kind) : written ? tree.way(node).slice(1).map((one) => one.child).join('.') : node.move ?? '',
      lines: linesOf(tree, node, now, written), title: whyOf(tree, node, now),
      edge: [rank, partOf(tree, node)].filter(Boolean).join(' ') || undefined,
      state: node === here ? 'new' : on.has(node) ? 'path' : isCut(tree, node, now) ? 'cut' : 'plain',
    };
  };
  return draw(tree.nodes.get(0)!);
}
