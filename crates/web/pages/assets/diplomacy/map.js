// The map: provinces, centres, names, units and orders, each to be found by its code.

import { html, nothing, repeat, svg } from "../draw.js";
import { along, arrow } from "./arrows.js";
import { shown } from "./labels.js";
import { province, read } from "./notation.js";
import { byCode, onPaper, owners, pieces, spot } from "./position.js";

/** @typedef {import("../../types/diplomacy.js").Plan} Plan */
/** @typedef {import("../../types/diplomacy.js").Position} Position */
/** @typedef {import("./camera.js").Box} Box */
/** @typedef {{ power: number, order: string, failed?: boolean, pending?: boolean, thought?: boolean }} Drawn an order on the map */
/**
 * @typedef {{ plan: Plan, position: Position, orders: Drawn[], view: Box, scale: number, chosen: string | null,
 *   lit: Set<string>, dims?: boolean, ways?: string[][], quiet: boolean }} Scene `scale` is pixels by map unit; `dims` says whether what is not lit is dim
 */

/** Sizes that can still be seen and hit, in pixels: on a phone, and where there is most room. */
const UNIT = [9.5, 15];
const LETTERS = [10.5, 14];
const CENTRE = [3.4, 5];

/** How wide the whole map is, in pixels, where all is as large as it becomes. */
const ROOM = 900;

/** Something between its smallest and its largest size, by how wide the map is. @param {number[]} sizes @param {Plan} plan @param {number} scale */
const least = ([small, large], plan, scale) => Math.min(large, Math.max(small, (large * plan.width * scale) / ROOM)) / scale;

/** How many times as far as on paper a unit that was driven out stands at most. */
const MOST_APART = 2.5;

/** How wide the whole map is, in pixels, where names are moved and not left out. */
const ROOMY = 520;

const HULL = "M-104 -8H104Q98 84 56 84H-56Q-98 84 -104 -8z";
const SAILS = "M-10 -22V-104Q-62 -82 -74 -22zM10 -22V-92Q56 -72 66 -22z";
const TEETH = "M0 -160L29 -117L80 -139L84 -87L139 -80L117 -29L160 0L117 29L139 80L84 87L80 139L29 117L0 160L-29 117L-80 139L-84 87L-139 80L-117 29L-160 0L-117 -29L-139 -80L-84 -87L-80 -139L-29 -117z";

/** The radius of a unit that can be hit. @param {Plan} plan @param {number} scale */
const unitSize = (plan, scale) => Math.max(onPaper(plan), least(UNIT, plan, scale));

/** How many times as far as on paper those that were driven out stand. @param {Plan} plan @param {number} scale */
export const apart = (plan, scale) => Math.min(unitSize(plan, scale) / onPaper(plan), MOST_APART);

/** What a board brings of its own, as rules of a style sheet: its shape, and the colours of its powers in light and in dark. @param {Plan} plan */
export function inks(plan) {
  const sheet = new CSSStyleSheet();
  sheet.insertRule(`.frame { --shape: ${plan.width} / ${plan.height}; }`);
  plan.powers.forEach(({ light, dark }, seat) => {
    const pair = (/** @type {"token" | "letter" | "land"} */ name) => `--${name}: light-dark(${light[name]}, ${dark[name]});`;
    sheet.insertRule(`.power-${seat} { ${pair("token")} ${pair("letter")} ${pair("land")} }`);
  });
  return sheet;
}

/** A unit: an army is a disc, a fleet a boat. @param {{ kind: string, letter: string, size: number }} what */
export function token({ kind, letter, size }) {
  return kind === "A"
    ? svg`<circle class="body" r=${size}></circle><circle class="rim" r=${size * 0.87} stroke-width=${size * 0.07}></circle>
        <text class="letter" font-size=${size * 1.25} y=${size * 0.42}>${letter}</text>`
    : svg`<g transform="scale(${(size * 0.94) / 100})"><path class="sails" d=${SAILS}></path><path class="body" d=${HULL}></path></g>
        <text class="letter" font-size=${size} y=${size * 0.72}>${letter}</text>`;
}

/**
 * Where a name stands: beside its centre, also where letters are larger than on paper.
 * @param {import("../../types/diplomacy.js").ProvincePlan} it
 * @param {number} letters
 * @param {number} radius of a centre
 * @returns {[number, number]}
 */
function labelAt({ code, label: [x, y], centre }, letters, radius) {
  if (!centre || Math.abs(centre[1] - y) > letters * 0.6 + radius) return [x, y];
  const room = code.length * letters * 0.39 + radius * 1.2;
  const apart = x - centre[0];
  return Math.abs(apart) >= room ? [x, y] : [centre[0] + (apart < 0 ? -room : room), y];
}

/** What never changes. @param {Plan} plan */
function ground(plan) {
  return svg`<rect class="sea" width=${plan.width} height=${plan.height}></rect>
    <path class="shallows" d=${plan.shallows}></path>`;
}

/** @param {Plan} plan */
function lines(plan) {
  return svg`<g class="lines"><path class="neutral" d=${plan.neutral}></path><path class="lake" d=${plan.lake}></path><path class="wall" d=${plan.wall}></path>
    <path class="sea-line" d=${plan.sea_lines}></path><path class="border" d=${plan.borders}></path><path class="coast" d=${plan.coast}></path>
    <path class="army-link" d=${plan.army_links}></path><path class="fleet-link" d=${plan.fleet_links}></path></g>`;
}

/** @param {Scene} scene */
export function picture({ plan, position, orders, view, scale, chosen, lit, dims, ways, quiet }) {
  const owned = owners(plan, position);
  const size = unitSize(plan, scale);
  const places = byCode(plan, apart(plan, scale));
  // Whoever was driven out stands over whoever came.
  const units = pieces(plan, position, places).toSorted((one, other) => Number(one.dislodged) - Number(other.dislodged));
  const letters = Math.min(Math.max(plan.sizes.label, least(LETTERS, plan, scale)), plan.sizes.label * 3);
  const full = plan.sizes.name * scale >= 9;
  const dot = Math.max(plan.sizes.centre, least(CENTRE, plan, scale));
  const held = new Map(units.filter((it) => !it.dislodged).map((it) => [province(it.place), it.at]));
  // Where there is room a name that is in the way stands under or over its unit instead.
  const roomy = plan.width * scale >= ROOMY;
  const beside = (/** @type {string} */ code, /** @type {string} */ kind, /** @type {[number, number]} */ [x, y]) => {
    // On the sea there is room around.
    const around = kind === "sea" ? /** @type {[number, number][]} */ ([[x + letters * 1.5, y], [x - letters * 1.5, y], [x, y + letters], [x, y - letters]]) : [];
    const unit = held.get(code);
    const [middle, apart] = unit ? [unit, size + letters * 0.75] : [[x, y], letters * 1.25];
    const places = /** @type {[number, number][]} */ ([[x, y], ...(roomy ? [[middle[0], middle[1] + apart], ...(unit ? [[middle[0] + letters * 0.6, middle[1] + apart], [middle[0] - letters * 0.6, middle[1] + apart]] : []), [middle[0], middle[1] - apart]] : around)]);
    // No name is cut by the edge of the map.
    const [half, high] = [code.length * letters * 0.44, letters * 0.6];
    return places.map(([at, line]) => /** @type {[number, number]} */ ([Math.min(Math.max(at, half), plan.width - half), Math.min(Math.max(line, high), plan.height - high)]));
  };
  const names = plan.provinces.map((it) => ({
    text: it.code, places: beside(it.code, it.kind, labelAt(it, letters, dot)),
    weight: (it.code === chosen ? 8 : 0) + (lit.has(it.code) ? 4 : 0) + (it.centre ? 2 : 0) + (held.has(it.code) ? 0 : 1),
  }));
  const going = new Set(orders.map((it) => way(it.order)));
  const arrows = orders.map((it) => ({ it, drawn: drawnOrder(it, places, size, units, held, going) }));
  // Names give way to units and to the lines of orders.
  const taken = [...units.map((it) => it.at), ...arrows.flatMap(({ drawn }) => (drawn?.kind === "build" && drawn.ring ? [drawn.ring] : []))].map(([x, y]) => ({ x, y, r: size * 0.8 }));
  // Where a name can stand elsewhere it covers no centre either.
  if (roomy) taken.push(...plan.provinces.flatMap(({ centre }) => (centre ? [{ x: centre[0], y: centre[1], r: dot * 0.5 }] : [])));
  taken.push(...arrows.flatMap(({ drawn }) => (drawn ? along(drawn, letters).map(([x, y]) => ({ x, y, r: size * 0.4 })) : [])));
  const legible = shown(names, letters, taken);
  // The marks of coasts are the first to give way.
  const coasts = plan.sizes.mark * scale >= 7 ? plan.provinces.flatMap((it) => Object.entries(it.coasts).map(([name, { mark: [x, y] }]) => ({ text: name.toLowerCase(), key: `${it.code}/${name}`, places: /** @type {[number, number][]} */ ([[x, y - plan.sizes.mark * 0.34]]), weight: 0 }))) : [];
  const clear = shown(coasts, plan.sizes.mark, [...taken, ...letterBoxes(legible, letters)]);
  const outlines = new Map(plan.provinces.map((it) => [it.code, it.outline]));
  const choosing = dims && lit.size > 0;
  const mark = (/** @type {string} */ code) => `${code === chosen ? " chosen" : ""}${lit.has(code) ? " lit" : choosing ? " unlit" : ""}`;
  return html`<svg class="map ${quiet ? "quiet" : ""}" viewBox="${view.x} ${view.y} ${view.w} ${view.h}" aria-hidden="true" data-phase=${position.phase}>
    ${ground(plan)}
    <g class="provinces">${plan.provinces.map((it) => {
      const owner = owned.get(it.code);
      return svg`<path class="province ${it.kind}${owner === undefined ? "" : ` owned power-${owner}`}${mark(it.code)}" data-at=${it.code} d=${it.outline}></path>`;
    })}</g>
    ${lines(plan)}
    <rect class="paper" width=${plan.width} height=${plan.height}></rect>
    <g class="light">${repeat([...lit].filter((code) => outlines.has(code)), (code) => code, (code) => svg`<path d=${outlines.get(code)}></path>`)}${chosen && outlines.has(chosen) ? svg`<path class="chosen" d=${outlines.get(chosen)}></path>` : nothing}</g>
    <g class="centres">${plan.provinces.filter((it) => it.centre).map((it) => {
      const owner = owned.get(it.code);
      const [x, y] = /** @type {[number, number]} */ (it.centre);
      return svg`<g class=${owner === undefined ? "centre" : `centre power-${owner}`}><circle cx=${x} cy=${y} r=${dot}></circle><circle class="dot" cx=${x} cy=${y} r=${dot * 0.6}></circle></g>`;
    })}</g>
    <g class="names">${plan.provinces.map((it) => {
      const at = legible.get(it.code);
      return at ? svg`<text class=${it.kind} x=${at[0]} y=${at[1] + letters * 0.34} font-size=${letters}>${it.code}</text>` : nothing;
    })}
      ${full ? plan.provinces.filter((it) => it.title && legible.has(it.code)).map((it) => {
        const [[left, line], rows] = /** @type {[[number, number], string[]]} */ (it.title);
        // It goes with its short name.
        const [at, own] = [legible.get(it.code) ?? it.label, labelAt(it, letters, dot)];
        const [x, y] = [left + at[0] - own[0], line + at[1] - own[1]];
        const top = y - (plan.sizes.name * (rows.length - 1)) / 2;
        return rows.map((row, number) => svg`<text class="full ${it.kind}" x=${x} y=${top + plan.sizes.name * (number + 0.34)} font-size=${plan.sizes.name}>${row}</text>`);
      }) : nothing}
      ${coasts.filter((it) => clear.has(it.key)).map(({ text, places: [[x, y]] }) => svg`<text class="full" x=${x} y=${y + plan.sizes.mark * 0.34} font-size=${plan.sizes.mark}>${text}</text>`)}</g>
    <g class="ways">${(ways ?? []).map((way) => {
      const points = way.map((code) => spot(places, code)).map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`);
      return svg`<path class="way" data-way=${way.join(" ")} d="M${points.join("L")}" stroke-width=${size * 0.22} stroke-dasharray="${size * 0.1} ${size * 0.45}"></path>`;
    })}</g>
    <g class="orders">${arrows.map(({ it, drawn }) => (drawn?.close ? nothing : line(it, drawn, size, plan)))}</g>
    <g class="units">${repeat(units, (it) => `${it.key}-${it.power}`, (it) => svg`
      <g class="unit power-${it.power} ${it.dislodged ? "dislodged" : ""} ${province(it.place) === chosen ? "chosen" : ""}" data-at=${province(it.place)} data-key=${it.key}
        transform="translate(${it.at[0]} ${it.at[1]})"><circle class="reach" r=${Math.max(size, 20 / scale)}></circle>
        ${it.dislodged ? svg`<path class="teeth" d=${TEETH} transform="scale(${size / 130})"></path>` : nothing}
        ${token({ kind: it.kind, letter: plan.powers[it.power].letter, size: it.dislodged ? size * 0.75 : size })}</g>`)}</g>
    <g class="orders">${arrows.map(({ it, drawn }) => (drawn?.close ? line(it, drawn, size, plan) : nothing))}</g>
  </svg>`;
}

/** From where to where a move goes, as a word; nothing for what does not move. @param {string} text @param {boolean} [back] the other way round */
function way(text, back = false) {
  const order = read(text);
  if (order?.kind !== "move") return "";
  const ends = [province(order.at), province(order.to ?? "")];
  return (back ? ends.toReversed() : ends).join("-");
}

/** What names cover, letter by letter, so that nothing small slips under them. @param {Map<string, [number, number]>} names @param {number} letters */
const letterBoxes = (names, letters) => [...names].flatMap(([text, [x, y]]) => [...text].map((_, at) => ({ x: x + (at - (text.length - 1) / 2) * letters * 0.7, y, r: letters * 0.45 })));

/**
 * The lines of an order; a retreat begins where the driven out unit stands.
 * @param {Drawn} it
 * @param {ReturnType<typeof byCode>} places
 * @param {number} size
 * @param {import("./position.js").Piece[]} units
 * @param {Map<string, unknown>} held provinces in which somebody stands
 * @param {Set<string>} going what moves from where to where
 */
function drawnOrder(it, places, size, units, held, going) {
  const driven = units.some((unit) => unit.dislodged && unit.power === it.power && it.order.startsWith(unit.unit));
  return arrow(places, it.order, { size, failed: it.failed, dislodged: driven, held: (place) => held.has(place), meets: going.has(way(it.order, true) || "-") });
}

/** @param {import("../../types/diplomacy.js").Point} at @param {number} arm */
const crossAt = ([x, y], arm) => `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`;

/**
 * @param {Drawn} it
 * @param {import("./arrows.js").Arrow | null} drawn
 * @param {number} size
 * @param {Plan | null} plan for the letter of a unit that is built
 */
export function line(it, drawn, size, plan) {
  if (!drawn) return nothing;
  const { kind, line: stem, head, ring, cross } = drawn;
  const arm = size * 0.45;
  return svg`<g class="order ${kind} power-${it.power} ${it.failed ? "failed" : ""} ${it.pending ? "pending" : ""} ${it.thought ? "thought" : ""}" data-order=${it.order} stroke-width=${size * 0.2}>
    ${stem ? svg`<path class="under" d=${stem} stroke-width=${size * 0.36}></path><path class="stem" d=${stem} stroke-dasharray=${kind === "support" ? `${size * 0.4} ${size * 0.25}` : kind === "convoy" ? `${size * 0.12} ${size * 0.3}` : nothing}></path>` : nothing}
    ${head ? svg`<path class="head" d=${head} stroke-width=${size * 0.16}></path>` : nothing}
    ${ring ? svg`<circle class="ring" cx=${ring[0]} cy=${ring[1]} r=${ring[2]}></circle>` : nothing}
    ${kind === "build" && ring ? svg`<g class="unit new power-${it.power}" transform="translate(${ring[0]} ${ring[1]})">${token({ kind: it.order[0], letter: plan?.powers[it.power]?.letter ?? "", size })}</g>` : nothing}
    ${cross ? svg`<path class="under" d=${crossAt(cross, arm)} stroke-width=${size * 0.36}></path><path class="cross" d=${crossAt(cross, arm)}></path>` : nothing}</g>`;
}
