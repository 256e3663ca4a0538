// The top of the discard pile, read off what is told.

import assert from "node:assert/strict";
import { test } from "node:test";

import { laid, UNSEEN } from "../../assets/kingslayer/discard.js";

test("the top of the discard pile is what was laid there last, as far as it was seen", () => {
  const played = { open: { cards_played: { seat: 0, cards: ["5H", "AC"], value: 6 } } };
  const falls = (/** @type {boolean} */ captured) => ({ open: { enemy_defeated: { enemy: "JC", captured } } });
  const top = (/** @type {import("../../types/kingslayer.js").Seen[]} */ ...told) => told.reduce(laid, UNSEEN).top;
  assert.equal(top(), null);
  assert.equal(top(played), null);
  assert.equal(top(played, falls(true)), "AC");
  assert.equal(top(played, falls(false)), "JC");
  assert.equal(top(played, { open: { jester_played: { seat: 0, unblocked: 0 } } }, falls(true)), "X");
  const paid = { open: { attack_paid: { seat: 0, cards: ["9D", "2S"], due: 10 } } };
  assert.equal(top(paid), "2S");
  assert.equal(top(paid, { open: { attack_paid: { seat: 0, cards: [], due: 0 } } }), "2S");
  assert.equal(top(paid, { healed: { count: 0 } }), "2S");
  assert.equal(top(paid, { healed: { count: 2 } }), null);
  assert.equal(top({ jester_flipped: { discarded: ["3C", "4D"], count: 8, yours: [] } }), "4D");
});
