// again.ts: a question that found no engine to answer it is asked again when the engine is back.
import { useEffect, useState } from 'preact/hooks';
import { engine } from './engine';

/** For an effect that asks: what it depends on. It changes when the engine came back, where the last answer was an error. */
export function useTries(failed: boolean): number {
  const [tries, setTries] = useState(0);
  useEffect(() => (failed ? engine.on('back', () => setTries((n) => n + 1)) : undefined), [failed]);
  return tries;
}
