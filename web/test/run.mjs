// run.mjs [PATTERN]: the tests of the page in Chromium, one file after the other, as lines of TAP.
//
// A file *_test.mjs exports `default async ({ browser, server }) => {...}` and may export `long = true`:
// then it runs with BY_LONG=1 alone. The files share a browser and a server.

import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch, shownBy } from "./browser.mjs";
import { Server } from "./server.mjs";
import { check, onFailure, plan, test } from "./tap.mjs";

const folder = dirname(fileURLToPath(import.meta.url));
const pattern = new RegExp(process.argv[2] ?? "");
const files = readdirSync(folder).filter((name) => name.endsWith("_test.mjs") && pattern.test(name)).sort();

const server = await Server.open();
const browser = await launch();
onFailure(() => shownBy(browser));
for (const name of files) {
  const file = await import(pathToFileURL(join(folder, name)).href);
  if (file.long && process.env.BY_LONG !== "1") continue;
  await test(name, () => file.default({ browser, server }));
  for (const left of browser.contexts()) await left.close(); // of a test that came to no end: its searches would go on beside the next ones
}
await browser.close();
const end = await server.close();
check("the server ends well", end.code === 0, `${JSON.stringify(end)}\n${server.said.slice(-2000)}`);
process.exit(plan());
