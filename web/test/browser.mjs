// browser.mjs: Debian's Chromium, and pages that fail a test on any error they meet.

import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import { check } from "./tap.mjs";

export const DESKTOP = { width: 1440, height: 940 };
export const TABLET = { width: 1024, height: 768 };
export const PHONE = { width: 390, height: 844 };
// For a state that comes at once on a machine with nothing else to do: only what never comes is waited for so long.
// Beside 40 other processes on two processors a game of nine moves took 27 s.
export const WAIT_MS = 180_000;
export const LONG_WAIT_MS = 600_000; // for matches and long searches
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

// BY_DELAY=MS: every request of a page's sets out so much later at most, each by another time: what takes turns for granted shows.
const DELAY_MS = Number(process.env.BY_DELAY ?? 0);
async function late(route) {
  await new Promise((wake) => setTimeout(wake, Math.random() * DELAY_MS));
  await route.continue().catch(() => {}); // the page may be closed by then
}

function findChromium() {
  if (process.env.BY_CHROMIUM) return process.env.BY_CHROMIUM;
  return execFileSync("sh", ["-c", "command -v chromium || command -v chromium-browser || command -v google-chrome"], {
    encoding: "utf8",
  }).trim();
}

export function launch() {
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: findChromium(), args: [...asRoot, "--disable-dev-shm-usage"], timeout: LONG_WAIT_MS });
}

// A predicate that does not find what it asks about says "not yet" instead of ending the test.
function patient(predicate) {
  return new Function("arg", `try { return (${predicate})(arg); } catch { return false; }`);
}

// A page of a user of its own: open(browser, server, "#/play?game=go", {theme: "dark", viewport: PHONE}).
// `faults` collects what must not happen: errors of the page, and requests that leave the server.
export async function open(browser, server, hash = "", options = {}) {
  const { theme = "light", viewport = DESKTOP, locale = "en-GB", reducedMotion = "no-preference", touch = false } = options;
  const context = await browser.newContext({
    viewport, locale, reducedMotion, colorScheme: theme, hasTouch: touch, acceptDownloads: true,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  if (DELAY_MS > 0) await context.route("**/api/v1/**", late);
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  const wait = page.waitForFunction.bind(page);
  page.waitForFunction = (predicate, ...rest) => wait(patient(predicate), ...rest);
  page.faults = [];
  page.expected = []; // patterns of messages that a test brings about itself
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") fault(page, `${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => fault(page, `exception: ${error.stack ?? error}`));
  page.on("request", (request) => {
    const inside = [server.url, "data:", "blob:"].some((start) => request.url().startsWith(start));
    if (!inside) fault(page, `a request left the server: ${request.url()}`);
  });
  await page.goto(`${server.url}/${hash}`, { waitUntil: "load" });
  return page;
}

// What all pages show now: for the report of a test that came to no end, whose exception says what was waited for and not what was there.
export async function shownBy(browser) {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const said = await Promise.all(pages.map(async (page) => {
    const text = await page.evaluate(() => document.querySelector("main")?.innerText ?? "").catch(String);
    return `${page.url()}\n${text.replace(/\s*\n\s*/g, " | ").slice(0, 1200)}\n${(page.faults ?? []).join("\n")}`;
  }));
  return said.join("\n");
}

function fault(page, text) {
  if (!page.expected.some((pattern) => pattern.test(text))) page.faults.push(text);
}

// Closes a page: one point that nothing went wrong on it.
export async function close(page, name) {
  check(`${name}: no error and no request elsewhere`, page.faults.length === 0, page.faults.join("\n"));
  await page.context().close();
}

// One point: the link to what is shown has these words in it.
export async function linked(page, name, ...words) {
  const has = (all) => { const link = decodeURIComponent(location.href).replaceAll("+", " "); return all.every((one) => link.includes(one)); };
  return check(name, await page.waitForFunction(has, words).then(() => true, () => false), page.url());
}

// One point: axe-core finds nothing to object to in what is shown now.
export async function accessible(page, name) {
  if (!(await page.evaluate(() => "axe" in window))) {
    // Not as a script element: the page's content security policy forbids what it did not bring.
    const { readFileSync } = await import("node:fs");
    await page.evaluate(readFileSync(AXE, "utf8"));
  }
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const said = found.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.html.slice(0, 160)}\n  ${node.failureSummary.replaceAll("\n", " ")}`));
  return check(`${name}: accessible`, said.length === 0, said.join("\n"));
}

// One point: no word of a drawn tree is wider than its node.
export async function wordsFit(page, name) {
  const wide = await page.locator(".tree-room .node").evaluateAll((all) => all.flatMap((node) => {
    const room = node.querySelector(".shape").getBBox().width;
    return [...node.querySelectorAll("text")].filter((one) => one.getComputedTextLength() > room - 4).map((one) => `${one.textContent}: ${one.getComputedTextLength().toFixed(1)} in ${room.toFixed(1)}`);
  }));
  return check(`${name}: words fit their nodes`, wide.length === 0, wide.slice(0, 10).join("\n"));
}

// One point: nothing is wider than the screen.
export async function fits(page, name) {
  const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  return check(`${name}: fits the screen`, wide <= screen, `${wide} px wide on ${screen}`);
}
