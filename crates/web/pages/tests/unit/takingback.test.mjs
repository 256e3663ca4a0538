import assert from "node:assert/strict";
import { test } from "node:test";

import { mayAsk, placeBefore } from "../../assets/kingslayer/takingback.js";

const played = (/** @type {number} */ seat) => ({ open: { cards_played: { seat, cards: ["5H"], value: 5 } } });
const paid = (/** @type {number} */ seat) => ({ open: { attack_paid: { seat, cards: ["5H"], due: 5 } } });
const drawn = { drawn: { counts: [{ seat: 0, count: 1 }], own: [] } };

test("one's own last move is found, whatever others did since", () => {
  const entries = [
    { place: "a", told: [played(0)] },
    { place: "b", told: [played(1), drawn] },
    { place: "c", told: [paid(1)] },
    { place: "d", told: [played(2)] },
  ];
  assert.equal(placeBefore({ from: "start", entries }, 1), "b");
  assert.equal(placeBefore({ from: "start", entries }, 0), "start");
  assert.equal(placeBefore({ from: "start", entries }, 2), "c");
  // Whoever has not moved yet means the last move of all.
  assert.equal(placeBefore({ from: "start", entries }, 3), "c");
  assert.equal(placeBefore({ from: "start", entries: [] }, 3), null);
});

test("who sits at a game with others that runs may ask, once at a time", () => {
  const glance = { plane: {}, my_seat: 1, over: false, paused: false, undo: null, view: { moves: 3 } };
  const may = (/** @type {object} */ more) => mayAsk(/** @type {any} */ ({ glance: { ...glance, ...more } }));
  assert.equal(may({}), true);
  for (const not of [{ plane: null }, { my_seat: null }, { over: true }, { paused: true }, { undo: { to: "x", entries: 1, agreed: [0], missing: [1] } }, { view: { moves: 0 } }, { view: null }]) {
    assert.equal(may(not), false, JSON.stringify(not));
  }
});
