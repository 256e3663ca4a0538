// How a game of Diplomacy is begun from the first page.

import { html, nothing } from "../draw.js";
import { words } from "../words/entrance.js";

/** Nobody talks, and nobody is told who plays what. */
const GUNBOAT = "gunboat";

/** What is chosen here; kept while the page is open. */
const wish = { board: "standard", bots: "greedy", chooses: false, map: "standard", pace: "24h", fill: "none", press: "full", hidden: false, listed: false };

/** @param {string} hours */
const paced = (hours) => [`movement=${hours}`, `retreats=${hours}`, `builds=${hours}`];

/**
 * @param {{ game: import("../../types/api.js").GameOffer, busy: boolean, begin: (game: string, wish: unknown) => void, change: () => void }} what
 */
export function entrance({ game, busy, begin, change }) {
  const alone = (/** @type {string} */ map, /** @type {string} */ bots, chooses = false) => begin(game.game, { settings: [`map=${map}`, `bots=${bots}`, ...paced("30d")], joins: !chooses, begins: !chooses });
  const together = () => begin(game.game, {
    settings: [`map=${wish.map}`, ...paced(wish.pace), ...(wish.press === GUNBOAT ? ["preset=gunboat"] : [`press=${wish.press}`, `names=${wish.hidden ? "hidden" : "open"}`]), `bots=${wish.fill}`],
    joins: true, listed: wish.listed,
  });
  const button = (/** @type {string} */ label, /** @type {string} */ about, /** @type {() => void} */ act, main = false) => html`
    <li><button class=${main ? "button main wide" : "button wide"} ?disabled=${busy} @click=${act}>${label}</button><span class="dim">${about}</span></li>`;
  // The house says what it has, boards of its own among them.
  const maps = (game.boards ?? [{ name: "standard", title: "" }]).map(({ name, title }) => /** @type {[string, string]} */ ([name, words.maps[name] ?? title]));
  // There are too many to stand beside each other.
  const boards = (/** @type {"board" | "map"} */ name) => html`<label class="field"><span class="label">${words.map}</span><select name="dip-${name}" @change=${(/** @type {Event} */ event) => {
    wish[name] = /** @type {HTMLSelectElement} */ (event.target).value;
    change();
  }}>${maps.map(([value, label]) => html`<option value=${value} ?selected=${wish[name] === value}>${label}</option>`)}</select></label>`;
  const radios = (/** @type {"bots" | "pace" | "fill" | "press"} */ name, /** @type {string} */ legend, /** @type {[string, string][]} */ all) => html`
    <fieldset class="choices"><legend>${legend}</legend>${all.map(([value, label]) => html`<label class="choice"><input type="radio" name="dip-${name}" .checked=${wish[name] === value} @change=${() => {
      wish[name] = value;
      change();
    }}><span>${label}</span></label>`)}</fieldset>`;
  const flag = (/** @type {"hidden" | "listed" | "chooses"} */ name, /** @type {string} */ label) => html`<label class="switch"><input type="checkbox" .checked=${wish[name]} @change=${() => {
    wish[name] = !wish[name];
    change();
  }}><span>${label}</span></label>`;
  return html`<ul class="kinds">${button(words.bots, words.botsAbout, () => alone(wish.board, wish.bots, wish.chooses), true)}${button(words.people, words.peopleAbout, together)}${button(words.training, words.trainingAbout, () => alone("training", "greedy"))}<li><a class="button wide" href="/statistics">${words.record}</a><span class="dim">${words.recordAbout}</span></li></ul>
    <details class="rules"><summary>${words.settingsAlone}</summary>
      ${boards("board")}${radios("bots", words.strength, words.strengths)}${flag("chooses", words.chooses)}</details>
    <details class="rules"><summary>${words.settings}</summary>
      ${boards("map")}${radios("pace", words.pace, words.paces)}${radios("press", words.press, words.presses)}${radios("fill", words.fill, words.fills)}
      ${wish.press === GUNBOAT ? nothing : flag("hidden", words.hidden)}${flag("listed", words.listed)}</details>`;
}
