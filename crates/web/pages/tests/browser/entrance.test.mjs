// A game of Diplomacy against bots, as somebody wants it: board, strength, one's own power.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { House, comeIn, isQuiet, openBrowser, visitor } from "./house.mjs";
import { fits, isAccessible, looksRight } from "./looking.mjs";
import { inPhase } from "./ordering.mjs";

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

test("who plays bots chooses how strong they are, the board and a power", async () => {
  const context = await visitor(browser, { reducedMotion: "reduce", hasTouch: true, isMobile: true });
  const page = await comeIn(context, house);
  await page.getByText("Settings of a game against bots").tap();
  await fits(page);
  await isAccessible(page);
  await page.getByRole("combobox", { name: "Map" }).selectOption("training");
  await page.getByRole("radio", { name: "Easy", exact: true }).check({ force: true });
  await page.getByText("I choose my power, before the game").tap();
  await page.getByRole("button", { name: "Against bots" }).tap();
  await page.locator(".lobby").waitFor();
  await looksRight(page, "lobby-of-powers");
  await page.getByRole("button", { name: "Play Birch" }).tap();
  await page.getByRole("button", { name: "Start, bots fill up" }).tap();
  await inPhase(page, "S1901M");
  await page.locator(".tabs").getByRole("button", { name: "Table" }).tap();
  assert.match((await page.locator(".powers tr", { hasText: "Birch" }).textContent()) ?? "", /you/);
  assert.match((await page.locator(".powers tr", { hasText: "Alder" }).textContent()) ?? "", /easy bot/);
  isQuiet(context);
  await context.close();
});
