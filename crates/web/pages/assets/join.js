// Behind a link: says what it is for, and takes it up when the button is pressed.
// The token stands in the fragment, which no server and no log sees.

import { get, post } from "./api.js";
import { html, nothing, render } from "./draw.js";
import { head } from "./frame.js";
import { inWords, words as common } from "./words/common.js";
import { words } from "./words/join.js";

/** @typedef {import("../types/api.js").Peek} Peek */
/** @typedef {import("../types/api.js").Claimed} Claimed */

const place = /** @type {HTMLElement} */ (document.getElementById("app"));
/** A link from a chat also names the table to go on at. */
const [token, to = ""] = decodeURIComponent(location.hash.slice(1)).split(/\.(.*)/);
/** `known`: whom this browser stands for already. @type {{ peek: Peek | null, said: string, known: string, busy: boolean }} */
const state = { peek: null, said: "", known: "", busy: false };

function draw() {
  render(
    html`${head()}<main class="page narrow" id="main"><h1>${state.peek ? words.titles[state.peek.purpose] : words.title}</h1>
      ${state.said ? html`<p class="notice bad" role="alert">${state.said}</p>` : nothing}
      ${state.peek ? offer(state.peek) : state.said ? html`<p><a class="button" href="/">${common.home}</a></p>` : html`<p class="dim">${words.loading}</p>`}</main>`,
    place,
  );
}

/** @param {Peek} peek */
function offer(peek) {
  return html`<form class="panel" @submit=${submit}>
    ${peek.title ? html`<h2><bdi>${peek.title}</bdi></h2>` : nothing}<p>${words.purposes[peek.purpose] ?? ""}</p>
    ${state.known && (peek.purpose === "recovery" || peek.purpose === "chat") ? html`<p class="notice"><bdi>${words.becomes(state.known)}</bdi></p>` : nothing}
    ${state.known || peek.purpose === "recovery" || peek.purpose === "chat"
      ? nothing
      : html`<div class="field"><label for="name">${words.name}</label><p class="dim" id="about">${words.nameAbout}</p>
          <input id="name" name="name" type="text" maxlength="40" autocomplete="nickname" required aria-describedby="about"></div>`}
    <button class="button main" ?disabled=${state.busy}>${words.come}</button></form>`;
}

/** @param {SubmitEvent} event */
function submit(event) {
  event.preventDefault();
  const name = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("name") ?? "").trim();
  claim(name || undefined);
}

/** @param {string} [name] */
async function claim(name) {
  state.busy = true;
  draw();
  /** @type {import("./api.js").Answer<Claimed>} */
  const answer = await post("/api/claim", { token, name });
  if (answer.ok) {
    const table = answer.value.table ?? to;
    location.replace(table ? `/t/${encodeURIComponent(table)}` : "/");
    return;
  }
  state.busy = false;
  state.said = answer.status === 404 ? words.worn : inWords(answer);
  draw();
}

async function load() {
  draw();
  if (!token) {
    state.said = words.noToken;
    draw();
    return;
  }
  /** @type {[import("./api.js").Answer<Peek>, import("./api.js").Answer<import("../types/api.js").Me>]} */
  const [peek, me] = await Promise.all([post("/api/peek", { token }), get("/api/me")]);
  state.known = me.ok ? me.value.person.name : "";
  if (!peek.ok) state.said = peek.status === 404 ? words.worn : inWords(peek);
  else if (peek.value.purpose === "here") {
    claim();
    return;
  } else state.peek = peek.value;
  draw();
}

addEventListener("hashchange", () => location.reload());
load();
