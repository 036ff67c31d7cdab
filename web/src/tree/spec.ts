// spec.ts: the options in a player's spec, `mcts sims=200 selection="expr: w/n"`, read and changed one by one.

const OPTION = /([\w-]+)=("[^"]*"|\S+)/g;

export function optionOf(spec: string, name: string): string | null {
  for (const [, key, value] of spec.matchAll(OPTION)) if (key === name) return value.replace(/^"|"$/g, '');
  return null;
}

/** Null takes it away. */
export function withOption(spec: string, name: string, value: string | null): string {
  const text = value === null ? '' : `${name}=${/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`;
  let found = false;
  const next = spec.replace(OPTION, (whole, key) => {
    if (key !== name) return whole;
    found = true;
    return text;
  });
  return (found ? next : `${next} ${text}`).replace(/ {2,}/g, ' ').trim();
}

/** The rules as they are taught: the limits of a spec stay when one is chosen. */
export const PRESETS: { name: string; options: Record<string, string> }[] = [
  { name: 'UCT', options: {} },
  { name: 'UCB1', options: { selection: 'ucb1', c: '1.414' } },
  { name: 'UCB1-tuned', options: { selection: 'ucb1-tuned', c: '1' } },
  { name: 'RAVE', options: { rave: 'on', k: '50' } },
  { name: 'RAVE (MSE)', options: { rave: 'on', schedule: 'mse' } },
  { name: 'PUCT', options: { selection: 'puct', c: '1' } },
  { name: 'OMC', options: { selection: 'omc' } },
  { name: 'w/n', options: { selection: 'ratio' } },
];

const KEPT = ['sims', 'proofs', 'seed', 'depth', 'z'];

export function presetSpec(spec: string, options: Record<string, string>): string {
  const kept = KEPT.flatMap((name) => { const value = optionOf(spec, name); return value === null ? [] : [[name, value]]; });
  return [...kept, ...Object.entries(options)].reduce((sum, [name, value]) => withOption(sum, name, value), 'mcts');
}

/** By the rule alone: its constants may have been changed. */
export const presetOf = (spec: string): string | null =>
  /^\s*mcts\b/.test(spec) ? PRESETS.find(({ options }) => ['selection', 'rave', 'schedule'].every((name) => optionOf(spec, name) === (options[name] ?? null)))?.name ?? null : null;

/** The reader's own formula, as it is typed: `expr:` belongs to the spec, and stays whatever is typed. Null: another rule. */
export const formulaOf = (spec: string): string | null => {
  const rule = optionOf(spec, 'selection') ?? '';
  return rule.startsWith('expr:') ? rule.slice('expr:'.length).trimStart() : rule.startsWith('draw:') ? rule : null;
};

export const withFormula = (spec: string, text: string): string => withOption(spec, 'selection', text.startsWith('draw:') ? text : `expr: ${text}`);
