// One table of seven powers: a phone by touch, a desk by keys, somebody in Slack, somebody
// in Telegram, somebody at a terminal, two bots. With press, retreats, builds, a replacement and a vote for a draw, to
// its end. A witness reads every byte that the browsers, the chats and the terminal are told.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Caller } from "./caller.mjs";
import { isQuiet, openBrowser, visitor } from "./house.mjs";
import { handsOn, inPhase, keyOrder, press, reach, tapOrder, watchHands } from "./ordering.mjs";
import { Chats, Service, Witness } from "./serving.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Chats} */
let chats;
/** @type {Service} */
let service;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Witness[]} */
const witnesses = [];
/** @type {import("./terminal.mjs").Terminal | null} */
let terminal = null;

before(async () => {
  chats = await Chats.open();
  [service, browser] = await Promise.all([Service.open(chats), openBrowser()]);
});
after(async () => {
  await browser?.close();
  for (const witness of witnesses) witness.close();
  await terminal?.close();
  await service?.close();
  chats?.close();
});

const SLACK = "U2";
const TELEGRAM = 3;

/** @typedef {import("playwright-core").Locator} Locator */
/** @typedef {{ push: (page: Page, there: Locator) => Promise<void>, write: (page: Page, there: Locator, text: string) => Promise<void> }} Hands */

/** A finger, and the keyboard that a phone shows. @type {Hands} */
const finger = {
  push: (_, there) => there.tap(),
  write: async (_, there, text) => {
    await there.tap();
    await there.fill(text);
  },
};
/** A keyboard without anything beside it. @type {Hands} */
const keys = {
  push: press,
  write: async (page, there, text) => {
    await reach(page, there);
    await page.keyboard.type(text);
  },
};
/** @type {Hands} */
const mouse = { push: (_, there) => there.click(), write: (_, there, text) => there.fill(text) };

/** Says that somebody is ready, and sees that it was heard: either the page says so, or the phase is over. @param {Page} page @param {Hands} hands */
async function isReady(page, hands) {
  const main = page.locator("main.diplomacy");
  const phase = await main.getAttribute("data-phase");
  await hands.push(page, page.locator("button.ready"));
  await page.waitForFunction((was) => {
    const it = /** @type {HTMLElement | null} */ (document.querySelector("main.diplomacy"));
    return it && (it.dataset.phase !== was || (it.dataset.busy === "false" && !it.querySelector("button.ready")));
  }, phase).catch(async () => assert.fail(`ready in ${phase} was not heard: ${await main.innerText()}`));
}

/** Somebody comes to the table by a link, past a witness. @param {import("playwright-core").BrowserContext} context @param {string} link @param {string} name @param {Hands} hands */
async function come(context, link, name, hands) {
  const witness = await Witness.before(service);
  witnesses.push(witness);
  await watchHands(context);
  const page = await context.newPage();
  await page.goto(witness.by(link));
  await hands.write(page, page.getByLabel("Your name"), name);
  await hands.push(page, page.getByRole("button", { name: "Come in" }));
  await page.waitForURL(/\/t\//);
  await page.locator("main.diplomacy").waitFor();
  return { page, witness, push: (/** @type {Locator} */ there) => hands.push(page, there), ready: () => isReady(page, hands) };
}

test("people in browsers and chats play one table with bots to its end, and each is told what they may know", async () => {
  const keeper = await Caller.come(/** @type {any} */ (service), service.link);
  const table = await keeper.diplomacy({ settings: ["map=standard", "movement=24h", "retreats=24h", "builds=24h"] });
  const { glance } = await keeper.get(table);
  const code = glance.plane.code;
  const invited = async (/** @type {number} */ seat) => (await keeper.post(`${table}/invitations`, { place: { seat } })).link;
  const phone = await visitor(browser, { hasTouch: true, isMobile: true, reducedMotion: "reduce" });
  const desk = await visitor(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const ann = await come(phone, await invited(0), "Ann", finger);
  const eli = await come(desk, await invited(1), "Eli", keys);
  const slack = (/** @type {string} */ text, /** @type {RegExp} */ wanted) => chats.slack(service.origin, SLACK, `${code} ${text}`, wanted);
  const telegram = (/** @type {string} */ text, /** @type {RegExp} */ wanted) => chats.telegram(TELEGRAM, `/${text}`, wanted);
  await chats.slack(service.origin, SLACK, `join ${code} France`, /France/);
  await telegram(`join ${code} Germany`, /Germany/);
  const italy = (terminal = service.terminal());
  await italy.shows(/Welcome to Diplomacy/);
  await italy.say(`join ${code} Italy`, /You are Italy in game/);
  await italy.say(`link ${code}`, new RegExp(`${code}`));
  await italy.say("/as Italy", /ITALY, in private/);
  await keeper.post(`${table}/words`, { id: "start", word: "start", bots: "hold" });
  for (const { page } of [ann, eli]) await inPhase(page, "S1901M");

  // Nobody hears an order before its phase is over, nor a word that is not for them.
  const heard = () => ({ ann: ann.witness.heard(), eli: eli.witness.heard(), slack: chats.read(SLACK), telegram: chats.read(TELEGRAM), italy: italy.heard() });
  const secret = (/** @type {RegExp} */ words, /** @type {(keyof ReturnType<typeof heard>)[]} */ knowing) => {
    for (const [who, text] of Object.entries(heard())) assert.equal(words.test(text), knowing.includes(/** @type {any} */ (who)), `${words} and ${who}`);
  };
  await slack("order A Par - Bur, A Mar - Spa, F Bre - MAO", /Noted/);
  await telegram("order A Mun - Ruh, A Ber - Mun, F Kie - Hol", /Noted/);
  await tapOrder(ann.page, ["BUD", "SER"], "A Bud - Ser");
  await keyOrder(eli.page, ["LON", "NTH"], "F Lon - Nth");
  await keyOrder(eli.page, ["LVP", "YOR"], "A Lvp - Yor");
  await italy.say("order A Ven-Pie; F Nap-Ion", /Noted: A Ven - Pie; F Nap - Ion/);
  // Pictures are given while orders wait: they reach the witness, and their words are read.
  await slack("mymap", /PNG/);
  await slack("map", /PNG/);
  await telegram("map", /PNG/);
  secret(/A ven ?- ?pie/i, ["italy"]);
  secret(/A par ?- ?bur/i, ["slack"]);
  secret(/A mun ?- ?ruh/i, ["telegram"]);
  secret(/A bud ?- ?ser/i, ["ann"]);
  secret(/F lon ?- ?nth/i, ["eli"]);
  await slack("tell Austria the swordfish dances at noon", /Told/);
  await ann.page.locator(".tabs .tag").waitFor();
  await ann.page.locator(".tabs").getByRole("button", { name: /Press/ }).tap();
  await ann.page.locator(".circles").getByRole("button", { name: /France/ }).tap();
  await ann.page.locator(".said", { hasText: "the swordfish dances at noon" }).waitFor();
  await finger.write(ann.page, ann.page.getByLabel("To France"), "the herring is asleep");
  await ann.page.getByRole("button", { name: "Say", exact: true }).tap();
  await chats.hears(SLACK, /the herring is asleep/, 0);
  // What was said comes back to its page by itself.
  await ann.page.locator(".said", { hasText: "the herring is asleep" }).waitFor();
  // Slack shows people what they said by itself.
  secret(/swordfish dances/, ["ann"]);
  secret(/herring is asleep/, ["ann", "slack"]);
  await ann.page.locator(".tabs").getByRole("button", { name: "Orders" }).tap();

  await italy.say("tell Austria the heron has flown", /Told/);
  await ann.page.locator(".tabs .tag").waitFor();
  await ann.page.locator(".tabs").getByRole("button", { name: /Press/ }).tap();
  await ann.page.locator(".circles").getByRole("button", { name: /Italy/ }).tap();
  await ann.page.locator(".said", { hasText: "the heron has flown" }).waitFor();
  secret(/heron has flown/, ["ann", "italy"]);
  await ann.page.locator(".tabs").getByRole("button", { name: "Orders" }).tap();
  await italy.say("ready", /Italy is ready/);
  await slack("ready", /ready/);
  await telegram("ready", /ready/);
  await ann.ready();
  await eli.ready();
  for (const { page } of [ann, eli]) await inPhase(page, "F1901M");

  // Germany drives France out of Burgundy; England goes over the sea.
  await telegram("order A Ruh - Bur, A Mun S A Ruh - Bur", /Noted/);
  await slack("order A Bur H, F MAO - Por", /Noted/);
  await keyOrder(eli.page, ["NTH", "convoy", "YOR", "NWY"], "F Nth C A Yor - Nwy");
  await keyOrder(eli.page, ["YOR", "NWY"], "A Yor - Nwy");
  await italy.say("order F Ion-Tun", /Noted: F Ion - Tun/);
  secret(/A ruh ?- ?bur/i, ["telegram"]);
  secret(/C A yor - nwy/i, ["eli"]);
  secret(/F ion ?- ?tun/i, ["italy"]);
  await italy.say("ready", /Italy is ready/);
  await telegram("ready", /ready/);
  await slack("ready", /ready/);
  await eli.ready();
  await ann.ready();
  for (const { page } of [ann, eli]) await inPhase(page, "F1901R");
  await slack("retreat A Bur - Gas", /Noted/);
  secret(/bur (R|-) gas/i, ["slack"]);
  await slack("ready", /ready/);
  for (const { page } of [ann, eli]) await inPhase(page, "W1901A");
  await tapOrder(ann.page, ["BUD", "build:A"], "A Bud B");
  await keyOrder(eli.page, ["LON", "build:F"], "F Lon B");
  await slack("build F Bre", /Noted/);
  await slack("build A Par", /Noted/);
  await telegram("build A Kie", /Noted/);
  await italy.say("build F Nap", /Noted: F Nap B/);
  secret(/F nap B\b/i, ["italy"]);
  await italy.say("ready", /Italy is ready/);
  await ann.ready();
  await eli.ready();
  await slack("ready", /ready/);
  await telegram("ready", /ready/);
  for (const { page } of [ann, eli]) await inPhase(page, "S1902M");

  // Germany is replaced; who comes hears nothing of what was said before.
  await telegram("tell France the otter is only for you", /Told/);
  await keeper.post(`${table}/words`, { id: "kick", word: "say", text: "kick Germany" });
  const third = await visitor(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const gus = await come(third, await invited(3), "Gus", mouse);
  await inPhase(gus.page, "S1902M");
  await gus.page.locator(".order-list li", { hasText: "A Bur" }).first().waitFor();
  assert.doesNotMatch(gus.witness.heard(), /otter|swordfish|herring/);

  // Bots agree to a draw only years later; the game master hurries.
  for (let at = 0; ; at += 1) {
    const now = (await keeper.get(table)).glance;
    if (Number(now.view.phase.slice(1, 5)) >= 1907) break;
    assert.ok(at < 60, now.view.phase);
    await keeper.post(`${table}/words`, { id: `force-${at}`, word: "say", text: "force yes" });
  }
  for (const { page, push } of [ann, eli, gus]) await push(page.locator(".tabs").getByRole("button", { name: "Table" }));
  await ann.push(ann.page.getByRole("button", { name: "Propose a draw" }));
  for (const { page, push } of [eli, gus]) await push(page.getByRole("button", { name: "Yes", exact: true }));
  await italy.say("draw yes", /Your vote is noted/);
  await slack("draw yes", /draw/i);
  for (const { page } of [ann, eli, gus]) await page.getByText("Drawn between").first().waitFor();
  await chats.hears(SLACK, /The game is over/, 0);
  assert.equal(await handsOn(ann.page), "touch");
  assert.equal(await handsOn(eli.page), "key");
  for (const context of [phone, desk, third]) {
    isQuiet(context);
    await context.close();
  }
});
