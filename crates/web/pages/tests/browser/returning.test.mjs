// Whoever comes back, or looks on, is offered what was resolved and not looked at.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Caller } from "./caller.mjs";
import { House, comeIn, isQuiet, openBrowser, visitor } from "./house.mjs";
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

test("what was resolved is offered until somebody looks or will not", async () => {
  const context = await visitor(browser, { reducedMotion: "reduce", hasTouch: true, isMobile: true });
  const page = await comeIn(context, house);
  const caller = await Caller.come(house, house.link);
  const table = await caller.diplomacy({ settings: ["map=standard", "bots=hold"], joins: true, power: "France", begins: true });
  const address = `${house.origin}${table.replace("/api/tables", "/t")}`;
  const offered = page.locator(".came-now");
  await page.goto(address);
  await inPhase(page, "S1901M");
  assert.equal(await offered.count(), 0);

  await caller.command(table, "ready", "one");
  await offered.getByText("Resolved: Spring 1901, movement.").waitFor();
  await offered.getByRole("button", { name: "See it" }).tap();
  await page.locator(".phase-name", { hasText: "Spring 1901" }).waitFor();
  await page.locator(".tabs").getByRole("button", { name: "Orders" }).tap();
  assert.equal(await offered.count(), 0);

  // Looked at then; what comes while nobody looks is offered on the way back.
  await page.goto(`${house.origin}/`);
  await caller.command(table, "ready", "two");
  await page.goto(address);
  await offered.getByText("Resolved: Fall 1901, movement.").waitFor();
  await offered.getByRole("button", { name: "Not now" }).tap();
  await offered.waitFor({ state: "detached" });
  await page.reload();
  await page.locator("main.diplomacy .unit").first().waitFor();
  assert.equal(await offered.count(), 0);
  isQuiet(context);
  await context.close();
});
