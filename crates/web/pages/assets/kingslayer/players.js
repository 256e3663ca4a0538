// Everybody at the table, with the size of their hand and whose turn it is.

import { html, nothing } from "../draw.js";
import { icon } from "../icons.js";
import { words } from "../words/kingslayer.js";

/**
 * @param {import("../../types/kingslayer.js").View} view
 * @param {import("./state.js").Glance} glance
 * @param {(seat: number) => string} name
 */
export function players(view, { seats, plane }, name) {
  if (view.players.length < 2) return nothing;
  return html`<ul class="players">${view.players.map((player) => {
    const seat = seats[player.id];
    const away = plane?.seats.some((it) => it.seat === player.id && it.missed);
    const now = player.id === view.current && view.step !== "over";
    return html`<li class="player seat-${player.id} ${now ? "now" : ""} ${away ? "away" : ""}" aria-current=${now ? "true" : nothing}>
      ${icon(seat?.bot ? "bot" : "person")}<bdi>${name(player.id)}</bdi><b>${player.hand_count}</b><span class="unseen">${words.handOf(player.hand_count)}</span>
      ${away ? html`<span class="tag">${words.isMissed}</span>` : nothing}
      ${player.yielded ? html`<span class="tag">${words.yield}</span>` : nothing}</li>`;
  })}</ul>`;
}
