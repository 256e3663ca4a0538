// Orders as lines on the map: where they begin, bend and end.

import { province, read } from "./notation.js";
import { spot } from "./position.js";

/** @typedef {import("../../types/diplomacy.js").Point} Point */
/** @typedef {import("../../types/diplomacy.js").ProvincePlan} ProvincePlan */
/** @typedef {{ kind: string, line: string, ends: [Point, Point] | null, head: string, ring: [number, number, number] | null, cross: Point | null, close: boolean }} Arrow `close` is what units would hide */

/** @param {Point} a @param {Point} b @param {number} part */
const between = ([ax, ay], [bx, by], part) => /** @type {Point} */ ([ax + (bx - ax) * part, ay + (by - ay) * part]);

/** @param {Point} a @param {Point} b */
const distance = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);

/** @param {Point} point */
const written = ([x, y]) => `${Math.round(x)} ${Math.round(y)}`;

/**
 * The end of a line: a triangle whose point is at `tip`.
 * @param {Point} from @param {Point} tip @param {number} size
 */
function headAt(from, tip, size) {
  const long = distance(from, tip) || 1;
  const [ux, uy] = [(tip[0] - from[0]) / long, (tip[1] - from[1]) / long];
  const back = /** @type {Point} */ ([tip[0] - ux * size * 1.5, tip[1] - uy * size * 1.5]);
  const side = (/** @type {number} */ way) => /** @type {Point} */ ([back[0] - uy * size * 0.75 * way, back[1] + ux * size * 0.75 * way]);
  return `M${written(tip)}L${written(side(1))}L${written(side(-1))}z`;
}

/** A line that stops before what stands at its ends. @param {Point} from @param {Point} to @param {number} before @param {number} after */
function shortened(from, to, before, after) {
  const long = distance(from, to) || 1;
  return /** @type {[Point, Point]} */ ([between(from, to, Math.min(before / long, 0.4)), between(from, to, 1 - Math.min(after / long, 0.4))]);
}

/** A line moved to the right of who goes along it. @param {[Point, Point]} ends @param {number} by */
function asideOf([from, to], by) {
  const long = distance(from, to) || 1;
  const [x, y] = [(-(to[1] - from[1]) * by) / long, ((to[0] - from[0]) * by) / long];
  return /** @type {[Point, Point]} */ ([[from[0] + x, from[1] + y], [to[0] + x, to[1] + y]]);
}

/**
 * The lines of an order; nothing for what cannot be drawn.
 * @param {Map<string, ProvincePlan>} places
 * @param {string} text
 * @param {{ size: number, failed?: boolean, dislodged?: boolean, held?: (place: string) => boolean, meets?: boolean }} how `size` is the radius of a unit; `held` says where somebody stands, `meets` that another comes the same way from the other end
 * @returns {Arrow | null}
 */
export function arrow(places, text, { size, failed = false, dislodged = false, held = () => true, meets = false }) {
  const order = read(text);
  if (!order || order.kind === "waive") return null;
  const from = spot(places, order.at, dislodged);
  const none = { kind: order.kind, line: "", ends: null, head: "", ring: null, cross: null, close: false };
  const gap = size * 1.05;
  switch (order.kind) {
    case "hold": return { ...none, ring: [from[0], from[1], size * 1.35] };
    case "build": return { ...none, ring: [from[0], from[1], size * 1.35] };
    case "disband": return { ...none, cross: from, close: true };
    case "move":
    case "retreat": {
      const to = spot(places, order.to ?? "");
      // Where nobody stands the line ends in the midst of the place.
      const end = held(province(order.to ?? "")) ? gap : size * 0.2;
      const close = distance(from, to) < gap + end + size * 1.2;
      const straight = close ? shortened(from, to, gap * 0.7, end * 0.7) : shortened(from, to, gap, end);
      // Two who meet keep to their right, so that both are seen.
      const [a, b] = meets ? asideOf(straight, size * 0.35) : straight;
      const stem = between(a, b, Math.max(0, 1 - (size * 0.9) / (distance(a, b) || 1)));
      return { ...none, close, line: `M${written(a)}L${written(stem)}`, ends: [a, b], head: headAt(a, b, size * 0.7), cross: failed ? between(a, b, 0.5) : null };
    }
    case "support":
    case "convoy": {
      const whom = spot(places, order.from ?? "");
      const end = order.to ? between(whom, spot(places, order.to), 0.5) : whom;
      const [a, b] = shortened(from, end, gap, order.to ? 0 : gap * 1.3);
      return { ...none, line: `M${written(a)}L${written(b)}`, ends: [a, b], ring: [b[0], b[1], size * 0.3], cross: failed ? between(a, b, 0.5) : null };
    }
  }
  return null;
}

/**
 * Places along a line, close enough that no name of this height slips through between them.
 * @param {Arrow} arrow
 * @param {number} apart
 * @returns {Point[]}
 */
export function along({ ends }, apart) {
  if (!ends) return [];
  const steps = Math.max(1, Math.ceil(distance(...ends) / apart));
  return Array.from({ length: steps + 1 }, (_, at) => between(...ends, at / steps));
}
