// hanoi.tsx: the Tower of Hanoi: discs that move, and the calls that are open meanwhile.
import { say, type Figures, type Lesson } from './lesson';

type Call = [disc: number, from: string, to: string];
interface Frame { pegs: number[][]; calls: Call[] }

const FLOOR = 150, MIDDLE = (peg: number) => 66 + 118 * peg;

function Discs({ frame, n }: { frame: Frame; n: number }) {
  const thick = Math.min(20, 110 / n), moved = frame.calls[frame.calls.length - 1]?.[0];
  // In the order of their sizes, so that each stays the same element and can be seen to move.
  const discs = frame.pegs.flatMap((peg, p) => peg.map((disc, level) => ({ disc, p, level }))).sort((a, b) => a.disc - b.disc);
  return (
    <>
      {discs.map(({ disc, p, level }) => {
        const half = 10 + (44 * disc) / n;
        return (
          <g key={disc} class={`disc ${disc === moved ? 'now' : ''}`} data-disc={disc} data-peg={'ABC'[p]} data-level={level}
            style={{ transform: `translate(${MIDDLE(p)}px, ${FLOOR - thick * (level + 1)}px)` }}>
            <rect x={-half} width={2 * half} height={thick - 1.5} rx="4" />
            {thick >= 12 && <text y={thick / 2 + 3.5} text-anchor="middle">{disc}</text>}
          </g>
        );
      })}
    </>
  );
}

function picture({ frames, n }: Figures, step: number) {
  const frame: Frame = frames[step];
  return (
    <svg class="hanoi" viewBox={`0 0 368 ${184 + 18 * n}`}>
      {[0, 1, 2].map((peg) => (
        <g key={peg}>
          <line class="wall" x1={MIDDLE(peg)} x2={MIDDLE(peg)} y1="22" y2={FLOOR} />
          <text class="name" x={MIDDLE(peg)} y="14" text-anchor="middle">{'ABC'[peg]}</text>
        </g>
      ))}
      <line class="wall" x1="6" x2="362" y1={FLOOR} y2={FLOOR} />
      <Discs frame={frame} n={n} />
      {frame.calls.map(([disc, from, to], i) => (
        <text key={i} class={`call ${i === frame.calls.length - 1 ? 'now' : ''}`} x={14 + 14 * i} y={178 + 18 * i}>move({disc}, {from}, {to})</text>
      ))}
    </svg>
  );
}

function caption({ frames, moves }: Figures, step: number) {
  if (step === 0) return say(['The start: all discs on A.', 'Le départ : tous les disques sur A.']);
  const { calls }: Frame = frames[step];
  const [disc, from, to] = calls[calls.length - 1];
  return say(['Move {step} of {moves}: disc {disc} from {from} to {to}. Open calls: {open}.', 'Coup {step} sur {moves} : disque {disc} de {from} à {to}. Appels ouverts : {open}.'],
    { step, moves, disc, from, to, open: calls.length });
}

export const hanoi: Lesson = {
  name: 'hanoi',
  group: 'recursion',
  title: ['The Tower of Hanoi', 'La tour de Hanoï'],
  summary: ['A plan that begins with the hardest part', 'Un plan qui commence par le plus difficile'],
  icon: <><path class="ink" d="M6 36h52M14 10v26M32 10v26M50 10v26" /><rect class="fill" x="6" y="29" width="16" height="6" rx="2" /><rect class="fill" x="9" y="22" width="10" height="6" rx="2" /><rect class="fill" x="46" y="29" width="8" height="6" rx="2" /></>,
  text: [
    ['A tower of discs stands on peg A. It shall go to peg C, one disc at a time, and no disc may ever lie on a smaller one.',
      'Une tour de disques se dresse sur A. Elle doit passer sur C, un disque à la fois, et jamais un disque sur un plus petit.'],
    ['Begin with the hardest part. The largest disc can move only when all others stand on B: the same problem, one disc smaller. Afterwards they follow: the same again.',
      'Commençons par le plus difficile. Le plus grand disque ne bouge que si tous les autres sont sur B : le même problème, avec un disque de moins. Puis ils suivent : encore le même.'],
    ['= move(n, from, to):   if n > 0\n    move(n-1, from, spare)\n    disc n: from -> to\n    move(n-1, spare, to)',
      '= move(n, de, à):   si n > 0\n    move(n-1, de, libre)\n    disque n : de -> à\n    move(n-1, libre, à)'],
    ['Below the pegs stand the calls that are open at this moment. A small disc has many callers waiting for it; the largest has none.',
      'Sous les piquets se trouvent les appels ouverts à cet instant. Un petit disque a beaucoup d’appelants qui l’attendent ; le plus grand n’en a aucun.'],
    ['With T(n) moves for n discs, T(n) = 2 T(n−1) + 1 and T(0) = 0, hence T(n) = 2ⁿ − 1, and no way is shorter. Recursion makes the plan short, not its execution.',
      'Avec T(n) coups pour n disques, T(n) = 2 T(n−1) + 1 et T(0) = 0, donc T(n) = 2ⁿ − 1, et rien n’est plus court. La récursivité raccourcit le plan, pas son exécution.'],
  ],
  controls: [{ option: 'n', label: ['Discs', 'Disques'], usual: '4', low: 1, high: 8 }],
  tempo: 900,
  picture,
  caption,
  questions: [
    {
      ask: ['How many moves does one more disc cost: for 5 discs instead of 4?', 'Combien de coups coûte un disque de plus : 5 disques au lieu de 4 ?'],
      answer: ['16: from 15 to 31. The tower above the new disc is moved twice, and the disc itself once: 2 × 15 + 1 = 31.', '16 : de 15 à 31. La tour au-dessus du nouveau disque bouge deux fois, et lui une fois : 2 × 15 + 1 = 31.'],
      holds: [[15, { n: 4 }, 'moves'], [31, { n: 5 }, 'moves']],
    },
    {
      ask: ['Watch disc 1. How often does it move, and is there a rule without recursion?', 'Regardez le disque 1. Combien de fois bouge-t-il, et y a-t-il une règle sans récursivité ?'],
      answer: ['Every other move is its: of 15 moves 8. It always goes round the pegs in the same direction; every move between has only one legal way. That is a program without recursion.',
        'Un coup sur deux : 8 sur 15. Il tourne toujours dans le même sens ; entre ses coups, un seul coup est permis. Voilà un programme sans récursivité.'],
      holds: [[15, { n: 4 }, 'moves']],
    },
    {
      ask: ['The tree of calls has 2ⁿ⁺¹ − 1 nodes. How many calls are open at once at most, and why does that matter?', 'L’arbre des appels a 2ⁿ⁺¹ − 1 nœuds. Combien d’appels sont ouverts à la fois au plus, et pourquoi est-ce important ?'],
      answer: ['n + 1, with the call that has nothing to do. Time grows with the tree (31 calls for 4 discs), memory with its depth. A game search lives off the same difference.',
        'n + 1, avec l’appel qui n’a rien à faire. Le temps croît avec l’arbre (31 appels pour 4 disques), la mémoire avec sa profondeur. Une recherche dans un jeu vit de la même différence.'],
      holds: [[31, { n: 4 }, 'calls']],
    },
  ],
};
