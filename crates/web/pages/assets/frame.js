// The head of every page, and what is said in the place of a page that cannot be
// shown.

import { html, nothing } from "./draw.js";
import { icon } from "./icons.js";
import { inWords, words } from "./words/common.js";

/**
 * @param {{ where?: unknown, extra?: unknown, here?: "home" | "settings" | "help", about?: string }} [what] `about` is the part of the help that is of use there
 */
export function head({ where, extra, here, about } = {}) {
  const link = (/** @type {"settings" | "help"} */ to, /** @type {string} */ sign) => html`
    <a class="button plain" href="/${to}${to === "help" && about ? `#${about}` : ""}" aria-current=${here === to ? "page" : nothing} aria-label=${words[to]}>${icon(sign)}</a>`;
  return html`<header class="head">
    <a class="brand" href="/" aria-label="${words.house}: ${words.home}" aria-current=${here === "home" ? "page" : nothing}>${icon("crown")}${where ? nothing : html`<span>${words.house}</span>`}</a>
    ${where ? html`<div class="where">${where}</div>` : nothing}
    <span class="room"></span>
    ${extra ?? nothing}${link("help", "help")}${link("settings", "gear")}
  </header>`;
}

/**
 * In the place of a page that cannot be shown: what is the matter, and what can be done.
 * @param {string | { status: number, refused: { code: string, words: string } }} what words, or the answer to a question
 */
export function sorry(what) {
  const status = typeof what === "string" ? 0 : what.status;
  const stranger = status === 401;
  const missing = status === 404;
  const text = typeof what === "string" ? what : stranger ? words.noSession : missing ? words.notFound : inWords(what);
  const ways = stranger ? words.waysIn : missing ? words.waysOn : [];
  return html`${head()}<main class="page narrow" id="main"><h1>${stranger ? words.welcome : words.house}</h1><p class="notice" role="status">${text}</p>
    ${ways.length ? html`<ul class="ways">${ways.map((it) => html`<li>${it}</li>`)}</ul>` : nothing}
    ${stranger ? nothing : html`<p><a class="button" href="/">${words.home}</a></p>`}</main>`;
}
