// Every legal order of random positions on every map can be entered by taps alone, and
// nothing else can. The rules are those of the program itself.

import assert from "node:assert/strict";
import fs from "node:fs";
import { after, before, test } from "node:test";

import { begin, choices, path, tapped } from "../../assets/diplomacy/tapping.js";
import { Caller } from "./caller.mjs";
import { House } from "./house.mjs";

const POSITIONS = process.env.PARLOUR_TEST_LONG ? 500 : 4;
const MOST_PHASES = 40;

/** @type {House} */
let house;
/** @type {Caller} */
let caller;

before(async () => {
  house = await House.open();
  caller = await Caller.come(house, house.link);
});
after(() => house?.close());

/** Numbers that look random and are the same every time. @param {number} seed */
function dice(seed) {
  let state = seed;
  return (/** @type {number} */ sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** @param {string[]} legal @param {ReturnType<typeof dice>} roll @param {string[]} provinces */
function allCanBeTapped(legal, roll, provinces) {
  const first = begin(legal);
  assert.equal(first.orders.length, legal.length);
  for (const order of first.orders) {
    let entry = first;
    let taps = 0;
    for (const tap of path(order)) {
      taps += 1;
      const came = tapped(entry, tap);
      assert.ok(!("refused" in came), `${order.text}: ${tap}`);
      if ("order" in came) {
        assert.equal(came.order.text, order.text);
        break;
      }
      assert.ok(taps < path(order).length, `${order.text} is not given by ${path(order)}`);
      entry = came.entry;
    }
    assert.ok(taps <= (path(order).at(-1)?.startsWith("coast:") ? 5 : 4), `${order.text}: ${taps} taps`);
  }
  // Whatever is tapped, what comes of it is legal.
  const others = ["hold", "support", "convoy", "disband", "waive", "land", "sea", "coast:", "coast:NC", "build:A", "build:F"];
  for (let walk = 0; walk < 60; walk += 1) {
    let entry = first;
    for (let tap = 0; tap < 8; tap += 1) {
      const offered = [...choices(entry)];
      const any = [...provinces.map((code) => `at:${code}`), ...others];
      const came = tapped(entry, roll(3) > 0 && offered.length > 0 ? offered[roll(offered.length)] : any[roll(any.length)]);
      if ("order" in came) {
        assert.ok(legal.includes(came.order.text));
        break;
      }
      if ("entry" in came) entry = came.entry;
    }
  }
}

/** Every board that ships; `cargo xtask visit` runs where they lie. */
const BOARDS = fs.readdirSync(new URL("../../../../diplomacy/data/", import.meta.url)).filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -".json".length));

for (const map of BOARDS) {
  test(`every legal order of ${POSITIONS} positions on ${map} is tapped in four taps, five with a coast`, async () => {
    const table = await caller.diplomacy({ settings: [`map=${map}`, "bots=hold"], joins: true, begins: true });
    const { chart, start } = await caller.post(`${table}/ask`, { ask: "chart" });
    const provinces = chart.provinces.map((/** @type {{ code: string }} */ it) => it.code);
    const roll = dice(7);
    let position = start;
    let [phases, orders] = [0, 0];
    const steps = new Set();
    for (let at = 0; at < POSITIONS; at += 1) {
      const { legal } = /** @type {{ legal: Record<string, string[]> }} */ (await caller.post(`${table}/ask`, { ask: "legal", position }));
      steps.add(position.phase.at(-1));
      /** @type {Record<string, string[]>} */
      const given = {};
      for (const [power, all] of Object.entries(legal)) {
        allCanBeTapped(all, roll, provinces);
        orders += all.length;
        const units = [...new Set(all.map((text) => text.split(" ").slice(0, 2).join(" ")))];
        given[power] = units.map((unit) => {
          const own = all.filter((text) => text.startsWith(unit));
          return own[roll(own.length)];
        });
      }
      const { resolved } = await caller.post(`${table}/ask`, { ask: "resolve", position, orders: given });
      phases += 1;
      position = resolved.next.outcome || phases % MOST_PHASES === 0 ? start : resolved.next;
    }
    assert.ok(orders > POSITIONS * 20, `${orders} orders`);
    assert.ok(steps.has("M"));
    caller.heard.length = 0;
  });
}
