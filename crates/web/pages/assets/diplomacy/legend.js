// What the signs on the map mean: each drawn as the map draws it.

import { html, svg } from "../draw.js";
import { words } from "../words/diplomacy-help.js";
import { line, token } from "./map.js";
import { arrow } from "./arrows.js";

/** The radius of a unit, and how large a sample is. */
const SIZE = 11;
const [WIDTH, HEIGHT] = [132, 64];

/** Places of the samples. */
const AT = /** @type {Record<string, import("../../types/diplomacy.js").Point>} */ ({ AAA: [20, 18], BBB: [66, 32], CCC: [112, 18], DDD: [66, 50], EEE: [20, 32], FFF: [112, 32] });
const PLACES = new Map(Object.entries(AT).map(([code, unit]) => [code, /** @type {import("../../types/diplomacy.js").ProvincePlan} */ (/** @type {unknown} */ ({ code, unit, dislodged: unit, coasts: {} }))]));

/** @param {string} kind @param {string} at */
const unit = (kind, at) => svg`<g class="unit" transform="translate(${AT[at][0]} ${AT[at][1]})">${token({ kind, letter: "", size: SIZE })}</g>`;

/** @param {string} order @param {{ failed?: boolean, held?: string[] }} [more] */
function drawn(order, { failed = false, held = [] } = {}) {
  const lines = arrow(PLACES, order, { size: SIZE, failed, held: (place) => held.includes(place) });
  return line({ power: 0, order, failed }, lines, SIZE, null);
}

/** Every sign, by what is said of it. @type {[keyof typeof words.signs, unknown][]} */
const SIGNS = [
  ["army", unit("A", "BBB")],
  ["fleet", unit("F", "BBB")],
  ["centre", svg`<g class="centre"><circle cx="50" cy="32" r="7"></circle></g><g class="centre"><circle cx="82" cy="32" r="7"></circle><circle class="dot" cx="82" cy="32" r="4.2"></circle></g>`],
  ["move", [drawn("A EEE - FFF"), unit("A", "EEE")]],
  ["bounce", [drawn("A EEE - FFF", { failed: true }), unit("A", "EEE")]],
  ["hold", [drawn("A BBB H"), unit("A", "BBB")]],
  ["support", [drawn("A AAA - CCC"), drawn("A DDD S A AAA - CCC"), unit("A", "AAA"), unit("A", "DDD")]],
  ["convoy", [drawn("A AAA - CCC"), drawn("F DDD C A AAA - CCC"), unit("A", "AAA"), unit("F", "DDD")]],
];

/** The signs of the map with their meanings. */
export function legend() {
  return html`<ul class="legend">${SIGNS.map(([name, sign]) => html`<li><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${sign}</svg><span>${words.signs[name]}</span></li>`)}</ul>`;
}
