// The head of every page, and what is said in the place of a page that cannot be
// shown.

import { html, nothing } from "./draw.js";
import { icon } from "./icons.js";
import { words } from "./words/common.js";

/**
 * @param {{ where?: unknown, extra?: unknown, here?: "home" | "settings" | "help" }} [what]
 */
export function head({ where, extra, here } = {}) {
  const link = (/** @type {"settings" | "help"} */ to, /** @type {string} */ sign) => html`
    <a class="button plain" href="/${to}" aria-current=${here === to ? "page" : nothing} aria-label=${words[to]}>${icon(sign)}</a>`;
  return html`<header class="head">
    <a class="brand" href="/" aria-label="${words.house}: ${words.home}" aria-current=${here === "home" ? "page" : nothing}>${icon("crown")}${where ? nothing : html`<span>${words.house}</span>`}</a>
    ${where ? html`<div class="where">${where}</div>` : nothing}
    <span class="room"></span>
    ${extra ?? nothing}${link("help", "help")}${link("settings", "gear")}
  </header>`;
}

/** @param {string} text */
export function sorry(text) {
  return html`${head()}<main class="page narrow" id="main"><h1>${words.house}</h1><p class="notice" role="status">${text}</p>
    <p><a class="button" href="/">${words.home}</a></p></main>`;
}
