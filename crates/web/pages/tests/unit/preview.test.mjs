// A preview says what the terminal says: what becomes of the enemy, what is to pay.

import assert from "node:assert/strict";
import { test } from "node:test";

import { remarks } from "../../assets/kingslayer/remarks.js";

/** @type {import("../../types/kingslayer.js").PlayPreview} */
const play = {
  value: 9, damage: 18, doubled: true, healed: 0, drawn: [0], own_draws: 0, shield: 0,
  blocked: [], fate: { stands: 2 }, due: 10, purse: 12, safe: true, jester: false,
};
const said = (/** @type {Partial<typeof play>} */ other) => remarks({ ...play, ...other }).map((it) => `${it.mood}: ${it.words}`);

test("the fate of the enemy comes first, then what is to pay", () => {
  assert.deepEqual(said({}), [": It stands with 2", "warning: Then pay 10 of 12 in hand"]);
  assert.deepEqual(said({ due: 0 }), [": It stands with 2", "good: The shield holds: nothing to pay"]);
  assert.deepEqual(said({ purse: 4, safe: false }), [": It stands with 2", "bad: Then pay 10: you have 4!"]);
  assert.deepEqual(said({ purse: 4, safe: false, own_draws: 2 }), [": It stands with 2", "bad: Then pay 10: 4 and what you draw!"]);
  assert.deepEqual(said({ fate: "captured", due: 0 }), ["good: Exact: captured, you go again"]);
  assert.deepEqual(said({ fate: { overkilled: 3 }, due: 0 }), ["good: It falls, 3 over: you go again"]);
  assert.deepEqual(said({ jester: true, shield: 0 }), ["good: No suit is blocked; no attack"]);
});
