// A position as it is drawn: units with their places, owners of provinces.

import { coast, province, standing } from "./notation.js";
import { spread } from "./spread.js";

/** @typedef {import("../../types/diplomacy.js").Plan} Plan */
/** @typedef {import("../../types/diplomacy.js").Position} Position */
/** @typedef {import("../../types/diplomacy.js").Point} Point */
/** @typedef {{ power: number, unit: string, kind: string, place: string, at: Point, dislodged: boolean, key: string }} Piece */

/**
 * Where a unit stands at a place.
 * @param {Map<string, import("../../types/diplomacy.js").ProvincePlan>} byCode
 * @param {string} place
 * @param {boolean} [dislodged]
 * @returns {Point}
 */
export function spot(byCode, place, dislodged = false) {
  const plan = byCode.get(province(place));
  if (!plan) return [0, 0];
  const at = plan.coasts[coast(place)] ?? plan;
  return dislodged ? at.dislodged : at.unit;
}

/** What was worked out last for a board. @type {WeakMap<Plan, { apart: number, places: Map<string, import("../../types/diplomacy.js").ProvincePlan> }>} */
const worked = new WeakMap();

/** The radius of a unit on paper. @param {Plan} plan */
export const onPaper = (plan) => plan.sizes.unit * 0.92;

/**
 * Provinces by their code. Where units are drawn so many times as large as on paper,
 * their places stand apart, and those that were driven out so many times as far from
 * whoever came.
 * @param {Plan} plan
 * @param {number} [apart]
 */
export function byCode(plan, apart = 1) {
  if (apart === 1) return new Map(plan.provinces.map((it) => [it.code, it]));
  const known = worked.get(plan);
  if (known?.apart === apart) return known.places;
  const moved = spread(plan.provinces, onPaper(plan) * apart);
  const place = (/** @type {string} */ key, /** @type {{ unit: Point, dislodged: Point }} */ { unit: [x, y], dislodged: [tx, ty] }) => {
    const [dx, dy] = moved.get(key) ?? [0, 0];
    return { unit: /** @type {Point} */ ([x + dx, y + dy]), dislodged: /** @type {Point} */ ([x + dx + (tx - x) * apart, y + dy + (ty - y) * apart]) };
  };
  const places = new Map(plan.provinces.map((it) => {
    const coasts = Object.entries(it.coasts).map(([name, at]) => [name, { ...at, ...place(`${it.code}/${name}`, at) }]);
    return [it.code, { ...it, ...place(it.code, it), coasts: Object.fromEntries(coasts) }];
  }));
  worked.set(plan, { apart, places });
  return places;
}

/**
 * Every unit of a position.
 * @param {Plan} plan
 * @param {Position} position
 * @param {ReturnType<typeof byCode>} [places]
 * @returns {Piece[]}
 */
export function pieces(plan, position, places = byCode(plan)) {
  return plan.powers.flatMap((power, seat) => {
    const piece = (/** @type {string} */ unit, /** @type {boolean} */ dislodged) => {
      const place = standing(unit);
      const key = `${dislodged ? "dislodged" : "unit"}-${province(place)}`;
      return { power: seat, unit, kind: unit[0], place, at: spot(places, place, dislodged), dislodged, key };
    };
    const gone = Object.keys(position.dislodged?.[power.name] ?? {});
    return [...(position.units[power.name] ?? []).map((unit) => piece(unit, false)), ...gone.map((unit) => piece(unit, true))];
  });
}

/** Who owns which province, by its code. @param {Plan} plan @param {Position} position */
export function owners(plan, position) {
  /** @type {Map<string, number>} */
  const owned = new Map();
  plan.powers.forEach((power, seat) => {
    for (const code of position.centers[power.name] ?? []) owned.set(code, seat);
  });
  return owned;
}

/** The unit that stands in a province, dislodged ones apart. @param {Position} position @param {string} code */
export function unitIn(position, code) {
  for (const units of Object.values(position.units)) {
    const unit = units.find((it) => province(standing(it)) === code);
    if (unit) return unit;
  }
  return null;
}

/** Whether an order failed. @param {import("../../types/diplomacy.js").ResolvedOrder} order */
export const failed = (order) => (order.results ?? []).some((code) => code !== "ok" && code !== "dislodged");
