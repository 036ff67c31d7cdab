// expectimax.tsx: minimax where coins fall: a chance node is worth its mean.
import { figure, say, type Figures, type Lesson } from './lesson';

interface Outcome { weight: number; of: number; value: number }
interface Move { coins: number; value: number; outcomes: Outcome[] }

/** Everything that is told, in order: an outcome, or (index -1) the mean of a move's outcomes. */
const told = (moves: Move[]): { move: number; index: number }[] => moves.flatMap((one, move) => [...one.outcomes.map((_, index) => ({ move, index })), { move, index: -1 }]);

function picture({ moves, value, best }: Figures, step: number) {
  const seen = told(moves).slice(0, step), all = step > told(moves).length;
  const has = (move: number, index: number) => seen.some((one) => one.move === move && one.index === index);
  return (
    <svg class="expectimax" viewBox={`0 0 400 ${30 + moves.length * 78}`} data-seen={Math.min(step, told(moves).length)} data-value={all ? value : ''}>
      <text x="8" y="16">MAX{all ? ` = ${figure(value)}` : ''}</text>
      {moves.map((one: Move, m: number) => {
        const y = 34 + m * 78;
        return (
          <g key={m} class={`throw ${all && one.coins === best ? 'now' : ''}`}>
            <circle cx="60" cy={y + 28} r="30" /><text x="60" y={y + 33} text-anchor="middle">{has(m, -1) ? figure(one.value) : '?'}</text>
            <text class="name" x="60" y={y + 72} text-anchor="middle">{say(one.coins === 1 ? ['{n} coin', '{n} pièce'] : ['{n} coins', '{n} pièces'], { n: one.coins })}</text>
            {one.outcomes.map((outcome, i) => (
              <g key={i} class={has(m, i) ? 'seen' : 'faint'}>
                <path class="grid" d={`M90 ${y + 28}L190 ${y + 12 + 34 * i}`} />
                <text class="name" x="196" y={y + 16 + 34 * i}>{outcome.weight}/{outcome.of}</text>
                <rect x="240" y={y + 34 * i} width={(outcome.weight / outcome.of) * 90} height="22" rx="3" />
                <text x="392" y={y + 16 + 34 * i} text-anchor="end">{has(m, i) ? figure(outcome.value) : ''}</text>
              </g>
            ))}
          </g>
        );
      })}
    </svg>
  );
}

function caption({ moves, value, best }: Figures, step: number) {
  const all = told(moves);
  if (step === 0) return say(['X chooses how many coins to throw. What is each choice worth?', 'X choisit combien de pièces lancer. Que vaut chaque choix ?']);
  if (step > all.length) return say(['MAX takes the largest mean: {best}, worth {value}.', 'MAX prend la plus grande moyenne : {best}, qui vaut {value}.'], { best, value: figure(value) });
  const { move, index } = all[step - 1], one: Move = moves[move];
  if (index >= 0) return say([index ? 'They do not all fall heads: with probability {w}/{of}, worth {v}.' : 'All heads: with probability {w}/{of}, worth {v}.', index ? 'Toutes ne tombent pas sur face : probabilité {w}/{of}, vaut {v}.' : 'Toutes sur face : probabilité {w}/{of}, vaut {v}.'],
    { w: one.outcomes[index].weight, of: one.outcomes[index].of, v: figure(one.outcomes[index].value) });
  return say(['The mean: {sum} = {value}.', 'La moyenne : {sum} = {value}.'], { sum: one.outcomes.map((o) => `${o.weight}/${o.of} · ${figure(o.value)}`).join(' + '), value: figure(one.value) });
}

export const expectimax: Lesson = {
  name: 'expectimax',
  group: 'search',
  title: ['Expectimax', 'Expectimax'],
  summary: ['Minimax where coins fall: chance nodes and means', 'Minimax où tombent des pièces : nœuds de hasard et moyennes'],
  icon: <><circle class="soft" cx="20" cy="20" r="10" /><path class="ink" d="M30 20 54 8M30 20l24 12" /><circle class="fill" cx="54" cy="8" r="3" /><circle class="fill" cx="54" cy="32" r="3" /></>,
  text: [
    ['X and O throw coins by turns, and most heads win. Who throws says how many coins. They count only when all of them fall heads, and then each does: more heads, less often.',
      'X et O lancent des pièces à tour de rôle, et le plus de faces gagne. Qui lance dit combien de pièces. Elles ne comptent que si toutes tombent sur face, et alors chacune : plus de faces, moins souvent.'],
    ['MAX takes the largest value, MIN the smallest. Where coins fall, nobody chooses: a chance node is worth the mean of what may come.',
      'MAX prend la plus grande valeur, MIN la plus petite. Où tombent les pièces, nul ne choisit : un nœud de hasard vaut la moyenne de ce qui peut venir.'],
    ['= chance = sum of probability x value', '= hasard = somme de probabilité x valeur'],
    ['Means need numbers, not only an order: the scale of an evaluation matters here, and alpha-beta cannot cut as it is used to.',
      'Des moyennes demandent des nombres, pas seulement un ordre : l’échelle d’une évaluation compte ici, et alpha-bêta ne coupe plus comme d’habitude.'],
  ],
  controls: [
    { option: 'coins', label: ['Coins at most', 'Pièces au plus'], usual: '2', low: 1, high: 3 },
    { option: 'turns', label: ['Throws each', 'Lancers chacun'], usual: '1', low: 1, high: 2 },
  ],
  tempo: 1400,
  count: ({ moves }) => told(moves).length + 2,
  picture,
  caption,
  questions: [
    {
      ask: ['Two coins bring two heads. Why is one coin better?', 'Deux pièces donnent deux faces. Pourquoi une seule est-elle meilleure ?'],
      answer: ['Two fall heads together only once in four: the mean is −0.1875. With one it is 0.', 'Deux ne tombent ensemble sur face qu’une fois sur quatre : la moyenne est −0,1875. Avec une, elle est 0.'],
      holds: [[0, { coins: 2 }, 'moves.0.value'], [1, { coins: 2 }, 'best']],
    },
    {
      ask: ['With three coins to choose from, what is the choice of three worth?', 'Avec trois pièces au choix, que vaut d’en lancer trois ?'],
      answer: ['1/8 · 0.875 + 7/8 · −0.5, which is about −0.33: worse still. The best is 1 coin, as before.', '1/8 · 0,875 + 7/8 · −0,5, soit environ −0,33 : pire encore. Le meilleur reste 1 pièce.'],
      holds: [[0.875, { coins: 3 }, 'moves.2.outcomes.0.value'], [1, { coins: 3 }, 'best']],
    },
    {
      ask: ['The game is worth 0. How often does X win, and how often is it drawn?', 'Le jeu vaut 0. Combien de fois X gagne-t-il, et combien de nulles ?'],
      answer: ['If both take the first of their best choices, X wins with probability 0.25, loses as often, and 0.5 are draws. After X’s head two coins are as good for O as one: then X wins and loses 0.375 each. A mean of 0 hides all that.', 'Si chacun prend le premier de ses meilleurs choix, X gagne avec probabilité 0,25, perd autant, et 0,5 sont nulles. Après la face de X, deux pièces valent une pour O : alors X gagne et perd 0,375 chacun. Une moyenne de 0 cache tout cela.'],
      holds: [[0.25, { coins: 2 }, 'won'], [0.5, { coins: 2 }, 'drawn']],
    },
  ],
};
