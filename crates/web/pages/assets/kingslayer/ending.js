// The end of a game, in the place of the hand.

import { html, nothing } from "../draw.js";
import { words } from "../words/kingslayer.js";
import { icon } from "../icons.js";

/**
 * @param {{ outcome: import("../../types/kingslayer.js").Outcome, busy: boolean, again: (() => void) | null, lobby: (() => void) | null }} what
 */
export function ending({ outcome, busy, again, lobby }) {
  const won = !outcome.loss;
  const medal = /** @type {keyof typeof words.medals | null} */ (outcome.medal);
  return html`<section class="ending ${won ? "won" : "lost"}" aria-labelledby="ending-title">
    <div class="laurel ${medal ?? ""}">${icon(won ? "crown" : "flag")}</div>
    <h2 id="ending-title" tabindex="-1">${won ? words.won : words.lost}</h2>
    ${medal ? html`<p><b>${words.medal(medal)}.</b> ${words.medals[medal]}</p>` : nothing}
    ${outcome.loss === "cannot_move" ? html`<p>${words.cannotMove}</p>` : nothing}
    ${outcome.loss && outcome.loss !== "cannot_move" ? html`<p>${words.cannotPayEnd(outcome.loss.cannot_pay.due, outcome.loss.cannot_pay.worth)}</p>` : nothing}
    <p class="dim">${words.defeatedOf(outcome.enemies)}</p>
    <div class="row">${again ? html`<button class="button main" ?disabled=${busy} @click=${again}>${words.again}</button>` : nothing}
      ${lobby ? html`<button class="button" ?disabled=${busy} @click=${lobby}>${words.openLobby}</button>` : nothing}
      <a class="button" href="/">${words.home}</a></div></section>`;
}
