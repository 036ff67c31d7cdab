// Exercises of a lecture's sheet, done with nothing but the screen: alpha-beta on a tree by hand, ten simulations of Monte Carlo
// search with the next choice worked out, Nim with seven matches, the row of stones 1 2 3 6, a slot for LOG320.

import { close, linked, open, wordsFit } from "./browser.mjs";
import { check, same, test } from "./tap.mjs";

// What a student writes down for the sheet's tree, in the notations that students use.
const TREE = "(((5 6)(7 4 5))((3)(6))((8)(6 9)))";
const WRITTEN = {
  "window:root": "-inf, inf", "value:root": "8", "window:1": "(-inf,+inf)", "value:1": "6", "window:1.1": "-∞ ∞", "value:1.1": "6", "window:1.2": "(-inf, 6)", "value:1.2": ">=7",
  "window:2": "(6, inf)", "value:2": "≤3", "window:2.1": "[6, inf]", "value:2.1": "3", "window:3": "6, inf", "value:3": "8", "window:3.1": "6,inf", "value:3.1": "8", "window:3.2": "6, 8", "value:3.2": "9",
};

async function alphabeta({ browser, server }) {
  const page = await open(browser, server, "");
  await page.getByRole("link", { name: "Tree", exact: true }).click();
  await page.getByRole("link", { name: "Exercise", exact: true }).click();
  await page.locator("input[name=tree]").fill(TREE);
  same("exercises offer no game", await page.locator(".bar-tools select").count(), 0);
  await page.getByRole("button", { name: "Ask about this tree" }).click();
  for (const [field, text] of Object.entries(WRITTEN)) await page.locator(`[data-field="${field}"]`).fill(text);
  for (const leaf of ["1.2.2", "1.2.3"]) await page.locator(`.tree-room [data-node="${leaf}"]`).click();
  await page.locator('[data-cross="2.2"]').check();
  await page.locator("[data-field=move]").selectOption("3");
  await page.getByRole("button", { name: "Check my answer" }).click();
  await page.locator(".ask-state", { hasText: "try" }).waitFor();
  same("the sheet's tree, solved at the first try", await page.locator(".ask-state").innerText(), "All right: solved at try 1.");
  await close(page, "alpha-beta by hand");
}

async function montecarlo({ browser, server }) {
  const page = await open(browser, server, "#/tree?mode=steps&game=tictactoe");
  await page.locator(".tree-room .node").first().waitFor();
  const told = page.locator(".not-started");
  same("nothing is said of a form that was not touched", await told.innerText(), "");
  await page.getByLabel("rule").selectOption("UCB1");
  await page.getByLabel("simulations", { exact: true }).fill("20");
  await page.getByLabel("c", { exact: true }).fill("1.4");
  check("a form that was changed says that it is not started", (await told.innerText()).includes("Not started"));
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForFunction(() => document.querySelector(".step-where").textContent.includes("20"));
  same("started: it says nothing more", await told.innerText(), "");
  const on = page.getByRole("button", { name: "1 simulation on", exact: true });
  for (let i = 1; i <= 12; i++) {
    await on.click();
    await page.waitForFunction((n) => document.querySelector(".step-where b")?.textContent === String(n), i);
  }
  await page.locator(".tree-room .node[data-node=root]").click();
  await page.waitForFunction(() => document.querySelectorAll(".choices tbody tr").length === 9);
  const rows = await page.locator(".choices tbody tr").evaluateAll((all) => all.map((row) => [row.dataset.move ?? row.querySelector("th").innerText, ...[...row.querySelectorAll("td")].map((cell) => cell.textContent)]));
  const total = rows.reduce((sum, [, n]) => sum + Number(n), 0);
  const worked = rows.map(([move, n, w]) => [move, Number(n) === 0 ? Infinity : Number(w) / Number(n) + 1.4 * Math.sqrt(Math.log(total) / Number(n))]);
  const largest = Math.max(...worked.map(([, value]) => value));
  const taken = await page.locator(".choices tr.taken").evaluate((row) => row.dataset.move ?? row.querySelector("th").innerText);
  check("the move that UCB1 takes is the one worked out by hand", Math.abs(worked.find(([move]) => move === taken)[1] - largest) < 0.002 || largest === Infinity, [taken, ...worked]);
  await close(page, "Monte Carlo by hand");
}

async function nim({ browser, server }) {
  const page = await open(browser, server, "#/tree?mode=exact");
  await page.locator(".tree-room .node").first().waitFor();
  await page.getByRole("button", { name: "A game" }).click();
  await page.locator(".bar-tools select").selectOption("nim");
  await page.waitForFunction(() => location.hash.includes("game=nim") && document.querySelector(".exact-view").dataset.busy === "false");
  await page.locator("input[name=start]").fill("7");
  await page.locator("input[name=start]").press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".child-table tbody tr").length === 3);
  await page.getByRole("button", { name: "to the end" }).click();
  await page.waitForFunction(() => /[−-]\d/.test(document.querySelector(".tree-room .node[data-node=root], .tree-room .node").textContent));
  check("seven matches: whoever begins loses", true);
  await wordsFit(page, "Nim");
  await linked(page, "the link has the position", "start=7");
  await close(page, "Nim with seven matches");
}

// The sheet's row of stones: the row is seen as one, in its order; who MAX is, is said; its value is what one works out.
async function stones({ browser, server }) {
  const worth = (row, max) => (row.length ? [1, 2, 3].slice(0, row.length).map((n) => {
    const taken = row.slice(0, n).reduce((a, b) => a + b), rest = worth(row.slice(n), !max);
    return max ? rest + taken : rest - taken;
  }).reduce((a, b) => (max ? Math.max(a, b) : Math.min(a, b))) : 0);
  const page = await open(browser, server, "#/tree?mode=exact");
  await page.locator(".tree-room .node").first().waitFor();
  await page.getByRole("button", { name: "A game" }).click();
  await page.locator(".bar-tools select").selectOption("stones");
  await page.locator(".node-position .heap").nth(3).waitFor();
  const heaps = await page.locator(".node-position .heap").evaluateAll((all) => all.map((one) => [one.querySelector("b").textContent, Math.round(one.getBoundingClientRect().bottom)]));
  same("the row of stones is one row, in its order", [heaps.map(([n]) => n), new Set(heaps.map(([, bottom]) => bottom)).size], [["1", "2", "3", "6"], 1]);
  check("who MAX is, and what stands in a node", /MAX is X.*bold.*a dot/.test(await page.locator(".panel .legend").first().innerText()), await page.locator(".panel .legend").first().innerText());
  await page.locator(".exact-setup label", { hasText: "search" }).locator("select").selectOption("minimax");
  await page.locator(".again code", { hasText: "--search minimax" }).waitFor();
  await page.getByRole("button", { name: "to the end" }).click();
  await page.locator(".this-step", { hasText: `MAX at the root is left with ${String(worth([1, 2, 3, 6], true)).replace("-", "\u2212")}.` }).waitFor();
  check("and the value is the one worked out", true);
  await close(page, "a row of stones");
}

// How a course gets its number is said where the table is filled.
async function hashing({ browser, server }) {
  const page = await open(browser, server, "#/lessons?lesson=hash&keys=LOG320&size=10&method=chain&step=1");
  await page.locator(".lesson figure[data-ready=yes]").waitFor();
  const number = [..."LOG320"].reduce((h, letter) => (31 * h + letter.charCodeAt(0)) % 2 ** 32, 0);
  check("31 h + c is told", (await page.locator(".lesson-text").innerText()).includes("31 h + c"));
  check("and gives the number and the slot that are drawn", (await page.locator(".lesson-picture").innerText()).includes(`LOG320: ${number} mod 10 = ${number % 10}`), [number, await page.locator(".lesson-picture").innerText()]);
  await close(page, "hashing by hand");
}

export default async function (world) {
  await test("alpha-beta by hand", () => alphabeta(world));
  await test("Monte Carlo by hand", () => montecarlo(world));
  await test("Nim", () => nim(world));
  await test("stones", () => stones(world));
  await test("hashing", () => hashing(world));
}
