// The tutorial by touch from the first lesson to the last, and what statistics say
// after a game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { words } from "../../assets/words/lessons.js";
import { begin, comeIn, House, isQuiet, openBrowser, visitor } from "./house.mjs";
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

test("six lessons are learned by touch alone, and lead into a game", async () => {
  const context = await visitor(browser, { hasTouch: true, isMobile: true, reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  await page.getByRole("link", { name: "Learn", exact: true }).tap();
  for (const [at, lesson] of words.lessons.entries()) {
    await page.getByRole("heading", { name: words.lesson(at + 1, words.lessons.length, lesson.title) }).waitFor();
    for (const [part, text] of lesson.parts.entries()) {
      await page.waitForFunction((said) => document.querySelector(".coach p")?.textContent === said, text);
      if (at === 0 && part === 0) {
        // Fair, but not what the lesson is about.
        await page.locator('.hand-card[data-card="8H"]').tap();
        await page.getByRole("button", { name: "Play", exact: true }).tap();
        await page.locator(".notice.bad", { hasText: "asks for something else" }).waitFor();
        await page.locator('.hand-card[data-card="8H"]').tap();
      }
      const flips = at === 5 && part === 0;
      if (flips) {
        await page.getByRole("button", { name: "Turn a Jester" }).tap();
        continue;
      }
      await page.getByRole("button", { name: "Hint" }).tap();
      await page.locator('.preview[aria-busy="false"]').locator(".effects, .remark").first().waitFor();
      await page.locator(".act:not(:disabled)").tap();
    }
    await page.getByRole("heading", { name: words.wellDone }).waitFor();
    await page.getByRole("button", { name: at + 1 === words.lessons.length ? words.play : words.next }).tap();
  }
  await page.waitForURL(/\/t\//);
  isQuiet(context);
  await context.close();
});

test("a game that was finished is counted, and practice is not", async () => {
  const context = await visitor(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  const counted = (/** @type {string} */ name) => page.locator(".figures div", { has: page.getByText(name, { exact: true }) }).locator("dd").textContent();
  await page.goto(`${house.origin}/statistics`);
  await page.getByText("No game that counts").waitFor();
  await page.goto(house.origin);
  await begin(page, "Alone");
  while (await decide(page, "key"));
  await page.goto(`${house.origin}/statistics`);
  await page.getByText("How far your games went").waitFor();
  assert.equal(await counted("Games"), "1");
  // Of what was not played nothing is said.
  assert.equal(await page.locator(".figures").getByText("Practice games").count(), 0);
  isQuiet(context);
  await context.close();
});
