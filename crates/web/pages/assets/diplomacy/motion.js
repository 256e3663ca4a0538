// Units that run to where they went, and back from where they bounced.

import { mayMove } from "../choices.js";
import { read, province } from "./notation.js";
import { byCode, spot } from "./position.js";
import { failed } from "./past.js";

const TIME = 700;

/**
 * Plays what came of a phase, over the map as it was before.
 * @param {HTMLElement} place
 * @param {import("../../types/diplomacy.js").Plan} plan
 * @param {import("../../types/diplomacy.js").ResolvedPhase} resolved
 */
export function run(place, plan, resolved) {
  if (!mayMove()) return;
  const places = byCode(plan);
  for (const it of resolved.orders) {
    const order = read(it.order);
    if (!order?.to || (order.kind !== "move" && order.kind !== "retreat")) continue;
    const dislodged = order.kind === "retreat";
    const unit = place.querySelector(`.unit[data-key="${dislodged ? "dislodged" : "unit"}-${province(order.at)}"]`);
    if (!unit) continue;
    const [from, to] = [spot(places, order.at, dislodged), spot(places, order.to)];
    const at = ([x, y] = from) => ({ transform: `translate(${x}px, ${y}px)` });
    const half = /** @type {[number, number]} */ ([from[0] + (to[0] - from[0]) * 0.55, from[1] + (to[1] - from[1]) * 0.55]);
    unit.animate(failed(it) ? [at(from), at(half), at(from)] : [at(from), at(to), at(to)], { duration: TIME * 2, easing: "ease-in-out" });
  }
}
