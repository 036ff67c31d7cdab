// frames.mjs [GAME...]: how fluid the live tree is while a search of a million nodes and more runs behind it: `npm run frames` here.
// Frames are counted by requestAnimationFrame, first while the tree is watched, then while it is moved about with the pointer;
// beside them what the page's thread did meanwhile, as Chromium counts it, and the updates with what they weigh.
// BY_URL=ADDRESS measures a server that runs already, for instance one on a processor of its own:
//   taskset -c 1 banyan serve --port 8899 & BY_URL=http://127.0.0.1:8899 taskset -c 0 node test/frames.mjs

import { loadavg } from "node:os";
import { launch, open } from "./browser.mjs";
import { Server } from "./server.mjs";

const MILLION = 1_000_000, SECONDS = 10, SOON_MS = 240_000;
const PLAYER = "mcts z=0 proofs=off early=off"; // a node for every simulation, and no end before its time

// What the page's thread was busy with, in seconds since the page was opened.
async function busy(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const of = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  return { script: of.ScriptDuration, style: of.RecalcStyleDuration, layout: of.LayoutDuration, all: of.TaskDuration };
}

// Counts frames for some seconds, in the page.
function count(seconds) {
  return new Promise((resolve) => {
    const box = document.querySelector("[data-updates]"), from = Number(box.dataset.updates), begun = performance.now(), gaps = [];
    let last = begun;
    const frame = (now) => {
      gaps.push(now - last);
      last = now;
      if (now - begun < 1000 * seconds) return requestAnimationFrame(frame);
      gaps.sort((a, b) => a - b);
      resolve({
        frames: gaps.length, seconds: (now - begun) / 1000, longest: gaps.at(-1), late: gaps.filter((gap) => gap > 1000 / 30 + 1).length,
        updates: Number(box.dataset.updates) - from, state: box.dataset.state, elements: document.querySelectorAll(".tree-room svg, .tree-room svg *").length,
        tree: document.querySelector(".step-where").textContent,
      });
    };
    requestAnimationFrame(frame);
  });
}

async function move(page, until) {
  const room = await page.locator(".tree-room").boundingBox();
  await page.mouse.move(room.x + 40, room.y + room.height - 60);
  await page.mouse.down();
  for (let i = 0; !until.over; i++) {
    await page.mouse.move(room.x + 40 + 120 * Math.abs(Math.sin(i / 20)), room.y + room.height - 60 - 60 * Math.abs(Math.sin(i / 31)));
    await page.waitForTimeout(15);
  }
  await page.mouse.up();
}

async function measure(browser, server, game) {
  const page = await open(browser, server, `#/tree?mode=grow&game=${game}&player=${encodeURIComponent(PLAYER)}&time=300&run=1`);
  const devtools = await page.context().newCDPSession(page);
  let weight = 0;
  await devtools.send("Performance.enable");
  await devtools.send("Network.enable");
  devtools.on("Network.eventSourceMessageReceived", ({ data }) => { weight += data.length; });
  await page.waitForFunction((wanted) => {
    const refused = document.querySelector(".tree-panel .error");
    if (refused) throw new Error(refused.textContent);
    const text = [...document.querySelectorAll(".grow-bar b")][1]?.textContent ?? "", value = parseFloat(text);
    return value * (text.includes("M") ? 1e6 : text.includes("k") ? 1e3 : 1) >= wanted;
  }, MILLION, { timeout: SOON_MS });
  for (const moving of [false, true]) {
    const until = { over: false }, before = await busy(devtools);
    weight = 0;
    const hand = moving ? move(page, until) : null;
    const found = await page.evaluate(count, SECONDS);
    until.over = true;
    await hand;
    const after = await busy(devtools), heavy = weight / 1000 / Math.max(1, found.updates);
    const share = (key) => `${(100 * (after[key] - before[key]) / found.seconds).toFixed(1)} %`;
    console.log(`${game}, ${moving ? "moved" : "watched"}: ${(found.frames / found.seconds).toFixed(1)} frames a second, the longest took ${found.longest.toFixed(0)} ms, ${found.late} of ${found.frames} longer than 1/30 s`);
    console.log(`  ${found.tree}; ${found.state}; ${(found.updates / found.seconds).toFixed(1)} updates a second of ${heavy.toFixed(1)} kB; ${found.elements} SVG elements`);
    console.log(`  the page's thread was busy ${share("all")} of the time: script ${share("script")}, style ${share("style")}, layout ${share("layout")}`);
  }
  await page.getByRole("button", { name: "Stop" }).click();
  await page.waitForFunction(() => document.querySelector("[data-updates]").dataset.state === "stopped");
  if (page.faults.length) console.log(page.faults.join("\n"));
  await page.context().close();
}

const server = process.env.BY_URL ? { url: process.env.BY_URL, close() {} } : await Server.open();
const browser = await launch();
const load = () => loadavg().map((value) => value.toFixed(1)).join(" ");
console.log(`load before: ${load()}`);
for (const game of process.argv.length > 2 ? process.argv.slice(2) : ["connect4", "go"]) await measure(browser, server, game);
console.log(`load after: ${load()}`);
await browser.close();
await server.close();
