// formula.ts: the rule of a selection in letters, as the engine writes it, and the same with the numbers of one move in it.
import type { Choice, Step } from './replay';

export interface Formula {
  /** "w/n + c sqrt(ln(N)/n)". */
  main: string;
  /** What stands behind it: "beta" is "k/(k+n)", "c" is "0.4"; and remarks. */
  where: { name: string; text: string }[];
  remarks: string[];
}

/** "w/n + beta rw/rn, beta = k/(k+n), k = 500; rw/rn is 1 where rn = 0" taken apart. */
export function parseFormula(text: string): Formula {
  const [main, ...rest] = text.split(/, (?=(?:beta|u|p|c|k|b) = )/);
  const remarks: string[] = [];
  const where = rest.map((part) => {
    const [definition, ...more] = part.split('; ');
    remarks.push(...more);
    const at = definition.indexOf(' = ');
    return { name: definition.slice(0, at), text: definition.slice(at + 3) };
  });
  return { main, where, remarks };
}

const short = (value: number): string => String(Number(value.toPrecision(4)));

/** The numbers that the letters stand for. */
export function lettersOf({ where }: Formula, step: Step, choice: Choice): Record<string, number> {
  const { visits: n, points: w } = choice;
  const known: Record<string, number> = { n, w, N: step.visits, t: step.visits + 1, depth: step.ply };
  for (const { name, text } of where) if (text.trim() !== '' && !Number.isNaN(Number(text))) known[name] = Number(text);
  if (choice.amaf_visits !== null) Object.assign(known, { rn: choice.amaf_visits, rw: choice.amaf_points ?? 0 });
  if (choice.weight !== null) known.beta = choice.weight;
  if (choice.prior !== null) known.prior = choice.prior;
  const p = where.find((one) => one.name === 'p')?.text;
  if (p && n > 0) known.p = p.startsWith('(w+1)') ? (w + 1) / (n + 2) : w / n;
  if (where.some((one) => one.name === 'u')) { // of the fairest move u is 1: the others follow from their values
    const parts = step.choices.map((one) => (one.value ?? 0) * one.visits), top = Math.max(...parts);
    if (top > 0) Object.assign(known, { u: ((choice.value ?? 0) * n) / top, sum: step.visits / top, best: Math.max(...step.choices.map((one) => one.mean ?? 0)) });
  }
  return known;
}

const REMARK = /^(.+) is (\S+) where (n|rn) = 0$/;

/** Letters become numbers; what has no number stays a letter. What would be divided by 0 is what the remarks say. */
export function withNumbers(text: string, letters: Record<string, number>, remarks: string[] = []): string {
  let open = text.replace(/\bsum u\b/g, 'sum');
  for (const remark of remarks) {
    const [, what, value, zero] = REMARK.exec(remark) ?? [];
    if (!what || letters[zero] !== 0) continue;
    if (what === 'all of it') return value;
    open = open.replace(new RegExp(`\\b${what}\\b`, 'g'), value);
  }
  if (letters.n === 0) open = open.replace(/\bw\/n\b/g, '0');
  const numbered = open.replace(/[A-Za-z_]\w*/g, (name) => (name in letters ? short(letters[name]) : name));
  // "0.4 sqrt(…)" is a product
  return pretty(numbered.replace(/([\d)]) (?=[\d(]|[A-Za-z])/g, '$1·').replace(/(\d)\(/g, '$1·('));
}

/** As it is printed: roots, products. */
export const pretty = (text: string): string => text.replace(/\bsqrt\(/g, '√(').replace(/\*/g, '·').replace(/\binf\b/g, '∞').replace(/\bbeta\b/g, 'β');
