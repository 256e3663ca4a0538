// Units that run to where they went, back from where they bounced, and out of the way of
// who has driven them out.

import { mayMove } from "../choices.js";
import { province, read } from "./notation.js";
import { byCode, failed, spot } from "./position.js";

/** @typedef {import("../../types/diplomacy.js").Point} Point */
/** @typedef {import("../../types/diplomacy.js").ResolvedPhase} ResolvedPhase */

const TIME = 1400;

/** What runs or has run, and the phase it belongs to. @type {{ of: ResolvedPhase | null, runs: Animation[] }} */
let played = { of: null, runs: [] };

/** Where a unit comes by, with how much of the time has gone then. @typedef {{ at: Point, offset: number, gone?: boolean }} Stop */

/**
 * Where a unit goes in a phase.
 * @param {import("../../types/diplomacy.js").Plan} plan
 * @param {ResolvedPhase} resolved
 * @param {import("../../types/diplomacy.js").ResolvedOrder} it
 * @param {number} [apart] how far those that were driven out stand
 * @returns {{ key: string, way: Stop[] } | null} nothing if it stays
 */
export function wayOf(plan, resolved, it, apart = 1) {
  const order = read(it.order);
  if (!order || order.kind === "waive" || order.kind === "build") return null;
  const places = byCode(plan, apart);
  const driven = order.kind === "retreat" || (order.kind === "disband" && resolved.phase.endsWith("R"));
  const from = spot(places, order.at, driven);
  const key = `${driven ? "dislodged" : "unit"}-${province(order.at)}`;
  const gone = (resolved.disbanded?.[it.power] ?? []).includes(order.unit);
  const moves = (order.kind === "move" || order.kind === "retreat") && order.to;
  const to = moves ? spot(places, order.to ?? "") : from;
  /** @type {Stop[]} */
  const way = [{ at: from, offset: 0 }];
  if (moves && !failed(it) && !gone) way.push({ at: to, offset: 0.6 });
  else if (moves) way.push({ at: [from[0] + (to[0] - from[0]) * 0.55, from[1] + (to[1] - from[1]) * 0.55], offset: 0.35 }, { at: from, offset: 0.6 });
  // Whoever is driven out makes room when the other comes.
  if ((it.results ?? []).includes("dislodged")) way.push({ at: from, offset: way.length > 1 ? 0.62 : 0.5 }, { at: spot(places, order.at, true), offset: 0.8 });
  if (way.length === 1 && !gone) return null;
  const end = /** @type {Stop} */ (way.at(-1));
  way.push({ at: end.at, offset: 1, gone });
  return { key, way };
}

/**
 * Plays what came of a phase, over the map as it was before. Units stay where they have
 * come to until something else is shown.
 * @param {HTMLElement} place
 * @param {import("../../types/diplomacy.js").Plan} plan
 * @param {ResolvedPhase} resolved
 * @param {number} apart
 */
export function run(place, plan, resolved, apart) {
  settle(null);
  if (!mayMove()) return;
  played.of = resolved;
  for (const it of resolved.orders) {
    const found = wayOf(plan, resolved, it, apart);
    const unit = found && place.querySelector(`.unit[data-key="${found.key}"]`);
    if (!unit) continue;
    const frames = found.way.map(({ at: [x, y], offset, gone }) => ({ transform: `translate(${x}px, ${y}px)`, opacity: gone ? 0 : 1, offset, easing: "ease-in-out" }));
    played.runs.push(unit.animate(frames, { duration: TIME, fill: "forwards" }));
  }
}

/** What has run goes back, unless its phase is still the one that is shown. @param {ResolvedPhase | null} shown */
export function settle(shown) {
  if (played.of === shown && shown !== null) return;
  for (const it of played.runs) it.cancel();
  played = { of: null, runs: [] };
}
