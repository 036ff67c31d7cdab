// depth.tsx: minimax to a depth: an opinion at the leaves instead of a result.
import { Cells, cellOf, stonesOf } from './cells';
import { say, type Figures, type Lesson } from './lesson';

interface Move { move: string; value: number; alike: number }
interface Example { position: string; x: number; o: number; f: number }
const figure = (value: number): string => (value > 0 ? `+${value}` : String(value).replace('-', '−'));

function picture({ moves, examples }: Figures, step: number) {
  const example: Example | undefined = step < 2 ? examples[step] : undefined, seen: Move[] = step < 2 ? [] : moves.slice(0, step - 2);
  const now = seen[seen.length - 1];
  return (
    <svg class="depth" viewBox="0 0 400 230" data-values={seen.map((one) => one.value).join(' ')} data-f={example?.f ?? ''}>
      <Cells cells={example ? stonesOf(example.position) : '.........'} words={Object.fromEntries(seen.map((one) => [cellOf(one.move), figure(one.value)]))} now={now && cellOf(now.move)} x={110} y={6} />
      {example && <text x="200" y="216" text-anchor="middle">F = {example.x} − {example.o} = {figure(example.f)}</text>}
      {now && <text x="200" y="216" text-anchor="middle">{now.move}: {figure(now.value)}</text>}
    </svg>
  );
}

function caption({ moves, examples, best, depth, leaves }: Figures, step: number) {
  if (step < 2) return say(['X can still complete {x} of the eight lines, O {o}: F is {f}.', 'X peut encore compléter {x} des huit lignes, O {o} : F vaut {f}.'], { ...examples[step], f: figure(examples[step].f) });
  if (step === 2)
    return say(depth === 1 ? ['Now X moves, and looks one ply ahead: {leaves} leaves.', 'Maintenant X joue, et regarde un demi-coup en avant : {leaves} feuilles.']
      : ['Now X moves, and looks {depth} plies ahead: {leaves} leaves.', 'Maintenant X joue, et regarde {depth} demi-coups en avant : {leaves} feuilles.'], { depth, leaves });
  const one: Move = moves[step - 3], end = step === moves.length + 2 ? ` ${say(['The best is {best}.', 'Le meilleur est {best}.'], { best })}` : '';
  return say(one.alike === 1 ? ['{move} is worth {value}; no other move is like it.', '{move} vaut {value} ; aucun autre coup ne lui ressemble.']
    : ['{move} is worth {value}; {alike} moves, itself among them, are alike but for turning the board.', '{move} vaut {value} ; {alike} coups, lui compris, se ressemblent en tournant le plateau.'], { ...one, value: figure(one.value) }) + end;
}

export const depth: Lesson = {
  name: 'depth',
  group: 'search',
  title: ['To a depth', 'Jusqu’à une profondeur'],
  summary: ['When the game is too long: stop, and ask an evaluation', 'Quand le jeu est trop long : s’arrêter, et demander une évaluation'],
  icon: <><path class="ink" d="M32 6 16 20M32 6l16 14M16 20 8 32M16 20l8 12" /><path class="bad" d="M4 34h56v2H4z" /></>,
  text: [
    ['Most games cannot be searched to the end. So minimax stops after some plies and takes, instead of a result, an opinion: a static evaluation.',
      'La plupart des jeux ne se cherchent pas jusqu’au bout. Minimax s’arrête donc après quelques demi-coups et prend, au lieu d’un résultat, une opinion : une évaluation statique.'],
    ['= F(board) = X(board) - O(board)', '= F(plateau) = X(plateau) - O(plateau)'],
    ['X(board) counts the lines that X can still complete, those without an O; O(board) the same for O. A finished game counts +100 or −100.',
      'X(plateau) compte les lignes que X peut encore compléter, celles sans O ; O(plateau) de même pour O. Une partie finie compte +100 ou −100.'],
    ['First the picture shows F of two boards, then the values of X’s first moves, as many plies deep as you choose.',
      'L’image montre d’abord F de deux plateaux, puis les valeurs des premiers coups de X, à la profondeur de votre choix.'],
  ],
  controls: [{ option: 'depth', label: ['Plies', 'Demi-coups'], usual: '2', low: 1, high: 4 }],
  tempo: 1600,
  count: ({ moves }) => moves.length + 3,
  picture,
  caption,
  questions: [
    {
      ask: ['Which first move is best at depth 2, and what is it worth?', 'Quel premier coup est le meilleur à la profondeur 2, et que vaut-il ?'],
      answer: ['`b2`, the middle, worth 1: O’s best answer leaves X one line more. That is an opinion; the game is a draw.', '`b2`, le centre, qui vaut 1 : la meilleure réponse de O laisse à X une ligne de plus. C’est une opinion ; le jeu est nul.'],
      holds: [['b2', { depth: 2 }, 'best'], [1, { depth: 2 }, 'value']],
    },
    {
      ask: ['The value is 4 at depth 1, and 1 at depth 2. Why does it jump?', 'La valeur est 4 à la profondeur 1, et 1 à la profondeur 2. Pourquoi saute-t-elle ?'],
      answer: ['At depth 1 X has moved last, and has just spoilt lines: 4. At depth 2 O has answered: 1. Compare only depths of the same kind, odd or even.', 'À la profondeur 1, X a joué en dernier et vient de gâter des lignes : 4. À 2, O a répondu : 1. Ne comparez que des profondeurs de même parité.'],
      holds: [[4, { depth: 1 }, 'value'], [1, { depth: 2 }, 'value']],
    },
    {
      ask: ['How fast does the work grow from depth 2 to 4?', 'De combien croît le travail de la profondeur 2 à 4 ?'],
      answer: ['From 12 leaves to 360, although of moves that are alike but for turning the board only one is tried. Each ply multiplies by the number of moves.', 'De 12 feuilles à 360, bien que de coups semblables en tournant le plateau un seul soit essayé. Chaque demi-coup multiplie par le nombre de coups.'],
      holds: [[12, { depth: 2 }, 'leaves'], [360, { depth: 4 }, 'leaves']],
    },
  ],
};
