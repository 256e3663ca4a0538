// What every page must hold, whatever it shows: it fits, it can be hit, and axe finds
// nothing.

import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { pictures } from "./house.mjs";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @typedef {import("playwright-core").Page} Page */

/**
 * Sizes of screens that every page is looked at in; the last two are a phone and a desk
 * at 200 %.
 */
export const SIZES = /** @type {[string, number, number][]} */ ([
  ["phone", 390, 844],
  ["tablet", 768, 1024],
  ["desk", 1440, 900],
  ["phone-twice", 195, 422],
  ["desk-twice", 720, 450],
]);

/**
 * At every size: it fits, it can be hit, axe finds nothing; a picture of each is kept.
 * @param {Page} page @param {string} name of the pictures
 */
export async function looksRight(page, name) {
  const before = page.viewportSize();
  for (const [size, width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: path.join(pictures(), `${name}-${size}.png`) });
    await fits(page);
    await canBeHit(page);
    await isAccessible(page);
  }
  if (before) await page.setViewportSize(before);
}

/** @param {Page} page */
export async function fits(page) {
  const { wide, room, out } = await page.evaluate(() => {
    const { scrollWidth: wide, clientWidth: room } = document.documentElement;
    const beyond = [...document.body.querySelectorAll("*")].filter((it) => it.getBoundingClientRect().right > room + 0.5);
    return { wide, room, out: beyond.slice(0, 6).map((it) => `${it.localName}.${it.getAttribute("class")}`) };
  });
  assert.ok(wide <= room, `the page is ${wide} wide where ${room} are: ${out.join(", ")}`);
}

/** Everything that is pressed is at least 44 by 44. @param {Page} page */
export async function canBeHit(page) {
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
export async function isAccessible(page) {
  // The policy of the page forbids foreign code; axe comes through the debugger.
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { axe: tool } = /** @type {any} */ (window);
    const { violations } = await tool.run(document, { resultTypes: ["violations"] });
    return violations.map((/** @type {any} */ it) => `${it.id}: ${it.nodes.map((/** @type {any} */ node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
  });
  assert.deepEqual(found, []);
}
