// words.ts: what Tutor says, [English, French].
import type { Words } from '../i18n';

export const words = {
  'tutor.title': ['Tutor', 'Tuteur'],
} as const satisfies Words;
