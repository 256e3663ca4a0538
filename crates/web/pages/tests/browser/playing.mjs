// Somebody who plays Kingslayer without thinking: the first card that goes, and
// cards one after another until a payment is enough.

import { movedOn, standing } from "./house.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** How a card is touched: by a finger, a mouse, or a key. @typedef {"tap" | "click" | "key"} Way */

/** @param {Page} page @param {Way} way @param {number} at */
async function select(page, way, at) {
  const card = page.locator(".hand-card").nth(at);
  if (way === "key") await page.keyboard.press(String(at + 1));
  else if (way === "tap") await card.tap();
  else await card.click();
  await page.locator(`.hand-card[data-at="${at}"][aria-pressed="true"]`).waitFor();
  // The answer of the rules about this selection is on the screen, not that of the one before.
  await page.locator('.preview[aria-busy="false"]').locator(".effects, .remark").first().waitFor();
}

/** @param {Page} page @param {Way} way @param {string} name */
async function press(page, way, name) {
  const button = page.getByRole("button", { name, exact: true });
  if (way === "key") await page.keyboard.press("Enter");
  else if (way === "tap") await button.tap();
  else await button.click();
}

/**
 * Makes one decision; false if the game is over.
 * @param {Page} page
 * @param {Way} way
 */
export async function decide(page, way) {
  const { moves, step, hand } = await standing(page);
  if (step === "over") return false;
  if (step === "play" && hand.length > 0) {
    await select(page, way, 0);
    await page.waitForFunction(() => !document.querySelector(".act:disabled"));
    await press(page, way, "Play");
  } else if (step === "suffer" && (await paid(page, way, hand))) {
    await press(page, way, "Pay");
  } else if (step === "choose") {
    await page.locator(".chooser .button").first().click();
  } else if (step === "play" && (await page.getByRole("button", { name: "Yield" }).count()) > 0) {
    await page.getByRole("button", { name: "Yield" }).click();
    await page.locator("dialog[open]").getByRole("button", { name: "Yield" }).click();
  } else {
    await turnJester(page, way);
  }
  await movedOn(page, moves);
  return true;
}

/** Waits until it is the turn of one of two; whose, or nothing once the game is over. @param {Page} page @param {Page} other */
export async function turnOf(page, other) {
  const mine = (/** @type {Page} */ it) =>
    it.waitForFunction(() => {
      const table = /** @type {HTMLElement | null} */ (document.querySelector("main.kingslayer"));
      if (!table || table.dataset.busy === "true") return null;
      return table.dataset.step === "over" ? "over" : table.dataset.yours === "true" ? "turn" : null;
    });
  const waits = [page, other].map((whose) => mine(whose).then((it) => ({ it, page: whose })));
  // The one that is not needed may wait in vain, long after this.
  for (const wait of waits) wait.catch(() => {});
  const found = await Promise.race(waits);
  return (await found.it.jsonValue()) === "over" ? null : found.page;
}

/** What a card pays. @param {string} card */
function worth(card) {
  const rank = card.slice(0, -1);
  return /** @type {Record<string, number>} */ ({ A: 1, J: 10, Q: 15, K: 20, T: 10 })[rank] ?? (Number(rank) || 0);
}

/** Selects cards until they are enough, the dearest first, so that none of them is needless; whether they are. @param {Page} page @param {Way} way @param {string[]} hand */
async function paid(page, way, hand) {
  const dearest = hand.map((card, at) => ({ at, worth: worth(card) })).sort((one, other) => other.worth - one.worth);
  for (const [done, { at }] of dearest.entries()) {
    await select(page, way, at);
    // Either it is enough, or the page says how much is missing.
    const enough = await page.waitForFunction((marked) => {
      const shown = [...document.querySelectorAll(".hand-card[aria-pressed=true]")].length;
      const said = document.querySelector(".preview[aria-busy=false] .remark")?.textContent ?? "";
      if (shown !== marked || !/pays for|missing/.test(said)) return null;
      return { enough: said.includes("pays for") };
    }, done + 1);
    if ((await enough.jsonValue())?.enough) return true;
  }
  return false;
}

/** @param {Page} page @param {Way} way */
async function turnJester(page, way) {
  if (way === "key") {
    await page.keyboard.press("f");
    await page.locator("dialog[open]").waitFor();
    await page.keyboard.press("Enter");
    return;
  }
  await page.getByRole("button", { name: "Turn a Jester" }).click();
  await page.locator("dialog[open]").getByRole("button", { name: "Turn a Jester" }).click();
}
