// route.ts: which view is open and with what: the hash of the address, so that every view is a link.
// `#/play?game=go&size=9&moves=e5+c3&black=human&white=easy&seed=1`
import { createStore } from './store';

export interface Route { view: string; params: Record<string, string> }

export function parseRoute(hash: string): Route {
  const [path, query] = hash.replace(/^#\/?/, '').split('?', 2);
  return { view: path || 'play', params: Object.fromEntries(new URLSearchParams(query ?? '')) };
}

export function hashOf(view: string, params: Record<string, string | null | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value != null && value !== '') query.set(name, value);
  const text = query.toString();
  return `#/${view}${text ? `?${text}` : ''}`;
}

export const route = createStore<Route>(parseRoute(location.hash));

let own = location.hash; // the hash that we set ourselves: nothing to act upon

/** Opens a view: a new entry in the browser's history. */
export function open(view: string, params: Record<string, string | null | undefined> = {}): void {
  location.hash = hashOf(view, params);
}

/** Writes down what is shown, without opening anything. Where somebody has gone elsewhere, of which we are about to hear, that stays. */
export function rewrite(view: string, params: Record<string, string | null | undefined>): void {
  if (location.hash !== own) return;
  own = hashOf(view, params);
  if (own !== location.hash) history.replaceState(null, '', own);
}

export const linkTo = (hash: string): string => location.href.replace(/[?#].*$/, '') + hash;

addEventListener('hashchange', () => {
  if (location.hash === own) return;
  own = location.hash;
  route.set(parseRoute(location.hash));
});
