// words.ts: what Lab says, [English, French].
import type { Words } from '../i18n';

export const words = {
  'lab.title': ['Lab', 'Labo'],
} as const satisfies Words;
