// Somebody who came by a browser first is told in their chat what concerns their game, once
// they have said there the word that the page shows them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Caller } from "./caller.mjs";
import { isQuiet, openBrowser, visitor } from "./house.mjs";
import { inPhase } from "./ordering.mjs";
import { Chats, Service } from "./serving.mjs";

/** @type {Chats} */
let chats;
/** @type {Service} */
let service;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  chats = await Chats.open();
  [service, browser] = await Promise.all([Service.open(chats), openBrowser()]);
});
after(async () => {
  await browser?.close();
  await service?.close();
  chats?.close();
});

const TELEGRAM = 7;

test("who plays in a browser links Telegram to themselves, is told there, and ends it", async () => {
  const keeper = await Caller.come(/** @type {any} */ (service), service.link);
  const table = await keeper.diplomacy({ settings: ["map=standard", "bots=hold"] });
  const { link } = await keeper.post(`${table}/invitations`, { place: { seat: 2 } });
  const context = await visitor(browser, { hasTouch: true, isMobile: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel("Your name").fill("Ann");
  await page.getByRole("button", { name: "Come in" }).tap();
  await page.waitForURL(/\/t\//);
  await keeper.post(`${table}/words`, { id: "start", word: "start", bots: "hold" });
  await inPhase(page, "S1901M");

  await page.locator(".tabs").getByRole("button", { name: "Table" }).tap();
  await page.getByText("Tell me in Slack or Telegram").tap();
  await page.getByRole("button", { name: "Show me the word" }).tap();
  const shown = (await page.locator(".answer", { hasText: "notify" }).textContent()) ?? "";
  const word = /notify (\w{26})/.exec(shown)?.[1] ?? "";
  await chats.telegram(TELEGRAM, `/notify ${word}`, /you are told here too/);
  // Used once: nobody else comes by it.
  await chats.telegram(TELEGRAM + 1, `/notify ${word}`, /means nothing any more/);

  assert.equal((await keeper.post(`${table}/words`, { id: "force", word: "say", text: "force yes" })).says.length > 0, true);
  await chats.hears(String(TELEGRAM), /Spring 1901/, 0);
  await chats.hears(String(TELEGRAM), new RegExp(`${service.origin}${table.replace("/api/tables", "/t")}`), 0);
  assert.ok(!/Spring 1901/.test(chats.read(TELEGRAM + 1)));

  await page.getByRole("button", { name: "No more" }).tap();
  await page.locator(".answer", { hasText: "nothing is told beside" }).waitFor();
  isQuiet(context);
  await context.close();
});
