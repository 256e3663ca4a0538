// What the button says that starts a game of Diplomacy.

import assert from "node:assert/strict";
import { test } from "node:test";

import { filling } from "../../assets/diplomacy/state.js";

const table = (/** @type {string} */ bots, /** @type {boolean} */ owner, more = {}) => {
  const seats = [0, 1, 2].map((seat) => ({ seat, taken: seat === 0, name: null, bot: null, you: seat === 0 }));
  return /** @type {any} */ ({ fill: null, glance: { seats, owner, plane: { settings: `map=five bots=${bots} press=full`, waiting: 0 } }, ...more });
};

test("only the game master brings bots to a table that was opened for people alone", () => {
  assert.deepEqual(filling(table("none", false)), { missing: 2, agreed: "none", bots: null });
  assert.deepEqual(filling(table("none", true)), { missing: 2, agreed: "none", bots: "greedy" });
  assert.equal(filling(table("none", true, { fill: "club" })).bots, "club");
  assert.equal(filling(table("strong", true)).bots, "strong");
  assert.equal(filling(table("strong", false)).bots, "strong");
});
