// The end of a game, in the place of the hand.

import { html, nothing } from "../draw.js";
import { words } from "../words/kingslayer.js";
import { icon } from "../icons.js";
import { AGAIN } from "./state.js";

/** @typedef {import("../../types/kingslayer.js").Outcome} Outcome */
/** @typedef {import("../../types/kingslayer.js").Came} Came */

/**
 * @param {{ outcome: Outcome, came: Came | null, copy: (line: string) => void, busy: boolean, again: (() => void) | null, lobby: (() => void) | null, next: string | null }} what `next` is the game that the table plays now
 */
export function ending({ outcome, came, copy, busy, again, lobby, next }) {
  const won = !outcome.loss;
  const medal = /** @type {keyof typeof words.medals | null} */ (outcome.medal);
  return html`<section class="ending ${won ? "won" : "lost"}" aria-labelledby="ending-title">
    <div class="laurel ${medal ?? ""}">${icon(won ? "crown" : "flag")}</div>
    <h2 id="ending-title" tabindex="-1">${won ? words.won : words.lost}</h2>
    ${medal ? html`<p><b>${words.medal(medal)}.</b> ${words.medals[medal]}</p>` : nothing}
    ${outcome.loss === "cannot_move" ? html`<p>${words.cannotMove}</p>` : nothing}
    ${outcome.loss && outcome.loss !== "cannot_move" ? html`<p>${words.cannotPayEnd(outcome.loss.cannot_pay.due, outcome.loss.cannot_pay.worth)}</p>` : nothing}
    <p class="dim">${words.defeatedOf(outcome.enemies)}</p>
    ${came ? result(came, copy) : nothing}
    <div class="row">${next ? html`<a class="button main" href="/t/${encodeURIComponent(next)}">${words.presentGame}</a>` : nothing}${again ? html`<button class="button main" ?disabled=${busy} @click=${again}>${words.again}</button>` : nothing}
      ${lobby ? html`<button class="button" ?disabled=${busy} @click=${lobby}>${words.openLobby}</button>` : nothing}
      <a class="button" href=${AGAIN}>${words.replay}</a>
      <a class="button" href="/">${words.home}</a></div></section>`;
}

/** What is counted, and what can be told to others. @param {Came} came @param {(line: string) => void} copy */
function result({ line, hints, bot, seed, taken_back }, copy) {
  return html`${line
      ? html`<div class="line-of-day"><p class="dim">${words.toTell}</p><p class="line">${line}</p>
          ${navigator.clipboard ? html`<button class="button" @click=${() => copy(line)}>${words.copyLine}</button>` : nothing}</div>`
      : nothing}
    ${bot ? html`<p>${words.botsEnd(bot.medal, bot.enemies)}</p>` : nothing}
    ${hints && !line ? html`<p class="dim">${words.withHints}</p>` : nothing}
    ${taken_back ? html`<p class="dim">${words.withTakeBack}</p>` : nothing}
    ${seed ? html`<p class="dim">${words.seed} <code>${seed}</code></p>` : line ? html`<p class="dim">${words.seedTomorrow}</p>` : nothing}`;
}
