// What happened at the table, the newest line last.

import { html, nothing } from "../draw.js";
import { icon } from "../icons.js";
import { words as common } from "../words/common.js";
import { words } from "../words/kingslayer.js";
import { coloured } from "./sign.js";

/** @typedef {import("./telling.js").Line} Line */

/** @param {Line[]} lines @param {() => void} close @param {unknown} [below] what stands under it */
export function log(lines, close, below = nothing) {
  return html`<section class="log" aria-labelledby="log-title"><div class="log-head"><h2 id="log-title">${words.log}</h2>
    <button class="button plain close" @click=${close} aria-label=${common.close}>${icon("close")}</button></div>
    <ol tabindex="0" aria-labelledby="log-title">${lines.length ? nothing : html`<li class="lead-line">${words.began}</li>`}${lines.map((line) => html`<li class=${line.lead ? "lead-line" : ""}><bdi>${coloured(line.words)}</bdi></li>`)}</ol>${below}</section>`;
}

/** The latest move in one line, where there is no room for all. @param {Line[]} lines */
export function latest(lines) {
  const from = lines.findLastIndex((line) => line.lead);
  const text = lines.slice(Math.max(0, from)).map((line) => line.words).join(" · ");
  return html`<p class="latest"><bdi>${coloured(text)}</bdi></p>`;
}
