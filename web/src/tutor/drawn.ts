// drawn.ts: what the tutor found, as a tree to draw: the program's numbers, and beside the wrong one what it should be.
import { t } from '../i18n';
import type { DrawnNode } from '../tree/TreeDrawing';

type Figure = number | 'inf' | '-inf';
export interface TutoredNode {
  id: number; parent: number | null; way: string; move: string | null; ply: number; kind: 'max' | 'min' | 'leaf';
  line: number; left?: number; alpha?: Figure; beta?: Figure; value?: Figure; cut?: boolean;
}
export interface Tutored {
  right: boolean; search: string; values: string; values_said: boolean; entered: number; leaves: number; cuts: number; went_on: number; value: Figure | null;
  fault: { line: number; kind: string; sentence: string; id?: number; node?: string; alpha?: Figure; beta?: Figure; value?: Figure } | null;
  nodes: TutoredNode[]; more: number;
}

const figure = (value: Figure): string => (value === 'inf' ? '∞' : value === '-inf' ? '−∞' : String(value).replace('-', '−'));
const windowOf = (alpha: Figure, beta: Figure): string => `(${figure(alpha)}, ${figure(beta)})`;

/** The root of the drawing; null where no node was entered. */
export function drawn({ nodes, fault }: Tutored): DrawnNode | null {
  const made = new Map<number, DrawnNode>();
  const way = new Set<number>();
  for (let at = nodes.find((one) => one.id === fault?.id); at; at = nodes.find((one) => one.id === at!.parent)) way.add(at.id);
  for (const node of nodes) {
    const wrong = node.id === fault?.id;
    const value = node.value === undefined ? '…' : figure(node.value);
    const lines = node.alpha === undefined ? [] : [windowOf(node.alpha, node.beta!)];
    if (wrong && fault!.alpha !== undefined) lines.push(t('tutor.should', { what: windowOf(fault!.alpha, fault!.beta!) }));
    if (wrong && fault!.value !== undefined) lines.push(t('tutor.should', { what: figure(fault!.value) }));
    const one: DrawnNode = {
      id: String(node.id), label: wrong ? `✗ ${value}` : value, lines, shape: node.kind, state: way.has(node.id) ? 'path' : 'plain', edge: node.move ?? undefined,
      title: t('tutor.nodeTitle', { node: node.way || t('tutor.root'), line: node.line }), children: [],
    };
    made.set(node.id, one);
    if (node.parent !== null) made.get(node.parent)?.children.push(one);
  }
  return made.get(0) ?? null;
}
