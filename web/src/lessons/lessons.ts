// lessons.ts: what is loaded when somebody opens Lessons: the lessons themselves, as much text as many views together.
import { LessonPage } from './LessonPage';
import { lessons } from './table';

export const all = { LessonPage, lessons };
export type All = typeof all;
