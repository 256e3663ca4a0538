// Where units are drawn larger than on paper, those of neighbours would cover each other:
// their places move apart, as far as each still stands where it belongs.

/** @typedef {import("../../types/diplomacy.js").Plan} Plan */
/** @typedef {import("../../types/diplomacy.js").Point} Point */
/** @typedef {import("../../types/diplomacy.js").ProvincePlan} ProvincePlan */

/** How far apart two units stand, and how far one is moved at most, in radii. */
const APART = 1.85;
const FARTHEST = 0.75;
const ROUNDS = 8;

/**
 * By how much each place is moved: a province by its code, a coast as `SPA/SC`.
 * @param {ProvincePlan[]} provinces
 * @param {number} radius of a unit
 * @returns {Map<string, Point>}
 */
export function spread(provinces, radius) {
  const all = provinces.flatMap((it) => [
    { code: it.code, key: it.code, from: it.unit, by: [0, 0] },
    ...Object.entries(it.coasts).map(([name, { unit }]) => ({ code: it.code, key: `${it.code}/${name}`, from: unit, by: [0, 0] })),
  ]);
  // Whoever is far away now stays so.
  const close = all.flatMap((one, at) => all.slice(at + 1)
    .filter((other) => one.code !== other.code && Math.hypot(other.from[0] - one.from[0], other.from[1] - one.from[1]) < radius * (APART + 2 * FARTHEST))
    .map((other) => /** @type {const} */ ([one, other])));
  const most = radius * FARTHEST;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [one, other] of close) {
      const [dx, dy] = [other.from[0] + other.by[0] - one.from[0] - one.by[0], other.from[1] + other.by[1] - one.from[1] - one.by[1]];
      const long = Math.hypot(dx, dy);
      const lacking = radius * APART - long;
      if (lacking <= 0 || long === 0) continue;
      for (const [it, way] of /** @type {const} */ ([[one, -1], [other, 1]])) {
        const [x, y] = [it.by[0] + (way * dx * lacking) / (2 * long), it.by[1] + (way * dy * lacking) / (2 * long)];
        const part = Math.min(1, most / (Math.hypot(x, y) || 1));
        it.by = [x * part, y * part];
      }
    }
  }
  return new Map(all.map(({ key, by: [x, y] }) => [key, [Math.round(x), Math.round(y)]]));
}
