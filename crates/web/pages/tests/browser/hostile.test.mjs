// Names that are meant to be more than names stay text.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { begin, comeIn, House, isQuiet, openBrowser, visitor } from "./house.mjs";

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

test("markup, scripts and right-to-left letters in a name stay text", async () => {
  const context = await visitor(browser);
  const page = await comeIn(context, house);
  page.on("dialog", () => assert.fail("a name ran as a script"));
  for (const name of ["<img src=x onerror=alert(1)>", "</title><script>alert(1)</script>", "${alert(1)} {{7*7}}", "שלום עולם", "<b>Ann</b> & \"Bo\" 'Cy'"]) {
    await page.goto(`${house.origin}/settings`);
    await page.getByLabel("Your name").fill(name);
    await page.getByRole("button", { name: "Keep" }).click();
    await page.locator(".notice", { hasText: "Kept." }).waitFor();
    await page.reload();
    await page.waitForFunction((text) => /** @type {HTMLInputElement | null} */ (document.getElementById("name"))?.value === text, name);
    assert.equal(await page.locator("main img, main script, main b b").count(), 0);
  }
  await page.getByLabel("Your name").fill("Ann\u202egnp");
  await page.getByRole("button", { name: "Keep" }).click();
  await page.locator(".notice.bad", { hasText: "control characters" }).waitFor();
  isQuiet(context);
  await context.close();
});

test("who has no session is told so, and sees no table", async () => {
  const context = await visitor(browser);
  const page = await comeIn(context, house);
  await begin(page, "Alone");
  const stranger = await visitor(browser);
  const other = await stranger.newPage();
  for (const address of [page.url(), house.origin]) {
    await other.goto(address);
    await other.getByRole("status").first().waitFor();
    assert.equal(await other.locator(".hand-card, .table-card").count(), 0);
  }
  isQuiet(stranger);
  await stranger.close();
  await context.close();
});

test("no page loads anything from elsewhere", async () => {
  const context = await visitor(browser);
  /** @type {string[]} */
  const foreign = [];
  context.on("request", (request) => {
    if (!request.url().startsWith(house.origin)) foreign.push(request.url());
  });
  const page = await comeIn(context, house);
  await begin(page, "Alone");
  for (const address of ["/settings", "/help", "/"]) {
    await page.goto(house.origin + address);
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
  assert.deepEqual(foreign, []);
  isQuiet(context);
  await context.close();
});
