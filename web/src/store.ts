// store.ts: a value that components watch. State lives in a few of these, each in the module that owns it.
import { useEffect, useRef, useState } from 'preact/hooks';

export interface Store<T> {
  get(): T;
  set(next: T): void;
  /** Changes some members of an object, leaves the others. */
  patch(part: Partial<T>): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const set = (next: T) => {
    if (Object.is(next, value)) return;
    value = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get: () => value,
    set,
    patch: (part) => set({ ...value, ...part }),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The store's value in a component, which is drawn again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.get);
  useEffect(() => {
    const update = () => setValue(() => store.get());
    update(); // it may have changed between drawing and now
    return store.subscribe(update);
  }, [store]);
  return value;
}

/** State that starts as `given` and is set anew when `key` changes. Without an effect, which may run after something was typed and would take it back. */
export function useFollowing<T>(given: T, key: unknown = given): [T, (next: T) => void] {
  const own = useRef({ key, value: given });
  const [, again] = useState(0);
  if (own.current.key !== key) own.current = { key, value: given };
  return [own.current.value, (next) => { own.current.value = next; again((n) => n + 1); }];
}
