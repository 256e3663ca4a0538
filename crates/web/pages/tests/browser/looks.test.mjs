// Every page at every size, in every light: nothing sticks out, everything can be
// hit, axe finds nothing; the pictures are kept.

import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, test } from "node:test";

import { begin, comeIn, House, isQuiet, openBrowser, pictures, visitor } from "./house.mjs";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @type {House} */
let house;
/** @type {import("playwright-core").Browser} */
let browser;
let table = "";

before(async () => {
  [house, browser] = await Promise.all([House.open(), openBrowser()]);
});
after(async () => {
  await browser?.close();
  await house?.close();
});

/** @typedef {import("playwright-core").Page} Page */

/** Sizes of screens; the last two are a phone and a desk at 200 %. */
const SIZES = /** @type {[string, number, number][]} */ ([
  ["phone", 390, 844],
  ["tablet", 768, 1024],
  ["desk", 1440, 900],
  ["phone-twice", 195, 422],
  ["desk-twice", 720, 450],
]);

/** Pages, and what shows that they are ready. */
const PAGES = () =>
  /** @type {[string, string, string][]} */ ([
    ["home", "/", "What can be played"],
    ["table", table, "Your turn"],
    ["settings", "/settings", "How it looks"],
    ["help", "/help", "Being struck"],
    ["join", "/join#nothing", "You are invited"],
    ["nowhere", "/t/nothing", "There is nothing here"],
  ]);

/** @param {Page} page */
async function fits(page) {
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(wide <= room, `the page is ${wide} wide where ${room} are`);
}

/** Everything that is pressed is at least 44 by 44. @param {Page} page */
async function canBeHit(page) {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, a, summary, label, select, input[type=text]")]
      .filter((it) => it.checkVisibility() && !it.closest("p, .unseen") && !it.matches(".skip, .field > label"))
      .map((it) => ({ what: it.outerHTML.slice(0, 80), box: it.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 43.5 || box.height < 43.5)
      .map(({ what, box }) => `${what} ${box.width}x${box.height}`),
  );
  assert.deepEqual(small, []);
}

/** @param {Page} page */
async function isAccessible(page) {
  // The policy of the page forbids foreign code; axe comes through the debugger.
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { axe: tool } = /** @type {any} */ (window);
    const { violations } = await tool.run(document, { resultTypes: ["violations"] });
    return violations.map((/** @type {any} */ it) => `${it.id}: ${it.nodes.map((/** @type {any} */ node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
  });
  assert.deepEqual(found, []);
}

for (const [size, width, height] of SIZES) {
  test(`every page at ${size}, ${width} by ${height}`, async () => {
    const context = await visitor(browser, { viewport: { width, height }, reducedMotion: "reduce" });
    const page = await comeIn(context, house);
    if (!table) {
      await begin(page, "Practice");
      table = new URL(page.url()).pathname;
    }
    for (const [name, address, ready] of PAGES()) {
      await page.goto(house.origin + address);
      if (address.includes("#")) await page.reload();
      await page.getByText(ready).first().waitFor();
      await page.evaluate(() => document.fonts.ready);
      if (name === "table") {
        await page.locator(".hand-card").first().click();
        await page.locator(".preview .effects, .preview .remark").first().waitFor();
      }
      // At 200 % the same page is laid out anew; its colours are the same.
      const lights = /** @type {("light" | "dark")[]} */ (size.endsWith("twice") ? ["light"] : ["light", "dark"]);
      for (const light of lights) {
        await page.emulateMedia({ colorScheme: light, reducedMotion: "reduce" });
        await fits(page);
        await canBeHit(page);
        await isAccessible(page);
        await page.screenshot({ path: path.join(pictures(), `${name}-${size}-${light}.png`) });
      }
    }
    isQuiet(context);
    await context.close();
  });
}

test("high contrast and colour-blind are chosen once and hold everywhere", async () => {
  const context = await visitor(browser, { reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  await page.goto(`${house.origin}/settings`);
  for (const [theme, colours] of [["High contrast", "Full"], ["Dark", "Colour-blind"], ["Light", "Colour-blind"]]) {
    await page.goto(`${house.origin}/settings`);
    await page.getByRole("radio", { name: theme, exact: true }).check({ force: true });
    await page.getByRole("radio", { name: colours, exact: true }).check({ force: true });
    for (const [name, address, ready] of PAGES().slice(0, 3)) {
      await page.goto(house.origin + address);
      await page.getByText(ready).first().waitFor();
      await isAccessible(page);
      await page.screenshot({ path: path.join(pictures(), `${name}-${theme}-${colours}.png`.toLowerCase().replaceAll(" ", "-")) });
    }
  }
  isQuiet(context);
  await context.close();
});
