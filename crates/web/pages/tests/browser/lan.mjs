// A host of Kingslayer on the local network, and somebody who joins it in a real
// terminal.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

import { given } from "./house.mjs";

/** A port that was free a moment ago. @returns {Promise<number>} */
export function freePort() {
  return new Promise((go, fail) => {
    const server = net.createServer();
    server.once("error", fail);
    server.listen(0, () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address());
      server.close(() => go(port));
    });
  });
}

const folder = () => fs.mkdtempSync(path.join(os.tmpdir(), "parlour-lan-"));

/** `parlour kingslayer host`, which plays no seat itself. */
export class LanHost {
  home = folder();
  port = 0;
  browserPort = 0;
  link = "";
  /** @type {import("node:child_process").ChildProcess | null} */
  #child = null;

  static async open() {
    const host = new LanHost();
    host.port = await freePort();
    host.browserPort = await freePort();
    await host.start();
    return host;
  }

  get origin() {
    return `http://127.0.0.1:${this.browserPort}`;
  }

  /** Starts it, at the same ports each time. */
  async start() {
    const words = ["kingslayer", "host", "--headless", "--players", "4", "--seed", "four people", "--port", String(this.port), "--browser-port", String(this.browserPort)];
    const child = spawn(given("PARLOUR_PROGRAM"), words, { env: { ...process.env, PARLOUR_HOME: this.home }, stdio: ["ignore", "pipe", "inherit"] });
    this.#child = child;
    const lines = createInterface({ input: /** @type {import("node:stream").Readable} */ (child.stdout) });
    let link = "";
    for await (const line of lines) {
      link = /In a browser: (\S+)/.exec(line)?.[1] ?? "";
      if (link) break;
    }
    assert.ok(link, "the host printed no link for browsers");
    // Whatever address of this machine it names first, here it is this one.
    const named = new URL(link);
    this.link = `${this.origin}${named.pathname}${named.hash}`;
    child.stdout?.resume();
  }

  async kill() {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((go) => child.once("exit", go));
    child.kill("SIGKILL");
    await ended;
  }

  async close() {
    await this.kill();
    fs.rmSync(this.home, { recursive: true, force: true });
  }
}

/** Somebody in a terminal; `script` gives them one. */
export class Terminal {
  #home = folder();
  /** @type {import("node:child_process").ChildProcess} */
  #child;
  /** All that the terminal was told to draw. */
  drawn = "";
  /** @type {(() => void)[]} */
  #waiting = [];

  /** @param {string[]} words for the program */
  constructor(words) {
    const quoted = [given("PARLOUR_PROGRAM"), ...words].map((word) => `'${word}'`).join(" ");
    this.#child = spawn("script", ["-qefc", `stty rows 30 cols 100; exec ${quoted}`, "/dev/null"], {
      env: { ...process.env, PARLOUR_HOME: this.#home, TERM: "xterm-256color", SHELL: "/bin/sh" }, stdio: ["pipe", "pipe", "inherit"],
    });
    this.#child.stdout?.setEncoding("utf8").on("data", (text) => {
      this.drawn += text;
      for (const look of this.#waiting) look();
    });
  }

  /** @param {string} keys */
  press(keys) {
    this.#child.stdin?.write(keys);
  }

  /** Waits until something was drawn, from a place on. @param {string} text @param {number} [from] @returns {Promise<void>} */
  async shows(text, from = 0) {
    // What is drawn comes in pieces, with words of its own between them.
    const plain = () => this.drawn.slice(from).replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "");
    await new Promise((/** @type {(value?: unknown) => void} */ go) => {
      const look = () => {
        if (!plain().includes(text)) return;
        this.#waiting = this.#waiting.filter((it) => it !== look);
        go();
      };
      this.#waiting.push(look);
      look();
    });
  }

  close() {
    this.#child.stdin?.end();
    this.#child.kill("SIGKILL");
    fs.rmSync(this.#home, { recursive: true, force: true });
  }
}
