// What players say to each other, one conversation at a time.

import { draft, keepDraft } from "../drafts.js";
import { html, nothing, repeat } from "../draw.js";
import { moment, words } from "../words/diplomacy.js";
import { circle, powerOf, speaker } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./screen.js").Deeds} Deeds */

/** Who is in a conversation beside oneself. @param {State} state @param {string} key */
export function others(state, key) {
  return key === "" ? [] : key.split("+").map(Number).filter((seat) => seat !== state.glance.my_seat);
}

/** @param {State} state @param {string} key */
function title(state, key) {
  const seats = others(state, key);
  return seats.length === 0 ? words.toAll : seats.map((seat) => powerOf(state, seat)).join(", ");
}

/** The conversations there are, and those that could be. @param {State} state */
function conversations(state) {
  const mine = state.glance.my_seat;
  const keys = new Set([""]);
  for (const line of state.press) keys.add(circle(line));
  const pairs = state.glance.plane.press !== "public" && state.glance.plane.press !== "none" && mine !== null;
  if (pairs) state.plan.powers.forEach((_, seat) => seat !== mine && keys.add(circleOf([mine, seat])));
  // Who begins to talk to several has said nothing yet.
  return [...keys.add(state.hearers)];
}

/** The key of those who talk. @param {number[]} seats */
const circleOf = (seats) => seats.toSorted((one, other) => one - other).join("+");

/** Talking to several at once. @param {State} state @param {Deeds} deeds */
function several(state, deeds) {
  const { my_seat: mine, plane } = state.glance;
  const others = state.plan.powers.map((_, seat) => seat).filter((seat) => seat !== mine);
  if (mine === null || plane.press === "public" || others.length < 3) return nothing;
  return html`<details class="rules"><summary>${words.several}</summary><form class="sharers" @submit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const chosen = new FormData(form).getAll("hearer").map(Number);
    if (chosen.length === 0) return;
    form.closest("details")?.removeAttribute("open");
    form.reset();
    deeds.converse(circleOf([mine, ...chosen]));
  }}><div class="choices">${others.map((seat) => html`<label class="choice"><input type="checkbox" name="hearer" value=${seat}><span><bdi>${powerOf(state, seat)}</bdi></span></label>`)}</div>
    <button class="button">${words.talkTo}</button></form></details>`;
}

/** Whether one may say something there: with a power, or to all while one waits for any. @param {State} state @param {string} key */
const speaks = ({ glance: { my_seat: mine, seats, aside } }, key) =>
  mine === null ? key === "" && aside?.waiting === true : seats[mine]?.you === true;

/** How many lines of a conversation were not read. @param {State} state @param {string} key */
export function unread(state, key) {
  const lines = state.press.filter((line) => circle(line) === key);
  return lines.slice(state.read[key] ?? 0).filter((line) => line.from !== state.glance.my_seat).length;
}

/** All that was not read. @param {State} state */
export const allUnread = (state) => conversations(state).reduce((sum, key) => sum + unread(state, key), 0);

/** @param {State} state @param {Deeds} deeds */
export function pressPanel(state, deeds) {
  const { plane, my_seat } = state.glance;
  if (plane.press === "none") return html`<p class="dim">${words.noPress}</p>`;
  const here = state.hearers;
  const lines = state.press.filter((line) => circle(line) === here);
  return html`<nav class="circles" aria-label=${words.conversations}>${conversations(state).map((key) => {
      const fresh = unread(state, key);
      return html`<button class="button ${key === here ? "main" : ""}" aria-pressed=${key === here ? "true" : "false"} @click=${() => deeds.converse(key)}>
        ${others(state, key).map((seat) => html`<span class="power-${seat}"><span class="swatch" aria-hidden="true">${state.plan.powers[seat].letter}</span></span>`)}<bdi>${title(state, key)}</bdi>${fresh > 0 ? html`<span class="tag" aria-label=${words.unread(fresh)}>${fresh}</span>` : nothing}</button>`;
    })}</nav>
    <ol class="said" tabindex="0" aria-label=${title(state, here)}>${lines.length === 0 ? html`<li class="dim">${words.nothingSaid}</li>` : repeat(lines, (_, at) => at, (line) => html`
      <li class="power-${line.from} ${line.from === my_seat ? "mine" : ""}"><p class="who"><b><bdi>${speaker(state, line)}</bdi></b> <span class="dim">${line.stage ?? ""} · ${moment(line.time)}</span></p>
        <p class="words"><bdi>${line.words}</bdi></p></li>`)}</ol>
    ${!speaks(state, here) ? html`<p class="dim">${words.seatNeeded}</p>` : html`
      <form class="typed" @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const field = /** @type {HTMLTextAreaElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("text"));
        deeds.say_to(others(state, here), field.value, () => {
          keepDraft(state.glance.table, here, "");
          field.value = "";
        });
      }}><label class="field"><span class="label"><bdi>${words.write(title(state, here))}</bdi></span>${repeat([here], (key) => `draft ${key}`, (key) => html`<textarea name="text" rows="2" maxlength="2000" .value=${draft(state.glance.table, key)} @input=${(/** @type {Event} */ event) => keepDraft(state.glance.table, key, /** @type {HTMLTextAreaElement} */ (event.target).value)}></textarea>`)}</label>
        <button class="button main">${words.say}</button></form>
      ${several(state, deeds)}`}`;
}
