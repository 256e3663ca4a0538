// One's own orders: what can be chosen now, what is ordered, what is missing.

import { draft, keepDraft } from "../drafts.js";
import { html, nothing, svg } from "../draw.js";
import { icon } from "../icons.js";
import { words } from "../words/diplomacy.js";
import { coast, phaseWords, plain, province, read, standing, step } from "./notation.js";
import { prompt } from "./ordering.js";
import { knownOrders, named, powerOf, shownPosition } from "./state.js";
import { choices, offers } from "./tapping.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./screen.js").Deeds} Deeds */

/** Under what a line of orders is kept that is not sent. */
const WORDS = " words";

/** What stands on the button of a choice. @param {string} tap */
export function label(tap) {
  const [kind, rest = ""] = tap.split(":");
  if (kind === "coast") return rest ? (words.coasts[rest] ?? rest) : words.anyCoast;
  if (kind === "build") {
    const name = rest[0] === "A" ? words.army : words.fleet;
    return rest.length > 1 ? `${name}, ${(words.coasts[rest.slice(1)] ?? rest.slice(1)).toLowerCase()}` : name;
  }
  return /** @type {Record<string, string>} */ ({ hold: words.hold, support: words.support, convoy: words.convoy, disband: words.disband, waive: words.waive, land: words.land, sea: words.sea })[kind] ?? rest;
}

/** Arrows go through a list past places that nobody means: by keys Enter chooses. @param {boolean} is */
const byKeys = (is) => (/** @type {Event} */ event) => {
  const { dataset } = /** @type {HTMLSelectElement} */ (event.target);
  if (is) dataset.keys = "1";
  else delete dataset.keys;
};

/** @param {Event} event @param {Deeds} deeds */
function choosePlace(event, deeds) {
  const it = /** @type {HTMLSelectElement} */ (event.target);
  const { value } = it;
  if (!value) return;
  event.preventDefault();
  it.value = "";
  byKeys(false)(event);
  deeds.choose(`at:${value}`);
}

/** For whom is ordered: the power of what was tapped, otherwise one's own. @param {State} state */
function whose(state) {
  const { taps, orders } = state.entry;
  const { units } = shownPosition(state);
  const unit = taps.length > 0 ? (orders[0]?.unit ?? "") : "";
  const owner = Object.keys(units).find((name) => units[name].includes(unit)) ?? (state.tab === "sandbox" ? "" : state.glance.view.own?.power);
  const seat = state.plan.powers.findIndex((it) => it.name === owner);
  if (seat < 0) return nothing;
  return html`<span class="power-${seat}"><span class="swatch" title=${named(owner ?? "")} aria-hidden="true">${state.plan.powers[seat].letter}</span></span>`;
}

/** The choices beside the map, for fingers and keys. @param {State} state @param {Deeds} deeds */
export function chooser(state, deeds) {
  const { entry } = state;
  const all = [...choices(entry)];
  const places = all.filter((tap) => tap.startsWith("at:")).map((tap) => tap.slice(3)).toSorted();
  const others = all.filter((tap) => !tap.startsWith("at:"));
  const offered = offers(entry, knownOrders(state));
  const name = (/** @type {string} */ code) => state.plan.provinces.find((it) => it.code === code)?.name ?? code;
  const begins = entry.taps.length === 0;
  // For keys and for whoever does not see the map.
  const list = places.length === 0 ? nothing : html`<select class="places" aria-label=${words.choosePlace} title=${words.chooseByKeys} @pointerdown=${byKeys(false)} @keydown=${(/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter") choosePlace(event, deeds);
    else byKeys(true)(event);
  }} @change=${(/** @type {Event} */ event) => {
    if (!/** @type {HTMLSelectElement} */ (event.target).dataset.keys) choosePlace(event, deeds);
  }}><option value="">${begins ? words.choose : words.chooseTarget}</option>${places.map((code) => html`<option value=${code}>${plain(code)} · ${name(code)}</option>`)}</select>`;
  return html`<div class="chooser ${begins && others.length === 0 ? "brief" : ""}" role="group" aria-label=${prompt(state)}><div class="asked">${whose(state)}<p class="prompt">${prompt(state)}</p>
      ${begins ? nothing : html`<button class="button plain" @click=${deeds.stop}>${words.stop}</button>`}</div>
    ${offered.length > 0 ? html`<div class="row offers">${offered.map((it) => html`<button class="button" data-offer=${it.text} @click=${() => deeds.offer(it)}><bdi>${plain(it.target ?? "")}${it.to ? ` - ${plain(it.to)}` : ""}</bdi> <span class="tag">${words.asOrdered}</span></button>`)}</div>` : nothing}
    <div class="row">${others.map((tap) => html`<button class="button" data-tap=${tap} @click=${() => deeds.choose(tap)}>${label(tap)}</button>`)}
      ${list}</div>
    ${state.remark ? html`<p class="notice" role="status">${state.remark}</p>` : nothing}</div>`;
}

/** @param {State} state @param {Deeds} deeds */
function list(state, deeds) {
  const own = /** @type {import("../../types/diplomacy.js").OwnView} */ (state.glance.view.own);
  const { phase } = state.glance.view;
  const coming = state.underWay.filter((order) => !own.orders.includes(order));
  const row = (/** @type {string} */ order) => {
    const it = read(order);
    const place = it ? it.at : order;
    return html`<li class="ordered"><button class="button plain order-text" @click=${() => deeds.show(place)}><bdi>${plain(order)}</bdi></button>
      <button class="button plain" aria-label=${words.takeBack(plain(order))} ?disabled=${state.busy} @click=${() => deeds.withdraw(it?.kind === "waive" ? "waive" : place)}>${icon("close")}</button></li>`;
  };
  const left = (/** @type {string} */ unit) => html`<li class="open"><button class="button plain order-text" @click=${() => deeds.choose(`at:${province(standing(unit))}`)}>
    <bdi>${plain(unit)}</bdi> <span class="dim">${step(phase) === "M" ? words.holds : words.noOrder}</span></button></li>`;
  return html`<ul class="order-list" aria-label=${words.orders}>${own.orders.map(row)}${own.without_orders.map(left)}${coming.map((order) => html`<li class="coming"><span class="order-text"><bdi>${plain(order)}</bdi> <span class="dim">${words.underWay}</span></span></li>`)}</ul>
    ${step(phase) === "A" ? html`<p class="count">${words.due(own.adjustments_left)}</p>` : nothing}
    ${own.warnings.map((it) => html`<p class="notice warning">${words.warning}: <bdi>${plain(it)}</bdi>.</p>`)}`;
}

/** What is only thought of. @param {State} state @param {Deeds} deeds */
function drafted(state, deeds) {
  const thought = state.draft;
  return html`<label class="switch drafting"><input type="checkbox" .checked=${state.drafting} @change=${(/** @type {Event} */ event) => deeds.drafting(/** @type {HTMLInputElement} */ (event.target).checked)}><span>${words.draftMode}</span></label>
    ${thought.length === 0 ? nothing : html`<section class="draft" aria-labelledby="draft"><h3 id="draft">${words.draft}</h3><p class="dim">${words.draftAbout}</p>
      <ul class="order-list" aria-label=${words.draft}>${thought.map((text) => html`<li class="ordered"><button class="button plain order-text" @click=${() => deeds.show(read(text)?.at ?? "")}><bdi>${plain(text)}</bdi></button>
        <button class="button plain" aria-label=${words.takeBack(plain(text))} @click=${() => deeds.undraft(text)}>${icon("close")}</button></li>`)}</ul>
      ${state.draftWarnings.map((it) => html`<p class="notice warning">${words.warning}: <bdi>${plain(it)}</bdi></p>`)}
      <div class="row"><button class="button main" ?disabled=${state.busy} @click=${deeds.giveDraft}>${words.giveDraft}</button>
        <button class="button" @click=${deeds.clearDraft}>${words.clearDraft}</button></div></section>`}`;
}

/** A bar of this part of the whole. @param {number} part */
const bar = (part) => svg`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width=${Math.round(part * 100)} height="10"></rect></svg>`;

/** The game is over: what can still be done with it. @param {State} state @param {Deeds} deeds */
function ending(state, deeds) {
  const most = state.glance.view.powers.map((power, seat) => ({ power, seat })).filter(({ power }) => power.centers > 0).toSorted((one, other) => other.power.centers - one.power.centers);
  const size = Math.max(1, ...most.map(({ power }) => power.centers));
  return html`<h2>${words.over}</h2>
    <ul class="bars" aria-label=${words.centres}>${most.map(({ power, seat }) => html`<li class="power-${seat}"><span class="swatch" aria-hidden="true">${state.plan.powers[seat].letter}</span><bdi>${named(power.name)}</bdi>
      ${bar(power.centers / size)}<span>${words.centresCount(power.centers)}</span></li>`)}</ul>
    <div class="row"><button class="button main" @click=${deeds.watchAll}>${icon("run")}${words.fromBeginning}</button>
      <button class="button" ?disabled=${state.busy} @click=${deeds.record}>${words.record}</button><a class="button" href="/">${words.another}</a></div>
    ${deeds.coach()}`;
}

/** Whoever looks on may play for a power that its player has left. @param {State} state @param {Deeds} deeds */
function freePowers(state, deeds) {
  const { seats, view } = state.glance;
  const free = seats.filter((it) => !it.taken && !view.powers[it.seat]?.eliminated).map((it) => powerOf(state, it.seat));
  if (free.length === 0) return nothing;
  return html`<p>${words.seatFree(free)}</p><div class="row">${free.map((power) => html`<button class="button main" ?disabled=${state.busy} @click=${() => deeds.word({ word: "join", power })}><bdi>${words.joinAs(power)}</bdi></button>`)}</div>`;
}

/** @param {State} state @param {Deeds} deeds */
export function ordersPanel(state, deeds) {
  const { glance } = state;
  const { own, powers, phase } = glance.view;
  if (glance.over) return ending(state, deeds);
  if (!own || glance.my_seat === null) return html`<p class="dim">${words.watching}</p>${freePowers(state, deeds)}`;
  const me = powers[glance.my_seat];
  const must = me?.must_order;
  return html`<h2 class="unseen">${phaseWords(phase)}</h2>
    ${!must ? html`<p class="dim">${words.nothingToOrder}</p>` : html`
      ${step(phase) === "A" ? html`<p>${words.builds(state.due)}</p>` : nothing}
      ${chooser(state, deeds)}
      <div class="row done">
        ${me.ready ? html`<button class="button" ?disabled=${state.busy} @click=${() => deeds.command("unready")}>${words.unready}</button><p class="good">${words.isReady}</p>`
          : html`<button class="button main ready" ?disabled=${state.busy} @click=${() => deeds.command("ready")}>${icon("flag")}${words.ready}</button>`}
        ${state.given.length > 0 ? html`<button class="button" ?disabled=${state.busy} @click=${deeds.undo}>${icon("back")}${words.undo}</button>` : nothing}</div>
      ${list(state, deeds)}
      ${drafted(state, deeds)}
      <form class="typed" @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("text"));
        deeds.say(field.value, () => {
          keepDraft(glance.table, WORDS, "");
          field.value = "";
        });
      }}><label class="field"><span class="label">${words.typed}</span><input type="text" name="text" placeholder=${words.typedHint} autocomplete="off" autocapitalize="off"
          .value=${draft(glance.table, WORDS)} @input=${(/** @type {Event} */ event) => keepDraft(glance.table, WORDS, /** @type {HTMLInputElement} */ (event.target).value)}></label>
        <button class="button">${words.send}</button></form>`}`;
}

/** A place as people write it. @param {string} place */
export const placed = (place) => (coast(place) ? `${plain(province(place))}/${coast(place).toLowerCase()}` : plain(place));
