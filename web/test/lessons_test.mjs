// The lessons: each opens, moves as the engine's data says, answers, and goes by its controls; the numbers in the answers are the engine's.
// One page for all of them; with BY_LONG=1 more steps of each, and axe-core looks at every one on a phone.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { accessible, close, fits, linked, open, PHONE } from "./browser.mjs";
import { banyan } from "./server.mjs";
import { check, same, test } from "./tap.mjs";

// The lessons' own files, without a browser: texts, questions, controls.
export async function loadLessons() {
  globalThis.localStorage ??= { getItem: () => null, setItem: () => {} };
  globalThis.navigator ??= { language: "en" };
  globalThis.document ??= { documentElement: { dataset: {} } };
  const folder = mkdtempSync(join(tmpdir(), "banyan-lessons-"));
  const outfile = join(folder, "lessons.mjs");
  const source = join(dirname(fileURLToPath(import.meta.url)), "..", "src", "lessons");
  await build({ stdin: { contents: "export * from './table'", resolveDir: source, loader: "ts" }, bundle: true, outfile, format: "esm", jsx: "automatic", jsxImportSource: "preact" });
  try {
    return (await import(pathToFileURL(outfile).href)).lessons;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const LONG = process.env.BY_LONG === "1";
const words = (options) => Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
const known = new Map(); // asked once
export function figuresOf(name, options) {
  const line = [name, ...words(options)];
  if (!known.has(line.join(" "))) known.set(line.join(" "), banyan("lesson", ...line, "--frames"));
  return known.get(line.join(" "));
}
export const usual = (lesson) => Object.fromEntries(lesson.controls.map((one) => [one.option, one.usual]));

// --- what can be said without a browser --------------------------------------------------------------

const at = (figures, path) => path.split(".").reduce((value, name) => (name === "last" ? value?.at(-1) : value?.[name]), figures);

export function facts(lesson) {
  for (const [i, { ask, answer, holds = [] }] of lesson.questions.entries()) {
    check(`${lesson.name}: question ${i + 1} in both languages`, [...ask, ...answer].every((text) => text.length > 10) && ask[0] !== ask[1] && answer[0] !== answer[1]);
    for (const [value, options, path] of holds) {
      const found = at(figuresOf(lesson.name, options), path);
      const digits = /\.(\d+)$/.exec(String(value))?.[1].length ?? 0;
      const said = typeof found !== "number" ? found : typeof value === "number" ? Number(found.toFixed(digits)) : found.toFixed(digits);
      same(`${lesson.name}: the engine says so, ${JSON.stringify(options)} ${path}`, said, value);
      const french = String(value).replace(".", ",");
      const bare = answer.map((text, language) => `${ask[language]} ${text}`.replace(/\u202f/g, ""));
      check(`${lesson.name}: question ${i + 1} says ${value}`, bare[0].includes(String(value)) && (bare[1].includes(french) || bare[1].includes(String(value))), bare.join("\n"));
    }
  }
}

async function quick(server, lesson) {
  const most = lesson.controls.filter((one) => one.high !== undefined).map((one) => [one.option, String(one.high)]);
  const { status, data } = await server.api(`/lessons/${lesson.name}`, { options: { ...usual(lesson), ...Object.fromEntries(most) }, want: ["frames"] });
  check(`${lesson.name}: the largest controls are answered, whole`, status === 200 && !data.figures.frames_cut && data.figures.frames.length > 0, data?.error);
}

// --- in the browser ------------------------------------------------------------------------------------

export const goTo = async (page, step) => {
  await page.locator(".lesson-walk input[type=range]").fill(String(step));
  await page.waitForFunction((k) => document.querySelector(".lesson figure").dataset.step === String(k), step);
};
const goHash = (page, hash) => page.evaluate((to) => { location.hash = to; }, hash);
export const openLesson = async (page, name, more = "&step=0") => {
  await goHash(page, `#/lessons?lesson=${name}${more}`);
  await page.locator(`.lesson[data-lesson=${name}] figure[data-ready=yes]`).waitFor();
};
export const pictureOf = (page) => page.locator(".lesson-picture").innerHTML();
const countOf = async (page) => Number(await page.locator(".lesson figure").getAttribute("data-count"));

// What each picture says of itself, against the engine's frames; and rules that hold whatever the engine says.
const data = (page, selector) => page.locator(selector).evaluateAll((all) => all.map((one) => ({ ...one.dataset })));
const attack = ([a, b], [c, d]) => a === c || b === d || Math.abs(a - c) === Math.abs(b - d);
const AGREES = {
  // The points drawn are those thrown, in the circle or not as they are; four times their share is the estimate.
  async pi(page, { frames }, step) {
    const [{ points, within, estimate }] = await data(page, "svg.pi");
    const frame = frames[step], drawn = {};
    for (const kind of ["within", "outside"])
      drawn[kind] = [...(await page.locator(`.dots.${kind}`).getAttribute("d")).matchAll(/M([\d.]+) ([\d.]+)h0/g)].map(([, x, y]) => [Number(x) / 216, 1 - Number(y) / 216]);
    const radius = ([x, y]) => x * x + y * y;
    const all = drawn.within.length + drawn.outside.length;
    return Number(points) === frame.points && Number(within) === frame.within && Math.abs(Number(estimate) - (4 * frame.within) / frame.points) < 1e-9
      && all === Math.min(frame.points, 2000) && (frame.points > 2000 || drawn.within.length === frame.within)
      && drawn.within.every((one) => radius(one) < 1.002) && drawn.outside.every((one) => radius(one) > 0.998);
  },
  // Tries add up to the rounds; the curves end where the engine's do.
  async bandit(page, { frames, players }, step) {
    const arms = await data(page, ".arm"), curves = await data(page, ".player");
    const tried = frames[step].players.flatMap((one) => one.arms.map(([n]) => n));
    const over = await page.locator("svg.bandit").evaluate((svg) => { // names of curves over numbers of the axis, and over each other
      const boxes = (all) => [...svg.querySelectorAll(all)].map((one) => one.getBBox()), names = boxes(".label"), axis = boxes(".axis");
      return names.some((a, i) => [...names.slice(i + 1).map((b) => ({ ...b, x: b.x, y: b.y + 3, width: b.width, height: b.height })), ...axis].some((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y + a.height - 3 > b.y && b.y + b.height > a.y + 3));
    });
    if (over) return false;
    return JSON.stringify(arms.map((one) => Number(one.tried))) === JSON.stringify(tried)
      && tried.reduce((sum, one) => sum + one, 0) === frames[step].players.length * frames[step].t
      && players[0].curve[step].t === frames[step].t
      && curves.every((one, i) => Number(one.regret) === players[i].curve[step].regret);
  },
  async factorial(page, { frames, n }, step) {
    const [{ open }] = await data(page, "svg.calls");
    const drawn = (await data(page, ".box.open")).map((one) => Number(one.call));
    const wanted = step <= n ? Array.from({ length: step + 1 }, (_, i) => n - i) : Array.from({ length: 2 * n + 1 - step }, (_, i) => n - i);
    return open === frames[step].open.join(" ") && JSON.stringify(drawn) === JSON.stringify(wanted);
  },
  // The calls that are open are a path from the root, and there is a circle for every call made.
  async fibonacci(page, { frames, tree }, step) {
    const nodes = await data(page, ".box"), open = nodes.filter((one) => one.state === "open").map((one) => Number(one.node));
    const called = new Set(frames.slice(0, step + 1).map((one) => one.node));
    return open.length === frames[step].open && open.every((node, i) => tree[node].parent === (i ? open[i - 1] : -1))
      && nodes.every((one, i) => Number(one.n) === tree[i].n && (one.state !== "faint") === called.has(i));
  },
  async queens(page, { frames, n }, step) {
    const cells = await data(page, "svg.queens g"), { cells: wanted, event } = frames[step];
    const queens = cells.filter((one) => one.mark === "Q").map((one) => [Number(one.row), Number(one.column)]);
    const shown = Array.from({ length: n }, (_, y) => cells.slice(y * n, y * n + n).map((one) => one.mark).join("")).join("/");
    return shown === wanted && queens.every((one, i) => queens.slice(0, i).every((other) => !attack(one, other))) && (event !== "solved" || queens.length === n);
  },
  // The way goes from cell to neighbouring cell through no wall.
  async maze(page, { frames, plan, way }, step) {
    const [{ way: length, lost, at: here }] = await data(page, "svg.maze"), frame = frames[step];
    const path = [...(await page.locator(".way").getAttribute("d")).matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Math.floor(x / 20), Math.floor(y / 20)]);
    const open = path.every(([x, y], i) => i === 0 || (Math.abs(x - path[i - 1][0]) + Math.abs(y - path[i - 1][1]) === 1 && plan[y + path[i - 1][1] + 1][x + path[i - 1][0] + 1] === " "));
    return Number(length) === frame.way && path.length === frame.way && Number(length) + Number(lost) === frame.entered && here === frame.at.join(" ")
      && open && (step < frames.length - 1 || JSON.stringify(path) === JSON.stringify(way));
  },
  async hanoi(page, { frames }, step) {
    const discs = await page.locator(".disc").evaluateAll((all) => all.map((one) => [one.dataset.peg, Number(one.dataset.level), Number(one.dataset.disc)]));
    const pegs = ["A", "B", "C"].map((peg) => discs.filter((one) => one[0] === peg).sort((a, b) => a[1] - b[1]).map((one) => one[2]));
    return JSON.stringify(pegs) === JSON.stringify(frames[step].pegs) && pegs.every((peg) => peg.every((disc, i) => i === 0 || disc < peg[i - 1]));
  },
};

// Opens at step 0, goes on, and shows at each of some steps what the engine says, never the same twice in a row.
export async function moves(page, lesson, agrees = AGREES[lesson.name]) {
  await openLesson(page, lesson.name);
  const figures = figuresOf(lesson.name, usual(lesson)), count = await countOf(page);
  check(`${lesson.name}: there is something to walk through`, count >= 5, count);
  const stride = Math.max(1, Math.floor(count / (LONG ? 12 : 2)));
  const wrong = [], still = [];
  for (let step = 0; step < count; step += stride) {
    await goTo(page, step);
    if (agrees && !(await agrees(page, figures, step))) wrong.push(step);
    if (step + 1 >= count) continue;
    const before = await pictureOf(page);
    await page.locator(".walk-step").click();
    await page.waitForFunction((k) => document.querySelector(".lesson figure").dataset.step === String(k), step + 1);
    if (agrees && !(await agrees(page, figures, step + 1))) wrong.push(step + 1);
    if ((await pictureOf(page)) === before) still.push(step);
  }
  await goTo(page, count - 1);
  if (agrees && !(await agrees(page, figures, count - 1))) wrong.push(count - 1);
  same(`${lesson.name}: the picture is what the engine says`, wrong, []);
  same(`${lesson.name}: every step moves it`, still, []);
  await answers(page, lesson);
  await narrow(page, lesson);
  await controls(page, lesson);
}

async function answers(page, lesson) {
  const all = page.locator(".lesson-questions details");
  same(`${lesson.name}: three questions, closed`, await all.evaluateAll((list) => list.map((one) => one.open)), [false, false, false]);
  for (let i = 0; i < 3; i++) await all.nth(i).locator("summary").click();
  const shown = await page.locator(".answer").evaluateAll((list) => list.map((one) => one.innerText.length > 10 && one.checkVisibility()));
  same(`${lesson.name}: answers open`, shown, [true, true, true]);
}

// Every control leads to another picture, another link, another command.
async function controls(page, lesson) {
  for (const { option, high, low, values, usual: was, seed } of lesson.controls) {
    const field = page.locator(`.lesson-option.${option}`);
    const command = await page.locator(".lesson .again code").innerText();
    const other = values?.map((one) => (typeof one === "string" ? one : one[0])).find((one) => one !== was);
    if (values) await field.locator("select").selectOption(other);
    else if (low !== undefined) await field.locator("input").fill(String(Number(was) === high ? low : high));
    else if (seed) await field.locator("input").fill("12345"), await field.locator("input").press("Tab");
    else continue;
    await page.waitForFunction((text) => document.querySelector(".lesson .again code").innerText !== text, command);
    await page.waitForFunction((name) => location.hash.includes(`${name}=`), option);
    check(`${lesson.name}: ${option} is in the link`, true);
  }
}

async function walking(page) {
  await openLesson(page, "hanoi", "&n=3&step=2");
  const step = async () => Number(await page.locator(".lesson figure").getAttribute("data-step"));
  same("a link opens its step", await step(), 2);
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector(".lesson figure").dataset.step === "7");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector(".lesson figure").dataset.step === "6");
  await page.waitForFunction(() => location.hash.includes("step=6"));
  await linked(page, "the link follows", "n=3");
  await page.keyboard.press("Home");
  await page.locator(".walk-speed select").selectOption("16");
  await page.locator(".walk-play").click();
  await page.waitForFunction(() => document.querySelector(".lesson figure").dataset.step === "7");
  check("played to its end, and stopped there", true);
  await page.locator(".walk-play[aria-pressed=false]").waitFor();
  await page.locator(".walk-back").click();
  same("one back", await step(), 6);
  await page.locator(".walk-first").click();
  same("the first", await step(), 0);
  await page.locator(".walk-last").click();
  same("the last", await step(), 7);
}

// Links that ask for what the engine refuses, or for more than is drawn: one sentence, and the controls still work.
async function odd(page) {
  page.expected.push(/400/);
  for (const [name, option] of [["hanoi", "n=99"], ["fibonacci", "n=30"], ["maze", "size=1x1"]]) {
    await goHash(page, `#/lessons?lesson=${name}&${option}&step=x`);
    await page.locator(`.lesson[data-lesson=${name}] .error`).waitFor();
    check(`${name} ${option}: one sentence`, (await page.locator(".lesson .error").innerText()).length > 20);
    if (name === "fibonacci") {
      await page.locator(".lesson-option.n input").fill("3");
      await page.locator(".lesson figure[data-ready=yes]").waitFor();
      check("and a smaller number is drawn", (await page.locator(".lesson .error").count()) === 0);
    }
  }
  page.expected = [];
}

async function autoplay(page) {
  await openLesson(page, "hanoi", "&n=6"); // long enough that it still plays when all was looked at
  await page.waitForFunction(() => Number(document.querySelector(".lesson figure").dataset.step) > 0);
  check("a lesson that is opened moves", true);
  await page.locator(".walk-speed select").selectOption("0.5");
  await accessible(page, "a lesson that plays");
  same("it still plays", await page.locator(".walk-play").getAttribute("aria-pressed"), "true");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openLesson(page, "factorial", "");
  await page.waitForTimeout(1200);
  same("not for who prefers no motion", await page.locator(".lesson figure").getAttribute("data-step"), "0");
  await page.locator(".walk-step").click();
  same("steps work all the same", await page.locator(".lesson figure").getAttribute("data-step"), "1");
  const moving = () => page.evaluate(() => [...document.querySelectorAll(".lesson *")].some((one) => parseFloat(getComputedStyle(one).transitionDuration) > 0));
  await openLesson(page, "hanoi");
  check("and nothing glides", !(await moving()));
  await page.emulateMedia({ reducedMotion: "no-preference" });
  check("which it does else", await moving());
}

async function list(page, server, lessons) {
  await page.locator(".lesson-card").first().waitFor();
  const links = await page.locator(".lesson-card").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  same("the list leads to every lesson", links.sort(), lessons.map((one) => `#/lessons?lesson=${one.name}`).sort());
  const there = lessons.map((one) => one.name), engines = (await server.api("/lessons")).data.lessons.map((one) => one.name);
  same("every lesson of the engine's has a page, and the other way round", [...there].sort(), engines.sort());
  await page.locator(".lesson-card").first().click();
  await page.locator(".lesson figure[data-ready=yes]").waitFor();
  await linked(page, "a click opens one", "lesson=");
  await goHash(page, "#/lessons?lesson=chess");
  await page.locator(".empty").waitFor();
  check("a lesson that is not there is said so", (await page.locator(".empty").innerText()).includes("chess"));
}

// On a phone, in the dark, in French: every one of them fits, and its letters can be read.
export async function looks(page, lessons, axe) {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByRole("button", { name: /^EN/ }).click();
  for (const lesson of lessons) {
    await openLesson(page, lesson.name, "&step=9");
    same(`${lesson.name}: its title in French`, (await page.locator(".lesson h2").innerText()).replaceAll("\u00a0", " "), lesson.title[1]);
    if (LONG || axe.includes(lesson.name)) await accessible(page, `${lesson.name}, phone, dark`);
    await fits(page, `${lesson.name}, phone, dark`);
    const [text, picture] = await page.evaluate(() => [".lesson-text", ".lesson-moving"].map((one) => document.querySelector(one).getBoundingClientRect().bottom));
    check(`${lesson.name}: the picture below the text`, text < picture);
  }
}

// The longest line of the text, in characters.
async function narrow(page, lesson) {
  const most = await page.evaluate(() => {
    let longest = 0;
    const walk = document.createTreeWalker(document.querySelector(".lesson-text"), NodeFilter.SHOW_TEXT);
    const lines = new Map();
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      for (let i = 0; i < node.length; i++) {
        const range = document.createRange();
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        const y = Math.round(range.getBoundingClientRect().bottom);
        lines.set(y, (lines.get(y) ?? 0) + 1);
      }
    for (const n of lines.values()) longest = Math.max(longest, n);
    return longest;
  });
  check(`${lesson.name}: lines of at most 65 characters`, most <= 66, most); // with the blank that hangs over
}

async function commas(page) {
  await openLesson(page, "expectimax", "&step=3");
  const said = await page.locator(".lesson figure").innerText(), drawn = (await page.locator(".lesson-picture text").allTextContents()).join(" ");
  check("numbers have the comma in French", /−?0,\d/.test(drawn) && !/\d\.\d/.test(said + drawn), said + drawn);
}

async function letters(page) {
  await openLesson(page, "fibonacci", "&n=7&step=81");
  const small = await page.locator(".calls text").evaluateAll((all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a).filter((size) => size < 8));
  same("the values of the largest tree can be read on a phone", small, []);
}

export default async function ({ browser, server }) {
  const lessons = await loadLessons(), own = lessons.filter((one) => AGREES[one.name]); // the second half has a file of its own
  const page = await open(browser, server, "#/lessons");
  await test("the list", () => list(page, server, lessons));
  await test("walking", () => walking(page));
  await test("odd links", () => odd(page));
  await test("autoplay", () => autoplay(page));
  for (const lesson of own) {
    facts(lesson);
    await test(`${lesson.name}: quick`, () => quick(server, lesson));
    await test(`${lesson.name}: moves`, () => moves(page, lesson));
  }
  await test("looks", () => looks(page, own, ["hanoi"]));
  await test("commas", () => commas(page));
  await test("letters", () => letters(page));
  await close(page, "the lessons");
}
