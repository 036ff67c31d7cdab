// treeWalk.tsx: minimax and alpha-beta on the tree of a lesson, step by step. The engine's counts are compared with it in a test.
import { edgeTo, layOut, LINE, outlineOf, textTop, type DrawnNode } from '../tree/layout';
import { say, type Both } from './lesson';

type Tree = number | Tree[];
interface Event { way: string; enters: boolean; alpha: number; beta: number; value: number; cut: boolean }

export const readTree = (text: string): Tree =>
  JSON.parse(text.replace(/ [XO]$/, '').replace(/\(/g, '[').replace(/\)/g, ']').replace(/\]\s*\[/g, '],[').replace(/([\d\]])\s+(?=[\d[-])/g, '$1,'));

/** Every entering and leaving of a node, in order; MAX moves at the root. */
export function eventsOf(text: string, cuts: boolean): Event[] {
  const out: Event[] = [];
  const visit = (node: Tree, way: string, max: boolean, alpha: number, beta: number): number => {
    out.push({ way, enters: true, alpha, beta, value: NaN, cut: false });
    let value = typeof node === 'number' ? node : max ? -Infinity : Infinity, [a, b] = [alpha, beta], cut = false;
    if (typeof node !== 'number')
      for (const [i, child] of node.entries()) {
        const found = visit(child, way ? `${way}.${i + 1}` : String(i + 1), !max, cuts ? a : -Infinity, cuts ? b : Infinity);
        value = max ? Math.max(value, found) : Math.min(value, found);
        if (max) a = Math.max(a, value);
        else b = Math.min(b, value);
        cut = cuts && a >= b && i < node.length - 1;
        if (cut) break;
      }
    out.push({ way, enters: false, alpha: a, beta: b, value, cut });
    return value;
  };
  visit(readTree(text), '', true, -Infinity, Infinity);
  return out;
}

const figure = (value: number): string => (Math.abs(value) === Infinity ? (value < 0 ? '−∞' : '∞') : String(value).replace('-', '−'));

export function treePicture(text: string, cuts: boolean, step: number) {
  const done = eventsOf(text, cuts).slice(0, step), last = done[done.length - 1];
  const make = (node: Tree, way: string, max: boolean, gone: boolean): DrawnNode => {
    const left = done.find((one) => one.way === way && !one.enters), entered = done.find((one) => one.way === way);
    const leaf = typeof node === 'number';
    const lines = cuts && entered && !leaf ? [`(${figure((left ?? entered).alpha)}, ${figure((left ?? entered).beta)})`] : [];
    return {
      id: way, label: left ? figure(left.value) : leaf ? figure(node) : entered ? '…' : '', lines: leaf || lines.length || !cuts ? lines : [' '], shape: leaf ? 'leaf' : max ? 'max' : 'min',
      state: gone ? 'cut' : last?.way === way ? 'path' : entered ? 'plain' : 'new',
      children: leaf ? [] : node.map((child, i) => {
        const below = way ? `${way}.${i + 1}` : String(i + 1);
        return make(child, below, !max, gone || Boolean(left?.cut && !done.some((one) => one.way === below)));
      }),
    };
  };
  const { nodes, width, height } = layOut(make(readTree(text), '', true, false));
  return (
    <svg class="tree-room lesson-tree" viewBox={`-10 -10 ${width + 20} ${height + 20}`} data-value={done.find((one) => one.way === '' && !one.enters)?.value ?? ''}
      data-leaves={done.filter((one) => !one.enters && typeof at(readTree(text), one.way) === 'number').length} data-cuts={done.filter((one) => one.cut).length}>
      {nodes.filter((one) => one.parent).map((one) => <path key={one.node.id} class={`edge ${one.node.state}`} d={edgeTo(one)} />)}
      {nodes.map((one) => (
        <g key={one.node.id} class={`node ${one.node.shape} ${one.node.state}`} data-way={one.node.id}>
          <path class="shape" d={outlineOf(one)} />
          <text class="name" x={one.x} y={textTop(one)}>{one.node.label}</text>
          {one.node.lines.map((line, i) => <text key={i} x={one.x} y={textTop(one) + LINE * (i + 1)}>{line}</text>)}
        </g>
      ))}
    </svg>
  );
}

const at = (tree: Tree, way: string): Tree => (way ? way.split('.').reduce((node, i) => (node as Tree[])[Number(i) - 1], tree) : tree);

export function treeCaption(text: string, cuts: boolean, step: number): string {
  if (step === 0) return say(['The tree, before the search.', 'L’arbre, avant la recherche.']);
  const one = eventsOf(text, cuts)[step - 1], max = one.way === '' || one.way.split('.').length % 2 === 0;
  const node = one.way ? say(['node {way}', 'le nœud {way}'], { way: one.way }) : say(['the root', 'la racine']);
  if (one.enters) return say(['It enters {node}.', 'Elle entre dans {node}.'], { node });
  if (typeof at(readTree(text), one.way) === 'number') return say(['It reads the leaf: {value}.', 'Elle lit la feuille : {value}.'], { value: figure(one.value) });
  const words: Both = one.cut ? ['A cut at {node}: its value {value} is outside the window, whatever comes.', 'Une coupe : {node} vaut {value}, hors de la fenêtre, quoi qu’il suive.']
    : max ? ['It leaves {node} with the largest value, {value}.', 'Elle quitte {node} avec la plus grande valeur, {value}.'] : ['It leaves {node} with the smallest value, {value}.', 'Elle quitte {node} avec la plus petite valeur, {value}.'];
  return say(words, { node, value: figure(one.value) });
}

export const TREES = ['((3 12 8)(2 4 6)(14 5 2))', '((3 5)(2 9)(0 7))', '(((5 6)(7 4))((3 8)(1 2)))', '((14 5 2)(2 4 6)(3 12 8))'];
