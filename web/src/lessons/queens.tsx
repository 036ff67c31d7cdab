// queens.tsx: queens placed row by row, dead ends, and back.
import { number } from '../i18n';
import { say, type Figures, type Lesson } from './lesson';

interface Frame { event: 'placed' | 'dead_end' | 'solved'; row: number; cells: string; solutions: number; dead_ends: number }

const CELL = 40;
const CROWN = 'M8 30h24l3-18-8 8-7-12-7 12-8-8z';

function picture({ frames, n }: Figures, step: number) {
  const { event, row, cells }: Frame = frames[step];
  return (
    <svg class="queens" viewBox={`-1 -1 ${CELL * n + 2} ${CELL * n + 2}`} data-event={event}>
      {cells.split('/').flatMap((line, y) => [...line].map((mark, x) => (
        <g key={`${x} ${y}`} transform={`translate(${x * CELL} ${y * CELL})`} data-mark={mark} data-row={y} data-column={x}>
          <rect class={(x + y) % 2 ? 'dark' : 'light'} width={CELL} height={CELL} />
          {mark === 'Q' && <path class={`queen ${event === 'solved' ? 'solved' : ''}`} d={CROWN} />}
          {mark === 'x' && <path class="no" d="M14 14l12 12m0-12L14 26" />}
          {mark === '?' && <circle class="free" cx="20" cy="20" r="4" />}
        </g>
      )))}
      <rect class={`row ${event}`} y={CELL * (row - 1)} width={CELL * n} height={CELL} />
    </svg>
  );
}

const SAYS = {
  placed: ['A queen goes to row {row}. Solutions so far: {solutions}, dead ends: {ends}.', 'Une dame va en ligne {row}. Solutions jusqu’ici : {solutions}, impasses : {ends}.'],
  dead_end: ['Row {row} has no free square: dead end {ends}, and back to the row above.', 'La ligne {row} n’a plus de case libre : impasse {ends}, retour à la ligne du dessus.'],
  solved: ['Solution {solutions}. Dead ends so far: {ends}; and on with the search.', 'Solution {solutions}. Impasses jusqu’ici : {ends} ; et la recherche continue.'],
} as const;

function caption({ frames }: Figures, step: number) {
  const { event, row, solutions, dead_ends }: Frame = frames[step];
  return say(SAYS[event], { row, solutions: number(solutions), ends: number(dead_ends) });
}

export const queens: Lesson = {
  name: 'queens',
  group: 'backtracking',
  title: ['Queens and backtracking', 'Les dames et le retour arrière'],
  summary: ['Every way to place n queens, with the dead ends', 'Toutes les façons de placer n dames, avec les impasses'],
  icon: <><path class="ink" d="M14 2h36v36H14zM14 14h36M14 26h36M26 2v36M38 2v36" /><rect class="fill" x="28" y="4" width="8" height="8" rx="2" /><rect class="fill" x="40" y="16" width="8" height="8" rx="2" /><rect class="fill" x="16" y="28" width="8" height="8" rx="2" /></>,
  text: [
    ['Place n queens so that no two share a row, a column or a diagonal. Backtracking goes row by row: take the first free square, go on below, and where a row has none, go back and take the next one there.',
      'Placer n dames sans que deux partagent une ligne, une colonne ou une diagonale. Le retour arrière va ligne par ligne : prendre la première case libre, continuer dessous, et si une ligne n’en a pas, revenir et y prendre la suivante.'],
    ['= place(row):   if row > n: a solution\n    for every free column:\n        put a queen there\n        place(row + 1)\n        take it away again', '= place(ligne):   si ligne > n : solution\n    pour chaque colonne libre :\n        y mettre une dame\n        place(ligne + 1)\n        la retirer'],
    ['A cross is guarded by a queen above or was tried before; a dot is still to be tried. One wrong queen early on rules out all boards below it at once: this is what the search saves.',
      'Une croix est gardée par une dame au-dessus ou a déjà été essayée ; un point reste à essayer. Une mauvaise dame tôt placée écarte d’un coup tous les échiquiers dessous : voilà ce que la recherche épargne.'],
    ['For 8 queens there are 8⁸ = 16,777,216 ways with one in each row; the search places a queen 2056 times.', 'Pour 8 dames il y a 8⁸ = 16 777 216 façons avec une par ligne ; la recherche place une dame 2056 fois.'],
  ],
  controls: [{ option: 'n', label: ['Queens', 'Dames'], usual: '5', low: 4, high: 8 }],
  tempo: 500,
  picture,
  caption,
  questions: [
    {
      ask: ['With 4 queens: how many dead ends come before the first solution? Where does its first queen stand?', 'Avec 4 dames : combien d’impasses avant la première solution ? Où est sa première dame ?'],
      answer: ['2, both with the first queen in the corner. The solution has it in column 2: columns 2, 4, 1, 3.', '2, toutes deux avec la première dame dans le coin. La solution l’a en colonne 2 : colonnes 2, 4, 1, 3.'],
      holds: [[2, { n: 4 }, 'frames.10.dead_ends'], [2, { n: 4 }, 'list.0.0']],
    },
    {
      ask: ['8 queens have 92 solutions, but a friend counts only 12. Who is right?', '8 dames ont 92 solutions, mais un ami n’en compte que 12. Qui a raison ?'],
      answer: ['Both: 92 boards, of which 12 are different when turned and mirrored ones count once. A search that knows symmetry has less to do; so it is in games.', 'Les deux : 92 échiquiers, dont 12 différents si l’on compte une fois ceux qu’on tourne ou reflète. Une recherche qui connaît la symétrie a moins à faire ; dans les jeux aussi.'],
      holds: [[92, { n: 8 }, 'solutions'], [12, { n: 8 }, 'distinct']],
    },
    {
      ask: ['5 queens have more solutions than 6. Do more queens mean fewer solutions?', '5 dames ont plus de solutions que 6. Plus de dames, moins de solutions ?'],
      answer: ['No: 10 for 5 queens, 4 for 6, but 40 for 7 and 92 for 8. Small boards mislead; look at several before you believe in a rule.', 'Non : 10 pour 5 dames, 4 pour 6, mais 40 pour 7 et 92 pour 8. Les petits échiquiers trompent ; il en faut plusieurs avant de croire à une règle.'],
      holds: [[10, { n: 5 }, 'solutions'], [4, { n: 6 }, 'solutions'], [40, { n: 7 }, 'solutions'], [92, { n: 8 }, 'solutions']],
    },
  ],
};
