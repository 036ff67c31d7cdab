// Arena: matches and tournaments set up by the pointer, watched, stopped, resumed; what is on the screen is what the API
// says, and what it says of Elo is computed again here.

import { close, linked, LONG_WAIT_MS, open } from "./browser.mjs";
import { Server } from "./server.mjs";
import { check, same, test } from "./tap.mjs";

const plain = (text) => text.replace(/[\s\u2009\u202f]/g, "").replaceAll("\u2212", "-");
const SLOW = { game: "go", options: { size: "9" }, players: ["mcts time=150ms", "mcts time=150ms c=0.7"], games: 200, openings: "random:2", seed: 4 }; // more than 10 s a game

const state = (page) => page.locator(".arena-head .chip").innerText();
const until = async (page, word) => { // however long games take, as long as some are still being ended
  const progress = () => page.locator(".arena-head").innerText();
  for (let before = null, now = ""; ; before = now) {
    if (await page.locator(`.arena-head .chip.${word}`).waitFor({ timeout: LONG_WAIT_MS / 4 }).then(() => true, () => false)) return;
    if ((now = await progress()) === before) throw new Error(`not ${word}, and nothing goes on: ${now}`);
  }
};
const idOf = (page) => new URL(page.url().replace("#/", "")).searchParams.get("match");
const begin = async (server, body) => (await server.api("/arena", body)).data.id;

// A player by its spec, as it is typed.
async function typePlayer(page, at, spec) {
  const picker = page.locator(".arena-setup .picker").nth(at);
  await picker.locator("select").selectOption("");
  await picker.locator("input").fill(spec);
}

async function fillForm(page, { game, size, format = "match", players, games }) {
  await page.locator(".arena-setup select[name=game]").selectOption(game);
  await page.locator(".arena-setup label.field", { hasText: /^size/i }).locator("select").selectOption(size);
  await page.locator(".arena-setup select[name=format]").selectOption(format);
  for (let i = 2; i < players.length; i++) await page.getByRole("button", { name: "Add a player" }).click();
  for (let i = 0; i < players.length; i++) await typePlayer(page, i, players[i]);
  await page.locator(".arena-setup input[name=games]").fill(String(games));
  await page.locator(".arena-setup input[name=openings]").fill("0");
}

const start = (page) => page.locator(".arena-setup button[type=submit]").click();

// --- Elo, once more ----------------------------------------------------------------------------------------------------

const Z = 1.959963984540054;
const elo = (score) => (score <= 0 ? -Infinity : score >= 1 ? Infinity : 400 * Math.log10(score / (1 - score)));
function wilson(score, games) {
  const z2 = Z * Z, middle = (score + z2 / (2 * games)) / (1 + z2 / games);
  const half = (Z * Math.sqrt((score * (1 - score)) / games + z2 / (4 * games * games))) / (1 + z2 / games);
  return [middle - half, middle + half];
}
const signed = (value) => (Number.isFinite(value) ? (Math.round(value) > 0 ? "+" : "") + String(Math.round(value)) : value < 0 ? "-∞" : "+∞");

async function match({ browser, server }) {
  const page = await open(browser, server, "#/arena");
  await page.locator(".arena-setup").waitFor();
  await fillForm(page, { game: "nogo", size: "5", players: ["mcts sims=60", "mcts sims=20"], games: 30 });
  await page.locator(".arena-setup input[name=sprt]").check();
  await page.locator(".arena-setup input[name=elo1]").fill("5");
  await start(page);
  await until(page, "done");
  const id = idOf(page), { data } = await server.api(`/arena/${id}`), { match: result } = data;
  same("a match set up by the pointer is played to its end", [data.played, data.planned, data.setup.players.map((one) => one.spec)], [30, 30, ["mcts sims=60", "mcts sims=20"]]);
  await page.waitForFunction(() => document.querySelectorAll("[data-finished]").length === 15);
  const score = result.a.wins / 30, [low, high] = wilson(score, 30);
  check("the API's interval is Wilson's", Math.abs(result.interval[0] - low) < 1e-9 && Math.abs(result.interval[1] - high) < 1e-9, JSON.stringify(result));
  const row = page.locator(".standing tr[data-player='mcts sims=60']");
  same("the score on the screen", plain(await row.locator("[data-figure=score]").innerText()), `${(100 * score).toFixed(1)}%${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}`);
  same("Elo and its interval, computed again", plain(await row.locator("[data-figure=elo]").innerText()), `${signed(elo(score))}${signed(elo(low))}…${signed(elo(high))}`);
  same("points in the cross table", plain(await page.locator("[data-cell='mcts sims=60|mcts sims=20']").innerText()), `${result.a.wins}/30`);
  same("the test's bar is the API's", Number(await page.locator(".sprt svg").getAttribute("data-llr")), result.sprt.llr);
  const [now, x] = [Number(await page.locator(".sprt .now").getAttribute("x1")), 4 + (392 * (result.sprt.llr - result.sprt.bounds[0])) / (result.sprt.bounds[1] - result.sprt.bounds[0])];
  check("and stands between its bounds where it should", Math.abs(now - Math.min(396, Math.max(4, x))) < 0.01, `${now} ${x}`);
  const command = await page.locator(".arena-head .again code").innerText();
  check("with the command that goes on with it", command.includes("banyan match nogo") && command.includes("--store"), command);
  await openGame(page, server, id);
  await close(page, "a match to its end");
}

async function openGame(page, server, id) {
  const { data: game } = await server.api(`/arena/${id}/games/30`), moves = game.position.line.moves;
  await page.locator("[data-finished='30']").click();
  await page.locator(`.large[data-plies='${moves.length}']`).waitFor();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await page.waitForFunction((n) => document.querySelector(".one-game .walk")?.textContent.includes(`ply ${n - 1} of ${n}`), moves.length);
  for (const [key, ply] of [["Home", 0], ["ArrowRight", 1], ["End", moves.length], ["ArrowLeft", moves.length - 1]]) {
    await page.keyboard.press(key);
    await page.locator(".one-game .walk", { hasText: `ply ${ply} of ${moves.length}` }).waitFor();
  }
  check("keys walk it as well", true);
  await linked(page, "its link says which game", `match=${id}&game=30`);
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as SGF" }).click()]);
  check("it is saved as SGF", saved.suggestedFilename().endsWith(".sgf"), saved.suggestedFilename());
  await page.getByRole("link", { name: "Open in Play" }).click();
  await page.waitForFunction((n) => document.querySelectorAll(".moves-panel .move b").length >= n, moves.length);
  same("a stored game opens in Play", (await page.locator(".moves-panel .move b").allInnerTexts()).slice(0, moves.length), moves);
}

async function tournament({ browser, server }) {
  const page = await open(browser, server, "#/arena");
  await page.locator(".arena-setup").waitFor();
  await fillForm(page, { game: "nogo", size: "5", format: "round-robin", players: ["random", "mcts sims=10", "mcts sims=40"], games: 4 });
  await start(page);
  await until(page, "done");
  const { report } = (await server.api(`/arena/${idOf(page)}`)).data;
  same("every two of three have met", [report.pairings.length, report.games], [3, 12]);
  for (const { a, b, wins, draws, losses } of report.pairings) {
    same(`${a} against ${b}`, plain(await page.locator(`[data-cell='${a}|${b}']`).innerText()), `${wins + draws / 2}/4`);
    same(`${b} against ${a}`, plain(await page.locator(`[data-cell='${b}|${a}']`).innerText()), `${losses + draws / 2}/4`);
  }
  for (const one of report.standings)
    same(`Elo of ${one.name}`, plain(await page.locator(`tr[data-player='${one.name}'] [data-figure=elo]`).innerText()),
      `${signed(one.elo)}${signed(one.elo_interval[0])}…${signed(one.elo_interval[1])}`);
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator(".arena-head select").selectOption("report.html")]);
  same("its report is saved", saved.suggestedFilename(), "report.html");
  await close(page, "a tournament");
}

// A match that one player wins whole, ended by its test: nothing of Elo is out of sight, an end that is nowhere is an
// arrow, and the test says of whom it speaks.
async function won({ browser, server }) {
  const id = await begin(server, { game: "nogo", options: { size: "5" }, players: ["mcts sims=200", "random"], games: 200, openings: "random:2", sprt: "elo0=0 elo1=200" });
  const page = await open(browser, server, `#/arena?match=${id}`);
  await until(page, "done");
  const { match } = (await server.api(`/arena/${id}`)).data;
  same("all is won, and the test has decided", [match.elo, match.biased, match.sprt.verdict], [null, true, "H1"]);
  same("Elo that is nowhere: an arrow, no dot", [await page.locator(".standing .arrow").count(), await page.locator(".standing .dot").count()], [2, 0]);
  check("a score that a test ended says so", (await page.locator(".standing .panel-foot").innerText()).includes("too extreme"));
  same("the test says after how many games", await page.locator(".sprt .panel-head").innerText().then((text) => text.includes(`H1 accepted after ${match.sprt.after} games`)), true);
  check("and of whom", (await page.locator(".sprt .meaning").innerText()).includes("mcts sims=200 being +200 Elo above random rather than 0"));
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const [all, seen] = await page.locator(".standing .scroll").evaluate((node) => [node.scrollWidth, node.clientWidth]);
    check(`the standing fits at ${width} pixels`, all <= seen, `${all} in ${seen}`);
  }
  await close(page, "a match that is won");
}

async function watch({ browser, server }) {
  const page = await open(browser, server, "#/arena"), other = await open(browser, server, "#/arena");
  await page.locator(".arena-setup").waitFor();
  const id = await begin(server, SLOW);
  for (const one of [page, other]) await one.goto(`${server.url}/#/arena?match=${id}`);
  const seen = new Set(); // of one game: one that ends meanwhile is left for one that is being played
  for (let i = 0; i < 1200 && seen.size < 4; i++) {
    if ((await page.locator(".one-game .chip.running").count()) === 0) {
      seen.clear();
      await page.locator(".thumbs a").first().evaluate((link) => link.click());
    }
    seen.add(await page.locator(".one-game .large").getAttribute("data-plies"));
    await page.waitForTimeout(50);
  }
  check("a game that is watched moves", seen.size >= 4, [...seen].join());
  await page.locator(".arena-head").getByRole("button", { name: "Stop" }).click();
  await until(page, "stopped");
  await until(other, "stopped");
  same("both pages see it stopped, and nothing runs", [await other.locator(".thumbs").count(), await state(other)], [0, "stopped"]);
  const played = (await server.api(`/arena/${id}`)).data.played;
  await other.reload();
  await until(other, "stopped");
  await other.getByRole("button", { name: "Resume" }).click();
  await until(page, "running");
  await page.waitForFunction((n) => Number(/^\d+/.exec(document.querySelector(".arena-head .progress").textContent)[0]) > n, played, { timeout: LONG_WAIT_MS });
  check("resumed, it goes on", (await server.api(`/arena/${id}`)).data.played > played, played);
  for (const one of [page, other]) one.expected.push(new RegExp(`status of 404.*/arena/${id}`)); // what was asked for as it went
  await server.api(`/arena/${id}`, undefined, "DELETE");
  for (const one of [page, other]) await one.locator(".empty", { hasText: "has been forgotten" }).waitFor();
  await close(page, "watching");
  await close(other, "the second page");
}

async function restart({ browser }) {
  const server = await Server.open("--first", "tictactoe");
  const id = await begin(server, { ...SLOW, options: { size: "7" }, players: ["mcts time=20ms", "mcts time=20ms c=0.7"], games: 12 });
  const page = await open(browser, server, `#/arena?match=${id}`);
  page.expected.push(/ERR_|Failed to load|net::/);
  await page.locator(".arena-head").waitFor();
  while ((await server.api(`/arena/${id}`)).data.played === 0) await page.waitForTimeout(20); // by the API: the page may show it when all is over
  await server.stop("SIGKILL");
  await server.start();
  await until(page, "stopped");
  await page.getByRole("button", { name: "Resume" }).click();
  await until(page, "done");
  same("after kill -9 a match is resumed on the page, to its last game", (await server.api(`/arena/${id}/games`)).data.games.map((one) => one.game), [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  await close(page, "a restart");
  await server.close();
}

async function refused({ browser, server }) {
  const page = await open(browser, server, "#/arena");
  page.expected.push(/400/, /404/);
  await page.locator(".arena-setup").waitFor();
  await typePlayer(page, 0, "deepblue");
  await start(page);
  check("what is wrong is said at the form", (await page.locator(".arena-setup [role=alert]").innerText()).includes("deepblue"));
  await page.goto(`${server.url}/#/arena?match=nobody`);
  await page.locator(".empty", { hasText: "there is no match" }).waitFor();
  await close(page, "bad input");
}

export default async function (world) {
  await test("a match by the pointer", () => match(world));
  await test("a tournament of three", () => tournament(world));
  await test("a match that is won whole", () => won(world));
  await test("watching, stopping, resuming", () => watch(world));
  await test("kill -9", () => restart(world));
  await test("refused", () => refused(world));
}
