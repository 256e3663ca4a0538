// A sandbox: orders for every power, and what would come of them. Nothing of it is told.

import { html, nothing } from "../draw.js";
import { icon } from "../icons.js";
import { words } from "../words/diplomacy.js";
import { phaseWords, plain } from "./notation.js";
import { chooser } from "./orders.js";
import { account } from "./past.js";
import { named, seatOf } from "./state.js";
import { written } from "./trying.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./screen.js").Deeds} Deeds */

/** @param {State} state @param {Deeds} deeds */
export function sandboxPanel(state, deeds) {
  const { sandbox } = state;
  if (!sandbox) return html`<p>${words.sandboxAbout}</p><button class="button main" @click=${deeds.sandbox}>${words.fromNow}</button>`;
  const { resolved } = sandbox;
  return html`<h2>${words.sandbox}: ${phaseWords(sandbox.position.phase)}</h2><p class="dim">${words.sandboxAbout}</p>
    ${resolved ? nothing : chooser(state, deeds)}
    <div class="row">${resolved ? html`<button class="button main" @click=${deeds.stepOn}>${words.stepOn}</button><button class="button" @click=${deeds.unresolve}>${icon("back")}${words.back}</button>`
      : html`<button class="button main" ?disabled=${state.busy} @click=${deeds.resolve}>${words.resolve}</button>`}
      ${Object.keys(sandbox.orders).length > 0 && !resolved ? html`<button class="button" @click=${deeds.clearSandbox}>${words.clear}</button>` : nothing}</div>
    ${resolved ? account(resolved, state.told, deeds.tell, (power) => seatOf(state, power), state.plan) : html`<ul class="order-list">${Object.entries(sandbox.orders).flatMap(([power, texts]) => texts.map((text) => html`<li class="ordered">
        <span class="order-text"><bdi>${named(power)}: ${plain(text)}</bdi></span><button class="button plain" aria-label=${words.takeBack(plain(text))} @click=${() => deeds.untry(power, text)}>${icon("close")}</button></li>`))}</ul>
      ${sandbox.warnings.map((it) => html`<p class="notice warning">${words.warning}: <bdi>${plain(it)}</bdi></p>`)}`}
    <div class="row"><button class="button" @click=${deeds.sandbox}>${words.fromNow}</button>
      <a class="button" href="#${written(sandbox)}">${icon("link")}${words.share}</a>
      ${navigator.clipboard ? html`<button class="button" @click=${() => deeds.copy(written(sandbox))}>${words.copyLink}</button>` : nothing}</div>`;
}
