// What can be done now, as buttons.

import { html, nothing } from "../draw.js";
import { icon } from "../icons.js";
import { words } from "../words/kingslayer.js";

/**
 * @typedef {{ label: string, sign: string, key: string, act: () => void, about?: string }} Action
 */

/**
 * @param {{ main: { label: string, ready: boolean, act: () => void } | null, others: Action[] }} what
 */
export function actions({ main, others }) {
  return html`<div class="actions">
    ${main ? html`<button class="button main act" ?disabled=${!main.ready} @click=${main.act}>${main.label}</button>` : nothing}
    <div class="lesser">${others.map(
      (it) => html`<button class="button small" @click=${it.act} aria-label=${it.about ?? it.label} aria-keyshortcuts=${it.key}>${icon(it.sign)}<span>${it.label}</span></button>`,
    )}</div></div>`;
}

/**
 * After a Jester: who goes next.
 * @param {number[]} seats
 * @param {number} you
 * @param {(seat: number) => string} name
 * @param {(seat: number) => void} choose
 */
export function chooser(seats, you, name, choose) {
  return html`<div class="actions chooser">${seats.map(
    (seat) => html`<button class="button main" @click=${() => choose(seat)}><bdi>${seat === you ? words.goAgain : words.next(name(seat))}</bdi></button>`,
  )}</div>`;
}
