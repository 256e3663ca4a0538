// A sandbox: what may stand together in it, what is shared of it, and that no address of
// somebody else's breaks the page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { read } from "../../assets/diplomacy/notation.js";
import { prompt } from "../../assets/diplomacy/ordering.js";
import { begin } from "../../assets/diplomacy/tapping.js";
import { fitting, ordered, readBack, stillDue, wished } from "../../assets/diplomacy/trying.js";

const order = (/** @type {string} */ text) => /** @type {import("../../assets/diplomacy/notation.js").Order} */ (read(text));

const winter = {
  position: { phase: "W1901A", units: {}, centers: {} },
  orders: {},
  legal: { RUSSIA: ["A STP B", "F STP/NC B", "A MOS B", "A WAR B"], TURKEY: ["F ANK D", "A CON D"] },
  due: { RUSSIA: 2, TURKEY: -1, ITALY: 0 },
};

test("in Winter a home centre builds one unit, and no power more than is due", () => {
  let orders = ordered(winter, order("A STP B"));
  orders = ordered({ ...winter, orders: orders ?? {} }, order("F STP/NC B"));
  assert.deepEqual(orders, { RUSSIA: ["F STP/NC B"] });
  orders = ordered({ ...winter, orders: orders ?? {} }, order("A MOS B"));
  assert.deepEqual(orders, { RUSSIA: ["F STP/NC B", "A MOS B"] });
  assert.equal(ordered({ ...winter, orders: orders ?? {} }, order("A WAR B")), null);
  // What is there already may become something else.
  assert.deepEqual(ordered({ ...winter, orders: orders ?? {} }, order("A STP B")), { RUSSIA: ["A MOS B", "A STP B"] });
  assert.deepEqual(ordered({ ...winter, orders: { TURKEY: ["A CON D"] } }, order("F ANK D")), null);
});

test("what comes with an address is taken as far as it can stand together", () => {
  const orders = { RUSSIA: ["A STP B", "F STP/NC B", "A LON B", "A MOS B", "A WAR B"], TURKEY: ["A CON D", "F ANK D"], MARS: ["A STP B"] };
  assert.deepEqual(fitting({ ...winter, orders }), { RUSSIA: ["F STP/NC B", "A MOS B"], TURKEY: ["A CON D"] });
  const spring = { ...winter, position: { ...winter.position, phase: "S1902M" }, due: {}, legal: { RUSSIA: [] } };
  assert.deepEqual(fitting({ ...spring, orders: { RUSSIA: ["A MOS H", "A MOS - UKR", "nonsense"] } }), { RUSSIA: ["A MOS - UKR"] });
});

test("what is still due is counted by power, and asked for in the sandbox's own words", () => {
  assert.deepEqual(stillDue({ ...winter, orders: { RUSSIA: ["A MOS B"], TURKEY: ["A CON D"] } }), [["RUSSIA", 1], ["TURKEY", 0]]);
  const asked = (/** @type {Record<string, number>} */ due, /** @type {Record<string, string[]>} */ orders = {}) => {
    const sandbox = { ...winter, due, orders };
    // At the table itself units must leave.
    return prompt(/** @type {any} */ ({ tab: "sandbox", sandbox, due: -1, entry: begin([]), glance: { view: { position: { phase: "S1901M" } } } }));
  };
  assert.match(asked({ RUSSIA: 2 }), /build there\.$/);
  assert.match(asked({ TURKEY: -1 }), /leave/);
  assert.match(asked({ RUSSIA: 2, TURKEY: -1 }), /build there, or/);
  assert.match(asked({ RUSSIA: 1 }, { RUSSIA: ["A MOS B"] }), /is ordered/);
});

test("an address that holds no sandbox, or no words at all, comes to nothing", () => {
  const position = { phase: "S1901M", units: { AUSTRIA: ["A VIE"] }, centers: {} };
  const back = (/** @type {unknown} */ what) => readBack(`sandbox=${btoa(JSON.stringify(what))}`);
  assert.deepEqual(back({ position, orders: {} }), { position, orders: {} });
  for (const orders of [null, 7, [], "A VIE H", { AUSTRIA: null }, { AUSTRIA: 3 }, { AUSTRIA: [1] }, { AUSTRIA: { 0: "A VIE H" } }]) assert.equal(back({ position, orders }), null, JSON.stringify(orders));
  for (const wrong of [{ units: null }, { units: [] }, { units: { AUSTRIA: "A VIE" } }, { centers: 3 }, { dislodged: { AUSTRIA: ["A VIE"] } }, { phase: "now" }, { builds: { AUSTRIA: "2" } }]) {
    assert.equal(back({ position: { ...position, ...wrong }, orders: {} }), null, JSON.stringify(wrong));
  }
  assert.equal(wished("#S1901M"), "S1901M");
  for (const hash of ["#%", "#%E0%A4%A", ""]) assert.equal(wished(hash), "");
});
