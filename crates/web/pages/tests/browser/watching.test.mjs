// What is told beside the map: the board in words for whoever watches, the past and its
// address, pictures in the chosen light; and what a table agrees on.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Caller } from "./caller.mjs";
import { House, comeIn, isQuiet, openBrowser, visitor } from "./house.mjs";
import { canBeHit, fits, isAccessible } from "./looking.mjs";
import { inPhase } from "./ordering.mjs";

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

test("a watcher has every unit and every resolved order in words, and stays where they read", async () => {
  const caller = await Caller.come(house, house.link);
  const table = await caller.diplomacy({ settings: ["map=standard", "bots=hold"], joins: true, power: "France", begins: true });
  const { link } = await caller.post(`${table}/invitations`, { place: "watch" });
  const context = await visitor(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", colorScheme: "light" });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel("Your name").fill("Wanda");
  await page.getByRole("button", { name: "Come in" }).click();
  await page.waitForURL(/\/t\//);
  await inPhase(page, "S1901M");
  const units = page.locator(".told-units li");
  assert.equal(await units.count(), 7);
  assert.match((await units.first().textContent()) ?? "", /^Austria: Army Budapest; Army Vienna; Fleet Trieste\.|^Austria: (Army|Fleet) .*Vienna.*\. Centres: .*Vienna/);
  assert.match((await units.allTextContents()).join(), /Russia: .*Fleet St\.? Petersburg, south coast/i);
  const act = async (/** @type {string[]} */ orders, /** @type {string} */ id) => {
    assert.equal((await caller.command(table, { order: orders }, `o${id}`)).status, 200);
    assert.equal((await caller.command(table, "ready", `r${id}`)).status, 200);
  };
  await act(["A PAR - BUR", "A MAR S A PAR - BUR"], "1");
  await inPhase(page, "F1901M");
  await act(["A BUR - MUN"], "2");
  await inPhase(page, "S1902M");
  await page.locator(".tabs").getByRole("button", { name: "Past" }).click();
  await page.locator(".account li").first().waitFor();
  await page.getByRole("button", { name: "First", exact: true }).click();
  const told = page.locator(".told-orders li");
  await told.getByText("France: Army Paris to Burgundy.").waitFor({ state: "attached" });
  await told.getByText("France: Army Marseilles supports Army Paris to Burgundy.").waitFor({ state: "attached" });
  await page.waitForURL(/#S1901M$/);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await told.getByText("France: Army Burgundy to Munich, fails.").waitFor({ state: "attached" });
  await page.waitForURL(/#F1901M$/);
  await page.getByRole("button", { name: "First", exact: true }).click();
  // A phase that ends meanwhile turns no page.
  const { glance } = await caller.get(table);
  assert.equal((await caller.command(table, "ready", "r3")).status, 200);
  await page.waitForFunction((was) => document.querySelector("main.diplomacy")?.getAttribute("data-phase") !== was, glance.view.phase);
  await page.locator('.slide input[max="2"]').waitFor();
  assert.match((await page.locator(".phase-name").textContent()) ?? "", /Spring 1901/);
  await isAccessible(page);
  // Pictures are as somebody has chosen, whatever their system likes.
  for (const [choice, theme] of [["", "light"], ["dark", "dark"], ["contrast", "dark"]]) {
    await page.evaluate((name) => (name ? (document.documentElement.dataset.theme = name) : delete document.documentElement.dataset.theme), choice);
    const asked = page.waitForRequest((request) => request.url().endsWith("/ask") && (request.postData() ?? "").includes('"picture"'));
    await page.getByRole("button", { name: "Picture of this phase" }).click();
    assert.equal((await asked).postDataJSON().theme, theme, choice);
  }
  isQuiet(context);
  await context.close();
});

test("a draw among some, giving up while one is open, the master's times, a picture as an answer, boards and deadlines at home", async () => {
  const context = await visitor(browser, { reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  const caller = await Caller.come(house, house.link);
  const table = await caller.diplomacy({ settings: ["map=standard", "bots=hold", "draws=any", "movement=24h"], joins: true, power: "France" });
  const { link } = await caller.post(`${table}/invitations`, { place: { seat: 3 } });
  const other = await Caller.come(house, link, "Gus");
  await caller.post(`${table}/words`, { id: "start", word: "start", bots: "hold" });
  await other.get(table);
  await page.goto(`${house.origin}${table.replace("/api/tables", "/t")}`);
  await inPhase(page, "S1901M");
  await page.locator(".tabs").getByRole("button", { name: "Table" }).click();
  await fits(page);
  await canBeHit(page);
  await isAccessible(page);
  for (const power of ["Austria", "England", "Italy", "Russia", "Turkey"]) await page.locator(".sharers label", { hasText: power }).click();
  await page.getByRole("button", { name: "Propose a draw" }).click();
  await page.getByText("A draw between France, Germany is proposed.").waitFor();
  await page.getByRole("button", { name: "Give up" }).waitFor();
  // The master's times, several at once.
  await page.getByText("Change the times").click();
  await page.locator('select[name="hour"]').selectOption("18:00");
  await page.locator('select[name="weekends"]').selectOption("skip");
  await page.locator('select[name="grace"]').selectOption("6h");
  await page.locator('select[name="remind"]').selectOption("50%");
  await fits(page);
  await canBeHit(page);
  await page.locator(".times").getByRole("button", { name: "Change" }).click();
  await page.getByText("From the next phase on: hour=18:00 weekends=skip grace=6h remind=50%.").first().waitFor();
  await page.getByText(/hour=18:00.*weekends=skip.*grace=6h.*remind=50%/).first().waitFor();
  // What answers with a picture shows it.
  await page.getByLabel("In the room's words").fill("map");
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".answer svg.answered").waitFor();
  await isAccessible(page);
  await fits(page);
  // At home, whom it waits for and until when; and every board there is.
  await caller.command(table, "ready", "done");
  await page.goto(`${house.origin}/`);
  const card = page.locator(`a[href="${table.replace("/api/tables", "/t")}"]`);
  await card.getByText("Waiting for Gus").waitFor();
  await card.getByText(/ends in (1 d|\d+ h)/).waitFor();
  await page.getByText("Settings of a table with people").click();
  assert.equal(await page.getByRole("combobox", { name: "Map" }).locator("option").count(), 15);
  await fits(page);
  isQuiet(context);
  await context.close();
});

test("where names are hidden, home tells nobody's", async () => {
  const caller = await Caller.come(house, house.link);
  const table = await caller.diplomacy({ settings: ["map=training", "names=hidden", "movement=24h"], joins: true, power: "Alder" });
  const { link } = await caller.post(`${table}/invitations`, { place: "any" });
  const bob = await Caller.come(house, link, "Bob Secretname");
  await bob.post(`${table}/words`, { id: "j", word: "join", power: "Birch" }).catch(() => undefined);
  await caller.post(`${table}/words`, { id: "s", word: "start", bots: null });
  assert.equal((await caller.command(table, "ready", "r")).status, 200);
  const context = await visitor(browser, { reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  await page.locator(`a[href="${table.replace("/api/tables", "/t")}"]`).getByText("Waiting for one player").waitFor();
  assert.doesNotMatch((await page.textContent("body")) ?? "", /Secretname/);
  isQuiet(context);
  await context.close();
});

test("who talks to several at once begins a conversation that others do not hear", async () => {
  const context = await visitor(browser, { reducedMotion: "reduce", hasTouch: true, isMobile: true });
  const page = await comeIn(context, house);
  const caller = await Caller.come(house, house.link);
  const table = await caller.diplomacy({ settings: ["map=standard"], joins: true, power: "France" });
  const { link } = await caller.post(`${table}/invitations`, { place: { seat: 1 } });
  const eve = await Caller.come(house, link, "Eve");
  await caller.post(`${table}/words`, { id: "start", word: "start", bots: "hold" });
  await page.goto(`${house.origin}${table.replace("/api/tables", "/t")}`);
  await inPhase(page, "S1901M");
  await page.locator(".tabs").getByRole("button", { name: "Press" }).tap();
  await page.getByText("Talk to several at once").tap();
  for (const power of ["England", "Germany"]) await page.getByRole("checkbox", { name: power }).check({ force: true });
  await page.getByRole("button", { name: "Talk to them" }).tap();
  await page.getByLabel("To England, Germany").fill("Shall we three talk?");
  await page.getByRole("button", { name: "Say", exact: true }).tap();
  await page.locator(".said .mine", { hasText: "Shall we three talk?" }).waitFor();
  await isAccessible(page);
  await fits(page);
  const { press } = await eve.post(`${table}/ask`, { ask: "press" });
  assert.deepEqual(press.map((/** @type {{ to: number[] }} */ it) => it.to.toSorted()), [[1, 3]]);
  isQuiet(context);
  await context.close();
});

test("an answer that comes late takes nothing back of what the stream told", async () => {
  const keeper = await Caller.come(house, house.link);
  const table = await keeper.diplomacy({ settings: ["map=standard", "bots=hold"] });
  const { link } = await keeper.post(`${table}/invitations`, { place: { seat: 2 } });
  const context = await visitor(browser, { reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel("Your name").fill("Ann");
  await page.getByRole("button", { name: "Come in" }).click();
  await page.waitForURL(/\/t\//);
  await keeper.post(`${table}/words`, { id: "start", word: "start", bots: "hold" });
  await inPhase(page, "S1901M");
  // What is looked at after the order is held back until the phase is over on the page.
  let held = 0;
  await page.route(`${house.origin}${table}`, async (route) => {
    const response = await route.fetch();
    held += 1;
    if (held === 1) {
      await keeper.post(`${table}/words`, { id: "force", word: "say", text: "force yes" });
      await page.locator('main.diplomacy[data-phase="F1901M"]').waitFor();
    }
    await route.fulfill({ response });
  });
  await page.getByLabel("Orders in words").fill("A Par-Bur");
  await page.getByRole("button", { name: "Send" }).click();
  await inPhase(page, "F1901M");
  assert.ok(held >= 2, `${held} looks`);
  assert.equal(await page.locator("main.diplomacy").getAttribute("data-phase"), "F1901M");
  isQuiet(context);
  await context.close();
});
