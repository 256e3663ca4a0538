import assert from "node:assert/strict";
import { test } from "node:test";

import { fault, wrongAnswer, wrongEvent } from "../browser/described.mjs";

const asked = (/** @type {object} */ more) => wrongAnswer({ method: "POST", path: "/api/tables/x-1/commands", body: { stage: "a", id: "b", command: 1 }, status: 200, value: { seq: "x", repeated: false }, ...more });

test("an answer is compared with what is said of its route, its status and its body", () => {
  assert.equal(asked({}), null);
  assert.equal(asked({ status: 409, value: { code: "moved", words: "it has gone on" } }), null);
  assert.equal(asked({ status: 418, value: { code: "tea", words: "short and stout" } }), null, "any refusal has a code and words");
  for (const [wrong, why] of /** @type {[object, RegExp][]} */ ([
    [{ value: { seq: "x" } }, /repeated is missing/],
    [{ value: { seq: 7, repeated: false } }, /7 is no string/],
    [{ value: { seq: "x", repeated: false, more: 1 } }, /more is not described/],
    [{ value: [] }, /is no object/],
    [{ body: { stage: "a", id: "b" } }, /what was asked: command is missing/],
    [{ status: 409, value: "no" }, /is no object/],
    [{ path: "/api/tables/x-1/secrets" }, /is not described/],
    [{ method: "DELETE" }, /is not described/],
  ])) {
    assert.match(asked(wrong) ?? "", why);
  }
  assert.equal(asked({ method: "DELETE", status: 405, value: {} }), null, "what is not there is refused");
  assert.equal(wrongAnswer({ method: "GET", path: "/api/tables", status: 200, value: { tables: [], next: null } }), null);
});

test("an event of a stream is compared too", () => {
  assert.match(wrongEvent("/t/x", '{"told":[],"glance":{}}') ?? "", /is missing/);
  assert.match(wrongEvent("/t/x", '{"told":7,"glance":{}}') ?? "", /is no array/);
  assert.equal(fault({ type: ["array", "null"], items: { enum: ["a"] } }, ["a", "a"], "it"), null);
});
