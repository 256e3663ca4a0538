// The life of a table: who plays what, the draw, giving up, the game master's desk; and
// before the game the lobby.

import { html, nothing } from "../draw.js";
import { icon } from "../icons.js";
import { canNotify, notifies } from "../notices.js";
import { words as agreedWords } from "../words/agreed.js";
import { words } from "../words/diplomacy.js";
import { agreed } from "./agreed.js";
import { filling, named, powerOf } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./screen.js").Deeds} Deeds */

/** What was agreed. @param {string} settings */
const agreement = (settings) => html`<details class="rules agreed"><summary>${agreedWords.title}</summary><ul>${agreed(settings).map((it) => html`<li><bdi>${it}</bdi></li>`)}</ul></details>`;

/** Who plays a power. @param {State} state @param {number} seat */
function player(state, seat) {
  const chair = state.glance.seats[seat];
  if (!chair?.taken) return html`<span class="dim">${words.states.free}</span>`;
  const name = chair.name ?? words.somebody;
  return html`<bdi>${name}</bdi>${chair.bot && !/\bbot\b/i.test(name) ? html` <span class="tag">${words.bot}</span>` : nothing}${chair.you ? html` <span class="tag">${words.you}</span>` : nothing}`;
}

/** How a power stands, in a word. @param {import("../../types/diplomacy.js").PowerView} power */
export function standing(power) {
  const { states } = words;
  if (power.eliminated) return states.eliminated;
  if (power.conceded) return states.conceded;
  if (power.disorder) return states.disorder;
  if (!power.must_order) return states.idle;
  return power.ready ? states.ready : states.waits;
}

/** Who plays what, and how it stands; who may sit down does so in the row of a power. @param {State} state @param {((seat: number) => void) | null} sit */
export function powersTable(state, sit) {
  const { view, started, over } = state.glance;
  const shows = (started && !over) || sit !== null;
  const last = (/** @type {import("../../types/diplomacy.js").PowerView} */ power, /** @type {number} */ seat) =>
    sit && !state.glance.seats[seat]?.taken && !power.eliminated ? html`<button class="button" aria-label=${words.joinAs(powerOf(state, seat))} ?disabled=${state.busy} @click=${() => sit(seat)}>${words.play}</button>` : started && !over ? standing(power) : "";
  return html`<table class="powers"><caption class="unseen">${words.powers}</caption><thead><tr><th scope="col">${words.power}</th><th scope="col">${words.player}</th>
    <th scope="col" class="number"><abbr title=${words.centres}>${icon("crown")}</abbr><span class="unseen">${words.centres}</span></th>${shows ? html`<th scope="col"><span class=${sit ? "unseen" : ""}>${words.state}</span></th>` : nothing}</tr></thead>
    <tbody>${view.powers.map((power, seat) => html`<tr class="power-${seat}"><th scope="row"><span class="swatch" aria-hidden="true">${state.plan.powers[seat].letter}</span><bdi>${named(power.name)}</bdi></th>
      <td>${player(state, seat)}</td><td class="number">${power.centers}</td>${shows ? html`<td>${last(power, seat)}</td>` : nothing}</tr>`)}</tbody></table>`;
}

/** Takes a seat by the name of its power. @param {State} state @param {Deeds} deeds */
const sit = (state, deeds) => (/** @type {number} */ seat) => deeds.word({ word: "join", power: powerOf(state, seat) });

/** @param {State} state @param {Deeds} deeds */
export function lobby(state, deeds) {
  const { plane, seats, aside, owner } = state.glance;
  const seated = seats.some((it) => it.you);
  const free = seats.filter((it) => !it.taken);
  return html`<section class="panel lobby" aria-labelledby="lobby"><h2 id="lobby">${words.lobby}</h2>
    ${plane.called_off ? html`<p class="notice">${words.calledOff}</p>` : nothing}
    <p>${words.code}: <b class="code">${plane.code}</b> <span class="dim">${words.codeAbout(plane.code)}</span></p>
    ${agreement(plane.settings)}
    ${powersTable(state, plane.called_off ? null : sit(state, deeds))}
    ${plane.waiting > 0 ? html`<p>${words.waits(plane.waiting)} <bdi>${plane.waiting_names.join(", ")}</bdi></p>` : nothing}
    ${aside?.waiting ? html`<p class="good">${words.youWait}</p>` : nothing}
    ${!seated && !aside?.waiting && free.length > 0 ? html`<button class="button main" ?disabled=${state.busy} @click=${() => deeds.word({ word: "join", power: null })}>${words.joinAny}</button>` : nothing}
    ${!seated && free.length > 2 ? wishes(state, deeds, free.map((it) => it.seat)) : nothing}
    <div class="row">${seated || aside?.waiting ? html`<button class="button" ?disabled=${state.busy} @click=${() => deeds.word({ word: "leave" })}>${words.leave}</button>` : nothing}
      ${seated || owner ? starting(state, deeds) : nothing}
      ${owner && !plane.called_off && isAlone(state) ? html`<button class="button danger" ?disabled=${state.busy} @click=${deeds.callOff}>${words.callOff}</button>` : nothing}</div>
    ${seated || owner ? lacking(state) : nothing}
    ${seated || owner ? deeds.invite() : nothing}</section>`;
}

/** Whether nobody else has joined yet. @param {State} state */
const isAlone = ({ glance: { seats, plane, aside } }) => seats.every((it) => !it.taken || it.you) && plane.waiting === (aside?.waiting ? 1 : 0);

/** The button that starts the game says what will happen; where it would be refused, it cannot be pressed. @param {State} state @param {Deeds} deeds */
function starting(state, deeds) {
  const { missing, agreed, bots } = filling(state);
  const { owner } = state.glance;
  const press = () => deeds.word({ word: "start", bots: owner && missing > 0 && bots !== agreed ? bots : null });
  // What was agreed in words of the room may be a kind that is not offered here.
  const kinds = words.bots.some(([kind]) => kind === bots) ? words.bots : [[bots ?? "", bots ?? ""], ...words.bots];
  const choice = html`<label class="field"><span class="label">${words.fill}</span><select name="fill" @change=${(/** @type {Event} */ event) => deeds.fill(/** @type {HTMLSelectElement} */ (event.target).value)}>
    ${kinds.map(([kind, label]) => html`<option value=${kind} ?selected=${kind === bots}>${label}</option>`)}</select></label>`;
  return html`${owner && missing > 0 ? choice : nothing}
    <button class="button main" ?disabled=${state.busy || (missing > 0 && bots === null)} @click=${press}>${missing > 0 && bots !== null ? words.startBots : words.start}</button>`;
}

/** Why it cannot be started yet. @param {State} state */
function lacking(state) {
  const { missing, bots } = filling(state);
  return missing > 0 && bots === null ? html`<p class="dim">${words.lacks(missing)}</p>` : nothing;
}

/** Several powers, the best first. @param {State} state @param {Deeds} deeds @param {number[]} free */
function wishes(state, deeds, free) {
  const liked = state.wishes.filter((seat) => free.includes(seat));
  const told = state.glance.aside?.wishes ?? [];
  const called = (/** @type {number[]} */ seats) => seats.map((seat) => powerOf(state, seat)).join(", ");
  return html`<details class="rules wishes"><summary>${words.wishes}</summary><p class="dim">${words.wishesAbout}</p>
    ${told.length > 0 ? html`<p class="good"><bdi>${words.wished(called(told))}</bdi></p>` : nothing}
    <div class="row">${free.map((seat) => html`<button class="button power-${seat}" aria-pressed=${liked.includes(seat) ? "true" : "false"} @click=${() => deeds.like(seat)}>${liked.includes(seat) ? `${liked.indexOf(seat) + 1}. ` : ""}<bdi>${powerOf(state, seat)}</bdi></button>`)}</div>
    <div class="row"><button class="button main" ?disabled=${state.busy || liked.length < 2} @click=${() => deeds.word({ word: "join", powers: liked.map((seat) => powerOf(state, seat)) })}>${words.joinWishes}</button>
      ${liked.length > 0 ? html`<button class="button" @click=${deeds.unlike}>${words.clear}</button>` : nothing}</div></details>`;
}

/** More time, by vote. @param {State} state @param {Deeds} deeds */
function moreTime(state, deeds) {
  const { glance } = state;
  const { extension } = glance.plane;
  const open = extension && extension.phase === glance.view.phase ? extension : null;
  const votes = glance.view.own && !glance.over && glance.deadline !== null && !glance.plane.stopped;
  if (!votes) return nothing;
  const said = glance.aside?.more_time ?? null;
  if (!open && glance.owner) return nothing;
  return html`<h2>${words.moreTime}</h2>${open
    ? html`<p><bdi>${words.moreTimeOpen(open.span, open.yes, open.needed)}</bdi> ${said === true ? words.votedYes : said === false ? words.votedNo : ""}</p>
      <div class="row"><button class="button" ?disabled=${state.busy} @click=${() => deeds.say("extend yes")}>${words.yes}</button><button class="button" ?disabled=${state.busy} @click=${() => deeds.say("extend no")}>${words.no}</button></div>`
    : html`<p class="dim">${words.moreTimeAbout}</p><div class="row">${words.spans.map(([span, label]) => html`<button class="button" ?disabled=${state.busy} @click=${() => deeds.say(`extend ${span}`)}>${label}</button>`)}</div>`}`;
}

/** Who may share a draw: all who are left, or where it is so agreed some of them. @param {State} state @param {Deeds} deeds */
function proposing(state, deeds) {
  const { view, plane } = state.glance;
  const alive = view.powers.filter((it) => !it.eliminated && !it.conceded);
  const some = /\bdraws=any\b/.test(plane.settings);
  return html`<form class="sharers" @submit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const chosen = new FormData(/** @type {HTMLFormElement} */ (event.target)).getAll("sharer").map(String);
    deeds.command({ propose_draw: some && chosen.length < alive.length ? chosen : [] });
  }}>${some ? html`<fieldset class="choices"><legend>${words.drawAmong}</legend>${alive.map((it) => html`<label class="choice"><input type="checkbox" name="sharer" value=${it.name} checked><span><bdi>${named(it.name)}</bdi></span></label>`)}</fieldset>`
    : html`<p class="dim">${words.drawAll}</p>`}
    <button class="button" ?disabled=${state.busy}>${words.proposeDraw}</button></form>`;
}

/** @param {State} state @param {Deeds} deeds */
function drawing(state, deeds) {
  const { draw, own } = state.glance.view;
  if (!own || state.glance.over) return nothing;
  return html`<h2>${words.draw}</h2>${draw
    ? html`<p><bdi>${words.drawOpen(draw.powers.map(named).join(", "))}</bdi> ${own.vote === true ? words.votedYes : own.vote === false ? words.votedNo : ""}</p>
      <div class="row"><button class="button" ?disabled=${state.busy} @click=${() => deeds.command({ vote: true })}>${words.yes}</button><button class="button" ?disabled=${state.busy} @click=${() => deeds.command({ vote: false })}>${words.no}</button></div>`
    : proposing(state, deeds)}`;
}

/** Giving up stands apart: nobody does it by a slip beside a vote. @param {State} state @param {Deeds} deeds */
function conceding(state, deeds) {
  const { view, over, my_seat } = state.glance;
  const power = my_seat === null ? null : view.powers[my_seat];
  if (over || !view.own || !power || power.conceded || power.eliminated) return nothing;
  return html`<div class="row"><button class="button danger" ?disabled=${state.busy} @click=${deeds.concede}>${words.concede}</button></div>`;
}

/** Whether to be told in a chat of the house. @param {State} state @param {Deeds} deeds */
function inChat(state, deeds) {
  const { chats } = state.glance.plane;
  if (!chats || chats.length === 0) return nothing;
  return html`<details class="rules chats"><summary>${words.inChat(chats)}</summary><p class="dim">${words.inChatAbout}</p>
    <div class="row"><button class="button" ?disabled=${state.busy} @click=${() => deeds.say("notify")}>${words.linkChat}</button>
      <button class="button" ?disabled=${state.busy} @click=${() => deeds.say("notify off")}>${words.unlinkChat}</button></div></details>`;
}

/** Whether to be told while the page is hidden. @param {Deeds} deeds */
function telling(deeds) {
  if (!canNotify()) return nothing;
  return html`<label class="switch"><input type="checkbox" .checked=${notifies()} @change=${(/** @type {Event} */ event) => deeds.notices(/** @type {HTMLInputElement} */ (event.target).checked)}><span>${words.notices}</span></label>`;
}

/** @param {State} state @param {Deeds} deeds */
export function tablePanel(state, deeds) {
  const { plane, seats, over } = state.glance;
  const seated = seats.some((it) => it.you);
  const free = seats.filter((it) => !it.taken && !state.glance.view.powers[it.seat]?.eliminated);
  return html`${powersTable(state, !seated && !over && free.length > 0 ? sit(state, deeds) : null)}
    ${drawing(state, deeds)}${moreTime(state, deeds)}${deeds.desk()}${seated && !over ? html`${telling(deeds)}${inChat(state, deeds)}` : nothing}
    <p>${words.code}: <b class="code">${plane.code}</b> <span class="dim">${words.codeAbout(plane.code)}</span></p>
    ${agreement(plane.settings)}
    ${conceding(state, deeds)}
    <form class="typed" @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("text"));
      deeds.say(field.value, () => (field.value = ""));
    }}><label class="field"><span class="label">${words.command}</span><input type="text" name="text" placeholder=${words.commandHint} autocomplete="off" autocapitalize="off"></label><button class="button">${words.send}</button></form>
    ${seated || state.glance.owner ? deeds.invite() : nothing}`;
}
