// A house that is lost for a while.

import assert from "node:assert/strict";
import { test } from "node:test";

import { begin, comeIn, House, isQuiet, openBrowser, standing, visitor } from "./house.mjs";
import { decide } from "./playing.mjs";

test("a house that is killed and comes back goes on where it was", async () => {
  const [mine, browser] = await Promise.all([House.open(), openBrowser()]);
  const context = await visitor(browser, { viewport: { width: 1440, height: 900 } });
  const page = await comeIn(context, mine);
  await begin(page, "Alone");
  await decide(page, "click");
  const was = await standing(page);
  await mine.kill();
  await page.locator(".notice", { hasText: "The line is gone." }).waitFor();
  await mine.start();
  await page.locator(".notice", { hasText: "The line is gone." }).waitFor({ state: "detached" });
  assert.deepEqual(await standing(page), was);
  await decide(page, "click");
  await page.reload();
  assert.equal((await standing(page)).moves, was.moves + 1);
  isQuiet(context);
  await browser.close();
  await mine.close();
});
