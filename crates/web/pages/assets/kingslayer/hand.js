// The cards in hand: buttons that are pressed while their card is selected.

import { html, nothing, repeat } from "../draw.js";
import { words } from "../words/kingslayer.js";
import { cardPicture } from "./card.js";
import { card } from "./notation.js";
import { keys } from "./selection.js";
import { sign } from "./sign.js";
import { named } from "./telling.js";

/**
 * @param {{ view: import("../../types/kingslayer.js").View, selection: import("./selection.js").Selection,
 *   toggle: (at: number) => void, grab: (event: PointerEvent) => void }} what
 */
export function hand({ view, selection, toggle, grab }) {
  const immune = view.enemy && !view.enemy.immunity_cancelled ? card(view.enemy.card).suit : null;
  const names = keys(selection.cards);
  const cards = selection.cards.map((code, at) => ({ code, at, key: names[at] }));
  return html`<div class="hand" role="group" aria-label=${words.hand(selection.cards.length)} data-count=${selection.cards.length}>
    ${repeat(
      cards,
      (it) => it.key,
      (it) => {
        const blocked = immune !== null && card(it.code).suit === immune;
        return html`<button class="hand-card" data-flip=${it.key} data-from="tavern" data-at=${it.at} data-key=${it.at + 1} data-card=${it.code}
          aria-pressed=${selection.marked[it.at] ? "true" : "false"}
          @click=${() => toggle(it.at)} @pointerdown=${grab}>${cardPicture(it.code)}<span class="unseen">${named(it.code) + (blocked ? `, ${words.blocked}` : "")}</span>
          ${blocked && immune ? html`<span class="block" aria-hidden="true">${sign(immune)}</span>` : nothing}</button>`;
      },
    )}</div>`;
}
