// zobrist.tsx: a key for every position, kept up to date by exclusive or.
import { Cells, cellOf } from './cells';
import { say, type Figures, type Lesson } from './lesson';

interface Step { move: string; side: string; back: boolean; number: number; key: number }
const bits = (value: number): string => value.toString(2).padStart(16, '0').replace(/(.{4})(?=.)/g, '$1 ');

function cellsAt(steps: Step[], step: number): string {
  const cells = [...'.........'];
  for (const one of steps.slice(0, step)) cells[cellOf(one.move)] = one.back ? '.' : one.side;
  return cells.join('');
}

function picture({ steps }: Figures, step: number) {
  const now: Step | undefined = steps[step - 1], before = step > 1 ? steps[step - 2].key : 0, key = now?.key ?? 0;
  return (
    <svg class="zobrist" viewBox="0 0 400 280" data-key={key}>
      <Cells cells={cellsAt(steps, step)} now={now && cellOf(now.move)} x={110} y={6} />
      {now && <><text class="call" x="40" y="216">{say(['key', 'clé'])}</text><text class="call" x="110" y="216">{bits(before)}</text><text class="call" x="330" y="216">{before}</text>
        <text class="call" x="40" y="240">⊕ {now.side} {now.move}</text><text class="call" x="110" y="240">{bits(now.number)}</text><text class="call" x="330" y="240">{now.number}</text></>}
      <text class="call now" x="40" y="268">{now ? '=' : say(['key', 'clé'])}</text><text class="call now" x="110" y="268">{bits(key)}</text><text class="call now" x="330" y="268">{key}</text>
    </svg>
  );
}

function caption({ steps }: Figures, step: number) {
  if (step === 0) return say(['The empty board has the key 0.', 'Le plateau vide a la clé 0.']);
  const one: Step = steps[step - 1];
  return one.back ? say(['{side} {move} is taken back: the same number once more, and the old key is there again.', '{side} {move} est repris : le même nombre encore une fois, et l’ancienne clé est de retour.'], { ...one, back: '' })
    : say(['{side} on {move}: its number is joined to the key by exclusive or.', '{side} en {move} : son nombre est joint à la clé par ou exclusif.'], { ...one, back: '' });
}

export const zobrist: Lesson = {
  name: 'zobrist',
  group: 'tables',
  title: ['Zobrist keys', 'Les clés de Zobrist'],
  summary: ['A position’s number, with one operation a move', 'Le numéro d’une position, avec une opération par coup'],
  icon: <><circle class="ink" cx="18" cy="20" r="8" /><path class="ink" d="M26 20h30M48 20v8M40 20v6M14 20h8M18 16v8" /></>,
  text: [
    ['To find positions again, a program gives each a number, its key. Reading the whole board for it after every move would take long.',
      'Pour retrouver des positions, un programme donne à chacune un nombre, sa clé. Relire tout le plateau après chaque coup serait long.'],
    ['Zobrist’s idea: draw a random number for each stone on each cell, once. The key of a position is the exclusive or of the numbers of its stones.',
      'L’idée de Zobrist : tirer une fois un nombre au hasard pour chaque pierre sur chaque case. La clé d’une position est le ou exclusif des nombres de ses pierres.'],
    ['= key(after) = key(before) xor number(stone, cell)', '= clé(après) = clé(avant) xor nombre(pierre, case)'],
    ['A move changes the key by one operation, and taking it back by the same one: x xor r xor r = x. The order of moves does not matter, just as it does not for the position.',
      'Un coup change la clé en une opération, et le reprendre en la même : x xor r xor r = x. L’ordre des coups ne compte pas, pas plus que pour la position.'],
  ],
  controls: [
    { option: 'moves', label: ['Moves', 'Coups'], usual: 'b2 a1 c3 a3 a2', typed: true, values: ['b2 a1 c3 a3 a2', 'c3 a1 b2 a3 a2', 'a1 b2', 'a1 b1 c1 a2'] },
    { option: 'seed', label: ['Seed', 'Graine'], usual: '1', seed: true },
  ],
  tempo: 1200,
  count: ({ steps }) => steps.length + 1,
  picture,
  caption,
  questions: [
    {
      ask: ['After b2 the key is that cell’s number, 22354. What does a1 make of it?', 'Après b2, la clé est le nombre de cette case, 22354. Qu’en fait a1 ?'],
      answer: ['22354 xor 52985 = 39339: bit by bit, equal bits give 0, others 1.', '22354 xor 52985 = 39339 : bit à bit, deux bits égaux donnent 0, sinon 1.'],
      holds: [[22354, {}, 'steps.0.key'], [52985, {}, 'steps.1.number'], [39339, {}, 'steps.1.key']],
    },
    {
      ask: ['Play b2 a1 c3 and c3 a1 b2. Why are the keys equal?', 'Jouez b2 a1 c3 et c3 a1 b2. Pourquoi les clés sont-elles égales ?'],
      answer: ['Exclusive or does not care about the order: both are 52946, and it is the same position. A table finds it again: a transposition.', 'Le ou exclusif ignore l’ordre : les deux valent 52946, et c’est la même position. Une table la retrouve : une transposition.'],
      holds: [[52946, { moves: 'b2 a1 c3' }, 'steps.2.key'], [52946, { moves: 'c3 a1 b2' }, 'steps.2.key']],
    },
    {
      ask: ['When all moves are taken back, what must the key be?', 'Quand tous les coups sont repris, que doit être la clé ?'],
      answer: ['0 again, the key of the empty board. A program that finds another number there has forgotten a stone somewhere.', '0 de nouveau, la clé du plateau vide. Un programme qui y trouve un autre nombre a oublié une pierre quelque part.'],
      holds: [[0, {}, 'steps.9.key']],
    },
  ],
};
