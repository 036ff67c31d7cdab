// play_help.mjs: what a person does at the board, for the tests.

export const state = (page) => page.locator(".play").getAttribute("data-state");
export const shownMoves = (page) => page.locator(".moves-panel .move b").allInnerTexts();
export const cell = (page, at) => page.locator(`.board-panel [data-cell="${at}"]`);

// Waits until the game has so many moves, nobody thinks and nothing is being asked.
export const settled = (page, plies) => page.waitForFunction((least) => {
  const play = document.querySelector(".play");
  return play && Number(play.dataset.ply) >= least && play.dataset.state !== "thinking" && play.dataset.busy === "false";
}, plies ?? 0);

// The session on the table, as the server has it.
export async function session(page, server) {
  const id = await page.locator(".play").getAttribute("data-session");
  return (await server.api(`/sessions/${id}`)).data;
}

// Numbers that look random and are the same in every run.
export function dice(seed) {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

async function clickDot(page, roll) {
  const dots = await page.locator(".board-panel .hints .dot").evaluateAll((all) => all.map((dot) => dot.dataset.at));
  if (dots.length === 0) return false;
  await cell(page, dots[roll(dots.length)]).click();
  return true;
}

// One move of a person who clicks anything that is offered; false: there was nothing to click.
async function anyMove(page, roll, tired) {
  const pass = page.locator(".moves-panel button", { hasText: /^Pass/ });
  const mayPass = (await pass.count()) > 0 && (await pass.isEnabled());
  if (tired && mayPass) { await pass.click(); return true; }
  const plies = await page.locator(".play").getAttribute("data-ply");
  if (await clickDot(page, roll)) {
    const chosen = await page.locator(".board-panel .hints .picked").count(); // a piece: then where it goes
    if (chosen > 0 && (await page.locator(".play").getAttribute("data-ply")) === plies) await clickDot(page, roll);
    return true;
  }
  const buttons = page.locator(".board-panel .move-buttons button");
  const count = await buttons.count();
  if (count > 0) { await buttons.nth(roll(count)).click(); return true; }
  if (mayPass) { await pass.click(); return true; }
  return false;
}

// Plays to the end of the game: how many moves it had.
export async function playOut(page, roll, most = 400) {
  for (let plies = 0; ;) {
    await settled(page, plies);
    const now = await page.locator(".play").evaluate((play) => ({ ...play.dataset }));
    if (now.state === "over") return Number(now.ply);
    plies = Number(now.ply);
    if (now.state === "agreeing") await page.getByRole("button", { name: "Agree" }).click();
    else if (!(await anyMove(page, roll, plies > most))) throw new Error(`nothing to click after ${plies} moves`);
    await page.waitForFunction(([ply, was]) => {
      const play = document.querySelector(".play").dataset;
      return Number(play.ply) !== ply || play.state !== was;
    }, [plies, now.state]);
  }
}
