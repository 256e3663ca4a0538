// The pictures of the pages in README.md, taken of the program as it is:
//
//   PARLOUR_PROGRAM=target/release/parlour node tests/portraits.mjs [NAME...]
//
// They are written to docs/pictures, all or those that are named (web, diplomacy,
// diplomacy-phone): look at them before they are committed. Which cards
// are dealt, and what bots do, is chance.

import path from "node:path";

import { Caller } from "./browser/caller.mjs";
import { comeIn, House, openBrowser, standing, visitor } from "./browser/house.mjs";
import { inPhase, touch } from "./browser/ordering.mjs";
import { decide } from "./browser/playing.mjs";

const FOLDER = process.env.PARLOUR_PORTRAITS ?? path.join(import.meta.dirname, "../../../../docs/pictures");
const [house, browser] = await Promise.all([House.open(), openBrowser()]);
const me = await Caller.come(house, house.link);

/** @param {import("playwright-core").Page} page @param {string} name */
async function taken(page, name) {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: path.join(FOLDER, name), type: "jpeg", quality: 88 });
  console.log(name);
}

/** Somebody on a desk. @param {number} width @param {number} height */
async function onDesk(width, height) {
  const context = await visitor(browser, { viewport: { width, height }, reducedMotion: "reduce" }, { isTimed: true });
  return comeIn(context, house);
}

async function kingslayer() {
  const page = await onDesk(1280, 800);
  const { table } = await me.post("/api/tables", { game: "kingslayer", wish: { players: 3, bots: 2, pace: 0 } });
  await page.goto(`${house.origin}/t/${table}`);
  await page.getByRole("button", { name: "I am ready" }).click();
  // Far enough that there is something to tell, with some cards in hand.
  for (let at = 0; at < 6; at += 1) {
    await page.waitForFunction(() => document.querySelector('main.kingslayer[data-yours="true"][data-busy="false"], main.kingslayer[data-step="over"]'));
    const { step, hand } = await standing(page);
    if (step === "over" || (step === "play" && at >= 4 && hand.length >= 3)) break;
    await decide(page, "click");
  }
  await page.waitForFunction(() => document.querySelector('main.kingslayer[data-yours="true"][data-step="play"][data-busy="false"]'));
  // The first card that does damage.
  for (const card of await page.locator(".hand-card").all()) {
    await card.click();
    const said = page.locator('.preview[aria-busy="false"]').locator(".effects, .remark").first();
    await said.waitFor();
    if (/[1-9].* damage/.test((await said.textContent()) ?? "")) break;
    await card.click();
  }
  await taken(page, "web.jpg");
}

/** A game against bots in which nobody of ours orders anything. */
async function past() {
  const table = await me.diplomacy({ settings: ["map=standard", "bots=easy"], joins: true, power: "Turkey", begins: true });
  for (let at = 0; at < 16; at += 1) await me.command(table, "ready", `ready-${at}`);
  const page = await onDesk(1440, 900);
  await page.goto(`${house.origin}${table.replace("/api/tables", "/t")}`);
  await page.locator("main.diplomacy .unit").first().waitFor();
  await page.locator(".tabs").getByRole("button", { name: "Past" }).click();
  await page.locator(".account li").first().waitFor();
  while (!/Fall .* movement/.test((await page.locator(".phase-name").textContent()) ?? "")) await page.getByRole("button", { name: "Back", exact: true }).click();
  const failed = page.locator(".account li", { hasText: /bounce|cut|dislodged/ }).first();
  if ((await failed.count()) > 0) await failed.locator("button, summary").first().click();
  await taken(page, "diplomacy.jpg");
}

async function winter() {
  const table = await me.diplomacy({ settings: ["map=standard", "bots=greedy"], joins: true, power: "France", begins: true });
  const order = async (/** @type {string[]} */ orders, /** @type {string} */ id) => {
    await me.command(table, { order: orders }, `o${id}`);
    await me.command(table, "ready", `r${id}`);
  };
  await order(["A PAR - PIC", "A MAR - SPA", "F BRE - MAO"], "1");
  await order(["A PIC - BEL", "F MAO - POR"], "2");
  for (let at = 0; at < 3 && !(await me.get(table)).glance.stage.startsWith("W"); at += 1) await me.command(table, "ready", `retreat-${at}`);
  const context = await visitor(browser, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, hasTouch: true, reducedMotion: "reduce" }, { isTimed: true });
  const page = await comeIn(context, house);
  await page.goto(`${house.origin}${table.replace("/api/tables", "/t")}`);
  await inPhase(page, "W1901A");
  await page.getByText(/You may build/).waitFor();
  await touch(page, "BRE", true);
  await page.getByRole("button", { name: "Fleet" }).waitFor();
  await taken(page, "diplomacy-phone.jpg");
}

const wanted = process.argv.slice(2);
try {
  for (const [name, take] of Object.entries({ web: kingslayer, diplomacy: past, "diplomacy-phone": winter })) {
    if (wanted.length === 0 || wanted.includes(name)) await take();
  }
} finally {
  await browser.close();
  await house.close();
}
