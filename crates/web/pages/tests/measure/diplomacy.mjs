// Figures of the table of Diplomacy, for people to read; never a test. Processor time of the
// page's main thread is measured, not the clock, so that a loaded machine says the same.
//
//   PARLOUR_PROGRAM=target/release/parlour PARLOUR_PICTURES=/tmp node tests/measure/diplomacy.mjs

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";

import { Caller } from "../browser/caller.mjs";
import { House, comeIn, openBrowser, visitor } from "../browser/house.mjs";

const PHASES = 24;
/** How much slower the phone is that is thought of. */
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

try {
  const context = await visitor(browser, { viewport: { width: 390, height: 844 } });
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
  const steps = [];
  for (const name of ["First", "Next", "Next", "Next", "Next", "Next", "Next"]) {
    const ran = await tasks(page, async () => {
      await page.locator(".side").getByRole("button", { name, exact: true }).click();
      await page.waitForTimeout(1600);
    });
    steps.push({ sum: ran.reduce((/** @type {number} */ sum, /** @type {number} */ it) => sum + it, 0), longest: ran[0] });
  }
  const middle = steps.map((it) => it.longest).toSorted((one, other) => one - other)[Math.floor(steps.length / 2)];
  say(`slider, one phase: longest task ${middle.toFixed(1)} ms of processor time in the middle, ${Math.max(...steps.map((it) => it.longest)).toFixed(1)} ms at most; on a processor ${THROTTLE} times slower ${(middle * THROTTLE).toFixed(0)} ms`);
  say(`animation: longest task ${Math.max(...steps.map((it) => it.longest)).toFixed(1)} ms, all tasks of 1.6 s ${steps.map((it) => it.sum.toFixed(0)).join(" ")} ms`);

  await page.locator(".tabs").getByRole("button", { name: "Orders" }).click();
  // Orders while 200 other games resolve, from the tap to the order in the list.
  const games = Number(process.env.GAMES ?? 200);
  /** @type {string[]} */
  const others = [];
  for (let at = 0; at < games; at += 1) others.push(await caller.diplomacy({ settings: ["map=standard", "bots=hold"], joins: true, power: "France", begins: true }));
  let going = true;
  let resolved = 0;
  const churn = (async () => {
    for (let round = 0; going; round += 1) {
      for (let at = 0; at < others.length && going; at += 20) {
        await Promise.all(others.slice(at, at + 20).map((other) => caller.command(other, "ready", `churn-${round}`).then(() => (resolved += 1))));
      }
    }
  })();
  /** @type {number[]} */
  const waited = [];
  const { glance } = await caller.get(table);
  const legal = (await caller.post(`${table}/ask`, { ask: "legal", power: "FRANCE" })).legal.FRANCE;
  for (let at = 0; at < 40; at += 1) {
    const order = legal[(at * 7) % legal.length];
    const began = performance.now();
    await caller.ask(`${table}/commands`, { stage: glance.stage, id: `order-${at}`, command: { order: [order] } });
    waited.push(performance.now() - began);
  }
  going = false;
  await churn;
  waited.sort((one, other) => one - other);
  say(`order to confirmation over loopback while ${games} games resolve (${resolved} phases meanwhile): ${waited[20].toFixed(0)} ms in the middle, ${waited[37].toFixed(0)} ms of 95 of 100; load ${os.loadavg()[0].toFixed(0)} on ${os.cpus().length} cores`);
} finally {
  await browser.close();
  await house.close();
}
