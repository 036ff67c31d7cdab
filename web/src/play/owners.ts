// owners.ts: whose each point will be, where the game can tell (Go): asked for while it is wanted.
import { useEffect, useState } from 'preact/hooks';
import { engine } from '../engine';
import { createStore, useStore } from '../store';
import { lineKey, shownLine, table } from '../table';

export const ownersWanted = createStore(false);

const kept = new Map<string, number[] | null>();

async function ownersOf(line: NonNullable<ReturnType<typeof shownLine>>): Promise<number[] | null> {
  const key = lineKey(line);
  if (!kept.has(key)) kept.set(key, (await engine.explain(line, {})).judged?.owners?.flat() ?? null);
  return kept.get(key)!;
}

/** By cell, from 1 to -1; null while unknown, unwanted, or where the game has none. */
export function useOwners(): number[] | null {
  const wanted = useStore(ownersWanted);
  const now = useStore(table);
  const line = wanted ? shownLine(now) : null, key = line && lineKey(line);
  const [owners, setOwners] = useState<number[] | null>(null);
  useEffect(() => {
    setOwners(null);
    if (!line || now.position?.over) return;
    let current = true;
    ownersOf(line).then((found) => current && setOwners(found), () => {});
    return () => { current = false; };
  }, [key]);
  return owners;
}

const able = new Map<string, Promise<boolean>>();

/** Whether the game on the table can tell owners at all: asked once a game. */
export function useHasOwners(): boolean {
  const { line } = useStore(table);
  const [has, setHas] = useState(false);
  const game = line?.game;
  useEffect(() => {
    setHas(false);
    if (!line || !game) return;
    if (!able.has(game)) able.set(game, ownersOf({ ...line, moves: [] }).then((found) => found !== null, () => { able.delete(game); return false; }));
    let current = true;
    void able.get(game)!.then((found) => current && setHas(found));
    return () => { current = false; };
  }, [game]);
  return has;
}
