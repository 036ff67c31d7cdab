// Watch it think: the numbers on the screen are those of the command line; lines under the pointer, the graph,
// explanations; what was found stays.

import { open, close } from "./browser.mjs";
import { banyan } from "./server.mjs";
import { check, same, test } from "./tap.mjs";

const MOVES = "e5 c3 g5 c7";
const SIMS = 2000;

// A game between people on the table, with the search limited as told.
async function sit(browser, server, game, moves, limit, amount, more = "") {
  const page = await open(browser, server, `#/play?game=${game}&moves=${moves.replaceAll(" ", "+")}&first=human&second=human${more}`);
  await page.locator(".board").waitFor();
  await page.locator(".settings summary").click();
  await page.locator(".settings .pair select").selectOption(limit);
  await fill(page.locator(".settings .pair input"), String(amount));
  await fill(page.getByLabel("seed"), "7");
  return page;
}

async function fill(field, text) {
  await field.fill(text);
  await field.press("Tab");
}

const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const settled = (page) => page.locator("button.think.primary").waitFor();
const plain = (text) => text.replace(/[\s\u2009\u202f]/g, "").replaceAll("\u2212", "-");

// The rows of the candidates: move, visits, value, half of the interval.
async function candidates(page) {
  return page.locator(".candidates tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent)));
}

// A reload forgets neither what was found nor a finished review.
async function reload({ browser, server }) {
  const page = await sit(browser, server, "tictactoe", "b2 a1", "depth", 4);
  await press(page, "Think");
  await page.locator(".candidates tbody tr").first().waitFor();
  await settled(page);
  const before = await candidates(page);
  await page.reload();
  await page.locator(".candidates tbody tr").first().waitFor();
  same("what was found is there after a reload", await candidates(page), before);
  await page.goto(`${server.url}/#/review?game=tictactoe&moves=a1+b1+a2+b2+c1+b3&care=quick&run=1`);
  await page.locator(".report").waitFor();
  const report = await page.locator(".report").innerText();
  await page.waitForFunction(() => !location.hash.includes("run="));
  await page.reload();
  await page.locator(".report").waitFor();
  same("so is a review", await page.locator(".report").innerText(), report);
  const [sent] = await Promise.all([page.waitForRequest("**/records/write"), page.getByRole("button", { name: "Save as SGF" }).click()]);
  check("and it can be saved", !!sent.postDataJSON().review && (await sent.response()).ok(), sent.postData());
  await page.goto(`${server.url}/#/review?game=tictactoe&moves=a1+b1+a2+b2+c1+b3&care=deep`);
  await page.reload();
  await page.getByRole("button", { name: "Review the game" }).waitFor();
  same("one of another care is not taken for it", await page.locator(".report").count(), 0);
  await page.evaluate(() => { for (const key of Object.keys(localStorage)) if (key.startsWith("banyan.kept.")) localStorage.setItem(key, "{\"form\":1,\"entries\":[[1],"); });
  await page.reload();
  await page.getByRole("button", { name: "Review the game" }).waitFor();
  await close(page, "reload");
}

const half = (p, n) => (1.959964 * Math.sqrt((p * (1 - p)) / n + 1.959964 ** 2 / (4 * n * n))) / (1 + 1.959964 ** 2 / n);

async function sameNumbers({ browser, server }) {
  const page = await sit(browser, server, "go&size=9", MOVES, "sims", SIMS);
  await press(page, "Think");
  await page.locator(".candidates").waitFor();
  await settled(page);
  const wanted = banyan("think", "go", "--size", "9", "--moves", MOVES, "--sims", String(SIMS), "--seed", "7");
  const rows = (await candidates(page)).map((row) => row.map(plain));
  const best = [...wanted.moves].sort((a, b) => (b.move === wanted.move) - (a.move === wanted.move) || b.visits - a.visits).slice(0, 5);
  same("moves, visits, values and intervals are those of banyan think", rows,
    best.map(({ move, visits, value, interval }) => [move, String(visits),
      `${(100 * value).toFixed(1)}±${(100 * (interval ? (interval[1] - interval[0]) / 2 : half(value, visits))).toFixed(1)}`]));
  same("so is the verdict", plain(await page.locator(".verdict .value").innerText()).slice(0, 5), `${(100 * wanted.value).toFixed(1)}%`.slice(0, 5));
  same("and the work", plain(await page.locator(".verdict .work span").first().innerText()), `${SIMS}simulations`);
  const visited = wanted.moves.filter(({ visits, move }) => visits > 0 && move !== "pass");
  const total = wanted.moves.reduce((sum, { visits }) => sum + visits, 0);
  same("every move that was visited is on the heat map", await page.locator(".grid .heat").count(), visited.length);
  same("moves with less than 1 % of the visits are grey and say nothing", await page.locator(".grid .heat.few").count(),
    visited.filter(({ visits }) => visits / total < 0.01).length);
  same("the others say their chances", (await page.locator(".grid .heat text").allTextContents()).map(Number).sort((a, b) => a - b),
    visited.filter(({ visits }) => visits / total >= 0.01).map(({ value }) => Math.round(100 * value)).sort((a, b) => a - b));
  const command = await page.locator(".watch .again code").innerText();
  check("the command line that gives the same is there", command.includes("banyan think go") && command.includes("--seed 7"), command);
  return { page, wanted };
}

async function alphaBeta({ browser, server }) {
  const page = await sit(browser, server, "connect4", "d d e", "depth", 5);
  await press(page, "Think");
  await page.locator(".candidates").waitFor();
  await settled(page);
  const wanted = banyan("think", "connect4", "--moves", "d d e", "--depth", "5", "--seed", "7");
  const rows = (await candidates(page)).map((row) => row.map(plain));
  const signed = (value) => (value > 0 ? `+${value}` : String(value));
  same("values of alpha-beta are those of banyan think, bounds as bounds", rows, wanted.moves.slice(0, 5).map(({ move, visits, value, bound }) =>
    [move, String(visits), ({ upper: "≤", lower: "≥" }[bound] ?? "") + signed(value)]));
  await page.mouse.move(5, 5); // off the table, whose lines would be on the board
  await page.locator(".grid .heat").first().waitFor();
  const bounds = wanted.moves.filter(({ bound, move, meaning }) => bound === "upper" && move !== wanted.move && !/ wins/.test(meaning)); // nothing is less than a loss
  same("a bound is no value: on the heat map it is drawn apart, with its sign", (await page.locator(".grid .heat.bound text").allTextContents()).map(plain).sort(),
    bounds.map(({ value }) => `≤${signed(value)}`).sort());
  check("there are some", bounds.length > 1, bounds.length);
  const best = await page.locator(".grid .heat.best circle").evaluate((one) => getComputedStyle(one).fill);
  const others = await page.locator(".grid .heat.bound circle").evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
  check("never in the colour of the best", !others.includes(best), [best, others]);
  await close(page, "alpha-beta");
}

// A small game is known to its end: "loses", as the terminal says, and no number.
async function results({ browser, server }) {
  const page = await sit(browser, server, "nim", "", "depth", 12);
  await press(page, "Think");
  await page.locator(".candidates").waitFor();
  await settled(page);
  const values = (await candidates(page)).map((row) => row[2]);
  check("results are in words", values.length > 1 && values.every((text) => /^(wins|loses)$/.test(text.trim())), values);
  await close(page, "results");
}

// What the opponent thought is in the panel as in the graph, and the end of the game is the end of the curve.
async function opponent({ browser, server }) {
  const page = await open(browser, server, "#/play?game=tictactoe&first=mcts+sims%3D50&second=mcts+sims%3D50&seed=3");
  await page.waitForFunction(() => / wins|draw/i.test(document.querySelector("[role=slider]")?.getAttribute("aria-valuetext") ?? ""));
  const slider = page.getByRole("slider");
  const plies = Number(await slider.getAttribute("aria-valuemax"));
  check("the result ends the curve", plies >= 5, await slider.getAttribute("aria-valuetext"));
  same("every ply has a point, those of the players are hollow", [await page.locator(".graph .point").count(), await page.locator(".graph .point.told").count()], [plies + 1, plies]);
  await slider.focus();
  await page.keyboard.press("Home");
  await page.locator(".told-by").waitFor();
  const [told, shown] = [plain(await page.locator(".told-by").innerText()), plain(await page.locator(".graph .told").first().innerText())];
  const chance = /X([\d.]+)%/.exec(shown)?.[1];
  check("panel and graph say the same of it", !!chance && told.includes(`Xwins${chance}%`) && told.includes("50simulations") && told.includes("Whatmcts"), [told, shown]);
  await close(page, "the opponent's thoughts");
}

// A quick game is over before the answer to its beginning is here: the page shows its end all the same.
async function overtaken({ browser, server }) {
  const page = await open(browser, server);
  await page.locator(".board").waitFor();
  await page.route("**/api/v1/sessions", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const answer = await route.fetch(), { id } = await answer.json();
    while ((await server.api(`/sessions/${id}`)).data.state !== "over") await page.waitForTimeout(20);
    await page.waitForTimeout(500); // for the events, which come another way
    return route.fulfill({ response: answer });
  });
  await page.goto(`${server.url}/#/play?game=tictactoe&first=random&second=random&seed=3`);
  await page.waitForFunction(() => / wins|draw/i.test(document.querySelector("[role=slider]")?.getAttribute("aria-valuetext") ?? ""));
  check("a game that ended before its beginning was answered is shown to its end", Number(await page.getByRole("slider").getAttribute("aria-valuemax")) >= 5);
  await close(page, "overtaken");
}

// Under the pointer the line is on the board, numbered; gone when it leaves, kept by a click.
async function lines(page, wanted) {
  const tokens = page.locator(".candidates tr.best td.line button");
  const n = Math.min(3, await tokens.count());
  await tokens.nth(n - 1).hover();
  const numbers = page.locator(".grid .ghost .number");
  await page.waitForFunction((count) => [...document.querySelectorAll(".grid .ghost .number")].filter((one) => one.textContent).length >= count, n);
  same("the line under the pointer is on the board", (await numbers.allTextContents()).filter(Boolean).sort(), ["1", "2", "3"].slice(0, n));
  same("it is the line of the search", (await tokens.allInnerTexts()).slice(0, wanted.pv.length), wanted.pv.slice(0, await tokens.count()));
  await page.mouse.move(5, 5);
  await page.locator(".grid .ghost").first().waitFor({ state: "detached" });
  check("and goes when the pointer does", (await page.locator(".grid .heat").count()) > 0);
  await tokens.first().click();
  await page.mouse.move(5, 5);
  await page.locator(".grid .ghost").first().waitFor();
  check("a click keeps it", (await tokens.first().getAttribute("aria-pressed")) === "true");
  await tokens.first().click();
  await page.mouse.move(5, 5);
  await page.locator(".grid .ghost").first().waitFor({ state: "detached" });
}

async function movesOn(page) {
  const before = await candidates(page);
  await page.keyboard.press("ArrowLeft");
  await page.locator(".candidates").waitFor({ state: "detached" });
  await page.getByRole("slider").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator(".candidates").waitFor();
  same("what was found is there when the reader comes back", await candidates(page), before);
}

// A click into the graph goes to the move under it.
async function graph(page) {
  const slider = page.getByRole("slider");
  const box = await slider.boundingBox();
  await slider.click({ position: { x: 44 + (box.width - 60) / 2, y: 60 } });
  await page.waitForFunction(() => document.querySelector("[role=slider]").getAttribute("aria-valuenow") === "2");
  const current = await page.locator(".moves [aria-current=step]").innerText();
  check("a click into the graph goes there", /^2\s*c3/.test(current.trim()), current);
  await page.keyboard.press("End");
  await page.locator(".candidates").waitFor();
  check("the graph has a point of what was thought", (await page.locator(".graph .point").count()) === 1);
  const told = await slider.getAttribute("aria-valuetext");
  check("and says it to those who do not see it", /move 4 of 4, c7, Black [\d.]+/.test(told), told);
}

async function explains(page) {
  const move = (await page.locator(".candidates .move").first().innerText()).trim();
  await page.locator(".candidates .move").first().click();
  await page.locator(".explain .terms").waitFor();
  const before = banyan("explain", "go", "--size", "9", "--moves", MOVES);
  const after = banyan("explain", "go", "--size", "9", "--moves", `${MOVES} ${move}`);
  const [was, is] = [before.evaluations[0].value, -after.evaluations[0].value];
  const signed = (value) => (value > 0 ? `+${value}` : String(value));
  same("why: the sums before and after the move are those of banyan explain",
    (await page.locator(".explain .sum td").allInnerTexts()).map(plain), [signed(was), signed(is), signed(is - was)]);
  const rows = (await page.locator(".explain .terms tbody tr:not(.sum) td:last-child").allInnerTexts()).map((text) => Number(plain(text)));
  same("and the terms add up to the change", rows.reduce((a, b) => a + b, 0), is - was);
  await page.getByRole("button", { name: "Close" }).click();
  await press(page, "Why there?");
  await page.locator('.sheet rect[data-cell="40"]').click();
  await page.locator(".explain").waitFor();
  check("a click on the board asks about a point", (await page.locator(".explain h3").first().innerText()).includes("e5"));
  same("and plays nothing", await page.locator(".moves .move").count(), 4);
}

async function stops({ browser, server }) {
  const page = await sit(browser, server, "go&size=9", MOVES, "time", 60);
  await page.locator(".settings summary").click();
  await page.locator(".board").focus();
  await page.keyboard.press(" ");
  await page.locator(".candidates").waitFor();
  const tops = [];
  for (let i = 0; i < 8; i++) {
    tops.push((await page.locator("button.think").boundingBox()).y);
    await page.waitForTimeout(100);
  }
  check("figures that move do not move the page", tops.every((top) => Math.abs(top - tops[0]) < 0.5), tops);
  await page.locator(".board").focus();
  await page.keyboard.press(" ");
  await settled(page);
  await page.locator(".watch .extra", { hasText: "stopped" }).waitFor();
  check("space stops it, and what was found is kept", (await candidates(page)).length === 5);
  const kept = await candidates(page);
  await page.waitForTimeout(400);
  same("nothing comes after the stop", await candidates(page), kept);
  await close(page, "stopping");
}

// A limit that the search of another game does not know is not offered there; a search that goes on elsewhere is named.
async function otherGame({ browser, server }) {
  const page = await sit(browser, server, "go&size=9", MOVES, "sims", 100000000);
  await press(page, "Think");
  await page.locator(".candidates").waitFor();
  await page.goto(`${server.url}/#/play?game=othello&moves=f5+d6+c3&first=human&second=human`);
  const words = page.locator(".watch .elsewhere");
  await words.waitFor();
  check("a search of another game is named", /about Go after 4 moves/.test(await words.innerText()), await words.innerText());
  const units = await page.locator(".settings .pair option").evaluateAll((all) => all.map((one) => one.value));
  same("alpha-beta is not offered simulations", units, ["time", "nodes", "depth"]);
  check("and thinks for a time", (await page.locator(".settings summary").innerText()).includes("up to 5 s"));
  await press(page, "Stop");
  await settled(page);
  await words.waitFor({ state: "detached" });
  await fill(page.locator(".settings .pair input"), "60");
  await press(page, "Think");
  await page.locator(".candidates").waitFor();
  const running = async () => (await (await fetch(`${server.url}/api/v1/jobs`)).json()).jobs.some((job) => job.state === "running");
  check("it thinks", await running());
  await close(page, "another game");
  for (let i = 0; i < 1200 && (await running()); i++) await new Promise((wake) => setTimeout(wake, 100));
  check("a page that is closed stops its search", !(await running()));
}

export default async function (world) {
  await test("the same numbers", async () => {
    const { page, wanted } = await sameNumbers(world);
    await lines(page, wanted);
    await movesOn(page);
    await graph(page);
    await explains(page);
    await close(page, "watching");
  });
  await test("alpha-beta", () => alphaBeta(world));
  await test("results", () => results(world));
  await test("the opponent's thoughts", () => opponent(world));
  await test("a quick game", () => overtaken(world));
  await test("stopping", () => stops(world));
  await test("another game", () => otherGame(world));
  await test("reload", () => reload(world));
}
