// What is asked of those who sit at a table: to take moves back.

import { html, nothing } from "../draw.js";
import { words } from "../words/kingslayer.js";

/** @typedef {import("./state.js").State} State */

/**
 * What is asked of those who sit here, and what they may answer.
 * @param {State} state
 * @param {(seat: number) => string} name
 * @param {{ agree: (to: string) => void, refuse: () => void }} deeds
 */
export function asked({ glance, busy }, name, { agree, refuse }) {
  if (!glance.undo || glance.over) return nothing;
  const { to, entries, agreed, missing } = glance.undo;
  const me = glance.my_seat;
  const what = words.asksBack(name(agreed[0]), entries ?? 0);
  const waits = missing.filter((seat) => seat !== me).map(name);
  const answer = (/** @type {string} */ label, /** @type {() => void} */ act, kind = "button") => html`<button class=${kind} ?disabled=${busy} @click=${act}>${label}</button>`;
  return html`<div class="notice asked-back" role="group" aria-label=${words.takeBack}><p><bdi>${what}</bdi>${waits.length ? html` <bdi>${words.waitsForYes(waits.join(", "))}</bdi>` : nothing}</p>
    ${me === null ? nothing : html`<div class="row">${missing.includes(me)
      ? html`${answer(words.agreeBack, () => agree(to), "button main")}${answer(words.refuseBack, refuse)}`
      : answer(words.neverMind, refuse)}</div>`}</div>`;
}
