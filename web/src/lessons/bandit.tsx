// bandit.tsx: arms that pay by chance: what two players know of them, and what not knowing costs.
import { number } from '../i18n';
import { say, type Both, type Figures, type Lesson } from './lesson';

type Arm = [tried: number, mean: number | null, doubt?: number | null];
interface Frame { t: number; players: { arm: number; committed: boolean; arms: Arm[] }[] }
interface Moment { t: number; regret: number; interval: [number, number]; bound: number }
interface Player { player: 'ucb' | 'etc'; m?: number; curve: Moment[]; best_share: number }

const ROW = 20, LEFT = 36, WIDE = 300, HIGH = 150;
const NAMES = (one: Player) => (one.player === 'ucb' ? 'UCB' : `ETC ${one.m}`);
const clip = (value: number) => Math.max(-0.25, Math.min(1.5, value));
const across = (value: number) => 34 + ((clip(value) + 0.25) / 1.75) * 112;

/** One player's arms: the true mean as a tick, what is known as a dot, what is in doubt as a line. */
function Arms({ arms, arm, means, title, x }: { arms: Arm[]; arm: number; means: number[]; title: string; x: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <text x="8" y="12">{title}</text>
      {arms.map(([tried, mean, doubt], i) => {
        const y = 28 + ROW * i;
        return (
          <g key={i} class={i + 1 === arm ? 'arm now' : 'arm'} data-arm={i + 1} data-tried={tried}>
            {i + 1 === arm && <rect x="4" y={y - 9} width="190" height="18" rx="4" />}
            <text x="14" y={y + 4}>{i + 1}</text>
            <path class="true" d={`M${across(means[i])} ${y - 7}v14`} />
            {mean !== null && doubt != null && <path class="doubt" d={`M${across(mean - doubt)} ${y}H${across(mean + doubt)}`} />}
            {mean !== null && <circle class="mean" cx={across(mean)} cy={y} r="3.5" />}
            <text class="axis" x="190" y={y + 4} text-anchor="end">{number(tried)}</text>
          </g>
        );
      })}
    </g>
  );
}

/** 1, 1.2, 1.5, 2, 3, ... 10, 12, ...: the first that is as large. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return [1, 1.2, 1.5, 2, 3, 4, 5, 6, 8, 10].find((one) => one * unit >= value)! * unit;
}

/** Regret over rounds, by powers of ten, with its 95 % interval. */
function Regret({ players, step, top }: { players: Player[]; step: number; top: number }) {
  const all = players.flatMap((one) => one.curve), horizon = all[all.length - 1].t;
  const most = roundUp(Math.max(1, ...all.map((one) => one.regret)));
  const x = (t: number) => LEFT + (WIDE * Math.log(t)) / Math.log(horizon), y = (regret: number) => top + HIGH * (1 - Math.max(0, Math.min(most, regret)) / most);
  const ends = players.map((one, i) => ({ i, y: y(one.curve[step].regret) + 4 })).sort((a, b) => a.y - b.y);
  ends.forEach((one, i) => { if (i) one.y = Math.max(one.y, ends[i - 1].y + 12); });
  for (let i = ends.length - 1, lowest = top + HIGH; i >= 0; i--, lowest -= 12) ends[i].y = Math.min(ends[i].y, lowest); // never over the axis
  return (
    <g>
      {[0, 0.5, 1].map((share) => <g key={share}><path class="grid" d={`M${LEFT} ${y(most * share)}h${WIDE}`} /><text class="axis" x={LEFT - 4} y={y(most * share) + 4} text-anchor="end">{number(most * share)}</text></g>)}
      {Array.from({ length: Math.floor(Math.log10(horizon)) + 1 }, (_, i) => <text key={i} class="axis" x={x(10 ** i)} y={top + HIGH + 15} text-anchor="middle">{number(10 ** i)}</text>)}
      {players.map(({ curve }, i) => {
        const shown = curve.slice(0, step + 1), edge = (end: 0 | 1) => shown.map((one) => `${x(one.t).toFixed(1)} ${y(one.interval[end]).toFixed(1)}`);
        return (
          <g key={i} class={`player p${i}`} data-regret={curve[step].regret}>
            <path class="band" d={`M${[...edge(0), ...edge(1).reverse()].join('L')}Z`} />
            <path class="curve" d={`M${shown.map((one) => `${x(one.t).toFixed(1)} ${y(one.regret).toFixed(1)}`).join('L')}h.1`} />
          </g>
        );
      })}
      {ends.map(({ i, y: at }) => <text key={i} class={`label p${i}`} x={x(players[i].curve[step].t) + 5} y={at}>{NAMES(players[i])}</text>)}
    </g>
  );
}

function picture({ frames, players, means }: Figures, step: number) {
  const { t, players: [ucb, etc] }: Frame = frames[step], top = 52 + ROW * means.length;
  return (
    <svg class="bandit" viewBox={`0 0 400 ${top + HIGH + 22}`} data-t={t}>
      <Arms arms={ucb.arms} arm={ucb.arm} means={means} title="UCB" x={0} />
      <Arms arms={etc.arms} arm={etc.arm} means={means} x={204}
        title={`${NAMES(players[1])}: ${say(etc.committed ? ['committed', 'engagé'] : ['exploring', 'explore'])}`} />
      <text class="axis" x={LEFT} y={top - 8}>{say(['regret after so many rounds', 'regret après tant de tours'])}</text>
      <Regret players={players} step={step} top={top} />
    </svg>
  );
}

function caption({ players }: Figures, step: number) {
  const [ucb, etc]: Moment[] = players.map((one: Player) => one.curve[step]);
  const n = (value: number) => number(value, value < 10 ? 1 : 0);
  return say(['Round {t}: UCB has lost {a} on average (proved: under {bound}), ETC {b}.', 'Tour {t} : UCB a perdu {a} en moyenne (prouvé : moins de {bound}), ETC {b}.'],
    { t: number(ucb.t), a: n(ucb.regret), b: n(etc.regret), bound: n(ucb.bound) });
}

const ARMS: readonly [string, Both][] = [
  ['0.7,0.5,0.5,0.4,0.3', ['five: 0.7 0.5 0.5 0.4 0.3', 'cinq : 0,7 0,5 0,5 0,4 0,3']],
  ['0.9,0.1', ['two, easy: 0.9 0.1', 'deux, facile : 0,9 0,1']],
  ['0.55,0.5', ['two, close: 0.55 0.5', 'deux, proches : 0,55 0,5']],
];

export const bandit: Lesson = {
  name: 'bandit',
  group: 'chance',
  title: ['Arms that pay by chance', 'Des bras qui paient au hasard'],
  summary: ['Explore or exploit: ETC, UCB and their regret', 'Explorer ou exploiter : ETC, UCB et leur regret'],
  icon: <><path class="ink" d="M6 36h52M6 36V4" /><path class="ink" d="M6 36Q16 16 56 14" /><path class="ink" stroke-dasharray="3 3" d="M6 36 34 6" /><circle class="fill" cx="56" cy="14" r="3" /></>,
  text: [
    ['Each arm pays 1 with a chance of its own, which nobody knows. Finding the best arm takes tries, and every try of a bad arm costs. Regret is what the best arm would have paid on average, less what was collected.',
      'Chaque bras paie 1 avec une chance que personne ne connaît. Trouver le meilleur demande des essais, et chaque essai d’un mauvais coûte. Le regret est ce que le meilleur bras aurait payé en moyenne, moins ce qu’on a reçu.'],
    ['ETC, explore then commit, tries every arm m times and takes the best for good. UCB plays each round the arm that could be best:',
      'ETC, explorer puis s’engager, essaie chaque bras m fois et garde le meilleur. UCB joue à chaque tour le bras qui pourrait être le meilleur :'],
    ['= mean + √(2 a ln t / S)      S tries, round t', '= moyenne + √(2 a ln t / S)   S essais, tour t'],
    ['Above, a tick is an arm’s true chance, a dot its mean so far, the line UCB’s doubt, the number its tries; the arm just played is marked. Below, regret: means over all runs with their 95 % intervals, rounds by powers of ten.',
      'En haut, un trait est la vraie chance d’un bras, un point sa moyenne, la ligne le doute d’UCB, le nombre ses essais ; le bras joué est marqué. En bas, le regret : moyennes de toutes les séries avec leurs intervalles à 95 %, les tours par puissances de dix.'],
    ['HMCTS treats the moves of a position as ETC does its arms, and UCT does in every node what UCB does. ETC is shown with the m of the smallest bound, which takes knowing the gaps, with too few and with too many.',
      'HMCTS traite les coups d’une position comme ETC ses bras, et UCT fait à chaque nœud ce que fait UCB. ETC est montré avec le m de la plus petite borne, qui suppose les écarts connus, avec trop peu et trop d’essais.'],
  ],
  controls: [
    { option: 'means', label: ['Arms', 'Bras'], usual: ARMS[0][0], values: ARMS, wide: true },
    { option: 'horizon', label: ['Rounds', 'Tours'], usual: '10000', values: ['300', '1000', '3000', '10000'] },
    { option: 'runs', label: ['Runs', 'Séries'], usual: '20', values: ['10', '20'] },
    { option: 'alpha', label: ['UCB’s a', 'a d’UCB'], usual: '2.5', low: 2.1, high: 6, by: 0.1 },
    { option: 'seed', label: ['Seed', 'Graine'], usual: '1', seed: true },
  ],
  tempo: 300,
  picture,
  caption,
  questions: [
    {
      ask: ['Once ETC has committed, it never tries another arm. How often does UCB?', 'Une fois engagé, ETC n’essaie plus d’autre bras. Et UCB ?'],
      answer: ['Again and again, but ever more rarely: ln t grows without end, so that each doubt grows until that arm is tried. In the long run its regret grows like ln t, which on this scale is a straight line. ETC that committed to a wrong arm loses the same every round, for ever.',
        'Encore et encore, mais de plus en plus rarement : ln t croît sans fin, et chaque doute grandit jusqu’à ce qu’on essaie ce bras. À la longue son regret croît comme ln t, une droite à cette échelle. ETC engagé sur un mauvais bras perd autant à chaque tour, toujours.'],
    },
    {
      ask: ['With 10000 rounds and 200 runs (`banyan lesson bandit`) ETC with m = 6 loses 669 on average, between 524 and 814. Why is its interval so much wider than that of UCB?', 'Avec 10000 tours et 200 séries (`banyan lesson bandit`) ETC avec m = 6 perd 669 en moyenne, entre 524 et 814. Pourquoi son intervalle est-il tellement plus large que celui d’UCB ?'],
      answer: ['After 6 tries an arm may look best by luck. Most runs commit to the right arm and lose next to nothing, some to a wrong one and lose about 2000 or more: 669 is a mean of these two kinds. UCB loses close to its mean, 423, in every run.',
        'Après 6 essais un bras peut paraître le meilleur par chance. La plupart des séries s’engagent bien et ne perdent presque rien, d’autres mal et perdent environ 2000 ou plus : 669 est la moyenne de ces deux sortes. UCB perd à chaque série à peu près sa moyenne, 423.'],
      holds: [[6, {}, 'players.2.m'], [669, {}, 'players.2.curve.last.regret'], [524, {}, 'players.2.curve.last.interval.0'], [814, {}, 'players.2.curve.last.interval.1'], [423, {}, 'players.0.curve.last.regret']],
    },
    {
      ask: ['The best ETC loses 383 there, less than UCB. Why is UCB used all the same?', 'Le meilleur ETC y perd 383, moins qu’UCB. Pourquoi employer UCB malgré tout ?'],
      answer: ['Its m = 348 was computed from the gaps and the number of rounds, which no player knows. With m = 1000 it loses 1100. UCB needs neither: it can be stopped at any time, as a search must be.',
        'Son m = 348 vient des écarts et du nombre de tours, que nul joueur ne connaît. Avec m = 1000 il perd 1100. UCB n’a besoin ni des uns ni de l’autre : on peut l’arrêter à tout moment, comme il le faut d’une recherche.'],
      holds: [[383, {}, 'players.1.curve.last.regret'], [348, {}, 'players.1.m'], [1000, {}, 'players.3.m'], [1100, {}, 'players.3.curve.last.regret']],
    },
  ],
};
