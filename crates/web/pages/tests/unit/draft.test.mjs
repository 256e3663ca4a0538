// Drafts: what they hold, and that this device keeps what was not sent.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepOnDevice, onDevice, without, withOrder } from "../../assets/diplomacy/draft.js";
import { read } from "../../assets/diplomacy/notation.js";

const order = (/** @type {string} */ text) => /** @type {import("../../assets/diplomacy/notation.js").Order} */ (read(text));

test("an order takes the place of the one that its unit has, and no more are kept than there are", () => {
  assert.deepEqual(withOrder(["A VIE - GAL", "A BUD H"], order("A VIE - BUD"), null), ["A BUD H", "A VIE - BUD"]);
  assert.deepEqual(withOrder(["F STP/SC B"], order("A STP B"), 1), ["A STP B"]);
  assert.equal(withOrder(["A VIE B"], order("A BUD B"), 1), null);
  assert.deepEqual(withOrder(["WAIVE"], order("WAIVE"), 2), ["WAIVE", "WAIVE"]);
  assert.equal(withOrder(["WAIVE", "WAIVE"], order("WAIVE"), 2), null);
  assert.deepEqual(without(["WAIVE", "A VIE B", "WAIVE"], "WAIVE"), ["WAIVE", "A VIE B"]);
  assert.deepEqual(without(["A VIE B"], "A BUD B"), ["A VIE B"]);
});

test("a device keeps one phase of a table, and reads nothing that it did not write", () => {
  /** @type {Record<string, string>} */
  const kept = {};
  const storage = { getItem: (/** @type {string} */ name) => kept[name] ?? null, setItem: (/** @type {string} */ name, /** @type {string} */ text) => (kept[name] = text), removeItem: (/** @type {string} */ name) => delete kept[name] };
  Object.assign(globalThis, { localStorage: new Proxy(storage, { get: (it, name) => Reflect.get(it, name), ownKeys: () => Object.keys(kept), getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }) });
  keepOnDevice("t1", 2, "S1901M", { orders: ["A VIE H"], sent: false });
  keepOnDevice("t2", 2, "S1901M", { orders: ["A PAR H"], sent: true });
  assert.deepEqual(onDevice("t1", 2, "S1901M"), { orders: ["A VIE H"], sent: false });
  assert.equal(onDevice("t1", 3, "S1901M"), null);
  keepOnDevice("t1", 2, "F1901M", { orders: [], sent: true });
  assert.equal(onDevice("t1", 2, "S1901M"), null);
  assert.deepEqual(onDevice("t2", 2, "S1901M"), { orders: ["A PAR H"], sent: true });
  kept["orders:t1:2:F1901M"] = '{"orders":[1]}';
  assert.equal(onDevice("t1", 2, "F1901M"), null);
  kept["orders:t1:2:F1901M"] = "{";
  assert.equal(onDevice("t1", 2, "F1901M"), null);
});
