// The twelve royals at a glance: who has fallen, who stands here, who is to come.

import { html } from "../draw.js";
import { words } from "../words/kingslayer.js";
import { ALL_SUITS } from "./notation.js";
import { sign } from "./sign.js";

/** @typedef {import("./suits.js").Suit} Suit */

const LETTERS = { clubs: "C", diamonds: "D", hearts: "H", spades: "S" };

/** @param {import("../../types/kingslayer.js").View} view */
export function castle(view) {
  const rank = (/** @type {string} */ letter) => {
    const code = (/** @type {Suit} */ suit) => letter + LETTERS[suit];
    const standing = (/** @type {Suit} */ suit) =>
      view.enemy?.card === code(suit) ? "here" : view.castle.includes(code(suit)) ? "coming" : "gone";
    const of = (/** @type {string} */ which) => ALL_SUITS.filter((suit) => standing(suit) === which).map(words.suit).join(", ");
    return html`<li class="rank" data-pile=${letter === "J" ? "castle" : "castle-more"}><span aria-hidden="true"><b>${letter}</b>${ALL_SUITS.map(
      (suit) => html`<i class=${standing(suit)}>${sign(suit)}</i>`,
    )}</span><span class="unseen">${words.castleRank(letter, of("coming"), of("gone"))}</span></li>`;
  };
  return html`<ul class="castle" aria-label=${words.castle}>${["J", "Q", "K"].map(rank)}</ul>`;
}
