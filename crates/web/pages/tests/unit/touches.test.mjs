// What a program tells the page can be pressed, and how a key is pressed for it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { press } from "../../assets/program/keys.js";
import { asked, day, days, kept, parted, touches, week } from "../../assets/program/touches.js";
import { words } from "../../assets/words/delve.js";

test("lines are read, and lines that are none are passed over", () => {
  assert.deepEqual(touches("explore\to\tyes\t\nitem\tb\tno\ta red potion\n\nnonsense\nrest\t\tno\t\n"), [
    { name: "explore", key: "o", hinted: true, words: "" },
    { name: "item", key: "b", hinted: false, words: "a red potion" },
  ]);
});

test("what a hint names is in sight, and so is every item and the way back", () => {
  const action = (/** @type {number} */ at, hinted = false) => ({ name: `a${at}`, key: "x", hinted, words: "" });
  const all = [...Array.from({ length: 10 }, (_, at) => action(at)), action(10, true)];
  const { usual, more } = parted(all);
  assert.deepEqual(usual.map((it) => it.name), ["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a10"]);
  assert.deepEqual(more.map((it) => it.name), ["a8", "a9"]);
  const items = Array.from({ length: 20 }, () => ({ name: "item", key: "b", hinted: false, words: "a dart" }));
  assert.deepEqual(parted([...items, { name: "escape", key: "Escape", hinted: false, words: "" }]).more, []);
});

test("a letter is written, and a key is pressed", () => {
  /** @type {unknown[]} */
  const heard = [];
  const program = {
    key_down: (/** @type {number} */ code) => heard.push(["down", code]),
    key_up: (/** @type {number} */ code) => heard.push(["up", code]),
    key_press: (/** @type {number} */ letter) => heard.push(String.fromCodePoint(letter)),
  };
  press(program, ">");
  press(program, "Escape");
  press(program, "F2");
  press(undefined, "x");
  assert.deepEqual(heard, [["down", 32], ">", ["up", 32], ["down", 256], ["up", 256], ["down", 291], ["up", 291]]);
});

test("a wish is kept as the program reads it, and a day is the house's", () => {
  assert.equal(kept("new é"), "6e657720c3a9");
  assert.equal(day(new Date("2031-05-02T23:59:59+14:00")), "2031-05-02");
});

test("every way and every name of an action has words", () => {
  assert.equal(words.ways.map(([key]) => key).join(""), "789456123");
  assert.equal(words.game("daily 2031-05-02"), "Dungeon of 2031-05-02");
  assert.equal(words.game("seed 17"), "Seed 17");
  assert.equal(words.game(""), "");
});

test("a week begins on Monday and may belong to the year before, as in the house", () => {
  const of = (/** @type {string} */ date) => week(new Date(`${date}T12:00:00Z`));
  assert.equal(of("2026-11-16"), "2026-W47");
  assert.equal(of("2026-11-22"), "2026-W47");
  assert.equal(of("2027-01-01"), "2026-W53");
  assert.equal(of("2024-12-30"), "2025-W01");
});

test("a new game is asked for in the words that the program reads", () => {
  assert.equal(asked({ short: false, difficulty: "normal", seed: "17" }), "new 17");
  assert.equal(asked({ short: true, difficulty: "normal", seed: "17" }), "short 17");
  assert.equal(asked({ short: false, difficulty: "grim", seed: "bread and salt" }), "grim bread and salt");
  assert.equal(asked({ short: true, difficulty: "gentle", seed: "17" }), "short-gentle 17");
});

test("days are read as the program keeps them, the latest first, and nonsense is passed over", () => {
  const line = (/** @type {string} */ name) => `${name}\t340\tslain by a rat on level 2\tDelve, daily of ${name}: 340 points, slain by a rat on level 2`;
  const read = days(kept(`${line("2031-05-02")}\nnonsense\n${line("2031-W18")}\n`));
  assert.deepEqual(read.map((it) => [it.name, it.points]), [["2031-W18", 340], ["2031-05-02", 340]]);
  assert.equal(read[1].share, "Delve, daily of 2031-05-02: 340 points, slain by a rat on level 2");
  assert.deepEqual(days(null), []);
  assert.deepEqual(days("zz"), []);
});
