// Figures of the table of Diplomacy, for people to read; never a test. Tasks of the page's main
// thread are measured in processor time, so that a loaded machine says the same; what somebody
// waits for is measured by the page's own clock, from the tap on, and wants a quiet machine.
// GAMES says how many other games resolve meanwhile, 200 if nothing is said.
//
//   PARLOUR_PROGRAM=../../../target/release/parlour PARLOUR_PICTURES=/tmp node tests/measure/diplomacy.mjs

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";

import { Caller } from "../browser/caller.mjs";
import { plain, read } from "../../assets/diplomacy/notation.js";
import { House, comeIn, openBrowser, visitor } from "../browser/house.mjs";
import { touch } from "../browser/ordering.mjs";

const PHASES = 24;
/** How much slower the phone is that the browser plays. */
const THROTTLE = 4;

const house = await House.open();
const browser = await openBrowser();
const say = (/** @type {string} */ words) => process.stdout.write(`${words}\n`);

/** The longest tasks of the main thread while something is done, in milliseconds of processor time. @param {import("playwright-core").Page} page @param {() => Promise<void>} act */
async function tasks(page, act) {
  const file = path.join(os.tmpdir(), `trace-${process.pid}.json`);
  await browser.startTracing(page, { path: file, categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"] });
  await act();
  await browser.stopTracing();
  const { traceEvents } = JSON.parse(fs.readFileSync(file, "utf8"));
  fs.rmSync(file);
  const main = traceEvents.find((/** @type {any} */ it) => it.name === "thread_name" && it.args.name === "CrRendererMain" && traceEvents.some((/** @type {any} */ other) => other.pid === it.pid && other.name === "EventDispatch"))
    ?? traceEvents.find((/** @type {any} */ it) => it.name === "thread_name" && it.args.name === "CrRendererMain");
  const ran = traceEvents.filter((/** @type {any} */ it) => it.name === "RunTask" && it.pid === main.pid && it.tid === main.tid && it.tdur !== undefined);
  return ran.map((/** @type {any} */ it) => it.tdur / 1000).toSorted((/** @type {number} */ one, /** @type {number} */ other) => other - one);
}

const middle = (/** @type {number[]} */ all) => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)];

/** @typedef {Window & { took?: Promise<number> }} Timed */

/** Begins to wait for the frame after the next event of this kind; the milliseconds between them. @param {import("playwright-core").Page} page @param {string} event */
async function framed(page, event) {
  await page.evaluate((kind) => {
    /** @type {Timed} */ (window).took = new Promise((go) => addEventListener(kind, (it) => requestAnimationFrame(() => {
      // A message comes after the frame is made.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => go(performance.now() - it.timeStamp);
      port2.postMessage(0);
    }), { once: true, capture: true }));
  }, event);
  return () => page.evaluate(() => /** @type {Promise<number>} */ (/** @type {Timed} */ (window).took));
}

/** Begins to wait for an order in the list of those that the server has; the milliseconds since the finger was lifted. @param {import("playwright-core").Page} page @param {string} order */
async function confirmed(page, order) {
  await page.evaluate((text) => {
    /** @type {Timed} */ (window).took = new Promise((go) => addEventListener("pointerup", (it) => {
      const look = new MutationObserver(() => {
        if (![...document.querySelectorAll(".order-list .ordered")].some((row) => row.textContent?.includes(text))) return;
        look.disconnect();
        go(performance.now() - it.timeStamp);
      });
      look.observe(document.body, { subtree: true, childList: true, characterData: true });
    }, { once: true, capture: true }));
  }, order);
  return () => page.evaluate(() => /** @type {Promise<number>} */ (/** @type {Timed} */ (window).took));
}

try {
  const context = await visitor(browser, { viewport: { width: 390, height: 844 } }, { isTimed: true });
  const page = await comeIn(context, house);
  const caller = await Caller.come(house, house.link);
  const table = await caller.diplomacy({ settings: ["map=standard", "bots=greedy"], joins: true, power: "France", begins: true });
  for (let at = 0; at < PHASES; at += 1) await caller.command(table, "ready", `ready-${at}`);
  // What the first view of a board takes, as it goes over the line.
  let [bytes, count] = [0, 0];
  page.on("response", async (response) => {
    const body = await response.body().catch(() => Buffer.alloc(0));
    const packed = /json|javascript|css|html|svg/.test(response.headers()["content-type"] ?? "");
    bytes += packed ? gzipSync(body).length : body.length;
    count += 1;
  });
  await page.goto(`${house.origin}${table.replace("/api/tables", "/t")}`);
  await page.locator("main.diplomacy .unit").first().waitFor();
  await page.waitForTimeout(1500);
  say(`first board view: ${Math.round(bytes / 1000)} kB compressed in ${count} answers`);

  await page.locator(".tabs").getByRole("button", { name: "Past" }).click();
  await page.locator(".account li").first().waitFor();
  const cdp = await context.newCDPSession(page);
  // Once as this machine is, once as a phone of a quarter of its speed.
  for (const rate of [1, THROTTLE]) {
    await cdp.send("Emulation.setCPUThrottlingRate", { rate });
    const steps = [];
    for (const name of ["First", "Next", "Next", "Next", "Next", "Next", "Next"]) {
      let shown = 0;
      const ran = await tasks(page, async () => {
        const button = page.locator(".side").getByRole("button", { name, exact: true });
        const frame = await framed(page, "click");
        await button.click();
        shown = await frame();
        await page.waitForTimeout(1600);
      });
      steps.push({ shown, sum: ran.reduce((/** @type {number} */ sum, /** @type {number} */ it) => sum + it, 0), longest: ran[0] });
    }
    const [shown, longest] = [steps.map((it) => it.shown), steps.map((it) => it.longest)];
    say(`slider, processor throttled ${rate} times: ${middle(shown).toFixed(0)} ms from the tap to the frame in the middle, ${Math.max(...shown).toFixed(0)} ms at most`);
    say(`tap and animation, throttled ${rate} times: longest task ${middle(longest).toFixed(1)} ms of processor time in the middle, ${Math.max(...longest).toFixed(1)} ms at most; all tasks of 1.6 s ${steps.map((it) => it.sum.toFixed(0)).join(" ")} ms`);
  }
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });

  await page.locator(".tabs").getByRole("button", { name: "Orders" }).click();
  // Orders while 200 other games resolve, from the tap to the order in the list.
  const games = Number(process.env.GAMES ?? 200);
  /** @type {string[]} */
  const others = [];
  for (let at = 0; at < games; at += 1) others.push(await caller.diplomacy({ settings: ["map=standard", "bots=hold"], joins: true, power: "France", begins: true }));
  let going = true;
  let resolved = 0;
  const churn = (async () => {
    for (let round = 0; going && games > 0; round += 1) {
      for (let at = 0; at < others.length && going; at += 20) {
        await Promise.all(others.slice(at, at + 20).map((other) => caller.command(other, "ready", `churn-${round}`).then(() => (resolved += 1))));
      }
    }
  })();
  // Moves that are two taps: a unit, and a place to which there is one way.
  const legal = (await caller.post(`${table}/ask`, { ask: "legal", power: "FRANCE" })).legal.FRANCE.map(read);
  const moves = legal.filter((/** @type {any} */ it) => it?.kind === "move" && !it.to.includes("/") && !it.at.includes("/") && !legal.some((/** @type {any} */ other) => other !== it && other?.kind === "move" && other.at === it.at && other.to.split("/")[0] === it.to));
  /** @type {number[]} */
  const waited = [];
  await page.locator(".chooser select").waitFor();
  for (let at = 0; at < 40; at += 1) {
    const order = moves[at % moves.length];
    await touch(page, order.at);
    const listed = await confirmed(page, plain(order.text));
    await touch(page, order.to);
    waited.push(await listed());
    // The next round orders anew what this one has.
    if (at % moves.length === moves.length - 1) for (const it of moves) await caller.command(table, { withdraw: it.at }, `withdraw-${at}-${it.at}`);
  }
  going = false;
  await churn;
  waited.sort((one, other) => one - other);
  say(`order, from the tap to the confirmed order in the list, while ${games} games resolve (${resolved} phases meanwhile): ${waited[20].toFixed(0)} ms in the middle, ${waited[37].toFixed(0)} ms of 95 of 100; load ${os.loadavg()[0].toFixed(0)} on ${os.cpus().length} cores`);
} finally {
  await browser.close();
  await house.close();
}
