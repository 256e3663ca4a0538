// Four people play one game to its end: two phones by touch, a desk by keyboard, a
// terminal over the network. Meanwhile a page is loaded anew, a phone loses its line,
// somebody opens a second tab, and the host is killed and started again.

import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";

import { isQuiet, openBrowser, pictures, standing, visitor } from "./house.mjs";
import { LanHost, Terminal } from "./lan.mjs";
import { decide } from "./playing.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @type {LanHost} */
let host;
/** @type {Terminal} */
let terminal;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  [host, browser] = await Promise.all([LanHost.open(), openBrowser()]);
});
after(async () => {
  terminal?.close();
  await browser?.close();
  await host?.close();
});

/** Sits down by the link. @param {import("playwright-core").BrowserContext} context @param {string} name */
async function sit(context, name) {
  const page = await context.newPage();
  await page.goto(host.link);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Come in" }).click();
  await page.waitForURL(/\/t\//);
  await page.getByRole("button", { name: "I am ready" }).waitFor();
  return page;
}

/** What the house tells this page of the table. @param {Page} page */
async function told(page) {
  return page.evaluate(async () => {
    const answer = await fetch(`/api${location.pathname.replace("/t/", "/tables/")}`);
    return /** @type {{ glance: import("../../types/api.js").Glance<any> }} */ (await answer.json());
  });
}

/** How the table stands for whoever must do something; nothing once it is over. @param {Page} page */
async function turn(page) {
  const { glance } = await told(page);
  return glance.view.outcome ? null : glance.view;
}

/** Whether the table has moved on, soon. @param {Page} page @param {number} was @param {number} soon in milliseconds */
function hasMoved(page, was, soon) {
  const moved = page.waitForFunction((before) => Number(document.querySelector("main.kingslayer")?.getAttribute("data-moves")) > before, was, { timeout: soon });
  return moved.then(() => true, () => false);
}

/** The one in the terminal moves: keys until the table has moved on. @param {Page} page @param {import("../../types/kingslayer.js").View} view */
async function press(page, view) {
  const held = view.players[view.current].hand_count;
  // A payment grows card by card until it is enough.
  const cards = Array.from({ length: held }, (_, at) => `${at + 1}\r`);
  const keys = view.step === "suffer" ? cards : view.step === "choose" ? ["1"] : held > 0 ? ["1\r"] : ["yy"];
  // What was pressed while the terminal drew something else is pressed again.
  for (let tries = 0; tries < 20; tries += 1) {
    for (const key of keys) {
      terminal.press(key);
      if (await hasMoved(page, view.moves, 2_000)) return;
    }
  }
  assert.fail(`the terminal does not move: ${view.step}, ${held} cards`);
}

test("four people at one table, through everything that can happen to a line", async () => {
  const phones = await Promise.all([visitor(browser, { hasTouch: true, isMobile: true, reducedMotion: "reduce" }), visitor(browser, { hasTouch: true, isMobile: true, reducedMotion: "reduce" })]);
  const desk = await visitor(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const ann = await sit(phones[0], "Ann");
  const bo = await sit(phones[1], "Bo");
  const cy = await sit(desk, "Cy");
  terminal = new Terminal(["kingslayer", "join", `127.0.0.1:${host.port}`, "--name", "Tess"]);
  await ann.locator(".chair", { hasText: "Tess" }).waitFor();
  terminal.press("r");
  for (const page of [ann, bo]) await page.getByRole("button", { name: "I am ready" }).tap();
  await cy.getByRole("button", { name: "I am ready" }).click();
  const pages = [ann, bo, cy];
  const seats = await Promise.all(pages.map(async (page) => (await told(page)).glance.my_seat));
  const hands = await Promise.all(pages.map(async (page) => (await standing(page)).hand));
  assert.equal(new Set(hands.flat()).size, hands.flat().length, "a card is in one hand");
  // Before anything is played no card of a hand is anywhere else; what all remember of
  // the cards that were dealt is the same for everybody.
  const memories = new Set();
  for (const [at, page] of pages.entries()) {
    const { glance } = await told(page);
    const { memory, ...view } = glance.view;
    memories.add(JSON.stringify(memory));
    const text = JSON.stringify({ ...glance, view });
    for (const [of, hand] of hands.entries()) {
      for (const card of hand) assert.equal(text.includes(`"${card}"`), of === at, `${card} of ${of} at ${at}`);
    }
  }

  assert.equal(memories.size, 1);

  let moves = 0;
  for (let view = await turn(ann); view; view = await turn(ann)) {
    if (moves === 2) {
      await bo.reload();
      await standing(bo);
    }
    if (moves === 3) {
      // The phone is in a tunnel while the others go on, and comes back.
      await phones[1].setOffline(true);
      await bo.locator(".notice", { hasText: "The line is gone." }).waitFor();
      await phones[1].setOffline(false);
      await bo.locator(".notice", { hasText: "The line is gone." }).waitFor({ state: "detached" });
    }
    if (moves === 4) {
      const second = await desk.newPage();
      await second.goto(cy.url());
      assert.deepEqual(await standing(second), await standing(cy));
      await second.close();
    }
    if (moves === 5) {
      const before = (await told(ann)).glance.view;
      await host.kill();
      await ann.locator(".notice", { hasText: "The line is gone." }).waitFor();
      await host.start();
      for (const page of pages) await page.locator(".notice", { hasText: "The line is gone." }).waitFor({ state: "detached" });
      const after = (await told(ann)).glance.view;
      assert.deepEqual([after.moves, after.hand, after.table], [before.moves, before.hand, before.table]);
    }
    // Nobody is missed any more.
    for (const page of pages) await page.waitForFunction((was) => Number(document.querySelector("main.kingslayer")?.getAttribute("data-moves")) >= was, view.moves);
    const page = pages.find((_, at) => seats[at] === view.current);
    if (page) {
      await page.waitForFunction(() => /** @type {HTMLElement} */ (document.querySelector("main.kingslayer"))?.dataset.yours === "true" && !document.querySelector(".missing"));
      await decide(page, page === cy ? "key" : "tap");
    } else await press(ann, view);
    moves += 1;
  }
  assert.ok(moves > 6, `${moves} moves`);
  for (const page of pages) await page.getByRole("heading", { name: /^The castle (stands|has fallen)$/ }).waitFor();
  await terminal.shows("enemies");
  // All were told the same story, nothing twice.
  const [first, ...rest] = await Promise.all(pages.map(async (page) => (await told(page)).glance.view.moves));
  for (const other of rest) assert.equal(other, first);
  await ann.screenshot({ path: path.join(pictures(), "four-over-phone.png") });
  for (const context of [...phones, desk]) {
    isQuiet(context);
    await context.close();
  }
});
