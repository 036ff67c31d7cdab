// loading.ts: a searched tree from the engine, part by part: of a large one what the step that is shown needs.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useTries } from '../../again';
import { engine } from '../../engine';
import { sentence } from '../../table';
import type { Line } from '../../types';
import { Searched } from './searched';

export interface Told { tree: Searched; command: string; text: string | null; line: Line | null; whole: boolean; plies: number }

const STEPS = 800, BEFORE = 200; // asked for at a time, and how many of them before the step that is missing

/** The tree that the engine makes of a question; more of it when the step at hand is not known yet. */
export function useSearched(question: object, at: number) {
  const key = JSON.stringify(question);
  const [told, setTold] = useState<Told | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(true);
  const [, again] = useState(0);
  const tries = useTries(error !== null);
  const current = useRef(key);
  current.current = key;
  useEffect(() => {
    setBusy(true);
    engine.searchTree({ ...question, steps: STEPS }).then(({ tree, ...rest }) => {
      if (current.current !== key) return;
      setTold({ ...rest, tree: new Searched(tree) });
      setError(null);
      setBusy(false);
    }, (why) => {
      if (current.current !== key) return;
      setError(sentence(why));
      setBusy(false);
    });
  }, [key, tries]);
  const missing = told !== null && !busy && !error && at > 0 && at <= told.tree.last && !told.tree.steps.has(at);
  useEffect(() => {
    if (!missing) return;
    const ask = (first: number, steps: number) => engine.searchTree({ ...question, first, steps }).then(({ tree }) => { told!.tree.add(tree); });
    void ask(Math.max(1, at - BEFORE), STEPS)
      .then(() => (told!.tree.steps.has(at) ? undefined : ask(at, BEFORE)))
      .then(() => { if (current.current === key) again((n) => n + 1); }, (why) => { if (current.current === key) setError(sentence(why)); });
  }, [missing, at, key]);
  return { told: told, error, busy: busy || missing };
}
