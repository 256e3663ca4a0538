// A table with others from the first page to its end, alone games to theirs, and what
// comes after: at every size, with everything that was agreed.

import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";

import { begin, comeIn, House, isQuiet, movedOn, openBrowser, pictures, standing, visitor } from "./house.mjs";
import { looksRight } from "./looking.mjs";
import { decide } from "./playing.mjs";

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

/** Plays until the game is over; what is done each time it is one's turn, before anything is decided. @param {Page} page @param {() => Promise<void>} [first] */
async function playOut(page, first) {
  for (let at = 0; ; at += 1) {
    const now = await page.waitForFunction(() => {
      const it = /** @type {HTMLElement | null} */ (document.querySelector("main.kingslayer"));
      return it?.dataset.step === "over" ? "over" : it?.dataset.yours === "true" && it.dataset.busy === "false" ? "turn" : null;
    });
    if ((await now.jsonValue()) === "over") return;
    if (at === 0 && first) await first();
    await decide(page, "click");
  }
}

test("what was agreed at the entrance holds at the table, and everything looks right at every size", async () => {
  const context = await visitor(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  for (const title of ["House rules", "The table with others"]) await page.getByText(title, { exact: true }).click();
  await page.getByRole("radio", { name: "Hard", exact: true }).check({ force: true });
  await page.getByLabel("A payment may hold cards it does not need").uncheck();
  await page.getByLabel("Its name").fill("<b>Friday</b> \u05e9");
  await page.getByRole("radio", { name: "2", exact: true }).check({ force: true });
  await page.getByRole("radio", { name: "Rookies" }).check({ force: true });
  await page.getByRole("radio", { name: "No time" }).check({ force: true });
  await page.getByLabel("Everybody may ask the bot for a hint").check();
  await page.getByLabel("Anybody in this house may find it, watch and sit down").check();
  await looksRight(page, "entrance-open");
  await page.getByRole("button", { name: "With others" }).click();
  await page.waitForURL(/\/t\//);
  for (const agreed of ["The enemies are hard", "A payment holds no card that it does not need", "Bots are rookies", "Everybody may ask the bot for a hint"]) {
    await page.locator(".agreed li", { hasText: agreed }).waitFor();
  }
  await page.locator("header bdi", { hasText: "<b>Friday</b> \u05e9" }).waitFor();
  await page.getByText("Links for one seat each").click();
  await page.getByRole("button", { name: "Link to seat 2" }).click();
  const link = await page.locator(".invite .link a").getAttribute("href");
  assert.ok(link);
  await page.getByRole("button", { name: "A link to watch" }).click();
  await page.getByRole("button", { name: "Take back: To watch" }).waitFor();
  await looksRight(page, "lobby");

  const stranger = await visitor(browser, { reducedMotion: "reduce" });
  const other = await stranger.newPage();
  await other.goto(link);
  await other.getByRole("button", { name: "Come in" }).waitFor();
  await looksRight(other, "join-live");
  // Taken back, the link admits nobody any more.
  await page.getByRole("button", { name: "Take back: Seat 2" }).click();
  await page.locator(".notice", { hasText: "Taken back: Seat 2" }).waitFor();
  await page.getByRole("button", { name: "Take back: Seat 2" }).waitFor({ state: "detached" });
  await other.reload();
  await other.getByText("This link has been used, has ended, or was taken back.").waitFor();
  isQuiet(stranger);
  await stranger.close();

  await page.getByRole("button", { name: "Add a bot" }).click();
  await page.getByRole("button", { name: "I am ready" }).click();
  await standing(page);
  await playOut(page, async () => {
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".remark.hint, .hand-card[aria-pressed=true]").first().waitFor();
    await page.keyboard.press("Escape");
    await looksRight(page, "together");
  });
  await page.getByRole("heading", { name: /^The castle (stands|has fallen)$/ }).waitFor();
  await looksRight(page, "together-over");
  await page.getByText("With hints, so it is counted apart.").waitFor();

  // From the middle it goes on as practice, with a bot in every other seat.
  await page.getByRole("link", { name: "Watch it again" }).click();
  await page.getByRole("heading", { name: /^After 0 of \d+ moves$/ }).waitFor();
  await page.getByRole("button", { name: "On", exact: true }).click();
  await page.getByRole("heading", { name: /^After 1 of \d+ moves$/ }).waitFor();
  const table = page.url().replace(/#.*/, "");
  await page.getByRole("button", { name: "Play on from here as practice" }).click();
  await page.waitForURL((url) => url.href.replace(/#.*/, "") !== table);
  const begun = await standing(page);
  await decide(page, "click");
  await movedOn(page, begun.moves);
  const practice = page.url();
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForURL((url) => url.href !== practice);
  const back = await standing(page);
  assert.deepEqual([back.moves, back.hand], [begun.moves, begun.hand]);
  isQuiet(context);
  await context.close();
});

test("the game of the day ends with a line to copy, and tells no seed before its day is over", async () => {
  const context = await visitor(browser, { reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  await begin(page, "Today's game");
  await playOut(page);
  const line = await page.locator(".line-of-day .line").textContent();
  assert.match(line ?? "", /^Kingslayer \d{4}-\d\d-\d\d: (lost|gold|silver|bronze), \d+ of 12, \d+ moves, no hints$/);
  await page.getByText(/^The bot on the same cards: (gold|silver|bronze|lost, \d+ of 12)\.$/).waitFor();
  await page.getByText("What its cards followed from is told when its day is over.").waitFor();
  await looksRight(page, "daily-over");
  isQuiet(context);
  await context.close();
});

test("a game that is over is watched again, and goes on from the middle as practice", async () => {
  const context = await visitor(browser, { reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  await begin(page, "Alone");
  const first = await standing(page);
  await playOut(page);
  await page.getByText("The cards followed from seed").waitFor();
  await page.screenshot({ path: path.join(pictures(), "alone-over-phone.png") });
  const was = page.url();
  await page.getByRole("link", { name: "Watch it again" }).click();
  await page.getByRole("heading", { name: /^After 0 of \d+ moves$/ }).waitFor();
  assert.deepEqual((await standing(page)).hand, first.hand);
  await page.getByRole("button", { name: "On", exact: true }).click();
  await page.getByRole("heading", { name: /^After 1 of \d+ moves$/ }).waitFor();
  const then = await standing(page);
  assert.notDeepEqual(then.hand, first.hand);
  await looksRight(page, "replay");
  await page.getByRole("button", { name: "Play on from here as practice" }).click();
  await page.waitForURL((url) => url.href.replace(/#.*/, "") !== was);
  const now = await standing(page);
  assert.deepEqual([now.moves, now.hand], [then.moves, then.hand]);
  await page.getByRole("button", { name: "Take back" }).waitFor();
  isQuiet(context);
  await context.close();
});
