// server.mjs: `banyan serve` on a free port with a store of its own, and `banyan` as people call it.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const BANYAN = process.env.BY_BANYAN ?? join(ROOT, "build-test", "banyan");
const START_MS = 60_000;
const STOP_MS = 60_000;

// What `banyan ARGUMENTS --json` prints.
export function banyan(...words) {
  const text = execFileSync(BANYAN, [...words, "--json"], { encoding: "utf8", maxBuffer: 1 << 26 });
  return JSON.parse(text);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

export class Server {
  // start() again after stop() or kill() has the same port and store, as after a restart.
  static async open(...options) {
    const server = new Server();
    server.options = options;
    server.folder = mkdtempSync(join(tmpdir(), "banyan-web-"));
    server.port = await freePort();
    await server.start();
    return server;
  }

  async start() {
    const words = ["serve", "--port", String(this.port), "--store", join(this.folder, "store.db"), ...this.options];
    this.said = "";
    this.child = spawn(BANYAN, words, { stdio: ["ignore", "pipe", "pipe"] });
    this.ended = new Promise((resolve) => {
      this.child.on("exit", (code, signal) => resolve({ code, signal }));
      this.child.on("error", (error) => resolve({ code: -1, signal: String(error) }));
    });
    for (const stream of [this.child.stdout, this.child.stderr]) stream.on("data", (bytes) => (this.said += bytes));
    await this.address();
  }

  // Waits for the line with the address, which comes when requests are answered.
  async address() {
    const late = Date.now() + START_MS;
    let over = null;
    this.ended.then((end) => (over = end));
    for (;;) {
      const found = /https?:\/\/[\w.[\]:]+:(\d+)/.exec(this.said);
      if (found) {
        this.port = Number(found[1]);
        this.url = `http://127.0.0.1:${this.port}`;
        return;
      }
      if (over || Date.now() > late) throw new Error(`no address from banyan serve: ${JSON.stringify(over)}\n${this.said}`);
      await new Promise((wake) => setTimeout(wake, 20));
    }
  }

  // Ends as people end it (or as a crash does): how it went.
  async stop(signal = "SIGTERM") {
    this.child.kill(signal);
    const timer = setTimeout(() => this.child.kill("SIGKILL"), STOP_MS);
    const end = await this.ended;
    clearTimeout(timer);
    return end;
  }

  async close() {
    const end = await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
    return end;
  }

  // The API, as a program calls it.
  async api(path, body, method = body === undefined ? "GET" : "POST") {
    const answer = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, data: text === "" ? null : JSON.parse(text) };
  }
}
