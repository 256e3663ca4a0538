// What has happened, phase by phase: a slider, every order with its reason, files.

import { html, nothing } from "../draw.js";
import { icon } from "../icons.js";
import { words } from "../words/diplomacy.js";
import { phaseWords, plain } from "./notation.js";
import { failed } from "./position.js";
import { named, seatOf } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./screen.js").Deeds} Deeds */
/** @typedef {import("../../types/diplomacy.js").ResolvedPhase} ResolvedPhase */

/** Held because nothing was said, and nothing happened to it: not worth a line. @param {import("../../types/diplomacy.js").ResolvedOrder} it */
const idle = (it) => !it.given && (it.results ?? []).every((code) => code === "ok");

/**
 * What was ordered and what came of it, power by power, each with its reason on demand.
 * @param {ResolvedPhase} resolved
 * @param {string | null} told the order whose reason is shown
 * @param {(order: string) => void} tell
 * @param {(power: string) => number} seat of a power
 * @param {import("../../types/diplomacy.js").Plan} plan
 */
export function account(resolved, told, tell, seat, plan) {
  const line = (/** @type {import("../../types/diplomacy.js").ResolvedOrder} */ it) => {
    const results = (it.results ?? []).filter((code) => code !== "ok");
    const open = told === it.order;
    return html`<li class=${failed(it) ? "failed" : ""}><button class="button plain order-text" aria-expanded=${open ? "true" : "false"} @click=${() => tell(it.order)}>
      <bdi>${plain(it.order)}</bdi><span class=${results.length > 0 ? "came-to bad" : "came-to good"}>${results.length > 0 ? results.join(", ") : html`${icon("check")}<span class="unseen">${words.succeeded}</span>`}</span></button>
      ${open ? html`<div class="reason"><p><bdi>${plain(it.reason.text)}</bdi></p>
        ${Object.keys(it.reason.strengths ?? {}).length > 0 ? html`<p class="dim">${words.strengths}: ${Object.entries(it.reason.strengths).map(([name, value]) => `${name} ${value}`).join(", ")}</p>` : nothing}
        ${it.reason.causes?.length > 0 ? html`<p class="dim">${words.causes}: <bdi>${it.reason.causes.map(plain).join("; ")}</bdi></p>` : nothing}</div>` : nothing}</li>`;
  };
  const shown = resolved.orders.filter((it) => !idle(it) || told === it.order);
  const silent = resolved.orders.length - shown.length;
  const powers = [...new Set(shown.map((it) => it.power))];
  return html`<ul class="accounts" aria-label=${words.results}>${powers.map((power) => html`<li class="power-${seat(power)}"><h3 class="of-power"><span class="swatch" aria-hidden="true">${plan.powers[seat(power)]?.letter}</span><bdi>${named(power)}</bdi></h3>
      <ul class="account" aria-label=${named(power)}>${shown.filter((it) => it.power === power).map(line)}</ul></li>`)}</ul>
    ${silent > 0 ? html`<p class="dim">${words.othersHeld(silent)}</p>` : nothing}
    <ul class="came">${Object.entries(resolved.disbanded ?? {}).flatMap(([power, units]) => units.map((unit) => html`<li><bdi>${words.disbanded(named(power), plain(unit))}</bdi></li>`))}
      ${(resolved.captured ?? []).map(([centre, , power]) => html`<li><bdi>${words.captured(named(power), plain(centre))}</bdi></li>`)}</ul>`;
}

/** @param {State} state @param {Deeds} deeds */
export function pastPanel(state, deeds) {
  const { pages } = state;
  if (pages.length === 0) return html`<p class="dim">${words.noPast}</p>`;
  const at = state.page ?? pages.length - 1;
  const page = pages[at];
  const go = (/** @type {number} */ to) => deeds.page(Math.min(Math.max(to, 0), pages.length - 1));
  const button = (/** @type {string} */ text, /** @type {string} */ sign, /** @type {number} */ to, /** @type {boolean} */ off) => html`<button class="button" aria-label=${text} title=${text} ?disabled=${off} @click=${() => go(to)}>${icon(sign)}</button>`;
  return html`<h2 class="phase-name">${phaseWords(page.resolved.phase)}</h2>
    <label class="slide"><span class="unseen">${words.phase}</span><input type="range" min="0" max=${pages.length - 1} .value=${String(at)}
      aria-valuetext=${phaseWords(page.resolved.phase)} @input=${(/** @type {Event} */ event) => go(Number(/** @type {HTMLInputElement} */ (event.target).value))}></label>
    <div class="leaf">${button(words.first, "first", 0, at === 0)}${button(words.back, "back", at - 1, at === 0)}
      <button class="button main" ?disabled=${pages.length < 2} @click=${deeds.runPast}>${icon(state.running ? "halt" : "run")}${state.running ? words.halt : words.run}</button>
      ${button(words.next, "next", at + 1, at === pages.length - 1)}${button(words.last, "last", pages.length - 1, at === pages.length - 1)}</div>
    <p class="dim">${words.tapReason}</p>
    ${account(page.resolved, state.told, deeds.tell, (power) => seatOf(state, power), state.plan)}
    <div class="row"><button class="button" @click=${deeds.tryPage}>${words.tryHere}</button>
      <a class="button" href="#${page.resolved.phase}">${icon("link")}${words.link}</a>
      ${navigator.clipboard ? html`<button class="button" @click=${() => deeds.copy(page.resolved.phase)}>${words.copyLink}</button>` : nothing}</div>
    <h3>${words.files}</h3>
    <div class="row"><button class="button" ?disabled=${state.busy} @click=${deeds.picture}>${words.picture}</button>
      <button class="button" ?disabled=${state.busy} @click=${deeds.film}>${words.film}</button>
      <button class="button" ?disabled=${state.busy} @click=${deeds.record}>${words.record}</button></div>`;
}
