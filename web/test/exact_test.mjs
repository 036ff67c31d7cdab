// Minimax and alpha-beta step by step, and exercises: every window, value and cut on the screen is compared with the API and with
// an alpha-beta written here.

import { readFileSync } from "node:fs";
import { accessible, close, DESKTOP, linked, open, PHONE, TABLET, wordsFit } from "./browser.mjs";
import { check, same, test } from "./tap.mjs";

const plain = (text) => text.replace(/[\s\u2009\u202f]+/g, " ").replaceAll("−", "-").replaceAll("∞", "inf").replaceAll("≤ α", "<= alpha").replaceAll("≥ β", ">= beta")
  .replaceAll("≤", "<=").replaceAll("≥", ">=").trim();
const shown = (end, sign) => (Number.isFinite(end) ? String(end) : `${sign}inf`);
const windowText = ([alpha, beta]) => `(${shown(alpha, "-")}, ${shown(beta, "+")})`;

// --- alpha-beta once more --------------------------------------------------------------------------------------------------

// `game`: {over(position) -> value or null, moves(position) -> [[name, next]]}. Steps as the page counts them: entering a leaf and leaving it is one.
// `open` of a step: the nodes that are entered and not left after it, from the root on, with their windows and values as they are then.
function alphabeta(game, position, maximise) {
  const steps = [], seen = new Map(), stack = [];
  const now = () => stack.map(({ alpha, beta, best }) => ({ window: [alpha, beta], best }));
  const visit = (at, max, alpha, beta, path) => {
    const end = game.over(at);
    if (end !== null) {
      steps.push({ kind: "leaf", path, value: end, cut: false, max });
      seen.set(path, { value: end });
      return end;
    }
    const node = { window: [alpha, beta] }, moves = game.moves(at);
    seen.set(path, node);
    const own = { alpha, beta, best: max ? -Infinity : Infinity };
    stack.push(own);
    steps.push({ kind: "enter", path, window: [alpha, beta], cut: false, max, open: now() });
    let done = 0;
    for (const [name, next] of moves) {
      const value = visit(next, !max, own.alpha, own.beta, path ? `${path} ${name}` : name);
      own.best = max ? Math.max(own.best, value) : Math.min(own.best, value);
      if (max) own.alpha = Math.max(own.alpha, own.best); else own.beta = Math.min(own.beta, own.best);
      steps.at(-1).open = now(); // of the child's last step: what it brought is here
      done += 1;
      if (max ? own.best >= own.beta : own.best <= own.alpha) break;
    }
    stack.pop();
    node.value = own.best;
    steps.push({ kind: "leave", path, value: own.best, cut: done < moves.length, max, open: [] });
    return own.best;
  };
  visit(position, maximise, -Infinity, Infinity, "");
  return { steps, seen };
}

const written = { over: (tree) => (Array.isArray(tree) ? null : tree), moves: (tree) => tree.map((child, i) => [String(i + 1), child]) };
const readTree = (text) => JSON.parse(text.replace(/ [XO]$/, "").trim().replace(/\s*\(\s*/g, "[").replace(/\s*\)\s*/g, "]").replace(/\]\[/g, "],[").replace(/\s+/g, ",").replace(/\](?=-?\d)/g, "],").replace(/(\d)\[/g, "$1,["));

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const ticTacToe = {
  over: (board) => {
    for (const [a, b, c] of LINES) if (board[a] !== "." && board[a] === board[b] && board[a] === board[c]) return board[a] === "X" ? 1 : -1;
    return board.includes(".") ? null : 0;
  },
  moves: (board) => [...board].flatMap((cell, i) => (cell === "." ? [["abc"[i % 3] + (1 + Math.floor(i / 3)), board.slice(0, i) + ([...board].filter((one) => one !== ".").length % 2 ? "O" : "X") + board.slice(i + 1)]] : [])),
};

// --- the screen --------------------------------------------------------------------------------------------------------------

const sentenceAt = async (page, step) => {
  await page.waitForFunction((wanted) => document.querySelector(".exact-view .this-step")?.dataset.step === String(wanted) && document.querySelector(".exact-view").dataset.busy === "false", step);
  return plain(await page.locator(".this-step").innerText());
};
const nodesOn = (page) => page.locator(".tree-room .node").evaluateAll((nodes) => nodes.map((node) => ({
  label: node.querySelector(".name")?.textContent.trim() ?? "", lines: [...node.querySelectorAll("text:not(.name)")].map((one) => one.textContent.trim()), classes: node.getAttribute("class") })));
// What is drawn along the way, from the root to where the search stands, against the windows and values there.
function wayWrong(drawn, { open, kind, value, cut, max }) {
  const way = drawn.filter((one) => /\b(path|new)\b/.test(one.classes)), wrong = [];
  for (const [i, { window, best }] of open.entries()) {
    const [told, ends] = (way[i]?.lines ?? []).map(plain);
    if (told !== (Number.isFinite(best) ? `${best} so far` : "…") || ends !== windowText(window)) wrong.push([i, way[i], best, window]);
  }
  if (kind === "leave") {
    const told = plain(way[open.length]?.lines[0] ?? ""), bound = cut ? (max ? ">= " : "<= ") : /^([<>]= )?/.exec(told)[0];
    if (told !== `${bound}${value}`) wrong.push([told, bound, value]);
  }
  return wrong;
}
const elements = (page) => page.evaluate(() => document.querySelectorAll(".tree-room svg, .tree-room svg *").length);

async function explicit({ browser, server }) {
  const text = "(((5 6)(7 4 5))((3)(6))((8)(6 9)))", tree = readTree(text);
  const { steps } = alphabeta(written, tree, true);
  const told = (await server.api("/tree", { tree: text })).data.tree;
  const page = await open(browser, server, `#/tree?mode=exact&tree=${encodeURIComponent(text)}`);
  await sentenceAt(page, 0);
  same("the API tells as many steps as alpha-beta takes here", told.step_count, steps.length);
  const wrong = [], drawn = [];
  for (let at = 1; at <= steps.length; at += 1) {
    await page.getByRole("button", { name: "step ▶" }).click();
    const said = await sentenceAt(page, at), { kind, path, window, value, cut } = steps[at - 1], name = path.replaceAll(" ", ".") || "the root";
    if (said !== told.steps[at - 1].text) wrong.push([at, said, told.steps[at - 1].text]);
    if (kind === "enter" && !said.includes(`${name} ${path ? "is entered" : "begins"} with the window ${windowText(window)}`)) wrong.push([at, said, window]);
    if (kind !== "enter" && !new RegExp(`${name} is ${kind === "leaf" ? "" : "left with ([<>]= )?"}${value}\\b`).test(said)) wrong.push([at, said, value]);
    if (cut !== said.includes("never looked at")) wrong.push([at, said, cut]);
    const now = await nodesOn(page), label = path.replaceAll(" ", ".") || "MAX", here = now.find((one) => one.label === label && !one.classes.includes("leaf"));
    if (kind === "enter" && plain(here.lines[1]) !== windowText(window)) drawn.push([at, label, here]);
    if (kind === "leave" && plain(here.lines[0]).replace(/^[<>]= /, "") !== String(value)) drawn.push([at, label, here]);
    if (at < steps.length) drawn.push(...wayWrong(now, steps[at - 1]).map((one) => [at, one]));
  }
  check("every step is told as the API and our own alpha-beta have it", wrong.length === 0, wrong.slice(0, 3));
  check("every window and value is drawn at its node, and along the way as they are by then", drawn.length === 0, drawn.slice(0, 3));
  const end = await nodesOn(page), leaves = end.filter((one) => one.classes.includes("leaf"));
  same("in the end what was never looked at is struck out", leaves.filter((one) => one.classes.includes("cut")).length, told.leaves - told.visited);
  check("nodes saved against minimax", plain(await page.locator(".counts").innerText()).includes(`${told.nodes_visited} of ${told.node_count} nodes and ${told.visited} of ${told.leaves} leaves`));
  await wordsFit(page, "alpha-beta");
  const why = () => page.locator(".tree-why").innerText(), atEnd = await why();
  await page.locator(".tree-room .node.leaf.cut").first().focus();
  await page.waitForFunction((was) => document.querySelector(".tree-why").textContent !== was, atEnd);
  check("a cut says why on focus", plain(await why()).includes("never looked at, cut off at"), await why());
  await page.locator(".tree-room .node.leaf.cut").first().click();
  for (let at = steps.length - 1; at >= steps.length - 4; at -= 1) {
    await page.getByRole("button", { name: "◀ back" }).click();
    same(`back to step ${at}`, await sentenceAt(page, at), told.steps[at - 1].text);
  }
  check("who steps on is told of the step again", !(await why()).includes("never looked at"), await why());
  await page.goto(page.url().replace(/step=\d+/, "step=0"));
  await sentenceAt(page, 0);
  await page.getByRole("button", { name: "next cut" }).click();
  const first = steps.findIndex((step) => step.cut) + 1;
  check("to the next cut", (await sentenceAt(page, first)).includes("never looked at"));
  const rows = await page.locator(".child-table tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  check("its children with the window before and after each", rows.length > 1 && rows[0][3].startsWith("(") && rows[0][4].startsWith("(") && rows.some((row) => row[5].includes("cut")), rows);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "SVG" }).click()]);
  check("SVG export", readFileSync(await download.path(), "utf8").includes("<svg"));
  await accessible(page, "alpha-beta step by step");
  await close(page, "alpha-beta on a tree");
}

async function sources({ browser, server }) {
  const page = await open(browser, server, "#/tree?mode=exact");
  await sentenceAt(page, 0);
  page.expected.push(/status of 400/);
  await page.locator(".tree-text").fill("((3 12\n 8)(2 q))");
  await page.getByRole("button", { name: "Search it" }).click();
  await page.locator(".exact-setup [role=alert]").waitFor();
  const said = await page.locator(".exact-setup [role=alert]").innerText();
  check("a tree that cannot be read: the engine's sentence with its place", said.includes("line 2, column 7") && said.includes("↑"), said);
  await page.locator(".tree-text").fill("([2:3 (4 6)] [5 [1 2]])");
  await page.getByRole("button", { name: "Search it" }).click();
  await page.locator(".exact-setup [role=alert]").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "to the end" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".tree-room .node.chance").length === 3);
  const chance = (await server.api("/tree", { tree: "([2:3 (4 6)] [5 [1 2]])" })).data.tree;
  check("expectimax: chance nodes, and the value of the root", (await nodesOn(page))[0].lines[0] === String(Math.round(chance.value * 100) / 100), (await nodesOn(page))[0]);
  await page.getByRole("button", { name: "Generated" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".tree-room .node.leaf").length === 9);
  await linked(page, "a random tree is in the link", "random=3x2");
  await page.locator(".exact-setup select").nth(1).selectOption("worst");
  await page.waitForFunction(() => document.querySelector(".again code").textContent.includes("--order worst"));
  check("as on the command line", (await page.locator(".again code").innerText()).includes("banyan tree --random 3x2 --order worst --seed 1"), await page.locator(".again code").innerText());
  await close(page, "other trees");
}

async function game({ browser, server }) {
  const { steps, seen } = alphabeta(ticTacToe, ".........", true);
  const page = await open(browser, server, "#/tree?mode=exact&game=tictactoe");
  await sentenceAt(page, 0);
  check("the whole tree of tic-tac-toe: saved against minimax", plain(await page.locator(".counts").innerText()).includes(`${seen.size.toLocaleString("en").replace(",", " ")} of 549 946 nodes`), await page.locator(".counts").innerText());
  const cut = steps.findIndex((step) => step.cut) + 1;
  await page.getByRole("button", { name: "next cut" }).click();
  const first = await sentenceAt(page, cut);
  check("the first cut is where our own alpha-beta has it", first.includes("never looked at"), first);
  const wrong = [];
  for (const at of [cut, cut + 1, 1500, 9000, steps.length - 1]) {
    if (at !== cut) await page.goto(`${server.url}/#/tree?mode=exact&game=tictactoe&step=${at}`);
    const said = await sentenceAt(page, at), { kind, path, window, value, cut: cuts } = steps[at - 1], all = await nodesOn(page), here = all.find((one) => /\bnew\b/.test(one.classes));
    const fits = kind === "enter" ? plain(here.lines[1]) === windowText(window) : plain(here.lines[0]).replace(/^[<>]= /, "") === String(value);
    if (!fits || cuts !== said.includes("never looked at") || !said.includes(path || "the root")) wrong.push([at, said, here, steps[at - 1]]);
    wrong.push(...wayWrong(all, steps[at - 1]).map((one) => [at, one]));
    if ((await elements(page)) > 400) wrong.push([at, await elements(page), "elements"]);
  }
  check("windows, values and cuts deep in it, in at most 400 SVG elements", wrong.length === 0, JSON.stringify(wrong.slice(0, 2)));
  check("the position is shown", (await page.locator(".node-position svg").count()) > 0);
  await page.goto(`${server.url}/#/tree?mode=exact&game=tictactoe&depth=2`);
  await page.locator(".eval-is", { hasText: "lines still open" }).waitFor();
  same("evaluations are named", await page.locator(".exact-setup label", { hasText: "evaluation" }).locator("option").allInnerTexts(), ["the game’s own", "lines", "none"]);
  await page.locator(".exact-setup label", { hasText: "evaluation" }).locator("select").selectOption("none");
  await page.locator(".eval-is", { hasText: "worth 0" }).waitFor();
  const { data: none } = await server.api("/tree", { game: "tictactoe", depth: 2, eval: "none" });
  same("and what is said of them holds", none.tree.value, 0);
  await close(page, "alpha-beta on tic-tac-toe");
}

// --- exercises -----------------------------------------------------------------------------------------------------------------

const fill = async (page, answers) => { for (const [id, text] of Object.entries(answers)) {
  const field = page.locator(`[data-field="${id}"]`);
  if ((await field.evaluate((one) => one.tagName)) === "SELECT") await field.selectOption(text); else await field.fill(text);
} };
const checkNow = async (page) => {
  const before = await page.locator(".ask-state").innerText();
  await page.getByRole("button", { name: "Check my answer" }).click();
  await page.waitForFunction((was) => document.querySelector(".ask-state").textContent !== was, before);
  return plain(await page.locator(".ask-state").innerText());
};

async function cuts({ browser, server }) {
  const which = { kind: "alphabeta", seed: "5", size: "small" };
  const { data: question } = await server.api("/exercises", which);
  const tree = readTree(question.facts.tree), { seen } = alphabeta(written, tree, question.facts.root === "MAX");
  const page = await open(browser, server, "#/tree?mode=exercise&kind=alphabeta&seed=5&size=small");
  await page.locator(".answers").first().waitFor();
  const inner = question.nodes.filter((node) => node.kind !== "leaf" && seen.has(node.name === "root" ? "" : node.name.replaceAll(".", " ")));
  const answers = {};
  for (const { name } of inner) {
    const node = seen.get(name === "root" ? "" : name.replaceAll(".", " "));
    answers[`window:${name}`] = windowText(node.window);
    answers[`value:${name}`] = String(node.value);
  }
  await fill(page, { ...answers, "value:root": "77" });
  const gone = question.nodes.filter((node) => node.kind === "leaf" && !seen.has(node.name.replaceAll(".", " ")));
  const read = question.nodes.find((node) => node.kind === "leaf" && seen.has(node.name.replaceAll(".", " ")));
  await page.locator(`.tree-room .node[data-node="${read.name}"]`).click();
  await page.reload();
  await page.locator('[data-field="value:root"]').waitFor();
  same("a reload loses no answer", [await page.locator('[data-field="value:root"]').inputValue(), await page.locator(".tree-room .node.leaf.cut").count()], ["77", 1]);
  same("some answers are wrong", (await checkNow(page)).startsWith("try 1: "), true);
  same("the wrong value has a shape, a word and a reason", plain(await page.locator('[data-row="root"] .ask-verdict.wrong').innerText()), "✗ wrong");
  check("and why", (await page.locator('[data-row="root"] + .hint').innerText()).includes("No child of this node has that value"));
  same("the leaf that is read, too", plain(await page.locator('[data-row="cut"] .ask-verdict').innerText()), "✗ wrong");
  await wordsFit(page, "an exercise");
  same("nothing gives the answer away", await page.locator(".solution-is").count(), 0);
  for (const viewport of [PHONE, TABLET, DESKTOP]) {
    await page.setViewportSize(viewport);
    const over = await page.locator(".ask-form .scrolling").evaluate((one) => one.scrollWidth - one.clientWidth);
    check(`all columns of the answers are seen, also beside a hint: ${viewport.width} px`, over <= 1, `${over} px too wide`);
  }
  await page.locator(`.tree-room .node[data-node="${read.name}"]`).click();
  for (const leaf of gone) await page.locator(`.tree-room .node[data-node="${leaf.name}"]`).click();
  const values = tree.map((_, i) => seen.get(String(i + 1)).value);
  await fill(page, { "value:root": answers["value:root"], move: String(values.indexOf(seen.get("").value) + 1) });
  same("all right at the second try", await checkNow(page), "All right: solved at try 2.");
  await accessible(page, "an exercise");
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.locator(".solution-is").first().waitFor();
  await page.getByRole("button", { name: "Step by step" }).click();
  await sentenceAt(page, 0);
  await linked(page, "its solution opens step by step", `tree=${question.facts.tree}`);
  await close(page, "an exercise on alpha-beta");
}

async function others({ browser, server }) {
  const page = await open(browser, server, "#/tree?mode=exercise");
  await page.locator(".ask-chooser select").first().selectOption("zobrist");
  await page.locator(".ask-chooser input").fill("7");
  await page.getByRole("button", { name: "Give me an exercise" }).click();
  await page.locator(".ask-table").waitFor();
  const { data: question } = await server.api("/exercises", { kind: "zobrist", seed: 7, size: "small" });
  const number = Object.fromEntries(question.table.slice(1).map(([cell, x, o]) => [cell, { X: Number(x), O: Number(o) }]));
  const moves = question.facts.moves.split(", ").map((move) => move.split(" "));
  let key = 0;
  const answers = Object.fromEntries([...moves, moves.at(-1)].map(([side, cell], i) => [`key:${i + 1}`, String(key ^= number[cell][side])]));
  await fill(page, { ...answers, "key:2": "1000" });
  check("Zobrist keys: one is wrong", (await checkNow(page)).startsWith(`try 1: ${moves.length} of ${moves.length + 1} right`));
  same("which one", await page.locator(".ask-verdict.wrong").count(), 1);
  await fill(page, answers);
  same("Zobrist keys: solved", await checkNow(page), "All right: solved at try 2.");
  for (const kind of ["minimax", "nim", "stones", "hash", "ucb1"]) {
    const { data } = await server.api("/exercises/solution", { kind, seed: 3, size: "small" });
    await page.goto(`${server.url}/#/tree?mode=exercise&kind=${kind}&seed=3&size=small`);
    await page.locator(`[data-field="${Object.keys(data.answers)[0]}"]`).waitFor();
    await fill(page, data.answers);
    same(`${kind}: answered on the page`, await checkNow(page), "All right: solved at try 1.");
  }
  await page.goto(`${server.url}/#/tree?mode=exercise&kind=nim&seed=007&size=small`);
  await page.locator('[data-field="move"]').waitFor();
  check("a seed may be written with zeros before it", (await page.locator("main").innerText()).includes("seed 7"));
  await close(page, "exercises of other kinds");
}

async function hidden({ browser, server }) {
  const page = await open(browser, server, "#/tree?mode=exercise&kind=alphabeta&seed=9&size=normal");
  await page.locator(".answers").first().waitFor();
  await page.getByRole("button", { name: "Link for students" }).click();
  const copied = await page.waitForFunction(async () => { const text = await navigator.clipboard.readText(); return text.includes("hidden=1") && text; });
  const link = await copied.jsonValue();
  await close(page, "a teacher's page");
  check("the link fixes the seed and says nothing else", link.endsWith("#/tree?mode=exercise&kind=alphabeta&seed=9&size=normal&hidden=1"), link);
  const student = await open(browser, server, link.slice(link.indexOf("#")), { locale: "fr-FR" });
  await student.locator(".answers").first().waitFor();
  const asked = [];
  student.on("request", (request) => asked.push(request.url()));
  const [answer] = await Promise.all([student.waitForResponse((one) => one.url().includes("/exercises")), student.reload()]);
  const told = await answer.text();
  await student.locator(".answers").first().waitFor();
  check("a student's page offers no solution, and no other exercise", (await student.getByRole("button", { name: /solution|autre|exercice$/i }).count()) === 0 &&
    (await student.locator("main").innerText()).includes("La solution de cet exercice n’est pas montrée ici."), await student.locator("main").innerText());
  await fill(student, { "value:root": "3" });
  await student.getByRole("button", { name: "Vérifier ma réponse" }).click();
  await student.locator(".ask-verdict").first().waitFor();
  const { data: solution } = await server.api("/exercises/solution", { kind: "alphabeta", seed: 9 });
  check("it never asks for it, and the question does not have it", !asked.some((url) => url.includes("solution")) && !told.includes("answers") && !told.includes("solution") &&
    !told.includes(solution.answers.cut.split(" ").join('", "')), told.slice(0, 300));
  await close(student, "a student's page");
}

// The tree of a lecture's sheet, typed: a tree to look at becomes an exercise, whose link has the tree.
async function own({ browser, server }) {
  const early = await open(browser, server);
  let answer;
  const held = new Promise((resolve) => (answer = resolve));
  await early.route("**/api/v1/tree", async (route) => { await held; await route.continue(); });
  await early.goto(`${server.url}/#/tree?mode=exact`);
  await early.locator(".tree-text").fill("((5 3)(2 9))");
  answer();
  await early.locator(".tree-room .node").first().waitFor();
  same("a tree that is typed before the first one is drawn stays, and so does the cursor", await early.locator(".tree-text").evaluate((area) => [area.value, document.activeElement === area]), ["((5 3)(2 9))", true]);
  await close(early, "typed early");
  const page = await open(browser, server, "#/tree?mode=exact");
  await page.locator(".tree-text").fill("((5 3)(2 9))");
  await page.getByRole("button", { name: "Make it an exercise" }).click();
  await page.locator('[data-field="value:root"]').waitFor();
  await linked(page, "the link has the tree", "tree=((5 3)(2 9))");
  await fill(page, { "window:root": "(-inf, inf)", "value:root": "3", "window:1": "(-inf, inf)", "value:1": "3", "window:2": "(3, inf)", "value:2": "2" });
  await page.locator('[data-field="move"]').selectOption("1");
  await page.getByRole("button", { name: "Check my answer" }).click();
  await page.locator('[data-row="cut"] .ask-verdict').waitFor();
  check("a leaf that is not crossed out is missed", (await page.locator(".ask-state").innerText()).includes("7 of 8"), await page.locator(".ask-state").innerText());
  await page.locator('.tree-room .node[data-node="2.2"]').click();
  await page.getByRole("button", { name: "Check my answer" }).click();
  await page.getByText("All right").waitFor();
  check("a tree of one's own is solved", true);
  page.expected.push(/400/);
  await page.locator('input[name="tree"]').fill("((3 1.5)(2 4))");
  await page.getByRole("button", { name: "Ask about this tree" }).click();
  await page.locator(".error").waitFor();
  check("decimals are refused in a sentence", (await page.locator(".error").first().innerText()).includes("whole numbers"), await page.locator(".error").first().innerText());
  await close(page, "an own tree");
}

// Where a node has many children, the table says what it leaves out, and the form below it stays in reach.
async function many({ browser, server }) {
  const leaves = Array.from({ length: 130 }, (_, i) => (i === 120 ? 99 : i % 50));
  const page = await open(browser, server, `#/tree?mode=exact&search=minimax&tree=(${leaves.join("+")})`);
  await page.locator(".child-table tbody tr").first().waitFor();
  await page.getByRole("button", { name: "to the end" }).click();
  await page.locator(".child-table tr.best").waitFor();
  const rows = page.locator(".child-table tbody tr");
  same("130 children: the first hundred, and the best one", [await rows.count(), await page.locator(".child-table tr.best td").nth(1).innerText()], [101, "121"]);
  same("and how many more", await page.locator(".child-table .more-moves").innerText(), "29 more children");
  await page.goto(`${server.url}/#/tree?mode=exact&game=go&size=9`);
  await page.waitForFunction(() => document.querySelectorAll(".child-table tbody tr").length === 82);
  same("Go's 81 points and the pass are all there", [await rows.count(), await page.locator(".child-table .more-moves").count()], [82, 0]);
  check("the rules of the game are told", (await page.locator(".rules").innerText()).startsWith("Go: surround territory"), await page.locator(".rules").innerText());
  check("the form is not pushed out of sight", (await page.locator(".exact-setup").boundingBox()).y < 940, await page.locator(".exact-setup").boundingBox());
  await page.goto(`${server.url}/#/tree?mode=exact&game=go&size=9&step=4`);
  await page.waitForFunction(() => /\u2212\d/.test(document.querySelector(".this-step")?.textContent ?? ""));
  check("a negative half point has the sign of the other numbers", !/-\d/.test(await page.locator(".this-step").innerText()), await page.locator(".this-step").innerText());
  await close(page, "many children");
}

export default async function (world) {
  await test("alpha-beta on a tree", () => explicit(world));
  await test("other trees", () => sources(world));
  await test("alpha-beta on tic-tac-toe", () => game(world));
  await test("an exercise on alpha-beta", () => cuts(world));
  await test("exercises of other kinds", () => others(world));
  await test("a teacher's link", () => hidden(world));
  await test("one's own tree", () => own(world));
  await test("many children", () => many(world));
}
