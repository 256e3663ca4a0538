// What was agreed at a table of Diplomacy, from the room's `key=value` to sentences.

import assert from "node:assert/strict";
import { test } from "node:test";

import { agreed } from "../../assets/diplomacy/agreed.js";

const USUAL = "map=standard movement=24h retreats=12h builds=12h hour=none zone=UTC weekends=play grace=0h misses=2 remind=25% bots=none draws=dias press=full names=open";

test("the usual settings become a few sentences, without a key", () => {
  const lines = agreed(USUAL);
  assert.equal(lines[0], "Phases last 24h, retreats 12h, builds 12h; one ends early when everybody is ready.");
  assert.ok(lines.every((it) => !it.includes("=") && it.endsWith(".")), lines.join("\n"));
  assert.ok(!lines.some((it) => /UTC|weekend|Saturday/.test(it)));
});

test("what differs from it is said, and what has no sentence stands as it came", () => {
  const lines = agreed("movement=48h retreats=24h builds=24h hour=18:00 zone=Europe/Berlin weekends=skip press=none names=hidden paradox=szykman press=odd");
  assert.ok(lines.includes("Phases end at 18:00 (Europe/Berlin)."));
  assert.ok(lines.includes("No phase ends on a Saturday or Sunday."));
  assert.ok(lines.includes("Nobody is told who plays what before the end."));
  assert.ok(lines.includes("paradox=szykman") && lines.includes("press=odd"));
});
