// alphabeta.tsx: the same value, with less work: windows and cuts.
import type { Lesson } from './lesson';
import { treeCaption, treeCount, treePicture, TREES } from './treeWalk';

export const alphabeta: Lesson = {
  name: 'alphabeta',
  group: 'search',
  title: ['Alpha-beta', 'Alpha-bêta'],
  summary: ['The same value, and leaves that nobody reads', 'La même valeur, et des feuilles que nul ne lit'],
  icon: <><path class="ink" d="M32 10 14 30M32 10l18 20" /><path class="fill" d="M26 12l6-8 6 8z" /><path class="soft" d="M9 27h10l-5 8z" /><path class="bad" d="m38 24 8-8 2 2-8 8z" /></>,
  text: [
    ['Minimax reads leaves that cannot change anything. Alpha-beta carries along what both sides already have: alpha, what MAX is sure of, and beta, what MIN is sure of.',
      'Minimax lit des feuilles qui ne changent rien. Alpha-bêta emporte ce que chacun a déjà : alpha, ce dont MAX est sûr, et bêta, ce dont MIN est sûr.'],
    ['Below a node only values between them matter. Once alpha reaches beta, the other side has something better elsewhere and will not come here: a cut.',
      'Sous un nœud, seules comptent les valeurs entre les deux. Dès qu’alpha atteint bêta, l’autre a mieux ailleurs et ne viendra pas ici : une coupe.'],
    ['= MAX: alpha = max(alpha, value)\nMIN: beta  = min(beta, value)\ncut when alpha >= beta', '= MAX : alpha = max(alpha, valeur)\nMIN : bêta  = min(bêta, valeur)\ncoupe quand alpha >= bêta'],
    ['The window of each node stands in it. The value of the root is that of minimax, always. How much is saved depends on the order: good moves first.',
      'La fenêtre de chaque nœud y est écrite. La valeur de la racine est celle de minimax, toujours. L’économie dépend de l’ordre : les bons coups d’abord.'],
  ],
  controls: [
    { option: 'tree', label: ['Tree', 'Arbre'], usual: TREES[0], values: TREES },
    { option: 'order', label: ['Order', 'Ordre'], usual: 'game', values: [['game', ['as written', 'comme écrit']], ['best', ['best first', 'le meilleur d’abord']], ['worst', ['worst first', 'le pire d’abord']]] },
  ],
  tempo: 900,
  count: treeCount,
  picture: treePicture,
  caption: treeCaption,
  questions: [
    {
      ask: ['How many of the nine leaves are read, and why not 4 and 6?', 'Combien des neuf feuilles sont lues, et pourquoi pas 4 et 6 ?'],
      answer: ['7. MAX has 3 from the first child. The 2 shows that the second is worth 2 or less: 4 and 6 cannot make it better for MAX.', '7. MAX a 3 par le premier enfant. Le 2 montre que le deuxième vaut 2 ou moins : 4 et 6 ne peuvent l’améliorer pour MAX.'],
      holds: [[7, {}, 'looked_at']],
    },
    {
      ask: ['With the children in the best order, how many leaves are enough?', 'Avec les enfants dans le meilleur ordre, combien de feuilles suffisent ?'],
      answer: ['5: all of the best child, and one of each other to refute it. In general about the square root of all leaves, so the same time reaches twice as deep.', '5 : toutes celles du meilleur enfant, et une de chaque autre pour le réfuter. En général la racine carrée des feuilles : le même temps va deux fois plus profond.'],
      holds: [[5, { order: 'best' }, 'looked_at']],
    },
    {
      ask: ['And in the worst order? Does the value suffer?', 'Et dans le pire ordre ? La valeur en souffre-t-elle ?'],
      answer: ['All 9 leaves are read, as by minimax, and the value is 3 all the same. A cut never changes the value of the root.', 'Les 9 feuilles sont lues, comme par minimax, et la valeur est 3 quand même. Une coupe ne change jamais la valeur de la racine.'],
      holds: [[3, { order: 'worst' }, 'value'], [9, { order: 'worst' }, 'looked_at']],
    },
  ],
};
