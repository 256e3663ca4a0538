// The powers at one glance, beside whatever is looked at: who has how many centres, who is
// ready, who is waited for.

import { html, nothing } from "../draw.js";
import { icon } from "../icons.js";
import { words } from "../words/diplomacy.js";
import { named, shownPosition } from "./state.js";
import { standing } from "./table.js";

/** @typedef {import("./state.js").State} State */

/** More powers than this are looked up in the table. */
const MOST = 12;

/** @param {State} state */
export function strip(state) {
  const { view, over } = state.glance;
  if (view.powers.length > MOST) return nothing;
  // In the past and in the sandbox it is of what the map shows.
  const { centers } = shownPosition(state);
  const now = state.tab !== "past" && state.tab !== "sandbox";
  return html`<ul class="strip" aria-label=${words.powers}>${view.powers.map((power, seat) => {
    const count = now ? power.centers : (centers[power.name] ?? []).length;
    const how = now && !over ? standing(power) : "";
    const own = seat === state.glance.my_seat ? ` (${words.you})` : "";
    const said = `${named(power.name)}${own}: ${words.centresCount(count)}${how ? `, ${how}` : ""}`;
    const ready = how === words.states.ready;
    return html`<li class="power-${seat} ${seat === state.glance.my_seat ? "mine" : ""} ${count === 0 && power.units === 0 ? "out" : ""} ${ready ? "ready" : ""}" title=${said}><span class="swatch" aria-hidden="true">${state.plan.powers[seat].letter}${ready ? html`<span class="badge">${icon("check")}</span>` : ""}</span><span aria-hidden="true">${count}</span><span class="unseen">${said}</span></li>`;
  })}</ul>`;
}
