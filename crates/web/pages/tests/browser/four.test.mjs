// Four people play one game to its end: two phones by touch, a desk by keyboard, a
// terminal over the network. Meanwhile a page is loaded anew, a phone loses its line,
// somebody opens a second tab, and the host is killed and started again.

import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";

import { isQuiet, logLines, openBrowser, pictures, standing, visitor } from "./house.mjs";
import { LanHost, Terminal } from "./lan.mjs";
import { decide } from "./playing.mjs";
import { Witness } from "./serving.mjs";

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

/** Sits down by the link; a witness hears all that comes back. @param {import("playwright-core").BrowserContext} context @param {Witness} witness @param {string} name */
async function sit(context, witness, name) {
  const page = await context.newPage();
  await page.goto(witness.by(host.link));
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

/** Decides at once, without the screen; what the house answers. @param {Page} page @param {string | null} stage */
async function decideAtOnce(page, stage) {
  return page.evaluate(async (during) => {
    const table = `/api${location.pathname.replace("/t/", "/tables/")}`;
    const post = async (/** @type {string} */ path, /** @type {object} */ body) =>
      (await fetch(table + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
    const { commands } = await post("/ask", { ask: "legal" });
    return /** @type {{ code?: string, repeated?: boolean }} */ (await post("/commands", { stage: during, id: `once-${Date.now()}`, command: commands[0] }));
  }, stage);
}

/** A text without what everybody remembers of the deck: it names cards, the same ones to all. @param {string} text */
function withoutMemory(text) {
  const key = '"memory":{';
  let [kept, from] = ["", 0];
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, from)) {
    kept += text.slice(from, at);
    let open = 1;
    from = at + key.length;
    for (; open > 0 && from < text.length; from += 1) open += text[from] === "{" ? 1 : text[from] === "}" ? -1 : 0;
  }
  return kept + text.slice(from);
}

/** The cards that everybody was shown. @param {Page} page */
async function shown(page) {
  const entries = await page.evaluate(async () => {
    const table = `/api${location.pathname.replace("/t/", "/tables/")}`;
    return /** @type {{ told: import("../../types/kingslayer.js").Seen[] }[]} */ ((await (await fetch(`${table}/log`)).json()).entries);
  });
  const events = entries.flatMap((entry) => entry.told).map((seen) => seen.open);
  return new Set(events.flatMap((event) => [...(event?.cards_played?.cards ?? []), ...(event?.attack_paid?.cards ?? [])]));
}

/** A line of the log as somebody else reads it. @param {string} line @param {string} me */
const asOthersRead = (line, me) => line.trim().replace(/\bYou\b/g, me).replace(/^(Ann|Bo|Cy|Tess) (\w+?)(?:es|s|e)?(?=\s|$)/, "$1 $2");

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
  const door = { port: host.browserPort, origin: host.origin };
  const witnesses = await Promise.all(["Ann", "Bo", "Cy"].map(() => Witness.before(door)));
  const ann = await sit(phones[0], witnesses[0], "Ann");
  const bo = await sit(phones[1], witnesses[1], "Bo");
  const cy = await sit(desk, witnesses[2], "Cy");
  terminal = new Terminal(["kingslayer", "join", `127.0.0.1:${host.port}`, "--name", "Tess"]);
  await ann.locator(".chair", { hasText: "Tess" }).waitFor();
  terminal.press("r");
  for (const page of [ann, bo]) await page.getByRole("button", { name: "I am ready" }).tap();
  await cy.getByRole("button", { name: "I am ready" }).click();
  const pages = [ann, bo, cy];
  const names = ["Ann", "Bo", "Cy"];
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

  /** Every card that each of them has held. */
  const held = pages.map(() => new Set());
  /** Nobody was sent a card that somebody else holds, unless it was shown or was theirs before. */
  const nothingLeaks = async () => {
    const now = await Promise.all(pages.map(async (page) => (await told(page)).glance.view.hand));
    for (const [at, hand] of now.entries()) for (const card of hand) held[at].add(card);
    const seen = await shown(ann);
    for (const [at, witness] of witnesses.entries()) {
      const heard = witness.answers().map(withoutMemory);
      const secret = now.flatMap((hand, of) => (of === at ? [] : hand)).filter((card) => !/^[XJQK]/.test(card) && !seen.has(card) && !held[at].has(card));
      for (const card of secret) assert.ok(!heard.some((text) => text.includes(`"${card}"`)), `${names[at]} was told of ${card}`);
    }
  };
  await nothingLeaks();

  let [moves, tunnelled, acted] = [0, false, false];
  for (let view = await turn(ann); view; view = await turn(ann)) {
    if (moves === 2) {
      await bo.reload();
      await standing(bo);
    }
    await nothingLeaks();
    const other = [ann, cy].find((it) => seats[pages.indexOf(it)] === view?.current);
    if (moves >= 3 && other && !tunnelled) {
      // The phone is in a tunnel while the others go on, and comes back.
      const stage = (await told(other)).glance.stage;
      witnesses[1].cut();
      await bo.locator(".notice", { hasText: "The line is gone." }).waitFor();
      const answer = await decideAtOnce(other, stage);
      // On a machine that does much else the table may wait for the phone already.
      assert.ok(answer.repeated === false || answer.code === "paused", JSON.stringify(answer));
      tunnelled = answer.repeated === false;
      if (tunnelled) {
        await other.waitForFunction((was) => Number(document.querySelector("main.kingslayer")?.getAttribute("data-moves")) > was, view.moves);
        assert.equal((await standing(bo)).moves, view.moves);
      }
      witnesses[1].mend();
      await bo.locator(".notice", { hasText: "The line is gone." }).waitFor({ state: "detached" });
      if (tunnelled) {
        moves += 1;
        continue;
      }
    }
    if (moves >= 4 && view.current === seats[2] && !acted) {
      // A second tab decides, and the first one shows it.
      const second = await desk.newPage();
      await second.goto(cy.url());
      assert.deepEqual(await standing(second), await standing(cy));
      await second.waitForFunction(() => /** @type {HTMLElement} */ (document.querySelector("main.kingslayer"))?.dataset.yours === "true" && !document.querySelector(".missing"));
      await decide(second, "key");
      await cy.waitForFunction((was) => Number(document.querySelector("main.kingslayer")?.getAttribute("data-moves")) > was, view.moves);
      await second.close();
      acted = true;
      moves += 1;
      continue;
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
  assert.ok(tunnelled && acted, "somebody moved while the phone was away, and a second tab did");
  for (const page of pages) await page.getByRole("heading", { name: /^The castle (stands|has fallen)$/ }).waitFor();
  await terminal.shows("enemies");
  // All were told the same story, nothing twice.
  const [first, ...rest] = await Promise.all(pages.map(async (page) => (await told(page)).glance.view.moves));
  for (const other of rest) assert.equal(other, first);
  const fresh = await desk.newPage();
  await fresh.goto(cy.url());
  await fresh.locator(".log li", { hasText: /^(Lost|The castle has fallen)/ }).first().waitFor({ state: "attached" });
  const story = (await logLines(fresh)).map((line) => asOthersRead(line, "Cy"));
  for (const [at, page] of pages.entries()) {
    const lines = (await logLines(page)).map((line) => asOthersRead(line, names[at]));
    assert.deepEqual(lines, story, names[at]);
  }
  await ann.screenshot({ path: path.join(pictures(), "four-over-phone.png") });
  for (const witness of witnesses) witness.close();
  for (const context of [...phones, desk]) {
    isQuiet(context);
    await context.close();
  }
});
