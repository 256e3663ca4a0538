// Programs in the page, as the house serves them that was built with them: begun,
// played by touch, kept, taken up again, also without the house.

import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";

import { comeIn, given, House, isQuiet, openBrowser, pictures, visitor } from "../browser/house.mjs";
import { canBeHit, fits, isAccessible } from "../browser/looking.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @type {House} */
let house;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  const programs = ["--programs", given("PARLOUR_PROGRAMS_BUILT")];
  [house, browser] = await Promise.all([House.open(programs), openBrowser({ graphics: true })]);
});
after(async () => {
  await browser?.close();
  await house?.close();
});

/** What the page keeps of a game: the seed's line, then a command a line. @param {Page} page @param {string} name */
async function lines(page, name) {
  const kept = await page.evaluate((key) => localStorage.getItem(key), `parlour/save/${name}`);
  return Buffer.from(kept ?? "", "hex").toString().split("\n").filter(Boolean);
}

/** Waits until so many commands were given. @param {Page} page @param {number} count @param {string} [name] */
async function commanded(page, count, name = "delve.save") {
  await page.waitForFunction(
    ([key, least]) => {
      const kept = localStorage.getItem(/** @type {string} */ (key)) ?? "";
      return (kept.match(/0a/g) ?? []).length > Number(least);
    },
    [`parlour/save/${name}`, count],
  );
}

/** Which game the page says it is. @param {Page} page */
const game = (page) => page.locator(".head .game").textContent();

/** Waits for the program. @param {Page} page */
const ready = (page) => page.getByRole("button", { name: "Explore", exact: true }).waitFor();

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

test("Delve is begun from the first page, played by touch, and goes on after a reload", async () => {
  const context = await visitor(browser, { hasTouch: true, isMobile: true });
  const page = await comeIn(context, house);
  await page.getByRole("link", { name: "Play", exact: true }).tap();
  await page.waitForURL(/\/delve$/);
  await ready(page);
  assert.match((await game(page)) ?? "", /^Seed \d+$/);
  // The hint names what to press, and the button for it stands out.
  const explore = page.getByRole("button", { name: "Explore", exact: true });
  assert.match((await explore.getAttribute("class")) ?? "", /main/);
  await page.getByRole("button", { name: "wait a turn" }).tap();
  await commanded(page, 1);
  await explore.tap();
  await commanded(page, 2);
  assert.match((await lines(page, "delve.save"))[2], /^explore/);
  await page.getByRole("button", { name: "Use", exact: true }).tap();
  await page.getByRole("button", { name: "Back", exact: true }).tap();
  await explore.waitFor();
  const before = await lines(page, "delve.save");
  await page.reload();
  await ready(page);
  await page.getByRole("button", { name: "wait a turn" }).tap();
  await commanded(page, before.length);
  assert.deepEqual((await lines(page, "delve.save")).slice(0, before.length), before);
  isQuiet(context);
  await context.close();
});

test("a seed, the dungeon of the day, and one's own game beside it", async () => {
  const context = await visitor(browser, { viewport: { width: 1440, height: 900 } });
  const page = await comeIn(context, house);
  await page.goto(`${house.origin}/delve`);
  await ready(page);
  await press(page, "New game");
  await page.getByLabel("Seed").fill("bread and salt");
  await press(page, "Begin");
  await page.locator("dialog").waitFor({ state: "detached" });
  await ready(page);
  const own = await game(page);
  const first = (await lines(page, "delve.save"))[0];
  await page.keyboard.press("o");
  await commanded(page, 1);
  await press(page, "Daily");
  await page.getByRole("button", { name: "My game" }).waitFor();
  await ready(page);
  const today = await game(page);
  assert.match(today ?? "", /^Dungeon of \d{4}-\d\d-\d\d$/);
  await press(page, "Explore");
  await commanded(page, 1, "delve.daily");
  await press(page, "My game");
  await page.getByRole("button", { name: "Daily" }).waitFor();
  await ready(page);
  assert.equal(await game(page), own);
  const kept = await lines(page, "delve.save");
  assert.equal(kept[0], first);
  assert.match(kept[1], /^explore/);
  // The same words are the same dungeon.
  await press(page, "New game");
  await page.getByLabel("Seed").fill("bread and salt");
  await press(page, "Begin");
  await page.locator("dialog").waitFor({ state: "detached" });
  await ready(page);
  assert.equal(await game(page), own);
  assert.equal((await lines(page, "delve.save")).length, 1);
  isQuiet(context);
  await context.close();
});

test("a drawing of the sight editor is kept", async () => {
  const context = await visitor(browser, { viewport: { width: 1440, height: 900 } });
  const page = await comeIn(context, house);
  await page.getByRole("link", { name: "Open", exact: true }).click();
  await page.waitForURL(/\/sight$/);
  const kept = () => page.evaluate(() => localStorage.getItem("parlour/kept/sight"));
  const drawn = (/** @type {string | null} */ before) =>
    page.waitForFunction((was) => {
      const now = localStorage.getItem("parlour/kept/sight");
      return now !== null && now !== was;
    }, before);
  await page.waitForFunction(() => "wasm_exports" in window && /** @type {any} */ (window).wasm_exports);
  await press(page, "Random map");
  await drawn(null);
  const first = await kept();
  await page.reload();
  await page.waitForFunction(() => /** @type {any} */ (window).wasm_exports);
  // The drawing that was kept is the one that goes on: a path more changes no wall.
  const box = /** @type {{ x: number, y: number }} */ (await page.locator("canvas").boundingBox());
  await page.mouse.click(box.x + 300, box.y + 300);
  await drawn(first);
  const second = (await kept()) ?? "";
  const walls = (/** @type {string} */ text) => (text.match(/■/g) ?? []).length;
  assert.equal(Math.abs(walls(second) - walls(first ?? "")), 1);
  isQuiet(context);
  await context.close();
});

/** What came of a day, as the program keeps it. @param {string} day @param {number} points */
const came = (day, points) => `${day}\t${points}\tslain by a goblin archer on level 3\tDelve, daily of ${day}: ${points} points, slain by a goblin archer on level 3\n`;

/** Looks at what is asked before a new game, and at one's own days. @param {Page} page @param {string} size */
async function dialogs(page, size) {
  await press(page, "New game");
  await page.getByRole("button", { name: "Begin", exact: true }).waitFor();
  await isAccessible(page);
  await page.screenshot({ path: path.join(pictures(), `delve-new-${size}.png`) });
  const seen = await page.locator("dialog").evaluate((it) => it.scrollWidth <= it.clientWidth);
  assert.ok(seen, "nothing of the question is cut at its side");
  await press(page, "Cancel");
  const all = came("2031-05-02", 340) + came("2031-05-03", 1240) + came("2031-W18", 75);
  await page.evaluate((text) => localStorage.setItem("parlour/save/delve.days", text), Buffer.from(all).toString("hex"));
  await press(page, "More");
  await press(page, "Your days");
  const shown = page.locator("dialog li");
  assert.match((await shown.first().textContent()) ?? "", /2031-W18 75 points\s+slain by a goblin archer on level 3/);
  assert.equal(await shown.count(), 3);
  await isAccessible(page);
  await page.screenshot({ path: path.join(pictures(), `delve-days-${size}.png`) });
  await press(page, "Close");
  await press(page, "Less");
}

for (const [size, width, height] of /** @type {[string, number, number][]} */ ([["phone", 390, 844], ["tablet", 768, 1024], ["desk", 1440, 900], ["desk-twice", 720, 450]])) {
  test(`pages with programs at ${size}, ${width} by ${height}`, async () => {
    const touch = size !== "desk";
    const context = await visitor(browser, { viewport: { width, height }, hasTouch: touch, isMobile: touch, reducedMotion: "reduce" });
    const page = await comeIn(context, house);
    await page.getByRole("link", { name: "Play", exact: true }).waitFor();
    await page.screenshot({ path: path.join(pictures(), `home-with-programs-${size}.png`), fullPage: true });
    for (const [name, button] of [["delve", "Explore"], ["sight", "Help"]]) {
      await page.goto(`${house.origin}/${name}`);
      await page.getByRole("button", { name: button, exact: true }).waitFor();
      await page.waitForFunction(() => /** @type {any} */ (window).wasm_exports);
      if (name === "delve") {
        await press(page, "Explore");
        await commanded(page, 1);
      }
      await fits(page);
      await canBeHit(page);
      await isAccessible(page);
      await page.screenshot({ path: path.join(pictures(), `${name}-${size}.png`) });
      if (name === "delve") {
        await press(page, "Use");
        await page.getByRole("button", { name: "Back", exact: true }).waitFor();
        await page.screenshot({ path: path.join(pictures(), `${name}-pack-${size}.png`) });
        await press(page, "Back");
        await dialogs(page, size);
      }
    }
    isQuiet(context);
    await context.close();
  });
}

test("Delve goes on when the house is gone", async () => {
  const context = await visitor(browser);
  const page = await comeIn(context, house);
  await page.goto(`${house.origin}/delve`);
  await ready(page);
  await page.locator("body[data-kept]").waitFor();
  await press(page, "Explore");
  await commanded(page, 1);
  const before = await lines(page, "delve.save");
  await house.kill();
  await page.reload();
  await ready(page);
  await press(page, "Explore");
  await commanded(page, before.length);
  assert.deepEqual((await lines(page, "delve.save")).slice(0, before.length), before);
  await context.close();
});
