// The enemy: its card, its health, how hard it strikes, what it is immune to. What
// the selected cards would take is drawn into the bar before it is taken.

import { html, nothing } from "../draw.js";
import { icon } from "../icons.js";
import { words } from "../words/kingslayer.js";
import { cardPicture } from "./card.js";
import { card } from "./notation.js";
import { sign } from "./sign.js";
import { named } from "./telling.js";

/**
 * @param {import("../../types/kingslayer.js").View} view
 * @param {import("../../types/kingslayer.js").PlayPreview | undefined} preview
 */
export function enemy(view, preview) {
  const it = view.enemy;
  if (!it) return html`<section class="enemy none" aria-label=${words.enemy}><p class="good">${words.castleEmpty}</p></section>`;
  const left = Math.max(0, it.health - it.damage);
  const after = preview ? Math.max(0, left - preview.damage) : left;
  const due = preview && !preview.jester ? Math.max(0, view.due - preview.shield) : view.due;
  const suit = card(it.card).suit;
  const share = (/** @type {number} */ part) => (part * 100) / it.health;
  return html`<section class="enemy" aria-labelledby="enemy-name">
    <div class="enemy-card" data-flip="enemy-${it.card}" data-from="castle">${cardPicture(it.card)}<div class="blows" aria-hidden="true"></div></div>
    <div class="enemy-facts">
      <p class="dim place">${words.enemyPlace(view.defeated + 1)}</p>
      <h2 id="enemy-name">${named(it.card)}</h2>
      <div class="fact health"><span class="label">${words.health}</span><strong>${words.healthLeft(left, it.health)}</strong>
        <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
          <rect class="gone" width="100" height="10"></rect><rect class="going" width=${share(left)} height="10"></rect><rect class="left" width=${share(after)} height="10"></rect></svg></div>
      <div class="fact strike"><span class="label">${icon("sword")}${words.attack}</span>
        <strong class=${due === 0 ? "good" : "bad"}>${due}</strong>
        ${due !== it.attack ? html`<span class="dim"><s>${it.attack}</s> ${icon("shield")}${it.attack - due}</span>` : nothing}</div>
      <p class="immune">${suit && !it.immunity_cancelled
        ? html`<span class="tag">${sign(suit)} ${words.immune(suit)}</span>`
        : html`<span class="tag good">${words.notImmune}</span>`}
        ${it.blocked_spades ? html`<span class="tag">${words.blockedSpades(it.blocked_spades)}</span>` : nothing}</p>
    </div></section>`;
}
