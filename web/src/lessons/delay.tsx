// delay.tsx: a won game that is never won: equal values, and which of them is taken.
import { say, type Figures, type Lesson } from './lesson';

const GOAL = 10;

function picture({ first, fewest }: Figures, step: number) {
  const rows = [[say(['the first of equal moves', 'le premier des coups égaux']), first], [say(['the fewest plies', 'le moins de demi-coups']), fewest]] as const;
  return (
    <svg class="delay" viewBox="0 0 400 150" data-first={first.places[Math.min(step, first.places.length - 1)]} data-fewest={fewest.places[Math.min(step, fewest.places.length - 1)]} data-step={step}>
      {rows.map(([name, walk], r) => {
        const place = walk.places[Math.min(step, walk.places.length - 1)];
        return (
          <g key={name} transform={`translate(0 ${r * 72})`}>
            <text class="name" x="12" y="16">{name}{step >= walk.places.length - 1 && walk.won ? say([': won', ' : gagné']) : ''}</text>
            {Array.from({ length: GOAL }, (_, i) => <rect key={i} class={`corridor ${i + 1 === GOAL ? 'goal' : ''}`} x={12 + 37 * i} y="24" width="35" height="35" />)}
            {place < GOAL && <text x={12 + 37 * 9.5 - 1} y="47" text-anchor="middle">★</text>}
            <text class="stone3" x={12 + 37 * (place - 0.5) - 1} y="51" text-anchor="middle">X</text>
          </g>
        );
      })}
    </svg>
  );
}

function caption({ first, depth }: Figures, step: number) {
  if (step === 0) return say(['X stands one step before the goal, and looks {depth} plies ahead.', 'X est à un pas du but, et regarde {depth} demi-coups en avant.'], { depth });
  const [was, is] = [first.places[step - 1], first.places[step]];
  return is >= GOAL ? say(['Turn {step}: forward, to the goal.', 'Tour {step} : en avant, au but.'], { step })
    : is < was ? say(['Turn {step}: back. It sees that it can still win later, and both moves are worth 100.', 'Tour {step} : en arrière. Il voit qu’il peut encore gagner plus tard, et les deux coups valent 100.'], { step })
      : say(['Turn {step}: forward, as it would else come too far away.', 'Tour {step} : en avant, car sinon il irait trop loin.'], { step });
}

export const delay: Lesson = {
  name: 'delay',
  group: 'search',
  title: ['A won game that is never won', 'Une partie gagnée qui ne l’est jamais'],
  summary: ['Why a search must count plies', 'Pourquoi une recherche doit compter les demi-coups'],
  icon: <><path class="ink" d="M6 28h52" /><circle class="fill" cx="40" cy="20" r="5" /><path class="ink" d="M34 20H18m5-5-5 5 5 5" /><path class="soft" d="M52 12h6v14h-6z" /></>,
  text: [
    ['Minimax takes a move of the largest value. When several win, all are worth the same, and the first one will do, even if another wins on the spot.',
      'Minimax prend un coup de la plus grande valeur. Quand plusieurs gagnent, tous valent autant, et le premier fait l’affaire, même si un autre gagne tout de suite.'],
    ['In tic-tac-toe that does little harm: the board fills up. In a corridor nothing fills up. X may step back or forward; O only waits.',
      'Au tic-tac-toe, le mal est petit : le plateau se remplit. Dans un couloir, rien ne se remplit. X peut reculer ou avancer ; O attend.'],
    ['Above, X takes the first of equal moves; below, the one that needs the fewest plies.',
      'En haut, X prend le premier des coups égaux ; en bas, celui qui demande le moins de demi-coups.'],
  ],
  controls: [
    { option: 'depth', label: ['Plies', 'Demi-coups'], usual: '5', low: 3, high: 15, by: 2 },
    { option: 'turns', label: ['Turns', 'Tours'], usual: '8', low: 4, high: 20 },
  ],
  tempo: 900,
  count: ({ first }) => first.places.length,
  picture,
  caption,
  questions: [
    {
      ask: ['Looking 3 plies ahead it wins at once, looking 5 ahead never. Why?', 'En regardant 3 demi-coups en avant il gagne tout de suite, à 5 jamais. Pourquoi ?'],
      answer: ['With 3 plies a step back is too far: only forward wins, in 1 turn. With 5 both are worth 100, and the first is back.', 'À 3, un pas en arrière est trop loin : seul l’avant gagne, en 1 tour. À 5, les deux valent 100, et le premier est l’arrière.'],
      holds: [[1, { depth: 3 }, 'first.turns'], [100, { depth: 5 }, 'first.value']],
    },
    {
      ask: ['Does more depth help?', 'Plus de profondeur aide-t-il ?'],
      answer: ['No: with 7 plies it wanders as far back as place 7, and further with more. A longer sight sees more late wins.', 'Non : à 7 demi-coups il recule jusqu’à la place 7, et plus loin encore avec plus. Une vue plus longue voit plus de gains tardifs.'],
      holds: [[7, { depth: 7 }, 'first.places.2']],
    },
    {
      ask: ['What is the remedy?', 'Quel est le remède ?'],
      answer: ['A win counts a little less for every ply, a loss a little more: then sooner is better. In Banyan that is `tie=fastest`; with it X wins in 1 turn.', 'Un gain compte un peu moins par demi-coup, une perte un peu plus : le plus tôt est le mieux. Dans Banyan c’est `tie=fastest` ; X gagne alors en 1 tour.'],
      holds: [[1, { depth: 5 }, 'fewest.turns']],
    },
  ],
};
