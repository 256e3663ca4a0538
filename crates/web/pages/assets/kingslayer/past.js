// A game that is over, shown again place by place, in the place of what can be done.

import { html, nothing } from "../draw.js";
import { icon } from "../icons.js";
import { words } from "../words/kingslayer.js";
import { hand } from "./hand.js";
import { prompt } from "./state.js";

/**
 * @param {{ state: import("./state.js").State, past: import("../../types/kingslayer.js").Past,
 *   look: (at: number) => void, playOn: (() => void) | null }} what
 */
export function pastDesk({ state, past, look, playOn }) {
  const { at, entries, view } = past;
  const step = (/** @type {string} */ label, /** @type {number} */ to) =>
    html`<button class="button" ?disabled=${to < 0 || to > entries || to === at} @click=${() => look(to)}>${label}</button>`;
  return html`<section class="past" aria-labelledby="past-title"><h2 id="past-title" tabindex="-1">${words.pastAt(at, entries)}</h2>
    <p class="prompt"><bdi>${view.outcome ? words.pastEnd : prompt(state)}</bdi></p>
    ${view.you === null ? nothing : hand({ view, selection: state.selection, toggle: () => {}, grab: () => {} })}
    <input type="range" min="0" max=${entries} .value=${String(at)} aria-label=${words.pastPlace} @change=${(/** @type {Event} */ event) => look(Number(/** @type {HTMLInputElement} */ (event.target).value))}>
    <div class="steps">${step(words.pastFirst, 0)}${step(words.pastBack, at - 1)}${step(words.pastForward, at + 1)}${step(words.pastLast, entries)}</div>
    <div class="row">${playOn ? html`<button class="button main" ?disabled=${state.busy} @click=${playOn}>${icon("undo")}${words.playOn}</button>` : nothing}
      <a class="button" href="#">${words.pastLeave}</a></div></section>`;
}
