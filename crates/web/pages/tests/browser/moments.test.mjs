// The board at five moments of a game: opening, crowded, retreat, winter, end; as a phone
// and a desk show it, in light, in dark and without colours. Pictures of all are kept.

import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";

import { Caller } from "./caller.mjs";
import { House, comeIn, isQuiet, openBrowser, pictures, visitor } from "./house.mjs";
import { fits, isAccessible } from "./looking.mjs";
import { inPhase } from "./ordering.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @type {House} */
let house;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  [house, browser] = await Promise.all([House.open(), openBrowser()]);
});
after(async () => {
  await browser?.close();
  await house?.close();
});

/** In the plain suite one look at each moment; all of them where there is time. */
const ALL = Boolean(process.env.PARLOUR_TEST_LONG);
const SIZES = /** @type {[string, number, number][]} */ ([["phone", 390, 844], ["desk", 1440, 900]]);
const LOOKS = /** @type {[string, object][]} */ ([
  ["light", { colorScheme: "light", forcedColors: "none" }],
  ["dark", { colorScheme: "dark", forcedColors: "none" }],
  ["mono", { colorScheme: "light", forcedColors: "active" }],
]);

/** @param {Page} page @param {string} moment */
async function shots(page, moment) {
  await page.evaluate(() => document.fonts.ready);
  for (const [size, width, height] of ALL ? SIZES : SIZES.slice(0, 1)) {
    await page.setViewportSize({ width, height });
    await page.getByRole("button", { name: "Whole map" }).click();
    for (const [look, media] of ALL ? LOOKS : LOOKS.slice(0, 1)) {
      await page.emulateMedia({ ...media, reducedMotion: "reduce" });
      await fits(page);
      // Where the browser paints in colours of its own, ours are not to be judged.
      if (look !== "mono") await isAccessible(page);
      await page.screenshot({ path: path.join(pictures(), `moment-${moment}-${size}-${look}.png`) });
    }
  }
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none", reducedMotion: "reduce" });
}

test("opening, retreat and winter of one game", async () => {
  const context = await visitor(browser, { reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  const france = await Caller.come(house, house.link);
  const table = await france.diplomacy({ settings: ["map=standard", "bots=hold"], joins: true, power: "France" });
  const { link } = await france.post(`${table}/invitations`, { place: { seat: 3 } });
  const germany = await Caller.come(house, link, "Gus");
  await france.post(`${table}/words`, { id: "start", word: "start", bots: "hold" });
  const order = async (/** @type {Caller} */ who, /** @type {string[]} */ orders, /** @type {string} */ id) => {
    assert.equal((await who.command(table, { order: orders }, `o${id}`)).status, 200);
    assert.equal((await who.command(table, "ready", `r${id}`)).status, 200);
  };
  await page.goto(`${house.origin}${table.replace("/api/tables", "/t")}`);
  await inPhase(page, "S1901M");
  await page.locator(".chooser select").waitFor();
  await shots(page, "opening");
  await order(france, ["A PAR - BUR", "A MAR - SPA", "F BRE - MAO"], "f1");
  await order(germany, ["A MUN - RUH", "A BER - MUN", "F KIE - HOL"], "g1");
  await order(france, ["F MAO - POR"], "f2");
  await order(germany, ["A RUH - BUR", "A MUN S A RUH - BUR"], "g2");
  await inPhase(page, "F1901R");
  await page.locator(".unit.dislodged").waitFor();
  await page.locator(".chooser select").waitFor();
  await shots(page, "retreat");
  await order(france, ["A BUR R GAS"], "f3");
  await inPhase(page, "W1901A");
  await page.getByText(/You may build/).waitFor();
  await page.locator(".chooser select").selectOption("BRE");
  await shots(page, "winter");
  isQuiet(context);
  await context.close();
});

test("a crowded board, and the end", async () => {
  const context = await visitor(browser, { reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  const caller = await Caller.come(house, house.link);
  const table = await caller.diplomacy({ settings: ["map=standard", "bots=greedy"], joins: true, power: "France", begins: true });
  for (let at = 0; at < 14; at += 1) await caller.command(table, "ready", `ready-${at}`);
  await page.goto(`${house.origin}${table.replace("/api/tables", "/t")}`);
  await page.locator("main.diplomacy .unit").first().waitFor();
  await page.locator(".tabs").getByRole("button", { name: "Past" }).click();
  await page.locator(".account li").first().waitFor();
  // A phase in which all move has most to show.
  while (!/movement/.test((await page.locator(".phase-name").textContent()) ?? "")) await page.getByRole("button", { name: "Back", exact: true }).click();
  await shots(page, "crowded");
  assert.equal((await caller.command(table, "concede", "concede")).status, 200);
  await page.getByText(/Drawn between|has won/).first().waitFor();
  await page.locator(".tabs").getByRole("button", { name: "Table" }).click();
  await shots(page, "end");
  // What was played is watched again from its beginning, by itself until it is halted.
  await page.locator(".tabs").getByRole("button", { name: "Orders" }).click();
  await page.locator(".bars li").first().waitFor();
  await isAccessible(page);
  await page.getByRole("button", { name: "Watch it from the beginning" }).click();
  await page.locator(".phase-name", { hasText: "Spring 1901" }).waitFor();
  await page.locator(".phase-name", { hasText: "Fall 1901" }).waitFor();
  await page.getByRole("button", { name: "Halt", exact: true }).click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  isQuiet(context);
  await context.close();
});
