// What nobody should do and somebody does: links with wrong values, garbage that is pasted, a server that is gone in the middle of a
// search, reloading and going back, the keyboard alone. Each is answered with a sentence; nothing is lost, no page is empty.

import { close, open } from "./browser.mjs";
import { Server } from "./server.mjs";
import { check, same, test } from "./tap.mjs";

const LONG = "x".repeat(20_000);

// address, what is said of it
const LINKS = [
  ["#/nowhere", /no such view/],
  ["#/%E0%A4%A", /no such view/],
  ["#/play?game=chess", /no game 'chess'/],
  [`#/play?game=${LONG}`, /no game 'x+\.\.\.'/],
  ["#/play?game=%&moves=%E0%A4%A", /no game '%'/],
  ["#/play?game=go&size=1000", /size=1000 does not fit/],
  ["#/play?game=tictactoe&moves=a1+a1&first=human&second=human", /'a1' is not legal here/],
  ["#/play?game=tictactoe&first=nobody&second=human", /no player called 'nobody'/],
  ["#/review?game=tictactoe&moves=q&run=1", /'q' is not a point/],
  ["#/tree?mode=nonsense", /no view “nonsense” of trees/],
  ["#/tree?mode=constructor", /no view “constructor” of trees/],
  ["#/tree?mode=steps&game=tictactoe&step=-5&node=zz", /before the first of/],
  ["#/tree?mode=steps&game=tictactoe&player=mcts+sims%3D40&step=99999999", /simulation 40 of 40/],
  ["#/tree?mode=steps&game=tictactoe&moves=q9", /'q9' is not a point/],
  ["#/tree?mode=grow&game=tictactoe&player=nobody&run=1", /no player called 'nobody'/],
  ["#/tree?mode=grow&game=tictactoe&run=1&path=q+r&node=z", /'q' is not a point/],
  ["#/tree?mode=grow&game=tictactoe&player=mcts+memory%3D64G&run=1", /at most/],
  ["#/tree?mode=exact&tree=((1+2", /2 '\(' not closed/],
  [`#/tree?mode=exact&tree=${"(".repeat(3000)}`, /not closed|too/],
  ["#/tree?mode=exact&tree=hello&step=x", /belongs here, not 'hello'/],
  ["#/tree?mode=exercise&kind=constructor", /no kind of exercise 'constructor'/],
  ["#/tree?mode=exercise&kind=alphabeta&seed=-1", /"seed" must be a whole number/],
  ["#/tree?mode=exercise&kind=alphabeta&size=huge", /"size" must be small, normal or large/],
  ["#/tree?mode=exercise&kind=alphabeta&tree=((x", /belongs here, not 'x'/],
  ["#/arena?match=nothing&game=77", /no match 'nothing'/],
  ["#/lab?experiment=nothing", /no experiment 'nothing'/],
  ["#/lessons?lesson=constructor", /no lesson “constructor”/],
  ["#/lessons?lesson=pi&points=-3&seed=abc&step=1e9", /points=-3 does not fit/],
  ["#/lessons?lesson=queens&n=99999", /n takes a whole number from 1 to 14/],
  ["#/tutor?example=constructor", /no example “constructor”/],
  ["#/tutor?trace=%00%01garbage", /line 1/],
];

const said = (page) => page.locator("body").innerText();
const until = (page, pattern) => page.waitForFunction(([source, flags]) => new RegExp(source, flags).test(document.body.innerText), [pattern.source, pattern.flags]);

async function links({ browser, server }) {
  const page = await open(browser, server, "#/lessons");
  page.expected.push(/the server responded with a status of 4/);
  for (const [hash, pattern] of LINKS) {
    await page.goto("about:blank");
    await page.goto(`${server.url}/${hash}`);
    const found = await until(page, pattern).then(() => true, () => false);
    check(`${hash.slice(0, 60)}: says what is wrong`, found, (await said(page)).slice(0, 600));
    check(`${hash.slice(0, 60)}: and how to go on`, (await page.locator("main :is(a, button, input, select, textarea):visible").count()) > 0);
  }
  page.faults = page.faults.filter((one) => !one.includes("about:blank"));
  await close(page, "wrong links");
}

// Pasted: bytes that are no text, a picture's beginning, a page of somewhere else, a very long line.
const GARBAGE = ["\0\x01\x02\x7f\ufffd\u202e", "<script>alert(1)</script>", "PNG\r\n\x1a\n\0\0\0", `1 2 ${"9".repeat(5000)} 3 4`, "💥".repeat(500), "-- ; DROP TABLE games"];

async function pasted({ browser, server }) {
  const page = await open(browser, server, "#/tutor");
  page.expected.push(/status of 4/);
  const text = page.locator(".tutor-desk textarea");
  await text.waitFor();
  for (const [i, garbage] of GARBAGE.entries()) {
    await text.fill(garbage);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.waitForFunction(() => document.querySelector(".tutor-desk .error, .tutor-verdict, .tutor-desk [role=alert]"));
    const words = await page.locator(".tutor-desk [role=alert], .tutor-verdict").first().innerText();
    check(`garbage ${i + 1} in the tutor: one sentence`, words.length > 10 && words.length < 600 && !/JSON|undefined|\[object/.test(words), words);
    await text.fill("");
  }
  await page.goto(`${server.url}/#/tree?mode=exact`);
  await page.locator(".tree-room .node").first().waitFor();
  for (const [i, garbage] of GARBAGE.entries()) {
    await page.locator("textarea.tree-text").fill(garbage);
    await page.getByRole("button", { name: "Search it" }).click();
    await page.locator(".exact-view .error, .tree-split .error").first().waitFor();
    const words = await page.locator(".tree-split .error").first().innerText();
    check(`garbage ${i + 1} as a tree: one sentence`, words.length > 10 && words.length < 600 && !/JSON|undefined|\[object/.test(words), words);
    await page.locator("textarea.tree-text").fill("(1 2)");
    await page.getByRole("button", { name: "Search it" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".tree-room .node").length === 3 && !document.querySelector(".tree-split .error"));
  }
  check("and a tree is drawn again after each", true);
  await close(page, "garbage");
}

// A player of the arena that nobody knows, and a line of garbage in its place.
async function players({ browser, server }) {
  const page = await open(browser, server, "#/arena");
  page.expected.push(/status of 4/);
  await page.locator(".arena-setup").waitFor();
  const refused = async (spec) => {
    const answer = await server.api("/arena", { game: "tictactoe", players: [spec, "random"], games: 2 });
    return answer.status === 400 && answer.data.error.length > 10 && answer.data.error.length < 600;
  };
  for (const spec of ["nobody", "mcts sims=-1", "mcts nonsense=3", "gtp command=\"rm\"", LONG, "\u202e"]) check(`the player ${spec.slice(0, 30)} is refused with a sentence`, await refused(spec));
  await close(page, "players of the arena");
}

// The server is gone while a tree grows: what was seen stays, it is said, and it can be gone on with when it is back.
async function gone({ browser }) {
  const server = await Server.open();
  const page = await open(browser, server, "#/tree?mode=grow&game=connect4&player=mcts+early%3Doff&time=60&run=1");
  page.expected.push(/Failed to load resource|ERR_|net::/);
  await page.waitForFunction(() => document.querySelectorAll(".tree-room .node").length > 3);
  await server.stop("SIGKILL");
  await page.locator(".banner").waitFor();
  check("gone in the middle of a search: it is said", (await page.locator(".banner").innerText()).length > 10, await said(page));
  check("and the tree stays", (await page.locator(".tree-room .node").count()) > 3);
  await page.getByRole("link", { name: "Alpha-beta, step by step" }).click();
  await page.locator(".tree-view[data-mode=exact]").waitFor();
  await page.locator("[role=alert]", { hasText: /engine/ }).first().waitFor();
  check("another view says so as well", true);
  await server.start();
  await page.waitForFunction(() => document.querySelector(".banner") === null);
  await page.locator(".tree-room .node").first().waitFor();
  check("it is back: the view that waited has its tree", (await page.locator(".tree-room .node").count()) > 1);
  await page.goBack();
  await page.locator(".tree-view[data-mode=grow]").waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".tree-room .node").length > 3);
  check("and back at the search it thinks again", true);
  await close(page, "a server that is gone");
  await server.close();
}

// Reloaded in the middle of a game, of a search and of a lesson; back and forward between views.
async function back({ browser, server }) {
  const page = await open(browser, server, "#/play?game=tictactoe&moves=b2+a1&first=human&second=human");
  await page.locator(".board").waitFor();
  const moves = () => page.locator(".moves .move, .move-list .move").allInnerTexts();
  const before = await page.evaluate(() => document.querySelector(".play")?.innerText.includes("a1"));
  await page.reload();
  await page.locator(".board").waitFor();
  check("reloaded in the middle of a game: the moves are there", before && (await page.locator("main").innerText()).includes("a1"), await moves());
  const views = ["tree?mode=steps&game=tictactoe&step=9", "tree?mode=exercise&kind=nim&seed=3&size=small", "lessons?lesson=pi&step=5", "lab", "arena", "tutor?example=late"];
  for (const view of views) { await page.evaluate((to) => { location.hash = `#/${to}`; }, view); await page.waitForTimeout(50); }
  await page.locator(".tutor-verdict").waitFor();
  for (const view of [...views].reverse().slice(1)) {
    await page.goBack();
    await page.waitForFunction((name) => location.hash.startsWith(`#/${name}`), view.split("?")[0]);
    check(`back at ${view.split("?")[0]}: something is shown`, await page.waitForFunction(() => document.querySelector("main").innerText.length > 60).then(() => true, () => false));
  }
  await page.goForward();
  await page.waitForFunction(() => document.querySelector("main").innerText.length > 60);
  check("and forward again", true);
  await page.goto(`${server.url}/#/tree?mode=steps&game=tictactoe`);
  await page.locator(".step-buttons").waitFor();
  await page.evaluate(() => { location.hash = "#/lessons"; [...document.querySelectorAll(".step-buttons button")].find((one) => one.textContent.includes("step")).click(); });
  await page.locator(".lesson-card").first().waitFor();
  check("who goes elsewhere while the page writes its address gets there", true);
  await close(page, "back and forward");
}

// From the address bar with Tab and Enter alone: an exercise is chosen, answered and checked.
async function keys({ browser, server }) {
  const page = await open(browser, server, "#/tree?mode=exercise&kind=minimax&tree=((3+12)(2+4))");
  await page.locator('[data-field="value:root"]').waitFor();
  const at = () => page.evaluate(() => document.activeElement?.dataset?.field ?? document.activeElement?.textContent ?? "");
  const reach = async (wanted) => {
    for (let i = 0; i < 60; i++) { if ((await at()) === wanted) return true; await page.keyboard.press("Tab"); }
    return false;
  };
  for (const [field, value] of [["value:root", "3"], ["value:1", "3"], ["value:2", "2"]]) {
    check(`Tab reaches ${field}`, await reach(field));
    await page.keyboard.type(value);
  }
  check("Tab reaches the choice", await reach("move"));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  same("then comes the check", await at(), "Check my answer");
  await page.keyboard.press("Enter");
  await page.locator(".ask-state", { hasText: "All right" }).waitFor();
  check("solved without a pointer", true);
  await close(page, "an exercise by keys");
}

export default async function (world) {
  await test("links", () => links(world));
  await test("garbage", () => pasted(world));
  await test("players", () => players(world));
  await test("a server that is gone", () => gone(world));
  await test("back and forward", () => back(world));
  await test("keys", () => keys(world));
}
