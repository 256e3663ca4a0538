// The middle of the table: the piles, and the cards that were played against this
// enemy. Cards are dropped here to play them.

import { html, nothing, repeat } from "../draw.js";
import { words } from "../words/kingslayer.js";
import { cardBack, cardPicture } from "./card.js";
import { keys } from "./selection.js";
import { named, short } from "./telling.js";

/** @param {import("../../types/kingslayer.js").View} view @param {string | null} discarded what lies on top of the discard pile, where that is known */
export function battlefield(view, discarded) {
  const captured = view.memory.captured.at(-1);
  const names = keys(view.table);
  return html`<section class="battlefield" aria-label=${words.table}>
    <ul class="piles">
      ${pile("tavern", words.tavern, view.tavern_count, captured)}
      ${pile("discard", words.discard, view.discard_count, view.discard_count > 0 ? (discarded ?? undefined) : undefined)}
      ${view.players.length === 1 ? jesters(view.solo_jesters) : nothing}
    </ul>
    <ol class="played" data-count=${view.table.length}>
      ${repeat(
        view.table.map((code, at) => ({ code, key: names[at] })),
        (it) => it.key,
        (it) => html`<li data-flip=${it.key}>${cardPicture(it.code)}<span class="unseen">${named(it.code)}</span></li>`,
      )}
      ${view.table.length ? nothing : html`<li class="none dim">${words.tableEmpty}</li>`}
    </ol>
    <p class="drop" aria-hidden="true">${words.drop}</p>
  </section>`;
}

/**
 * @param {string} id
 * @param {string} name
 * @param {number} count
 * @param {string} [top]
 */
function pile(id, name, count, top) {
  return html`<li class="pile ${count ? "" : "bare"}"><span class="stack" data-pile=${id} aria-hidden="true">${count ? (top ? cardPicture(top) : cardBack()) : nothing}</span>
    <span><b>${count}</b> <span class="dim">${name}</span>${top ? html`<span class="unseen">, ${words.captured(named(top))}</span><span class="dim top" aria-hidden="true">${short(top)}</span>` : nothing}</span></li>`;
}

/** @param {number} left */
function jesters(left) {
  return html`<li class="pile ${left ? "" : "bare"}"><span class="stack" aria-hidden="true">${left ? cardPicture("X") : nothing}</span>
    <span><b>${left}</b> <span class="dim">${words.jesters}</span></span></li>`;
}
