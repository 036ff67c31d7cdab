// examples.ts: traces to try: right ones, and what programs with one fault each print.

type Node = number | Node[];
type Fault = 'kept' | 'open' | 'swap' | 'sign' | 'max' | 'leaf' | 'late' | 'early' | 'skip' | 'zero' | 'last' | 'print';
interface Style { fault?: Fault; negamax?: boolean; minimax?: boolean; tree?: string }

const TREE = '((3 12 8)(2 4 6)(14 5 2))', NEGATIVE = '((-3 -7)(-9 -2 -4)(-8 -1))', DEEP = '((5 (6 9) 7)((8 3) 4)((1 6) (2 9)))';

const read = (text: string): Node =>
  JSON.parse(text.replace(/\(/g, '[').replace(/\)/g, ']').replace(/\]\s*\[/g, '],[').replace(/([\d\]])\s+(?=[\d[-])/g, '$1,'));

const figure = (value: number): string => (Math.abs(value) === Infinity ? (value < 0 ? '-inf' : 'inf') : String(value));

/** A student's program: alpha-beta as minimax or negamax, or minimax alone, with one fault or none. */
function trace({ fault, negamax = false, minimax = false, tree = TREE }: Style): string {
  const out = [`tree ${tree}`, `search ${minimax ? 'minimax' : 'alphabeta'}`, `values ${negamax ? 'mover' : 'max'}`];
  const show = (ply: number, move: string, a: number, b: number, value?: number) =>
    out.push([ply, move, minimax ? '-' : figure(a), minimax ? '-' : figure(b), value === undefined ? '?' : figure(value)].join(' '));
  const visit = (node: Node, a: number, b: number, ply: number, move: string): number => {
    const max = negamax || fault === 'max' || ply % 2 === 0, [low, high] = [a, b];
    show(ply, move, a, b);
    let best = fault === 'zero' ? 0 : max ? -Infinity : Infinity, found = best;
    if (typeof node === 'number') best = (negamax && ply % 2 ? -node : node) + (fault === 'leaf' && node === 8 ? 1 : 0);
    else for (const [i, child] of node.entries()) {
      if (fault === 'skip' && i === node.length - 1 && i > 1) break;
      const [x, y] = fault === 'open' && ply > 0 && i === 0 ? [-Infinity, Infinity] : fault === 'kept' ? [low, high] : [a, b];
      const [p, q] = !negamax ? [x, y] : fault === 'swap' ? [-x, -y] : [-y, -x];
      found = visit(child, p, q, ply + 1, String(i + 1));
      if (negamax && fault !== 'sign') found = -found;
      best = max ? Math.max(best, found) : Math.min(best, found);
      if (max) a = Math.max(a, best);
      else b = Math.min(b, best);
      if (!minimax && fault !== 'late' && (fault === 'early' ? a >= b - 6 : a >= b)) {
        if (fault === 'print') return best;
        break;
      }
    }
    if (fault === 'last' && typeof node !== 'number') best = found;
    show(ply, move, low, high, best);
    return best;
  };
  visit(read(tree), -Infinity, Infinity, 0, '-');
  return `${out.join('\n')}\n`;
}

const TICTACTOE = `game tictactoe
position XX./OO./... X
values root
win 10-ply
0 - - - ?
1 c3 - - ?
2 c2 - - ?
3 a1 - - ?
`;

const MADE: Record<string, Style> = {
  right: {}, negamax: { negamax: true }, minimax: { minimax: true },
  kept: { fault: 'kept' }, open: { fault: 'open', tree: DEEP }, swap: { fault: 'swap', negamax: true }, sign: { fault: 'sign', negamax: true }, max: { fault: 'max', minimax: true },
  leaf: { fault: 'leaf' }, late: { fault: 'late' }, early: { fault: 'early' }, skip: { fault: 'skip', minimax: true }, zero: { fault: 'zero', tree: NEGATIVE },
  last: { fault: 'last', minimax: true }, print: { fault: 'print' },
};

/** Their names, the right ones first. */
export const EXAMPLES = [...Object.keys(MADE), 'end'];
export const RIGHT = 3;

export const example = (name: string): string | null => (name === 'end' ? TICTACTOE : Object.keys(MADE).includes(name) ? trace(MADE[name]) : null);
