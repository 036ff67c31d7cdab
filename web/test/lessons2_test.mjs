// The second half of the lessons: games, search, tables. Each opens, moves as the engine's numbers say, and answers.

import { close, open } from "./browser.mjs";
import { facts, figuresOf, loadLessons, looks, moves, openLesson, usual } from "./lessons_test.mjs";
import { check, same, test } from "./tap.mjs";

const data = (page, selector) => page.locator(selector).evaluate((one) => ({ ...one.dataset }));
const sign = (value) => (value > 0 ? "X" : value < 0 ? "O" : "=");
const cells = (page, name) => page.locator(".cell3").evaluateAll((all, key) => all.map((one) => one.dataset[key]), name);
const cellOf = (move) => "abc".indexOf(move[0]) + 3 * (3 - Number(move[1]));

// A search's picture has done what the engine's steps so far have, in the node of the last one; at its end that is what the engine has counted.
async function tree(page, { value, looked_at, cuts, order, frames, nodes }, step) {
  const shown = await data(page, ".lesson-tree"), done = frames.slice(0, step), last = done.at(-1);
  if (Number(shown.leaves) !== done.filter((one) => one.kind === "leaf").length || Number(shown.cuts) !== done.filter((one) => one.cut).length) return false;
  if (step === frames.length) return Number(shown.value) === value && Number(shown.leaves) === looked_at && Number(shown.cuts) === cuts;
  if (shown.value !== "") return false;
  if (!last) return true;
  const [name, window] = await page.locator(".lesson-tree .node.path text").allTextContents();
  const wanted = last.value ?? "…", ends = last.window?.map((end, i) => end ?? ["−∞", "∞"][i]);
  return name === String(wanted) && (!order || nodes[last.node].kind === "leaf" || window === `(${ends.join(", ")})`);
}

// What each picture says of itself, against the engine's numbers.
const AGREES = {
  async stones(page, { list, row }, step) {
    const shown = await data(page, "svg.stones"), play = list[Number(shown.play)];
    let before = 0;
    for (const one of list.slice(0, Number(shown.play))) before += one.takes.length + 1;
    const sums = [0, 0];
    let at = 0;
    for (const [i, take] of play.takes.slice(0, step - before).entries()) for (let k = 0; k < take; k++) sums[i % 2] += row[at++];
    const over = step - before === play.takes.length;
    return Number(shown.alice) === sums[0] && Number(shown.bob) === sums[1] && (!over || (sums[0] === play.alice && sums[1] === play.bob));
  },
  async tictactoe(page, { moves: all }, step) {
    const words = await cells(page, "word"), shown = await data(page, "svg.tictactoe");
    return Number(shown.seen) === step && all.every((one, i) => words[cellOf(one.move)] === (i < step ? sign(one.value) : "")) && (step === 0 || Number(shown.games) === all[step - 1].games);
  },
  minimax: tree,
  alphabeta: tree,
  async depth(page, { moves: all, examples }, step) {
    const shown = await data(page, "svg.depth");
    return step < 2 ? Number(shown.f) === examples[step].f : shown.values === all.slice(0, step - 2).map((one) => one.value).join(" ");
  },
  async delay(page, { first, fewest }, step) {
    const shown = await data(page, "svg.delay");
    return Number(shown.first) === first.places[step] && Number(shown.fewest) === fewest.places[Math.min(step, fewest.places.length - 1)];
  },
  async expectimax(page, { moves: all, value }, step) {
    const shown = await data(page, "svg.expectimax"), told = all.reduce((sum, one) => sum + one.outcomes.length + 1, 0);
    const mean = all.every((one) => Math.abs(one.outcomes.reduce((sum, o) => sum + (o.weight / o.of) * o.value, 0) - one.value) < 1e-9);
    return mean && Number(shown.seen) === Math.min(step, told) && shown.value === (step > told ? String(value) : "");
  },
  async mcts(page, { moves: all, weights }, step) {
    const shown = await data(page, "svg.mcts");
    return shown.visits === all.slice(0, step).map((one) => one.visits).join(" ") && Number(shown.weights) === Math.min(weights.length, Math.max(0, step - all.length));
  },
  async hash(page, { slots, keys }, step) {
    const shown = await data(page, "svg.hash"), probes = keys.flatMap((one) => one.tried), table = Array.from({ length: slots }, () => []);
    let done = 0;
    for (const one of keys) if ((done += one.tried.length) <= step && one.slot !== null) table[one.slot].push(one.key);
    return shown.probe === (step ? String(probes[step - 1]) : "") && shown.table === table.map((one) => one.join("+")).join(" ");
  },
  async zobrist(page, { steps }, step) {
    const shown = await data(page, "svg.zobrist"), stones = await cells(page, "stone"), board = Array(9).fill(".");
    let key = 0;
    for (const one of steps.slice(0, step)) { key ^= one.number; board[cellOf(one.move)] = one.back ? "." : one.side; }
    return Number(shown.key) === key && (step === 0 || key === steps[step - 1].key) && stones.join("") === board.join("");
  },
};

// Steps of double hashing that share a divisor with the slots come to some of them only.
async function leftOut(page) {
  const options = { keys: "ANN BOB CAT DAN EVE FAY GUS", size: "8", method: "double" }, figures = figuresOf("hash", options);
  const at = figures.keys.findIndex((one) => one.slot === null), step = figures.keys.slice(0, at + 1).reduce((sum, one) => sum + one.tried.length, 0);
  await openLesson(page, "hash", `&${new URLSearchParams(options)}&step=${step}`);
  const said = await page.locator(".lesson figcaption").innerText();
  check("a key that finds no slot is said to be left out", at >= 0 && said.startsWith(figures.keys[at].key) && said.includes("left out"), said);
  check("and the picture has it nowhere", (await AGREES.hash(page, figures, step)) && !(await data(page, "svg.hash")).table.includes(figures.keys[at].key));
}

// The lecture's tasks have keys and moves of their own: they are typed, and are in the link.
async function own(page) {
  await openLesson(page, "hash", "&method=double&size=13&step=0");
  await page.locator(".lesson-option.keys select").selectOption("of your own");
  const keys = "LOG320 GTI770 LOG550 LOG100 MAT210";
  await page.locator(".lesson-option.keys input").fill(keys);
  await page.locator(".lesson-option.keys input").press("Enter");
  await page.waitForFunction(() => location.hash.includes("MAT210"));
  const figures = figuresOf("hash", { keys, size: "13", method: "double" }), last = figures.keys.reduce((sum, one) => sum + one.tried.length, 0);
  await page.keyboard.press("Tab"); // out of the field, whose key End is
  await page.locator(".walk-last").click();
  await page.waitForFunction((n) => document.querySelector(".lesson figure").dataset.step === String(n), last);
  check("keys of one's own fill the table", await AGREES.hash(page, figures, last));
  await page.reload();
  same("the link has them", await page.locator(".lesson-option.keys input").inputValue(), keys);
  await openLesson(page, "zobrist", "&moves=c1+c2&step=1");
  same("moves of one's own as well", [await page.locator(".lesson-option.moves input").inputValue(), await cells(page, "stone").then((all) => all.join(""))], ["c1 c2", "........X"]);
  const mark = await page.locator(".zobrist .cell3, .zobrist .now3").evaluateAll((all) => [...all].at(-1).getAttribute("class"));
  same("the mark of a cell is drawn over its neighbours", mark, "now3");
  await page.locator(".lesson-option.seed input").fill("");
  await page.locator(".lesson-option.seed input").press("Tab");
  same("an empty seed is the first one again", [await page.locator(".lesson-option.seed input").inputValue(), await page.locator(".lesson .error").count()], ["1", 0]);
}

export default async function ({ browser, server }) {
  const lessons = (await loadLessons()).filter((one) => AGREES[one.name]);
  check("ten lessons", lessons.length === 10, lessons.map((one) => one.name));
  const page = await open(browser, server, "#/lessons");
  for (const lesson of lessons) {
    facts(lesson);
    const high = lesson.controls.filter((one) => one.high !== undefined).map((one) => [one.option, String(one.high)]);
    const most = figuresOf(lesson.name, { ...usual(lesson), ...Object.fromEntries(high) });
    check(`${lesson.name}: the largest controls make something to walk through`, (lesson.count?.(most) ?? 0) > 1, high);
    await test(`${lesson.name}: moves`, () => moves(page, lesson, AGREES[lesson.name]));
  }
  await test("a key without a slot", () => leftOut(page));
  await test("keys and moves of one's own", () => own(page));
  await test("looks", () => looks(page, lessons, ["alphabeta"]));
  await close(page, "the second half");
}
