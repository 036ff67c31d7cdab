// hash.tsx: a small hash table that is filled, probe by probe.
import { say, type Figures, type Lesson } from './lesson';

interface Key { key: string; hash: number; home: number; tried: number[]; slot: number | null /* none was free on its way */ }

/** The key that a step is about, and which of its tries; -1: nothing has happened yet. */
function at(keys: Key[], step: number): { index: number; tried: number } {
  let index = -1, left = step;
  while (left > 0) left -= keys[++index].tried.length;
  return { index, tried: index < 0 ? 0 : keys[index].tried.length + left };
}

function contents(keys: Key[], step: number): string[][] {
  const { index, tried } = at(keys, step), table: string[][] = [];
  keys.forEach((one, i) => { if (i < index || (i === index && tried === one.tried.length)) { if (one.slot !== null) (table[one.slot] ??= []).push(one.key); } });
  return table;
}

function picture({ slots, keys }: Figures, step: number) {
  const { index, tried } = at(keys, step), now: Key | undefined = keys[index], table = contents(keys, step), probe = now?.tried[tried - 1];
  const height = Math.min(24, 280 / slots);
  return (
    <svg class="hash" viewBox={`0 0 400 ${slots * height + 30}`} data-probe={probe ?? ''} data-table={Array.from({ length: slots }, (_, i) => (table[i] ?? []).join('+')).join(' ')}>
      {Array.from({ length: slots }, (_, i) => (
        <g key={i} class={`slot ${i === probe ? 'now' : ''}`}>
          <text class="name" x="36" y={22 + (i + 0.68) * height} text-anchor="end">{i}</text>
          <rect x="44" y={22 + i * height} width="340" height={height - 2} rx="3" />
          <text x="54" y={22 + (i + 0.68) * height}>{(table[i] ?? []).join(' → ')}</text>
        </g>
      ))}
      <text class="call now" x="44" y="14">{now ? `${now.key}: ${now.hash} mod ${slots} = ${now.home}` : ''}</text>
    </svg>
  );
}

function caption({ keys }: Figures, step: number) {
  const { index, tried } = at(keys, step), now: Key | undefined = keys[index];
  if (!now) return say(['The table is empty.', 'La table est vide.']);
  const values = { key: now.key, slot: now.tried[tried - 1], n: tried };
  if (tried < now.tried.length) return say(['{key}: slot {slot} is taken. On to the next one.', '{key} : la case {slot} est prise. À la suivante.'], values);
  if (now.slot === null) return say(['{key}: slot {slot} is taken, too. After {n} tries it is left out: its steps come to no free slot.', '{key} : la case {slot} est prise aussi. Après {n} essais elle reste dehors : ses pas ne mènent à aucune case libre.'], values);
  return tried === 1 ? say(['{key} goes to slot {slot} at once.', '{key} va tout de suite dans la case {slot}.'], values)
    : say(['{key} goes to slot {slot}, after {n} tries.', '{key} va dans la case {slot}, après {n} essais.'], values);
}

export const hash: Lesson = {
  name: 'hash',
  group: 'tables',
  title: ['Hash tables', 'Les tables de hachage'],
  summary: ['A place for every key, and what to do when it is taken', 'Une place pour chaque clé, et que faire si elle est prise'],
  icon: <><path class="ink" d="M8 6h24M8 16h24M8 26h24M8 36h24" /><rect class="fill" x="10" y="8" width="20" height="6" /><rect class="soft" x="10" y="28" width="20" height="6" /><path class="ink" d="M58 10H36m5-4-5 4 5 4" /></>,
  text: [
    ['A hash function makes a number of a key, and the rest of a division by the size of the table makes a slot of the number. To find the key again, compute the same and look there.',
      'Une fonction de hachage fait d’une clé un nombre, et le reste de la division par la taille de la table en fait une case. Pour retrouver la clé, on refait le calcul et on y regarde.'],
    ['The number of a word is here the one of Java, without a sign: h is 0 at first, and 31 h + c with the code c of each letter (A is 65, 0 is 48), of which 32 bits stay. A number is its own.',
      'Le nombre d’un mot est ici celui de Java, sans signe : h vaut d’abord 0, puis 31 h + c avec le code c de chaque lettre (A vaut 65, 0 vaut 48), dont 32 bits restent. Un nombre est le sien.'],
    ['Two keys may want the same slot: a collision. With `chain` both live there, one behind the other. With open addressing the second one looks on: `linear` one slot further each time, `quadratic` and `double` in larger steps.',
      'Deux clés peuvent vouloir la même case : une collision. Avec `chain`, les deux y vivent, l’une derrière l’autre. Avec l’adressage ouvert, la seconde cherche plus loin : `linear` d’une case à chaque fois, `quadratic` et `double` par plus grands pas.'],
    ['A table that is nearly full makes long ways. A search keeps millions of positions in one, and a look must cost next to nothing.',
      'Une table presque pleine fait de longs chemins. Une recherche y garde des millions de positions, et un regard ne doit presque rien coûter.'],
  ],
  controls: [
    { option: 'keys', label: ['Keys', 'Clés'], usual: 'LOG320 GTI770 LOG550 LOG100 AAA BBB', typed: true, values: ['LOG320 GTI770 LOG550 LOG100 AAA BBB', '18 41 22 44 59 32 31 73', 'ANN BOB CAT DAN EVE FAY GUS', 'A B C D E F'] },
    { option: 'size', label: ['Slots', 'Cases'], usual: '7', low: 7, high: 13 },
    { option: 'method', label: ['Method', 'Méthode'], usual: 'linear', values: ['chain', 'linear', 'quadratic', 'double'] },
  ],
  tempo: 900,
  count: ({ keys }) => 1 + keys.reduce((sum: number, one: Key) => sum + one.tried.length, 0),
  picture,
  caption,
  questions: [
    {
      ask: ['In 7 slots, which slots do LOG100 and AAA want?', 'Dans 7 cases, quelles cases veulent LOG100 et AAA ?'],
      answer: ['Both want slot 5. With linear probing AAA goes to 6; with chains both stand in 5.', 'Les deux veulent la case 5. Avec le sondage linéaire AAA va en 6 ; avec des chaînes les deux sont en 5.'],
      holds: [[5, { keys: 'LOG320 GTI770 LOG550 LOG100 AAA BBB', size: 7, method: 'linear' }, 'keys.3.home'], [6, { keys: 'LOG320 GTI770 LOG550 LOG100 AAA BBB', size: 7, method: 'linear' }, 'keys.4.slot'], [5, { keys: 'LOG320 GTI770 LOG550 LOG100 AAA BBB', size: 7, method: 'chain' }, 'keys.4.slot']],
    },
    {
      ask: ['Why is a prime number a good size?', 'Pourquoi un nombre premier est-il une bonne taille ?'],
      answer: ['The rest then depends on all of the number. With 10 slots only its last decimal digit counts: LOG320, whose hash is 2250939405, goes to 5.', 'Le reste dépend alors de tout le nombre. Avec 10 cases, seul son dernier chiffre compte : LOG320, de hachage 2250939405, va en 5.'],
      holds: [[2250939405, { keys: 'LOG320', size: 10, method: 'linear' }, 'keys.0.hash'], [5, { keys: 'LOG320', size: 10, method: 'linear' }, 'keys.0.home']],
    },
    {
      ask: ['Why do linear probes become slow before the table is full?', 'Pourquoi le sondage linéaire ralentit-il avant que la table soit pleine ?'],
      answer: ['Taken slots stick together, and a long run catches more keys and grows faster. Larger steps break the runs up.', 'Les cases prises se collent, et une longue suite attrape plus de clés et croît plus vite. De plus grands pas défont ces suites.'],
    },
  ],
};
