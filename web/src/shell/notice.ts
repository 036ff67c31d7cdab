// notice.ts: one sentence at the foot of the page, said aloud to those who listen; perhaps with something to do about it.
import { createStore } from '../store';

export interface Notice { text: string; kind: 'info' | 'error'; action?: { label: string; run: () => void } }

export const notice = createStore<Notice | null>(null);
let timer = 0;

export function tell(text: string, how: Partial<Notice> = {}): void {
  notice.set({ text, kind: 'info', ...how });
  clearTimeout(timer);
  timer = window.setTimeout(() => notice.set(null), how.action || how.kind === 'error' ? 12_000 : 4_000);
}
