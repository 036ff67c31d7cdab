// StepBar.tsx: the controls of anything that goes step by step: first, back, step, fast forward, a slider, by itself.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import { useKeys } from '../shell/keys';

export interface Jump { label: string; title: string; to: (at: number) => number }

export interface StepBarProps {
  /** Which step is shown, 0 to `last`. */
  at: number;
  last: number;
  onGo: (at: number) => void;
  /** Ways to go on faster: by 100, to the next simulation, to the next cut. */
  jumps?: Jump[];
  /** Where we are, in words: "simulation 27 of 200, step 3 of 4". */
  where: ComponentChildren;
  /** The phases as chips, and the one that is shown. */
  phases?: { name: string; label: string }[];
  phase?: string | null;
}

const PER_SECOND = 2;

export function StepBar({ at, last, onGo, jumps = [], where, phases = [], phase }: StepBarProps) {
  const [playing, setPlaying] = useState(false);
  const go = (to: number) => { const next = Math.max(0, Math.min(last, to)); if (next !== at) onGo(next); };
  const stopAnd = (to: number) => { setPlaying(false); go(to); };
  useLayoutEffect(() => {
    if (!playing) return;
    if (at >= last) { setPlaying(false); return; }
    const timer = setTimeout(() => go(at + 1), 1000 / PER_SECOND);
    return () => clearTimeout(timer);
  }, [playing, at, last]);
  useKeys({ ArrowLeft: () => stopAnd(at - 1), ArrowRight: () => stopAnd(at + 1), Home: () => stopAnd(0), End: () => stopAnd(last) });
  return (
    <div class="step-bar">
      <div class="step-buttons">
        <button type="button" disabled={at <= 0} title={`${t('tree.first')} (Home)`} aria-label={t('tree.first')} onClick={() => stopAnd(0)}>|◀</button>
        <button type="button" disabled={at <= 0} title={`${t('tree.back')} (←)`} onClick={() => stopAnd(at - 1)}>◀ {t('tree.back')}</button>
        <button type="button" class="primary" disabled={at >= last} title={`${t('tree.step')} (→)`} onClick={() => stopAnd(at + 1)}>{t('tree.step')} ▶</button>
        {jumps.map((jump) => <button key={jump.label} type="button" disabled={at >= last} title={jump.title} aria-label={jump.title} onClick={() => stopAnd(jump.to(at))}>▶▶ {jump.label}</button>)}
        <button type="button" disabled={!playing && at >= last} aria-pressed={playing} title={playing ? t('tree.pause') : t('tree.play')} aria-label={playing ? t('tree.pause') : t('tree.play')}
          onClick={() => setPlaying(!playing)}>{playing ? '❚❚' : '▶'}</button>
      </div>
      <span class="step-where" role="status">{where}</span>
      <input class="step-slider" type="range" min={0} max={last} value={at} aria-label={t('tree.slider')} aria-valuetext={t('tree.stepOf', { at, last })}
        onInput={(event) => stopAnd(Number(event.currentTarget.value))} />
      {phases.length > 0 && <ol class="phases" aria-label={t('tree.phases')}>
        {phases.map(({ name, label }) => <li key={name} class={name === phase ? 'now' : ''} aria-current={name === phase ? 'step' : undefined}>{label}</li>)}
      </ol>}
    </div>
  );
}
