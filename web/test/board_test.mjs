// What a click on the board means: cells, their names, moves of one cell, of two, of a column. Needs neither browser nor server.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { same } from "./tap.mjs";

async function geometry() {
  const source = join(dirname(fileURLToPath(import.meta.url)), "..", "src", "board", "geometry.ts");
  const { outputFiles } = await build({ entryPoints: [source], bundle: true, write: false, format: "esm" });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

const sides = [{ name: "X", mark: "X" }, { name: "O", mark: "O" }];
const board = (width, height, legal, more = {}) => ({
  kind: "cells", width, height, rows: Array.from({ length: height }, () => ".".repeat(width)), legal, sides, ...more,
});
const move = (text, ...cells) => ({ move: text, cells });

export default async function () {
  const { nextCells, cellAt, cellName, choose, sideAt, spotOf } = await geometry();

  const go = board(9, 9, [], { skip_i: true });
  same("row 1 is below", spotOf(go, 0), { x: 0, y: 8 });
  same("there is no column i", [cellName(go, 8), cellName(go, 7)], ["j1", "h1"]);
  const othello = board(8, 8, [], { from_top: true });
  same("row 1 is above where the game says so", [spotOf(othello, 0), cellName(othello, 8)], [{ x: 0, y: 0 }, "a2"]);
  same("there and back", [0, 17, 63].map((cell) => cellAt(othello, spotOf(othello, cell))), [0, 17, 63]);
  same("whose a piece is", sideAt({ ...board(2, 1, []), rows: ["O."] }, 0), 1);

  const stones = board(3, 3, [move("a1", 0), move("b1", 1), move("pass")]);
  same("a cell is a move", choose(stones, [], 1), { move: "b1" });
  same("or none", choose(stones, [], 5), { chosen: [] });

  const pawns = board(3, 3, [move("a1a2", 0, 3), move("a1b2", 0, 4), move("b1b2", 1, 4)], { steps: true });
  same("a piece is chosen", choose(pawns, [], 0), { chosen: [0] });
  same("and goes somewhere", choose(pawns, [0], 4), { move: "a1b2" });
  same("another piece instead", choose(pawns, [0], 1), { chosen: [1] });
  same("the same once more: none", choose(pawns, [0], 0), { chosen: [] });
  same("nowhere: none", choose(pawns, [0], 8), { chosen: [] });

  const dominoes = board(3, 3, [move("a1a2", 0, 3), move("a2a3", 3, 6)]);
  same("a domino by its cells", choose(dominoes, [0], 3), { move: "a1a2" });
  same("in either order", choose(dominoes, [3], 0), { move: "a1a2" });

  same("whose other halves are offered", nextCells(dominoes, [3]), [0, 6]);
  same("of a piece, where it goes", nextCells(pawns, [0]), [3, 4]);

  const columns = board(3, 3, [move("a", 3), move("c", 2)], { drops: true });
  same("any cell of a column", [0, 3, 6].map((cell) => choose(columns, [], cell)), [{ move: "a" }, { move: "a" }, { move: "a" }]);
  same("but of a full one none", choose(columns, [], 1), { chosen: [] });
}
