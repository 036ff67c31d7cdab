// Explain.tsx: why does the evaluation like this point? What it counts before the move and after it, and what the
// game itself knows of the move.
import { useEffect, useState } from 'preact/hooks';
import { cellName } from '../board/geometry';
import { engine } from '../engine';
import { number, t, word } from '../i18n';
import { sentence } from '../table';
import type { Line, Position } from '../types';
import { percent, signed } from './figures';
import { moverOf, watching, type Why } from './watching';

interface Term { name: string; side: string | null; value: number; cells: string[] }
interface Evaluation { name: string; help: string; value: number; meaning: string; terms: Term[] }
interface Table { name: string; columns: { name: string }[]; rows: { move: string | null; cells: string[]; values: (number | string | null)[] }[] }
interface MoveFacts { move: string; result: number | null; theory: number | null; share: number | null; rank: number | null }
interface Explanation {
  to_move: string;
  evaluations: Evaluation[];
  tables: Table[];
  moves: MoveFacts[];
  player: { formula?: string; moves?: { move: string; prior: number | null; value: number | null }[] } | null;
}
interface Found { before: Explanation; after: Explanation | null }

const ROWS = 8;

/** Asks for the position, and for the one behind the move. */
function useExplanation(line: Line, move: string | null, player: string): Found | string | null {
  const [found, setFound] = useState<Found | string | null>(null);
  const key = JSON.stringify([line, move, player]);
  useEffect(() => {
    let wanted = true;
    setFound(null);
    const after = move ? engine.explain({ ...line, moves: [...line.moves, move] }, {}).catch(() => null) : Promise.resolve(null);
    Promise.all([engine.explain(line, player ? { player } : {}), after]).then(
      ([before, behind]) => wanted && setFound({ before, after: behind }),
      (error) => wanted && setFound(sentence(error)));
    return () => { wanted = false; };
  }, [key]);
  return found;
}

interface Change { what: string; before: number; after: number }

/** The terms by name and owner, before and after, as who moves sees them; what changes most comes first. */
export function changesOf(before: Evaluation, after: Evaluation | undefined, turned: boolean, cell: string | null): Change[] {
  const all = new Map<string, Change>();
  const add = (terms: Term[], when: 'before' | 'after', sign: number) => terms.forEach((term) => {
    if (cell && !term.cells.includes(cell)) return;
    const what = term.side ? `${term.side} ${term.name}` : term.name;
    const entry = all.get(what) ?? { what, before: 0, after: 0 };
    entry[when] += sign * term.value;
    all.set(what, entry);
  });
  add(before.terms, 'before', 1);
  if (after) add(after.terms, 'after', turned ? -1 : 1);
  return [...all.values()].sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
}

function Terms({ found, name, cell, sides }: { found: Found; name: string; cell: string | null; sides: Record<string, string> }) {
  const before = found.before.evaluations.find((one) => one.name === name);
  if (!before) return <p class="muted">{t('watch.noEval')}</p>;
  const after = found.after?.evaluations.find((one) => one.name === name);
  const turned = found.after !== null && found.after.to_move !== found.before.to_move;
  const changes = changesOf(before, after, turned, after ? null : cell);
  const rows = changes.filter((row) => !after || row.after !== row.before).slice(0, ROWS);
  const sum = after ? (turned ? -after.value : after.value) : 0;
  const label = (what: string) => what.replace(/^([XO]) /, (_, mark) => `${word(sides[mark] ?? mark)} `);
  if (rows.length === 0 && !after) return <p class="muted">{t('watch.noTerms')}</p>;
  return (
    <table class="terms">
      <thead><tr><th scope="col">{t('watch.term')}</th><th scope="col" class="figure">{t('watch.before')}</th>
        {after && <><th scope="col" class="figure">{t('watch.after')}</th><th scope="col" class="figure">{t('watch.change')}</th></>}</tr></thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.what}><th scope="row">{label(row.what)}</th><td class="figure">{signed(row.before)}</td>
            {after && <><td class="figure">{signed(row.after)}</td><td class="figure"><b>{signed(row.after - row.before)}</b></td></>}</tr>
        ))}
        {after && <tr class="sum"><th scope="row">{t('watch.sum')}</th><td class="figure">{signed(before.value)}</td>
          <td class="figure">{signed(sum)}</td><td class="figure"><b>{signed(sum - before.value)}</b></td></tr>}
      </tbody>
    </table>
  );
}

const cellText = (value: number | string | null): string =>
  typeof value === 'number' ? number(value, Number.isInteger(value) ? 0 : Math.abs(value) < 0.1 ? 4 : 2) : value ?? '–';

/** Rows of the game's own tables that are about the move or the cell. */
function Facts({ found, why, cell }: { found: Found; why: Why; cell: string | null }) {
  const { before } = found;
  const rows = before.tables.flatMap((table) => table.rows
    .filter((row) => (why.move ? row.move === why.move : cell !== null && row.cells.includes(cell)))
    .flatMap((row) => table.columns.map((column, i) => ({ name: column.name, text: cellText(row.values[i] ?? null) }))));
  const facts = why.move ? before.moves.find((one) => one.move === why.move) : undefined;
  const first = why.move ? before.player?.moves?.find((one) => one.move === why.move) : undefined;
  const said = [
    facts?.result != null ? t('watch.ends') : '',
    facts?.theory != null ? t('watch.theory', { n: signed(facts.theory) }) : '',
    facts?.share != null ? t('watch.share', { share: percent(facts.share) }) : '',
    facts?.rank != null ? t('watch.rank', { n: facts.rank }) : '',
    first?.prior != null ? t('watch.prior', { n: number(first.prior, 3) }) : '',
    first?.value != null ? t('watch.formula', { n: number(first.value, 3) }) : '',
  ].filter(Boolean);
  if (rows.length === 0 && said.length === 0) return null;
  return (
    <>
      <h3>{t('watch.knows')}</h3>
      {rows.length > 0 && <dl class="facts">{rows.map((row, i) => <div key={i}><dt>{row.name}</dt><dd>{row.text}</dd></div>)}</dl>}
      {said.length > 0 && <p class="muted">{said.join('; ')}.</p>}
    </>
  );
}

export function Explain({ line, position, why, player }: { line: Line; position: Position; why: Why; player: string }) {
  const found = useExplanation(line, why.move, player);
  const [chosen, setChosen] = useState('');
  const { board } = position;
  const cell = why.cell !== null ? cellName(board, why.cell) : null;
  const what = why.move ?? cell ?? '';
  const names = found && typeof found !== 'string' ? found.before.evaluations.map((one) => one.name) : [];
  const name = names.includes(chosen) ? chosen : names[0] ?? '';
  const help = found && typeof found !== 'string' ? found.before.evaluations.find((one) => one.name === name)?.help : '';
  const sides = Object.fromEntries(board.sides.map((side) => [side.mark, side.name]));
  const mover = moverOf(position);
  return (
    <section class="explain" aria-label={t('watch.why', { move: what })}>
      <header class="panel-head">
        <h3>{t('watch.why', { move: what })}</h3>
        {names.length > 1 && <label><span class="hidden">{t('watch.eval')}</span>
          <select value={name} onChange={(event) => setChosen(event.currentTarget.value)}>{names.map((one) => <option key={one}>{one}</option>)}</select></label>}
        <button type="button" class="quiet" title={t('watch.close')} aria-label={t('watch.close')} onClick={() => watching.patch({ why: null })}>✕</button>
      </header>
      {found === null && <p class="muted" role="status">{t('watch.asking')}</p>}
      {typeof found === 'string' && <p class="error" role="alert">{found}</p>}
      {found && typeof found !== 'string' && (
        <>
          {help && <p class="muted">{name}: {help}. {mover >= 0 && t('watch.forMover', { side: word(board.sides[mover].name) })}</p>}
          <Terms found={found} name={name} cell={cell} sides={sides} />
          <Facts found={found} why={why} cell={cell} />
        </>
      )}
    </section>
  );
}
