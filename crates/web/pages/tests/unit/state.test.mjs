// Whose turn it is and what is said about it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { begun, isYours, nameOf, prompt, viewOf } from "../../assets/kingslayer/state.js";

/** @param {object} view @param {object} [more] */
function at(view, more = {}) {
  const seats = [{ seat: 0, name: "Ann" }, { seat: 1, name: "Bo" }];
  const glance = /** @type {any} */ ({ seats, view: { you: 0, step: "play", current: 0, due: 7, outcome: null, ...view }, ...more });
  return begun(glance, "dealt");
}

test("who is to do what is said in a line", () => {
  assert.equal(prompt(at({})), "Your turn: play cards");
  assert.equal(prompt(at({ step: "suffer" })), "You are struck: pay 7");
  assert.equal(prompt(at({ step: "choose" })), "You choose who goes next");
  assert.equal(prompt(at({ current: 1 })), "Bo to move");
  assert.equal(prompt(at({ current: 1, step: "suffer" })), "Bo must pay 7");
  assert.equal(prompt(at({ current: 1, step: "choose" })), "Bo chooses who goes next");
  assert.equal(prompt(at({ step: "over" })), "");
});

test("it is nobody's turn in the lobby, after the end, and for who watches", () => {
  assert.ok(isYours(at({})));
  assert.ok(!isYours(at({}, { plane: { lobby: true } })));
  assert.ok(!isYours(at({ outcome: {} })));
  assert.ok(!isYours(at({ you: null })));
  assert.ok(!isYours(at({ current: 1 })));
});

test("people have names, and a seat without one has a number", () => {
  assert.equal(nameOf(at({}), 0), "You");
  assert.equal(nameOf(at({}), 1), "Bo");
  assert.equal(nameOf(at({}), 2), "Seat 3");
});

test("of a game that has not begun nothing is seen", () => {
  const state = begun(/** @type {any} */ ({ seats: [], view: null, plane: { lobby: true } }), "dealt");
  assert.deepEqual(viewOf(state.glance).hand, []);
  assert.equal(viewOf(state.glance).enemy, null);
});
