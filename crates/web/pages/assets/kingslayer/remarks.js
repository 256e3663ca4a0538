// What a play would mean, in a line or two.

import { words } from "../words/kingslayer.js";

/** @typedef {import("../../types/kingslayer.js").PlayPreview} PlayPreview */
/** @typedef {{ words: string, mood: "" | "good" | "bad" | "warning" }} Remark */

/**
 * What becomes of the enemy and of the player, in order.
 * @param {PlayPreview} it
 * @returns {Remark[]}
 */
export function remarks(it) {
  if (it.jester) return [{ words: words.jesterPlay(it.shield), mood: "good" }];
  if (it.fate === "captured") return [{ words: words.exact, mood: "good" }];
  if ("overkilled" in it.fate) return [{ words: words.falls(it.fate.overkilled), mood: "good" }];
  /** @type {Remark[]} */
  const said = [{ words: words.stands(it.fate.stands), mood: "" }];
  if (it.due === 0) said.push({ words: words.holds, mood: "good" });
  else if (it.safe) said.push({ words: words.thenPay(it.due, it.purse), mood: "warning" });
  else if (it.own_draws > 0) said.push({ words: words.thenPayDrawing(it.due, it.purse), mood: "bad" });
  else said.push({ words: words.cannotPay(it.due, it.purse), mood: "bad" });
  return said;
}
