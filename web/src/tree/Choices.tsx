// Choices.tsx: what a selection chose from, as a table, and the rule with the numbers of one move in it.
import { sideOf } from '../catalogue';
import { t, number, word, type Key } from '../i18n';
import { Panel } from '../shell/parts';
import { lettersOf, parseFormula, pretty, withNumbers } from './formula';
import type { Choice, Step } from './replay';

const REASONS = ['largest', 'untried', 'random', 'drawn', 'seen', 'forced', 'chance', 'turn'] as const;

const why = (step: Step, choice: Choice): string => {
  if (choice.taken) return REASONS.some((reason) => reason === step.reason) ? t(`tree.why.${step.reason}` as Key) : step.reason;
  return choice.proven ? t('tree.proven', { result: t(`tree.result.${choice.proven}` as Key) }) : '';
};

/** A value; infinite where nothing was tried. */
const valueText = (choice: Choice): string => (choice.proven ? '–' : choice.value === null ? '∞' : number(choice.value, 3));
const real = (value: number | null, digits = 3): string => (value === null ? '–' : number(value, digits));
/** Points: halves are seen, whole ones are short. */
const points = (value: number): string => number(value, 1);

export interface ChoicesProps { game: string; step: Step; moves: string[]; rule: string; formula: string | null; late: boolean /* the tree is further already */; shown: string | null; onShow: (move: string) => void }

export function Choices({ game, step, moves, rule, formula, late, shown, onShow }: ChoicesProps) {
  const { choices } = step;
  const amaf = choices.some((one) => one.amaf_visits !== null), weight = choices.some((one) => one.weight !== null), prior = choices.some((one) => one.prior !== null);
  const sorted = [...choices].sort((a, b) => b.visits - a.visits || (b.value ?? Infinity) - (a.value ?? Infinity));
  const row = choices.find((one) => one.move === shown) ?? choices.find((one) => one.taken) ?? choices[0];
  const place = moves.length ? t('tree.after', { moves: moves.map(word).join(' ') }) : t('tree.atRoot');
  const mover = step.to_move === 'nature' ? t('tree.nature') : t('tree.toMove', { side: sideOf(game, step.to_move) });
  return (
    <Panel title={`${place}, ${mover}`} extra={t('tree.inSimulation', { n: step.simulation })} className="choices">
      <div class="wide-table">
        <table data-parent={step.visits}>
          <thead>
            <tr>
              <th>{t('tree.move')}</th><th class="figure" title={t('tree.N')}>N</th><th class="figure" title={t('tree.W')}>W</th><th class="figure" title={t('tree.Q')}>Q</th>
              {amaf && <><th class="figure" title={t('tree.rn')}>N<sub>AMAF</sub></th><th class="figure" title={t('tree.rq')}>Q<sub>AMAF</sub></th></>}
              {weight && <th class="figure" title={t('tree.beta')}>β</th>}
              {prior && <th class="figure">prior</th>}
              <th class="figure">{rule}</th><th>{t('tree.whyHead')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((one) => (
              <tr key={one.move} class={one.taken ? 'taken' : ''} data-move={one.move} aria-current={one === row ? 'true' : undefined}>
                <th scope="row"><button type="button" class="bare" aria-pressed={one === row} title={t('tree.showNumbers')} onClick={() => onShow(one.move)}>{word(one.move)}</button></th>
                <td class="figure">{number(one.visits)}</td><td class="figure">{points(one.points)}</td><td class="figure">{real(one.mean)}</td>
                {amaf && <><td class="figure">{real(one.amaf_visits, 0)}</td><td class="figure">{real(one.amaf_mean)}</td></>}
                {weight && <td class="figure">{real(one.weight)}</td>}
                {prior && <td class="figure">{real(one.prior)}</td>}
                <td class="figure">{valueText(one)}</td><td>{why(step, one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {late && <p class="more-moves">{t('tree.asChosen')}</p>}
      {step.more > 0 && <p class="more-moves">{t('tree.moreMoves', { n: step.more })}</p>}
      {step.reason !== 'chance' && row && <Rule step={step} choice={row} rule={rule} formula={formula ?? 'w/n'} />}
    </Panel>
  );
}

function Rule({ step, choice, rule, formula: text }: { step: Step; choice: Choice; rule: string; formula: string }) {
  const formula = parseFormula(text), letters = lettersOf(formula, step, choice);
  const inner = formula.where.filter(({ text: part }) => Number.isNaN(Number(part)));
  return (
    <div class="rule">
      <p class="muted">{t('tree.ruleOf', { rule, move: word(choice.move) })}</p>
      <p class="letters"><i>{pretty(formula.main)}</i></p>
      {choice.value !== null && !choice.proven
        ? <p class="numbers">= {withNumbers(formula.main, letters, formula.remarks)} = <b>{number(choice.value, 3)}</b></p>
        : <p class="numbers">{choice.proven ? t('tree.provenRule', { result: t(`tree.result.${choice.proven}` as Key) }) : <>= <b>∞</b>: {t('tree.untriedRule')}</>}</p>}
      {inner.map(({ name, text: part }) => (
        <p key={name} class="inner"><i>{pretty(`${name} = ${part}`)}</i>{name in letters && <> = {withNumbers(part, letters)} = {number(letters[name], 3)}</>}</p>
      ))}
      {formula.remarks.map((remark) => <p key={remark} class="muted">{pretty(remark)}</p>)}
    </div>
  );
}
