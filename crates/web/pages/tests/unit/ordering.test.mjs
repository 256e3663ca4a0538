// Orders one after another: quick taps are not lost, a phase that is over hears none of
// them, and what was replaced comes back.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ordering } from "../../assets/diplomacy/ordering.js";
import { begun } from "../../assets/diplomacy/state.js";
import { begin } from "../../assets/diplomacy/tapping.js";

Object.assign(globalThis, { document: { getElementById: () => null } });

const LEGAL = ["A VIE H", "A VIE - BUD", "A VIE - GAL", "A TRI H", "A TRI - VEN"];
const province = (/** @type {string} */ code, /** @type {string} */ name) => ({ code, name, unit: [0, 0], dislodged: [0, 0], coasts: {} });

/** A page whose server answers when it is told to. @param {string} [phase] */
function page(phase = "S1901M") {
  const chart = { width: 100, height: 100, powers: [{ name: "AUSTRIA" }, { name: "ITALY" }], provinces: [province("VIE", "Vienna"), province("TRI", "Trieste"), province("ROM", "Rome"), province("GAL", "Galicia")] };
  const position = { phase, units: { AUSTRIA: ["A VIE", "A TRI"], ITALY: ["A ROM"] }, centers: {} };
  const view = { phase, position, powers: [{ must_order: true }, {}], own: { power: "AUSTRIA", orders: /** @type {string[]} */ ([]), adjustments_left: 0 } };
  const state = begun(/** @type {any} */ ({ view, my_seat: 0, started: true, over: false, aside: null }), /** @type {any} */ ({ chart, start: position }));
  state.legal = LEGAL;
  state.base = state.entry = begin(LEGAL);
  /** @type {any[]} */
  const sent = [];
  /** @type {(() => void)[]} */
  const waits = [];
  const command = (/** @type {any} */ it, /** @type {string} */ of) => new Promise((/** @type {(came: any) => void} */ go) => {
    waits.push(() => {
      if (of !== view.phase) {
        go("over");
        return;
      }
      sent.push(it);
      const at = it.withdraw ?? it.order[0].split(" ")[1];
      view.own.orders = [...view.own.orders.filter((text) => text.split(" ")[1] !== at), ...(it.order ?? [])];
      go("done");
    });
  });
  const drafts = {
    add: (/** @type {{ text: string }} */ order) => void (state.draft = [...state.draft, order.text]),
    set: (/** @type {string[]} */ orders) => void (state.draft = orders),
  };
  const tried = (/** @type {Record<string, string[]>} */ orders) => void (state.sandbox && (state.sandbox.orders = orders));
  const orders = ordering({ state, base: "", draw: () => undefined, command, tried, drafts });
  const answer = async () => {
    waits.shift()?.();
    await new Promise((go) => setImmediate(go));
  };
  return { state, view, orders, sent, answer };
}

test("what is tapped while an order is on its way goes after it", async () => {
  const { state, orders, sent, answer } = page();
  for (const tap of ["at:VIE", "at:BUD", "at:TRI", "at:VEN"]) orders.choose(tap);
  assert.deepEqual(state.underWay, ["A VIE - BUD", "A TRI - VEN"]);
  assert.deepEqual(sent, []);
  await answer();
  assert.deepEqual(state.underWay, ["A TRI - VEN"]);
  await answer();
  assert.deepEqual(sent, [{ order: ["A VIE - BUD"] }, { order: ["A TRI - VEN"] }]);
  assert.deepEqual(state.underWay, []);
});

test("an order that waited until its phase was over is not given in the next one, and says so", async () => {
  const { state, view, orders, sent, answer } = page();
  for (const tap of ["at:VIE", "at:BUD", "at:TRI", "at:VEN"]) orders.choose(tap);
  await answer();
  view.phase = "F1901M";
  await answer();
  assert.deepEqual(sent, [{ order: ["A VIE - BUD"] }]);
  assert.match(state.remark, /A Tri - Ven/);
  assert.equal(state.given.length, 1);
});

test("undo orders again what was replaced, and only then takes back", async () => {
  const { state, view, orders, sent, answer } = page();
  for (const taps of [["at:VIE", "at:BUD"], ["at:VIE", "at:GAL"]]) {
    for (const tap of taps) orders.choose(tap);
    await answer();
  }
  assert.deepEqual(view.own.orders, ["A VIE - GAL"]);
  orders.undo();
  await answer();
  assert.deepEqual(view.own.orders, ["A VIE - BUD"]);
  orders.undo();
  await answer();
  assert.deepEqual(view.own.orders, []);
  assert.deepEqual(sent.slice(2), [{ order: ["A VIE - BUD"] }, { withdraw: "VIE" }]);
  assert.equal(state.given.length, 0);
  // What was taken back by hand comes back as well.
  for (const tap of ["at:VIE", "at:BUD"]) orders.choose(tap);
  await answer();
  orders.withdraw("VIE");
  await answer();
  orders.undo();
  await answer();
  assert.deepEqual(view.own.orders, ["A VIE - BUD"]);
});

test("undo takes back in the draft too, step by step, before what was given", async () => {
  const { state, view, orders, sent, answer } = page();
  for (const tap of ["at:VIE", "at:BUD"]) orders.choose(tap);
  await answer();
  state.drafting = true;
  for (const tap of ["at:TRI", "at:VEN", "at:VIE", "at:GAL"]) orders.choose(tap);
  assert.deepEqual(state.draft, ["A TRI - VEN", "A VIE - GAL"]);
  orders.undo();
  assert.deepEqual(state.draft, ["A TRI - VEN"]);
  orders.undo();
  assert.deepEqual(state.draft, []);
  assert.deepEqual(view.own.orders, ["A VIE - BUD"]);
  orders.undo();
  await answer();
  assert.deepEqual(view.own.orders, []);
  assert.deepEqual(sent, [{ order: ["A VIE - BUD"] }, { withdraw: "VIE" }]);
});

test("a first tap on what is not one's own says so in a sentence", () => {
  const { state, orders } = page();
  orders.choose("at:ROM");
  assert.equal(state.remark, "A Rom is not yours: it obeys Italy.");
  orders.choose("at:GAL");
  assert.equal(state.remark, "No unit of yours stands in Galicia.");
  orders.choose("at:VIE");
  assert.equal(state.remark, "");
});
