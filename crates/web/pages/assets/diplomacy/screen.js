// The page of a table: the map, and beside it one of several panels.

import { html, nothing } from "../draw.js";
import { head } from "../frame.js";
import { icon } from "../icons.js";
import { hour, left, moment, words } from "../words/diplomacy.js";
import { inWords } from "./inwords.js";
import { picture } from "./map.js";
import { phaseWords, step } from "./notation.js";
import { ordersPanel } from "./orders.js";
import { pastPanel } from "./past.js";
import { failed } from "./position.js";
import { allUnread, pressPanel } from "./press.js";
import { sandboxPanel } from "./sandbox.js";
import { isYours, named, seatOf, shownPosition } from "./state.js";
import { strip } from "./strip.js";
import { lobby, tablePanel } from "./table.js";
import { choices, ways } from "./tapping.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Tab} Tab */
/**
 * @typedef {{ choose: (tap: string) => void, offer: (order: import("./notation.js").Order) => void, stop: () => void, show: (place: string) => void, undo: () => void, withdraw: (place: string) => void,
 *   command: (command: unknown) => void, concede: () => void, copy: (end: string) => void, force: () => void, kick: (power: string) => void, replace: (power: string, bot: string) => void, notices: (wanted: boolean) => void,
 *   word: (word: object) => void, say: (text: string, done?: () => void) => void, say_to: (seats: number[], text: string, done: () => void) => void,
 *   converse: (key: string) => void, tab: (tab: Tab) => void, page: (at: number) => void, runPast: () => void, watchAll: () => void, tell: (order: string) => void, tryPage: () => void,
 *   picture: () => void, film: () => void, record: () => void, sandbox: () => void, resolve: () => void, unresolve: () => void, stepOn: () => void,
 *   lookBack: () => void, dismiss: () => void, unanswer: () => void, drafting: (wanted: boolean) => void, undraft: (text: string) => void, giveDraft: () => void, clearDraft: () => void, like: (seat: number) => void, unlike: () => void, fill: (kind: string) => void, callOff: () => void,
 *   coach: () => unknown, desk: () => unknown, undoSandbox: () => void, advise: (power: string) => void,
 *   clearSandbox: () => void, untry: (power: string, text: string) => void, find: (text: string) => void, zoom: (factor: number) => void, whole: () => void,
 *   invite: () => unknown }} Deeds
 */

/** The orders that the map shows. @param {State} state @returns {import("./map.js").Drawn[]} */
export function drawn(state) {
  const of = (/** @type {import("../../types/diplomacy.js").ResolvedPhase} */ resolved) =>
    resolved.orders.filter((it) => it.given || failed(it)).map((it) => ({ power: seatOf(state, it.power), order: it.order, failed: failed(it) }));
  const { sandbox } = state;
  if (state.tab === "sandbox" && sandbox) {
    if (sandbox.resolved) return of(sandbox.resolved);
    return Object.entries(sandbox.orders).flatMap(([power, texts]) => texts.map((order) => ({ power: seatOf(state, power), order, pending: true })));
  }
  const page = state.tab === "past" && state.page !== null ? state.pages[state.page] : null;
  if (page) return of(page.resolved);
  const { own } = state.glance.view;
  if (!own || state.glance.over) return [];
  const power = seatOf(state, own.power);
  const given = own.orders.map((order) => ({ power, order, pending: true }));
  const thought = [...state.underWay, ...state.draft].filter((order) => !own.orders.includes(order));
  return [...given, ...thought.map((order) => ({ power, order, pending: true, thought: true }))];
}

/** Who shares a draw is named as far as it fits above the map's panels. */
const MOST_NAMED = 10;

/** @param {State} state */
function outcome(state) {
  const { outcome: over } = state.glance.view;
  if (!over) return "";
  if ("solo" in over) return words.solo(named(over.solo));
  return over.draw.length > MOST_NAMED ? words.drawnMany(over.draw.length) : words.drawn(over.draw.map(named).join(", "));
}

/** The moment that was written last: dates are slow to write, and this one stays for the day. */
let ends = { at: 0, day: 0, said: "", hour: "" };

/** @param {number} at @param {number} now */
function endsAt(at, now) {
  const day = new Date(now).getDate();
  if (ends.at !== at || ends.day !== day) ends = { at, day, said: moment(at), hour: hour(at, now) };
  return ends;
}

/** When the phase ends, as the reader's own clock says. @param {State} state @param {number} now */
function deadline(state, now) {
  const { glance } = state;
  if (glance.over || !glance.started) return nothing;
  if (glance.plane.stopped) return html`<span class="tag">${words.stopped}</span>`;
  if (glance.deadline === null) return html`<span class="dim">${words.noDeadline}</span>`;
  const { said, hour: at } = endsAt(glance.deadline, now);
  return html`<time class="deadline" title=${said}>${glance.deadline > now ? words.dueIn(left(glance.deadline, now), at) : left(glance.deadline, now)}</time>`;
}

/** The map with what belongs to it. @param {State} state @param {Deeds} deeds */
function board(state, deeds) {
  const { entry } = state;
  const position = shownPosition(state);
  const ordering = state.tab === "orders" || state.tab === "sandbox";
  // Before the first tap only what is rare: who must retreat, where something can be built.
  const begins = entry.taps.length === 0;
  const open = state.tab === "sandbox" ? !state.sandbox?.resolved : step(position.phase) !== "A" || state.glance.view.own?.adjustments_left !== 0;
  const shows = ordering && (!begins || (open && step(position.phase) !== "M"));
  const lit = new Set(shows ? [...choices(entry)].filter((tap) => tap.startsWith("at:")).map((tap) => tap.slice(3)) : []);
  const chosen = entry.taps[0]?.startsWith("at:") ? entry.taps[0].slice(3) : null;
  const over = ordering ? ways(entry, (state.tab === "sandbox" ? state.sandbox?.routes : state.routes) ?? {}) : [];
  return html`<div class="board"><div class="frame">${picture({ plan: state.plan, position, orders: drawn(state), view: state.view, scale: state.scale, chosen, lit, dims: !begins, ways: over, quiet: false })}</div>
    <div class="tools"><form class="finder" role="search" @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      deeds.find(/** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("place")).value);
    }}><input type="text" name="place" list="places" aria-label=${words.goTo} placeholder=${words.goTo} autocomplete="off" autocapitalize="off">
      <datalist id="places">${state.plan.provinces.map((it) => html`<option value=${it.name}>${it.code}</option>`)}</datalist></form>
      <button class="button" aria-label=${words.nearer} @click=${() => deeds.zoom(1.5)}>+</button><button class="button" aria-label=${words.farther} @click=${() => deeds.zoom(1 / 1.5)}>−</button>
      <button class="button" aria-label=${words.whole} @click=${deeds.whole}>${icon("eye")}</button></div>
    ${inWords(state.plan, position, drawn(state))}</div>`;
}

/** What was resolved and not looked at yet. @param {State} state @param {Deeds} deeds */
function came(state, deeds) {
  if (!state.unseen || state.tab === "past") return nothing;
  return html`<div class="notice came-now"><span>${words.resolvedNow(phaseWords(state.unseen))}</span>
    <button class="button" @click=${deeds.lookBack}>${words.lookBack}</button><button class="button plain" aria-label=${words.dismiss} @click=${deeds.dismiss}>${icon("close")}</button></div>`;
}

/** @param {State} state @param {Deeds} deeds @param {number} now */
export function screen(state, deeds, now) {
  const { glance } = state;
  const fresh = allUnread(state);
  const tabs = /** @type {[Tab, string, number][]} */ ([["orders", words.orders, 0], ["press", words.press, fresh], ["past", words.past, 0], ["sandbox", words.sandbox, 0], ["table", words.table, 0]]);
  const panels = { orders: ordersPanel, press: pressPanel, past: pastPanel, sandbox: sandboxPanel, table: tablePanel };
  const where = html`<bdi>${words.title}</bdi> <span class="dim">${glance.plane.code}</span>`;
  const notices = html`${state.gone ? html`<p class="notice bad" role="alert">${words.gone}</p>` : nothing}
    ${state.online ? nothing : html`<p class="notice">${words.offline}</p>`}
    ${state.trouble ? html`<p class="notice bad" role="alert">${state.trouble}</p>` : nothing}
    ${glance.older ? html`<p class="notice older" role="status">${glance.older}</p>` : nothing}`;
  const main = { phase: glance.view.phase, yours: String(isYours(state)), busy: String(state.busy) };
  if (!glance.started && !glance.over) {
    return html`${head({ where, about: "diplomacy" })}<main class="diplomacy before" id="main" data-phase="lobby" data-busy=${main.busy}><h1 class="unseen">${words.title}</h1>${board(state, deeds)}<div class="side">${notices}${lobby(state, deeds)}</div></main>`;
  }
  return html`${head({ where, about: "diplomacy" })}<main class="diplomacy" id="main" data-phase=${main.phase} data-yours=${main.yours} data-busy=${main.busy} data-tab=${state.tab}>
    <h1 class="unseen">${words.title}</h1>
    ${board(state, deeds)}
    <div class="side"><p class="standing"><b>${glance.over ? outcome(state) : phaseWords(glance.view.phase)}</b> ${deadline(state, now)}</p>
      ${strip(state)}
      <nav class="tabs" aria-label=${words.table}>${tabs.map(([tab, text, count]) => html`<button class="button ${state.tab === tab ? "main" : "plain"}" aria-pressed=${state.tab === tab ? "true" : "false"} @click=${() => deeds.tab(tab)}>${text}${count > 0 ? html`<span class="tag" aria-label=${words.unread(count)}>${count}</span>` : nothing}</button>`)}</nav>
      ${notices}${came(state, deeds)}
      ${state.answers.length + state.pictures.length > 0 ? html`<div class="notice answer" role="status"><div>${state.answers.map((text) => html`<p><bdi>${text}</bdi></p>`)}${state.pictures}</div><button class="button plain" aria-label=${words.close} @click=${deeds.unanswer}>${icon("close")}</button></div>` : nothing}
      <section class="panel" aria-label=${words[state.tab]}>${panels[state.tab](state, deeds)}</section></div></main>`;
}
