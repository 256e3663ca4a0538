// Settings: a name, how it looks, where one is signed in.

import { get, post } from "./api.js";
import { CHOICES, choice, choose } from "./choices.js";
import { html, nothing, render } from "./draw.js";
import { head } from "./frame.js";
import { announce } from "./live.js";
import { cardPicture } from "./kingslayer/card.js";
import { qrPicture } from "./qr.js";
import { inWords } from "./words/common.js";
import { words } from "./words/settings.js";

/** @typedef {import("../types/api.js").Me} Me */
/** @typedef {import("./choices.js").Name} Name */

const place = /** @type {HTMLElement} */ (document.getElementById("app"));
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
/** @type {{ me: Me | null, said: string, bad: boolean, link: { link: string, qr: string[] } | null }} */
const state = { me: null, said: "", bad: false, link: null };

function draw() {
  render(
    html`${head({ here: "settings" })}
      <main class="page narrow" id="main"><h1>${words.title}</h1>
        ${state.said ? html`<p class=${state.bad ? "notice bad" : "notice"}>${state.said}</p>` : nothing}
        ${state.me ? person(state.me) : nothing}
        <section class="panel" aria-labelledby="look"><h2 id="look">${words.look}</h2>
          ${Object.keys(words.choices).map((name) => field(/** @type {Name} */ (name)))}
          <div class="sample" aria-hidden="true">${["AC", "7D", "QH", "JS"].map((code) => html`<span>${cardPicture(code)}</span>`)}</div></section>
        ${state.me ? devices(state.me) : nothing}
      </main>`,
    place,
  );
}

/** @param {Me} me */
function person(me) {
  return html`<section class="panel"><form class="field" @submit=${rename}>
    <label for="name">${words.name}</label><p class="dim" id="name-about">${words.nameAbout}</p>
    <div class="row"><div class="field grow"><input id="name" type="text" name="name" maxlength="40" autocomplete="nickname" required aria-describedby="name-about" .value=${me.person.name}></div>
      <button class="button main">${words.save}</button></div></form></section>`;
}

/** @param {Name} name */
function field(name) {
  const { title, values } = words.choices[name];
  return html`<fieldset class="choices"><legend>${title}</legend>${CHOICES[name].map(
    (value) => html`<label class="choice"><input type="radio" name=${name} .checked=${choice(name) === value}
      @change=${() => {
        choose(name, value);
        draw();
      }}><span>${values[value]}</span></label>`,
  )}</fieldset>`;
}

/** @param {Me} me */
function devices(me) {
  const time = (/** @type {number} */ at) => MOMENT.format(at);
  return html`<section class="panel" aria-labelledby="devices"><h2 id="devices">${words.devices}</h2>
    <ul class="sessions">${me.sessions.map(
      (it) => html`<li class="row"><span>${words.since(time(it.made))}${it.here ? html` <b>(${words.here})</b>` : nothing}</span>
        <button class="button danger" aria-label=${it.here ? words.endThisSession(time(it.made)) : words.endSession(time(it.made))} @click=${() => end(it.id)}>${it.here ? words.endHere : words.end}</button></li>`,
    )}</ul></section>
    <section class="panel" aria-labelledby="move"><h2 id="move">${words.move}</h2><p class="dim">${words.moveAbout}</p>
      ${state.link
        ? html`<p class="link"><a href=${state.link.link}>${state.link.link}</a></p>${qrPicture(state.link.qr)}`
        : html`<p><button class="button" @click=${makeLink}>${words.makeLink}</button></p>`}</section>`;
}

/** @param {SubmitEvent} event */
async function rename(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const name = String(new FormData(form).get("name") ?? "").trim();
  /** @type {import("./api.js").Answer<unknown>} */
  const answer = await post("/api/me", { name });
  say(answer.ok ? words.saved : inWords(answer), !answer.ok);
  await load();
}

/** @param {string} id */
async function end(id) {
  /** @type {import("./api.js").Answer<unknown>} */
  const answer = await post(`/api/sessions/${encodeURIComponent(id)}/end`, {});
  if (!answer.ok) say(inWords(answer), true);
  await load();
}

async function makeLink() {
  /** @type {import("./api.js").Answer<{ link: string, qr: string[] }>} */
  const answer = await post("/api/recovery", {});
  if (answer.ok) state.link = answer.value;
  else say(inWords(answer), true);
  draw();
}

/** @param {string} text @param {boolean} bad */
function say(text, bad) {
  state.said = text;
  state.bad = bad;
  announce(text);
}

async function load() {
  /** @type {import("./api.js").Answer<Me>} */
  const answer = await get("/api/me");
  state.me = answer.ok ? answer.value : null;
  draw();
}

draw();
load();
