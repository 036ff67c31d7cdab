// words.ts: what Arena says, [English, French].
import type { Words } from '../i18n';

export const words = {
  'arena.title': ['Arena', 'Arène'],
} as const satisfies Words;
