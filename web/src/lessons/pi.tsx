// pi.tsx: points thrown into a square, and what four times their share says about pi.
import { number } from '../i18n';
import { say, type Figures, type Lesson } from './lesson';

type Point = [x: number, y: number, within: 0 | 1];
interface Frame { points: number; within: number; estimate: number; interval: [number, number]; new: Point[] }

const SIDE = 216, LEFT = 34, WIDE = 356, TOP = 250, HIGH = 110;
const height = (value: number) => TOP + HIGH * (1 - (Math.max(2, Math.min(4, value)) - 2) / 2);

function Square({ frames, step }: { frames: Frame[]; step: number }) {
  const points = frames.slice(0, step + 1).flatMap((frame) => frame.new);
  const dots = (within: 0 | 1) => points.filter((one) => one[2] === within).map(([x, y]) => `M${(x * SIDE).toFixed(1)} ${(SIDE - y * SIDE).toFixed(1)}h0`).join('');
  return (
    <g>
      <path class="grid" d={`M0 0H${SIDE}V${SIDE}H0Z`} />
      <path class="dots within" d={dots(1)} />
      <path class="dots outside" d={dots(0)} />
      <path class="arc" d={`M0 0A${SIDE} ${SIDE} 0 0 1 ${SIDE} ${SIDE}`} />
    </g>
  );
}

function Curve({ frames, step }: { frames: Frame[]; step: number }) {
  const decades = Math.max(1, Math.log10(frames[frames.length - 1].points));
  const at = (frame: Frame) => LEFT + (WIDE * Math.log10(frame.points)) / decades;
  const shown = frames.slice(0, step + 1);
  const edge = (end: 0 | 1, list: Frame[]) => list.map((one) => `${at(one).toFixed(1)} ${height(one.interval[end]).toFixed(1)}`);
  return (
    <g>
      {[2, 3, 4].map((value) => <g key={value}><path class="grid" d={`M${LEFT} ${height(value)}h${WIDE}`} /><text class="axis" x={LEFT - 6} y={height(value) + 4} text-anchor="end">{value}</text></g>)}
      {Array.from({ length: Math.floor(decades) + 1 }, (_, i) => <text key={i} class="axis" x={LEFT + (WIDE * i) / decades} y={TOP + HIGH + 16} text-anchor={i ? 'middle' : 'start'}>{number(10 ** i)}</text>)}
      <path class="band" d={`M${[...edge(0, shown), ...edge(1, [...shown].reverse())].join('L')}Z`} />
      <path class="target" d={`M${LEFT} ${height(Math.PI)}h${WIDE}`} /><text class="axis" x={LEFT + WIDE + 3} y={height(Math.PI) + 4}>π</text>
      <path class="curve" d={`M${shown.map((one) => `${at(one).toFixed(1)} ${height(one.estimate).toFixed(1)}`).join('L')}h.1`} />
    </g>
  );
}

function picture({ frames }: Figures, step: number) {
  const now: Frame = frames[step];
  const line = (y: number, label: string, value: string) => <><text class="axis" x={SIDE + 24} y={y}>{label}</text><text class="big" x={SIDE + 24} y={y + 18}>{value}</text></>;
  return (
    <svg class="pi" viewBox="-1 -1 412 384" data-points={now.points} data-within={now.within} data-estimate={now.estimate}>
      <Square frames={frames} step={step} />
      {line(16, say(['points', 'points']), number(now.points))}
      {line(64, say(['within', 'dedans']), number(now.within))}
      {line(112, say(['4 × share', '4 × part']), number(now.estimate, 4))}
      {line(160, say(['95 % interval', 'intervalle à 95 %']), `${number(now.interval[0], 3)} – ${number(now.interval[1], 3)}`)}
      <Curve frames={frames} step={step} />
    </svg>
  );
}

function caption({ frames }: Figures, step: number) {
  const { points, within, estimate, interval: [low, high] }: Frame = frames[step];
  const holds = low <= Math.PI && Math.PI <= high;
  return say(holds
    ? ['{within} of {points} points within: π ≈ {estimate} ± {half}. The interval holds π.', '{within} points sur {points} dedans : π ≈ {estimate} ± {half}. L’intervalle contient π.']
    : ['{within} of {points} points within: π ≈ {estimate} ± {half}. The interval misses π!', '{within} points sur {points} dedans : π ≈ {estimate} ± {half}. L’intervalle ne contient pas π !'],
  { points: number(points), within: number(within), estimate: number(estimate, 4), half: number((high - low) / 2, 4) });
}

export const pi: Lesson = {
  name: 'pi',
  group: 'chance',
  title: ['Pi from random points', 'Pi par des points au hasard'],
  summary: ['An estimate by chance, and how far to trust it', 'Une estimation par le hasard, et combien s’y fier'],
  icon: <><path class="ink" d="M14 2h36v36H14zM14 2a36 36 0 0 1 36 36" /><circle class="fill" cx="22" cy="28" r="2" /><circle class="fill" cx="34" cy="32" r="2" /><circle class="fill" cx="26" cy="14" r="2" /><circle class="bad" cx="45" cy="8" r="2" /></>,
  text: [
    ['Throw points into a square, every place equally likely. The quarter circle covers π/4 of it. So four times the share within is an estimate of π:',
      'On jette des points dans un carré, chaque endroit également probable. Le quart de cercle en couvre π/4. Quatre fois la part dedans estime donc π :'],
    ['= p = within / points\nπ ≈ 4 p ± 1.96 · 4 √(p (1-p) / points)', '= p = dedans / points\nπ ≈ 4 p ± 1,96 · 4 √(p (1-p) / points)'],
    ['An estimate without its error is worth little. The band is Wilson’s 95 % interval, which for many points is the formula above: of 100 such experiments, about 95 have π within.',
      'Une estimation sans son erreur vaut peu. La bande est l’intervalle de Wilson à 95 %, qui pour beaucoup de points est la formule ci-dessus : sur 100 expériences, environ 95 contiennent π.'],
    ['A playout of a game is such a point, and a win such a hit: this is how a Monte Carlo search knows what a move is worth. The scale below goes by powers of ten.',
      'Une partie jouée au hasard est un tel point, et un gain un point dedans : ainsi une recherche Monte-Carlo sait ce que vaut un coup. L’échelle du bas va par puissances de dix.'],
  ],
  controls: [
    { option: 'points', label: ['Points', 'Points'], usual: '10000', values: ['100', '1000', '10000', '100000', '1000000'] },
    { option: 'seed', label: ['Seed', 'Graine'], usual: '1', seed: true },
  ],
  tempo: 350,
  picture,
  caption,
  questions: [
    {
      ask: ['With 100 points the interval goes from 2.933 to 3.532. How many points does an interval ten times narrower take?', 'Avec 100 points l’intervalle va de 2,933 à 3,532. Combien de points pour un intervalle dix fois plus étroit ?'],
      answer: ['A hundred times as many: with 10000 it goes from 3.115 to 3.180. The width shrinks with the root of the number of points.', 'Cent fois plus : avec 10000 il va de 3,115 à 3,180. La largeur décroît comme la racine du nombre de points.'],
      holds: [[2.933, { points: 10000 }, 'rows.1.interval.0'], [3.532, { points: 10000 }, 'rows.1.interval.1'], [3.115, { points: 10000 }, 'rows.3.interval.0'], ['3.180', { points: 10000 }, 'rows.3.interval.1']],
    },
    {
      ask: ['How many points until the first four digits, 3.141, can be trusted?', 'Combien de points pour se fier aux quatre premiers chiffres, 3,141 ?'],
      answer: ['More than a million: there the estimate is 3.1406, and the interval still 0.006 wide. For a width of 0.001 it takes about 40 million. Chance is a slow way to π, but the only way where nobody can compute the area: in Go, say.',
        'Plus d’un million : l’estimation y est 3,1406, et l’intervalle large encore de 0,006. Pour une largeur de 0,001 il en faut environ 40 millions. Le hasard est lent pour π, mais c’est le seul chemin là où personne ne sait calculer l’aire : au go par exemple.'],
      holds: [[3.1406, { points: 1000000 }, 'rows.5.estimate']],
    },
    {
      ask: ['Try other seeds with 100 points. About how often does the interval miss π? Is the program wrong then?', 'Essayez d’autres graines avec 100 points. À peu près combien de fois l’intervalle manque-t-il π ? Le programme a-t-il alors tort ?'],
      answer: ['About once in twenty. It is not wrong: 95 % is what it promises. An interval that never missed would have to be from 0 to 4, all that an estimate can be, and say nothing. Who compares twenty programs at 95 % must expect one false alarm.',
        'Environ une fois sur vingt. Il n’a pas tort : il promet 95 %. Un intervalle qui ne se trompe jamais irait de 0 à 4, tout ce qu’une estimation peut être, et ne dirait rien. Qui compare vingt programmes à 95 % doit s’attendre à une fausse alerte.'],
    },
  ],
};
