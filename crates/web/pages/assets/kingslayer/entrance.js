// How a game of Kingslayer is begun from the first page.

import { html, nothing } from "../draw.js";
import { words } from "../words/home.js";
import { together } from "./wish.js";

/** @typedef {import("./wish.js").Wish} Wish */

/**
 * One of several, as buttons.
 * @template T
 * @param {string} name @param {string} legend @param {[T, string][]} all @param {T} now @param {(value: T) => void} choose
 */
const oneOf = (name, legend, all, now, choose) => html`<fieldset class="choices"><legend>${legend}</legend>${all.map(
  ([value, label]) => html`<label class="choice"><input type="radio" name=${name} .checked=${now === value} @change=${() => choose(value)}><span>${label}</span></label>`,
)}</fieldset>`;

/** @param {string} label @param {boolean} now @param {(value: boolean) => void} choose */
const whether = (label, now, choose) =>
  html`<label class="switch"><input type="checkbox" .checked=${now} @change=${() => choose(!now)}><span>${label}</span></label>`;

/**
 * @param {{ game: import("../../types/api.js").GameOffer, wish: Wish, busy: boolean,
 *   begin: (game: string, wish: unknown) => void, change: () => void }} what
 */
export function entrance({ game, wish, busy, begin, change }) {
  // What the server does not name: alone in every kind, and together where several play.
  const offers = game.offers ?? ["alone", "practice", "daily", "learn", "statistics", ...(game.players[1] > 1 ? ["together"] : [])];
  const house = () => ({ difficulty: wish.difficulty, solo_yield: wish.solo_yield, surplus_payment: wish.surplus_payment, mulligan: wish.mulligan });
  const alone = (/** @type {"ordinary" | "practice" | "daily"} */ kind) => () => begin(game.game, kind === "daily" ? { kind } : { kind, ...house() });
  const button = (/** @type {string} */ label, /** @type {string} */ about, /** @type {() => void} */ act, main = false) => html`
    <li><button class=${main ? "button main wide" : "button wide"} ?disabled=${busy} @click=${act}>${label}</button><span class="dim">${about}</span></li>`;
  const link = (/** @type {string} */ label, /** @type {string} */ about, /** @type {string} */ to) => html`
    <li><a class="button wide" href=${to}>${label}</a><span class="dim">${about}</span></li>`;
  /** @template {keyof Wish} K @param {K} what */
  const set = (what) => (/** @type {Wish[K]} */ value) => {
    wish[what] = value;
    change();
  };
  /** @param {Record<string, string>} all @returns {[string, string][]} */
  const named = (all) => Object.entries(all);
  return html`<ul class="kinds">
      ${offers.includes("alone") ? button(words.alone, words.aboutKinds.ordinary, alone("ordinary"), true) : nothing}
      ${offers.includes("together") ? button(words.together, words.aboutKinds.together, () => begin(game.game, together(wish))) : nothing}
      ${offers.includes("daily") ? button(words.daily, words.aboutKinds.daily, alone("daily")) : nothing}
      ${offers.includes("practice") ? button(words.practice, words.aboutKinds.practice, alone("practice")) : nothing}
      ${offers.includes("learn") ? link(words.learn, words.aboutKinds.learn, "/learn") : nothing}
      ${offers.includes("statistics") ? link(words.statistics, words.aboutKinds.statistics, "/statistics") : nothing}
    </ul>
    ${["alone", "practice", "together"].some((it) => offers.includes(it)) ? html`<details class="rules"><summary>${words.rules}</summary>
      ${oneOf("difficulty", words.difficulty, named(words.difficulties), wish.difficulty, set("difficulty"))}
      ${whether(words.surplus, wish.surplus_payment, set("surplus_payment"))}
      ${whether(words.mulligan, wish.mulligan, set("mulligan"))}
      ${whether(words.soloYield, wish.solo_yield, set("solo_yield"))}
    </details>` : nothing}
    ${offers.includes("together") ? html`<details class="rules"><summary>${words.withOthers}</summary>
      <div class="field"><label for="table-title">${words.tableTitle}</label>
        <input type="text" id="table-title" maxlength="60" autocomplete="off" .value=${wish.title} placeholder=${words.titlePlace}
          @change=${(/** @type {Event} */ event) => set("title")(/** @type {HTMLInputElement} */ (event.target).value)}></div>
      ${oneOf("players", words.players, [2, 3, 4].map((count) => [count, String(count)]), wish.players, set("players"))}
      ${oneOf("level", words.level, named(words.levels), wish.level, set("level"))}
      ${oneOf("pace", words.pace, words.paces, wish.pace, set("pace"))}
      ${whether(words.hints, wish.hints, set("hints"))}
      ${whether(words.openTable, wish.open, set("open"))}
    </details>` : nothing}`;
}
