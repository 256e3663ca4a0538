// The map in words, for whoever does not see it: every unit, who was driven out, who owns
// which centres, and the orders that the map shows.

import { html, nothing } from "../draw.js";
import { words } from "../words/diplomacy.js";
import { coast, phaseWords, province, read } from "./notation.js";
import { pieces } from "./position.js";
import { named } from "./state.js";

/** @typedef {import("../../types/diplomacy.js").Plan} Plan */
/** @typedef {import("../../types/diplomacy.js").Position} Position */

/** A place with its whole name. @param {Plan} plan @param {string} place */
export function placeInWords(plan, place) {
  const name = plan.provinces.find((it) => it.code === province(place))?.name ?? place;
  const side = coast(place);
  return side ? `${name}, ${(words.coasts[side] ?? side).toLowerCase()}` : name;
}

/** A unit with its whole name. @param {Plan} plan @param {string} unit */
const unitInWords = (plan, unit) => `${unit[0] === "A" ? words.army : words.fleet} ${placeInWords(plan, unit.slice(2))}`;

/** An order as it is read aloud. @param {Plan} plan @param {string} text */
export function orderInWords(plan, text) {
  const order = read(text);
  if (!order) return text;
  const { kind, unit, target, to, via } = order;
  if (kind === "waive") return words.waive;
  const who = unitInWords(plan, unit);
  const there = to ? placeInWords(plan, to) : "";
  const whom = target ? unitInWords(plan, target) : "";
  const said = {
    hold: words.saysHold, build: words.saysBuild, disband: words.saysDisband,
    move: via ? words.saysConvoyed(there) : words.saysMove(there), retreat: words.saysRetreat(there),
    support: there ? words.saysSupport(whom, there) : words.saysSupportHold(whom), convoy: words.saysConvoy(whom, there),
  };
  return `${who} ${said[kind]}`;
}

/**
 * All that is drawn, as lists.
 * @param {Plan} plan
 * @param {Position} position
 * @param {import("./map.js").Drawn[]} orders
 */
export function inWords(plan, position, orders) {
  const units = pieces(plan, position);
  const power = (/** @type {number} */ seat) => named(plan.powers[seat]?.name ?? "");
  const open = (/** @type {string} */ unit, /** @type {number} */ seat) => position.dislodged?.[plan.powers[seat].name]?.[unit] ?? [];
  const driven = units.filter((it) => it.dislodged);
  return html`<section class="unseen in-words" aria-labelledby="in-words"><h2 id="in-words">${words.mapInWords}</h2><p>${phaseWords(position.phase)}</p>
    <h3>${words.units}</h3><ul class="told-units">${plan.powers.map(({ name }, seat) => {
      const own = units.filter((it) => it.power === seat && !it.dislodged).map((it) => unitInWords(plan, it.unit));
      const centres = (position.centers[name] ?? []).map((code) => placeInWords(plan, code));
      return own.length + centres.length === 0 ? nothing : html`<li>${named(name)}: ${own.join("; ") || words.noUnits}. ${words.centresOf(centres)}</li>`;
    })}</ul>
    ${driven.length > 0 ? html`<h3>${words.drivenOut}</h3><ul class="told-dislodged">${driven.map((it) => html`<li>${power(it.power)}: ${unitInWords(plan, it.unit)}. ${words.mayGo(open(it.unit, it.power).map((place) => placeInWords(plan, place)))}</li>`)}</ul>` : nothing}
    ${orders.length > 0 ? html`<h3>${words.orders}</h3><ul class="told-orders">${orders.map((it) => html`<li>${power(it.power)}: ${orderInWords(plan, it.order)}${it.thought ? `, ${words.notGiven}` : it.failed ? `, ${words.fails}` : ""}.</li>`)}</ul>` : nothing}</section>`;
}
