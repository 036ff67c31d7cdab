// lesson.ts: THE LESSON CONTRACT of the page. A lesson is one file NAME.tsx with one `Lesson` and a line in table.ts; its numbers
// come from the engine (`POST /lessons/NAME`), and its picture is a pure function of them and of the step.
import type { ComponentChildren, VNode } from 'preact';
import { prefs } from '../prefs';

/** English and French. */
export type Both = readonly [string, string];

const french = (): boolean => prefs.get().language === 'fr';

/** One of the two in the reader's language; `{name}` is filled in. No line of French begins with a colon or the like. */
export const say = (both: Both, values: Record<string, string | number> = {}): string =>
  (french() ? both[1].replace(/ (?=[:;?!»])/g, '\u00a0') : both[0]).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));

/** A number as it is, with the sign and the point of the reader's language. */
export const figure = (value: number | string): string => {
  const text = String(value).replace('-', '−');
  return french() ? text.replace('.', ',') : text;
};

/** What `banyan lesson NAME --json --frames` prints: `frames[k]` is what the picture of step k shows. */
export interface Figures { lesson: string; frames: any[]; frames_cut: boolean; [key: string]: any }

/** An option of the engine's lesson as a control. `usual` is the page's own default. The page asks for no more than a control
 *  allows: every answer must come within a tenth of a second. */
export interface Control {
  option: string;
  label: Both;
  usual: string;
  /** A slider... */
  low?: number; high?: number; by?: number;
  /** ...or one of a few, with the words for them where they differ... */
  values?: readonly (string | readonly [string, Both])[];
  /** ...to which the reader may add one of his own... */
  typed?: boolean;
  /** ...or a seed, with a button for another one; else a text. */
  seed?: boolean;
  /** Takes the whole width. */
  wide?: boolean;
}

/** A number (or word) in a question or its answer, and where the engine says it: options, and a path into its figures (`rows.2.estimate`). A test
 *  asks the engine, and looks for the number in both languages. */
export type Fact = readonly [number | string, Record<string, string | number>, string];

export interface Question { ask: Both; answer: Both; holds?: readonly Fact[] }

export interface Lesson {
  /** As the engine calls it. */
  name: string;
  group: Group;
  title: Both;
  summary: Both;
  /** A small picture for the list, drawn in 64 x 40. */
  icon: VNode;
  /** Paragraphs. One that begins with `= ` is a formula or code on lines of its own; `in backticks` is code. */
  text: readonly Both[];
  controls: readonly Control[];
  /** Milliseconds for a step at speed 1. */
  tempo: number;
  /** How many pictures there are; one for each frame where this is not given. */
  count?: (figures: Figures) => number;
  /** The picture of step 0 <= step < count. */
  picture: (figures: Figures, step: number) => ComponentChildren;
  /** What happens in it, in one sentence. */
  caption: (figures: Figures, step: number) => string;
  questions: readonly [Question, Question, Question];
}

export const GROUPS = ['chance', 'recursion', 'backtracking', 'games', 'search', 'tables'] as const;
export type Group = (typeof GROUPS)[number];

export const countOf = (lesson: Lesson, figures: Figures): number => lesson.count?.(figures) ?? figures.frames.length;
