// Diplomacy in a real browser: a game by touch, what is told to whom, the past, a sandbox,
// and how every part of the page looks.

import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";

import { Caller } from "./caller.mjs";
import { inPhase, touch } from "./ordering.mjs";
import { comeIn, House, isQuiet, openBrowser, pictures, visitor } from "./house.mjs";
import { canBeHit, fits, isAccessible, SIZES } from "./looking.mjs";

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

/** What is ordered, as the list beside the map says. @param {Page} page */
const ordered = (page) => page.locator(".order-list .ordered .order-text").allTextContents();

test("a game against a bot by touch: orders, reasons, the past, a sandbox, files", async () => {
  const context = await visitor(browser, { hasTouch: true, reducedMotion: "reduce", acceptDownloads: true });
  const page = await comeIn(context, house);
  const caller = await Caller.come(house, house.link);
  const table = await caller.diplomacy({ settings: ["map=training", "bots=hold"], joins: true, power: "Alder", begins: true });
  await page.goto(`${house.origin}${table.replace("/api/tables", "/t")}`);
  await inPhase(page, "S1901M");
  await page.locator(".chooser select").waitFor();
  // A unit and a neighbour are an order; a place that is too far says why.
  await touch(page, "ELM", true);
  await page.locator('.province[data-at="CRA"].lit').waitFor();
  await touch(page, "VAL", true);
  await page.locator(".chooser .notice").waitFor();
  assert.match((await page.locator(".chooser .notice").textContent()) ?? "", /Val/);
  await touch(page, "CRA", true);
  await page.locator(".ordered", { hasText: "A Elm - Cra" }).waitFor();
  await page.locator('.order.move[data-order="A ELM - CRA"]').waitFor();
  // One tap undoes it; then it is said in words.
  await page.getByRole("button", { name: "Undo" }).tap();
  await page.locator(".ordered").waitFor({ state: "detached" });
  await page.getByLabel("Orders in words").fill("A Elm-Cra; A Fel H");
  await page.getByRole("button", { name: "Send" }).tap();
  await page.locator(".ordered", { hasText: "A Fel H" }).waitFor();
  assert.deepEqual((await ordered(page)).toSorted(), ["A Elm - Cra", "A Fel H"]);
  await page.getByRole("button", { name: "Ready" }).tap();
  await page.waitForFunction(() => document.querySelector("main.diplomacy")?.getAttribute("data-phase") !== "S1901M");
  // The past, with its reasons.
  await page.getByRole("button", { name: "Past" }).tap();
  await page.locator(".account li", { hasText: "A Elm - Cra" }).getByRole("button").tap();
  await page.locator(".reason").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Picture of this phase" }).tap();
  assert.equal((await download).suggestedFilename(), "S1901M.png");
  const film = page.waitForEvent("download");
  await page.getByRole("button", { name: "The game as a GIF" }).tap();
  assert.equal((await film).suggestedFilename(), "game.gif");
  // What if? Nothing of it is told.
  await page.getByRole("button", { name: "Try this phase in the sandbox" }).tap();
  await page.locator(".order-list .ordered", { hasText: "A Elm - Cra" }).waitFor();
  await page.getByRole("button", { name: "Resolve" }).tap();
  await page.locator(".account li", { hasText: "A Elm - Cra" }).waitFor();
  await page.getByRole("button", { name: "Go on from here" }).tap();
  await page.getByRole("heading", { name: /Sandbox: Fall 1901/ }).waitFor();
  const { glance } = await caller.get(table);
  assert.equal(glance.view.own.orders.length, 0);
  isQuiet(context);
  await context.close();
});

test("a province is found by its name, and all is ordered by keys alone", async () => {
  const context = await visitor(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  const caller = await Caller.come(house, house.link);
  const table = await caller.diplomacy({ settings: ["map=standard", "bots=hold"], joins: true, power: "Austria", begins: true });
  await page.goto(`${house.origin}${table.replace("/api/tables", "/t")}`);
  await inPhase(page, "S1901M");
  const wide = await page.locator("svg.map").getAttribute("viewBox");
  await page.getByRole("combobox", { name: "Go to a province" }).first().fill("Tunis");
  await page.keyboard.press("Enter");
  await page.waitForFunction((was) => document.querySelector("svg.map")?.getAttribute("viewBox") !== was, wide);
  await page.locator(".order-list .open", { hasText: "A Vie" }).getByRole("button").focus();
  await page.keyboard.press("Enter");
  await page.locator("select.places").selectOption("GAL");
  await page.locator(".ordered", { hasText: "A Vie - Gal" }).waitFor();
  await page.locator(".order-list .open", { hasText: "A Bud" }).getByRole("button").press("Enter");
  await page.getByRole("button", { name: "Support" }).press("Enter");
  await page.locator("select.places").selectOption("VIE");
  await page.locator("select.places").selectOption("GAL");
  await page.locator(".ordered", { hasText: "A Bud S A Vie - Gal" }).waitFor();
  isQuiet(context);
  await context.close();
});

test("orders, votes, press and hidden names are told to nobody else", async () => {
  const ann = await Caller.come(house, house.link);
  const table = await ann.diplomacy({ settings: ["map=training", "names=hidden"], joins: true, power: "Alder" });
  const { link } = await ann.post(`${table}/invitations`, { place: "any" });
  const bob = await Caller.come(house, link, "Bob Secretname");
  const watch = await ann.post(`${table}/invitations`, { place: "watch" });
  const eve = await Caller.come(house, watch.link, "Eve");
  await bob.post(`${table}/words`, { id: "j", word: "join", power: "Birch" }).catch(() => undefined);
  await ann.post(`${table}/words`, { id: "s", word: "start", bots: null });
  for (const them of [ann, bob, eve]) them.heard.length = 0;
  assert.equal((await bob.command(table, { order: ["A TOR - QUA"] }, "b1")).status, 200);
  await bob.post(`${table}/words`, { id: "t", word: "tell", to: ["Alder"], text: "only for you" });
  await bob.post(`${table}/words`, { id: "u", word: "say", text: "status" });
  for (const them of [ann, bob, eve]) {
    await them.get(table);
    await them.get(`${table}/log`);
    await them.get("/api/tables");
    await them.post(`${table}/ask`, { ask: "press" });
  }
  const all = (/** @type {Caller} */ them) => them.heard.join("\n");
  assert.match(all(bob), /A TOR - QUA/);
  assert.doesNotMatch(all(ann), /A TOR - QUA/);
  assert.doesNotMatch(all(eve), /A TOR - QUA/);
  assert.match(all(ann), /only for you/);
  assert.doesNotMatch(all(eve), /only for you/);
  assert.doesNotMatch(all(ann), /Secretname/);
  assert.doesNotMatch(all(eve), /Secretname/);
  // A clock that is stopped is stopped for browsers too.
  await ann.post(`${table}/words`, { id: "p", word: "say", text: "pause" });
  assert.equal((await bob.command(table, "ready", "b2")).value.code, "paused");
  assert.equal((await bob.command(table, "resolve", "b3")).status, 409);
  await ann.post(`${table}/words`, { id: "r", word: "say", text: "resume" });
  assert.equal((await bob.command(table, "ready", "b4")).status, 200);
  assert.equal((await ann.command(table, "ready", "a4")).status, 200);
  const { glance } = await eve.get(table);
  assert.equal(glance.view.phase, "F1901M");
  assert.match(JSON.stringify(await eve.get(`${table}/log`)), /A TOR - QUA/);
});

test("two people in browsers: a lobby, press that arrives, a draw that both agree on", async () => {
  const context = await visitor(browser, { reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  await page.getByText("Settings of a table with people").click();
  await page.getByRole("combobox", { name: "Map" }).selectOption("training");
  await page.getByRole("button", { name: "With people" }).click();
  await page.waitForURL(/\/t\//);
  await page.getByRole("button", { name: "Play Alder" }).click();
  await page.locator("tr", { hasText: "Alder" }).getByText("you", { exact: true }).waitFor();
  await isAccessible(page);
  await page.screenshot({ path: path.join(pictures(), "diplomacy-lobby-phone.png"), fullPage: true });
  await page.getByRole("button", { name: "Link for a player" }).click();
  const link = (await page.locator(".link a").textContent()) ?? "";
  const other = await visitor(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const there = await other.newPage();
  await there.goto(link);
  await there.getByLabel(/name/i).fill("Bo");
  await there.getByRole("button").filter({ hasText: /./ }).last().click();
  await there.waitForURL(/\/t\//);
  await there.getByText("Your power is drawn").or(there.locator("tr", { hasText: "Birch" }).getByText("you", { exact: true })).waitFor();
  await page.getByText("waits for a power").or(page.locator("tr", { hasText: "Bo" })).first().waitFor();
  await page.getByRole("button", { name: "Start" }).click();
  for (const it of [page, there]) await inPhase(it, "S1901M");
  // Who waited in the lobby plays on the map at once.
  await page.locator(".chooser select").waitFor();
  await touch(page, "ELM");
  await touch(page, "CRA");
  await page.locator(".order-list .ordered", { hasText: "A Elm - Cra" }).waitFor();
  await page.getByRole("button", { name: "Press" }).click();
  await page.locator(".circles").getByRole("button", { name: "Birch" }).click();
  await page.getByLabel("To Birch").fill("Peace? <b>Really</b>");
  await page.getByRole("button", { name: "Say", exact: true }).click();
  await there.locator(".tabs .tag").waitFor();
  await there.getByRole("button", { name: /Press/ }).click();
  await there.locator(".circles").getByRole("button", { name: /Alder/ }).click();
  await there.locator(".said", { hasText: "Peace? <b>Really</b>" }).waitFor();
  assert.equal(await there.locator(".said .words b").count(), 0);
  for (const it of [page, there]) await it.getByRole("button", { name: "Table" }).click();
  await page.getByRole("button", { name: "Propose a draw" }).click();
  // Who proposes it has agreed to it.
  await there.getByRole("button", { name: "Yes" }).click();
  for (const it of [page, there]) await it.getByText("Drawn between").first().waitFor();
  for (const it of [context, other]) {
    isQuiet(it);
    await it.close();
  }
});

test("in Winter what may be built is counted, and no more can be ordered; a retreat has its own choices", async () => {
  const context = await visitor(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  const caller = await Caller.come(house, house.link);
  const table = await caller.diplomacy({ settings: ["map=standard", "bots=hold"], joins: true, power: "France", begins: true });
  for (const [orders, id] of /** @type {[string[], string][]} */ ([[["A MAR - SPA", "F BRE - MAO"], "1"], [["F MAO - POR"], "2"]])) {
    assert.equal((await caller.command(table, { order: orders }, `o${id}`)).status, 200);
    assert.equal((await caller.command(table, "ready", `r${id}`)).status, 200);
  }
  await page.goto(`${house.origin}${table.replace("/api/tables", "/t")}`);
  await inPhase(page, "W1901A");
  await page.getByText("You may build 2 units.").waitFor();
  await page.locator(".chooser select").selectOption("BRE");
  await page.getByRole("button", { name: "Fleet" }).click();
  await page.locator(".ordered", { hasText: "F Bre B" }).waitFor();
  await page.getByRole("button", { name: "Waive one build" }).click();
  await page.getByText("All is ordered").waitFor();
  // A third is not possible before one is taken back; another unit at the same place is.
  await touch(page, "MAR");
  await page.getByRole("button", { name: "Army" }).click();
  await page.getByText("take something back first").waitFor();
  await touch(page, "BRE");
  await page.getByRole("button", { name: "Army" }).click();
  await page.locator(".ordered", { hasText: "A Bre B" }).waitFor();
  assert.equal(await page.locator(".ordered").count(), 2);
  await isAccessible(page);
  await page.screenshot({ path: path.join(pictures(), "diplomacy-winter-desk.png") });
  await page.getByRole("button", { name: "Ready" }).click();
  await inPhase(page, "S1902M");
  // Somebody is driven out in a sandbox, and must retreat.
  const fought = {
    position: { phase: "S1902M", units: { FRANCE: ["A BUR"], GERMANY: ["A MUN", "A RUH"] }, centers: { FRANCE: ["PAR"], GERMANY: ["MUN", "BER"] } },
    orders: { GERMANY: ["A MUN - BUR", "A RUH S A MUN - BUR"] },
  };
  const text = Buffer.from(JSON.stringify(fought)).toString("base64url");
  await page.goto(`${house.origin}${table.replace("/api/tables", "/t")}#sandbox=${text}`);
  await page.getByRole("button", { name: "Resolve" }).click();
  await page.getByRole("button", { name: "Go on from here" }).click();
  await page.getByRole("heading", { name: /retreats/ }).waitFor();
  await page.locator(".unit.dislodged").waitFor();
  await page.locator(".chooser select").selectOption("BUR");
  await page.getByRole("button", { name: "Disband" }).waitFor();
  await page.locator(".chooser select").selectOption("PAR");
  await page.locator(".order-list .ordered", { hasText: "A Bur R Par" }).waitFor();
  await page.screenshot({ path: path.join(pictures(), "diplomacy-retreat-desk.png") });
  isQuiet(context);
  await context.close();
});

test("ways over the sea are drawn while choosing, what is ordered is offered for support, a draft stays where it was written", async () => {
  const context = await visitor(browser, { hasTouch: true, isMobile: true, reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  const caller = await Caller.come(house, house.link);
  const table = await caller.diplomacy({ settings: ["map=standard", "bots=hold"], joins: true, power: "England", begins: true });
  const address = `${house.origin}${table.replace("/api/tables", "/t")}`;
  const position = { phase: "S1902M", units: { ENGLAND: ["A LON", "F NTH", "A YOR"], GERMANY: ["A MUN", "A RUH"] }, centers: { ENGLAND: ["LON"], GERMANY: ["MUN"] } };
  await page.goto(`${address}#sandbox=${Buffer.from(JSON.stringify({ position, orders: { GERMANY: ["A MUN - BUR"] } })).toString("base64url")}`);
  await page.getByRole("heading", { name: /Sandbox/ }).waitFor();
  const choose = (/** @type {string} */ code) => page.locator(".chooser select").selectOption(code);
  await choose("LON");
  await page.locator('.way[data-way="LON NTH NWY"]').waitFor({ state: "attached" });
  await page.screenshot({ path: path.join(pictures(), "diplomacy-ways-phone.png") });
  await page.getByRole("button", { name: "Stop" }).or(page.locator(".chooser .button.plain")).first().tap();
  await page.locator(".way").first().waitFor({ state: "detached" });
  await choose("RUH");
  await page.getByRole("button", { name: "Support", exact: true }).tap();
  await page.locator('[data-offer="A RUH S A MUN - BUR"]').tap();
  await page.locator(".order-list .ordered", { hasText: "A Ruh S A Mun - Bur" }).waitFor();
  // What is begun for one is never in the field for another, and outlives a reload.
  await page.goto(address);
  await inPhase(page, "S1901M");
  await page.getByRole("button", { name: "Press" }).tap();
  await page.locator(".circles").getByRole("button", { name: "France" }).tap();
  await page.getByLabel("To France").fill("Germany must not hear this");
  await page.locator(".circles").getByRole("button", { name: "Germany" }).tap();
  assert.equal(await page.getByLabel("To Germany").inputValue(), "");
  await page.reload();
  await page.getByRole("button", { name: "Press" }).tap();
  await page.locator(".circles").getByRole("button", { name: "France" }).tap();
  assert.equal(await page.getByLabel("To France").inputValue(), "Germany must not hear this");
  // The game master lets a bot play a power.
  await page.locator(".tabs").getByRole("button", { name: "Table" }).tap();
  await page.getByText("Let a bot play a power").tap();
  await page.locator('select[name="power"]').selectOption("France");
  await page.getByRole("button", { name: "Replace" }).tap();
  await page.locator("dialog[open]").getByRole("button", { name: "Replace" }).tap();
  await page.locator(".notice.answer").waitFor();
  await isAccessible(page);
  isQuiet(context);
  await context.close();
});

for (const [size, width, height] of SIZES) {
  test(`every part of the table at ${size}, ${width} by ${height}`, async () => {
    const context = await visitor(browser, { viewport: { width, height }, reducedMotion: "reduce" });
    const page = await comeIn(context, house);
    const caller = await Caller.come(house, house.link);
    const table = await caller.diplomacy({ settings: ["map=standard", "bots=greedy"], joins: true, power: "France", begins: true });
    let { glance } = await caller.get(table);
    // Some years on, until there is much to see.
    for (let at = 0; at < 8 && !glance.over; at += 1) {
      await caller.command(table, "ready", `ready-${size}-${at}`);
      ({ glance } = await caller.get(table));
    }
    await page.goto(`${house.origin}${table.replace("/api/tables", "/t")}`);
    await page.locator("main.diplomacy .unit").first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    for (const tab of ["Orders", "Press", "Past", "Sandbox", "Table"]) {
      await page.locator(".tabs").getByRole("button", { name: tab }).click();
      if (tab === "Past") await page.locator(".account li").first().waitFor();
      // At 200 % the same page is laid out anew; its colours are the same.
      for (const light of /** @type {("light" | "dark")[]} */ (size.endsWith("twice") ? ["light"] : ["light", "dark"])) {
        await page.emulateMedia({ colorScheme: light, reducedMotion: "reduce" });
        await fits(page);
        await canBeHit(page);
        await isAccessible(page);
        await page.screenshot({ path: path.join(pictures(), `diplomacy-${tab.toLowerCase()}-${size}-${light}.png`) });
      }
    }
    isQuiet(context);
    await context.close();
  });
}
