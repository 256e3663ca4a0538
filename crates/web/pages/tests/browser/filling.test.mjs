// Tables of Diplomacy with people: who fills up what nobody takes, a power that somebody
// has left, hours that a phone shows, one tap that undoes, and the coach afterwards.

import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";

import { Caller } from "./caller.mjs";
import { comeIn, House, isQuiet, openBrowser, pictures, visitor } from "./house.mjs";
import { canBeHit, fits, isAccessible } from "./looking.mjs";
import { inPhase, touch } from "./ordering.mjs";

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

const phone = { reducedMotion: /** @type {const} */ ("reduce"), hasTouch: true, isMobile: true };

/** @param {string} table */
const address = (table) => `${house.origin}${table.replace("/api/tables", "/t")}`;

test("the game master chooses the bots that fill up; nobody else is offered a start that would be refused", async () => {
  const context = await visitor(browser, phone);
  const page = await comeIn(context, house);
  await page.getByText("Settings of a table with people").tap();
  await page.getByRole("combobox", { name: "Map" }).selectOption("training");
  await page.getByRole("radio", { name: /^Gunboat/ }).check({ force: true });
  await fits(page);
  await isAccessible(page);
  await page.getByRole("button", { name: "With people" }).tap();
  await page.waitForURL(/\/t\//);
  await page.getByRole("button", { name: "Play Alder" }).tap();
  await page.locator("tr", { hasText: "Alder" }).getByText("you", { exact: true }).waitFor();
  await page.getByText("What was agreed").tap();
  await page.getByText("Nobody talks.").waitFor();
  await page.getByText("Nobody is told who plays what before the end.").waitFor();
  await page.getByRole("button", { name: "Start, bots fill up" }).waitFor();
  await page.locator('select[name="fill"]').selectOption("club");
  await fits(page);
  await canBeHit(page);
  await isAccessible(page);
  await page.screenshot({ path: path.join(pictures(), "filling-lobby-phone.png"), fullPage: true });
  const started = page.waitForRequest((request) => request.url().endsWith("/words") && (request.postData() ?? "").includes('"start"'));
  await page.getByRole("button", { name: "Start, bots fill up" }).tap();
  assert.match((await started).postData() ?? "", /"bots":"club"/);
  await inPhase(page, "S1901M");

  const caller = await Caller.come(house, house.link);
  const table = await caller.diplomacy({ settings: ["map=training"], joins: true, power: "Alder" });
  await caller.post(`${table}/words`, { id: "l", word: "leave" });
  const { link } = await caller.post(`${table}/invitations`, { place: { seat: 1 } });
  const other = await visitor(browser, phone);
  const there = await other.newPage();
  await there.goto(link);
  await there.getByLabel("Your name").fill("Bo");
  await there.getByRole("button", { name: "Come in" }).tap();
  await there.waitForURL(/\/t\//);
  await there.getByText("1 power is still free.").waitFor();
  assert.equal(await there.getByRole("button", { name: "Start", exact: true }).isDisabled(), true);
  assert.equal(await there.locator('select[name="fill"]').count(), 0);
  await isAccessible(there);
  await caller.post(`${table}/words`, { id: "j", word: "join", power: "Alder" });
  await there.getByRole("button", { name: "Start", exact: true }).and(there.locator(":enabled")).tap();
  await inPhase(there, "S1901M");
  for (const it of [context, other]) {
    isQuiet(it);
    await it.close();
  }
});

test("who opened a table that nobody else has joined calls it off", async () => {
  const context = await visitor(browser, phone);
  const page = await comeIn(context, house);
  await page.getByRole("button", { name: "With people" }).tap();
  await page.waitForURL(/\/t\//);
  const table = page.url();
  await page.getByRole("button", { name: "Call it off" }).tap();
  await page.locator("dialog[open]").getByRole("button", { name: "Call it off" }).tap();
  await page.waitForURL(`${house.origin}/`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.equal(await page.locator(`a[href="${new URL(table).pathname}"]`).count(), 0);
  isQuiet(context);
  await context.close();
});

test("a power whose player was sent away is on the first page until somebody plays it", async () => {
  const keeper = await Caller.come(house, house.link);
  const table = await keeper.diplomacy({ settings: ["map=standard", "bots=hold"], joins: true, power: "Austria", begins: true, listed: true });
  const { link } = await keeper.post(`${table}/invitations`, { place: "watch" });
  await keeper.post(`${table}/words`, { id: "k", word: "say", text: "kick France" });
  const context = await visitor(browser, phone);
  const page = await context.newPage();
  // Whoever was let in elsewhere in the house finds it.
  const elsewhere = await keeper.diplomacy({ settings: ["map=training"] });
  const place = await keeper.post(`${elsewhere}/invitations`, { place: "watch" });
  assert.ok(link);
  await page.goto(place.link);
  await page.getByLabel("Your name").fill("Fay");
  await page.getByRole("button", { name: "Come in" }).tap();
  await page.waitForURL(/\/t\//);
  await page.goto(`${house.origin}/`);
  const card = page.locator(`a[href="${table.replace("/api/tables", "/t")}"]`);
  await card.getByText("A seat is free: France").waitFor();
  await card.getByText("Spring 1901").waitFor();
  await fits(page);
  await isAccessible(page);
  await card.tap();
  await page.getByText("A power is free: France.").waitFor();
  await page.getByRole("button", { name: "Play France" }).tap();
  await page.locator(".chooser select").waitFor();
  await touch(page, "PAR", true);
  await touch(page, "BUR", true);
  await page.locator(".ordered", { hasText: "A Par - Bur" }).waitFor();
  await page.goto(`${house.origin}/`);
  await page.locator("#on ~ *").locator(card).waitFor();
  assert.equal(await page.getByText("A seat is free: France").count(), 0);
  isQuiet(context);
  await context.close();
});

test("a deadline says how long and until when, on the phone as well", async () => {
  const context = await visitor(browser, phone);
  const page = await comeIn(context, house);
  const caller = await Caller.come(house, house.link);
  const table = await caller.diplomacy({ settings: ["map=training", "bots=hold", "movement=3h"], joins: true, power: "Alder", begins: true });
  await page.goto(address(table));
  await inPhase(page, "S1901M");
  await page.locator(".deadline", { hasText: /^in 2 h 5\d min, \S*\s?\d\d:\d\d$/ }).waitFor();
  await fits(page);
  await page.goto(`${house.origin}/`);
  await page.locator(`a[href="${table.replace("/api/tables", "/t")}"]`).getByText(/ends in 2 h 5\d min, .*\d\d:\d\d/).waitFor();
  isQuiet(context);
  await context.close();
});

test("one tap undoes in a draft and in the sandbox; a broken address breaks nothing", async () => {
  const context = await visitor(browser, phone);
  const page = await comeIn(context, house);
  const caller = await Caller.come(house, house.link);
  const table = await caller.diplomacy({ settings: ["map=training", "bots=hold"], joins: true, power: "Alder", begins: true });
  await page.goto(`${address(table)}#%`);
  await inPhase(page, "S1901M");
  await page.locator(".chooser select").waitFor();
  await page.getByText("Only a draft").tap();
  await touch(page, "ELM", true);
  await touch(page, "CRA", true);
  await page.locator(".draft .ordered", { hasText: "A Elm - Cra" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).tap();
  await page.locator(".draft").waitFor({ state: "detached" });
  await page.locator(".tabs").getByRole("button", { name: "Sandbox" }).tap();
  await page.getByRole("button", { name: "From the present position" }).tap();
  await page.locator(".chooser select").waitFor();
  await touch(page, "ELM", true);
  await touch(page, "CRA", true);
  await page.locator(".order-list .ordered", { hasText: "Alder: A Elm - Cra" }).waitFor();
  await page.getByRole("button", { name: "Clear" }).tap();
  await page.locator(".order-list .ordered").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).tap();
  await page.locator(".order-list .ordered", { hasText: "Alder: A Elm - Cra" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).tap();
  await page.locator(".order-list .ordered").waitFor({ state: "detached" });
  // What somebody wrote into an address by hand comes to nothing.
  for (const orders of ["null", "7", '{"ALDER":[1]}']) {
    const text = `{"position":{"phase":"S1901M","units":{"ALDER":["A ELM"]},"centers":{}},"orders":${orders}}`;
    await page.goto(`${address(table)}#sandbox=${Buffer.from(text).toString("base64url")}`);
    await page.reload();
    await inPhase(page, "S1901M");
    await page.locator(".tabs").getByRole("button", { name: "Orders" }).tap();
    await page.locator(".chooser select").waitFor();
  }
  isQuiet(context);
  await context.close();
});

test("after the game the coach says what cost most, shows it on the map, and advises in the sandbox", async () => {
  const context = await visitor(browser, phone);
  const page = await comeIn(context, house);
  const caller = await Caller.come(house, house.link);
  const table = await caller.diplomacy({ settings: ["map=standard", "bots=greedy"], joins: true, power: "England", begins: true });
  for (let at = 0; at < 4; at += 1) await caller.command(table, "ready", `r${at}`);
  await page.goto(address(table));
  await page.locator("main.diplomacy .unit").first().waitFor();
  // Nobody is coached while the game runs.
  assert.equal(await page.getByRole("button", { name: "Ask the coach" }).count(), 0);
  assert.equal((await caller.ask(`${table}/ask`, { ask: "coach" })).value.code, "no_coach_yet");
  assert.equal((await caller.ask(`${table}/ask`, { ask: "advice", power: "ENGLAND" })).value.code, "no_coach_yet");
  await caller.command(table, "concede", "end");
  await page.getByRole("button", { name: "Ask the coach" }).tap();
  await page.getByText("What cost most, and what the coach would have ordered").first().waitFor();
  await fits(page);
  await canBeHit(page);
  await isAccessible(page);
  await page.screenshot({ path: path.join(pictures(), "coach-phone.png"), fullPage: true });
  const told = page.locator(".lessons-told > li").first();
  const phase = ((await told.locator("h4").textContent()) ?? "").replace(/^.*, (\w+ \d+), .*$/s, "$1");
  assert.match(phase, /^(Spring|Fall) 190\d$/);
  await told.getByRole("button", { name: "See this phase" }).tap();
  await page.locator(".phase-name", { hasText: phase }).waitFor();
  await page.locator(".tabs").getByRole("button", { name: "Orders" }).tap();
  await told.getByRole("button", { name: "Try these orders" }).tap();
  await page.getByRole("heading", { name: `Sandbox: ${phase}` }).waitFor();
  assert.ok((await page.locator(".order-list .ordered").count()) > 0);
  await page.getByLabel("A bot orders for").selectOption("TURKEY");
  await page.getByRole("button", { name: "Show its orders" }).tap();
  await page.getByText("A bot would order this for Turkey").first().waitFor();
  await page.locator(".order-list .ordered", { hasText: "Turkey:" }).first().waitFor();
  await isAccessible(page);
  isQuiet(context);
  await context.close();
});
