// searched.ts: a tree that minimax or alpha-beta went through, as it stood after any step. Everything here follows from
// what the engine told of nodes: when each was entered and left, with which window and value.
import { number, t } from '../../i18n';

export interface SearchedNode {
  id: number; parent: number | null; child: number | null; move?: string | null; kind: 'MAX' | 'MIN' | 'CHANCE' | 'leaf';
  weight?: number | null; number: number | null; value: number | null; bound: 'exact' | 'upper' | 'lower' | null;
  window: Ends | null; entered: number | null; left: number | null; best: number | null;
  because: number | null; proof: number | null; reason: string; said?: string | null;
}
export type Ends = [number | null, number | null];
export interface TreeStep { step: number; event: number; node: number; kind: 'enter' | 'leave' | 'leaf'; cut: boolean; text: string }
export interface TreeAnswer {
  value: number; leaves: number; visited: number; search: string; order: string | null; root: string; pv: string[]; depth: number; cuts: number;
  node_count: number; nodes_visited: number; step_count: number; steps: TreeStep[]; next_cut: number | null; nodes: SearchedNode[];
}

/** What is known of a tree so far: of a large one the parts that were asked for. */
export class Searched {
  nodes = new Map<number, SearchedNode>();
  steps = new Map<number, TreeStep>();
  private below = new Map<number, SearchedNode[]>();
  constructor(readonly answer: TreeAnswer) { this.add(answer); }

  add(part: TreeAnswer): void {
    for (const step of part.steps) this.steps.set(step.step, step);
    for (const node of part.nodes) {
      if (this.nodes.has(node.id)) continue; // one object a node
      if (node.parent !== null) {
        const siblings = this.below.get(node.parent) ?? [];
        siblings.push(node);
        this.below.set(node.parent, siblings);
      }
      this.nodes.set(node.id, node);
    }
    for (const siblings of this.below.values()) siblings.sort((a, b) => a.id - b.id);
  }

  get last(): number { return this.answer.step_count; }
  get windows(): boolean { return this.answer.order !== null; }
  children(node: SearchedNode): SearchedNode[] { return this.below.get(node.id) ?? []; }

  /** From the root to the node. */
  way(node: SearchedNode): SearchedNode[] {
    const way = [node];
    for (let one = node; one.parent !== null; way.unshift(one)) one = this.nodes.get(one.parent)!;
    return way;
  }
}

/** How many enterings and leavings there are up to a step; 0: none yet. */
export const clockAt = (tree: Searched, at: number): number => (at === 0 ? 0 : (tree.steps.get(at)?.event ?? -1) + 1);

export const isEntered = (node: SearchedNode, now: number) => node.entered !== null && node.entered < now;
export const isLeft = (node: SearchedNode, now: number) => node.left !== null && node.left < now;
/** Never looked at, and that is certain by now. */
export const isCut = (tree: Searched, node: SearchedNode, now: number) =>
  node.entered === null && node.because !== null && tree.nodes.has(node.because) && isLeft(tree.nodes.get(node.because)!, now);

/** The child whose value a node has: the first of the best that were left by then. */
export function bestAt(tree: Searched, node: SearchedNode, now: number): SearchedNode | null {
  if (node.kind === 'CHANCE') return null;
  const sign = node.kind === 'MIN' ? -1 : 1;
  let best: SearchedNode | null = null;
  for (const child of tree.children(node).filter((one) => isLeft(one, now)).sort((a, b) => a.left! - b.left!))
    if (!best || sign * child.value! > sign * best.value!) best = child;
  return best;
}

/** MAX raises alpha, MIN lowers beta, to what the best child brought. */
export function windowAt(tree: Searched, node: SearchedNode, now: number): Ends | null {
  if (!node.window) return null;
  const [alpha, beta] = node.window, best = bestAt(tree, node, now);
  if (!best) return [alpha, beta];
  if (node.kind === 'MAX') return [alpha === null ? best.value : Math.max(alpha, best.value!), beta];
  return [alpha, beta === null ? best.value : Math.min(beta, best.value!)];
}

/** Where children come in the order in which they were looked at, from 1. */
export function rankAt(tree: Searched, node: SearchedNode, now: number): number {
  const siblings = node.parent === null ? [node] : tree.children(tree.nodes.get(node.parent)!);
  return siblings.filter((one) => isEntered(one, now) && one.entered! <= node.entered!).length;
}

/** Nodes entered by then: who entered and is not left yet lies on the way to where the search stands. */
export const enteredAt = (now: number, open: number): number => (now + open) / 2;

// --- words ------------------------------------------------------------------------------------------------------------

export const figure = (value: number): string => number(value, Number.isInteger(value) ? 0 : 2).replace(/([.,]\d*?)0+$/, '$1').replace(/[.,]$/, '');
export const endText = (end: number | null, sign: '−' | '+'): string => (end === null ? `${sign}∞` : figure(end));
export const windowText = (ends: Ends): string => `(${endText(ends[0], '−')}, ${endText(ends[1], '+')})`;
const SIGNS = { exact: '', upper: '≤ ', lower: '≥ ' };
const said = (node: SearchedNode): string => node.said?.replace(/-(?=\w)/g, '\u2212') ?? figure(node.value ?? node.number!);
export const valueText = (node: SearchedNode): string => SIGNS[node.bound ?? 'exact'] + said(node);

/** "2.1": the way there by numbers of children, in a game by its moves, "b2 a1"; "the root". */
export const nameOf = (tree: Searched, node: SearchedNode): string =>
  node.parent === null ? t('exact.root') : tree.way(node).slice(1).map((one) => one.move ?? one.child).join(node.move ? ' ' : '.');
const who = (tree: Searched, node: SearchedNode): string => t('exact.at', { who: node.kind === 'CHANCE' ? t('exact.chance') : node.kind, name: nameOf(tree, node) });

/** The two facts that make a cut. */
function factsOf(tree: Searched, node: SearchedNode): string {
  const max = node.kind === 'MAX', owner = node.because === null ? null : tree.nodes.get(node.because), proof = node.proof === null ? null : tree.nodes.get(node.proof);
  const gets = t(node.bound === 'exact' ? 'exact.gets' : max ? 'exact.getsMore' : 'exact.getsLess', { who: node.kind, value: said(node) });
  const has = owner && proof ? t('exact.has', { who: max ? 'MIN' : 'MAX', value: figure((max ? node.window![1] : node.window![0])!), at: nameOf(tree, owner), from: nameOf(tree, proof) }) : '';
  return `${gets}${has}: ${said(node)} ${max ? '≥ β' : '≤ α'}`;
}

const sparedBy = (tree: Searched, node: SearchedNode) => tree.children(node).filter((child) => child.entered === null).length;

/** Why a node was left, or never looked at. */
export function whyOf(tree: Searched, node: SearchedNode, now: number): string {
  const name = `${who(tree, node)}: `;
  if (node.entered === null || !isEntered(node, now)) {
    const by = isCut(tree, node, now) ? tree.nodes.get(node.because!)! : null;
    return by ? `${t('exact.leafOr', { name: nameOf(tree, node) })}: ${t('exact.never', { at: nameOf(tree, by) })} ${factsOf(tree, by)}.` : `${t('exact.leafOr', { name: nameOf(tree, node) })}: ${t('exact.notYet')}`;
  }
  if (node.kind === 'leaf') return t('exact.leaf', { name: nameOf(tree, node), value: said(node) });
  if (!isLeft(node, now)) return name + t('exact.open');
  if (node.reason === 'cut') return name + (sparedBy(tree, node) ? `${t('exact.cut')} ` : '') + factsOf(tree, node) + (sparedBy(tree, node) ? '' : t('exact.noneLeft')) + '.';
  return name + t(node.kind === 'CHANCE' ? 'exact.mean' : 'exact.all');
}

function toldParent(tree: Searched, node: SearchedNode, event: number): string {
  if (node.parent === null) return '';
  const parent = tree.nodes.get(node.parent)!;
  if (parent.kind === 'CHANCE') return ` ${t('exact.counts', { who: who(tree, parent), part: partOf(tree, node) })}`;
  const best = bestAt(tree, parent, event + 1)!, before = windowAt(tree, parent, event), after = windowAt(tree, parent, event + 1);
  const turned = before && after ? (before[0] !== after[0] ? t('exact.newAlpha') : before[1] !== after[1] ? t('exact.newBeta') : '') : '';
  return ` ${t(best === node ? 'exact.nowHas' : 'exact.keeps', { who: who(tree, parent), value: said(best) })}${turned}.`;
}

/** A step in one sentence, or two. */
export function tellStep(tree: Searched, step: TreeStep): string {
  const node = tree.nodes.get(step.node)!;
  if (step.kind === 'enter') {
    const window = node.window ? t('exact.withWindow', { window: windowText(node.window) }) : '';
    return `${t(node.parent === null ? 'exact.begins' : 'exact.entered', { who: who(tree, node) })}${window}.`;
  }
  if (step.kind === 'leaf') return t('exact.leaf', { name: nameOf(tree, node), value: said(node) }) + toldParent(tree, node, step.event);
  const left = t(node.kind === 'CHANCE' ? 'exact.leftMean' : 'exact.left', { who: who(tree, node), value: valueText(node) });
  const spared = sparedBy(tree, node);
  const cut = step.cut ? ` ${t(spared === 1 ? 'exact.sparedOne' : 'exact.spared', { n: spared })} ${factsOf(tree, node)}.` : '';
  return left + cut + toldParent(tree, node, step.event);
}

export function partOf(tree: Searched, node: SearchedNode): string {
  if (!node.weight || node.parent === null) return '';
  const siblings = tree.children(tree.nodes.get(node.parent)!);
  return `${node.weight}/${siblings.reduce((sum, one) => sum + (one.weight ?? 0), 0)}`;
}
