// words.ts: what Lessons says, [English, French].
import type { Words } from '../i18n';

export const words = {
  'lessons.title': ['Lessons', 'Leçons'],
} as const satisfies Words;
