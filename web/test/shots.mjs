// shots.mjs [FOLDER]: the pictures of docs/img, taken of the page as it is: `npm run shots` here, after a build.
// Every view in light, dark and on a phone; players are limited by work, so that the same pictures come again.
// LAB=reproduction.db has the figures of `make reproduction` in the pictures of Lab.
// ONLY=lessons,tree takes some of them (each: every lesson), LOOKS=phone one look.
// BY_URL=ADDRESS takes them of a server that runs already; SIZES=1440,1024,390 takes every view in these widths.

import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { launch, open, DESKTOP, PHONE } from "./browser.mjs";
import { ROOT, Server } from "./server.mjs";

const folder = process.argv[2] ?? join(ROOT, "docs", "img");
const sizes = process.env.SIZES?.split(",").map(Number);
const GO = "game=go&size=9&moves=e5+c5+e7+g6+f3+c3+d7+g4+g3+d4+f5+g5";
const OTHELLO = "game=othello&moves=d3+c5+c6+e3+c4+b5+a6+c3+f5+b7+d7+c7+e2+f3+e6+g5+c2+c1+b3+e7+a8+a2+c8+a7+h5+a4+a5+f6+a3+d6+a1+b6+g4+h3+g3+f1+e8+h4+h2+g2";

async function think(page) {
  await page.locator(".settings summary").click();
  await page.locator(".settings .pair select").selectOption("sims");
  await page.locator(".settings .pair input").fill("1000");
  await page.locator(".settings .pair input").press("Tab");
  await page.locator(".settings summary").click();
  await page.keyboard.press("Home");
  for (let ply = 0; ply <= 12; ply++) {
    await page.waitForFunction((at) => document.querySelector("[role=slider]").getAttribute("aria-valuenow") === String(at), ply);
    await thought(page);
    if (ply < 12) await page.keyboard.press("ArrowRight");
  }
}

async function thought(page) {
  const points = await page.locator(".graph .point").count();
  await page.locator("button.think.primary").click();
  await page.waitForFunction((n) => document.querySelectorAll(".graph .point").length > n, points);
  await page.locator("button.think.primary").waitFor();
}

// Three players of Othello, and a game of theirs while others are played.
async function tournament(page) {
  await page.locator(".arena-setup").waitFor();
  const body = JSON.stringify({
    game: "othello", title: "Three searches", format: "round-robin", players: ["mcts sims=200", "alphabeta depth=2", "mcts sims=50"],
    games: 10, openings: "random:6", concurrency: 2, seed: 2,
  });
  const id = await page.evaluate(async (text) => (await (await fetch("api/v1/arena", { method: "POST", body: text })).json()).id, body);
  await page.evaluate((match) => { location.hash = `#/arena?match=${match}`; }, id);
  await page.waitForFunction(() => document.querySelectorAll("[data-cell] small").length === 6, null, { timeout: 120_000 });
  await page.evaluate((match) => fetch(`api/v1/arena/${match}/stop`, { method: "POST" }), id);
  await page.evaluate((match) => { location.hash = `#/arena?match=${match}&game=3`; }, id);
  await page.locator(".one-game .board").waitFor();
}

const SCENES = {
  play: [`#/play?game=othello&moves=f5+d6+c3+d3+c4+f4+f6&black=human&white=medium&seed=1`, async (page) => {
    await page.waitForFunction(() => document.querySelector(".play")?.dataset.state === "playing");
  }],
  watch: [`#/play?${GO}&black=human&white=human`, think],
  review: [`#/review?${OTHELLO}&player=alphabeta+depth%3D8&run=1`, async (page) => {
    await page.locator(".report").waitFor({ timeout: 120_000 });
    await page.locator(".verdict-card").waitFor();
  }],
  tree: ["#/tree?mode=grow&game=go&size=9&moves=e5&player=mcts+rave%3Don&sims=5000&run=1", (page) => page.locator(".tree-split[data-state=done] .exports").waitFor({ timeout: 120_000 })],
  steps: ["#/tree?mode=steps&game=tictactoe&player=mcts+sims%3D200+c%3D0.5+proofs%3Doff&seed=1&step=109&node=root", (page) => page.locator(".rule .numbers").waitFor()],
  alphabeta: ["#/tree?mode=exact&tree=(((5+6)(7+4+5))((3)(6))((8)(6+9)))&step=16", (page) => page.locator(".child-table").waitFor()],
  exercise: ["#/tree?mode=exercise&kind=alphabeta&seed=5&size=normal", async (page) => {
    await page.locator('[data-field="value:1"]').fill("-2");
    await page.locator('[data-field="window:1"]').fill("(-inf, +inf)");
    await page.locator('[data-field="value:3"]').fill("0");
    await page.getByRole("button", { name: "Check my answer" }).click();
    await page.locator(".ask-verdict").first().waitFor();
  }],
  lessons: ["#/lessons", (page) => page.locator(".lesson-card").first().waitFor()],
  lesson: ["#/lessons?lesson=queens&n=6&step=40", (page) => page.locator(".lesson figure[data-ready=yes]").waitFor()],
  bandit: ["#/lessons?lesson=bandit&step=50", (page) => page.locator(".lesson figure[data-ready=yes]").waitFor()],
  lab: ["#/lab", (page) => page.locator(".plot.small .mark").first().waitFor({ timeout: 60_000 })],
  experiment: ["#/lab?experiment=nogo-rave", async (page) => {
    await page.locator(".large-plot .mark").first().waitFor({ timeout: 60_000 });
    await page.locator(".lab-run .cost", { hasText: "." }).waitFor({ timeout: 60_000 });
    await page.locator(".what code", { hasText: "--store" }).waitFor({ timeout: 60_000 });
  }],
  arena: [`#/arena`, tournament],
  tutor: ["#/tutor?example=late", (page) => page.locator(".tutor-verdict").waitFor()],
};

// Every lesson some steps on: `ONLY=each` takes them, to be looked at; docs/img has two of them.
const LESSONS = readdirSync(join(ROOT, "web", "src", "lessons")).filter((name) => readFileSync(join(ROOT, "web", "src", "lessons", name), "utf8").includes(": Lesson = {"))
  .map((name) => name.replace(".tsx", ""));
const EACH = Object.fromEntries(LESSONS.map((name) => [`lesson-${name}`, [`#/lessons?lesson=${name}&step=12`, (page) => page.locator(".lesson figure[data-ready=yes]").waitFor()]]));

async function shoot(browser, server, name, look, options) {
  const [hash, act] = SCENES[name] ?? EACH[name];
  const page = await open(browser, server, hash, options);
  if (/^#\/(play|review)/.test(hash)) await page.locator(".board").waitFor();
  await act(page);
  await page.mouse.move(2, 400);
  await page.evaluate(() => document.activeElement?.blur?.());
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: (look === "phone" && name !== "lab") || Boolean(sizes) });
  console.log(`${name}-${look}.png`, page.faults.join("; "));
  await page.context().close();
}

mkdirSync(folder, { recursive: true });
const server = process.env.BY_URL ? { url: process.env.BY_URL, close() {} } : await Server.open(...(process.env.LAB ? ["--lab-store", process.env.LAB] : []));
const browser = await launch();
const chosen = (process.env.ONLY ?? Object.keys(SCENES).join()).split(",").flatMap((name) => (name === "each" ? Object.keys(EACH) : [name]));
for (const name of chosen) {
  if (sizes) {
    for (const width of sizes) for (const theme of ["light", "dark"])
      await shoot(browser, server, name, `${width}-${theme}`, { theme, viewport: { width, height: width < 500 ? 844 : width < 1100 ? 768 : 940 } });
  } else {
    const looks = (process.env.LOOKS ?? "light,dark,phone").split(",");
    for (const look of looks) await shoot(browser, server, name, look, look === "phone" ? { theme: "light", viewport: PHONE } : { theme: look, viewport: DESKTOP });
  }
}
await browser.close();
await server.close();
