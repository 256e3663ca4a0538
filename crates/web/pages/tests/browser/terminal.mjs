// Somebody at a real terminal: keys in, and every line that ever stood on the screen kept.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";

const ROWS = 50;
const COLUMNS = 200;

/** A program in a terminal of its own. */
export class Terminal {
  /** @type {string[][]} */
  #cells = Array.from({ length: ROWS }, () => Array(COLUMNS).fill(" "));
  #row = 0;
  #column = 0;
  #rest = "";
  /** Every line that was ever shown. @type {Set<string>} */
  #seen = new Set();
  #child;

  /** @param {string} program @param {string[]} words @param {Record<string, string | undefined>} env */
  constructor(program, words, env) {
    const line = `stty rows ${ROWS} cols ${COLUMNS}; exec ${[program, ...words].map((it) => `'${it}'`).join(" ")}`;
    this.#child = spawn("script", ["-qfec", line, "/dev/null"], { env: { ...env, TERM: "xterm-256color", SHELL: "/bin/sh" }, stdio: ["pipe", "pipe", "inherit"] });
    this.#child.stdout.setEncoding("utf8");
    this.#child.stdout.on("data", (text) => this.#take(text));
  }

  /** What is written moves the cursor or stands where it is. @param {string} text */
  #take(text) {
    this.#rest += text;
    for (;;) {
      const found = /^(?:\x1b\[([?<>=]?)([\d;]*)([@-~])|\x1b[()][A-Z0-9]|\x1b\][^\x07]*\x07|\x1b[=>78cM]|[^\x1b])/u.exec(this.#rest);
      if (!found) break;
      this.#rest = this.#rest.slice(found[0].length);
      const [whole, mark, numbers = "", end] = found;
      if (end && !mark) this.#move(end, numbers.split(";").map(Number));
      else if (!whole.startsWith("\x1b")) this.#put(whole);
    }
    for (const cells of this.#cells) this.#seen.add(cells.join("").trimEnd());
  }

  /** @param {string} end @param {number[]} numbers */
  #move(end, [first = 0, second = 0]) {
    if (end === "H" || end === "f") [this.#row, this.#column] = [(first || 1) - 1, (second || 1) - 1];
    else if (end === "G") this.#column = (first || 1) - 1;
    else if (end === "A") this.#row = Math.max(0, this.#row - (first || 1));
    else if (end === "B") this.#row += first || 1;
    else if (end === "C") this.#column += first || 1;
    else if (end === "D") this.#column = Math.max(0, this.#column - (first || 1));
    else if (end === "J" && first === 2) for (const cells of this.#cells) cells.fill(" ");
    else if (end === "K") this.#cells[this.#row]?.fill(" ", this.#column);
  }

  /** @param {string} letter */
  #put(letter) {
    if (letter === "\r") this.#column = 0;
    else if (letter === "\n") this.#row += 1;
    else if (letter >= " ") {
      if (this.#cells[this.#row] && this.#column < COLUMNS) this.#cells[this.#row][this.#column] = letter;
      this.#column += 1;
    }
  }

  /** All that was ever to be read there. */
  heard() {
    return [...this.#seen].join("\n");
  }

  /** What is to be read now. */
  now() {
    return this.#cells.map((cells) => cells.join("").trimEnd()).join("\n");
  }

  /** @param {RegExp} wanted */
  async shows(wanted) {
    const end = Date.now() + 120_000;
    while (!wanted.test(this.now())) {
      assert.ok(Date.now() < end, `${wanted} is not on the screen:\n${this.now()}`);
      await new Promise((go) => setTimeout(go, 100));
    }
  }

  /** Types a line and waits for what is told then. @param {string} text @param {RegExp} wanted */
  async say(text, wanted) {
    this.#child.stdin.write(`${text}\r`);
    await this.shows(wanted);
  }

  async close() {
    if (this.#child.exitCode !== null) return;
    const ended = new Promise((go) => this.#child.once("exit", go));
    this.#child.stdin.write("\x1b");
    const late = setTimeout(() => this.#child.kill("SIGKILL"), 5000);
    await ended;
    clearTimeout(late);
  }
}
