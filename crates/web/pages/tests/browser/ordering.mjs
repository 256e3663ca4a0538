// Hands on the map of Diplomacy.

import assert from "node:assert/strict";

/** @typedef {import("playwright-core").Page} Page */

/** Waits for a phase; if it does not come, what the page shows instead is told. @param {Page} page @param {string} phase */
export async function inPhase(page, phase) {
  try {
    await page.locator(`main.diplomacy[data-phase="${phase}"][data-busy="false"]`).waitFor();
  } catch (error) {
    const shown = await page.locator("main").evaluate((it) => `${JSON.stringify({ ...it.dataset })} ${it.textContent}`);
    assert.fail(`${phase} did not come (${/** @type {Error} */ (error).message}): ${shown}`);
  }
}

/** Touches a province or its unit on the map. @param {Page} page @param {string} code @param {boolean} [touch] */
export async function touch(page, code, touch = false) {
  const unit = page.locator(`.unit[data-at="${code}"] .reach`);
  const there = (await unit.count()) > 0 ? unit.first() : page.locator(`.province[data-at="${code}"]`);
  await page.locator("svg.map").scrollIntoViewIfNeeded();
  const at = await there.evaluate((element, wanted) => {
    const svg = /** @type {SVGGraphicsElement} */ (element);
    const all = svg.getBoundingClientRect();
    // An outline's middle may lie outside of it: the first point that is it, is taken.
    for (let row = 1; row < 20; row += 1) {
      for (let column = 1; column < 20; column += 1) {
        const [x, y] = [all.left + (all.width * ((column * 7) % 20)) / 20, all.top + (all.height * ((row * 7) % 20)) / 20];
        if (document.elementFromPoint(x, y)?.closest("[data-at]")?.getAttribute("data-at") === wanted) return { x, y };
      }
    }
    return null;
  }, code);
  assert.ok(at, `${code} cannot be touched`);
  if (touch) await page.touchscreen.tap(at.x, at.y);
  else await page.mouse.click(at.x, at.y);
}

/** An order of the list that begins so: a convoy names the order of its army as well. @param {Page} page @param {string} text */
function listed(page, text) {
  const begins = new RegExp(`^\\s*${text.replace(/[^\w\s]/g, "\\$&")}`);
  return page.locator(".order-list .ordered .order-text", { hasText: begins });
}

/** Gives an order by touch alone: each part is a province on the map, or a choice beside it. @param {Page} page @param {string[]} taps @param {string} text as it is listed then */
export async function tapOrder(page, taps, text) {
  // What may be ordered is asked for when a phase begins.
  await page.locator(".chooser select, .chooser [data-tap]").first().waitFor();
  for (const tap of taps) {
    if (/^[A-Z]{3}$/.test(tap)) await touch(page, tap, true);
    else await page.locator(`.chooser [data-tap="${tap}"]`).tap();
  }
  await listed(page, text).waitFor();
}

/** Comes to something by the Tab key alone. @param {Page} page @param {import("playwright-core").Locator} there */
export async function reach(page, there) {
  await there.first().waitFor();
  const isThere = () => there.first().evaluate((element) => element === document.activeElement);
  for (let step = 0; step < 400; step += 1) {
    if (await isThere()) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`${there} cannot be reached by keys`);
}

/** Presses a button by keys alone. @param {Page} page @param {import("playwright-core").Locator} there */
export async function press(page, there) {
  await reach(page, there);
  await page.keyboard.press("Enter");
}

/** Gives an order by keys alone. @param {Page} page @param {string[]} steps @param {string} text */
export async function keyOrder(page, steps, text) {
  for (const step of steps) {
    if (!/^[A-Z]{3}$/.test(step)) {
      await press(page, page.locator(`.chooser [data-tap="${step}"]`));
      continue;
    }
    const list = page.locator("select.places");
    await list.locator(`option[value="${step}"]`).waitFor({ state: "attached" });
    await reach(page, list);
    for (let pressed = 0; ; pressed += 1) {
      const left = await list.evaluate((element, wanted) => {
        const it = /** @type {HTMLSelectElement} */ (element);
        return [...it.options].findIndex((option) => option.value === wanted) - it.selectedIndex;
      }, step);
      if (left === 0) break;
      assert.ok(pressed < 200, `${step} is not reached in ${await list.evaluate((it) => `${it.outerHTML} while ${document.activeElement?.outerHTML.slice(0, 200)} is focused`)}`);
      await page.keyboard.press(left > 0 ? "ArrowDown" : "ArrowUp");
    }
    await page.keyboard.press("Enter");
  }
  await listed(page, text).waitFor();
}

/** Notes by what hands a page is used, on all pages of somebody. @param {import("playwright-core").BrowserContext} context */
export async function watchHands(context) {
  await context.addInitScript(() => {
    const note = (/** @type {string} */ what) => sessionStorage.setItem("hands", [...new Set([...(sessionStorage.getItem("hands") ?? "").split(" ").filter(Boolean), what])].join(" "));
    addEventListener("pointerdown", (event) => event.isTrusted && note(event.pointerType), true);
    addEventListener("keydown", (event) => event.isTrusted && note("key"), true);
  });
}

/** By what hands a page was used. @param {Page} page */
export const handsOn = (page) => page.evaluate(() => sessionStorage.getItem("hands") ?? "");
