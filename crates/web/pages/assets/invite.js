// A link for somebody else, as text and as a QR code.

import { post } from "./api.js";
import { html, nothing } from "./draw.js";
import { icon } from "./icons.js";
import { qrPicture } from "./qr.js";
import { inWords } from "./words/common.js";

/** @typedef {import("../types/api.js").Invitation} Invitation */

/**
 * Makes links for a table, and shows the newest.
 * @param {string} base the address of the table
 * @param {() => void} change draws the page anew
 * @param {{ invite: string, inviteWatch: string, inviteAbout: string, copy: string, copied: string }} words
 */
export function inviting(base, change, words) {
  /** @type {Invitation | null} */
  let made = null;
  let said = "";

  /** @param {"any" | "watch"} place */
  async function make(place) {
    /** @type {import("./api.js").Answer<Invitation>} */
    const answer = await post(`${base}/invitations`, { place });
    if (answer.ok) made = answer.value;
    said = answer.ok ? "" : inWords(answer);
    change();
  }

  /** @param {string} link */
  async function copy(link) {
    await navigator.clipboard?.writeText(link);
    said = words.copied;
    change();
  }

  return () => html`<div class="invite"><div class="row">
      <button class="button" @click=${() => make("any")}>${icon("link")}${words.invite}</button>
      <button class="button" @click=${() => make("watch")}>${words.inviteWatch}</button></div>
    ${said ? html`<p class="notice">${said}</p>` : nothing}
    ${made
      ? html`<p class="dim">${words.inviteAbout}</p><p class="link"><a href=${made.link}>${made.link}</a></p>
          ${navigator.clipboard ? html`<p><button class="button" @click=${() => copy(/** @type {Invitation} */ (made).link)}>${words.copy}</button></p>` : nothing}
          ${qrPicture(made.qr)}`
      : nothing}</div>`;
}
