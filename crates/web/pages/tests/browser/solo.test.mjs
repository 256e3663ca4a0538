// Whole games alone, in a real browser, at the real program.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { begin, comeIn, House, inFirefox, isQuiet, logLines, movedOn, openBrowser, standing, visitor } from "./house.mjs";
import { decide } from "./playing.mjs";

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

for (const [way, device] of /** @type {["tap" | "click" | "key", object][]} */ ([
  inFirefox ? ["click", {}] : ["tap", { hasTouch: true, isMobile: true }],
  ["key", { viewport: { width: 1440, height: 900 } }],
])) {
  test(`a whole game alone, by ${way} alone`, async () => {
    const context = await visitor(browser, device);
    const page = await comeIn(context, house);
    await begin(page, "Alone");
    let decisions = 0;
    while (await decide(page, way)) decisions += 1;
    assert.ok(decisions >= 3, `only ${decisions} decisions`);
    await page.getByRole("heading", { name: /^The castle (stands|has fallen)$/ }).waitFor();
    const lines = await logLines(page);
    assert.ok(lines.length > decisions, "everything is in the log");
    assert.match(lines.at(-1) ?? "", /^(Lost|The castle has fallen)/);
    await page.goto(house.origin);
    await page.getByRole("heading", { name: "Finished games" }).waitFor();
    isQuiet(context);
    await context.close();
  });
}

test("a reload, and a second window, show what was there", async () => {
  const context = await visitor(browser, { viewport: { width: 1440, height: 900 } });
  const page = await comeIn(context, house);
  await begin(page, "Alone");
  await decide(page, "click");
  await page.waitForFunction(() => document.querySelectorAll(".log li").length > 1);
  const [was, lines] = [await standing(page), await logLines(page)];
  await page.reload();
  assert.deepEqual(await standing(page), was);
  await page.waitForFunction((count) => document.querySelectorAll(".log li").length === count, lines.length);
  assert.deepEqual(await logLines(page), lines);

  const other = await context.newPage();
  await other.goto(page.url());
  assert.deepEqual(await standing(other), was);
  await decide(page, "click");
  await movedOn(other, was.moves);
  assert.deepEqual(await standing(other), await standing(page));
  isQuiet(context);
  await context.close();
});

test("two windows that decide at once make one move", async () => {
  const context = await visitor(browser, { viewport: { width: 1440, height: 900 } });
  const page = await comeIn(context, house);
  await begin(page, "Alone");
  const other = await context.newPage();
  await other.goto(page.url());
  const was = await standing(other);
  for (const it of [page, other]) {
    await it.locator(".hand-card").first().click();
    await it.waitForFunction(() => !document.querySelector(".act:disabled"));
  }
  // A click by script waits for nothing: both are on their way before either is answered.
  await Promise.all([page, other].map((it) => it.evaluate(() => /** @type {HTMLElement | null} */ (document.querySelector(".act"))?.click())));
  await Promise.all([page, other].map((it) => movedOn(it, was.moves)));
  for (const it of [page, other]) assert.equal((await standing(it)).moves, was.moves + 1);
  isQuiet(context);
  await context.close();
});

test("without a line nothing is lost, and back on it nothing happens twice", async () => {
  const context = await visitor(browser, { viewport: { width: 1440, height: 900 } });
  const page = await comeIn(context, house);
  await begin(page, "Alone");
  const was = await standing(page);
  await page.locator(".hand-card").first().click();
  await page.waitForFunction(() => !document.querySelector(".act:disabled"));
  await context.setOffline(true);
  await page.locator(".notice", { hasText: "The line is gone." }).waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Sent…" }).waitFor();
  await context.setOffline(false);
  await movedOn(page, was.moves);
  await page.locator(".notice", { hasText: "The line is gone." }).waitFor({ state: "detached" });
  assert.equal((await standing(page)).moves, was.moves + 1);
  const played = (await logLines(page)).filter((line) => line.startsWith("You play"));
  assert.equal(played.length, 1);
  isQuiet(context);
  await context.close();
});

test("a card is carried to the table, and a hint is followed", async () => {
  const context = await visitor(browser, { viewport: { width: 1440, height: 900 } });
  const page = await comeIn(context, house);
  await begin(page, "Practice");
  const was = await standing(page);
  const card = page.locator(".hand-card").first();
  const field = page.locator(".battlefield");
  const [from, to] = [await card.boundingBox(), await field.boundingBox()];
  assert.ok(from && to);
  await page.mouse.move(from.x + 20, from.y + 30);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  await movedOn(page, was.moves);
  const now = await standing(page);
  if (now.step !== "over") {
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".hand-card[aria-pressed=true], .remark.hint").first().waitFor();
  }
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForFunction(() => {
    const it = /** @type {HTMLElement | null} */ (document.querySelector("main.kingslayer"));
    return it?.dataset.moves === "0";
  });
  assert.deepEqual((await standing(page)).hand, was.hand);
  isQuiet(context);
  await context.close();
});
