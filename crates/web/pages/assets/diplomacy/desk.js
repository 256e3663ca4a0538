// The game master's desk: the clock, the times, who plays what. It is loaded when
// somebody sits at it.

import { html, nothing } from "../draw.js";
import { words as own } from "../words/desk.js";
import { words } from "../words/diplomacy.js";
import { named, powerOf } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./screen.js").Deeds} Deeds */

/** @param {State} state @param {Deeds} deeds */
export function desk(state, deeds) {
  const { owner, plane, over, seats } = state.glance;
  if (!owner || over) return nothing;
  const say = (/** @type {string} */ text) => () => deeds.say(text);
  return html`<h2>${own.master}</h2><div class="row">
      ${plane.stopped ? html`<button class="button" @click=${say("resume")}>${own.resume}</button>` : html`<button class="button" @click=${say("pause")}>${own.pause}</button>`}
      <button class="button danger" @click=${deeds.force}>${words.force}</button></div>
    <div class="row"><span>${own.extend}</span>${words.spans.map(([span, label]) => html`<button class="button" aria-label=${own.extendBy(label)} @click=${say(`extend ${span}`)}>${label}</button>`)}</div>
    ${times(deeds)}${replacing(state, deeds)}
    <details class="rules"><summary>${own.away}</summary><div class="row">${seats.filter((it) => it.taken && !it.you).map((it) => html`
      <button class="button danger" @click=${() => deeds.kick(powerOf(state, it.seat))}>${words.kick(powerOf(state, it.seat))}</button>`)}</div></details>`;
}

/** How long phases last from the next one on, when they end, who waits for whom. @param {Deeds} deeds */
function times(deeds) {
  const all = [...own.kindsOfPhases.map(([kind, label]) => /** @type {const} */ ([kind, label, own.lengths])), ...own.moreTimes];
  return html`<details class="rules"><summary>${own.times}</summary><p class="dim">${own.timesAbout}</p><form class="times" @submit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const chosen = [...new FormData(form)].filter(([, value]) => value !== "").map(([name, value]) => `${name}=${value}`);
    if (chosen.length > 0) deeds.say(`deadline ${chosen.join(" ")}`, () => form.reset());
  }}>${all.map(([name, label, values]) => html`<label class="field"><span class="label">${label}</span><select name=${name}><option value="">${own.unchanged}</option>${values.map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select></label>`)}
    <button class="button">${own.change}</button></form></details>`;
}

/** Gives a power to a bot, or to somebody by the name that the room knows. @param {State} state @param {Deeds} deeds */
function replacing(state, deeds) {
  const alive = state.glance.view.powers.map((power, seat) => ({ power, seat })).filter(({ power }) => !power.eliminated);
  return html`<details class="rules"><summary>${own.replace}</summary><form class="typed" @submit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const { elements } = /** @type {HTMLFormElement} */ (event.target);
    const value = (/** @type {string} */ name) => /** @type {HTMLSelectElement} */ (elements.namedItem(name)).value;
    deeds.replace(value("power"), value("bot"));
  }}><label class="field"><span class="label">${words.power}</span><select name="power">${alive.map(({ power, seat }) => html`<option value=${powerOf(state, seat)}>${named(power.name)}</option>`)}</select></label>
    <label class="field"><span class="label">${own.replaceBy}</span><select name="bot">${words.bots.map(([kind, label]) => html`<option value=${kind}>${label}</option>`)}</select></label>
    <button class="button danger">${words.doReplace}</button></form><p class="dim">${own.replaceAbout}</p></details>`;
}
