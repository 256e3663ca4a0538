// At a table with others moves are taken back when all agree; and a table that is open to
// everybody is found by who is in the house.

import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";

import { comeIn, House, isQuiet, openBrowser, pictures, standing, visitor } from "./house.mjs";
import { canBeHit, fits, isAccessible } from "./looking.mjs";
import { decide, turnOf } from "./playing.mjs";

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

/** The first one decides something, and then it is the turn of the other. @param {Page} one @param {Page} other */
async function playUntilTurnOf(one, other) {
  let decided = false;
  for (let page = await turnOf(one, other); page !== other || !decided; page = await turnOf(one, other)) {
    assert.ok(page, "the game is not over so soon");
    await decide(page, page === one ? "key" : "tap");
    decided ||= page === one;
  }
  // What is shown to the one is not older.
  const { moves } = await standing(other);
  await one.waitForFunction((now) => Number(document.querySelector("main.kingslayer")?.getAttribute("data-moves")) === now, moves);
  return moves;
}

test("moves are taken back when all who sit agree, and stay when one says no", async () => {
  const desk = await visitor(browser, { viewport: { width: 1440, height: 900 } });
  const ann = await comeIn(desk, house);
  await ann.getByRole("button", { name: "With others" }).click();
  await ann.waitForURL(/\/t\//);
  await ann.getByRole("button", { name: "Add a bot" }).click();
  await ann.locator(".chair", { hasText: "Bot" }).first().waitFor();
  await ann.getByRole("button", { name: "Invite somebody" }).click();
  const link = await ann.locator(".invite .link a").getAttribute("href");
  assert.ok(link);
  const phone = await visitor(browser, { hasTouch: true, isMobile: true });
  const bo = await phone.newPage();
  await bo.goto(link);
  await bo.getByLabel("Your name").fill("Bo");
  await bo.getByRole("button", { name: "Come in" }).tap();
  await bo.getByRole("button", { name: "I am ready" }).tap();
  await ann.getByRole("button", { name: "I am ready" }).click();
  await Promise.all([standing(ann), standing(bo)]);

  const played = await playUntilTurnOf(ann, bo);
  const old = ann.url();
  await ann.keyboard.press("u");
  const [mine, asked] = [ann, bo].map((page) => page.locator(".asked-back"));
  await mine.getByText("You ask to take back the last").waitFor();
  await asked.getByText("asks to take back the last").waitFor();
  await bo.screenshot({ path: path.join(pictures(), "asked-back-phone-light.png") });
  await ann.screenshot({ path: path.join(pictures(), "asked-back-desk-light.png") });
  for (const page of [ann, bo]) {
    await fits(page);
    await canBeHit(page);
    await isAccessible(page);
  }
  await asked.getByRole("button", { name: "Take it back" }).tap();
  for (const page of [ann, bo]) await page.waitForURL((url) => url.href !== old && url.pathname.startsWith("/t/"));
  assert.equal(ann.url(), bo.url());
  const [hers, his] = [await standing(ann), await standing(bo)];
  assert.ok(hers.moves < played && hers.moves === his.moves, `${hers.moves} of ${played}`);
  assert.ok(hers.yours, "she decides anew");

  const again = await playUntilTurnOf(ann, bo);
  await ann.getByRole("button", { name: "Ask the others to take back your last move" }).click();
  await asked.getByRole("button", { name: "Play on" }).tap();
  for (const notice of [mine, asked]) await notice.waitFor({ state: "detached" });
  assert.equal((await standing(ann)).moves, again);
  // Whoever asks may think better of it.
  await ann.keyboard.press("u");
  await asked.waitFor();
  await mine.getByRole("button", { name: "Never mind" }).click();
  await asked.waitFor({ state: "detached" });

  // A table that is open to all of the house is found on the first page.
  await ann.goto(`${house.origin}/`);
  await ann.getByText("The table with others").click();
  await ann.getByLabel("Its name").fill("Come one, come all");
  await ann.getByText("Anybody in this house may find it, watch and sit down").click();
  await ann.getByRole("button", { name: "With others" }).click();
  await ann.locator(".chair").first().waitFor();
  await bo.goto(`${house.origin}/`);
  const open = bo.getByRole("region", { name: "Open tables" });
  await open.getByRole("link", { name: "Come one, come all" }).tap();
  await bo.getByRole("button", { name: "Sit down" }).tap();
  await ann.locator(".chair", { hasText: "Bo" }).waitFor();
  for (const context of [desk, phone]) {
    isQuiet(context);
    await context.close();
  }
});
