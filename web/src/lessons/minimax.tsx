// minimax.tsx: the value of a tree, node by node.
import type { Lesson } from './lesson';
import { treeCaption, treeCount, treePicture, TREES } from './treeWalk';

export const minimax: Lesson = {
  name: 'minimax',
  group: 'search',
  title: ['Minimax', 'Minimax'],
  summary: ['What a tree is worth when both sides do their best', 'Ce que vaut un arbre quand chacun fait de son mieux'],
  icon: <><path class="ink" d="M32 10 14 30M32 10v20M32 10l18 20" /><path class="fill" d="M26 12l6-8 6 8z" /><path class="soft" d="M9 27h10l-5 8zM27 27h10l-5 8zM45 27h10l-5 8z" /></>,
  text: [
    ['Two players move by turns. The numbers at the leaves say what MAX gets in the end: he wants the largest, MIN the smallest.',
      'Deux joueurs jouent à tour de rôle. Les nombres aux feuilles disent ce que MAX obtient à la fin : il veut le plus grand, MIN le plus petit.'],
    ['= value(leaf) = its number\nvalue(MAX)  = largest value below\nvalue(MIN)  = smallest value below', '= valeur(feuille) = son nombre\nvaleur(MAX) = la plus grande dessous\nvaleur(MIN) = la plus petite dessous'],
    ['The search goes down the first branch to a leaf, comes back with its value, and takes the next branch: a node knows its value when it has heard from all its children.',
      'La recherche descend la première branche jusqu’à une feuille, en rapporte la valeur, et prend la suivante : un nœud connaît sa valeur quand tous ses enfants ont répondu.'],
    ['Nodes that point up are MAX’s, those that point down are MIN’s. You write it yourself? [The tutor](#/tutor) checks its steps.',
      'Les nœuds pointés vers le haut sont à MAX, ceux vers le bas à MIN. Vous l’écrivez vous-même ? [Le tuteur](#/tutor) en vérifie les pas.'],
  ],
  controls: [
    { option: 'tree', label: ['Tree', 'Arbre'], usual: TREES[0], values: TREES },
    { option: 'root', label: ['At the root', 'À la racine'], usual: 'max', values: [['max', ['MAX', 'MAX']], ['min', ['MIN', 'MIN']]] },
  ],
  tempo: 800,
  count: treeCount,
  picture: treePicture,
  caption: treeCaption,
  questions: [
    {
      ask: ['What is the tree of the textbooks worth, and which child does MAX choose?', 'Que vaut l’arbre des manuels, et quel enfant MAX choisit-il ?'],
      answer: ['3, by child 1. The children are worth 3, 2 and 2 to MAX, as MIN takes the smallest leaf of each. The 14 is never to be had.', '3, par l’enfant 1. Les enfants valent 3, 2 et 2 pour MAX, car MIN prend la plus petite feuille de chacun. Le 14 est hors d’atteinte.'],
      holds: [[3, {}, 'value'], [1, {}, 'best.0']],
    },
    {
      ask: ['How many of its leaves does minimax read?', 'Combien de ses feuilles minimax lit-il ?'],
      answer: ['All 9. It never asks whether a leaf can still matter; alpha-beta does.', 'Toutes les 9. Il ne demande jamais si une feuille peut encore compter ; alpha-bêta, si.'],
      holds: [[9, {}, 'looked_at']],
    },
    {
      ask: ['And if MIN moved at the root of the same tree?', 'Et si MIN jouait à la racine du même arbre ?'],
      answer: ['Then the children are MAX’s, worth 12, 6 and 14, and MIN takes 6: the value depends on whose turn it is.', 'Alors les enfants sont à MAX, valent 12, 6 et 14, et MIN prend 6 : la valeur dépend de qui a le trait.'],
      holds: [[6, { root: 'min' }, 'value']],
    },
  ],
};
