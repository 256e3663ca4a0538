// What the first page asks of the house when somebody begins a game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { printed, together } from "../../assets/kingslayer/wish.js";

test("a table with others is asked for with every rule that the entrance shows, but none that is for one alone", () => {
  const wish = { ...printed(), difficulty: "hard", solo_yield: true, surplus_payment: false, mulligan: true, players: 4, level: "master", pace: 2000, hints: true, open: true, title: " Friday " };
  assert.deepEqual(together(wish), {
    players: 4, difficulty: "hard", surplus_payment: false, mulligan: true, level: "master", pace: 2000, hints: true, open: true, title: "Friday",
  });
});

test("without a name the house names the table", () => {
  assert.equal("title" in together({ ...printed(), title: "  " }), false);
});
