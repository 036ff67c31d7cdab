// asking.ts: an exercise as the engine asks it, and its words in the reader's language.
import { t, type Key } from '../../i18n';

export const KINDS = ['minimax', 'alphabeta', 'nim', 'stones', 'hash', 'zobrist', 'ucb1'] as const;
export const SIZES = ['small', 'normal', 'large'] as const;
export type Kind = (typeof KINDS)[number];

export interface Field { id: string; ask: 'number' | 'real' | 'window' | 'choice' | 'list' | 'keys' | 'cuts'; label: string; node: string | null; choices: string[] }
export interface AskedNode { name: string; parent: string | null; kind: 'MAX' | 'MIN' | 'leaf'; number: number | null }
export interface Question {
  kind: Kind; seed: string; size: string; facts: Record<string, string>; table: string[][] | null; nodes: AskedNode[] | null; asked: Field[]; command: string;
}
export interface Verdict { id: string; verdict: 'right' | 'wrong' | 'missing'; reason: string | null; hint: string | null }
export interface Checked { checked: Verdict[]; right: number; asked: number; solved: boolean }
export interface Solution { answers: Record<string, string>; open: { tree?: string; game?: string; start?: string; search?: string } | null; solution: string }

export const isTree = (kind: Kind): boolean => kind === 'minimax' || kind === 'alphabeta';
export const printed = (text: string): string => text.replace(/-(?=\d|inf)/g, '−').replace(/\+inf/g, '+∞').replace(/inf/g, '∞').replace(/<= ?/g, '≤ ').replace(/>= ?/g, '≥ ');

/** The question in sentences. */
export function questionOf({ kind, facts }: Question): string[] {
  const said = t(`say.${kind}`, { ...facts, method: kind === 'hash' ? t(`method.${facts.method}` as Key) : '', keys: (facts.keys ?? '').split(' ').join(', ') });
  return kind === 'hash' ? [said, t(facts.function === 'mod' ? 'say.mod' : 'say.java31')] : [said];
}

/** What goes without saying on the lecture's slides, said. */
export const meantOf = (kind: Kind): string[] =>
  kind === 'minimax' ? [t('meant.max'), t('meant.names'), t('meant.any')]
    : kind === 'alphabeta' ? [t('meant.max'), t('meant.window'), t('meant.cut'), t('meant.soft'), t('meant.first'), t('meant.names')] : [];

/** What a field asks for; of nodes the table says so. */
export function labelOf({ kind, facts }: Question, { id }: Field): string {
  const [what, rest] = [id.split(':')[0], id.slice(id.indexOf(':') + 1)];
  if (what === 'move') return t(isTree(kind) ? 'label.move.tree' : `label.move.${kind}` as Key);
  if (what === 'after') return t('label.after', { move: rest });
  if (what === 'tried') return t('label.tried', { key: rest });
  if (what === 'slot') return t('label.slot', { n: rest });
  if (what === 'index') return t('label.index', { arm: rest });
  if (what !== 'key') return t('label.position');
  const moves = (facts.moves ?? '').split(', '), at = Number(rest) - 1;
  return t('label.key', { move: at < moves.length ? moves[at] : t('label.back', { move: moves[moves.length - 1] }) });
}

export const hintOf = ({ reason }: Verdict): string => (reason ? t(`hint.${reason}` as Key) : '');

/** The nodes below one, itself included. */
export function below(nodes: AskedNode[], name: string): string[] {
  return [name, ...nodes.filter((one) => one.parent === name).flatMap((one) => below(nodes, one.name))];
}
