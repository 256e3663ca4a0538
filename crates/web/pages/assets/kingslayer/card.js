// A card as a picture. 100 by 140; colours come from the style sheet by meaning.

import { nothing, svg } from "../draw.js";
import { courtPicture, jesterPicture } from "./court.js";
import { card, isCourt } from "./notation.js";
import { signAt } from "./pip.js";

/** @typedef {import("./suits.js").Suit} Suit */

/** Where the signs of a number card stand, in the upper half and on the middle line. */
const LEFT = 36;
const MIDDLE = 50;
const RIGHT = 64;
/** @type {Record<string, [number, number][]>} */
const PIPS = {
  2: [[MIDDLE, 28], [MIDDLE, 112]],
  3: [[MIDDLE, 28], [MIDDLE, 70], [MIDDLE, 112]],
  4: [[LEFT, 28], [RIGHT, 28], [LEFT, 112], [RIGHT, 112]],
  5: [[LEFT, 28], [RIGHT, 28], [MIDDLE, 70], [LEFT, 112], [RIGHT, 112]],
  6: [[LEFT, 28], [RIGHT, 28], [LEFT, 70], [RIGHT, 70], [LEFT, 112], [RIGHT, 112]],
  7: [[LEFT, 28], [RIGHT, 28], [MIDDLE, 49], [LEFT, 70], [RIGHT, 70], [LEFT, 112], [RIGHT, 112]],
  8: [[LEFT, 28], [RIGHT, 28], [MIDDLE, 49], [LEFT, 70], [RIGHT, 70], [MIDDLE, 91], [LEFT, 112], [RIGHT, 112]],
  9: [[LEFT, 26], [RIGHT, 26], [LEFT, 55], [RIGHT, 55], [MIDDLE, 70], [LEFT, 85], [RIGHT, 85], [LEFT, 114], [RIGHT, 114]],
  10: [[LEFT, 26], [RIGHT, 26], [MIDDLE, 40.5], [LEFT, 55], [RIGHT, 55], [LEFT, 85], [RIGHT, 85], [MIDDLE, 99.5], [LEFT, 114], [RIGHT, 114]],
};

/** @param {Suit} suit */
function acePicture(suit) {
  return svg`
    <circle class="halo" cx="50" cy="70" r="29"></circle>
    <circle class="halo dotted" cx="50" cy="70" r="33" stroke-dasharray="0 4.32" stroke-linecap="round"></circle>
    ${signAt(suit, 50, 70, 42)}`;
}

/**
 * The index in both corners.
 * @param {string} rank
 * @param {Suit | null} suit
 */
function corners(rank, suit) {
  const corner = svg`${letters(rank)}${suit ? signAt(suit, 9.5, 31, 12) : nothing}`;
  return svg`${corner}<g transform="rotate(180 50 70)">${corner}</g>`;
}

/** The letters of an index. The one of the ten is our own: the typeface's is an I. @param {string} rank */
function letters(rank) {
  if (rank === "X") return svg`<path class="sign" d="M9.5 6l2 5.3 5.6.3-4.4 3.5 1.5 5.4-4.7-3.1-4.7 3.1 1.5-5.4-4.4-3.5 5.6-.3Z"></path>`;
  if (rank === "10") {
    return svg`<path class="sign" d="M2.5 10.6 6.2 7h1.9v11.4h1.7V20.5H3v-2.1h1.9v-7.3l-1.7 1.5Z"></path>
      <text class="index tight" x="13.6" y="20.5" text-anchor="middle">0</text>`;
  }
  return svg`<text class="index" x="9.5" y="20.5" text-anchor="middle">${rank}</text>`;
}

/**
 * The picture of a card, without words: whoever shows it names it.
 * @param {string} code
 */
export function cardPicture(code) {
  const it = card(code);
  const inside = !it.suit
    ? jesterPicture()
    : isCourt(it)
      ? courtPicture(it.rank, it.suit)
      : it.rank === "A"
        ? acePicture(it.suit)
        : PIPS[it.rank].map(([x, y]) => signAt(/** @type {Suit} */ (it.suit), x, y, 21, { turned: y > 70 }));
  return svg`<svg class="card-picture ${it.suit ?? "jester"}" viewBox="0 0 100 140" aria-hidden="true" focusable="false">
    <rect class="face" x=".75" y=".75" width="98.5" height="138.5" rx="8"></rect>
    ${inside}${corners(it.rank, it.suit)}</svg>`;
}

/** The back of every card. */
export function cardBack() {
  const lattice = [];
  for (let at = -120; at <= 120; at += 12) {
    lattice.push(`M${at} 0l140 140M${at + 100} 0l-140 140`);
  }
  return svg`<svg class="card-picture back" viewBox="0 0 100 140" aria-hidden="true" focusable="false">
    <rect class="face" x=".75" y=".75" width="98.5" height="138.5" rx="8"></rect>
    <svg x="7" y="7" width="86" height="126" viewBox="7 7 86 126"><rect class="cloth" x="7" y="7" width="86" height="126"></rect>
      <path class="weave" d=${lattice.join("")}></path></svg>
    <rect class="hem" x="7" y="7" width="86" height="126" rx="4"></rect>
    <circle class="seal" cx="50" cy="70" r="19"></circle>
    <path class="crown" d="M38 79 35 62l8 6 7-11 7 11 8-6-3 17Z"></path></svg>`;
}
