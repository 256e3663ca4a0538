// Orders by touch: what can be tapped, and that nothing else comes of it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { phaseWords, plain, read } from "../../assets/diplomacy/notation.js";
import { begin, choices, meaning, meant, offers, path, tapped, ways } from "../../assets/diplomacy/tapping.js";

const LEGAL = [
  "A VIE H", "A VIE - BUD", "A VIE - TRI", "A VIE - TRI VIA", "A VIE S A BUD", "A VIE S A BUD - GAL", "A VIE S F TRI",
  "F MAO - SPA/NC", "F MAO - SPA/SC", "F MAO - POR", "F MAO H", "F MAO S F LYO - SPA", "F MAO S F LYO - SPA/SC", "F MAO C A POR - BRE",
];

/** Taps one after another. @param {string[]} taps @param {string[]} [legal] */
function come(taps, legal = LEGAL) {
  let entry = begin(legal);
  for (const [at, tap] of taps.entries()) {
    const came = tapped(entry, tap);
    if ("refused" in came) return "refused";
    if ("order" in came) return at === taps.length - 1 ? came.order.text : "too early";
    entry = came.entry;
  }
  return [...choices(entry)].toSorted().join(" ");
}

test("a move is two taps; a coast, or the way over the sea, is asked for only where it matters", () => {
  assert.equal(come(["at:VIE", "at:BUD"]), "A VIE - BUD");
  assert.equal(come(["at:MAO", "at:POR"]), "F MAO - POR");
  assert.equal(come(["at:MAO", "at:SPA"]), "coast:NC coast:SC");
  assert.equal(come(["at:MAO", "at:SPA", "coast:SC"]), "F MAO - SPA/SC");
  assert.equal(come(["at:VIE", "at:TRI"]), "land sea");
  assert.equal(come(["at:VIE", "at:TRI", "sea"]), "A VIE - TRI VIA");
});

test("a second tap on the unit lets it stay, and so does the choice", () => {
  assert.equal(come(["at:VIE", "at:VIE"]), "A VIE H");
  assert.equal(come(["at:VIE", "hold"]), "A VIE H");
});

test("support and convoy name the unit, then where it goes", () => {
  assert.equal(come(["at:VIE", "support"]), "at:BUD at:TRI");
  assert.equal(come(["at:VIE", "support", "at:BUD", "at:BUD"]), "A VIE S A BUD");
  assert.equal(come(["at:VIE", "support", "at:BUD", "at:GAL"]), "A VIE S A BUD - GAL");
  assert.equal(come(["at:VIE", "support", "at:TRI"]), "A VIE S F TRI");
  assert.equal(come(["at:MAO", "support", "at:LYO", "coast:"]), "refused");
  assert.equal(come(["at:MAO", "support", "at:LYO", "at:SPA", "coast:"]), "F MAO S F LYO - SPA");
  assert.equal(come(["at:MAO", "convoy"]), "F MAO C A POR - BRE");
});

test("what is not possible is refused, and named in the words of orders", () => {
  assert.equal(come(["at:PAR"]), "refused");
  assert.equal(come(["at:VIE", "at:LON"]), "refused");
  const first = tapped(begin(LEGAL), "at:VIE");
  assert.ok("entry" in first);
  assert.equal(meaning(first.entry, "LON", () => null), "A VIE - LON");
  const second = tapped(first.entry, "support");
  assert.ok("entry" in second);
  assert.equal(meaning(second.entry, "LON", (code) => `F ${code}`), "A VIE S F LON");
});

test("in Winter a place and what is built there are two taps, a unit that leaves is one", () => {
  const builds = ["A STP B", "F STP/NC B", "F STP/SC B", "A MOS B", "WAIVE"];
  assert.equal(come(["waive"], builds), "WAIVE");
  assert.equal(come(["at:STP"], builds), "build:A build:FNC build:FSC");
  assert.equal(come(["at:STP", "build:FNC"], builds), "F STP/NC B");
  assert.equal(come(["at:VIE"], ["A VIE D", "A BUD D"]), "A VIE D");
  assert.equal(come(["at:VIE"], ["A VIE R BOH", "A VIE D"]), "at:BOH disband");
});

test("orders are read and written as the records have them", () => {
  for (const text of [...LEGAL, "A VIE R BOH", "A VIE D", "F STP/SC B", "WAIVE"]) {
    const order = read(text);
    assert.ok(order, text);
    assert.ok(path(order).length <= 5, text);
  }
  assert.equal(read("A VIE BUD"), null);
  assert.equal(plain("F STP/SC S A LVN - STP VIA"), "F Stp/sc S A Lvn - Stp via");
  assert.equal(phaseWords("F1901R"), "Fall 1901, retreats");
  assert.equal(phaseWords("S0003M"), "Spring 3, movement");
});

test("what is ordered already is offered for support, with one tap", () => {
  const support = tapped(/** @type {{ entry: import("../../assets/diplomacy/tapping.js").Entry }} */ (tapped(begin(LEGAL), "at:VIE")).entry, "support");
  assert.ok("entry" in support);
  const texts = (/** @type {string[]} */ known) => offers(support.entry, known).map((it) => it.text);
  assert.deepEqual(texts(["A BUD - GAL"]), ["A VIE S A BUD - GAL"]);
  assert.deepEqual(texts(["A BUD H", "F TRI S A BUD"]), ["A VIE S A BUD", "A VIE S F TRI"]);
  assert.deepEqual(texts(["A BUD - SER"]), []);
  assert.deepEqual(offers(begin(LEGAL), ["A BUD - GAL"]), []);
});

test("ways over the sea are those of what is still possible", () => {
  const legal = ["A LON H", "A LON - NWY", "A LON - YOR", "F NTH C A LON - NWY", "F NTH H"];
  const routes = { "A LON - NWY": ["NTH"], "F NTH C A LON - NWY": ["NTH"] };
  assert.deepEqual(ways(begin(legal), routes), []);
  for (const unit of ["at:LON", "at:NTH"]) {
    const came = tapped(begin(legal), unit);
    assert.ok("entry" in came);
    assert.deepEqual(ways(came.entry, routes), [["LON", "NTH", "NWY"]]);
  }
});

test("a finger means what is under it where that is possible, else the one possible place beside it", () => {
  const first = begin(["A VIE H", "A VIE - BUD", "A VIE - TRI", "A BUD H"]);
  const touched = (/** @type {string} */ at, /** @type {string | null} */ on = at, /** @type {string[]} */ beside = []) => ({ at, on, beside });
  // An order begins with a unit, also by what is around it.
  assert.equal(meant(first, touched("VIE", "TYR")), "VIE");
  const came = tapped(first, "at:VIE");
  assert.ok("entry" in came);
  const { entry } = came;
  // The ground of a place goes before what is around the unit of another one.
  assert.equal(meant(entry, touched("BOH", "BUD")), "BUD");
  assert.equal(meant(entry, touched("VIE", "VIE", ["BUD"])), "VIE");
  assert.equal(meant(entry, touched("GAL", "GAL", ["BUD", "GAL", "RUM"])), "BUD");
  // Between two that are possible, and where none is, nothing is guessed.
  assert.equal(meant(entry, touched("GAL", "GAL", ["BUD", "TRI"])), "GAL");
  assert.equal(meant(entry, touched("GAL", null, ["UKR"])), "GAL");
  // What is around another unit is that unit, where the ground is not possible.
  assert.equal(meant(entry, touched("MUN", "BOH")), "MUN");
});
