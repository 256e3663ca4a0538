// Links for somebody else, as text and as a QR code; those that are open, and how they
// are taken back.

import { get, post } from "./api.js";
import { html, nothing } from "./draw.js";
import { icon } from "./icons.js";
import { announce } from "./live.js";
import { qrPicture } from "./qr.js";
import { inWords } from "./words/common.js";
import { words as own } from "./words/invite.js";

/** @typedef {import("../types/api.js").Invitation} Invitation */
/** @typedef {import("../types/api.js").InvitedTo} InvitedTo */
/** @typedef {import("../types/api.js").OpenInvitation} OpenInvitation */

/** Whether a link leads nowhere on another machine. @param {string} link */
const isHereAlone = (link) => ["127.0.0.1", "localhost", "[::1]"].includes(new URL(link, location.href).hostname);

/**
 * Makes links for a table, shows the newest, and lists those that still admit somebody.
 * @param {string} base the address of the table
 * @param {() => void} change draws the page anew
 * @param {{ invite: string, inviteWatch: string, inviteAbout: string, copy: string, copied: string }} words
 * @param {(seat: number) => string} [chair] what a game calls a seat
 */
export function inviting(base, change, words, chair = own.chair) {
  /** @param {InvitedTo} place */
  const placeName = (place) => (place === "any" ? own.any : place === "watch" ? own.watch : chair(place.seat));

  /** @type {Invitation | null} */
  let made = null;
  /** @type {OpenInvitation[]} */
  let open = [];
  /** The free chairs when the list was asked for last: who sits down uses a link up. @type {string | null} */
  let asked = null;
  let said = "";

  async function list() {
    /** @type {import("./api.js").Answer<{ invitations: OpenInvitation[] }>} */
    const answer = await get(`${base}/invitations`);
    // Who may not invite has none.
    if (answer.ok) open = answer.value.invitations;
    change();
  }

  /** @param {InvitedTo} place */
  async function make(place) {
    /** @type {import("./api.js").Answer<Invitation>} */
    const answer = await post(`${base}/invitations`, { place });
    if (answer.ok) made = answer.value;
    said = answer.ok ? "" : inWords(answer);
    change();
    if (answer.ok) await list();
  }

  /** @param {OpenInvitation} it */
  async function takeBack(it) {
    /** @type {import("./api.js").Answer<unknown>} */
    const answer = await post(`${base}/invitations/${encodeURIComponent(it.id)}/revoke`, {});
    said = answer.ok ? own.takenBack(placeName(it.place)) : inWords(answer);
    if (answer.ok && made?.id === it.id) made = null;
    announce(said);
    await list();
  }

  /** @param {string} link */
  async function copy(link) {
    await navigator.clipboard?.writeText(link);
    said = words.copied;
    change();
  }

  /** Hands the link to whatever the phone sends things with. @param {string} url */
  async function share(url) {
    // Who thinks better of it is told nothing.
    await navigator.share({ url }).catch(() => {});
  }

  /** @param {OpenInvitation} it */
  const line = (it) => html`<li class="row"><span class="grow">${placeName(it.place)} <span class="dim">${own.until(new Date(it.until))}${it.uses > 1 ? `, ${own.uses(it.uses)}` : ""}</span></span>
    <button class="button" @click=${() => takeBack(it)} aria-label=${own.takeBackOf(placeName(it.place))}>${own.takeBack}</button></li>`;

  /** @param {number[]} [free] chairs to which a link of its own can be made; where there is none, one may watch */
  return (free) => {
    const now = free?.join() ?? "";
    if (asked !== now) {
      asked = now;
      list();
    }
    return html`<div class="invite"><div class="row">
      ${free?.length === 0 ? nothing : html`<button class="button" @click=${() => make("any")}>${icon("link")}${words.invite}</button>`}
      <button class="button" @click=${() => make("watch")}>${words.inviteWatch}</button></div>
    ${free?.length ? html`<details class="rules"><summary>${own.others}</summary><div class="row">${free.map((seat) => html`
      <button class="button" @click=${() => make({ seat })}>${own.linkTo(chair(seat))}</button>`)}</div></details>` : nothing}
    ${said ? html`<p class="notice">${said}</p>` : nothing}
    ${made
      ? html`<p class="dim">${words.inviteAbout}</p>${isHereAlone(made.link) ? html`<p class="notice">${own.hereAlone}</p>` : nothing}<p class="link"><a href=${made.link}>${made.link}</a></p>
          <div class="row">${"share" in navigator ? html`<button class="button main" @click=${() => share(/** @type {Invitation} */ (made).link)}>${own.share}</button>` : nothing}
            ${navigator.clipboard ? html`<button class="button" @click=${() => copy(/** @type {Invitation} */ (made).link)}>${words.copy}</button>` : nothing}</div>
          ${qrPicture(made.qr)}`
      : nothing}
    ${open.length ? html`<h3>${own.open}</h3><ul class="sessions">${open.map(line)}</ul>` : nothing}</div>`;
  };
}
