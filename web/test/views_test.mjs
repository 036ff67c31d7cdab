// Every view in both themes: accessible, no wider than the screen; phone, French, reduced motion, the keyboard alone.

import { accessible, close, fits, open, PHONE, TABLET } from "./browser.mjs";
import { check, test } from "./tap.mjs";

const OTHELLO = "#/play?game=othello&moves=f5+d6+c3+d3&black=human&white=human";
const REVIEW = "#/review?game=tictactoe&moves=a1+b1+a2+b2+c1+b3&run=1";

const thought = async (page) => {
  await page.locator("button.think").click();
  await page.locator(".candidates").waitFor();
  await page.locator("button.think").click();
  await page.locator("button.think.primary").waitFor();
};

// A match that was played, with one of its games on the board.
const played = async (page) => {
  await page.locator(".arena-setup").waitFor();
  const body = JSON.stringify({ game: "connect4", players: ["mcts sims=30", "random"], games: 20, sprt: "elo0=0 elo1=9" });
  const id = await page.evaluate(async (text) => (await (await fetch("api/v1/arena", { method: "POST", body: text })).json()).id, body);
  await page.evaluate((match) => { location.hash = `#/arena?match=${match}&game=1`; }, id);
  await page.locator(".arena-head .chip.done").waitFor();
  await page.locator(".one-game .large").waitFor();
  await page.locator("[data-finished]").first().waitFor();
};

// name, address, what is done before looking
const SCENES = [
  ["play", OTHELLO, (page) => page.locator(".board").waitFor()],
  ["watch", OTHELLO, async (page) => {
    await page.locator(".board").waitFor();
    await thought(page);
    await page.locator(".candidates .move").first().click();
    await page.locator(".explain .terms").waitFor();
    await page.locator(".settings summary").click();
  }],
  ["new game", OTHELLO, async (page) => {
    await page.locator(".board").waitFor();
    await page.keyboard.press("n");
    await page.locator("dialog[open]").waitFor();
  }],
  ["keys", OTHELLO, async (page) => {
    await page.locator(".board").waitFor();
    await page.keyboard.press("?");
    await page.locator("dialog[open]").waitFor();
  }],
  ["lessons", "#/lessons", (page) => page.locator(".lesson-card").first().waitFor()],
  ["a lesson", "#/lessons?lesson=bandit&step=40", async (page) => {
    await page.locator(".lesson figure[data-ready=yes]").waitFor();
    await page.locator(".lesson summary").first().click();
  }],
  ["empty review", "#/review", (page) => page.locator(".desk").waitFor()],
  ["review", REVIEW, (page) => page.locator(".report").waitFor()],
  ["try again", REVIEW, async (page) => {
    await page.locator(".verdict-card").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".trial").waitFor();
  }],
  ["tree, steps", "#/tree?mode=steps&game=tictactoe&player=mcts+sims%3D60+rave%3Don+proofs%3Doff&step=150", (page) => page.locator(".rule .numbers").waitFor()],
  ["live tree", "#/tree?mode=grow&game=connect4&moves=d&player=mcts&sims=3000&run=1", (page) => page.locator(".tree-split[data-state=done] .exports").waitFor()],
  ["alpha-beta", "#/tree?mode=exact&step=9", (page) => page.locator(".child-table").waitFor()],
  ["exercise", "#/tree?mode=exercise&kind=alphabeta&seed=5&size=small", async (page) => {
    await page.locator('[data-field="value:root"]').fill("3");
    await page.getByRole("button", { name: "Check my answer" }).click();
    await page.locator(".ask-verdict").first().waitFor();
  }],
  ["lab", "#/lab", (page) => page.locator(".plot.small .mark").first().waitFor()],
  ["experiment", "#/lab?experiment=nogo-rave", (page) => page.locator(".large-plot .mark").first().waitFor()],
  ["arena", "#/arena", (page) => page.locator(".arena-setup").waitFor()],
  ["a match", "#/arena", played],
  ["tutor", "#/tutor?example=late", async (page) => {
    await page.locator(".tutor-verdict").waitFor();
    for (const one of await page.locator(".tutor-desk summary").all()) await one.click();
  }],
];

async function look(page, name) {
  await accessible(page, name);
  await fits(page, name);
}

// What is shown in light, then in the dark, then as narrow as on a phone.
async function scene({ browser, server }, [name, hash, act]) {
  const page = await open(browser, server, hash);
  await act(page);
  await look(page, `${name}, light`);
  await page.emulateMedia({ colorScheme: "dark" });
  await look(page, `${name}, dark`);
  await page.setViewportSize(PHONE);
  await look(page, `${name}, made narrow`);
  await close(page, name);
}

// The same opened on such a screen.
async function opened({ browser, server }, [name, hash, act], options, label) {
  const page = await open(browser, server, hash, options);
  await act(page);
  await look(page, `${name}, ${label}`);
  await close(page, `${name}, ${label}`);
}

async function french({ browser, server }) {
  const page = await open(browser, server, REVIEW, { locale: "fr-FR" });
  await page.locator(".report").waitFor();
  const text = await page.locator("main").innerText();
  check("Review speaks French where the browser does", text.includes("Les pires coups") && text.includes("gaffe") && !text.includes("Worst moves"), text.slice(0, 800));
  await close(page, "French");
}

async function still({ browser, server }) {
  const page = await open(browser, server, OTHELLO, { reducedMotion: "reduce" });
  await page.locator(".board").waitFor();
  const moving = await page.evaluate(() => [...document.querySelectorAll("*")].filter((one) => {
    const style = getComputedStyle(one);
    return (style.animationName !== "none" && parseFloat(style.animationDuration) > 0) || style.transitionDuration.split(",").some((part) => parseFloat(part) > 0);
  }).map((one) => one.outerHTML.slice(0, 120)));
  check("nothing moves for who prefers so", moving.length === 0, moving.join("\n"));
  await close(page, "reduced motion");
}

// On a phone every view can be seen in the bar, in both languages, whatever tools the view that is open has there.
async function bar({ browser, server }) {
  const page = await open(browser, server, "#/lessons", { viewport: PHONE, touch: true });
  const names = await page.locator(".bar nav a").evaluateAll((all) => all.map((one) => one.hash));
  check("six views in the bar", names.length === 6, names);
  for (const [width, language] of [[PHONE.width, "EN"], [PHONE.width, "FR"], [320, "FR"]]) {
    await page.setViewportSize({ ...PHONE, width });
    if ((await page.locator(".bar-tools > .quiet").first().innerText()) !== language) await page.locator(".bar-tools > .quiet").first().click();
    for (const name of names) {
      await page.locator(`.bar nav a[href="${name}"]`).click();
      await page.locator(`.bar nav a[href="${name}"][aria-current=page]`).waitFor();
      const hidden = await page.locator(".bar nav a, .bar button").evaluateAll((all) => all.filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect(), at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return left < 0 || right > innerWidth || at !== one;
      }).map((one) => one.innerText));
      check(`${name}, ${language}, ${width} px: nothing in the bar is out of sight`, hidden.length === 0, hidden);
      await fits(page, `${name}, ${language}, ${width} px`);
    }
  }
  await close(page, "the bar");
}

// Without a pointer: into the candidates, along a line, to the graph.
async function keyboard({ browser, server }) {
  const page = await open(browser, server, OTHELLO);
  await page.locator(".board").waitFor();
  await thought(page);
  await page.locator(".candidates .move").first().focus();
  await page.keyboard.press("Tab");
  await page.locator(".grid .ghost").first().waitFor();
  check("the line follows the focus", (await page.locator(".grid .ghost").count()) > 0);
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  check("the focus is seen", outline !== "none", outline);
  await page.getByRole("slider").focus();
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector("[role=slider]").getAttribute("aria-valuenow") === "0");
  check("the graph goes by keys", true);
  await close(page, "the keyboard");
}

export default async function (world) {
  const long = process.env.BY_LONG === "1";
  for (const one of SCENES) {
    await test(one[0], () => scene(world, one));
    if (!long) continue;
    await test(`${one[0]}, phone`, () => opened(world, one, { viewport: PHONE, touch: true, theme: "light" }, "phone"));
    await test(`${one[0]}, tablet`, () => opened(world, one, { viewport: TABLET, theme: "dark" }, "tablet"));
  }
  await test("French", () => french(world));
  await test("reduced motion", () => still(world));
  await test("the bar", () => bar(world));
  await test("the keyboard", () => keyboard(world));
}
