// A real house for the tests of the pages: the program itself with a folder of its
// own, and a real browser that visits it. Nothing waits for a time: every step waits
// for what it is about.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

import { chromium, firefox } from "playwright-core";

import { isDescribed, listen } from "./described.mjs";

/** Long enough for a machine that does five other things. */
const PATIENCE = 120_000;

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").BrowserContext} Context */

/** @param {string} name */
export function given(name) {
  const value = process.env[name];
  assert.ok(value, `${name} is not set; the tests are run by cargo xtask visit`);
  return value;
}

/** Where pictures of the pages are kept. */
export const pictures = () => {
  const folder = given("PARLOUR_PICTURES");
  fs.mkdirSync(folder, { recursive: true });
  return folder;
};

/** The program, with a folder of its own. */
export class House {
  home = fs.mkdtempSync(path.join(os.tmpdir(), "parlour-pages-"));
  port = 0;
  link = "";
  /** @type {string[]} */
  #words = [];
  /** @type {import("node:child_process").ChildProcess | null} */
  #child = null;

  /** @param {string[]} [words] more words for the program */
  static async open(words = []) {
    const house = new House();
    house.#words = words;
    await house.start();
    return house;
  }

  get origin() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it, at the same port if it ran before. */
  async start() {
    // Whoever writes pages need not build the program anew for each try.
    const pages = process.env.PARLOUR_PAGES ? ["--pages", process.env.PARLOUR_PAGES] : [];
    const words = ["web", "--no-open", "--port", String(this.port), ...pages, ...this.#words];
    const child = spawn(given("PARLOUR_PROGRAM"), words, { env: { ...process.env, PARLOUR_HOME: this.home }, stdio: ["ignore", "pipe", "inherit"] });
    this.#child = child;
    const lines = createInterface({ input: /** @type {import("node:stream").Readable} */ (child.stdout) });
    for await (const line of lines) {
      const found = /http:\/\/\S+/.exec(line);
      if (!found) continue;
      this.link = found[0];
      this.port = Number(new URL(this.link).port);
      break;
    }
    assert.ok(this.link, "the program printed no link");
    child.stdout?.resume();
  }

  /** Ends it as a lost machine ends. */
  async kill() {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((go) => child.once("exit", go));
    child.kill("SIGKILL");
    await ended;
  }

  async close() {
    await this.kill();
    fs.rmSync(this.home, { recursive: true, force: true });
  }
}

/** Whether Firefox visits: its fingers do nothing on a desk, so a mouse is in their place. */
export const inFirefox = process.env.PARLOUR_BROWSER_KIND === "firefox";

/** A browser without a screen, with a profile of its own; with graphics, one that draws as a card would. */
export async function openBrowser({ graphics = false } = {}) {
  const browser = inFirefox ? await openFirefox() : await openChromium(graphics);
  const close = browser.close.bind(browser);
  // The last thing in every file of tests.
  browser.close = async () => {
    await close();
    await isDescribed();
  };
  return browser;
}

/** Debian's Chromium. @param {boolean} graphics */
function openChromium(graphics) {
  const drawing = graphics ? ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] : ["--disable-gpu"];
  return chromium.launch({
    executablePath: process.env.PARLOUR_BROWSER ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", ...drawing, "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"],
    timeout: PATIENCE,
  });
}

/** Debian's Firefox, over the protocol that every browser is to speak (WebDriver BiDi). */
function openFirefox() {
  // It does not know yet how to pretend a colour scheme, and a context cannot be made
  // without asking for one: something harmless is asked in its place.
  const text = JSON.stringify;
  JSON.stringify = (/** @type {any} */ value, /** @type {any[]} */ ...rest) =>
    text(value?.method === "emulation.setMediaFeaturesOverride" ? { ...value, method: "session.status", params: {} } : value, ...rest);
  return firefox.launch({ channel: "moz-firefox", executablePath: process.env.PARLOUR_FIREFOX ?? "/usr/bin/firefox-esr", headless: true, timeout: PATIENCE });
}

/** What a page complained of: errors of scripts, and what the policy forbade. @type {WeakMap<Context, string[]>} */
const complaints = new WeakMap();

/**
 * Somebody with a device of this size.
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").BrowserContextOptions} [options]
 * @param {{ isTimed?: boolean }} [manner] where times are measured nobody listens
 */
export async function visitor(browser, options = {}, { isTimed = false } = {}) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-GB", ...options });
  context.setDefaultTimeout(PATIENCE);
  /** @type {string[]} */
  const heard = [];
  complaints.set(context, heard);
  if (!isTimed) listen(context, { streams: !inFirefox, bodies: !inFirefox });
  context.on("weberror", (error) => heard.push(error.error().message));
  context.on("console", (message) => {
    // A refusal is answered on the page; the browser's own line about it says nothing new.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) heard.push(message.text());
  });
  return context;
}

/** Nothing went wrong on any page of this visitor. @param {Context} context */
export function isQuiet(context) {
  assert.deepEqual(complaints.get(context), []);
}

/** Comes in by the link that the program printed. @param {Context} context @param {House} house */
export async function comeIn(context, house) {
  const page = await context.newPage();
  await page.goto(house.link);
  await page.waitForURL(`${house.origin}/`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

/** Begins a game from the first page. @param {Page} page @param {string} name what the button says */
export async function begin(page, name) {
  await page.getByRole("button", { name, exact: true }).click();
  await page.waitForURL(/\/t\//);
  await standing(page);
}

/** How the table stands, as the page shows it. @param {Page} page */
export async function standing(page) {
  const table = page.locator("main.kingslayer");
  await table.waitFor();
  return table.evaluate((element) => {
    const it = /** @type {HTMLElement} */ (element);
    const cards = [...it.querySelectorAll(".hand-card")].map((card) => /** @type {HTMLElement} */ (card).dataset.card ?? "");
    return { moves: Number(it.dataset.moves), step: it.dataset.step ?? "", yours: it.dataset.yours === "true", hand: cards };
  });
}

/** Waits until more moves were made than before. @param {Page} page @param {number} before */
export async function movedOn(page, before) {
  await page.waitForFunction((was) => {
    const it = /** @type {HTMLElement | null} */ (document.querySelector("main.kingslayer"));
    return it && Number(it.dataset.moves) > was && it.dataset.busy === "false";
  }, before);
}

/** The lines of the log. @param {Page} page */
export function logLines(page) {
  return page.locator(".log li").allTextContents();
}
