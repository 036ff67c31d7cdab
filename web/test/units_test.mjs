// What the page computes itself: intervals, figures, colours. Needs neither browser nor server.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { check, same } from "./tap.mjs";

const source = join(dirname(fileURLToPath(import.meta.url)), "..", "src");

export async function load(contents) {
  const folder = mkdtempSync(join(tmpdir(), "banyan-units-"));
  const outfile = join(folder, "units.mjs");
  await build({
    stdin: { contents, resolveDir: source, loader: "ts" }, bundle: true, outfile, format: "esm", jsx: "automatic", jsxImportSource: "preact",
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// The little of a browser that modules ask for when they are loaded.
function pretendBrowser() {
  globalThis.localStorage ??= { getItem: () => null, setItem: () => {} };
  globalThis.navigator ??= { language: "en" };
  globalThis.document ??= { documentElement: { dataset: {} } };
}

const rgb = (text) => text.match(/\d+/g).map(Number);
const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
const luminance = (text) => rgb(text).reduce((sum, c, i) => sum + [0.2126, 0.7152, 0.0722][i] * linear(c), 0);
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
// CIE 1976 lightness: of the eye, not of the screen.
const lightness = (text) => 116 * Math.cbrt(luminance(text)) - 16;

export default async function () {
  pretendBrowser();
  const { halfWidth, percent, plusMinus, signed, clock, faintHeat, heat, parseColour } = await load(
    "export * from './watch/figures'; export * from './watch/heat';");

  // 81 of 263: Wilson's interval is 0.2553 to 0.3662 (Newcombe 1998, table I, method 3).
  check("the interval is Wilson's", Math.abs(halfWidth(81 / 263, 263) - (0.3662 - 0.2553) / 2) < 0.0001, halfWidth(81 / 263, 263));
  check("all won is not certain", halfWidth(1, 10) > 0.1 && halfWidth(1, 10) < 0.2, halfWidth(1, 10));
  same("values as they are written", [percent(0.613), plusMinus(0.009), signed(4), signed(-2.5), signed(0), signed(0.25), clock(72), clock(3723)],
    ["61.3\u202f%", "±0.9", "+4", "\u22122.5", "0", "+0.25", "1:12", "1:02:03"]);

  const { limitsOf, fitting } = await load("export * from './watch/limits';");
  const knows = { alphabeta: ["depth", "nodes", "time", "table"], mcts: ["sims", "time", "nodes", "depth"], random: [] };
  const game = { player: "alphabeta width=10", levels: [{ name: "easy", spec: "mcts sims=30" }] };
  same("a search gets the limits that it knows, and a time always", ["", "easy", "random", "mine"].map((player) => limitsOf(player, game, knows)),
    [["time", "nodes", "depth"], ["time", "sims", "nodes", "depth"], ["time"], ["time", "sims", "nodes", "depth"]]);
  const chosen = { player: "", limit: "sims", amount: 500, seed: 7 };
  same("one that it does not know gives way to a time", fitting(chosen, game, knows), { ...chosen, limit: "time", amount: 5 });
  same("one that it knows stays", fitting({ ...chosen, player: "easy" }, game, knows), { ...chosen, player: "easy" });

  const store = new Map();
  globalThis.localStorage = { getItem: (key) => store.get(key) ?? null, setItem: (key, text) => store.set(key, text) };
  const { shelf } = await load("export * from './kept';");
  const isNumber = (value) => typeof value?.n === "number";
  const put = (most, ...entries) => { const one = shelf("test", most, isNumber); for (const [key, n] of entries) one.put(key, { n }); one.flush(); };
  const there = () => shelf("test", 1000, isNumber).all().map(([key, { n }]) => `${key}${n}`);
  put(1000, ["a", 1], ["b", 2]);
  put(1000, ["c", 3], ["a", 4]);
  same("what is put on a shelf is there after a reload, once and the newest last", there(), ["b2", "c3", "a4"]);
  const size = JSON.stringify(["a", 20000, { n: 1 }]).length + 1;
  put(2 * size, ["d", 5]);
  same("what is older goes first when there is no room", there(), ["a4", "d5"]);
  const [place] = store.keys();
  store.set(place, JSON.stringify({ form: 1, entries: [["a", 1, { n: 1 }], ["b", 1e6, { n: "x" }], "c", ["d", 1e6, { n: 6 }]] }));
  same("what is too old or looks otherwise is not read", there(), ["d6"]);
  store.set(place, "{");
  same("nor what is no JSON", there(), []);

  const { endWords, winningRow } = await load("export * from './play/ending';");
  const sides = (x, o) => [{ name: "Black", mark: "X", holding: x }, { name: "White", mark: "O", holding: o }];
  const ended = (winner, why, board, facts = {}) => ({ count: null, line: { moves: ["a1"] }, result: { winner, why, reason: "rules" }, position: { board: { legal: [], sides: sides(null, null), ...board }, ...facts } });
  const four = ended("X", "the first with four in a row wins.", { width: 5, height: 4, rows: ["X..O.", ".XOO.", "..X..", "...X."], last: [12] });
  same("the row that won", [winningRow(four), endWords(four)], [[0, 6, 12, 18], "Black has 4 in a row: a1 b2 c3 d4."]);
  same("what each side holds", endWords(ended("O", "most discs win.", { sides: sides({ what: "discs", count: 8 }, { what: "discs", count: 28 }) })), "Black 8 discs, White 28 discs.");
  same("who could not move", endWords(ended("O", "who cannot move loses.", {})), "Black is to move and cannot.");
  same("a draw tells nothing", endWords(ended("draw", "in a row", { width: 1, height: 1, rows: ["X"], last: [0] })), "");

  const { worthOf } = await load("export * from './watch/worth';");
  const worth = (value, bound, meaning) => Object.values(worthOf({ value, bound, meaning })).slice(0, 2).join("");
  same("values are in the words of the terminal's column, one bound at most", [
    worth(4, "exact", "X +4 by lines"), worth(-3, "upper", "O +3 by lines or more"), worth(-1, "exact", "O wins"), worth(-1, "upper", "O wins"),
    worth(1, "lower", "X wins"), worth(1, "upper", "X wins"), worth(-1000000007, "upper", "O wins by 6 points or more"), worth(0, "exact", "draw"),
    worth(900, "exact", "X is about to win")],
  ["+4", "≤\u22123", "loses", "loses", "wins", "≤wins", "≤loses by 6", "draw", "nearly won"]);

  const { endOf } = await load("export { endOf } from './watch/Curve';");
  const closed = (winner, score, reason, unit) => endOf({ result: { winner, score, reason, text: "so" } }, 9, unit)[0]?.value;
  same("the result ends the curve, in points where they are counted", [
    closed("X", 20, "rules", "chance"), closed("O", -20, "agreed", "chance"), closed("draw", 0, "rules", "chance"), closed("O", -20, "rules", "score"),
    closed("X", 1, "rules", "score") === Infinity, closed("draw", 0, "rules", "score")], [1, 0, 0.5, -20, true, 0]);
  same("who resigned says nothing of the position", closed("X", null, "resigned", "chance"), undefined);

  const { outcomeOf, mayDiffer } = await load("export { outcomeOf, mayDiffer } from './watch/reviewing';");
  const standing = (text, score, certain = true) => ({ text, score, certain, chance: 0.5 });
  same("results are no points", [standing("X wins", 1), standing("X wins in 3 plies", -1), standing("draw", 0), standing("Black wins by 4 discs", 4), standing("X +1 line", 1, false)].map(outcomeOf),
    ["win", "loss", "draw", null, null]);
  const open = { moves: [{ before: standing("", 1, false), after: standing("", 1) }] }, sure = { moves: [{ before: standing("", 1), after: standing("", 1) }] };
  same("verdicts may differ where a clock ended searches that saw no end", [[open, "normal"], [open, null], [sure, "normal"]].map(([result, timed]) => mayDiffer({ result, timed })),
    [true, false, false]);

  const grounds = ["#e6d3a8", "#b79a62", "#3f7d5c", "#2f6247", "#fffefb", "#22272b"];
  const shares = [0.001, 0.01, 0.05, 0.2, 0.5, 1];
  const steps = Array.from({ length: 21 }, (_, i) => i / 100);
  const least = Math.min(...grounds.flatMap((ground) => shares.flatMap((share) => steps.map((below) => {
    const { fill, ink } = heat(below, share, 1, parseColour(ground));
    return contrast(luminance(fill), luminance(ink === "#ffffff" ? "255 255 255" : "0 0 0"));
  }))));
  check("figures on the heat map have a contrast of 4.5 on every board", least >= 4.5, least);
  const bounds = grounds.map((ground) => faintHeat(parseColour(ground))).map(({ fill, ink }) => contrast(luminance(fill), luminance(ink === "#ffffff" ? "255 255 255" : "0 0 0")));
  check("so have bounds", Math.min(...bounds) >= 4.5, bounds);
  const light = steps.map((below) => lightness(heat(below, 1, 1, parseColour("#e6d3a8")).fill));
  const changes = light.slice(1).map((value, i) => value - light[i]);
  check("the scale is even to the eye", Math.min(...changes) > 0 && Math.max(...changes) < 1.6 * Math.min(...changes), changes);
  check("hardly looked at is grey", heat(0, 0.0099, 0.5, parseColour("#fffefb")).faint && !heat(0, 0.01, 0.5, parseColour("#fffefb")).faint);
  const [r, g, b] = rgb(heat(0, 0.005, 0.5, parseColour("#fffefb")).fill);
  check("and grey has no colour", Math.max(r, g, b) - Math.min(r, g, b) < 12, [r, g, b]);
}
