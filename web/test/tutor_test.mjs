// The tutor: a right trace passes and each of many planted faults is found, by pasting; examples, files, starters, links.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { accessible, close, fits, open, PHONE } from "./browser.mjs";
import { check, same, test } from "./tap.mjs";

const EXAMPLES = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "examples");
const TREE = [[[6, [3, 8]], [5, 9, 2]], [[4, 7], [[1, 8], 3], 9], [[2, [5, 6]], 4]];
const write = (node) => (Array.isArray(node) ? `(${node.map(write).join(" ")})` : String(node));
const figure = (value) => ({ Infinity: "inf", "-Infinity": "-inf" })[value] ?? String(value);

// A student's program; `planted` names what is wrong with it. Lines on leaving have the window of entering, so that the first line
// that differs from the right program's is the first wrong one.
function printed(planted, { negamax = false, minimax = false } = {}) {
  const out = [`tree ${write(TREE)}`, `values ${negamax ? "mover" : "max"}`];
  const show = (ply, move, window, value) => out.push([ply, move, ...(minimax ? ["-", "-"] : window.map(figure)), value].join(" "));
  const children = (node) => (planted === "forgets a child" && node.length > 2 ? node.slice(0, -1) : planted === "looks twice" ? [...node, node[0]] : node);
  function visit(node, alpha, beta, ply, move) {
    const came = [alpha, beta], max = negamax || ply % 2 === 0 || (planted === "max at MIN" && ply === 1);
    show(ply, move, came, "?");
    let best = max ? -Infinity : Infinity, last = 0;
    if (!Array.isArray(node)) best = (planted === "misreads" && node === 5 ? 50 : node) * (negamax && (ply % 2) ? -1 : 1) * (planted === "leaf sign" ? -1 : 1);
    else for (const [i, child] of children(node).entries()) {
      const window = planted === "full window" ? [-Infinity, Infinity] : planted === "window kept" ? came : [alpha, beta];
      const handed = !negamax ? window : planted === "not swapped" ? [-window[0], -window[1]] : [-window[1], -window[0]];
      last = visit(child, ...handed, ply + 1, (i % node.length) + 1);
      if (negamax && planted !== "no minus") last = -last;
      best = max ? Math.max(best, last) : Math.min(best, last);
      if (max) alpha = Math.max(alpha, best);
      else beta = Math.min(beta, best);
      if (!minimax && planted !== "no cut" && (planted === "early cut" ? alpha + 2 >= beta : alpha >= beta)) break;
    }
    const value = planted === "last value" && Array.isArray(node) ? last : best;
    show(ply, move, came, figure(value));
    return value;
  }
  visit(TREE, -Infinity, Infinity, 0, "-");
  return `${out.join("\n")}\n`;
}

const PLANTED = [
  ["window kept", {}, /narrowed/], ["full window", {}, /narrowed|passed on/], ["not swapped", { negamax: true }, /turned|wrong window/], ["no minus", { negamax: true }, /sign|wrong value/],
  ["max at MIN", { minimax: true }, /min and max/], ["misreads", {}, /misread/], ["leaf sign", { negamax: true }, /sign/], ["no cut", {}, /goes on/], ["early cut", {}, /too early/],
  ["forgets a child", { minimax: true }, /left out/], ["looks twice", { minimax: true }, /twice/], ["last value", { minimax: true }, /last child|min and max/],
];

const firstDifference = (a, b) => a.split("\n").findIndex((line, i) => line !== b.split("\n")[i]) + 1;

async function paste(page, text) {
  await page.locator(".tutor-desk textarea").fill("");
  await page.locator(".tutor-verdict").waitFor({ state: "detached" }); // what comes next is of the new text
  await page.locator(".tutor-desk textarea").focus();
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.keyboard.press("Control+V");
}

async function pasted({ browser, server }) {
  const page = await open(browser, server, "#/tutor");
  for (const [name, style] of [["alpha-beta", {}], ["negamax", { negamax: true }], ["minimax", { minimax: true }]]) {
    await paste(page, printed(null, style));
    await page.locator(".tutor-verdict.right").waitFor();
    check(`a right ${name} passes`, /the root is worth \d/.test(await page.locator(".tutor-verdict").innerText()));
  }
  for (const [name, style, says] of PLANTED) {
    const text = printed(name, style), line = firstDifference(text, printed(null, style));
    await paste(page, text);
    await page.locator(".tutor-verdict.wrong").waitFor();
    await page.waitForFunction((wanted) => document.querySelector(".tutor-verdict h2")?.textContent.startsWith(`Line ${wanted}:`), line).catch(() => {});
    const [title, sentence] = await page.locator(".tutor-verdict").evaluate((one) => [one.querySelector("h2").textContent, one.querySelector(".tutor-sentence").textContent]);
    check(`planted: ${name}: found at line ${line}, and named`, title.startsWith(`Line ${line}: `) && says.test(title) && sentence.length > 30, `${title}\n${sentence}`);
    same(`planted: ${name}: the line is marked`, await page.locator(".tutor-trace li.wrong code").innerText(), text.split("\n")[line - 1]);
    same(`planted: ${name}: one node of the drawing is marked`, await page.locator(".tutor-tree .node .name", { hasText: "✗" }).count(), 1);
  }
  check("the drawing has at most 400 elements", (await page.locator(".tutor-tree svg *").count()) <= 400);
  await accessible(page, "tutor");
  await close(page, "pasted");
}

async function said({ browser, server }) {
  const page = await open(browser, server, "#/tutor");
  const bare = printed(null).split("\n").slice(2).join("\n");
  page.expected.push(/status of 400/);
  await paste(page, bare);
  await page.locator(".tutor-desk .error").waitFor();
  check("a trace that says nothing is asked about", /does not say what is searched/.test(await page.locator(".tutor-desk .error").innerText()));
  await page.locator(".tutor-said summary").click();
  await page.getByLabel("It is").selectOption("tree");
  await page.getByLabel("a tree", { exact: true }).fill(write(TREE));
  await page.getByLabel("a tree", { exact: true }).press("Tab");
  await page.locator(".tutor-verdict.right").waitFor();
  const command = await page.locator(".again code").innerText();
  check("the same on the command line", command.includes("banyan tutor trace.txt --tree '((("), command);
  await page.getByLabel("Values are").selectOption("mover");
  await page.locator(".tutor-verdict.wrong").waitFor();
  check("values that are said to be the mover's are checked as such", true);
  await page.reload();
  await page.locator(".tutor-verdict.wrong").waitFor();
  check("the address brings it back", (await page.locator(".tutor-desk textarea").inputValue()).startsWith("0 - -inf"));
  await close(page, "said");
}

// Run in the page: the verdict that is shown is about the trace that stands in the field, line by line.
function ofTheText() {
  const lines = document.querySelector(".tutor-desk textarea").value.replace(/\n$/, "").split("\n"), shown = [...document.querySelectorAll(".tutor-trace li")];
  return document.querySelector(".tutor-verdict") !== null && shown.length > 0 && shown.every((row) => row.querySelector("code").textContent === (lines[Number(row.dataset.line) - 1] || " "))
    && parseInt(document.querySelector(".tutor-trace .extra").textContent, 10) === lines.length;
}

async function examples({ browser, server }) {
  const page = await open(browser, server, "#/tutor");
  await page.getByLabel("Try an example").waitFor();
  const names = await page.getByLabel("Try an example").locator("option:not([disabled])").evaluateAll((all) => all.map((one) => one.value));
  check("there are ten examples with a fault, and right ones", names.length >= 13, names);
  const titles = [];
  for (const [i, name] of names.entries()) {
    await page.getByLabel("Try an example").selectOption(name);
    await page.waitForFunction(ofTheText);
    same(`example ${name}: right or wrong`, await page.locator(`.tutor-verdict.${i < 3 ? "right" : "wrong"}`).count(), 1);
    titles.push((await page.locator(".tutor-verdict h2").innerText()).replace(/^Line \d+: /, ""));
  }
  same("what they show", titles, ["Every step is right", "Every step is right", "Every step is right", "the window was not narrowed", "the window was not passed on", "the window was not turned",
    "the window holds a wrong value", "min and max are exchanged", "the leaf is misread", "goes on after a cut", "cut too early", "a child was left out", "the window holds a wrong value",
    "the last child’s value, not the best one", "another node was not left yet", "the end is not seen"]);
  await page.locator(".tutor-tree .node").first().click();
  check("a node that is chosen shows its line", (await page.locator(".tutor-trace li.shown").count()) === 1);
  await close(page, "examples");
}

async function files({ browser, server }) {
  const page = await open(browser, server, "#/tutor");
  const folder = mkdtempSync(join(tmpdir(), "banyan-tutor-"));
  await page.locator(".tutor-starters summary").click();
  for (const name of ["tutor_starter.py", "tutor_starter.c"]) {
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: `save ${name}` }).click()]);
    await saved.saveAs(join(folder, name));
    check(`${name} is the one of the repository`, readFileSync(join(folder, name), "utf8") === readFileSync(join(EXAMPLES, name), "utf8"));
  }
  const trace = spawnSync("python3", [join(folder, "tutor_starter.py")], { encoding: "utf8" }).stdout;
  writeFileSync(join(folder, "trace.txt"), trace);
  await page.locator(".tutor-desk input[type=file]").setInputFiles(join(folder, "trace.txt"));
  await page.locator(".tutor-verdict.right").waitFor();
  check("what the saved starter prints is right, opened as a file", true);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "trace.txt", { type: "text/plain" }));
    document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, printed("misreads"));
  await page.locator(".tutor-verdict.wrong").waitFor();
  check("a file that is dropped is checked", /misread/.test(await page.locator(".tutor-verdict h2").innerText()));
  writeFileSync(join(folder, "short.txt"), "tree (3 5)\n0 - - - ?\n1 1 - - 3\n1 2 - - 5\n0 - - - 5\n");
  await page.locator(".tutor-desk input[type=file]").setInputFiles(join(folder, "short.txt"));
  await page.locator(".tutor-verdict.right").waitFor();
  check("a shorter file is checked as well", true);
  await page.locator(".tutor-desk textarea").press("Control+A");
  await page.evaluate(() => navigator.clipboard.writeText("tree (3 5)\n0 - - - ?\n1 1 - - 3\n1 2 - - 5\n0 - - - 3\n"));
  await page.keyboard.press("Control+V");
  await page.locator(".tutor-verdict.wrong").waitFor();
  check("and what is pasted over it, as long as it was", true);
  rmSync(folder, { recursive: true });
  await close(page, "files");
}

async function elsewhere({ browser, server }) {
  const page = await open(browser, server, "#/tutor?example=late", { locale: "fr-FR", viewport: PHONE, theme: "dark", touch: true });
  await page.locator(".tutor-verdict.wrong").waitFor();
  check("in French", /^Ligne \d+ : continue après une coupe/.test(await page.locator(".tutor-verdict h2").innerText()));
  await accessible(page, "tutor, phone, dark");
  await fits(page, "tutor, phone");
  await close(page, "French, phone");
}

export default async function (world) {
  await test("pasted", () => pasted(world));
  await test("what is searched is said", () => said(world));
  await test("examples", () => examples(world));
  await test("files and starters", () => files(world));
  await test("French, phone", () => elsewhere(world));
}
