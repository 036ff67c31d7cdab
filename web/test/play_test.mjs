// play_test.mjs: Play as a person meets it: languages, themes, a phone, keys, records, the end of Go, a server that dies.

import { PHONE, TABLET, accessible, close, fits, open } from "./browser.mjs";
import { check, same, test } from "./tap.mjs";
import { cell, session, settled, shownMoves, state } from "./play_help.mjs";

const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const DARK = "rgb(18, 21, 23)", LIGHT = "rgb(246, 245, 241)";

async function languageAndTheme({ browser, server }) {
  const page = await open(browser, server, "#/play?game=tictactoe&o=human");
  await settled(page);
  same("English at first", await page.locator(".bar nav a").first().innerText(), "Play");
  await page.getByRole("button", { name: /Switch to French/ }).click();
  same("then French", await page.locator(".bar nav a").first().innerText(), "Jouer");
  same("the document says so", await page.evaluate(() => document.documentElement.lang), "fr");
  same("the board's words as well", await page.locator(".turn-words").innerText(), "Trait à X");
  same("light as the system", await background(page), LIGHT);
  await page.getByRole("button", { name: /Passer au clair/ }).click();
  await page.getByRole("button", { name: /Passer au sombre/ }).click();
  same("dark when asked for", await background(page), DARK);
  await accessible(page, "Play in French, dark");
  await page.reload();
  await settled(page);
  same("both are remembered", [await background(page), await page.locator(".bar nav a").first().innerText()], [DARK, "Jouer"]);
  await close(page, "language and theme");
  const other = await open(browser, server, "#/play?game=tictactoe&o=human", { theme: "dark", locale: "fr-FR" });
  await settled(other);
  same("a French system that is dark", [await background(other), await other.locator(".bar nav a").first().innerText()], [DARK, "Jouer"]);
  await close(other, "as the system has it");
}

async function phone({ browser, server }) {
  const page = await open(browser, server, "#/play?game=othello&black=human&white=beginner&seed=1", { viewport: PHONE, touch: true });
  await settled(page);
  await fits(page, "Othello on a phone");
  const box = await page.locator(".board-panel .grid").boundingBox();
  check("the board has the width of the screen", box.width > 0.85 * PHONE.width, JSON.stringify(box));
  await cell(page, 19).tap(); // d3
  await settled(page, 2);
  same("a tap plays", (await shownMoves(page))[0], "d3");
  await accessible(page, "Othello on a phone");
  await page.getByRole("button", { name: "New game" }).tap();
  await fits(page, "a new game on a phone");
  await accessible(page, "a new game on a phone");
  await close(page, "phone");
  const large = await open(browser, server, "#/play?game=go&size=19&white=human", { viewport: PHONE, touch: true });
  await settled(large);
  await cell(large, 60).tap();
  same("on small cells a tap aims", await large.locator(".play").getAttribute("data-ply"), "0");
  await cell(large, 60).tap();
  await settled(large, 1);
  same("and another one plays", await shownMoves(large), ["d4"]);
  await fits(large, "Go 19 x 19 on a phone");
  await close(large, "Go on a phone");
}

async function keys({ browser, server }) {
  const page = await open(browser, server, "#/play?game=connect4&o=human&x=human", { viewport: TABLET });
  await settled(page);
  await fits(page, "1024 pixels");
  await page.locator(".board").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await settled(page, 1);
  const [move] = await shownMoves(page);
  check("arrows and Enter play", /^[a-g]$/.test(move), move);
  await page.keyboard.press("Enter");
  await settled(page, 2);
  await page.locator(".board").evaluate((board) => board.blur());
  await page.keyboard.press("ArrowLeft");
  same("arrows beside the board walk through the game", await page.locator(".play").getAttribute("data-shown"), "1");
  await page.keyboard.press("End");
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelector(".play").dataset.ply === "1");
  check("u takes a move back", true);
  await page.keyboard.press("h");
  await page.locator(".hint-panel td b").first().waitFor();
  check("h gives a hint with marks on the board", (await page.locator(".board-panel .mark").count()) > 0);
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await accessible(page, "the keys");
  await page.keyboard.press("Escape");
  same("Escape closes", await page.getByRole("dialog").count(), 0);
  await page.keyboard.press("n");
  await page.getByRole("dialog").waitFor();
  await accessible(page, "a new game");
  await page.getByLabel(/^Game/).selectOption("othello");
  await page.getByLabel(/^size/i).selectOption("6");
  await page.getByLabel("White is played by").selectOption("medium");
  await page.getByText("alphabeta depth=4 eval=mobility").waitFor();
  check("a level shows its spec", true);
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForFunction(() => document.querySelector(".game-name").innerText.includes("Othello"));
  same("the game that was asked for", (await session(page, server)).line, { game: "othello", options: { size: "6x6" }, start: null, moves: [] });
  await close(page, "keys");
}

async function records({ browser, server }) {
  const page = await open(browser, server, "#/play?game=tictactoe&o=human");
  await settled(page);
  await page.evaluate(() => navigator.clipboard.writeText("f5d6c3d3c4"));
  await page.keyboard.press("Control+V");
  await page.waitForFunction(() => document.querySelector(".play").dataset.ply === "5");
  same("a transcript that is pasted is opened", [(await session(page, server)).line.game, await shownMoves(page)], ["othello", ["f5", "d6", "c3", "d3", "c4"]]);
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "Back to the game" }).waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByLabel("Save as").selectOption("transcript")]);
  const { readFileSync } = await import("node:fs");
  same("and saved again", readFileSync(await download.path(), "utf8").trim(), "f5d6c3d3c4");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByLabel("Record", { exact: true }).fill("(;GM[1]FF[4]SZ[9]PB[A]PW[B];B[ee];W[gc];B[cg])");
  await accessible(page, "opening a record");
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await page.waitForFunction(() => document.querySelector(".game-name").innerText.includes("Go"));
  same("SGF", await shownMoves(page), ["e5", "g7", "c3"]);
  await page.waitForFunction(() => /e5.*g7.*c3/.test(location.hash));
  const link = page.url().replace(/&session=[^&]*/, "");
  const other = await open(browser, server, new URL(link).hash);
  await settled(other, 3);
  same("its link gives the same game", await shownMoves(other), ["e5", "g7", "c3"]);
  await close(other, "a link");
  page.expected.push(/status of 400/);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByLabel("Record", { exact: true }).fill("this is no record");
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  check("what cannot be read is refused in a sentence", /the game on the table is as it was/.test(await page.getByRole("dialog").getByRole("alert").innerText()));
  await close(page, "records");
}

async function agreement({ browser, server }) {
  const page = await open(browser, server, "#/play?game=go&size=5&moves=c2+c4+b2+b4+d2+d4+a2+a4+e2+e4+a5&white=human");
  await settled(page, 11);
  await page.getByRole("button", { name: "Ownership" }).click();
  await page.locator(".owners rect").first().waitFor();
  check("ownership is drawn", (await page.locator(".owners rect").count()) > 8);
  await page.getByRole("button", { name: "Pass", exact: true }).click();
  await settled(page, 12);
  await page.getByRole("button", { name: "Pass", exact: true }).click();
  await settled(page, 13);
  same("two passes end in an agreement", await state(page), "agreeing");
  await accessible(page, "the agreement");
  const dead = async () => (await session(page, server)).count.dead.includes(20);
  const before = await dead();
  await cell(page, 20).click(); // a5
  await page.waitForFunction((was) => (document.querySelectorAll(".board-panel .piece.dead").length > 0) !== was, before);
  same("a click turns a stone", await dead(), !before);
  if (before) { // as everybody sees it
    await cell(page, 20).click();
    await page.locator(".board-panel .piece.dead").first().waitFor();
  }
  await page.getByRole("button", { name: "Agree" }).click();
  await page.locator(".result").waitFor();
  const { result } = await session(page, server);
  same("the result is shown", await page.locator(".result").textContent(), result.text);
  same("as agreed on", result.reason, "agreed");
  await accessible(page, "a result");
  await close(page, "agreement");
}

async function restart({ browser, server }) {
  const page = await open(browser, server, "#/play?game=connect4&x=human&o=beginner&seed=1");
  await settled(page);
  await cell(page, 3).click();
  await settled(page, 2);
  const before = await shownMoves(page);
  page.expected.push(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_NETWORK/);
  await server.stop("SIGKILL");
  await page.locator(".banner").waitFor();
  same("the page says that the engine is gone", await page.locator(".banner").count(), 1);
  await accessible(page, "without an engine");
  await server.start();
  await page.locator(".banner").waitFor({ state: "detached" });
  same("the game is as it was", await shownMoves(page), before);
  await cell(page, 4).click();
  await settled(page, 4);
  same("and goes on", (await shownMoves(page)).slice(0, 2), before);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really resign?" }).click();
  await page.locator(".result").waitFor();
  same("until somebody resigns", (await session(page, server)).result.reason, "resigned");
  await close(page, "a server that dies");
}

async function another({ browser, server }) {
  const page = await open(browser, server, "#/play?game=tictactoe&moves=b2+a1+c3&o=human");
  await settled(page, 3);
  await page.getByRole("button", { name: /^1 b2/ }).click();
  await page.getByText("An earlier position: move 1 of 3").waitFor();
  await cell(page, 2).click(); // c1
  await page.waitForFunction(() => document.querySelector(".play").dataset.ply === "2");
  same("from an earlier position another way", await shownMoves(page), ["b2", "c1"]);
  await page.getByRole("button", { name: "Bring them back" }).click();
  await page.waitForFunction(() => document.querySelector(".play").dataset.ply === "3");
  same("and back again", await shownMoves(page), ["b2", "a1", "c3"]);
  page.expected.push(/status of 400/);
  await page.getByTitle(/^Change who plays O/).click();
  await page.getByLabel("O is played by").selectOption("beginner");
  await page.getByRole("button", { name: "OK" }).click();
  await settled(page, 4);
  same("a level takes over", (await session(page, server)).players[1].name, "beginner");
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByLabel("O is played by").selectOption("");
  await page.getByLabel(/^Player of O/).fill("nobody at=all");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  check("a player that does not exist is refused in the dialog", true);
  await close(page, "another way");
}

// What is done while an earlier position is shown, and by two windows at once; how a game ended; the list of games.
async function outOfSight({ browser, server }) {
  const page = await open(browser, server, "#/play?game=connect4&moves=d+d+c+c+e+e&o=human");
  await settled(page, 6);
  const shown = () => page.locator(".play").evaluate((play) => [play.dataset.shown, play.dataset.ply]);
  await page.locator(".board").focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.getByText("An earlier position: move 4 of 6").waitFor();
  same("with shift the arrows walk from the board as well", await shown(), ["4", "6"]);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await page.getByText("taken back there: e.").waitFor();
  same("undo goes to the end, where it is seen", await shown(), ["5", "5"]);
  await page.getByRole("button", { name: "Bring them back" }).click();
  await settled(page, 6);
  const other = await open(browser, server, `#/play?session=${(await session(page, server)).id}`);
  await settled(other, 6);
  other.expected.push(/status of 409/);
  await other.route("**/api/v1/events*", (route) => route.abort()); // it does not hear of the move in time
  await other.route("**/api/v1/sessions/*/move", async (route) => { await cell(page, 5).click(); await settled(page, 7); await route.continue(); });
  await cell(other, 0).click();
  await other.getByText("The game had gone on meanwhile").waitFor();
  same("the slower of two windows is told", await shownMoves(other), await shownMoves(page));
  await close(other, "two windows");
  await page.locator(".result").waitFor();
  same("four in a row are named", await page.locator(".result-panel .how").innerText(), "X has 4 in a row: c1 d1 e1 f1.");
  same("and marked", await page.locator(".board-panel .mark").count(), 4);
  await accessible(page, "four in a row");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: /Connect Four.* · 7 moves · X wins · \d+ \w+ \d{4}/ }).first().waitFor();
  check("the list says how many moves, the result and when", true);
  await close(page, "out of sight");
  const resigning = await open(browser, server, "#/play?game=tictactoe&moves=b2+a1+c3&o=human");
  await settled(resigning, 3);
  await resigning.getByRole("button", { name: /^1 b2/ }).click();
  await resigning.getByText("An earlier position").waitFor();
  await resigning.getByRole("button", { name: "Resign" }).click();
  same("who resigns sees the end of the game", await resigning.locator(".play").getAttribute("data-shown"), "3");
  await close(resigning, "resigning");
}

// What is asked of such addresses waits until it is let go: `asked` resolves when somebody asks.
async function hold(page, pattern) {
  const gate = {};
  gate.opened = new Promise((resolve) => { gate.letGo = resolve; });
  gate.asked = new Promise((resolve) => { gate.ask = resolve; });
  await page.route(pattern, async (route) => { gate.ask(); await gate.opened; await route.continue(); });
  return gate;
}

// Who looks at an earlier position sees it, though the game goes on before its answer is here.
async function meanwhile({ browser, server }) {
  const page = await open(browser, server, "#/play?game=tictactoe&moves=b2+a1+c3&o=human");
  await settled(page, 3);
  const { id } = await session(page, server), pieces = () => page.locator(".board-panel .piece").count();
  const positions = await hold(page, "**/api/v1/position");
  await page.keyboard.press("Home");
  await page.locator(".play[data-shown='0']").waitFor(); // its position is asked for now, or is known already
  await server.api(`/sessions/${id}/move`, { move: "c1" });
  await settled(page, 4);
  positions.letGo();
  await page.waitForFunction(() => !document.querySelector(".board-panel .piece"));
  same("an earlier position is shown while the game goes on", [await pieces(), await page.locator(".turn-words").innerText()], [0, "An earlier position: move 0 of 4"]);
  await page.getByRole("button", { name: /^2 a1/ }).click();
  await page.waitForFunction(() => document.querySelectorAll(".board-panel .piece").length === 2);
  const sessions = await hold(page, `**/api/v1/sessions/${id}`);
  await server.api(`/sessions/${id}/undo`, { to: 1 });
  for (const move of ["c1", "a1", "a3", "c3"]) await server.api(`/sessions/${id}/move`, { move });
  await sessions.asked;
  sessions.letGo();
  await settled(page, 5);
  same("where it went another way, its end", [await page.locator(".play").getAttribute("data-shown"), await pieces(), await shownMoves(page)], ["5", 5, ["b2", "c1", "a1", "a3", "c3"]]);
  await close(page, "meanwhile");
}

export default async function (parts) {
  for (const part of [languageAndTheme, phone, keys, records, agreement, another, outOfSight, meanwhile, restart]) await test(part.name, () => part(parts));
}
