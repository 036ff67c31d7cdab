// Walk.tsx: walking through a picture: first, back, play, on, last, how fast; and the timer behind it.
import { useLayoutEffect, useState } from 'preact/hooks';
import { number, t } from '../i18n';
import { useKeys } from '../shell/keys';

export const stillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const SPEEDS = ['0.5', '1', '2', '4', '16'];
const FASTEST_MS = 30;

export interface Walking { step: number; playing: boolean; speed: string; go(step: number): void; again(): void; play(on: boolean): void; pace(speed: string): void }

/** The step that is shown, of `count`; while it plays, the next one after `tempo` ms, up to the last. `again` is for other numbers: who
 *  has seen the end sees the end of those. */
export function useWalk(start: number, count: number, tempo: number, auto: boolean): Walking {
  const [step, setStep] = useState(start);
  const [playing, setPlaying] = useState(auto);
  const [speed, pace] = useState('1');
  const shown = Math.min(step, count - 1);
  useLayoutEffect(() => {
    if (!playing || count < 2) return;
    if (shown >= count - 1) { setPlaying(false); return; }
    const timer = setTimeout(() => setStep(shown + 1), Math.max(FASTEST_MS, tempo / Number(speed)));
    return () => clearTimeout(timer);
  }, [playing, shown, count, speed, tempo]);
  return {
    step: shown, playing, speed, pace,
    go: (to) => { setPlaying(false); setStep(Math.max(0, Math.min(count - 1, to))); },
    again: () => { setPlaying(false); setStep(count > 1 && shown === count - 1 ? Infinity : 0); },
    play: (on) => { if (on && shown >= count - 1) setStep(0); setPlaying(on); },
  };
}

export function Walk({ walk, count, ready }: { walk: Walking; count: number; ready: boolean }) {
  const { step, playing, go } = walk, last = count - 1;
  const toggle = () => walk.play(!playing);
  useKeys({ ArrowLeft: () => go(step - 1), ArrowRight: () => go(step + 1), Home: () => go(0), End: () => go(last), ' ': toggle });
  const button = (sign: string, name: 'first' | 'back' | 'step' | 'last', to: number, key: string) => (
    <button type="button" class={`walk-${name}`} disabled={to === step || to < 0 || to > last} title={`${t(`lessons.${name}`)} (${key})`}
      aria-label={t(`lessons.${name}`)} onClick={() => go(to)}>{sign}</button>
  );
  return (
    <div class="lesson-walk">
      <input type="range" min={0} max={Math.max(1, last)} value={step} disabled={last < 1} aria-label={t('lessons.position')} title={`${t('lessons.position')} (← →)`}
        aria-valuetext={t('lessons.of', { n: step, all: last })} onInput={(event) => go(Number(event.currentTarget.value))} />
      <div class="row">
        {button('|◀', 'first', 0, 'Home')}{button('◀', 'back', step - 1, '←')}
        <button type="button" class="primary walk-play" disabled={last < 1} aria-pressed={playing} title={`${t(playing ? 'lessons.pause' : 'lessons.play')} (Space)`} onClick={toggle}>{t(playing ? 'lessons.pause' : 'lessons.play')}</button>
        {button('▶', 'step', step + 1, '→')}{button('▶|', 'last', last, 'End')}
        <span class="figure muted walk-at">{ready ? t('lessons.of', { n: number(step), all: number(last) }) : ''}</span>
        <label class="walk-speed">{t('lessons.speed')}{' '}
          <select value={walk.speed} onChange={(event) => walk.pace(event.currentTarget.value)}>
            {SPEEDS.map((one) => <option key={one} value={one}>×{number(Number(one), one.includes('.') ? 1 : 0)}</option>)}
          </select>
        </label>
      </div>
    </div>
  );
}
