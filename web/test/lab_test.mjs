// The laboratory on the page: all experiments, one opened, run at smoke scale to its end, stopped and gone on with, its games in
// Play, its claim checked; figures on screen are those of the API.

import { accessible, close, fits, linked, LONG_WAIT_MS, open, PHONE } from "./browser.mjs";
import { check, same, test } from "./tap.mjs";

const NAME = "nogo-rave";
const plain = (text) => text.replace(/\s+/g, " ").trim();
const reportOf = async (server, name, query = "") => (await server.api(`/lab/experiments/${name}${query}`)).data.experiments[0];

async function lists({ browser, server }) {
  const page = await open(browser, server, "#/lab");
  const entries = page.locator(".experiment");
  await page.waitForFunction(() => document.querySelectorAll(".plot.small .mark").length > 20, null, { timeout: LONG_WAIT_MS });
  const { experiments } = (await server.api("/lab")).data;
  const inProgram = experiments.filter((one) => one.document);
  same("every experiment is listed", (await entries.locator("code").allInnerTexts()).sort(), experiments.map((one) => one.name).sort());
  check("34 of them are the program's", inProgram.length === 34, String(inProgram.length));
  same("by document", await page.locator(".document h2").count(), new Set(inProgram.map((one) => one.document)).size + (experiments.length > 34 ? 1 : 0));
  const claims = await entries.locator(".claim").allInnerTexts();
  check("each with its claim in a sentence", inProgram.every((one) => claims.includes(one.claim)), claims.join("\n"));
  same("and a verdict that is a shape and a word", await entries.locator(".chip").evaluateAll((chips) => chips.every((chip) => chip.querySelector("svg path") && chip.innerText.trim().length > 3)), true);
  for (const document of ["NOGO", "LOG"]) {
    await page.getByLabel("Document").selectOption(document);
    same(`the document ${document} alone`, await entries.count(), experiments.filter((one) => one.document === document).length);
  }
  await page.getByLabel("Document").selectOption("");
  await page.getByLabel("Verdict").selectOption("not run");
  same("a verdict alone", await entries.count(), experiments.filter((one) => one.verdict === "not run").length);
  await linked(page, "which the address tells", "verdict=not run");
  await close(page, "the list");
}

// What a row of the table shows, and what the API says.
async function figuresAgree(page, server, name, words) {
  const report = await reportOf(server, name);
  const rows = await page.locator(".figures tbody tr:not(.row-head)").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText.replace(/\s+/g, ""))));
  const wanted = report.cells.map((one) => {
    const interval = one.words.interval.replace(" to ", "…");
    return [one.words.published || "–", `${one.words.ours || "–"}${interval}`, one.words.verdict].map((text) => text.replace(/\s+/g, ""));
  });
  same(words, rows.map((row) => row.slice(1, 4)), wanted);
  return report;
}

async function runs({ browser, server }) {
  const page = await open(browser, server, `#/lab?experiment=${NAME}`);
  await page.locator(".lab-view").waitFor();
  const before = await figuresAgree(page, server, NAME, "the published figures are on screen before anything was run");
  same("nothing was run", [before.verdict, await page.locator(".what").getByText("Nothing yet").count()], ["not run", 1]);
  check("there is nothing to check", await page.getByRole("button", { name: "Check this claim" }).isDisabled());
  await page.locator(".lab-run select").selectOption("smoke");
  await page.locator(".lab-run .cost", { hasText: /To do: \d+ games.*of one core/ }).waitFor();
  check("what it costs is said before", true);
  await page.getByRole("button", { name: "Run at smoke scale" }).click();
  await page.getByText("The run at smoke scale has ended.").waitFor({ timeout: LONG_WAIT_MS });
  await page.locator(".what dd", { hasText: "smoke" }).waitFor();
  same("the scale stays that of the run", await page.locator(".lab-run select").inputValue(), "smoke");
  await page.setViewportSize({ width: 1024, height: 900 });
  const [all, seen] = await page.locator(".figures .scroll").evaluate((node) => [node.scrollWidth, node.clientWidth]);
  check("the table of figures fits at 1024 pixels", all <= seen, `${all} in ${seen}`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.waitForFunction(() => document.querySelectorAll(".large-plot .mark:not(.hollow)").length > 0);
  const report = await figuresAgree(page, server, NAME, "published and own figures, intervals and verdicts are those of the API");
  same("the verdict of the claim and its reasons, too", [plain(await page.locator(".lab-name .chip").innerText()), await page.locator(".statements li").count()], [report.verdict, report.claims.length]);
  const { series } = (await server.api(`/lab/experiments/${NAME}/plot`)).data;
  const marks = (hollow) => series.filter((one) => one.hollow === hollow && !one.bare).reduce((sum, one) => sum + one.points.length, 0);
  same("the plot has published points hollow and ours filled", [await page.locator(".large-plot svg[role=img] .mark.hollow").count(), await page.locator(".large-plot svg[role=img] .mark:not(.hollow)").count()], [marks(true), marks(false)]);
  same("with intervals", await page.locator(".large-plot svg[role=img] .interval").count(), series.flatMap((one) => one.points).filter((point) => point.length > 2).length);
  check("what was run is told with its command", plain(await page.locator(".what code").innerText()).includes(`banyan lab report ${NAME} --scale smoke --seed 1`));
  await checks(page);
  await opensGame(page, server);
  await close(page, "an experiment");
}

async function checks(page) {
  await page.getByRole("button", { name: "Check this claim" }).click();
  await page.locator(".check-result").waitFor({ timeout: LONG_WAIT_MS });
  const said = plain(await page.locator(".check-result p").first().innerText());
  check("checking the claim says equal", /^Equal: (\d+) of \1 cells came out the same, game by game\./.test(said), said);
}

async function opensGame(page, server) {
  const cell = "row=rave,sims=50";
  await page.getByRole("button", { name: `6 games of ${cell}`, exact: true }).click();
  const dialog = page.locator("dialog[open]");
  await dialog.locator(".games li").first().waitFor();
  const [shown] = (await server.api(`/lab/experiments/${NAME}/cells?cell=${cell}`)).data;
  same("the games of a cell are listed", await dialog.locator(".games li").count(), shown.games.length);
  await dialog.getByRole("button", { name: "Check this cell" }).click();
  await dialog.locator(".check-result", { hasText: `Equal: the cell ${cell}` }).waitFor({ timeout: LONG_WAIT_MS });
  check("one cell can be checked by itself", true);
  await dialog.getByRole("button", { name: "Open game 2 in Play" }).click();
  await page.locator(".play .moves .move").first().waitFor();
  same("a game opens in Play, move by move", await page.locator(".play .moves .move b").allInnerTexts(), shown.games[1].moves.split(" "));
  await page.goBack();
  await page.locator("dialog[open] .games").waitFor();
  await page.getByRole("button", { name: "Open game 1 in Review" }).click();
  await page.locator(".review-view").waitFor();
  same("and in Review", await page.locator(".review-view .moves .move").count(), shown.games[0].plies);
}

// A seed that is none is not taken for the one before; one that was typed is run, also without leaving the field first.
async function seeds({ browser, server }) {
  const page = await open(browser, server, "#/lab?experiment=stones-all&scale=smoke");
  const field = page.locator(".lab-run .seed input"), run = page.locator(".lab-run button.primary");
  await run.waitFor();
  await field.fill("abc");
  await run.click();
  await page.locator(".lab-run [role=alert]").waitFor();
  same("a seed that is none is refused, and stays to be mended", [await page.locator(".lab-run [role=alert]").innerText(), await field.inputValue()], ["A seed is a whole number from 0 up, not “abc”.", "abc"]);
  check("nothing was run", (await server.api("/jobs")).data.jobs.every((job) => job.kind !== "lab" || job.state !== "running"));
  await field.fill("12");
  await run.click();
  await page.getByText("The run at smoke scale has ended.").waitFor({ timeout: LONG_WAIT_MS });
  same("the seed that was typed is what was run", [(await reportOf(server, "stones-all")).seed, page.url().includes("seed=12")], [12, true]);
  await close(page, "seeds");
}

// Another page sees a run, stops it; it goes on where it was.
async function stops({ browser, server }) {
  const name = "nogo-mobility";
  const page = await open(browser, server, `#/lab?experiment=${name}`);
  await page.getByRole("button", { name: "Run at quick scale" }).click();
  await page.waitForFunction(() => /cell \d+ of \d+: .*left/.test(document.querySelector(".lab-run .progress")?.textContent ?? ""), null, { timeout: LONG_WAIT_MS });
  check("a run says which cell it is at, and how long it will take", true);
  const other = await open(browser, server, "#/lab?experiment=stones-all");
  await other.locator(".lab-run", { hasText: name }).waitFor();
  await other.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped. What was done is kept").waitFor();
  const games = (report) => report.cells.reduce((sum, one) => sum + (one.played ?? 0), 0);
  const kept = games(await reportOf(server, name));
  check("another page stops it, and what was done is kept", kept > 0, String(kept));
  await page.getByRole("button", { name: /^(Go on|Run) at quick scale/ }).click();
  await page.waitForFunction(() => document.querySelector(".lab-run progress")?.value > 0, null, { timeout: LONG_WAIT_MS });
  await page.reload();
  await page.locator(".lab-run progress").waitFor();
  check("a page that is loaded again finds its run", true);
  await close(other, "another page");
  page.expected.push(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_NETWORK|status of (404|503)/);
  await server.stop();
  await server.start();
  await page.getByText("The server was started again. What was done is kept").waitFor({ timeout: LONG_WAIT_MS });
  check("it went on where it was, and a server that is started again has all of it", games(await reportOf(server, name)) >= kept);
  await page.getByRole("button", { name: /^(Go on|Run) at quick scale/ }).waitFor();
  check("and the same button goes on", true);
  await close(page, "a run stopped");
}

async function owns({ browser, server }) {
  const page = await open(browser, server, "#/lab", { viewport: PHONE, theme: "dark", touch: true });
  await page.locator(".own").waitFor({ timeout: LONG_WAIT_MS });
  const text = page.locator(".own textarea");
  await text.fill("name: broken\ntitle: x\nnonsense\n");
  page.expected.push(/status of 400/);
  await page.getByRole("button", { name: "Check and open it" }).click();
  await page.locator(".own .error").waitFor();
  const said = await page.locator(".own .error").innerText();
  check("what is wrong in an own experiment is told with its line", said.includes("line 3"), said);
  await page.getByRole("button", { name: "Show an example" }).click();
  const example = await text.inputValue();
  await text.fill(example.replace("alphabeta depth={depth}", "command=/bin/true"));
  await page.getByRole("button", { name: "Check and open it" }).click();
  await page.waitForFunction(() => document.querySelector(".own .error")?.textContent.includes("cell"));
  check("a program is refused", !page.url().includes("experiment="), page.url());
  await text.fill(example);
  await page.getByRole("button", { name: "Check and open it" }).click();
  await page.locator(".lab-view").waitFor();
  await page.locator(".lab-run select").selectOption("smoke");
  await page.getByRole("button", { name: "Run at smoke scale" }).click();
  await page.getByText("The run at smoke scale has ended.").waitFor({ timeout: LONG_WAIT_MS });
  same("an own experiment is run", (await reportOf(server, "my-depth")).cells.map((one) => one.played), [4, 4, 4]);
  await fits(page, "an experiment on a phone");
  await accessible(page, "an experiment on a phone, dark");
  await close(page, "an own experiment");
}

export default async function (world) {
  await test("the list", () => lists(world));
  await test("an experiment run", () => runs(world));
  await test("a seed", () => seeds(world));
  await test("a run stopped", () => stops(world));
  await test("an own experiment", () => owns(world));
}
