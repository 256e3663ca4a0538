// Names, titles and letters that are meant to be more than that stay text.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Caller } from "./caller.mjs";
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

/** What somebody writes who means harm: markup, scripts, words from right to left. */
const HOSTILE = ["<img src=x onerror=alert(1)>", "</title><script>alert(1)</script>", "<svg/onload=alert(1)>", "${alert(1)} {{7*7}}", "\u05e9\u05dc\u05d5\u05dd <b>x</b>", "<a href=javascript:alert(1)>x</a>"];

/** Letters that turn the direction of others, or are none. */
const CONTROL = ["Ann\u202egnp", "a\u0007b", "\u2066x", "\u200b\u2060"];

/** Nothing of what was written became a part of the page. @param {import("playwright-core").Page} page */
async function isText(page) {
  assert.equal(await page.locator("main img, main script, main a[href^=javascript], bdi b, bdi svg, bdi a").count(), 0);
}

test("a title made by the API is text on every page that shows it, and has no letters that move others", async () => {
  const context = await visitor(browser);
  const page = await comeIn(context, house);
  page.on("dialog", () => assert.fail("a title ran as a script"));
  const caller = await Caller.come(house, house.link);
  for (const title of HOSTILE) {
    const { table } = await caller.post("/api/tables", { game: "kingslayer", wish: { players: 2, title } });
    const { link } = await caller.post(`/api/tables/${table}/invitations`, { place: "watch" });
    for (const address of [house.origin, `${house.origin}/t/${table}`, link]) {
      await page.goto(address);
      // The same page with another fragment is not loaded anew by itself.
      if (address === link) await page.reload();
      await page.locator("bdi").filter({ hasText: title }).first().waitFor();
      await isText(page);
    }
  }
  for (const title of CONTROL) {
    const { status, value } = await caller.ask("/api/tables", { game: "kingslayer", wish: { players: 2, title } });
    assert.deepEqual([status, value.code], [409, "bad_title"], JSON.stringify(title));
  }
  isQuiet(context);
  await context.close();
});

test("press is text, whatever is written in it, and turns nothing around it", async () => {
  const context = await visitor(browser, { viewport: { width: 1440, height: 900 } });
  const page = await comeIn(context, house);
  page.on("dialog", () => assert.fail("a letter ran as a script"));
  const france = await Caller.come(house, house.link);
  const table = await france.diplomacy({ settings: ["map=standard", "bots=hold"], joins: true, power: "France" });
  const { link } = await france.post(`${table}/invitations`, { place: { seat: 3 } });
  const germany = await Caller.come(house, link, HOSTILE[0]);
  await france.post(`${table}/words`, { id: "start", word: "start", bots: "hold" });
  const letters = [...HOSTILE, ...CONTROL.slice(0, 3)];
  for (const [at, text] of letters.entries()) await germany.ask(`${table}/words`, { id: `w${at}`, word: "tell", to: ["France"], text });
  await page.goto(`${house.origin}${table.replace("/api/tables", "/t")}`);
  await page.locator(".tabs").getByRole("button", { name: "Press" }).click();
  await page.locator(".circles button", { hasText: "Germany" }).click();
  for (const text of HOSTILE) await page.locator(".said .words bdi", { hasText: text }).waitFor();
  await isText(page);
  // What turns the direction of letters ends with the letter it is in.
  const apart = await page.locator(".said .words bdi").evaluateAll((all) => all.every((it) => getComputedStyle(it).unicodeBidi.includes("isolate")));
  assert.ok(apart);
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
