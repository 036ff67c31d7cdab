// mcts.tsx: Monte Carlo tree search: how the weight of exploration shares out the simulations.
import { number } from '../i18n';
import { say, type Figures, type Lesson } from './lesson';

interface Move { move: string; visits: number; mean: number; truth: number }
interface Weight { c: number; share: number; right: number }

/** First the moves, one by one; then the weights c. */
function picture({ moves, weights, weights_sims: each, sims }: Figures, step: number) {
  const seen: Move[] = moves.slice(0, step), tried: Weight[] = weights.slice(0, Math.max(0, step - moves.length));
  const now = step <= moves.length ? seen.length - 1 : -1;
  return (
    <svg class="mcts" viewBox="0 0 400 330" data-moves={seen.length} data-weights={tried.length} data-visits={seen.map((one) => one.visits).join(' ')}>
      {seen.map((one, i) => (
        <g key={one.move} class={`visits ${one.truth < 0 ? 'loses' : ''} ${i === now ? 'now' : ''}`}>
          <text x="8" y={22 + 22 * i}>{one.move}</text>
          <rect x="36" y={10 + 22 * i} width={(250 * one.visits) / moves[0].visits} height="16" rx="2" />
          <text class="name" x="392" y={22 + 22 * i} text-anchor="end">{number(one.visits)} · {number(one.mean, 2)}</text>
        </g>
      ))}
      {tried.length > 0 && <text class="name" x="8" y="186">{say(['weight c: share of the most visited move (bar), right choices (dot)', 'poids c : part du coup le plus visité (barre), bons choix (point)'])}</text>}
      {tried.map((one, i) => (
        <g key={one.c} class="visits">
          <text x="8" y={208 + 22 * i}>c = {number(one.c, 1)}</text>
          <rect x="70" y={196 + 22 * i} width={280 * one.share} height="16" rx="2" />
          <circle cx={70 + 280 * one.right} cy={204 + 22 * i} r="5" />
        </g>
      ))}
      <text class="name" x="392" y="166" text-anchor="end">{say(['{n} simulations', '{n} simulations'], { n: number(sims) })}</text>
      {tried.length > 0 && <text class="name" x="392" y="326" text-anchor="end">{say(['{n} simulations each', '{n} simulations chacun'], { n: number(each) })}</text>}
    </svg>
  );
}

function caption({ moves, weights, weights_sims: each, runs, sims }: Figures, step: number) {
  if (step === 0) return say(['After {n} simulations: which moves were tried how often?', 'Après {n} simulations : quels coups ont été essayés combien de fois ?'], { n: sims });
  if (step <= moves.length) {
    const one: Move = moves[step - 1];
    return say(['{move}: {visits} visits, mean {mean}. In truth it {truth}.', '{move} : {visits} visites, moyenne {mean}. En vérité, {truth}.'],
      { move: one.move, visits: one.visits, mean: number(one.mean, 2), truth: one.truth < 0 ? say(['loses', 'il perd']) : one.truth > 0 ? say(['wins', 'il gagne']) : say(['holds the draw', 'il tient la nulle']) });
  }
  const one: Weight = weights[step - moves.length - 1];
  return say(['With c = {c} one move gets {share} % of the visits; {right} % of {runs} searches of {each} simulations choose rightly.', 'Avec c = {c}, un coup reçoit {share} % des visites ; {right} % de {runs} recherches de {each} simulations choisissent bien.'],
    { c: number(one.c, 1), share: number(100 * one.share), right: number(100 * one.right), runs, each });
}

export const mcts: Lesson = {
  name: 'mcts',
  group: 'search',
  title: ['Monte Carlo tree search', 'La recherche arborescente de Monte-Carlo'],
  summary: ['Random games, shared out by what they have shown', 'Des parties au hasard, réparties selon ce qu’elles ont montré'],
  icon: <><path class="ink" d="M32 6 18 18M32 6l14 12M18 18 10 30M18 18l8 12" /><circle class="fill" cx="32" cy="6" r="4" /><circle class="soft" cx="10" cy="32" r="4" /><circle class="soft" cx="26" cy="32" r="4" /></>,
  text: [
    ['Instead of an evaluation, play the game to its end at random, many times, and count who wins. Four steps make a simulation: select a way through the tree, expand it by a node, simulate the rest, back up the result.',
      'Au lieu d’une évaluation, on joue la partie au hasard jusqu’au bout, souvent, et on compte qui gagne. Quatre pas font une simulation : choisir un chemin, l’étendre d’un nœud, simuler le reste, remonter le résultat.'],
    ['Which move is tried next? One that has done well, or one that has hardly been tried: UCB adds to the mean w/n a bonus for the rare ones.',
      'Quel coup essayer ensuite ? Un bon, ou un à peine essayé : UCB ajoute à la moyenne w/n une prime pour les rares.'],
    ['= w/n + c sqrt(ln(N)/n)', '= w/n + c sqrt(ln(N)/n)'],
    ['The position is tic-tac-toe after `a1 b2 c3`, O to move. Bars are visits; moves that lose in truth are red. The view [Tree](#/tree?mode=steps&game=tictactoe&moves=a1+b2+c3) shows it step by step.',
      'La position est le tic-tac-toe après `a1 b2 c3`, O au trait. Les barres sont les visites ; les coups qui perdent en vérité sont en rouge. La vue [Arbre](#/tree?mode=steps&game=tictactoe&moves=a1+b2+c3) le montre pas à pas.'],
  ],
  controls: [
    { option: 'sims', label: ['Simulations', 'Simulations'], usual: '60', low: 10, high: 300, by: 10 },
    { option: 'rule', label: ['Rule', 'Règle'], usual: 'ucb1', values: ['ucb1', 'uct', 'rave', 'ratio'] },
    { option: 'runs', label: ['Searches', 'Recherches'], usual: '20', low: 10, high: 40, by: 10 },
    { option: 'seed', label: ['Seed', 'Graine'], usual: '1', seed: true },
  ],
  tempo: 900,
  count: ({ moves, weights }) => moves.length + weights.length + 1,
  picture,
  caption,
  questions: [
    {
      ask: ['Two moves lose in truth, `c1` and `a3`. What do 60 simulations say of `c1`?', 'Deux coups perdent en vérité, `c1` et `a3`. Que disent 60 simulations de `c1` ?'],
      answer: ['10 visits and a mean of 0.55: not bad at all. Random games do not see the trap. More simulations do: at 300 it is far behind.', '10 visites et une moyenne de 0,55 : pas mal du tout. Les parties au hasard ne voient pas le piège. Plus de simulations, si : à 300 il est loin derrière.'],
      holds: [[10, { sims: 60 }, 'moves.2.visits'], [0.55, { sims: 60 }, 'moves.2.mean']],
    },
    {
      ask: ['What happens with c = 0, and with a large c?', 'Que se passe-t-il avec c = 0, et avec un grand c ?'],
      answer: ['With 0 the first lucky move gets nearly everything, deserved or not. With 2.5 all are tried alike, and little is learnt of the good ones.', 'Avec 0, le premier coup chanceux reçoit presque tout, mérité ou non. Avec 2,5, tous sont essayés également, et l’on apprend peu des bons.'],
      holds: [[0, { runs: 20 }, 'weights.0.c'], [2.5, { runs: 20 }, 'weights.4.c']],
    },
    {
      ask: ['Why is the most visited move played, and not the one with the best mean?', 'Pourquoi jouer le coup le plus visité, et non celui de meilleure moyenne ?'],
      answer: ['A mean of few visits may be luck. A move that is visited often has kept its mean under test: visits are the surer sign.', 'Une moyenne de peu de visites peut être un hasard. Un coup souvent visité a tenu sa moyenne à l’épreuve : les visites sont le signe le plus sûr.'],
    },
  ],
};
