// words.ts: what Tree says, [English, French].
import type { Words } from '../i18n';

export const words = {
  'tree.title': ['Tree', 'Arbre'],
  'tree.modes': ['What to look at', 'Que regarder'],
  'tree.grow': ['Live tree', 'Arbre en direct'],
  'tree.steps': ['Monte Carlo, step by step', 'Monte-Carlo pas à pas'],
  'tree.exact': ['Alpha-beta, step by step', 'Alpha-bêta pas à pas'],
  'tree.exercise': ['Exercise', 'Exercice'],
  'tree.exerciseButton': ['Exercise…', 'Exercice…'],
  'tree.toTutor': ['Check your own program', 'Vérifier son programme'],
  'tree.game': ['Game', 'Jeu'],
  'tree.save': ['Save the tree as a file', 'Enregistrer l’arbre'],
  'tree.zoom': ['Zoom', 'Zoom'],
  'tree.larger': ['larger', 'plus grand'],
  'tree.smaller': ['smaller', 'plus petit'],
  'tree.whole': ['the whole tree', 'tout l’arbre'],
  'tree.first': ['to the first step', 'au premier pas'],
  'tree.back': ['back', 'arrière'],
  'tree.step': ['step', 'pas'],
  'tree.play': ['play by itself', 'lecture'],
  'tree.pause': ['stop', 'pause'],
  'tree.phases': ['Phases', 'Phases'],
  'tree.slider': ['Step', 'Pas'],
  'tree.stepOf': ['step {at} of {last}', 'pas {at} sur {last}'],
} as const satisfies Words;
