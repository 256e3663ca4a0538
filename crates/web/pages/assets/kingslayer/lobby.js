// Before a game with others: who sits where, bots, who is ready, links.

import { html, nothing } from "../draw.js";
import { icon } from "../icons.js";
import { words } from "../words/kingslayer.js";
import { difficultyOf } from "./state.js";

/** @typedef {import("../../types/court.js").Tableau} Tableau */
/** @typedef {import("../../types/court.js").Sitter} Sitter */

/** @param {Sitter} it @param {number | null} mine */
function chair(it, mine) {
  const state = it.name === null ? "" : it.missed ? words.isMissed : it.ready ? words.isReady : words.notReady;
  return html`<li class="chair seat-${it.seat} ${it.name === null ? "free" : ""}">${icon(it.bot ? "bot" : "person")}
    <bdi>${it.name ?? words.free}</bdi>${it.seat === mine ? html`<span class="tag">${words.isYou}</span>` : nothing}
    <span class=${it.ready ? "good state" : "dim state"}>${it.bot ? words.bot : state}</span></li>`;
}

/**
 * By which rules it will be played, and what is agreed beside them.
 * @param {import("../../types/kingslayer.js").House} rules
 * @param {import("../../types/court.js").Customs} customs
 */
function agreed(rules, customs) {
  const list = [
    words.enemiesAre(difficultyOf(rules)),
    ...(rules.surplus_payment ? [] : [words.exactPayment]),
    ...(rules.mulligan ? [words.mulligan] : []),
    ...(customs.level ? [words.botsAre(customs.level)] : []),
    ...(customs.hints ? [words.hintsAllowed] : []),
  ];
  return html`<div><h3>${words.agreed}</h3><ul class="agreed">${list.map((it) => html`<li>${it}</li>`)}</ul></div>`;
}

/**
 * @param {{ plane: Tableau, mine: number | null, say: (word: string) => void, rules: import("../../types/kingslayer.js").House, invite: (free: number[]) => unknown }} what
 */
export function lobby({ plane, mine, say, rules, invite }) {
  const free = plane.seats.some((it) => it.name === null);
  const bots = plane.seats.some((it) => it.bot);
  const me = plane.seats.find((it) => it.seat === mine);
  const late = plane.seats.filter((it) => it.name !== null && !it.ready);
  const button = (/** @type {string} */ label, /** @type {string} */ word, /** @type {string} */ sign, kind = "button") => html`
    <button class=${kind} @click=${() => say(word)}>${icon(sign)}${label}</button>`;
  return html`<section class="lobby panel" aria-labelledby="lobby-title"><h2 id="lobby-title">${words.lobby}</h2>
    <p class="dim">${words.lobbyAbout}</p>
    <ul class="chairs" aria-label=${words.seats}>${plane.seats.map((it) => chair(it, mine))}</ul>
    ${me?.ready && late.length ? html`<p><bdi>${words.waitsForReady(late.map((it) => it.name).join(", "))}</bdi></p>` : nothing}
    ${me?.ready && free ? html`<p>${words.fillSeats}</p>` : nothing}
    <div class="row">
      ${me && !me.ready ? button(words.ready, "ready", "flag", "button main") : nothing}
      ${mine === null && free && plane.open ? button(words.join, "join", "person", "button main") : nothing}
      ${me && free ? button(words.addBot, "add_bot", "bot") : nothing}
      ${me && bots ? button(words.removeBot, "remove_bot", "close") : nothing}</div>
    ${me ? invite(plane.seats.filter((it) => it.name === null).map((it) => it.seat)) : nothing}
    ${agreed(rules, plane.customs)}
    ${me ? html`<div class="row">${button(words.leave, "leave", "back")}</div>` : nothing}</section>`;
}

/** What is done about somebody who is gone. @param {Sitter} it @param {string} name @param {(word: string, seat: number) => void} say */
function instead({ seat, freed }, name, say) {
  return html`${freed ? html`<p><bdi>${words.isFreed(name)}</bdi></p>` : nothing}
    <div class="row"><button class="button" @click=${() => say("put_bot", seat)}><bdi>${words.putBot(name)}</bdi></button>
      ${freed ? nothing : html`<button class="button" @click=${() => say("admit", seat)}><bdi>${words.admit(name)}</bdi></button>`}</div>`;
}

/**
 * During a game: those for whom the table waits, and what may be done about it.
 * @param {{ plane: Tableau, seated: boolean, say: (word: string, seat: number) => void, invite: (free: number[]) => unknown }} what
 */
export function missing({ plane, seated, say, invite }) {
  const gone = plane.seats.filter((it) => it.missed);
  if (!plane.paused || gone.length === 0) return nothing;
  const names = gone.map((it) => it.name ?? words.seat(it.seat));
  return html`<div class="notice missing"><p><b><bdi>${words.waitsForReady(names.join(", "))}</bdi></b></p>${gone.map((it, at) => (seated ? instead(it, names[at], say) : it.freed && plane.open ? html`<button class="button main" @click=${() => say("take", it.seat)}><bdi>${words.takeSeat(names[at])}</bdi></button>` : nothing))}
    ${seated && gone.some((it) => it.freed) ? invite(gone.filter((it) => it.freed).map((it) => it.seat)) : nothing}</div>`;
}
