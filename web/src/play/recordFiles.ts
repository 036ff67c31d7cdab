// records.ts: games in and out of files: whatever format the engine reads or writes.
import { engine } from '../engine';
import type { RecordGame, Session } from '../types';
import { nameOf } from './Players';

const BINARY = /\.(wtb|wthor)$/i;

async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return btoa(text);
}

export interface Loaded { format: string; games: RecordGame[] }

export const readText = (text: string, name?: string): Promise<Loaded> => engine.readRecord({ text, name });
export const readFile = async (file: File): Promise<Loaded> =>
  BINARY.test(file.name) ? engine.readRecord({ base64: await base64(file), name: file.name }) : engine.readRecord({ text: await file.text(), name: file.name });

/** Writes the game on the table and gives it to the browser as a file. */
export async function saveAs(session: Session, format: string): Promise<string> {
  const [first, second] = session.players.map((player) => nameOf(player, session));
  const info: Record<string, string> = { first, second };
  if (session.result) info.result = session.result.text;
  const { name, text } = await engine.writeRecord(session.line, { format, info });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return name;
}
