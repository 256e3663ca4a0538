// Games of Kingslayer that are over are looked at again, whatever is played there now; one
// that nobody else plays is given up.

import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";

import { Caller } from "./caller.mjs";
import { begin, comeIn, House, isQuiet, openBrowser, pictures, standing, visitor } from "./house.mjs";
import { canBeHit, fits, isAccessible } from "./looking.mjs";
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

/** Plays to the end without thinking, beside bots. @param {Caller} caller @param {string} table */
async function playOut(caller, table) {
  for (let at = 0; ; at += 1) {
    const { glance } = await caller.get(table);
    if (glance.over) return;
    const { commands } = glance.view.you === glance.view.current ? await caller.post(`${table}/ask`, { ask: "legal" }) : { commands: [] };
    // Whoever is quicker than the bots asks again.
    if (commands.length > 0) await caller.ask(`${table}/commands`, { stage: glance.stage, id: `c${at}`, command: commands[0] });
    else await new Promise((go) => setTimeout(go, 20));
  }
}

test("a game that is over is opened from the list and watched again, though the table plays another by now", async () => {
  const context = await visitor(browser, { reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  const caller = await Caller.come(house, house.link);
  const { table } = await caller.post("/api/tables", { game: "kingslayer", wish: { players: 2, bots: 1, pace: 0, level: "rookie" } });
  const first = `/api/tables/${table}`;
  const { link } = await caller.post(`${first}/invitations`, { place: "watch" });
  await caller.post(`${first}/words`, { id: "r1", word: "ready" });
  const old = `${house.origin}/t/${table}`;
  // Whoever is there at the end goes on with the others.
  await page.goto(old);
  await standing(page);
  await playOut(caller, first);
  await page.getByRole("heading", { name: /^The castle (stands|has fallen)$/ }).waitFor();
  const { game } = await caller.post(`${first}/words`, { id: "r2", word: "ready" });
  assert.notEqual(game, table);
  await page.waitForURL(`${house.origin}/t/${game}`);

  // A link from the game before leads to the one that is on.
  const stranger = await visitor(browser);
  const eve = await stranger.newPage();
  await eve.goto(link);
  await eve.getByLabel("Your name").fill("Eve");
  await eve.getByRole("button", { name: "Come in" }).click();
  await eve.waitForURL(`${house.origin}/t/${game}`);
  await eve.getByText("You are watching").waitFor();
  isQuiet(stranger);
  await stranger.close();

  await page.goto(`${house.origin}/`);
  await page.locator(`#over ~ * a[href="/t/${table}"]`).click();
  await page.getByRole("heading", { name: /^The castle (stands|has fallen)$/ }).waitFor();
  assert.equal(page.url(), old);
  await fits(page);
  await canBeHit(page);
  await isAccessible(page);
  await page.getByRole("link", { name: "Watch it again" }).click();
  await page.getByRole("heading", { name: /^After \d+ of \d+ moves$/ }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: /^After \d+ of \d+ moves$/ }).waitFor();
  await page.getByRole("link", { name: "To the end of the game" }).click();
  await page.getByRole("link", { name: "To the game that is on now" }).click();
  await page.waitForURL(`${house.origin}/t/${game}`);
  await standing(page);
  isQuiet(context);
  await context.close();
});

test("who plays alone gives up, at the table or from the list, and is asked before", async () => {
  const context = await visitor(browser, { reducedMotion: "reduce", hasTouch: true, isMobile: true });
  const page = await comeIn(context, house);
  await begin(page, "Alone");
  const table = page.url();
  await decide(page, "tap");
  await page.getByRole("button", { name: "Show what happened" }).tap();
  await fits(page);
  await canBeHit(page);
  await isAccessible(page);
  await page.screenshot({ path: path.join(pictures(), "giving-up-phone.png") });
  await page.getByRole("button", { name: "Give this game up" }).tap();
  await page.locator("dialog[open]").getByRole("button", { name: "Cancel" }).tap();
  await page.getByRole("button", { name: "Give this game up" }).tap();
  await page.locator("dialog[open]").getByRole("button", { name: "Give up" }).tap();
  await page.waitForURL(`${house.origin}/`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const card = (/** @type {string} */ url) => page.locator(`a[href="${new URL(url).pathname}"]`);
  assert.equal(await card(table).count(), 0);

  await begin(page, "Practice");
  const other = page.url();
  await page.goto(`${house.origin}/`);
  await card(other).waitFor();
  await fits(page);
  await canBeHit(page);
  await isAccessible(page);
  await page.locator("li", { has: card(other) }).getByRole("button", { name: /^Give up/ }).tap();
  await page.locator("dialog[open]").getByRole("button", { name: "Give up" }).tap();
  await card(other).waitFor({ state: "detached" });

  // A game with bots alone goes as well; one with somebody else does not.
  const caller = await Caller.come(house, house.link);
  const together = await caller.post("/api/tables", { game: "kingslayer", wish: { players: 2 } });
  const shared = `/api/tables/${together.table}`;
  const { link } = await caller.post(`${shared}/invitations`, { place: "any" });
  await Caller.come(house, link, "Bo");
  assert.equal((await caller.ask(`${shared}/words`, { id: "g", word: "give_up" })).value.code, "others_play");
  const beside = await caller.post("/api/tables", { game: "kingslayer", wish: { players: 2, bots: 1 } });
  await caller.post(`/api/tables/${beside.table}/words`, { id: "r", word: "ready" });
  await page.goto(`${house.origin}/t/${beside.table}`);
  await standing(page);
  await page.getByRole("button", { name: "Show what happened" }).tap();
  await page.getByRole("button", { name: "Give this game up" }).tap();
  await page.locator("dialog[open]").getByRole("button", { name: "Give up" }).tap();
  await page.waitForURL(`${house.origin}/`);
  assert.equal((await caller.ask(`/api/tables/${beside.table}`)).status, 404);
  isQuiet(context);
  await context.close();
});

test("the top of the discard pile lies face up", async () => {
  const context = await visitor(browser, { reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  await begin(page, "Practice");
  const told = async () => page.evaluate(async () => {
    const table = `/api${location.pathname.replace("/t/", "/tables/")}`;
    return /** @type {{ glance: { view: any } }} */ (await (await fetch(table)).json()).glance.view;
  });
  for (let view = await told(); view.step !== "over" && view.discard_count === 0; view = await told()) await decide(page, "click");
  const view = await told();
  if (view.discard_count > 0) await page.locator('.pile:has([data-pile="discard"]) .top').waitFor();
  isQuiet(context);
  await context.close();
});
