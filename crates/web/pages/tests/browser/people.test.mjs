// One person on two devices, and links that are used up.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { begin, comeIn, House, isQuiet, openBrowser, standing, visitor } from "./house.mjs";

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

test("a link makes another device the same person, once, until its session is ended", async () => {
  const desk = await visitor(browser, { viewport: { width: 1440, height: 900 } });
  const page = await comeIn(desk, house);
  await begin(page, "Alone");
  const [table, was] = [page.url(), await standing(page)];
  await page.goto(`${house.origin}/settings`);
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = await page.locator(".link a").getAttribute("href");
  assert.ok(link);
  await page.getByRole("img", { name: /QR/ }).waitFor();

  const phone = await visitor(browser, { hasTouch: true, isMobile: true });
  const other = await phone.newPage();
  await other.goto(link);
  await other.getByRole("button", { name: "Come in" }).tap();
  await other.waitForURL(`${house.origin}/`);
  await other.goto(table);
  assert.deepEqual(await standing(other), was);

  const third = await visitor(browser);
  const late = await third.newPage();
  await late.goto(link);
  await late.locator(".notice.bad").waitFor();
  assert.equal(await late.getByRole("button", { name: "Come in" }).count(), 0);

  await page.reload();
  const sessions = page.locator(".sessions li");
  await sessions.nth(1).waitFor();
  await sessions.filter({ hasNotText: "this browser" }).first().getByRole("button").click();
  await sessions.nth(1).waitFor({ state: "detached" });
  await other.goto(table);
  await other.getByRole("status").first().waitFor();
  assert.equal(await other.locator(".hand-card").count(), 0);
  for (const context of [desk, phone, third]) {
    isQuiet(context);
    await context.close();
  }
});
