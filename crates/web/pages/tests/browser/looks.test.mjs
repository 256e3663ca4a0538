// Every page at every size, in every light: nothing sticks out, everything can be
// hit, axe finds nothing; the pictures are kept.

import path from "node:path";
import { after, before, test } from "node:test";

import { begin, comeIn, House, isQuiet, openBrowser, pictures, visitor } from "./house.mjs";
import { canBeHit, fits, isAccessible, SIZES } from "./looking.mjs";

/** @type {House} */
let house;
/** @type {import("playwright-core").Browser} */
let browser;
let table = "";

before(async () => {
  [house, browser] = await Promise.all([House.open(), openBrowser()]);
});
after(async () => {
  await browser?.close();
  await house?.close();
});

/** Pages, and what shows that they are ready. */
const PAGES = () =>
  /** @type {[string, string, string][]} */ ([
    ["home", "/", "What can be played"],
    ["table", table, "Your turn"],
    ["settings", "/settings", "How it looks"],
    ["help", "/help", "Being struck"],
    ["learn", "/learn", "Lesson 1 of 6"],
    ["statistics", "/statistics", "Your record"],
    ["join", "/join#nothing", "You are invited"],
    ["nowhere", "/t/nothing", "There is nothing here"],
  ]);

for (const [size, width, height] of SIZES) {
  test(`every page at ${size}, ${width} by ${height}`, async () => {
    const context = await visitor(browser, { viewport: { width, height }, reducedMotion: "reduce" });
    const page = await comeIn(context, house);
    if (!table) {
      await begin(page, "Practice");
      table = new URL(page.url()).pathname;
    }
    for (const [name, address, ready] of PAGES()) {
      await page.goto(house.origin + address);
      if (address.includes("#")) await page.reload();
      await page.getByText(ready).first().waitFor();
      await page.evaluate(() => document.fonts.ready);
      if (name === "table") {
        await page.locator(".hand-card").first().click();
        await page.locator('.preview[aria-busy="false"]').locator(".effects, .remark").first().waitFor();
      }
      // At 200 % the same page is laid out anew; its colours are the same.
      const lights = /** @type {("light" | "dark")[]} */ (size.endsWith("twice") ? ["light"] : ["light", "dark"]);
      for (const light of lights) {
        await page.emulateMedia({ colorScheme: light, reducedMotion: "reduce" });
        await fits(page);
        await canBeHit(page);
        await isAccessible(page);
        await page.screenshot({ path: path.join(pictures(), `${name}-${size}-${light}.png`) });
      }
    }
    isQuiet(context);
    await context.close();
  });
}

test("high contrast and colour-blind are chosen once and hold everywhere", async () => {
  const context = await visitor(browser, { reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  await page.goto(`${house.origin}/settings`);
  for (const [theme, colours] of [["High contrast", "Full"], ["Dark", "Colour-blind"], ["Light", "Colour-blind"]]) {
    await page.goto(`${house.origin}/settings`);
    await page.getByRole("radio", { name: theme, exact: true }).check({ force: true });
    await page.getByRole("radio", { name: colours, exact: true }).check({ force: true });
    for (const [name, address, ready] of PAGES().slice(0, 3)) {
      await page.goto(house.origin + address);
      await page.getByText(ready).first().waitFor();
      await isAccessible(page);
      await page.screenshot({ path: path.join(pictures(), `${name}-${theme}-${colours}.png`.toLowerCase().replaceAll(" ", "-")) });
    }
  }
  isQuiet(context);
  await context.close();
});
