// Cards and commands are read and written as the rules write them.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as notation from "../../assets/kingslayer/notation.js";

const LETTERS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

test("every card of the deck is read, and nothing else", () => {
  for (const rank of LETTERS) {
    for (const [letter, suit] of [["C", "clubs"], ["D", "diamonds"], ["H", "hearts"], ["S", "spades"]]) {
      assert.deepEqual(notation.card(rank + letter), { code: rank + letter, rank, suit });
    }
  }
  assert.deepEqual(notation.card("X"), { code: "X", rank: "X", suit: null });
  for (const wrong of ["", "5", "H", "1H", "11S", "5h", "XH", "<b>"]) assert.throws(() => notation.card(wrong), wrong);
});

test("commands are written in the words of the rules", () => {
  assert.equal(notation.play(["5H", "AC"]), "play 5H AC");
  assert.equal(notation.pay(["JC", "4D"]), "pay JC 4D");
  assert.equal(notation.next(2), "next 2");
  assert.deepEqual(notation.parts("pay JC 4D"), { verb: "pay", cards: ["JC", "4D"], seat: null });
  assert.deepEqual(notation.parts("next 2"), { verb: "next", cards: [], seat: 2 });
  assert.deepEqual(notation.parts("flip"), { verb: "flip", cards: [], seat: null });
});
