// What happened is told in the same words as in the terminal.

import assert from "node:assert/strict";
import { test } from "node:test";

import { noted, seated, tell } from "../../assets/kingslayer/telling.js";

const name = (/** @type {number} */ seat) => ["You", "Bo"][seat];
const told = (/** @type {any} */ seen) => tell(seen, name)?.words;

test("every event has its line, and a turn that begins needs none", () => {
  for (const [seen, line] of /** @type {[any, string | undefined][]} */ ([
    [{ open: { cards_played: { seat: 0, cards: ["5H", "AC"], value: 6 } } }, "You play 5♥ A♣ for 6"],
    [{ open: { cards_played: { seat: 1, cards: ["10D"], value: 10 } } }, "Bo plays 10♦ for 10"],
    [{ open: { jester_played: { seat: 1, unblocked: 0 } } }, "Bo plays a Jester: no suit is blocked now"],
    [{ open: { jester_played: { seat: 0, unblocked: 7 } } }, "You play a Jester: no suit is blocked now, earlier spades shield 7"],
    [{ healed: { count: 1 } }, "1 card returns to the tavern"],
    [{ healed: { count: 3 } }, "3 cards return to the tavern"],
    [{ drawn: { counts: [{ seat: 1, count: 2 }, { seat: 0, count: 1 }], yours: ["5H"] } }, "Bo draws 2, You 1"],
    [{ drawn: { counts: [], yours: [] } }, undefined],
    [{ open: { shielded: { amount: 5 } } }, "Spades shield 5"],
    [{ open: { spades_blocked: { amount: 5 } } }, "The enemy is immune to spades: 5 blocked"],
    [{ open: { damage_dealt: { amount: 12, doubled: true } } }, "12 damage, doubled by clubs"],
    [{ open: { damage_dealt: { amount: 6, doubled: false } } }, "6 damage"],
    [{ open: { enemy_defeated: { enemy: "JC", captured: true } } }, "Exact! The Jack of Clubs is captured"],
    [{ open: { enemy_defeated: { enemy: "QH", captured: false } } }, "The Queen of Hearts falls"],
    [{ open: { enemy_revealed: { enemy: "KS" } } }, "The King of Spades steps forward"],
    [{ open: { yielded: { seat: 1 } } }, "Bo yields"],
    [{ open: { attack_faced: { seat: 1, due: 15 } } }, "The enemy strikes for 15"],
    [{ open: { attack_paid: { seat: 0, cards: ["9H"], due: 7 } } }, "You pay 9♥ for 7"],
    [{ jester_flipped: { discarded: ["2C", "3C"], count: 8, yours: [] } }, "A Jester is turned: 2 discarded, 8 drawn"],
    [{ open: { next_chosen: { by: 1, seat: 1 } } }, "Bo goes again"],
    [{ open: { next_chosen: { by: 1, seat: 0 } } }, "Bo chooses You next"],
    [{ open: { ended: { outcome: { loss: null, medal: "gold", enemies: 12, jesters: 0 } } } }, "The castle has fallen: gold"],
    [{ open: { ended: { outcome: { loss: "cannot_move", medal: null, enemies: 2, jesters: 0 } } } }, "Lost: no card to play, and no other move"],
    [{ open: { ended: { outcome: { loss: { cannot_pay: { due: 10, worth: 4 } }, medal: null, enemies: 2, jesters: 0 } } } }, "Lost: the attack of 10 is more than a hand worth 4"],
    [{ open: { turn_began: { seat: 0 } } }, undefined],
    [{}, undefined],
  ])) {
    assert.equal(told(seen), line, JSON.stringify(seen));
  }
});

test("a line of a table with others names who", () => {
  assert.deepEqual(noted({ seq: 1, player: 1, text: "says: Hello!" }, name), { words: "Bo says: Hello!", lead: true });
  assert.deepEqual(noted({ seq: 2, player: null, text: "a bot plays for Cy" }, name), { words: "a bot plays for Cy", lead: true });
});

test("a seat that changes hands in a game is told, and one in the lobby is not", () => {
  /** @param {[string | null, boolean][]} names @param {object} [more] */
  const table = (names, more) => /** @type {any} */ ({ game: 0, lobby: false, seats: names.map(([who, bot], seat) => ({ seat, name: who, bot })), ...more });
  const lines = (/** @type {any} */ before, /** @type {any} */ now) => seated(before, now).map((it) => it.words);
  const both = table([["Ann", false], ["Bo", false]]);
  const alone = table([["Ann", false], ["Bot 1", true]]);
  assert.deepEqual(lines(both, alone), ["Bot 1 plays on for Bo"]);
  assert.deepEqual(lines(alone, both), ["Bo sits down for Bot 1"]);
  assert.deepEqual(lines(both, both), []);
  assert.deepEqual(lines(table([["Ann", false], [null, false]], { lobby: true }), both), []);
  assert.deepEqual(lines(both, table([["Cy", false], ["Bo", false]], { game: 1 })), [], "the next game is told of by its lobby");
  assert.deepEqual(lines(undefined, both), []);
});
