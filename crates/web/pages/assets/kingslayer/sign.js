// A suit sign in a line of text, and text in which signs stand.

import { html } from "../draw.js";
import { CHARACTERS, SIGNS } from "./suits.js";

/** @typedef {import("./suits.js").Suit} Suit */

/** @param {Suit} suit */
export function sign(suit) {
  return html`<svg class="suit ${suit}" viewBox="0 0 100 100" aria-hidden="true" focusable="false"><path d=${SIGNS[suit]}></path></svg>`;
}

/** @type {Record<string, Suit>} */
const BY_CHARACTER = Object.fromEntries(Object.entries(CHARACTERS).map(([suit, character]) => [character, /** @type {Suit} */ (suit)]));

/** A line in which every sign has its colour; the words stay text. @param {string} line */
export function coloured(line) {
  return line.split(/([♣♦♥♠])/).map((part) => (part in BY_CHARACTER ? html`<span class="sign-text ${BY_CHARACTER[part]}">${part}</span>` : part));
}
