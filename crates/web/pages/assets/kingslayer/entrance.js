// How a game of Kingslayer is begun from the first page.

import { html, nothing } from "../draw.js";
import { words } from "../words/home.js";

/** @typedef {{ difficulty: string, solo_yield: boolean, surplus_payment: boolean, mulligan: boolean, players: number }} Wish */

/**
 * @param {{ game: import("../../types/api.js").GameOffer, wish: Wish, busy: boolean,
 *   begin: (game: string, wish: unknown) => void, change: () => void }} what
 */
export function entrance({ game, wish, busy, begin, change }) {
  // What the server does not name: alone in every kind, and together where several play.
  const offers = game.offers ?? ["alone", "practice", "daily", "learn", "statistics", ...(game.players[1] > 1 ? ["together"] : [])];
  const house = () => ({ difficulty: wish.difficulty, solo_yield: wish.solo_yield, surplus_payment: wish.surplus_payment, mulligan: wish.mulligan });
  const alone = (/** @type {"ordinary" | "practice" | "daily"} */ kind) => () => begin(game.game, kind === "daily" ? { kind } : { kind, ...house() });
  const together = () => begin(game.game, { players: wish.players });
  const button = (/** @type {string} */ label, /** @type {string} */ about, /** @type {() => void} */ act, main = false) => html`
    <li><button class=${main ? "button main wide" : "button wide"} ?disabled=${busy} @click=${act}>${label}</button><span class="dim">${about}</span></li>`;
  const link = (/** @type {string} */ label, /** @type {string} */ about, /** @type {string} */ to) => html`
    <li><a class="button wide" href=${to}>${label}</a><span class="dim">${about}</span></li>`;
  const set = (/** @type {() => void} */ it) => {
    it();
    change();
  };
  return html`<ul class="kinds">
      ${offers.includes("alone") ? button(words.alone, words.aboutKinds.ordinary, alone("ordinary"), true) : nothing}
      ${offers.includes("together") ? button(words.together, words.aboutKinds.together, together) : nothing}
      ${offers.includes("daily") ? button(words.daily, words.aboutKinds.daily, alone("daily")) : nothing}
      ${offers.includes("practice") ? button(words.practice, words.aboutKinds.practice, alone("practice")) : nothing}
      ${offers.includes("learn") ? link(words.learn, words.aboutKinds.learn, "/learn") : nothing}
      ${offers.includes("statistics") ? link(words.statistics, words.aboutKinds.statistics, "/statistics") : nothing}
    </ul>
    <details class="rules"><summary>${words.rules}</summary>
      <fieldset class="choices"><legend>${words.difficulty}</legend>
        ${Object.entries(words.difficulties).map(
          ([value, label]) => html`<label class="choice"><input type="radio" name="difficulty" .checked=${wish.difficulty === value}
            @change=${() => set(() => (wish.difficulty = value))}><span>${label}</span></label>`,
        )}</fieldset>
      <label class="switch"><input type="checkbox" .checked=${wish.solo_yield}
        @change=${() => set(() => (wish.solo_yield = !wish.solo_yield))}><span>${words.soloYield}</span></label>
      <label class="switch"><input type="checkbox" .checked=${wish.surplus_payment}
        @change=${() => set(() => (wish.surplus_payment = !wish.surplus_payment))}><span>${words.surplus}</span></label>
      <label class="switch"><input type="checkbox" .checked=${wish.mulligan}
        @change=${() => set(() => (wish.mulligan = !wish.mulligan))}><span>${words.mulligan}</span></label>
      ${offers.includes("together")
        ? html`<fieldset class="choices"><legend>${words.players}</legend>${[2, 3, 4].map(
            (count) => html`<label class="choice"><input type="radio" name="players" .checked=${wish.players === count}
              @change=${() => set(() => (wish.players = count))}><span>${count}</span></label>`,
          )}</fieldset>`
        : nothing}
    </details>`;
}
