// Two people at one table, by a link: a phone by touch and a desk by keyboard, with a
// bot between them.

import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";

import { comeIn, House, isQuiet, openBrowser, pictures, standing, visitor } from "./house.mjs";
import { canBeHit, fits, isAccessible } from "./looking.mjs";
import { decide, turnOf } from "./playing.mjs";

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

test("a link is enough to sit down, and a game is played to its end", async () => {
  const desk = await visitor(browser, { viewport: { width: 1440, height: 900 } });
  const ann = await comeIn(desk, house);
  await ann.getByRole("button", { name: "With others" }).click();
  await ann.waitForURL(/\/t\//);
  await ann.getByRole("button", { name: "Add a bot" }).click();
  await ann.locator(".chair", { hasText: "Bot" }).first().waitFor();
  await ann.getByRole("button", { name: "Invite somebody" }).click();
  const link = await ann.locator(".invite .link a").getAttribute("href");
  assert.ok(link);
  await ann.getByRole("img", { name: /QR/ }).waitFor();
  await ann.screenshot({ path: path.join(pictures(), "lobby-desk-light.png") });
  await ann.getByRole("button", { name: "A link to watch" }).click();
  await ann.waitForFunction((was) => document.querySelector(".invite .link a")?.getAttribute("href") !== was, link);
  const watching = await ann.locator(".invite .link a").getAttribute("href");
  assert.ok(watching);

  const phone = await visitor(browser, { hasTouch: true, isMobile: true });
  const bo = await phone.newPage();
  await bo.goto(link);
  const name = "<b>Bo</b> ש";
  await bo.getByLabel("Your name").fill(name);
  await bo.getByRole("button", { name: "Come in" }).tap();
  await bo.waitForURL(/\/t\//);
  await bo.getByRole("button", { name: "I am ready" }).waitFor();
  await bo.screenshot({ path: path.join(pictures(), "lobby-phone-light.png") });
  for (const page of [ann, bo]) {
    await fits(page);
    await canBeHit(page);
    await isAccessible(page);
  }
  await ann.locator(".chair", { hasText: name }).waitFor();
  assert.equal(await ann.locator("main b", { hasText: "Bo" }).count(), 0);

  await bo.getByRole("button", { name: "I am ready" }).tap();
  await ann.getByRole("button", { name: "I am ready" }).click();
  await Promise.all([standing(ann), standing(bo)]);
  const [hers, his] = [await standing(ann), await standing(bo)];
  assert.ok(hers.hand.length > 0 && his.hand.length > 0);
  assert.notDeepEqual(hers.hand, his.hand);

  const tablet = await visitor(browser, { viewport: { width: 768, height: 1024 } });
  const cy = await tablet.newPage();
  await cy.goto(watching);
  await cy.getByLabel("Your name").fill("Cy");
  await cy.getByRole("button", { name: "Come in" }).click();
  await cy.getByText("You are watching").waitFor();
  assert.deepEqual((await standing(cy)).hand, []);

  await bo.getByRole("button", { name: "Say", exact: true }).tap();
  await bo.getByRole("button", { name: "Hello!" }).tap();
  await ann.locator(".log li", { hasText: `${name} says: Hello!` }).waitFor();

  for (let page = await turnOf(ann, bo); page; page = await turnOf(ann, bo)) {
    await decide(page, page === bo ? "tap" : "key");
  }
  for (const page of [ann, bo, cy]) await page.getByRole("heading", { name: /^The castle (stands|has fallen)$/ }).waitFor();
  await bo.screenshot({ path: path.join(pictures(), "together-over-phone-light.png") });
  for (const page of [ann, bo]) await isAccessible(page);
  for (const context of [desk, phone, tablet]) {
    isQuiet(context);
    await context.close();
  }
});
