// Delve in the page: which game, and buttons for what a finger cannot type.

import { html, nothing, render } from "../draw.js";
import { choice, choose } from "../choices.js";
import { announce } from "../live.js";
import { sound } from "../sounds.js";
import { words } from "../words/delve.js";
import { words as common } from "../words/common.js";
import { showDays } from "./days.js";
import { above, below, button, focus, keepForLater, whenTold } from "./frame.js";
import { asked, day, kept, parted, touches, week } from "./touches.js";

/** Where the program looks which game it opens; the other side is `Wanted` in Rust. */
const WANTED = "parlour/save/delve.wanted";

const state = { game: "", touches: "", said: "", look: "", more: false };

function draw() {
  const beside = state.game.startsWith("daily ") || state.game.startsWith("weekly ");
  const today = state.game === `daily ${day(new Date())}`;
  above(
    words.title,
    html`<span class="game dim">${words.game(state.game)}</span>
      <button class="button" @click=${ask}>${words.newGame}</button>
      ${beside ? html`<button class="button" @click=${() => open("")}>${words.own}</button>` : nothing}
      ${today ? nothing : html`<button class="button" @click=${() => open(`daily ${day(new Date())}`)}>${words.daily}</button>`}`,
  );
  const { usual, more } = parted(touches(state.touches));
  const label = (/** @type {import("./touches.js").Touch} */ it) => button(it.key, it.words || (words.actions[it.name] ?? it.name), { main: it.hinted });
  below(html`<div class="pad" role="group" aria-label=${words.walk}>${words.ways.map(([key, sign, name]) => button(key, sign, { name }))}</div>
    <div class="actions" role="group" aria-label=${words.does}>${usual.map(label)}
      ${more.length ? html`<button class="button plain" aria-expanded=${state.more} @click=${turn}>${state.more ? words.less : words.more}</button>` : nothing}
      ${state.more ? [...more.map(label), ...manners()] : nothing}</div>`);
}

/** How it looks and sounds, and what came of other days: buttons behind "more". */
function manners() {
  const loud = choice("sounds") === "on";
  const look = words.looks[state.look];
  return [
    look ? button("F2", look) : nothing,
    html`<button class="button" aria-pressed=${loud} @click=${turnSounds}>${loud ? words.quiet : words.sounds}</button>`,
    html`<button class="button" @click=${() => showDays(focus)}>${words.days}</button>`,
  ];
}

function turnSounds() {
  choose("sounds", choice("sounds") === "on" ? "off" : "on");
  sound("taken");
  draw();
}

function turn() {
  state.more = !state.more;
  draw();
}

/** Opens another game: the program reads the line when it begins. @param {string} wanted */
function open(wanted) {
  try {
    localStorage.setItem(WANTED, kept(wanted));
  } catch {
    announce(words.keepsNothing);
    return;
  }
  location.reload();
}

/** Asks how hard and how long a new game is, and from which seed; beside it stands the challenge. */
function ask() {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "question");
  document.body.append(dialog);
  const close = () => {
    dialog.remove();
    focus();
  };
  dialog.addEventListener("cancel", close);
  const begin = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const seed = String(form.get("seed") ?? "").trim() || String(crypto.getRandomValues(new Uint32Array(1))[0]);
    open(asked({ short: form.has("short"), difficulty: String(form.get("difficulty") ?? "normal"), seed }));
  };
  render(
    html`<form @submit=${begin}><h2 id="question">${words.newGame}</h2><p>${words.aboutNew}</p>
      <div class="field"><label for="difficulty">${words.difficulty}</label>
        <select id="difficulty" name="difficulty">${words.difficulties.map(([name, label]) => html`<option value=${name} ?selected=${name === "normal"}>${label}</option>`)}</select></div>
      <label class="switch"><input type="checkbox" name="short"><span>${words.short}</span></label>
      <div class="field"><label for="seed">${words.seed}</label><p class="dim" id="about-seed">${words.aboutSeed}</p>
        <input id="seed" name="seed" type="text" maxlength="60" autocomplete="off" aria-describedby="about-seed"></div>
      <div class="row"><button class="button main">${words.begin}</button><button class="button" type="button" @click=${close}>${common.cancel}</button></div>
      <section class="beside"><p class="dim" id="about-week">${words.aboutWeek}</p>
        <button class="button" type="button" aria-describedby="about-week" @click=${() => open(`weekly ${week(new Date())}`)}>${words.weekly}</button></section></form>`,
    dialog,
  );
  dialog.showModal();
}

whenTold((what, value) => {
  if (what === "said") {
    if (value && value !== state.said) announce(value);
    state.said = value;
  } else if (what === "sound") {
    sound(value);
  } else if (what === "look" && value !== state.look) {
    state.look = value;
    draw();
  } else if (what === "game" && value !== state.game) {
    state.game = value;
    draw();
  } else if (what === "touches" && value !== state.touches) {
    state.touches = value;
    draw();
  }
});
if (location.hash === "#daily") {
  history.replaceState(null, "", "/delve");
  open(`daily ${day(new Date())}`);
} else {
  draw();
  keepForLater();
}
