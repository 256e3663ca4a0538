// A sandbox: orders for every power, and what would come of them. Nothing of it is told.

import { html, nothing } from "../draw.js";
import { icon } from "../icons.js";
import { words } from "../words/diplomacy.js";
import { phaseWords, plain } from "./notation.js";
import { chooser } from "./orders.js";
import { account } from "./past.js";
import { named, seatOf } from "./state.js";
import { stillDue, written } from "./trying.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./screen.js").Deeds} Deeds */

/** What each power has still to build or to disband. @param {import("./state.js").Sandbox} sandbox */
function due(sandbox) {
  const left = stillDue(sandbox);
  if (left.length === 0) return nothing;
  return html`<ul class="due">${left.map(([power, count]) => html`<li><bdi>${named(power)}</bdi>: ${words.due(count)}</li>`)}</ul>`;
}

/** When the game is over a bot says what it would order. @param {State} state @param {Deeds} deeds */
function advising(state, deeds) {
  const { units, dislodged, builds } = /** @type {import("./state.js").Sandbox} */ (state.sandbox).position;
  const there = state.plan.powers.filter(({ name }) => (units[name] ?? []).length > 0 || dislodged?.[name] || builds?.[name]);
  return html`<form class="typed" @submit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    deeds.advise(/** @type {HTMLSelectElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("power")).value);
  }}><label class="field"><span class="label">${words.adviceFor}</span><select name="power">${there.map(({ name }) => html`<option value=${name}>${named(name)}</option>`)}</select></label>
    <button class="button" ?disabled=${state.busy}>${words.advise}</button></form>`;
}

/** @param {State} state @param {Deeds} deeds */
export function sandboxPanel(state, deeds) {
  const { sandbox } = state;
  if (!sandbox) return html`<p>${words.sandboxAbout}</p><button class="button main" @click=${deeds.sandbox}>${words.fromNow}</button>`;
  const { resolved } = sandbox;
  return html`<h2>${words.sandbox}: ${phaseWords(sandbox.position.phase)}</h2><p class="dim">${words.sandboxAbout}</p>
    ${resolved ? nothing : chooser(state, deeds)}
    <div class="row">${resolved ? html`<button class="button main" @click=${deeds.stepOn}>${words.stepOn}</button><button class="button" @click=${deeds.unresolve}>${icon("back")}${words.back}</button>`
      : html`<button class="button main" ?disabled=${state.busy} @click=${deeds.resolve}>${words.resolve}</button>`}
      ${sandbox.earlier.length > 0 && !resolved ? html`<button class="button" @click=${deeds.undoSandbox}>${icon("undo")}${words.undo}</button>` : nothing}
      ${Object.keys(sandbox.orders).length > 0 && !resolved ? html`<button class="button" @click=${deeds.clearSandbox}>${words.clear}</button>` : nothing}</div>
    ${resolved ? nothing : due(sandbox)}${resolved || !state.glance.over ? nothing : advising(state, deeds)}
    ${sandbox.advice && !resolved ? html`<p class="notice" role="status"><bdi>${sandbox.advice}</bdi></p>` : nothing}
    ${resolved ? account(resolved, state.told, deeds.tell, (power) => seatOf(state, power), state.plan) : html`<ul class="order-list">${Object.entries(sandbox.orders).flatMap(([power, texts]) => texts.map((text) => html`<li class="ordered">
        <span class="order-text power-${seatOf(state, power)}"><span class="swatch" aria-hidden="true">${state.plan.powers[seatOf(state, power)]?.letter}</span><bdi><span class="unseen">${named(power)}: </span>${plain(text)}</bdi></span><button class="button plain" aria-label=${words.takeBack(plain(text))} @click=${() => deeds.untry(power, text)}>${icon("close")}</button></li>`))}</ul>
      ${sandbox.warnings.map((it) => html`<p class="notice warning">${words.warning}: <bdi>${plain(it)}</bdi></p>`)}`}
    <div class="row"><button class="button" @click=${deeds.sandbox}>${words.fromNow}</button>
      <a class="button" href="#${written(sandbox)}">${icon("link")}${words.share}</a>
      ${navigator.clipboard ? html`<button class="button" @click=${() => deeds.copy(written(sandbox))}>${words.copyLink}</button>` : nothing}</div>`;
}
