// treeWalk.tsx: minimax and alpha-beta on the tree of a lesson, step by step as the engine has searched it.
import { edgeTo, layOut, LINE, outlineOf, textTop, type DrawnNode } from '../tree/layout';
import { figure, say, type Both, type Figures } from './lesson';

type Window = [number | null, number | null];
interface Node { parent: number; kind: 'MAX' | 'MIN' | 'leaf'; number: number | null }
interface Frame { node: number; kind: 'enter' | 'leaf' | 'leave'; value: number | null; cut: boolean; window: Window | null; above: Window | null }

const interval = ([alpha, beta]: Window): string => `(${alpha === null ? '−∞' : figure(alpha)}, ${beta === null ? '∞' : figure(beta)})`;

/** The way to a node by numbers of children: 2.1 is the first child of the root's second. */
function wayTo(nodes: Node[], id: number): string {
  const { parent } = nodes[id];
  if (parent < 0) return '';
  const place = nodes.slice(0, id).filter((one) => one.parent === parent).length + 1;
  return parent === 0 ? String(place) : `${wayTo(nodes, parent)}.${place}`;
}

/** What is known of each node after so many steps. */
function knownAfter(frames: Frame[], nodes: Node[], step: number) {
  const known = nodes.map(() => ({ entered: false, value: null as number | null, cut: false, window: null as Window | null }));
  for (const { node, value, cut, window, above } of frames.slice(0, step)) {
    Object.assign(known[node], { entered: true, value, cut, window });
    if (above) known[nodes[node].parent].window = above;
  }
  return known;
}

export const treeCount = ({ frames }: Figures): number => frames.length + 1;

export function treePicture({ nodes, frames, order }: Figures, step: number) {
  const known = knownAfter(frames, nodes, step), done: Frame[] = frames.slice(0, step), now = done[step - 1]?.node;
  const make = (id: number, gone: boolean): DrawnNode => {
    const { kind, number } = (nodes as Node[])[id], { entered, value, cut, window } = known[id], leaf = kind === 'leaf';
    const below = (nodes as Node[]).flatMap((one, child) => (one.parent === id ? [child] : []));
    return {
      id: wayTo(nodes, id), label: leaf ? figure(number!) : value !== null ? figure(value) : entered ? '…' : '',
      lines: leaf || !order ? [] : [window ? interval(window) : ' '], shape: leaf ? 'leaf' : kind === 'MAX' ? 'max' : 'min',
      state: gone ? 'cut' : id === now ? 'path' : entered ? 'plain' : 'new',
      children: below.map((child) => make(child, gone || (cut && !known[child].entered))),
    };
  };
  const { nodes: placed, width, height } = layOut(make(0, false));
  return (
    <svg class="tree-room lesson-tree" viewBox={`-10 -10 ${width + 20} ${height + 20}`} data-value={known[0].value ?? ''}
      data-leaves={done.filter((one) => one.kind === 'leaf').length} data-cuts={done.filter((one) => one.cut).length}>
      {placed.filter((one) => one.parent).map((one) => <path key={one.node.id} class={`edge ${one.node.state}`} d={edgeTo(one)} />)}
      {placed.map((one) => (
        <g key={one.node.id} class={`node ${one.node.shape} ${one.node.state}`} data-way={one.node.id}>
          <path class="shape" d={outlineOf(one)} />
          <text class="name" x={one.x} y={textTop(one)}>{one.node.label}</text>
          {one.node.lines.map((line, i) => <text key={i} x={one.x} y={textTop(one) + LINE * (i + 1)}>{line}</text>)}
        </g>
      ))}
    </svg>
  );
}

export function treeCaption({ nodes, frames }: Figures, step: number): string {
  if (step === 0) return say(['The tree, before the search.', 'L’arbre, avant la recherche.']);
  const one: Frame = frames[step - 1], way = wayTo(nodes, one.node), value = one.value === null ? '' : figure(one.value);
  const node = way ? say(['node {way}', 'le nœud {way}'], { way }) : say(['the root', 'la racine']);
  if (one.kind === 'enter') return say(['It enters {node}.', 'Elle entre dans {node}.'], { node });
  if (one.kind === 'leaf') return say(['It reads the leaf: {value}.', 'Elle lit la feuille : {value}.'], { value });
  const words: Both = one.cut ? ['A cut at {node}: its value {value} is outside the window, whatever comes.', 'Une coupe : {node} vaut {value}, hors de la fenêtre, quoi qu’il suive.']
    : nodes[one.node].kind === 'MAX' ? ['It leaves {node} with the largest value, {value}.', 'Elle quitte {node} avec la plus grande valeur, {value}.']
      : ['It leaves {node} with the smallest value, {value}.', 'Elle quitte {node} avec la plus petite valeur, {value}.'];
  return say(words, { node, value });
}

export const TREES = ['((3 12 8)(2 4 6)(14 5 2))', '((3 5)(2 9)(0 7))', '(((5 6)(7 4))((3 8)(1 2)))', '((14 5 2)(2 4 6)(3 12 8))'];
