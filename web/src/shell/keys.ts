// keys.ts: keys that work anywhere on the page but where something is typed. A view says what they do while it is open.
import { useLayoutEffect } from 'preact/hooks';

export type Keys = Record<string, () => void>;

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
const pressing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, a, summary, [role=tab]') !== null;

export function useKeys(keys: Keys): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      if ((event.key === ' ' || event.key === 'Enter') && pressing(event.target)) return; // that is the button's
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
