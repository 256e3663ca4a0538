// The hand in front of a person behaves as in the terminal.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as selecting from "../../assets/kingslayer/selection.js";

const hand = (/** @type {string} */ words) => words.split(" ");

test("sorting goes round and keeps marks", () => {
  let it = selecting.takeUp(selecting.empty(), hand("10S 2H X AD 2C KD"));
  it = selecting.toggle(selecting.toggle(it, 0), 4);
  it = selecting.sortNext(it);
  assert.deepEqual(it.cards, hand("2C AD KD 2H 10S X"));
  assert.deepEqual(selecting.marked(it), hand("2C 10S"));
  it = selecting.sortNext(it);
  assert.deepEqual(it.cards, hand("X AD 2C 2H 10S KD"));
  it = selecting.sortNext(it);
  assert.deepEqual(it.cards, hand("10S 2H X AD 2C KD"));
  assert.deepEqual(selecting.marked(it), hand("10S 2C"));
});

test("two Jesters are marked one by one, and the same hand keeps its marks", () => {
  let it = selecting.takeUp(selecting.empty(), hand("X 5C X"));
  it = selecting.mark(it, hand("X X"));
  assert.deepEqual(selecting.marked(it), hand("X X"));
  it = selecting.takeUp(it, hand("X 5C X"));
  assert.equal(selecting.marked(it).length, 2);
  it = selecting.takeUp(it, hand("X 5C"));
  assert.deepEqual(selecting.marked(it), []);
  assert.deepEqual(selecting.marked(selecting.toggle(it, 9)), []);
});

test("no two cards on the table have one name", () => {
  assert.deepEqual(selecting.keys(hand("X 5C X")), ["X", "5C", "X.1"]);
});
