// Words for people: sentences, and times that have gone.

import assert from "node:assert/strict";
import { test } from "node:test";

import { hour, inWords, sentence } from "../../assets/words/common.js";
import { ago, waiting } from "../../assets/words/home.js";

test("a refusal becomes a sentence, and a silent one still says something", () => {
  assert.equal(sentence("it is not your turn (R4.7)"), "It is not your turn.");
  assert.equal(sentence("the Ace (R5) is Ann's (R)"), "The Ace is Ann's (R).");
  assert.equal(sentence("done!"), "Done!");
  assert.equal(sentence(" "), "");
  assert.equal(inWords({ status: 409, refused: { code: "x", words: "the game is over" } }), "The game is over.");
  for (const status of [0, 401, 404, 500]) assert.ok(inWords({ status, refused: { code: "x", words: "" } }).length > 10);
});

test("an hour is told by the reader's own clock, with its day where that is another", () => {
  const now = new Date(2026, 6, 6, 17, 40).getTime();
  const told = (/** @type {number} */ hours) => hour(now + hours * 3_600_000, now);
  assert.match(told(3), /^\S*8.40/);
  assert.doesNotMatch(told(3), /Mon/);
  assert.match(told(20), /^Tue \S*1.40/);
  assert.match(told(200), /15.* \S*1.40/);
  assert.doesNotMatch(told(200), /Wed/);
});

test("how long ago something was is said in the largest unit that fits", () => {
  const now = 1_000_000_000;
  const minute = 60_000;
  const told = (/** @type {number} */ back) => ago(now - back, now);
  assert.deepEqual(
    [0, minute, 59 * minute, 60 * minute, 5 * 60 * minute, 26 * 60 * minute, 72 * 60 * minute, -minute].map(told),
    ["just now", "a minute ago", "59 minutes ago", "an hour ago", "5 hours ago", "yesterday", "3 days ago", "just now"],
  );
});

test("a table says whom it waits for as far as names are told, and never more", () => {
  const seat = (/** @type {number} */ seat, /** @type {string | null} */ name, more = {}) => ({ seat, name, taken: true, bot: null, you: false, ...more });
  const seats = [seat(0, "Ann"), seat(1, "Bo"), seat(2, "Me", { you: true }), seat(3, null), seat(4, null, { taken: false }), seat(5, "Cy"), seat(6, "Di")];
  const said = (/** @type {number[]} */ ...waits_for) => waiting({ waits_for, seats });
  assert.equal(said(0, 1, 2), "Waiting for Ann, Bo");
  // One who is not named leaves the others unnamed too: else it would be told who it is not.
  assert.equal(said(0, 3), "Waiting for 2 players");
  assert.equal(said(3), "Waiting for one player");
  assert.equal(said(0, 1, 5, 6), "Waiting for 4 players");
  assert.equal(said(4), "Waiting for the others");
  assert.equal(said(), "Waiting for the others");
});
