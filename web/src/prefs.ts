// prefs.ts: what the reader prefers: language, theme; kept in the browser.
import { createStore } from './store';

export type Language = 'en' | 'fr';
export type Theme = 'system' | 'light' | 'dark';
export interface Prefs { language: Language; theme: Theme }

const KEY = 'banyan.prefs';

function remembered(): Partial<Prefs> {
  try { return JSON.parse(localStorage.getItem(KEY) ?? '{}'); } catch { return {}; }
}

export const prefs = createStore<Prefs>({
  language: navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en',
  theme: 'system',
  ...remembered(),
});

function apply() {
  const { language, theme } = prefs.get();
  document.documentElement.lang = language;
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
apply();
prefs.subscribe(() => {
  apply();
  try { localStorage.setItem(KEY, JSON.stringify(prefs.get())); } catch { /* then for this visit only */ }
});
