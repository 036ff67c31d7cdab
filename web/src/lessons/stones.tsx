// stones.tsx: a row of stones: every play of it, one after the other.
import { say, type Figures, type Lesson } from './lesson';

interface Play { takes: number[]; alice: number; bob: number }

/** Which play a step belongs to, and how many of its moves are made. */
function at(list: Play[], step: number): { play: Play; number: number; made: number } {
  let number = 0;
  while (step > list[number].takes.length && number < list.length - 1) step -= list[number++].takes.length + 1;
  return { play: list[number], number, made: step };
}

function picture({ row, list }: Figures, step: number) {
  const { play, number, made } = at(list, step);
  const width = Math.min(48, 380 / row.length), owner: string[] = [];
  play.takes.slice(0, made).forEach((take, i) => { for (let k = 0; k < take; k++) owner.push(i % 2 ? 'bob' : 'alice'); });
  const sum = (who: string) => row.reduce((all: number, stone: number, i: number) => all + (owner[i] === who ? stone : 0), 0);
  return (
    <svg class="stones" viewBox="0 0 400 190" data-play={number} data-alice={sum('alice')} data-bob={sum('bob')}>
      {row.map((stone: number, i: number) => (
        <g key={i} class={`stone ${owner[i] ?? 'left'}`} data-owner={owner[i] ?? ''}>
          <circle cx={10 + (i + 0.5) * width} cy={owner[i] === 'alice' ? 40 : owner[i] === 'bob' ? 130 : 85} r={width * 0.42} />
          <text x={10 + (i + 0.5) * width} y={(owner[i] === 'alice' ? 40 : owner[i] === 'bob' ? 130 : 85) + 4} text-anchor="middle">{stone}</text>
        </g>
      ))}
      <text class="name" x="10" y="14">Alice: {sum('alice')}</text>
      <text class="name" x="10" y="166">Bob: {sum('bob')}</text>
      <text class="name" x="390" y="184" text-anchor="end">{say(['play {n} of {all}', 'partie {n} sur {all}'], { n: number + 1, all: list.length })}</text>
    </svg>
  );
}

function caption({ list }: Figures, step: number) {
  const { play, number, made } = at(list, step);
  if (made === 0) return say(['Play {n} begins: all stones lie in the row.', 'La partie {n} commence : toutes les pierres sont dans la rangée.'], { n: number + 1 });
  if (made < play.takes.length) return say(['{who} takes {n} from the left.', '{who} prend {n} à gauche.'], { who: made % 2 ? 'Alice' : 'Bob', n: play.takes[made - 1] });
  const who = play.alice > play.bob ? 'Alice' : 'Bob';
  return play.alice === play.bob ? say(['The row is empty: {a} each, a draw.', 'La rangée est vide : {a} chacun, partie nulle.'], { a: play.alice })
    : say(['The row is empty: {a} to {b}, {who} wins.', 'La rangée est vide : {a} à {b}, {who} gagne.'], { a: play.alice, b: play.bob, who });
}

export const stones: Lesson = {
  name: 'stones',
  group: 'games',
  title: ['Stones: a game, whole', 'Les pierres : un jeu en entier'],
  summary: ['Every play of a small game, and what it is worth', 'Toutes les parties d’un petit jeu, et ce qu’il vaut'],
  icon: <><circle class="soft" cx="12" cy="20" r="7" /><circle class="fill" cx="32" cy="12" r="7" /><circle class="soft" cx="52" cy="28" r="7" /></>,
  text: [
    ['Stones with numbers lie in a row. Alice and Bob take turns: each takes one, two or three from the left. When the row is empty, the larger sum wins.',
      'Des pierres numérotées forment une rangée. Alice et Bob jouent à tour de rôle : chacun en prend une, deux ou trois à gauche. Quand la rangée est vide, la plus grande somme gagne.'],
    ['A game as small as this can be played in every possible way. The picture does that, play after play, as a program would: take one first, then two, then three; take the last move back, and go on.',
      'Un jeu si petit se joue de toutes les façons possibles. L’image le fait, partie après partie, comme un programme : d’abord une pierre, puis deux, puis trois ; reprendre le dernier coup, et continuer.'],
    ['But most plays are silly. What the game is worth is what comes out when both do their best: of all her moves Alice takes the one after which Bob’s best answer leaves her most.',
      'Mais la plupart des parties sont sottes. Le jeu vaut ce qui arrive quand chacun fait de son mieux : Alice choisit le coup après lequel la meilleure réponse de Bob lui laisse le plus.'],
  ],
  controls: [{ option: 'row', label: ['Row', 'Rangée'], usual: '1 2 3 6', values: ['1 2 3 6', '1 1 1 1 1', '4 1 6 2 5', '9 1 1 9', '3 8 2 7 5'] }],
  tempo: 700,
  count: ({ list }) => list.reduce((sum: number, play: Play) => sum + play.takes.length + 1, 0),
  picture,
  caption,
  questions: [
    {
      ask: ['How many plays has the row 1 2 3 6, and a row of five stones?', 'Combien de parties a la rangée 1 2 3 6, et une rangée de cinq pierres ?'],
      answer: ['7 and 13. The first move leaves one, two or three stones less: P(n) = P(n−1) + P(n−2) + P(n−3), whatever the numbers on the stones.',
        '7 et 13. Le premier coup laisse une, deux ou trois pierres de moins : P(n) = P(n−1) + P(n−2) + P(n−3), quels que soient les nombres.'],
      holds: [[7, { row: '1 2 3 6' }, 'plays'], [13, { row: '1 1 1 1 1' }, 'plays']],
    },
    {
      ask: ['How does Alice begin with 1 2 3 6, and how does it end?', 'Comment Alice commence-t-elle avec 1 2 3 6, et comment cela finit-il ?'],
      answer: ['She takes 3: that is 6 points, and the 6 is left to Bob. The value is 0, a draw. Take fewer, and Bob gets the 6 and more.',
        'Elle en prend 3 : cela fait 6 points, et il reste le 6 à Bob. La valeur est 0, partie nulle. Avec moins, Bob a le 6 et plus encore.'],
      holds: [[3, { row: '1 2 3 6' }, 'best.0'], [0, { row: '1 2 3 6' }, 'value']],
    },
    {
      ask: ['Alice wins 3 of the 7 plays and Bob 3. Does that say who is better off?', 'Alice gagne 3 des 7 parties et Bob 3. Cela dit-il qui est le mieux placé ?'],
      answer: ['No. Plays are not equally likely when people think. With 4 1 6 2 5 Alice wins by 4 for certain, though 3 plays are lost.',
        'Non. Les parties ne sont pas également probables quand on réfléchit. Avec 4 1 6 2 5 Alice gagne de 4 à coup sûr, bien que 3 parties soient perdues.'],
      holds: [[3, { row: '1 2 3 6' }, 'alice'], [4, { row: '4 1 6 2 5' }, 'value'], [3, { row: '4 1 6 2 5' }, 'bob']],
    },
  ],
};
