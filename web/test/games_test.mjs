// games_test.mjs: a person plays a whole game of every game against the engine, with the pointer alone.
// The smallest board that leaves something to decide and the lowest level; with BY_LONG=1 the usual board as well, and every level.
// BY_GAME=NAME: of that game alone, such as one that was just added.

import { close, open } from "./browser.mjs";
import { banyan } from "./server.mjs";
import { check, same } from "./tap.mjs";
import { dice, playOut, session, shownMoves } from "./play_help.mjs";

const SMALL = {
  go: { size: "5" }, nogo: { size: "3" }, gomoku: { size: "5" }, othello: { size: "4" }, breakthrough: { size: "4" },
  connect4: { size: "4" }, stones: { row: "1 2 3 6" }, nim: { heaps: "3 4" }, coins: { turns: "2" },
};
const TIRED = 24; // moves after which the person passes, where that is possible

function settings(line) {
  return Object.entries(line.options).flatMap(([name, value]) => ["--option", `${name}=${value}`]);
}

async function whole(browser, server, game, options, level, seed) {
  const name = `${game} ${Object.values(options).join(" ")} against ${level}`;
  const query = new URLSearchParams({ game, ...options, first: "human", second: level, seed: String(seed) });
  const page = await open(browser, server, `#/play?${query}`, { reducedMotion: "reduce" });
  const plies = await playOut(page, dice(seed), TIRED);
  const { line, result } = await session(page, server);
  check(`${name}: to its end in ${plies} moves`, plies === line.moves.length && line.moves.length > 0);
  same(`${name}: the moves on the screen are those of the game`, await shownMoves(page), line.moves);
  same(`${name}: the result on the screen`, await page.locator(".result").textContent(), result.text);
  if (result.reason === "rules") {
    const told = banyan("show", line.game, ...settings(line), "--moves", line.moves.join(" "));
    same(`${name}: the same winner on the command line`, result.winner, told.winner);
  }
  await close(page, name);
}

export default async function ({ browser, server }) {
  const { games } = (await server.api("/games")).data;
  const only = process.env.BY_GAME;
  const all = games.flatMap((game) => [game, ...game.aliases].map(({ name }) => ({ name, levels: game.levels })))
    .filter(({ name }) => !only || name === only);
  check("there are games", all.length >= (only ? 1 : 10));
  for (const { name, levels } of all) await whole(browser, server, name, SMALL[name] ?? {}, levels[0]?.name ?? "random", 1);
  if (process.env.BY_LONG !== "1") return;
  for (const { name, levels } of all)
    for (const { name: level } of levels.slice(0, -1)) await whole(browser, server, name, {}, level, 2);
}
