// kept.ts: what outlives a reload. A shelf keeps entries in the browser's storage, newest first, bounded in size and age;
// what cannot be read, is too old or does not look as it should is left alone and goes with the next writing.

const FORM = 1; // of the entries: another one is not read
const DAYS = 30;
const LATER_MS = 1500; // searches tell of themselves several times a second

type Entry = [key: string, day: number, value: unknown];

export interface Shelf<T> {
  /** All that is there, oldest first. */
  all(): [string, T][];
  /** Written down a moment later, at the latest when the page is left. */
  put(key: string, value: T): void;
  flush(): void;
}

const today = () => Math.floor(Date.now() / 86_400_000);

/** `most` characters in all. */
export function shelf<T>(name: string, most: number, fits: (value: any) => boolean): Shelf<T> {
  const place = `banyan.kept.${name}`;
  const waiting = new Map<string, T>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function read(): Entry[] {
    try {
      const { form, entries } = JSON.parse(localStorage.getItem(place) ?? '{}');
      if (form !== FORM || !Array.isArray(entries)) return [];
      return entries.filter((one) => Array.isArray(one) && typeof one[0] === 'string' && today() - one[1] <= DAYS && fits(one[2]));
    } catch {
      return [];
    }
  }

  // Another window may have written meanwhile: what it wrote stays.
  function flush() {
    clearTimeout(timer);
    timer = undefined;
    if (!waiting.size) return;
    const fresh = [...waiting].reverse().map(([key, value]): Entry => [key, today(), value]);
    const rest = read().filter(([key]) => !waiting.has(key));
    waiting.clear();
    let room = most;
    const texts = [...fresh, ...rest].map((one) => JSON.stringify(one)).filter((text) => {
      const hasRoom = text.length < room;
      if (hasRoom) room -= text.length + 1;
      return hasRoom;
    });
    try { localStorage.setItem(place, `{"form":${FORM},"entries":[${texts.join()}]}`); } catch { /* then for this visit only */ }
  }

  globalThis.addEventListener?.('pagehide', flush);
  return {
    all: () => read().reverse().map(([key, , value]) => [key, value as T]),
    put(key, value) {
      waiting.delete(key);
      waiting.set(key, value);
      timer ??= setTimeout(flush, LATER_MS);
    },
    flush,
  };
}
