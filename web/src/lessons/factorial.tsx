// factorial.tsx: calls that go down to the base case, results that come back.
import { number } from '../i18n';
import { say, type Figures, type Lesson } from './lesson';

interface Frame { open: number[]; returned?: number; value?: number }

const ROW = 30;

function picture({ frames, n }: Figures, step: number) {
  const { open, returned }: Frame = frames[step];
  const values = new Map((frames as Frame[]).slice(0, step + 1).filter((one) => one.returned !== undefined).map((one) => [one.returned!, one.value!]));
  const current = returned ?? open[open.length - 1];
  const rows = Array.from({ length: n + 1 }, (_, i) => n - i).filter((k) => open.includes(k) || values.has(k));
  return (
    <svg class="calls" viewBox={`0 0 400 ${ROW * (n + 1) + 8}`} data-open={open.join(' ')} data-value={values.get(n) ?? ''}>
      {rows.map((k) => {
        const y = 4 + ROW * (n - k), lean = 8 * Math.min(n - k, 12);
        return (
          <g key={k} class={`box ${open.includes(k) ? 'open' : 'done'} ${k === current ? 'now' : ''}`} data-call={k}>
            <rect x={4 + lean} y={y} width="190" height={ROW - 6} rx="5" />
            <text x={14 + lean} y={y + 16.5}>{k === 0 ? 'factorial(0)' : `factorial(${k}) = ${k} · …`}</text>
            {values.has(k) && <text class="result" x="390" y={y + 16.5} text-anchor="end">{k > 0 ? `${k} · ${number(values.get(k - 1)!)} = ` : ''}{number(values.get(k)!)}</text>}
          </g>
        );
      })}
    </svg>
  );
}

function caption({ frames }: Figures, step: number) {
  const { open, returned, value }: Frame = frames[step];
  if (returned !== undefined)
    return say(['factorial({k}) gives back {value}. Open calls: {open}.', 'factorial({k}) rend {value}. Appels ouverts : {open}.'], { k: returned, value: number(value!), open: open.length });
  const k = open[open.length - 1];
  return k === 0 ? say(['factorial(0): the base case knows its answer.', 'factorial(0) : le cas de base connaît sa réponse.'])
    : say(['factorial({k}) is called, and must wait for factorial({less}).', 'factorial({k}) est appelée, et doit attendre factorial({less}).'], { k, less: k - 1 });
}

export const factorial: Lesson = {
  name: 'factorial',
  group: 'recursion',
  title: ['Factorial: a function that calls itself', 'Factorielle : une fonction qui s’appelle'],
  summary: ['Recursion at its simplest: a base case and a step', 'La récursivité la plus simple : un cas de base et un pas'],
  icon: <><rect class="soft" x="8" y="4" width="26" height="8" rx="2" /><rect class="soft" x="14" y="16" width="26" height="8" rx="2" /><rect class="fill" x="20" y="28" width="26" height="8" rx="2" /><path class="ink" d="M54 34V8m-4 5 4-5 4 5" /></>,
  text: [
    ['A recursive function has two parts: a base case that it answers at once, and a step that leads every other case to a smaller one.',
      'Une fonction récursive a deux parties : un cas de base auquel elle répond tout de suite, et un pas qui ramène tout autre cas à un plus petit.'],
    ['= factorial(0) = 1\nfactorial(n) = n · factorial(n - 1)', '= factorial(0) = 1\nfactorial(n) = n · factorial(n - 1)'],
    ['Each call waits for the one it made. What waits lies on a stack: the last call to come is the first to end, and the results come back in reverse order.',
      'Chaque appel attend celui qu’il a fait. Ce qui attend forme une pile : le dernier appel venu finit le premier, et les résultats reviennent en ordre inverse.'],
    ['A search of a game is the same function with more branches: the value of a position waits for the values of the positions after it.',
      'Une recherche dans un jeu est la même fonction avec plus de branches : la valeur d’une position attend celles des positions suivantes.'],
  ],
  controls: [{ option: 'n', label: ['n', 'n'], usual: '5', low: 1, high: 12 }],
  tempo: 800,
  picture,
  caption,
  questions: [
    {
      ask: ['How many calls does 5! take, and how many of them are open at once?', 'Combien d’appels pour 5!, et combien sont ouverts à la fois ?'],
      answer: ['6, from factorial(5) down to factorial(0), and all 6 are open when the base case is reached.', '6, de factorial(5) à factorial(0), et tous les 6 sont ouverts quand le cas de base est atteint.'],
      holds: [[6, { n: 5 }, 'calls'], [6, { n: 5 }, 'depth']],
    },
    {
      ask: ['When is the first multiplication done: on the way down or on the way up?', 'Quand se fait la première multiplication : en descendant ou en remontant ?'],
      answer: ['On the way up: 1 · 1, in factorial(1), when factorial(0) has come back. Going down, nothing is known yet.', 'En remontant : 1 · 1, dans factorial(1), quand factorial(0) est revenue. En descendant, rien n’est encore connu.'],
    },
    {
      ask: ['What happens without the line for factorial(0)?', 'Que se passe-t-il sans la ligne de factorial(0) ?'],
      answer: ['factorial(0) calls factorial(-1), and so on: no call ever ends, until the stack is full. Every recursion needs a case that does not call, and steps that lead to it.',
        'factorial(0) appelle factorial(-1), et ainsi de suite : aucun appel ne finit, jusqu’à ce que la pile soit pleine. Toute récursivité a besoin d’un cas qui n’appelle pas, et de pas qui y mènent.'],
    },
  ],
};
