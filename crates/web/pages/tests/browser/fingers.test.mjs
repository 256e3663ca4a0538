// Orders by quick fingers: none is lost, each can be undone, each impossible beginning is
// answered, units are dragged wherever orders are made, and two fingers become one.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Caller } from "./caller.mjs";
import { House, comeIn, isQuiet, openBrowser, visitor } from "./house.mjs";
import { inPhase, touch } from "./ordering.mjs";

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

/** Somebody at a table of bots that hold. @param {string} power */
async function seated(power) {
  const context = await visitor(browser, { viewport: { width: 1440, height: 900 }, hasTouch: true, reducedMotion: "reduce" });
  const page = await comeIn(context, house);
  const caller = await Caller.come(house, house.link);
  const table = await caller.diplomacy({ settings: ["map=standard", "bots=hold"], joins: true, power, begins: true });
  const address = `${house.origin}${table.replace("/api/tables", "/t")}`;
  await page.goto(address);
  await inPhase(page, "S1901M");
  await page.locator(".chooser select").waitFor();
  return { context, page, address };
}

const ordered = (/** @type {Page} */ page, /** @type {string} */ text) => page.locator(".order-list .ordered", { hasText: text });

test("taps while an order is on its way are not lost, and undo brings back what was replaced", async () => {
  const { context, page } = await seated("Austria");
  // The first order is held on its way until all taps are done.
  /** @type {() => void} */
  let release = () => undefined;
  const held = new Promise((/** @type {(value?: unknown) => void} */ go) => (release = go));
  await page.route("**/commands", async (route) => {
    await held;
    await route.continue();
  });
  for (const code of ["VIE", "GAL", "BUD", "SER", "TRI", "ALB"]) await touch(page, code, true);
  assert.equal(await page.locator(".order-list .ordered").count(), 0);
  assert.equal(await page.locator(".order-list .coming").count(), 3);
  release();
  for (const text of ["A Vie - Gal", "A Bud - Ser", "F Tri - Alb"]) await ordered(page, text).waitFor();
  await page.locator(".order-list .coming").first().waitFor({ state: "detached" });
  for (const code of ["VIE", "TYR"]) await touch(page, code, true);
  await ordered(page, "A Vie - Tyr").waitFor();
  await page.getByRole("button", { name: "Undo" }).tap();
  await ordered(page, "A Vie - Gal").waitFor();
  await page.getByRole("button", { name: "Undo" }).tap();
  await ordered(page, "F Tri - Alb").waitFor({ state: "detached" });
  assert.equal(await page.locator(".order-list .ordered").count(), 2);
  isQuiet(context);
  await context.close();
});

test("a first tap that begins nothing says why", async () => {
  const { context, page } = await seated("Austria");
  const remark = page.locator(".chooser .notice");
  await touch(page, "VEN", true);
  await remark.getByText("A Ven is not yours: it obeys Italy.").waitFor();
  await touch(page, "GAL", true);
  await remark.getByText("No unit of yours stands in Galicia.").waitFor();
  await touch(page, "VIE", true);
  await remark.waitFor({ state: "detached" });
  isQuiet(context);
  await context.close();
});

test("a finger beside the one place it can mean gives that order, and one on another unit begins with that", async () => {
  const { context, page } = await seated("Russia");
  await touch(page, "MOS", true);
  // A place in Finland, which the army cannot reach, with St Petersburg as all it can within a finger's width.
  const beside = await page.evaluate(() => {
    const at = (/** @type {number} */ x, /** @type {number} */ y) => document.elementFromPoint(x, y)?.closest("[data-at]")?.getAttribute("data-at") ?? "";
    const isFree = (/** @type {number} */ x, /** @type {number} */ y) => document.elementFromPoint(x, y)?.classList.contains("province");
    const all = /** @type {Element} */ (document.querySelector('.province[data-at="FIN"]')).getBoundingClientRect();
    for (let y = all.top; y < all.bottom; y += 2) {
      for (let x = all.right; x > all.left; x -= 2) {
        if (at(x, y) === "FIN" && isFree(x, y) && at(x + 8, y) === "STP" && at(x + 12, y) === "STP") return { x, y };
      }
    }
    return null;
  });
  assert.ok(beside);
  await page.touchscreen.tap(beside.x, beside.y);
  await ordered(page, "A Mos - Stp").waitFor();
  // A mouse is exact: there it is said why not.
  await touch(page, "MOS");
  await page.mouse.click(beside.x, beside.y);
  await page.locator(".chooser .notice").waitFor();
  await page.getByRole("button", { name: "Cancel" }).tap();
  // The army in Warsaw cannot go to Sevastopol; whoever touches the fleet there means the fleet.
  await touch(page, "WAR", true);
  await touch(page, "SEV", true);
  await page.locator(".prompt", { hasText: "F Sev" }).waitFor();
  isQuiet(context);
  await context.close();
});

/** The middle of something on the screen. @param {import("playwright-core").Locator} it */
async function middle(it) {
  const box = await it.first().boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags a unit to where another stands or would stand. @param {Page} page @param {string} unit @param {{ x: number, y: number }} to */
async function drag(page, unit, to) {
  const from = await middle(page.locator(unit));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

test("units are dragged in the sandbox and out of a lost battle, and after a pinch one finger moves the map", async () => {
  const { context, page, address } = await seated("France");
  const fought = {
    position: { phase: "S1902M", units: { FRANCE: ["A BUR"], GERMANY: ["A MUN", "A RUH"], AUSTRIA: ["A VIE", "A BUD"] }, centers: { FRANCE: ["PAR"], GERMANY: ["MUN", "BER"] } },
    orders: { GERMANY: ["A MUN - BUR", "A RUH S A MUN - BUR"] },
  };
  await page.goto(`${address}#sandbox=${Buffer.from(JSON.stringify(fought)).toString("base64url")}`);
  await page.getByRole("heading", { name: /Sandbox/ }).waitFor();
  // Onto Budapest, where somebody stands.
  await drag(page, '.unit[data-at="VIE"] .reach', await middle(page.locator('.unit[data-at="BUD"] .reach')));
  await ordered(page, "A Vie - Bud").waitFor();
  await page.getByRole("button", { name: "Resolve" }).click();
  await page.getByRole("button", { name: "Go on from here" }).click();
  await page.getByRole("heading", { name: /retreats/ }).waitFor();
  await page.locator(".told-dislodged li", { hasText: /France: Army Burgundy. It may go to .*Paris/ }).waitFor({ state: "attached" });
  const paris = await page.evaluate(() => {
    const all = /** @type {Element} */ (document.querySelector('.province[data-at="PAR"]')).getBoundingClientRect();
    for (let part = 2; part < 18; part += 1) {
      const [x, y] = [all.left + (all.width * part) / 20, all.top + all.height / 2];
      if (document.elementFromPoint(x, y)?.closest("[data-at]")?.getAttribute("data-at") === "PAR") return { x, y };
    }
    return null;
  });
  assert.ok(paris);
  await drag(page, ".unit.dislodged .reach", paris);
  await ordered(page, "A Bur R Par").waitFor();
  // Two fingers enlarge; the one that stays moves what is shown, and orders nothing.
  const views = await page.evaluate(async () => {
    const map = /** @type {SVGSVGElement} */ (document.querySelector("svg.map"));
    const all = map.getBoundingClientRect();
    const [x, y] = [all.left + all.width / 2, all.top + all.height / 2];
    const send = (/** @type {string} */ kind, /** @type {number} */ pointerId, /** @type {number} */ dx) =>
      map.dispatchEvent(new PointerEvent(kind, { pointerId, pointerType: "touch", clientX: x + dx, clientY: y, bubbles: true }));
    const seen = () => map.getAttribute("viewBox")?.split(" ").map(Number) ?? [];
    send("pointerdown", 31, -40);
    send("pointerdown", 32, 40);
    send("pointermove", 32, 160);
    const near = seen();
    send("pointerup", 32, 160);
    send("pointermove", 31, 20);
    const moved = seen();
    send("pointerup", 31, 20);
    return { near, moved };
  });
  assert.equal(views.moved[2], views.near[2]);
  assert.ok(views.moved[0] < views.near[0], JSON.stringify(views));
  assert.equal(await page.locator(".order-list .ordered").count(), 1);
  isQuiet(context);
  await context.close();
});
