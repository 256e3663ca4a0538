// The court of the castle: Jack, Queen and King as busts that stand on their heads
// in the lower half, as on any deck. Drawn in a card of 100 by 140; the bust fills
// the upper half of the frame from (19, 9) to (81, 70).

import { svg } from "../draw.js";
import { signAt } from "./pip.js";

/** @typedef {import("./suits.js").Suit} Suit */

const face = svg`
  <path class="skin line" d="M41 33c0-7 18-7 18 0 1 9-3 18-9 18s-10-9-9-18Z"></path>
  <path class="fine" d="M44 36.5c1.2-1.2 3-1.2 4 0M52 36.5c1-1.2 2.8-1.2 4 0M50 37.5l-1.2 5h1.9M47.3 46.2c1.8 1.3 3.6 1.3 5.4 0"></path>
  <circle class="pupil" cx="46.1" cy="37.2" r=".9"></circle>
  <circle class="pupil" cx="53.9" cy="37.2" r=".9"></circle>`;

/** @param {Suit} suit */
function robe(suit) {
  return svg`
    <path class="robe line" d="M19 70v-6c4-8 13-11 23-13h16c10 2 19 5 23 13v6Z"></path>
    <path class="trim line" d="M41 50 50 63 59 50l6 2-9 18H44l-9-18Z"></path>
    <path class="panel line" d="M46 70V61l4 5 4-5v9Z"></path>
    <path class="fine" d="M25 70c0-5 1-9 4-13M31 70c0-6 1-10 3-15M75 70c0-5-1-9-4-13M69 70c0-6-1-10-3-15"></path>
    <g class="spots"><circle cx="41" cy="56" r=".9"></circle><circle cx="44" cy="62" r=".9"></circle>
      <circle cx="59" cy="56" r=".9"></circle><circle cx="56" cy="62" r=".9"></circle></g>
    ${signAt(suit, 27, 63.5, 7, { meaning: "badge" })}${signAt(suit, 73, 63.5, 7, { meaning: "badge" })}`;
}

/** @param {Suit} suit */
function jack(suit) {
  return svg`
    <path class="pole line" d="M27 14h2.4v56H27Z"></path>
    <path class="steel line" d="M29.4 18c7-3 9 2 9 7-3-2-6-1-9 2ZM27 18l-4 4 4 4ZM26.6 15l1.6-6 1.6 6Z"></path>
    <path class="hair line" d="M38 32c-2 6-1 12 3 15l2-13ZM62 32c2 6 1 12-3 15l-2-13Z"></path>
    ${robe(suit)}
    <path class="skin line" d="M46 48h8v5l-4 4-4-4Z"></path>
    ${face}
    <path class="robe line" d="M37 31c-2-9 5-15 14-14 8 0 13 5 12 13-8-3-18-3-26 1Z"></path>
    <path class="gold line" d="M36 32c8-5 20-5 28-1l-.6 3.2c-8-3.4-19-3.4-26.8.4Z"></path>
    <path class="plume line" d="M60 21c3-8 10-12 18-11-2 2-1 3-3 4 1 1-1 3-2 3 0 2-2 3-4 3-3 1-6 1-9 1Z"></path>
    <path class="fine" d="M62 20c4-4 8-6 12-7"></path>`;
}

/** @param {Suit} suit */
function queen(suit) {
  return svg`
    <path class="hair line" d="M39 27c-8 8-9 24-6 33 4 0 8-4 9-10l1-18ZM61 27c8 8 9 24 6 33-4 0-8-4-9-10l-1-18Z"></path>
    ${robe(suit)}
    <path class="skin line" d="M46 47h8v6l-4 5-4-5Z"></path>
    ${face}
    <path class="hair" d="M40.5 35c0-8 5-9 9.5-4 4.5-5 9.5-4 9.5 4 1-9-3-13-9.5-13s-10.5 4-9.5 13Z"></path>
    <path class="gold line" d="M38.5 28 36 16l6 5 3-8 5 7 5-7 3 8 6-5-2.5 12c-7-3-16-3-23 0Z"></path>
    <g class="pearls line"><circle cx="36" cy="15.5" r="1.7"></circle><circle cx="45" cy="12.5" r="1.7"></circle>
      <circle cx="55" cy="12.5" r="1.7"></circle><circle cx="64" cy="15.5" r="1.7"></circle></g>
    <circle class="jewel line" cx="50" cy="23.5" r="1.9"></circle>
    <g class="pearls"><circle cx="44.5" cy="53.5" r="1"></circle><circle cx="47" cy="55.7" r="1"></circle>
      <circle cx="50" cy="56.6" r="1"></circle><circle cx="53" cy="55.7" r="1"></circle><circle cx="55.5" cy="53.5" r="1"></circle></g>
    <path class="stem" d="M74 60c-2-9-1-17 0-24M73.5 50c-3 0-5-2-5-4 3 0 5 1 5 4ZM73.5 45c3 0 4-2 4-4-3 0-4 1-4 4Z"></path>
    ${signAt(suit, 74, 30, 13)}`;
}

/** @param {Suit} suit */
function king(suit) {
  return svg`
    <path class="steel line" d="M25.7 14 27.5 10l1.8 4v40h-3.6Z"></path>
    <path class="gold line" d="M21 53h13v3H21ZM26 56h3v7h-3Z"></path>
    <circle class="gold line" cx="27.5" cy="64.5" r="2"></circle>
    <path class="hair line" d="M38 30c-4 9-4 20 2 25h20c6-5 6-16 2-25Z"></path>
    ${robe(suit)}
    ${face}
    <path class="hair line" d="M40.5 36c-2 12 2 22 9.5 27 7.5-5 11.5-15 9.5-27-1 5-3 7.5-5.5 7.5-1.5-1.5-2.8-1.5-4-.3-1.2-1.2-2.5-1.2-4 .3-2.5 0-4.5-2.5-5.5-7.5Z"></path>
    <path class="lips" d="M47.5 47c1.7 1.2 3.3 1.2 5 0Z"></path>
    <path class="fine pale" d="M45 50c1 4 3 7 5 9M55 50c-1 4-3 7-5 9M50 50v8"></path>
    <path class="robe line" d="M40 27c0-8 4-12 10-12s10 4 10 12Z"></path>
    <path class="gold line" d="M37.5 30 34 17l7 4 4-6 5 5 5-5 4 6 7-4-3.5 13c-8-3-17-3-25 0Z"></path>
    <path class="gold line" d="M49 14v-2h-2v-2h2V8h2v2h2v2h-2v2Z"></path>
    <g class="jewels"><circle class="jewel line" cx="50" cy="25" r="2"></circle>
      <circle class="pearl" cx="43" cy="26" r="1.3"></circle><circle class="pearl" cx="57" cy="26" r="1.3"></circle></g>
    <g transform="translate(73 50)"><circle class="gold line" r="5.5"></circle>
      <path class="fine" d="M-5.4 0h10.8M0-5.4V0"></path><path class="gold line" d="M-.9-5.5v-5h1.8v5ZM-2.5-9h5v1.6h-5Z"></path></g>`;
}

/** @type {Record<string, (suit: Suit) => import("../vendor/lit-html/lit-html.js").SVGTemplateResult>} */
const FIGURES = { J: jack, Q: queen, K: king };

/**
 * The picture of a court card, both halves.
 * @param {string} rank
 * @param {Suit} suit
 */
export function courtPicture(rank, suit) {
  const half = FIGURES[rank](suit);
  return svg`
    <rect class="ground" x="18" y="8" width="64" height="124" rx="3"></rect>
    <path class="lattice" d="M18 22 32 8M18 38 48 8M18 54 64 8M18 70 80 8M34 70 82 22M50 70 82 38M66 70 82 54M82 22 68 8M82 38 52 8M82 54 36 8M82 70 20 8M66 70 18 22M50 70 18 38M34 70 18 54M18 118l14 14M18 102l30 30M18 86l46 46M18 70l62 62M34 70l48 48M50 70l32 32M66 70l16 16M82 118l-14 14M82 102l-30 30M82 86l-46 46M82 70l-62 62M66 70l-48 48M50 70l-32 32M34 70 18 86"></path>
    <g>${half}</g>
    <g transform="rotate(180 50 70)">${half}</g>
    <path class="belt line" d="M18 67.5h64v5H18Z"></path>
    <path class="beads" d="M22 70h58" stroke-dasharray="0 4" stroke-linecap="round"></path>
    <rect class="frame" x="18" y="8" width="64" height="124" rx="3"></rect>`;
}

/** The Jester: a head in a cap with bells, on both ends. */
export function jesterPicture() {
  const half = svg`
    <path class="robe line" d="M22 70c3-11 14-16 28-16s25 5 28 16Z"></path>
    <path class="gold line" d="M30 62l6 8 7-10 7 10 7-10 7 10 6-8c-6-6-13-8-20-8s-14 2-20 8Z"></path>
    <path class="skin line" d="M46 47h8v7l-4 4-4-4Z"></path>
    ${face}
    <path class="robe line" d="M50 14c-3 6-4 12-4 19-8-3-16 0-21 9-5-2-6-6-4-11 3-9 14-16 29-17Z"></path>
    <path class="panel line" d="M50 14c3 6 4 12 4 19 8-3 16 0 21 9 5-2 6-6 4-11-3-9-14-16-29-17Z"></path>
    <path class="gold line" d="M40 33c6-3 14-3 20 0l-.5 3.2c-6-2.6-13-2.6-19 0Z"></path>
    <g class="bells line"><circle class="gold" cx="24" cy="44" r="3"></circle><circle class="gold" cx="76" cy="44" r="3"></circle>
      <circle class="gold" cx="50" cy="13" r="3"></circle></g>`;
  return svg`
    <rect class="ground" x="18" y="8" width="64" height="124" rx="3"></rect>
    <g>${half}</g><g transform="rotate(180 50 70)">${half}</g>
    <path class="belt line" d="M18 67.5h64v5H18Z"></path>
    <rect class="frame" x="18" y="8" width="64" height="124" rx="3"></rect>`;
}
