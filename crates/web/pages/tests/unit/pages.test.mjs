// Habits of the pages that no other tool checks: nothing foreign, nothing inline,
// the bundled library as it was published.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { MODULES, STYLES } from "../../assets/preloads.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** @param {string} folder @returns {string[]} */
function files(folder) {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((it) => {
    const name = path.posix.join(folder, it.name);
    return it.isDirectory() ? files(name) : [name];
  });
}
const read = (/** @type {string} */ name) => fs.readFileSync(path.join(root, name), "utf8");
const shells = fs.readdirSync(root).filter((name) => name.endsWith(".html"));
const own = files("assets").filter((name) => !name.startsWith("assets/vendor/"));

test("no page names another host, and no page holds code or styles", () => {
  assert.ok(shells.length >= 5);
  for (const name of [...shells, ...own.filter((it) => /\.(js|css|webmanifest)$/.test(it))]) {
    assert.doesNotMatch(read(name), /https?:\/\/|\/\/[a-z]+\.[a-z]+\/|\beval\(|new Function|innerHTML|insertAdjacentHTML|unsafeHTML/, name);
  }
  for (const name of shells) {
    assert.doesNotMatch(read(name), /<style|style=|<script>|<script(?![^>]*src=)| on[a-z]+=/, name);
    assert.match(read(name), /<html lang="en">/);
  }
  for (const name of own.filter((it) => it.endsWith(".js"))) assert.doesNotMatch(read(name), /[\s"]style=[$"]/, name);
});

test("every file that a page names is there", () => {
  for (const name of shells) {
    for (const [, file] of read(name).matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)) assert.ok(fs.existsSync(path.join(root, file)), `${name}: ${file}`);
  }
});

/** Width and height of a PNG. @param {string} name */
function pixels(name) {
  const bytes = fs.readFileSync(path.join(root, name));
  assert.equal(bytes.toString("latin1", 1, 4), "PNG", name);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test("who installs the pages finds icons that every system draws, of the sizes that are named", () => {
  const { icons } = JSON.parse(read("assets/parlour.webmanifest"));
  const drawn = icons.filter((/** @type {{ type: string }} */ it) => it.type === "image/png");
  assert.deepEqual(drawn.map((/** @type {{ sizes: string }} */ it) => it.sizes), ["192x192", "512x512"]);
  for (const { src, sizes } of drawn) assert.equal(pixels(src.slice(1)), sizes);
  for (const name of shells) assert.match(read(name), /<link rel="apple-touch-icon" href="\/assets\/apple-touch-icon.png">/, name);
  assert.equal(pixels("assets/apple-touch-icon.png"), "180x180");
});

test("colours stand in the file of tokens, by meaning", () => {
  for (const name of own.filter((it) => it.endsWith(".css") && it !== "assets/tokens.css")) {
    const left = read(name).match(/#[0-9a-f]{3,8}\b/gi) ?? [];
    assert.deepEqual(left, [], name);
  }
});

test("the bundled library is what its package holds", () => {
  const vendored = files("assets/vendor/lit-html").filter((name) => name.endsWith(".js"));
  assert.ok(vendored.length >= 4);
  for (const name of vendored) {
    const published = name.replace("assets/vendor", "node_modules");
    assert.equal(read(name), read(published), name);
  }
});

/** What a page loads before it can be used: its shell, and what that and its modules name; of a module, what it names. @param {string} shell */
function loaded(shell) {
  /** @type {Set<string>} */
  const found = new Set([shell]);
  const add = (/** @type {string} */ name) => {
    if (found.has(name)) return;
    found.add(name);
    if (name.endsWith(".js")) {
      for (const [, from] of read(name).replace(/\/\*[^]*?\*\//g, "").matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g)) add(path.posix.join(path.posix.dirname(name), from));
    }
    if (name.endsWith(".css")) {
      for (const [, from] of read(name).matchAll(/url\("([^"]+)"\)/g)) add(path.posix.join(path.posix.dirname(name), from));
    }
  };
  if (shell.endsWith(".js")) {
    found.delete(shell);
    add(shell);
  }
  for (const [, file] of read(shell).matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)) add(file);
  return [...found];
}

test("a first page is under 100 kB compressed", () => {
  for (const shell of shells) {
    const bytes = loaded(shell).reduce((sum, name) => sum + gzipSync(fs.readFileSync(path.join(root, name))).length, 0);
    assert.ok(bytes < 100_000, `${shell}: ${bytes}`);
  }
});

test("a table asks for all modules of its game at once, and both together are under 120 kB compressed", () => {
  const shell = loaded("table.html");
  for (const [game, modules] of Object.entries(MODULES)) {
    const needed = loaded(`assets/${game}/page.js`).filter((name) => !shell.includes(name));
    assert.deepEqual(modules, needed.map((name) => name.slice("assets/".length)).toSorted(), game);
    const styles = STYLES[/** @type {keyof typeof STYLES} */ (game)].map((name) => `assets/${name}`);
    const bytes = [...shell, ...needed, ...styles].reduce((sum, name) => sum + gzipSync(fs.readFileSync(path.join(root, name))).length, 0);
    assert.ok(bytes < 120_000, `${game}: ${bytes}`);
  }
});

test("a page asks for all its modules at once", () => {
  for (const shell of shells) {
    const asked = [...read(shell).matchAll(/<(?:link rel="modulepreload" href|script type="module" src)="\/([^"]+)"/g)].map(([, file]) => file);
    const needed = loaded(shell).filter((name) => name.endsWith(".js") && name !== "assets/early.js");
    assert.deepEqual(asked.toSorted(), needed.toSorted(), shell);
  }
});

/** A shell without what is its own: its title, its styles, its modules, and what a program stands in. @param {string} name */
function frame(name) {
  const own = [/<title>[^<]* · Parlour<\/title>|<title>Parlour<\/title>/, /^ *<link rel="modulepreload".*\n/gm, /^ *<script type="module".*\n/gm];
  const common = ["/assets/tokens.css", "/assets/base.css"];
  let text = read(name);
  for (const part of own) text = text.replace(part, "");
  text = text.replace(/^ *<link rel="stylesheet" href="([^"]+)">\n/gm, (line, file) => (common.includes(file) ? line : ""));
  // Around a program stand a canvas and its loader.
  text = text.replace(/<body class="program">/, "<body>").replace(/^ *<main [^]*<\/main>\n/m, "").replace(/^ *<script src="\/programs\/.*\n/gm, "");
  // A table is told without scripts too.
  text = text.replace(/ <a href="\?plain">[^<]*<\/a>/, "");
  return text.replace("The same is in the terminal", "The same games are played in the terminal");
}

test("what all pages share is the same in each of them", () => {
  for (const name of shells) assert.equal(frame(name), frame("index.html"), name);
  const programs = shells.filter((name) => read(name).includes("data-program="));
  assert.deepEqual(programs, ["delve.html", "sight.html"]);
  const loader = (/** @type {string} */ name) => read(name).match(/<script src="\/programs\/[^"]+"><\/script>/g);
  assert.deepEqual(loader("delve.html"), loader("sight.html"));
});
