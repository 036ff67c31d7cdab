// Review: a record is loaded and looked at move by move; mistakes, a second try, the report, the saved SGF.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { close, linked, LONG_WAIT_MS, open } from "./browser.mjs";
import { banyan } from "./server.mjs";
import { check, same, test } from "./tap.mjs";

const THROWN = "a1 b1 a2 b2 c1 b3"; // the fifth could win, and loses
const SGF = "(;FF[4]GM[4]SZ[3]RU[mnk m=3 n=3 k=3]PB[Lee]PW[Kim];B[ac];W[bc]C[a remark];B[ab];W[bb];B[cc];W[ba])";
const plain = (text) => text.replace(/[\s\u2009\u202f]+/g, " ").replaceAll("\u2212", "-").trim();

async function load(page, folder) {
  const file = join(folder, "thrown.sgf");
  writeFileSync(file, SGF);
  await page.locator("input[type=file]").setInputFiles(file);
  await page.locator(".setup").waitFor();
  return file;
}

async function reviews({ browser, server }) {
  const page = await open(browser, server, "#/review");
  const file = await load(page, server.folder);
  check("the names are the record's", (await page.locator(".setup h2").innerText()).includes("Lee against Kim"));
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.locator(".report").waitFor();
  const wanted = banyan("review", file);
  same("the worst moves are those of banyan review", (await page.locator(".worst li").allInnerTexts()).map((text) => Number(/^(\d+)/.exec(plain(text))[1])), wanted.worst);
  const sums = await page.locator(".report tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  same("so are the sums of both sides", sums.map((row) => row.map(plain)), ["X", "O"].map((side) => {
    const { moves, loss, doubtful, bad, blunder } = wanted.sums[side];
    const short = (value) => String(Math.round(value * 100) / 100);
    return [side, String(moves), short(loss), short(loss / moves), String(doubtful), String(bad), String(blunder)];
  }));
  same("mistakes are marked in the list of moves with a sign and a word", (await page.locator(".moves .move:has(.grade-icon)").allInnerTexts()).map(plain).map((text) => text.replace(/ /g, "")),
    ["2b1?bad", "5c1??blunder"]);
  same("and on the graph with a shape", await page.locator(".graph svg[role=slider] .grade").count(), 2);
  check("the worst one is shown first", plain(await page.locator(".verdict-card h2").innerText()) === "5. X c1");
  const said = plain(await page.locator(".verdict-card").innerText());
  check("a result that was lost is no number of points", said.includes("turned a win into a loss") && !said.includes("points"), said);
  same("what is certain would be the same again", await page.locator(".doubt").count(), 0);
  await tryAgain(page);
  await saves(page, server);
  await toPlay(page);
  await close(page, "reviewing");
}

async function tryAgain(page) {
  await page.locator(".verdict-card").getByRole("button", { name: "Try again" }).click();
  await page.locator(".trial").waitFor();
  const report = page.locator(".report .worst");
  check("the report keeps the answer to itself meanwhile", !(await report.innerText()).includes("a3"), await report.innerText());
  await page.locator('.board.playable .sheet rect[data-cell="5"]').click(); // c2: throws it away, too
  await page.locator(".trial .grade-word").waitFor();
  const bad = plain(await page.locator(".trial .grade-word").innerText());
  check("a second try that is no better is told so", bad.includes("c2 turns a win into") && !bad.includes("points") && !bad.includes("as good as"), bad);
  await page.locator('.board.playable .sheet rect[data-cell="6"]').click(); // a3 wins
  await page.locator(".trial .grade-word.good").waitFor();
  const good = plain(await page.locator(".trial .grade-word").innerText());
  check("the winning move is as good as the best, and better than in the game", good.includes("a3: as good as the best") && good.includes("Better than c1"), good);
  await page.getByRole("button", { name: "Show the answer" }).click();
  check("the answer can be had", plain(await page.locator(".trial").innerText()).includes("The best here is a3"));
  await page.keyboard.press("Escape");
  await page.locator(".trial").waitFor({ state: "detached" });
}

async function saves(page, server) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as SGF" }).click()]);
  const path = join(server.folder, "reviewed.sgf");
  await download.saveAs(path);
  const text = readFileSync(path, "utf8");
  check("the SGF has comments, marks and the better line as a variation", /C\[[^\]]*blunder/.test(text) && /BM\[2\]/.test(text) && /\(;B\[aa\]/.test(text), text);
  check("what stood in it stays", text.includes("a remark") && text.includes("PB[Lee]"), text);
  same("it is read back with the game's moves", banyan("show", path).file.moves.join(" "), THROWN);
}

async function toPlay(page) {
  await page.getByRole("button", { name: "Open in Play" }).click();
  await page.locator(".play .moves").waitFor();
  same("Play has the game, with the marks of the review", (await page.locator(".moves .move.bad").allInnerTexts()).map(plain), ["2 b1 ?", "5 c1 ??"]);
}

// A long review is stopped: what was looked at is kept, and a link gives the same again.
async function stopped({ browser, server }) {
  const moves = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5 b5 c6 b6 b4";
  const page = await open(browser, server, `#/review?game=othello&moves=${moves.replaceAll(" ", "+")}&care=normal`);
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.getByRole("progressbar").waitFor();
  await page.waitForFunction(() => /\d+ of 17 positions, .* left/.test(document.querySelector(".setup .progress")?.textContent ?? ""));
  check("a review says how far it is and what is left", true);
  await page.waitForFunction(() => document.querySelector(".setup progress")?.value > 0.3);
  await page.locator(".setup").getByRole("button", { name: "Stop" }).click();
  await page.locator(".setup", { hasText: "Stopped" }).waitFor();
  const said = plain(await page.locator(".setup [role=status]").innerText());
  check("stopped, it says from where on moves were looked at", /moves from (\d+) on/.test(said) && Number(/from (\d+)/.exec(said)[1]) > 1, said);
  check("and keeps them", (await page.locator(".graph .point").count()) > 1);
  await linked(page, "the address gives the same again", "moves=f5 d6", "care=normal");
  await close(page, "a stopped review");
}

async function pastes({ browser, server }) {
  const page = await open(browser, server, "#/review");
  await page.locator(".paste textarea").fill("f5d6c3d3c4");
  await page.getByRole("button", { name: "Read it" }).click();
  await page.locator(".setup").waitFor();
  same("a transcript can be pasted", await page.locator(".moves .move").count(), 5);
  await page.getByRole("button", { name: "Review the game" }).click();
  const save = page.getByRole("button", { name: "Save as SGF" });
  await save.waitFor({ timeout: LONG_WAIT_MS });
  const doubt = page.locator(".report .doubt");
  check("a review by the clock says that another may differ, and offers a deeper one", (await doubt.innerText()).includes("another run may") && (await doubt.getByRole("button", { name: "Review deep" }).isVisible()));
  const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
  const path = join(server.folder, "pasted.sgf");
  await download.saveAs(path);
  same("and its review saved as SGF", banyan("show", path).file.moves.join(" "), "f5 d6 c3 d3 c4");
  await page.getByRole("button", { name: "Another record" }).click();
  await page.locator(".paste textarea").fill("no record at all");
  page.expected.push(/status of 400/);
  await page.getByRole("button", { name: "Read it" }).click();
  await page.locator(".desk .error").waitFor();
  const said = await page.locator(".desk .error").innerText();
  check("what is no record is told in a sentence, and the text is kept", said.length > 10 && (await page.locator(".paste textarea").inputValue()) === "no record at all", said);
  await close(page, "pasting");
}

export default async function (world) {
  await test("a record reviewed", () => reviews(world));
  await test("a review stopped", () => stopped(world));
  await test("a transcript pasted", () => pastes(world));
}
