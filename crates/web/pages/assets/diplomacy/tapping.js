// Orders by touch: a tap on a unit, on a place, on a choice. What can come of it is
// always one of the legal orders, because every tap only leaves some of them out.

import { coast, province, read, step } from "./notation.js";

/** @typedef {import("./notation.js").Order} Order */
/** What was tapped: `at:VIE` is a province, anything else a choice beside the map. @typedef {string} Tap */
/** @typedef {{ orders: Order[], taps: Tap[] }} Entry what is still possible, and the taps so far */

/** @param {string} place @returns {Tap} */
export const at = (place) => `at:${province(place)}`;

/**
 * The taps that give an order, one after another. Those at the end that no other order
 * needs are not asked for.
 * @param {Order} order
 * @returns {Tap[]}
 */
export function path(order) {
  const to = order.to ?? "";
  const how = order.kind === "move" && !coast(to) ? (order.via ? "sea" : "land") : `coast:${coast(to)}`;
  switch (order.kind) {
    case "waive": return ["waive"];
    case "build": return [at(order.at), `build:${order.unit[0]}${coast(order.at)}`];
    case "hold": return [at(order.at), "hold"];
    case "disband": return [at(order.at), "disband"];
    case "retreat":
    case "move": return [at(order.at), at(to), how];
    case "convoy": return [at(order.at), "convoy", at(order.from ?? ""), at(to)];
    case "support": {
      const whom = [at(order.at), "support", at(order.from ?? "")];
      return to ? [...whom, at(to), how] : [...whom, at(order.from ?? "")];
    }
  }
}

/**
 * Before the first tap.
 * @param {string[]} legal
 * @returns {Entry}
 */
export function begin(legal) {
  const orders = legal.map(read).filter((order) => order !== null);
  return { orders, taps: [] };
}

/** Paths that are known: every tap looks at those of all orders. @type {WeakMap<Order, Tap[]>} */
const paths = new WeakMap();

/** @param {Order} order */
function known(order) {
  const taps = paths.get(order) ?? path(order);
  paths.set(order, taps);
  return taps;
}

/** @param {Entry} entry @param {Tap} tap */
const fitting = (entry, tap) => entry.orders.filter((order) => known(order)[entry.taps.length] === tap);

/** What may be tapped next. @param {Entry} entry @returns {Set<Tap>} */
export function choices(entry) {
  const next = entry.orders.map((order) => known(order)[entry.taps.length]);
  return new Set(next.filter((tap) => tap !== undefined));
}

/** Whether an order is given by what was tapped, and no further tap is needed. @param {Entry} entry */
function isDone({ orders, taps }) {
  if (orders.length !== 1) return false;
  const [order] = orders;
  // Who only touches a unit has not ordered anything, unless it can do one thing alone.
  return taps.length > 1 || order.kind === "waive" || order.kind === "disband";
}

/**
 * One tap on. Either an order comes of it, or what is possible now, or nothing because it
 * is not.
 * @param {Entry} entry
 * @param {Tap} tap
 * @returns {{ order: Order } | { entry: Entry } | { refused: true }}
 */
export function tapped(entry, tap) {
  let [meant, left] = [tap, fitting(entry, tap)];
  // A second tap on a unit lets it stay.
  if (left.length === 0 && entry.taps.length === 1 && tap === entry.taps[0]) [meant, left] = ["hold", fitting(entry, "hold")];
  if (left.length === 0) return { refused: true };
  const next = { orders: left, taps: [...entry.taps, meant] };
  return isDone(next) ? { order: next.orders[0] } : { entry: next };
}

/**
 * The province that a touch of the map means. What begins an order is a unit with its
 * surroundings; then what lies under the finger itself goes first, if it is possible,
 * and a finger beside the one place that is possible there means that one.
 * @param {Entry} entry
 * @param {import("./hands.js").Touched} touched
 */
export function meant(entry, { at: loose, on, beside }) {
  if (entry.taps.length === 0) return loose;
  const possible = choices(entry);
  const fits = (/** @type {string} */ code) => possible.has(`at:${code}`) || (entry.taps.length === 1 && entry.taps[0] === `at:${code}`);
  const exact = [on, loose].find((code) => code !== null && fits(code));
  if (exact) return exact;
  const near = beside.filter((code) => possible.has(`at:${code}`));
  return near.length === 1 ? near[0] : loose;
}

/**
 * What somebody meant by a tap that is not possible, as words that the rules can say
 * something about; nothing if it makes no order.
 * @param {Entry} entry
 * @param {string} place the province that was tapped
 * @param {(place: string) => string | null} unitAt the unit that stands somewhere
 */
export function meaning(entry, place, unitAt) {
  const [first, verb, whom] = entry.taps;
  const unit = entry.orders[0]?.unit;
  if (!first || !unit) return null;
  if (verb === undefined) return `${unit} - ${place}`;
  const target = unitAt(whom ? whom.slice(3) : place);
  if (!target) return null;
  const sign = verb === "convoy" ? "C" : "S";
  return whom ? `${unit} ${sign} ${target} - ${place}` : `${unit} ${sign} ${target}`;
}

/** Whether this is a phase in which counts matter. @param {string} phase */
export const counts = (phase) => step(phase) === "A";

/** The most ways over the sea that are drawn at once; more would hide the map. */
const MOST_WAYS = 12;

/**
 * The ways over the sea of what is still possible, each from where the army stands over
 * seas to where it lands.
 * @param {Entry} entry
 * @param {Record<string, string[]>} routes the seas of an order, by its words
 * @returns {string[][]}
 */
export function ways(entry, routes) {
  if (entry.taps.length === 0) return [];
  const found = new Map();
  for (const order of entry.orders) {
    const seas = routes[order.text];
    if (!seas || !order.to) continue;
    const way = [province(order.kind === "convoy" ? (order.from ?? "") : order.at), ...seas, province(order.to)];
    found.set(way.join(" "), way);
  }
  return found.size > MOST_WAYS ? [] : [...found.values()];
}

/**
 * Supports of what is ordered already, so that one tap gives them: of a move that very
 * move, of anything else that the unit stays.
 * @param {Entry} entry
 * @param {string[]} known orders that are given
 * @returns {Order[]}
 */
export function offers(entry, known) {
  if (entry.taps[1] !== "support") return [];
  const offered = known.map(read).flatMap((given) => {
    if (!given) return [];
    const to = given.kind === "move" ? (given.to ?? "") : "";
    const fits = entry.orders.filter((it) => it.kind === "support" && province(it.from ?? "") === province(given.at) && province(it.to ?? "") === province(to));
    return fits.find((it) => (it.to ?? "") === to) ?? fits[0] ?? [];
  });
  return [...new Set(offered)];
}
