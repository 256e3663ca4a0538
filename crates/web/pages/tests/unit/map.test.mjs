// The map without a screen: what is shown of it, names that give way, lines of orders.

import assert from "node:assert/strict";
import { test } from "node:test";

import { along, arrow } from "../../assets/diplomacy/arrows.js";
import { centred, moved, nearer, whole } from "../../assets/diplomacy/camera.js";
import { shown } from "../../assets/diplomacy/labels.js";
import { wayOf } from "../../assets/diplomacy/motion.js";
import { read } from "../../assets/diplomacy/notation.js";
import { byCode, pieces } from "../../assets/diplomacy/position.js";
import { spread } from "../../assets/diplomacy/spread.js";
import { ordered, readBack, written } from "../../assets/diplomacy/trying.js";
import { left } from "../../assets/words/diplomacy.js";

const MAP = { x: 0, y: 0, w: 8000, h: 6000 };

test("the window never leaves the map, however it is moved", () => {
  let view = whole(MAP, 1.2);
  assert.ok(view.w >= MAP.w && Math.abs(view.h / view.w - 1.2) < 1e-9);
  view = nearer(view, MAP, { x: 4000, y: 3000 }, 4);
  for (const [dx, dy] of [[1e6, 0], [0, 1e6], [-1e6, -1e6]]) {
    const there = moved(view, MAP, dx, dy);
    assert.ok(there.x >= 0 && there.x + there.w <= MAP.w + 1e-6 && Math.abs(there.w - view.w) < 1e-6);
  }
  assert.ok(nearer(view, MAP, { x: 0, y: 0 }, 1e9).w >= MAP.w / 9 - 1e-6);
  const near = centred(view, MAP, [4000, 3000]);
  assert.ok(Math.abs(near.x + near.w / 2 - 4000) < 1e-6 && near.w <= MAP.w / 3);
});

test("of names in each other's way the more important one is shown", () => {
  const name = (/** @type {string} */ text, /** @type {number} */ weight, /** @type {[number, number][]} */ ...places) => ({ text, places, weight });
  const names = [name("AAA", 1, [100, 100]), name("BBB", 2, [120, 100]), name("CCC", 0, [900, 900])];
  assert.deepEqual([...shown(names, 100, []).keys()].toSorted(), ["BBB", "CCC"]);
  assert.deepEqual([...shown(names, 100, [{ x: 900, y: 900, r: 10 }]).keys()], ["BBB"]);
  // Two may say the same, of different places.
  const marks = [{ ...name("SC", 0, [100, 100]), key: "SPA/SC" }, { ...name("SC", 0, [900, 100]), key: "BUL/SC" }];
  assert.deepEqual([...shown(marks, 100, []).keys()].toSorted(), ["BUL/SC", "SPA/SC"]);
  // One that has another place goes there.
  const moving = [name("AAA", 1, [100, 100], [100, 180], [100, 400]), name("BBB", 2, [120, 100])];
  assert.deepEqual(Object.fromEntries(shown(moving, 100, [])), { AAA: [100, 400], BBB: [120, 100] });
});

test("a name gives way to the line of an order, and only to that", () => {
  const plan = (/** @type {string} */ code, /** @type {number} */ x, /** @type {number} */ y) => /** @type {any} */ ({ code, unit: [x, y], dislodged: [x, y + 50], label: [x, y], coasts: {} });
  const places = new Map([["VIE", plan("VIE", 0, 0)], ["BUD", plan("BUD", 3000, 1000)]]);
  const drawn = arrow(places, "A VIE - BUD", { size: 80 });
  assert.ok(drawn);
  const size = 100;
  const taken = along(drawn, size).map(([x, y]) => ({ x, y, r: 10 }));
  // All along the line, wherever it is looked at, no name stands on it.
  for (let part = 0.1; part < 0.95; part += 0.01) {
    const names = [{ text: "GAL", places: /** @type {[number, number][]} */ ([[3000 * part, 1000 * part]]), weight: 9 }, { text: "TYR", places: /** @type {[number, number][]} */ ([[3000 * part, 1000 * part + 300]]), weight: 0 }];
    assert.deepEqual([...shown(names, size, taken).keys()], ["TYR"], String(part));
  }
  const hold = arrow(places, "A VIE H", { size: 80 });
  assert.deepEqual(hold && along(hold, size), []);
});

test("who was driven out stands farther away where units are larger, and nobody else moves", () => {
  const chart = /** @type {any} */ ({ sizes: { unit: 1 }, powers: [{ name: "AUSTRIA" }], provinces: [{ code: "SPA", unit: [100, 100], dislodged: [150, 80], coasts: { NC: { unit: [0, 0], dislodged: [10, 0], mark: [0, 0] } } }] });
  const position = { phase: "S1901R", units: { AUSTRIA: ["A SPA"] }, centers: {}, dislodged: { AUSTRIA: { "F SPA/NC": [] } } };
  const at = (/** @type {number} */ apart) => pieces(chart, position, byCode(chart, apart)).map((it) => it.at);
  assert.deepEqual(at(1), [[100, 100], [10, 0]]);
  assert.deepEqual(at(2), [[100, 100], [20, 0]]);
  assert.deepEqual(byCode(chart, 2).get("SPA")?.dislodged, [200, 60]);
});

test("neighbours' places move apart where units would cover each other, those far away stay", () => {
  const plan = (/** @type {string} */ code, /** @type {number} */ x, coasts = {}) => /** @type {any} */ ({ code, unit: [x, 0], dislodged: [x, 50], coasts });
  const far = [plan("VIE", 0), plan("BUD", 500)];
  assert.deepEqual([...spread(far, 100).values()], [[0, 0], [0, 0]]);
  const near = spread([plan("EDI", 0), plan("CLY", 100), plan("MOS", 5000)], 100);
  const [[edi], [cly], [mos]] = [...near.values()];
  assert.ok(100 + cly - edi >= 180, `${edi} ${cly}`);
  assert.ok(Math.abs(edi) <= 75 && Math.abs(cly) <= 75 && mos === 0);
  // The coasts of a province are no neighbours of it.
  const coasts = { SC: { unit: [20, 0], dislodged: [0, 0], mark: [0, 0] } };
  assert.deepEqual([...spread([plan("SPA", 0, coasts)], 100)], [["SPA", [0, 0]], ["SPA/SC", [0, 0]]]);
});

test("a short move is drawn over the units, and ends in the midst of a place where nobody stands", () => {
  const plan = (/** @type {string} */ code, /** @type {number} */ x) => /** @type {any} */ ({ code, unit: [x, 0], dislodged: [x, 50], coasts: {} });
  const places = new Map([["PAR", plan("PAR", 0)], ["BUR", plan("BUR", 200)], ["MOS", plan("MOS", 2000)]]);
  const drawn = (/** @type {string} */ text, /** @type {string[]} */ held) => arrow(places, text, { size: 100, held: (place) => held.includes(place) });
  assert.equal(drawn("A PAR - BUR", [])?.close, true);
  assert.equal(drawn("A PAR - MOS", [])?.close, false);
  assert.deepEqual(drawn("A PAR - MOS", [])?.ends?.[1], [1980, 0]);
  assert.deepEqual(drawn("A PAR - MOS", ["MOS"])?.ends?.[1], [1895, 0]);
});

test("units run where they went, those that bounced come back, and those driven out make room and stay there", () => {
  const plan = (/** @type {string} */ code, /** @type {number} */ x) => ({ code, unit: [x, 0], dislodged: [x, 50], label: [x, 0], coasts: {} });
  const chart = /** @type {any} */ ({ provinces: [plan("VIE", 0), plan("BUD", 1000), plan("GAL", 2000)] });
  const resolved = (/** @type {object} */ more) => /** @type {any} */ ({ phase: "S1901M", orders: [], next: {}, ...more });
  const ends = (/** @type {string} */ order, /** @type {string[]} */ results, /** @type {object} */ more = {}) => {
    const way = wayOf(chart, resolved(more), /** @type {any} */ ({ power: "AUSTRIA", order, given: true, results }));
    return way && { key: way.key, over: way.way.map((it) => it.at.join(" ")).join(", "), gone: way.way.at(-1)?.gone };
  };
  assert.deepEqual(ends("A VIE - BUD", ["ok"]), { key: "unit-VIE", over: "0 0, 1000 0, 1000 0", gone: false });
  assert.deepEqual(ends("A VIE - BUD", ["bounce"]), { key: "unit-VIE", over: "0 0, 550 0, 0 0, 0 0", gone: false });
  assert.deepEqual(ends("A VIE H", ["dislodged"]), { key: "unit-VIE", over: "0 0, 0 0, 0 50, 0 50", gone: false });
  assert.deepEqual(ends("A VIE - BUD", ["bounce", "dislodged"], { disbanded: { AUSTRIA: ["A VIE"] } }), { key: "unit-VIE", over: "0 0, 550 0, 0 0, 0 0, 0 50, 0 50", gone: true });
  assert.deepEqual(ends("A VIE R GAL", ["ok"], { phase: "S1901R" }), { key: "dislodged-VIE", over: "0 50, 2000 0, 2000 0", gone: false });
  assert.equal(ends("A VIE H", ["ok"]), null);
  // Later stops come later, and the last one is the end.
  const all = wayOf(chart, resolved({}), /** @type {any} */ ({ power: "AUSTRIA", order: "A VIE - BUD", given: true, results: ["bounce", "dislodged"] }));
  const offsets = all?.way.map((it) => it.offset) ?? [];
  assert.deepEqual(offsets, offsets.toSorted((one, other) => one - other));
  assert.equal(offsets.at(-1), 1);
});

test("every kind of order has its lines", () => {
  const plan = (/** @type {string} */ code, /** @type {number} */ x) => /** @type {any} */ ({ code, unit: [x, 0], dislodged: [x, 50], label: [x, 0], coasts: {} });
  const places = new Map([["VIE", plan("VIE", 0)], ["BUD", plan("BUD", 1000)], ["GAL", plan("GAL", 2000)]]);
  const line = (/** @type {string} */ text) => arrow(places, text, { size: 80 });
  assert.match(line("A VIE - BUD")?.head ?? "", /^M916 0/);
  assert.deepEqual(line("A VIE H")?.ring, [0, 0, 108]);
  assert.ok(line("A VIE S A BUD - GAL")?.line.endsWith("L1500 0"));
  assert.ok(arrow(places, "A VIE - BUD", { size: 80, failed: true })?.cross);
  // Units would hide what ends them.
  assert.equal(line("A VIE D")?.close, true);
  assert.equal(line("WAIVE"), null);
});

test("two moves that meet are drawn beside each other", () => {
  const plan = (/** @type {string} */ code, /** @type {number} */ x) => /** @type {any} */ ({ code, unit: [x, 0], dislodged: [x, 50], label: [x, 0], coasts: {} });
  const places = new Map([["VIE", plan("VIE", 0)], ["BUD", plan("BUD", 1000)]]);
  const line = (/** @type {string} */ text, meets = true) => arrow(places, text, { size: 80, failed: true, meets });
  assert.deepEqual(line("A VIE - BUD")?.ends, [[84, 28], [916, 28]]);
  assert.deepEqual(line("A BUD - VIE")?.ends, [[916, -28], [84, -28]]);
  assert.deepEqual(line("A VIE - BUD", false)?.ends, [[84, 0], [916, 0]]);
});

test("a sandbox goes into an address and back; hostile addresses come to nothing", () => {
  const sandbox = { position: { phase: "S1901M", units: { AUSTRIA: ["A VIE"] }, centers: {} }, orders: { AUSTRIA: ["A VIE H"] } };
  const back = readBack(written(sandbox));
  assert.deepEqual(back, sandbox);
  for (const text of ["", "sandbox=", "sandbox=%%%", `sandbox=${btoa("{}")}`, `sandbox=${btoa("null")}`]) assert.equal(readBack(text), null, text);
  const legal = { AUSTRIA: ["A VIE H", "A VIE - BUD"] };
  const order = read("A VIE - BUD");
  assert.ok(order);
  assert.deepEqual(ordered({ ...sandbox, legal, due: {} }, order), { AUSTRIA: ["A VIE - BUD"] });
});

test("the time that is left is said in the units that matter", () => {
  assert.deepEqual([0, 59, 61, 3661, 90_061].map((it) => left(it * 1000, 0)), ["now", "0:59", "1:01", "1 h 01 min", "1 d 1 h"]);
});
