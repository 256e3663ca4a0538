// What the selected cards would do, told before it is done. The answer comes from
// the rules; here it is only put into words.

import { html, nothing } from "../draw.js";
import { icon } from "../icons.js";
import { sentence } from "../words/common.js";
import { words } from "../words/kingslayer.js";
import { remarks } from "./remarks.js";
import { sign } from "./sign.js";
import { short } from "./telling.js";

/** @typedef {import("../../types/kingslayer.js").PreviewAnswer} PreviewAnswer */

/** @param {PreviewAnswer} answer */
export function preview({ play, pay, refused }) {
  if (refused) return html`<p class="remark bad">${sentence(refused.words)}</p>`;
  if (play) {
    const said = remarks(play).map((it) => html`<p class="remark ${it.mood}">${it.words}</p>`);
    if (play.jester) return said;
    const drawn = play.drawn.reduce((sum, count) => sum + count, 0);
    return html`<ul class="effects">
        <li class="effect blow">${icon("sword")}<b>${words.damage(play.damage)}</b>${play.doubled ? html`<span>${words.sum(play.value, true)} ${sign("clubs")}</span>` : nothing}</li>
        ${play.healed ? html`<li class="effect">${sign("hearts")} ${words.heals(play.healed)}</li>` : nothing}
        ${drawn ? html`<li class="effect">${sign("diamonds")} ${words.draws(drawn, play.own_draws)}</li>` : nothing}
        ${play.shield ? html`<li class="effect">${sign("spades")} ${words.shields(play.shield)}</li>` : nothing}
        ${play.blocked.map((suit) => html`<li class="effect off">${sign(suit)} <s>${words.powers[suit]}</s> ${words.isBlocked}</li>`)}
      </ul>
      ${said}`;
  }
  if (!pay) return nothing;
  if (!pay.covers) return html`<p class="remark bad">${words.missing(pay.paid, pay.due)}</p>`;
  return html`<p class="remark good">${words.pays(pay.paid, pay.due)}</p>
    ${pay.spare.length ? html`<p class="remark warning">${words.notNeeded(pay.spare.map(short).join(" "))}</p>` : nothing}`;
}
