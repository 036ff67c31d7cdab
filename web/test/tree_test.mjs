// Tree: Monte Carlo search step by step, every number against the API and against a search of the test's own bookkeeping; the
// live tree of a large search, bounded in elements and updates; files, links, keys.

import { readFileSync } from "node:fs";
import { close, linked, LONG_WAIT_MS, open } from "./browser.mjs";
import { check, same, test } from "./tap.mjs";
import { load } from "./units_test.mjs";

const LONG = process.env.BY_LONG === "1";
const STEPS = { uct: 50, rave: LONG ? 50 : 15 }; // forward and back

const plain = (text) => text.replace(/[\u202f\u2009\s]+/g, "").replaceAll("\u2212", "-");
const hashOf = (params) => `#/tree?${new URLSearchParams(params)}`;

// All that the page says at a step: run in the page.
function readScreen() {
  const text = (selector) => document.querySelector(selector)?.textContent ?? null;
  return {
    where: text(".step-where"), slider: document.querySelector(".step-slider").getAttribute("aria-valuetext"), why: text(".tree-why"),
    phase: text(".phases .now"), title: text(".choices h2"), extra: text(".choices .extra"), rule: text(".rule .muted"), letters: text(".rule .letters"), numbers: text(".rule .numbers"), told: text(".this-simulation .panel-body") ?? "",
    parent: document.querySelector(".choices table")?.dataset.parent ?? null,
    head: [...document.querySelectorAll(".choices thead th")].map((cell) => cell.textContent),
    rows: [...document.querySelectorAll(".choices tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent)),
    nodes: [...document.querySelectorAll(".tree-room .node:not(.more)")].map((node) => [node.dataset.node, ...[...node.querySelectorAll("text")].map((one) => one.textContent.trim())]),
    more: [...document.querySelectorAll(".tree-room .node.more")].map((node) => [node.dataset.node, ...[...node.querySelectorAll("text")].map((one) => one.textContent.trim())]),
    path: [...document.querySelectorAll(".tree-room .node.path, .tree-room .node.new")].map((node) => node.dataset.node),
    elements: document.querySelectorAll(".tree-room svg, .tree-room svg *").length,
  };
}
const screen = (page) => page.evaluate(readScreen);

// Presses a button so many times, and reads the screen after each.
const press = (page, name, times) => page.evaluate(async ([label, count, read]) => {
  const look = Function(`return (${read})()`), seen = [];
  for (let i = 0; i < count; i++) {
    const slider = document.querySelector(".step-slider"), before = slider.value;
    [...document.querySelectorAll(".step-buttons button")].find((one) => one.textContent.includes(label)).click();
    for (let wait = 0; slider.value === before && wait < 20000; wait++) await new Promise((wake) => setTimeout(wake, 1));
    seen.push({ at: Number(slider.value), ...look() });
  }
  return seen;
}, [name, times, readScreen.toString()]);

// The formula with its numbers, worked out.
function workOut(text) {
  const code = text.replaceAll("\u2212", "-").replaceAll("√(", "Math.sqrt(").replace(/\bln\(/g, "Math.log(").replace(/\b(min|max)\(/g, "Math.$1(").replaceAll("·", "*").replaceAll("^", "**");
  if (!/^[\d\s.+\-*/(),?:<>=eMathsqrlogmin.x]*$/.test(code)) return NaN;
  return Function(`return ${code}`)();
}

// --- a search's own bookkeeping: from the moves and the outcomes alone -------------------------------------

class Books {
  constructor(root, moves) {
    this.nodes = new Map(); // path -> n, w
    this.amaf = new Map(); // path -> move -> rn, rw
    this.root = root;
    this.legal = moves;
    this.visits = 0;
    this.points = 0;
  }

  of(path) {
    return this.nodes.get(path.join(" ")) ?? { n: 0, w: 0 };
  }

  side(depth) {
    return (this.root === "X") === (depth % 2 === 0) ? "X" : "O";
  }

  // A simulation went this way, played on, and ended so.
  add(way, played, points) {
    this.visits += 1;
    this.points += points[this.root];
    const all = [...way, ...played];
    for (let depth = 0; depth < way.length; depth++) {
      const path = way.slice(0, depth + 1), before = this.of(path);
      this.nodes.set(path.join(" "), { n: before.n + 1, w: before.w + points[this.side(depth)] });
      const key = way.slice(0, depth).join(" "), table = this.amaf.get(key) ?? new Map();
      for (let i = depth; i < all.length; i += 2) { // moves of who is to move there, here or later
        const old = table.get(all[i]) ?? { rn: 0, rw: 0 };
        table.set(all[i], { rn: old.rn + 1, rw: old.rw + points[this.side(depth)] });
      }
      this.amaf.set(key, table);
    }
  }

  amafOf(path, move) {
    return this.amaf.get(path.join(" "))?.get(move) ?? { rn: 0, rw: 0 };
  }
}

const RULES = {
  uct: (N, { n, w }, c) => (n === 0 ? Infinity : w / (n + 1) + c * Math.sqrt(Math.log(N + 2) / (n + 1))),
  rave: (N, { n, w, rn, rw }, c, k) => {
    const beta = k / (k + n);
    return (1 - beta) * (n > 0 ? w / n : 0) + beta * (rn > 0 ? rw / rn : 1) + c * Math.sqrt(Math.log(N + 2) / (n + 1));
  },
};

const near = (text, wanted, digits) => (wanted === Infinity ? text === "∞" : Math.abs(Number(plain(text)) - wanted) <= 0.51 * 10 ** -digits + 2e-6);

// --- the rest of what stands there: worked out from the moves alone ------------------------------------------

const PLAYED = ["b2", "a1"], LINES3 = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"];

// Who has won after these moves: "X wins", "O wins", "a draw"; null: nobody yet.
function outcomeOf(moves) {
  const of = (side) => new Set(moves.filter((_, i) => i % 2 === side));
  for (const [side, word] of [[0, "X wins"], [1, "O wins"]]) if (LINES3.some((row) => row.split(" ").every((cell) => of(side).has(cell)))) return word;
  return moves.length === 9 ? "a draw" : null;
}
const freeAfter = (way) => (outcomeOf([...PLAYED, ...way]) ? 0 : 9 - PLAYED.length - way.length);
const POINTS = { "X wins": { X: 1, O: 0 }, "O wins": { X: 0, O: 1 }, "a draw": { X: 0.5, O: 0.5 } };

// This simulation in words, as far as it has come.
function toldOf(way, steps, books) {
  const lines = [`select ${way.join(" → ")}`], simulated = steps.find((one) => one.step === "simulate");
  const opened = steps.filter((one) => one.step === "expand").map(({ ply }) => `${way[ply - 1]} gets a node with ${freeAfter(way.slice(0, ply))} moves`);
  const result = simulated && outcomeOf([...PLAYED, ...way, ...(simulated.played ?? [])]), points = POINTS[result], over = outcomeOf([...PLAYED, ...way]) !== null;
  if (opened.length) lines.push(`expand ${opened.join(", ")}`);
  else if (simulated && !over) lines.push(`expand no node: ${way.at(-1)} has had too few visits`);
  if (!simulated) return lines.join(" ");
  lines.push(`simulate ${over ? "the game is over" : simulated.played.join(" ")} → ${result}`);
  if (steps.at(-1).step === "backup")
    lines.push(`back up ${way.map((move, i) => { const { n, w } = books.of(way.slice(0, i + 1)); return `${move} +${points[books.side(i)]} (now ${w.toFixed(1)} / ${n})`; }).join(", ")}`);
  return lines.join(" ");
}

// What is said beside table, formula and nodes; and of moves that have no node of their own in the picture.
function compareWords(seen, place, way, steps, select, books, rule, say) {
  const equal = (what, found, wanted) => { if (plain(found ?? "") !== plain(wanted)) say(what, found, wanted); };
  equal("the title", seen.title, `${place.length ? `After ${place.join(" ")}` : "At the root"}, ${books.side(place.length)} to move`);
  equal("its simulation", seen.extra, `simulation ${select.simulation}`);
  equal("whose rule", seen.rule, `${rule.name} of ${select.choices.find((one) => one.taken).move} with its numbers`);
  if (rule.kind === "uct") equal("the letters", seen.letters, "w/(n+1) + c √(ln(N+2)/(n+1))");
  equal("this simulation", seen.told, toldOf(way, steps, books));
  equal("of the root", seen.why, `${books.root} to move: ${books.points.toFixed(1)} points in ${books.visits} visit${books.visits === 1 ? "" : "s"}`);
  for (const [id, label, line] of seen.more) {
    const above = id.slice(0, -2), path = above === "" ? [] : above.split(" "), key = path.join(" ");
    const shown = seen.nodes.map(([node]) => (node === "root" ? null : node.split(" "))).filter((one) => one && one.length === path.length + 1 && one.slice(0, -1).join(" ") === key).map((one) => one.join(" "));
    const visits = [...books.nodes].filter(([node]) => node.split(" ").length === path.length + 1 && node.split(" ").slice(0, -1).join(" ") === key && !shown.includes(node)).reduce((sum, [, { n }]) => sum + n, 0);
    equal(`moves left out at ${above}`, `${label} ${line}`, `+${freeAfter(path) - shown.length} ${visits} visit${visits === 1 ? "" : "s"}`);
  }
}

// The screen at a step against the API's step and against the books as they stand before this simulation's end.
function compare(seen, events, at, books, rule) {
  const faults = [], event = events[at - 1];
  const say = (what, found, wanted) => faults.push(`step ${at}, ${what}: ${found}, not ${wanted}`);
  const begin = events.findLastIndex((one, i) => i < at && one.step === "select" && one.ply === 0);
  const selects = events.slice(begin, at).filter((one) => one.step === "select"), select = selects[selects.length - 1];
  const way = selects.map((one) => one.choices.find((choice) => choice.taken).move), place = way.slice(0, select.ply);
  const end = events.findIndex((one, i) => i >= begin && one.step === "backup");
  if (plain(seen.where) !== plain(`simulation ${event.simulation} of ${events.filter((one) => one.step === "backup").length} · step ${at - begin} of ${end - begin + 1}`)) say("where", seen.where, `simulation ${event.simulation}`);
  if (seen.phase !== { select: "select", expand: "expand", simulate: "simulate", backup: "back up" }[event.step]) say("phase", seen.phase, event.step);
  if (Number(seen.parent) !== select.visits) say("N of the position", seen.parent, select.visits);
  // the table
  const column = (name) => seen.head.indexOf(name);
  for (const choice of select.choices) {
    const row = seen.rows.find((one) => one[0] === choice.move);
    if (!row) { say("a row", "none", choice.move); continue; }
    const own = rule.before.of([...place, choice.move]), amaf = rule.before.amafOf(place, choice.move);
    const told = { N: choice.visits, W: choice.points, Q: choice.mean, [rule.name]: choice.value, NAMAF: choice.amaf_visits, QAMAF: choice.amaf_mean, "β": choice.weight };
    const value = RULES[rule.kind](select.visits, { ...own, ...amaf }, rule.c, rule.k);
    const mine = { N: own.n, W: own.w, Q: own.n ? own.w / own.n : null, [rule.name]: value, NAMAF: amaf.rn, QAMAF: amaf.rn ? amaf.rw / amaf.rn : null, "β": rule.k / (rule.k + own.n) };
    for (const [name, digits] of [["N", 0], ["W", 1], ["Q", 3], [rule.name, 3], ["NAMAF", 0], ["QAMAF", 3], ["β", 3]]) {
      if (column(name) < 0) { if (name.length < 4 && name !== "β") say("a column", "none", name); continue; }
      const text = row[column(name)];
      for (const [whose, number] of [["the API", told[name]], ["the test", mine[name]]]) {
        const wanted = number === null ? (name === rule.name ? Infinity : null) : number;
        if (wanted === null ? text !== "–" : !near(text, wanted, digits)) say(`${name} of ${choice.move}, as ${whose} has it`, text, wanted);
      }
    }
    if ((row[row.length - 1] !== "") !== choice.taken) say("why", row[row.length - 1], choice.taken ? "a reason" : "nothing");
  }
  if (seen.rows.length !== select.choices.length) say("rows", seen.rows.length, select.choices.length);
  // the formula
  const taken = select.choices.find((choice) => choice.taken);
  if (taken.value !== null) {
    const [, inside, result] = /^= (.*) = (\S+)$/.exec(seen.numbers) ?? [];
    if (!(Math.abs(workOut(inside ?? "x") - taken.value) < 2e-3) || !near(result, taken.value, 3)) say("the formula", seen.numbers, taken.value);
  } else if (!seen.numbers.includes("∞")) say("the formula", seen.numbers, "∞");
  // the tree: after the backup with this simulation in it
  for (const [id, label, line] of seen.nodes) {
    const path = id === "root" ? [] : id.split(" "), own = path.length ? books.of(path) : { n: books.visits, w: books.points };
    if (label !== (path.length ? path[path.length - 1] : "root")) say("a node's name", label, id);
    const [n, q] = line.split(" · ");
    if (Number(plain(n)) !== own.n || (own.n ? !near(q, own.w / own.n, 2) : q !== "–")) say(`node ${id}`, line, `${own.n} ${own.w / own.n}`);
  }
  const steps = ["root", ...way.map((_, i) => way.slice(0, i + 1).join(" "))];
  if (steps.join() !== [...seen.path].sort((a, b) => steps.indexOf(a) - steps.indexOf(b)).join()) say("the path", seen.path, steps);
  if (event.step === "backup") for (const one of event.path) if (!plain(seen.told).includes(plain(`(now ${one.points.toFixed(1)} / ${one.visits})`))) say("the back up", seen.told, JSON.stringify(one));
  if (seen.slider !== `step ${at} of ${events.length}`) say("the slider", seen.slider, at);
  compareWords(seen, place, way, events.slice(begin, at), select, books, rule, say);
  if (seen.elements > 400) say("elements", seen.elements, 400);
  return faults;
}

// Forward and back, every number on the screen.
async function walk({ browser, server }, kind, options) {
  const count = STEPS[kind];
  const rule = { kind, name: kind === "uct" ? "UCT" : "RAVE", c: 0.5, k: 50 };
  const player = `mcts sims=60 c=0.5 proofs=off${options}`, line = { game: "tictactoe", moves: PLAYED };
  const { data } = await server.api("/trace", { ...line, player, seed: 3, steps: 1000 });
  const events = data.thought.trace;
  const page = await open(browser, server, hashOf({ mode: "steps", game: "tictactoe", moves: "b2 a1", player, seed: "3" }));
  await page.locator(".tree-room .node").first().waitFor();
  const books = new Books("X"), seen = [{ at: 0, ...(await screen(page)) }], faults = [];
  rule.before = new Books("X");
  let way = [], played = [];
  for (const [i, now] of (await press(page, "step", count)).entries()) {
    const at = i + 1, event = events[i];
    if (now.at !== at) faults.push(`step ${at}: the page shows ${now.at}`);
    if (event.step === "select") {
      if (event.ply === 0) { way = []; played = []; }
      way.push(event.choices.find((choice) => choice.taken).move);
    }
    if (event.step === "simulate") played = event.played ?? [];
    if (event.step === "backup") books.add(way, played, event.points);
    faults.push(...compare(now, events, at, books, rule));
    if (event.step === "backup") rule.before.add(way, played, event.points);
    seen.push(now);
  }
  check(`${rule.name}: ${count} steps forward, every number is the API's and the test's own`, faults.length === 0, faults.slice(0, 20).join("\n"));
  const changed = (await press(page, "back", count)).filter((now) => JSON.stringify(now) !== JSON.stringify(seen[now.at]));
  check(`${rule.name}: and back, the same at every step`, changed.length === 0, changed.slice(0, 2).map((now) => `${JSON.stringify(now)}\n${JSON.stringify(seen[now.at])}`).join("\n"));
  return { page, seen };
}

async function uct(world) {
  const { page } = await walk(world, "uct", "");
  // keys, fast forward, the link
  await page.keyboard.press("End");
  const last = Number(await page.locator(".step-slider").getAttribute("max"));
  same("End goes to the last step", Number(await page.locator(".step-slider").inputValue()), last);
  await page.keyboard.press("Home");
  await page.getByRole("button", { name: "1 simulation on" }).click();
  await page.getByRole("button", { name: "1 simulation on" }).click();
  check("fast forward by a simulation", (await page.locator(".step-where").innerText()).includes("simulation 2"), await page.locator(".step-where").innerText());
  await page.getByRole("button", { name: "100 simulations on" }).click();
  same("and by a hundred, to the end", Number(await page.locator(".step-slider").inputValue()), last);
  await page.locator(".step-slider").fill("133");
  await page.locator(".tree-room .node").nth(1).click();
  const before = await screen(page), hash = new URL(page.url()).hash;
  check("the link says where", hash.includes("step=133") && hash.includes("node="), hash);
  const other = await open(world.browser, world.server, hash);
  await other.locator(".tree-room .node.chosen").waitFor();
  same("the link restores the step and the node", await screen(other), before);
  await close(other, "a link to a step");
  await close(page, "UCT step by step");
}

async function rave(world) {
  const { page } = await walk(world, "rave", " rave=on k=50");
  await close(page, "RAVE step by step");
}

// Every rule, the user's own too: the formula with its numbers gives the value.
async function rules({ browser, server }) {
  const page = await open(browser, server);
  const players = ["mcts sims=60 selection=ratio", "mcts sims=60 selection=ucb1 c=1.4", "mcts sims=60 selection=ucb1-tuned", "mcts sims=60 selection=omc",
    "mcts sims=60 selection=puct c=1", "mcts sims=60 rave=on schedule=handset", "mcts sims=60 rave=on schedule=mse b=0.2", "mcts sims=60 rave=on selection=ucb1",
    'mcts sims=60 selection="expr: w/n + c*sqrt(ln(N)/n)" c=0.9', "hmcts sims=60"];
  for (const player of players) {
    await page.goto(`${server.url}/${hashOf({ mode: "steps", game: "connect4", player: `${player}${player.startsWith("mcts") ? " proofs=off" : ""}`, step: "60", seed: "4" })}`);
    await page.locator(".again code", { hasText: player }).waitFor(); // no table of the player before is shown any more
    await page.locator(".choices tbody tr").first().waitFor();
    const told = await page.evaluate(async () => {
      const found = [];
      for (const row of document.querySelectorAll(".choices tbody tr")) {
        row.querySelector("button").click();
        for (let wait = 0; row.getAttribute("aria-current") !== "true" && wait < 20000; wait++) await new Promise((wake) => setTimeout(wake, 1));
        found.push([document.querySelector(".rule .numbers").textContent, ...[...row.querySelectorAll("td")].map((cell) => cell.textContent)]);
      }
      return found;
    });
    const faults = told.filter(([numbers, n]) => {
      const [, inside, result] = /^= (.*) = (\S+)$/.exec(numbers) ?? [];
      return !(n === "0" && numbers.includes("∞")) && !(Math.abs(workOut(inside ?? "x") - Number(result)) < 3e-3);
    });
    check(`the formula with its numbers: ${player}`, faults.length === 0 && told.length > 1, faults.join("\n"));
  }
  await page.goto(`${server.url}/${hashOf({ mode: "steps", game: "coins", player: "mcts sims=30", step: "40" })}`);
  await page.locator(".choices tbody tr").first().waitFor();
  check("a game with chance", (await page.locator(".tree-room .node").count()) > 3);
  await page.goto(`${server.url}/${hashOf({ mode: "steps", game: "tictactoe", player: "mcts sims=" })}`);
  page.expected.push(/400/);
  await page.locator(".tree-panel .error").waitFor();
  check("what the engine refuses is said", (await page.locator(".tree-panel .error").innerText()).includes("sims"));
  await page.getByLabel("rule").selectOption("RAVE");
  await page.getByLabel("simulations", { exact: true }).fill("40");
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".tree-room .node").first().waitFor();
  check("the form makes the spec", new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get("player").includes("rave=on") &&
    (await page.locator(".again code").innerText()).includes("sims=40"), page.url());
  await page.locator("input[name=spec]").fill("alphabeta plain=on depth=3");
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".tree-view[data-mode=exact]").waitFor();
  await linked(page, "an exact search leads to its own view", "mode=exact");
  await close(page, "rules");
}

// A formula of one's own is typed over the one that stands there, and may be empty on the way.
async function ownFormula({ browser, server }) {
  const page = await open(browser, server, hashOf({ mode: "steps", game: "tictactoe", player: "mcts sims=20 proofs=off" }));
  await page.locator(".tree-room .node").first().waitFor();
  await page.getByLabel("rule").selectOption("own formula");
  const field = page.getByLabel("formula", { exact: true }), spec = page.locator("input[name=spec]");
  await field.press("Control+a");
  await field.press("Delete");
  await field.pressSequentially("w/n + 2*sqrt(N)/(n+1)");
  same("a formula can be typed anew", [await field.inputValue(), await spec.inputValue()], ["w/n + 2*sqrt(N)/(n+1)", 'mcts sims=20 proofs=off selection="expr: w/n + 2*sqrt(N)/(n+1)"']);
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForFunction(() => document.querySelector(".step-where")?.textContent.includes("20") && location.hash.includes("expr"));
  await page.keyboard.press("End");
  await page.locator(".rule .numbers").waitFor();
  check("and is the rule of the search", (await page.locator(".rule .letters").innerText()).replaceAll(" ", "").includes("√(N)/(n+1)"), await page.locator(".rule").innerText());
  await close(page, "a formula of one's own");
}

// Sides have the game's own names, whatever the engine's marks are; a step that comes late says so.
async function names({ browser, server }) {
  const page = await open(browser, server, hashOf({ mode: "steps", game: "othello", player: "mcts sims=20 proofs=off", step: "3" }));
  await page.locator(".choices tbody tr").first().waitFor();
  const shown = await page.locator("main").innerText();
  check("Black and White, not X and O", shown.includes("At the root, Black to move") && /(Black|White) wins|a draw/.test(shown) && !/\b[XO] (to move|wins)/.test(shown), shown.slice(0, 1500));
  await page.locator(".tree-position .board.small.cells.coloured").waitFor();
  check("a small board has its game's colours", true);
  check("backing up: the table says that its numbers are older", shown.includes("As they were when the move was chosen"));
  check("one visit is one visit", (await page.locator(".tree-why").innerText()).endsWith("in 1 visit"), await page.locator(".tree-why").innerText());
  await close(page, "names of sides");
}

// --- the live tree ------------------------------------------------------------------------------------------

const MILLION = 1_000_000;

// A search of a million nodes: what the page draws, and how often, while it runs.
async function large({ browser, server }) {
  const page = await open(browser, server, hashOf({ mode: "grow", game: "connect4", player: "mcts z=0 proofs=off early=off", time: "600", run: "1" }));
  await page.locator(".tree-room .node").first().waitFor();
  await page.waitForFunction((wanted) => {
    const text = [...document.querySelectorAll(".grow-bar b")][1]?.textContent ?? "", value = parseFloat(text);
    return value * (text.includes("M") ? 1e6 : text.includes("k") ? 1e3 : 1) >= wanted;
  }, MILLION, { timeout: 2 * LONG_WAIT_MS });
  const found = await page.evaluate(() => new Promise((resolve) => {
    const box = document.querySelector("[data-updates]"), from = Number(box.dataset.updates), begun = performance.now();
    let most = 0, frames = 0, redrawn = 0;
    const watch = new MutationObserver(() => { redrawn += 1; });
    watch.observe(box, { attributes: true, attributeFilter: ["data-updates"] });
    const frame = () => {
      frames += 1;
      most = Math.max(most, document.querySelectorAll(".tree-room svg, .tree-room svg *").length);
      const seconds = (performance.now() - begun) / 1000;
      if (seconds < 3 || (Number(box.dataset.updates) === from && seconds < 60)) requestAnimationFrame(frame);
      else resolve({ updates: Number(box.dataset.updates) - from, redrawn, most, seconds, frames, state: box.dataset.state, text: document.querySelector(".step-where").textContent });
    };
    requestAnimationFrame(frame);
  }));
  console.log(`# ${found.text}: ${(found.frames / found.seconds).toFixed(1)} frames a second, ${(found.updates / found.seconds).toFixed(1)} updates a second, ${found.most} SVG elements`);
  same("the search still runs", found.state, "running");
  check("at most 400 SVG elements", found.most > 20 && found.most <= 400, found);
  check("at most five updates a second", found.updates >= 1 && found.updates <= 5 * found.seconds + 1 && found.redrawn <= 5 * found.seconds + 1, found);
  // look elsewhere while it runs: at a move that has so many visits that it is drawn however far the search is
  const move = await page.locator(".tree-room .node").evaluateAll((all) => all.map((node) => node.dataset.node).find((name) => /^[a-g]$/.test(name)));
  await page.locator(`.tree-room .node[data-node=${move}]`).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: `After ${move}`, exact: true }).first().waitFor();
  await page.getByRole("button", { name: "look from here" }).click();
  await page.locator(".tree-room .node").first().waitFor();
  await page.waitForFunction((at) => document.querySelector(".tree-room .node")?.dataset.node === at, move);
  await linked(page, "the tree is seen from another node", `path=${move}`);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.waitForFunction(() => document.querySelector("[data-updates]").dataset.state === "stopped");
  await page.waitForFunction(() => document.querySelectorAll(".tree-room .node").length > 3).catch(() => {}); // the last that it tells
  const kept = await page.locator(".tree-room .node").count();
  check("what it found stays", kept > 3, `${kept}: ${(await page.locator(".tree-split").innerText()).slice(0, 400)}`);
  await close(page, "a large search");
}

async function file(page, name) {
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator(".exports").getByRole("button", { name }).click()]);
  return readFileSync(await saved.path(), "utf8");
}

// The same seed, the same tree; files; the same from the API.
async function again({ browser, server }) {
  const hash = hashOf({ mode: "grow", game: "tictactoe", moves: "b2 a1", player: "mcts rave=on proofs=off", sims: "3000", seed: "5", run: "1" });
  const done = async () => {
    const page = await open(browser, server, hash);
    await page.waitForFunction(() => document.querySelector("[data-updates]")?.dataset.state === "done");
    await page.locator(".exports").waitFor();
    return page;
  };
  const [one, other] = [await done(), await done()];
  const json = await file(one, "JSON"), svg = await file(one, "SVG");
  same("the same seed, the same tree", await file(other, "JSON"), json);
  same("and the same drawing", await file(other, "SVG"), svg);
  const { data } = await server.api("/jobs", { kind: "think", game: "tictactoe", moves: ["b2", "a1"], player: "mcts rave=on proofs=off", limits: { sims: 3000 }, seed: 5, tree: { width: 12 } });
  let job;
  do job = (await server.api(`/jobs/${data.job}`)).data; while (job.state === "running" || job.state === "waiting");
  same("the file is what the API says", JSON.parse(json), job.result.tree);
  const rows = await one.locator(".choices tbody tr").evaluateAll((all) => all.map((row) => [row.dataset.move, ...[...row.querySelectorAll("td")].map((cell) => cell.textContent)]));
  const wanted = job.result.tree.root.children;
  check("the table is the tree's", rows.length === wanted.length && rows.every(([move, n, , q, rn, rq], i) => move === wanted[i].move && Number(plain(n)) === wanted[i].visits &&
    near(q, wanted[i].value, 3) && Number(plain(rn)) === wanted[i].amaf_visits && near(rq, wanted[i].amaf_value, 3)), rows);
  const drawn = await one.locator(".tree-room .node").count();
  same("the SVG has every node", (svg.match(/<path class="shape/g) ?? []).length, drawn);
  check("it is closed, and says what it is of", svg.trimEnd().endsWith("</svg>") && svg.includes("<title>banyan think tictactoe") && !/[<>]/.test(svg.replace(/<[^<>]*>/g, "")), svg.slice(0, 300));
  await close(other, "the tree again");
  // the keyboard: along the tree, zoom
  const focused = () => one.evaluate(() => document.activeElement.dataset?.node ?? null);
  await one.locator(".tree-room .node").first().focus();
  await one.keyboard.press("ArrowDown");
  const first = await focused();
  await one.keyboard.press("ArrowRight");
  const second = await focused();
  check("arrows walk from node to node", first && second && first !== second && first !== "root", [first, second]);
  await one.keyboard.press("ArrowUp");
  same("and up again", await focused(), "root");
  const scale = () => one.locator(".tree-room svg > g").evaluate((group) => Number(/scale\(([\d.]+)\)/.exec(group.getAttribute("transform"))[1]));
  const was = await scale();
  await one.keyboard.press("+");
  await one.waitForFunction((old) => Number(/scale\(([\d.]+)\)/.exec(document.querySelector(".tree-room svg > g").getAttribute("transform"))[1]) > old, was);
  const room = await one.locator(".tree-room").boundingBox(), grown = await scale();
  await one.mouse.move(room.x + room.width / 2, room.y + room.height / 2);
  await one.keyboard.down("Control");
  await one.mouse.wheel(0, -100);
  await one.keyboard.up("Control");
  await one.waitForFunction((old) => Number(/scale\(([\d.]+)\)/.exec(document.querySelector(".tree-room svg > g").getAttribute("transform"))[1]) > old, grown);
  const moved = () => one.locator(".tree-room svg > g").getAttribute("transform");
  const still = await moved();
  await one.mouse.move(room.x + 30, room.y + room.height - 60);
  await one.mouse.down();
  await one.mouse.move(room.x + 130, room.y + room.height - 30, { steps: 4 });
  await one.mouse.up();
  check("the pointer moves the tree", (await moved()) !== still);
  await one.locator(".tree-room .node").first().focus();
  await one.keyboard.press("0");
  check("the whole tree fits", await one.evaluate(() => {
    const room = document.querySelector(".tree-room").getBoundingClientRect();
    return [...document.querySelectorAll(".tree-room .node")].every((node) => { const box = node.getBoundingClientRect(); return box.left >= room.left - 1 && box.right <= room.right + 1; });
  }));
  await one.locator(".tree-room .node.more").first().click();
  check("what is left out can be looked at", /path=|^[^?]*\?(?!.*node=)/.test(new URL(one.url()).hash), one.url());
  await close(one, "a tree and its files");
}

// A limit that is none is not taken for another one.
async function limits({ browser, server }) {
  const page = await open(browser, server, hashOf({ mode: "grow", game: "tictactoe" }));
  const field = page.getByLabel("at most"), begin = page.getByRole("button", { name: "Think" }).last();
  for (const text of ["", "0", "-1"]) {
    await field.fill(text);
    await begin.click();
    same(`at most "${text}": the field keeps it, and nothing begins`, [await field.inputValue(), await page.locator("[data-updates]").getAttribute("data-state"), page.url().includes("run=1")], [text, "idle", false]);
  }
  await close(page, "limits");
}

async function none({ browser, server }) {
  const page = await open(browser, server, "#/lessons");
  let answer;
  const held = new Promise((resolve) => (answer = resolve));
  await page.route("**/api/v1/searches", async (route) => { await held; await route.continue(); });
  await page.goto(`${server.url}/${hashOf({ mode: "grow", game: "tictactoe", player: "alphabeta plain=on" })}`);
  await page.getByRole("button", { name: "Think" }).first().click();
  answer(); // only now it is known that a number of simulations does not end this search
  await page.locator(".no-tree").waitFor();
  await linked(page, "who clicks before the searches are known gets a limit that ends this one", "time=", "run=1");
  await page.reload();
  await page.locator(".no-tree").waitFor();
  await page.goto(`${server.url}/${hashOf({ mode: "grow", game: "tictactoe", player: "alphabeta plain=on depth=9", run: "1" })}`);
  await page.locator(".again code", { hasText: "depth=9" }).waitFor();
  await linked(page, "so does a link that names none", "time=");
  await page.locator(".no-tree").waitFor();
  check("a search without a tree says so", (await page.locator(".no-tree").innerText()).includes("alphabeta keeps no tree"));
  await page.getByRole("button", { name: "See a search step by step" }).click();
  await page.locator(".tree-view[data-mode=exact]").waitFor();
  await linked(page, "and its steps are offered", "alphabeta");
  await close(page, "no tree");
}

// Trees of any shape: boxes never meet, parents stand above their children, never too many elements; steps in any number at once.
async function shapes() {
  const { layOut, fitting, elementsOf, replay, numbersAt } = await load("export * from './tree/layout'; export * from './tree/replay';");
  let seed = 1;
  const random = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor((seed / 2147483648) * n); };
  let made = 0;
  const tree = (depth) => ({ id: String(made++), label: "x".repeat(1 + random(8)), lines: random(3) ? ["1 · 0.5"] : [], shape: ["box", "max", "min", "leaf", "chance"][random(5)], share: random(2) ? 0.5 : undefined,
    edge: random(4) ? undefined : "e", state: ["plain", "path", "cut", "new"][random(4)], children: depth > 0 ? Array.from({ length: random(6) }, () => tree(depth - 1)) : [] });
  const faults = [];
  for (let i = 0; i < 300; i++) {
    const root = tree(random(7)), shown = fitting(root), { nodes, width } = layOut(shown);
    if (elementsOf(shown) > 400) faults.push(`${elementsOf(shown)} elements`);
    if (elementsOf(root) <= 400 && shown !== root) faults.push("cut without need");
    for (const [a, one] of nodes.entries()) {
      if (one.x - one.width / 2 < -0.01 || one.x + one.width / 2 > width + 0.01) faults.push("outside");
      if (one.parent && one.parent.y + one.parent.height >= one.y) faults.push("not below its parent");
      for (const other of nodes.slice(a + 1)) if (other.depth === one.depth && Math.abs(other.x - one.x) < (one.width + other.width) / 2) faults.push("two boxes meet");
    }
  }
  check("300 trees are laid out well", faults.length === 0, [...new Set(faults)].join("\n"));
  const steps = [];
  for (let sim = 1; steps.length < 20_000; sim++) {
    const move = `m${random(50)}`;
    steps.push({ step: "select", simulation: sim, ply: 0, to_move: "X", visits: sim - 1, reason: "largest", choices: [{ move, taken: true, visits: 0, points: 0 }], more: 49 });
    steps.push({ step: "simulate", simulation: sim, ply: 1, games: 1, points: { X: 1, O: 0 }, played: [] }, { step: "backup", simulation: sim, ply: 1, games: 1, points: { X: 1, O: 0 }, path: [{ move, by: "X", visits: sim, points: sim }] });
  }
  const all = replay(steps);
  same("20,000 steps: the root's visits at any of them", [0, 3, 9_000, 19_998].map((at) => numbersAt(all.root, at).visits), [0, 1, 3000, 6666]);
}

export default async function (world) {
  await test("UCT", () => uct(world));
  await test("RAVE", () => rave(world));
  await test("rules", () => rules(world));
  await test("own formula", () => ownFormula(world));
  await test("names", () => names(world));
  await test("limits", () => limits(world));
  await test("a large search", () => large(world));
  await test("again", () => again(world));
  await test("no tree", () => none(world));
  await test("shapes", () => shapes());
}
