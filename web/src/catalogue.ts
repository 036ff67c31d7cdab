// catalogue.ts: the games that the engine knows, asked for once.
import { engine } from './engine';
import { word } from './i18n';
import { createStore } from './store';
import type { Game } from './types';

export const catalogue = createStore<Game[]>([]);

let asked: Promise<Game[]> | null = null;
export function loadGames(): Promise<Game[]> {
  asked ??= engine.games().then((games) => { catalogue.set(games); return games; }).catch((error) => { asked = null; throw error; });
  return asked;
}

/** A game by its name or by an alias, with the title that people know it by. */
export function findGame(name: string, games = catalogue.get()): { game: Game; title: string } | null {
  for (const game of games) {
    if (game.name === name) return { game, title: word(game.title) };
    const alias = game.aliases.find((one) => one.name === name);
    if (alias) return { game, title: word(alias.title) };
  }
  return null;
}

/** All that can be chosen: aliases stand beside their games. */
export const choices = (games: Game[]): { name: string; title: string }[] =>
  games.flatMap((game) => [...game.aliases, game].map((one) => ({ name: one.name, title: word(one.title) })));

/** What a game calls the side with a mark, X or O, in the reader's language: Black, White. */
export function sideOf(game: string, mark: string, games = catalogue.get()): string {
  const at = ['X', 'O'].indexOf(mark);
  return word(findGame(game, games)?.game.sides[at] ?? mark);
}
