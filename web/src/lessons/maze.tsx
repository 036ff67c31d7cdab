// maze.tsx: a search that walks through a maze and comes back out of dead ends.
import { say, type Figures, type Lesson } from './lesson';

interface Frame { at: [number, number]; back: boolean; way: number; entered: number; dead_ends: number }

const CELL = 20;

/** The way and what was left again, as the walk up to this step made them. */
function walked(frames: Frame[], step: number): { way: [number, number][]; lost: [number, number][] } {
  const way: [number, number][] = [], lost: [number, number][] = [];
  for (const { at, back } of frames.slice(0, step + 1)) {
    if (back) lost.push(way.pop()!);
    else way.push(at);
  }
  return { way, lost };
}

/** Walls between the posts of the plan, '#' on a grid of twice the size; the way in and the way out are open. */
function walls(plan: string[]): string {
  const last = plan.length - 1, wide = plan[0].length - 1, half = CELL / 2;
  let path = '';
  plan.forEach((line, y) => [...line].forEach((mark, x) => {
    const door = (x === 0 && y === 1) || (x === wide && y === last - 1);
    if (mark !== '#' || door || x % 2 === y % 2) return;
    path += y % 2 === 0 ? `M${(x - 1) * half} ${y * half}h${CELL}` : `M${x * half} ${(y - 1) * half}v${CELL}`;
  }));
  return path;
}

function picture({ frames, plan, width, height }: Figures, step: number) {
  const { way, lost } = walked(frames, step), [x, y] = frames[step].at;
  const middle = ([a, b]: [number, number]) => `${(a + 0.5) * CELL} ${(b + 0.5) * CELL}`;
  return (
    <svg class="maze" viewBox={`-3 -3 ${width * CELL + 6} ${height * CELL + 6}`} data-way={way.length} data-lost={lost.length} data-at={`${x} ${y}`}>
      {lost.map(([a, b]) => <path key={`${a} ${b}`} class="lost" d={`M${a * CELL + 7} ${b * CELL + 7}l6 6m0-6l-6 6`} />)}
      <path class="way" d={`M${way.map(middle).join('L')}h.1`} />
      <path class="wall" d={walls(plan)} />
      <circle class={`here ${frames[step].back ? 'back' : ''}`} cx={(x + 0.5) * CELL} cy={(y + 0.5) * CELL} r="6" />
    </svg>
  );
}

function caption({ frames, width, height }: Figures, step: number) {
  const { at: [x, y], back, way, entered, dead_ends: ends }: Frame = frames[step];
  if (x === width - 1 && y === height - 1)
    return say(['Out! Way: {way} cells, entered: {entered}, dead ends: {ends}.', 'Dehors ! Chemin : {way} cases, visitées : {entered}, impasses : {ends}.'], { way, entered, ends });
  return say(back ? ['Nothing new ahead: one cell back. Way: {way}, entered: {entered}, dead ends: {ends}.', 'Rien de neuf : une case en arrière. Chemin : {way}, visitées : {entered}, impasses : {ends}.']
    : ['Forward. Way: {way}, entered: {entered}, dead ends: {ends}.', 'En avant. Chemin : {way}, visitées : {entered}, impasses : {ends}.'], { way, entered, ends });
}

export const maze: Lesson = {
  name: 'maze',
  group: 'backtracking',
  title: ['A maze and its dead ends', 'Un labyrinthe et ses impasses'],
  summary: ['A search problem that one can see', 'Un problème de recherche que l’on voit'],
  icon: <path class="ink" d="M8 4h48v32H20M8 4v32h4M20 36V14h12v14h12V12h4" />,
  text: [
    ['Walk on into a cell not entered yet. Where there is none, go back the way you came, to the last cell with a choice left. East, south, west, north are tried in turn.',
      'Avancer dans une case pas encore visitée. S’il n’y en a pas, revenir par où l’on est venu, jusqu’à la dernière case où il reste un choix. On essaie est, sud, ouest, nord dans cet ordre.'],
    ['= escape(cell):   the exit? done\n    for every open neighbour, not entered yet:\n        escape(neighbour); done? done\n    go back', '= sortir(case):   la sortie ? fini\n    pour chaque voisine ouverte, pas visitée :\n        sortir(voisine) ; fini ? fini\n    revenir'],
    ['The line is the way from the start to here: it is the stack of the open calls. Crosses are cells that were left again.',
      'La ligne est le chemin du départ jusqu’ici : c’est la pile des appels ouverts. Les croix sont des cases quittées.'],
    ['This is depth-first search, as minimax does it on a game tree. It needs memory for one way only, and it finds a way, not the shortest. Here there is only one.',
      'C’est la recherche en profondeur, comme minimax la fait sur un arbre de jeu. Elle n’a besoin de mémoire que pour un chemin, et elle trouve un chemin, pas le plus court. Ici il n’y en a qu’un.'],
  ],
  controls: [
    { option: 'size', label: ['Size', 'Taille'], usual: '16x9', values: ['6x4', '10x6', '16x9', '24x16'] },
    { option: 'seed', label: ['Seed', 'Graine'], usual: '1', seed: true },
  ],
  tempo: 220,
  picture,
  caption,
  questions: [
    {
      ask: ['In the 16x9 maze of seed 1 the way is 48 cells long. How many cells did the search enter in vain?', 'Dans le labyrinthe 16x9 de graine 1 le chemin a 48 cases. Combien de cases visitées en vain ?'],
      answer: ['89: it entered 137 of 144 cells, and 48 are on the way. Each of the 89 was left exactly once.', '89 : elle en a visité 137 sur 144, et 48 sont sur le chemin. Chacune des 89 fut quittée exactement une fois.'],
      holds: [[137, { size: '16x9', seed: 1 }, 'entered'], [48, { size: '16x9', seed: 1 }, 'length']],
    },
    {
      ask: ['Would another order, south before east, have been faster?', 'Un autre ordre, sud avant est, aurait-il été plus rapide ?'],
      answer: ['In some mazes, not in others: try seeds and watch where the first turn goes wrong. The order of moves decides how much a depth-first search looks at; alpha-beta lives off a good one.', 'Dans certains labyrinthes, pas dans d’autres : essayez des graines et voyez où le premier choix se trompe. L’ordre des coups décide de ce qu’une recherche en profondeur regarde ; alpha-bêta vit d’un bon ordre.'],
    },
    {
      ask: ['Why does the search mark cells that it has left, if it comes back from them anyway?', 'Pourquoi marquer les cases quittées, puisqu’on en revient de toute façon ?'],
      answer: ['Here it need not: only one way leads to each cell. In a maze with circles it would come to the same cells by other ways, and search all behind them again and again. Moves lead to the same positions by many ways: that is why a program remembers them.', 'Ici ce serait inutile : un seul chemin mène à chaque case. Dans un labyrinthe avec des boucles elle reviendrait aux mêmes cases par d’autres chemins, et referait toute la recherche derrière elles. Les coups mènent aux mêmes positions par bien des chemins : c’est pourquoi un programme les retient.'],
    },
  ],
};
