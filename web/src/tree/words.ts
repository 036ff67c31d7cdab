// words.ts: what Tree says, [English, French].
import type { Words } from '../i18n';

export const words = {
  'tree.title': ['Tree', 'Arbre'],
} as const satisfies Words;
