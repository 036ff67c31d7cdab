// fibonacci.tsx: the tree of calls, growing as the machine makes them.
import { number } from '../i18n';
import { say, type Figures, type Lesson } from './lesson';

interface Node { n: number; parent: number; depth: number; place: number }
interface Frame { node: number; open: number; value?: number }

const WIDE = 26, HIGH = 46, LEAST = 260;
const SMALL = 34; // letters are at least this part of the width: ten pixels on a phone

function picture({ frames, tree, n }: Figures, step: number) {
  const nodes: Node[] = tree, seen: Frame[] = frames.slice(0, step + 1);
  const values = new Map(seen.filter((one) => one.value !== undefined).map((one) => [one.node, one.value!]));
  const called = new Set(seen.map((one) => one.node));
  const known = new Set<number>(); // of which another call has been made before
  const again = new Set([...called].filter((i) => { const twice = known.has(nodes[i].n); known.add(nodes[i].n); return twice && nodes[i].n > 1; }));
  const width = Math.max(LEAST, WIDE * Math.max(...nodes.map((one) => one.place + 0.5)));
  const letters = Math.max(12, width / SMALL), radius = Math.min(WIDE / 2 - 0.5, letters * 0.8);
  const [x, y] = [(one: Node) => one.place * WIDE, (one: Node) => 16 + one.depth * HIGH];
  return (
    <svg class="calls" viewBox={`0 0 ${width} ${HIGH * n + 18}`} data-called={called.size} data-open={frames[step].open}>
      {nodes.map((one, i) => one.parent >= 0 && <line key={i} class={called.has(i) ? 'edge' : 'edge faint'} x1={x(nodes[one.parent])} y1={y(nodes[one.parent])} x2={x(one)} y2={y(one)} />)}
      {nodes.map((one, i) => {
        const state = !called.has(i) ? 'faint' : values.has(i) ? 'done' : 'open';
        return (
          <g key={i} class={`box ${state} ${i === frames[step].node ? 'now' : ''} ${again.has(i) ? 'again' : ''}`} data-node={i} data-n={one.n} data-state={state}>
            <circle cx={x(one)} cy={y(one)} r={radius} />
            {called.has(i) && <text x={x(one)} y={y(one) + letters / 3} style={{ fontSize: `${letters}px` }} text-anchor="middle">{one.n}</text>}
            {values.has(i) && <text class="value" x={x(one)} y={y(one) + radius + letters * 0.75} style={{ fontSize: `${letters * 0.85}px` }} text-anchor="middle">={number(values.get(i)!)}</text>}
          </g>
        );
      })}
    </svg>
  );
}

function caption({ frames, tree }: Figures, step: number) {
  const { node, open, value }: Frame = frames[step];
  const made = new Set(frames.slice(0, step + 1).map((one) => one.node)).size;
  return value === undefined
    ? say(['Call {made}: f({n}). Open calls: {open}.', 'Appel {made} : f({n}). Appels ouverts : {open}.'], { made, n: tree[node].n, open })
    : say(['f({n}) = {value} comes back. Open calls: {open}.', 'f({n}) = {value} revient. Appels ouverts : {open}.'], { n: tree[node].n, value, open });
}

export const fibonacci: Lesson = {
  name: 'fibonacci',
  group: 'recursion',
  title: ['Fibonacci: the tree of calls', 'Fibonacci : l’arbre des appels'],
  summary: ['A function that calls itself twice, and repeats itself', 'Une fonction qui s’appelle deux fois, et se répète'],
  icon: <><path class="ink" d="M32 8 16 22M32 8l16 14M16 22 8 34m8-12 8 12" /><circle class="fill" cx="32" cy="7" r="5" /><circle class="soft" cx="16" cy="21" r="5" /><circle class="soft" cx="48" cy="21" r="5" /><circle class="soft" cx="8" cy="34" r="4" /><circle class="soft" cx="24" cy="34" r="4" /></>,
  text: [
    ['Here a call makes two calls, so that the calls form a tree. The machine goes through it depth first, left before right:',
      'Ici un appel en fait deux, si bien que les appels forment un arbre. La machine le parcourt en profondeur, la gauche avant la droite :'],
    ['= f(0) = 0     f(1) = 1\nf(n) = f(n - 1) + f(n - 2)', '= f(0) = 0     f(1) = 1\nf(n) = f(n - 1) + f(n - 2)'],
    ['The number in a circle is n. A dashed circle is an f(n) that had been called before: work done again. For f(n) there are 2 f(n + 1) - 1 calls, each n costs 1.6 times the one before, and yet only n + 1 of them are different.',
      'Le nombre dans un cercle est n. Un cercle en tirets est un f(n) déjà appelé : du travail refait. Pour f(n) il y a 2 f(n + 1) - 1 appels, chaque n coûte 1,6 fois le précédent, et pourtant seuls n + 1 sont différents.'],
    ['Who writes results down works out every f(k) once. Game trees are like this: different moves lead to the same position, and the note-book is the transposition table.',
      'Qui note les résultats calcule chaque f(k) une seule fois. Les arbres de jeu sont ainsi : des coups différents mènent à la même position, et le carnet est la table de transposition.'],
  ],
  controls: [{ option: 'n', label: ['n', 'n'], usual: '5', low: 2, high: 7 }],
  tempo: 500,
  picture,
  caption,
  questions: [
    {
      ask: ['How many times is f(2) called on the way to f(6)? And f(1)?', 'Combien de fois f(2) est-elle appelée pour f(6) ? Et f(1) ?'],
      answer: ['f(2) 5 times, f(1) 8 times: these are Fibonacci numbers again. In all there are 25 calls.', 'f(2) 5 fois, f(1) 8 fois : ce sont encore des nombres de Fibonacci. En tout 25 appels.'],
      holds: [[5, { n: 6 }, 'calls_of.2'], [8, { n: 6 }, 'calls_of.1'], [25, { n: 6 }, 'calls']],
    },
    {
      ask: ['The tree of f(7) has 41 nodes. How many calls are open at once at most?', 'L’arbre de f(7) a 41 nœuds. Combien d’appels sont ouverts à la fois au plus ?'],
      answer: ['7: down the left side from f(7) to f(1). Of 41 calls only one path is in memory, and this is why depth-first search needs little of it.', '7 : le long du bord gauche de f(7) à f(1). De 41 appels seul un chemin est en mémoire, et voilà pourquoi la recherche en profondeur en demande peu.'],
      holds: [[41, { n: 7 }, 'calls'], [7, { n: 7 }, 'n']],
    },
    {
      ask: ['f(30) takes 2692537 calls. How many does a program take that looks into a note-book first?', 'f(30) demande 2692537 appels. Combien pour un programme qui regarde d’abord dans un carnet ?'],
      answer: ['59: each f(k) from 2 to 30 makes two calls once, and one begins it all: 2 · 29 + 1, instead of 2692537. The answer is the same: 832040.', '59 : chaque f(k) de 2 à 30 fait deux appels une seule fois, et un premier commence : 2 · 29 + 1, au lieu de 2692537. La réponse est la même : 832040.'],
      holds: [[2692537, { n: 30 }, 'calls'], [832040, { n: 30 }, 'value']],
    },
  ],
};
