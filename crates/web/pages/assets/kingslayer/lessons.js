// The tutorial: positions with one thing to do in each. The server keeps nothing of it:
// it is told what was done, and answers how the lesson stands.

import { post } from "../api.js";
import { choice, choose as keep } from "../choices.js";
import { html, nothing, render } from "../draw.js";
import { sorry } from "../frame.js";
import { announce } from "../live.js";
import { inWords } from "../words/common.js";
import { words } from "../words/lessons.js";
import { grab } from "./drag.js";
import { keyed } from "./keys.js";
import { blow, gliding } from "./motion.js";
import * as notation from "./notation.js";
import { screen } from "./screen.js";
import * as selecting from "./selection.js";
import { coloured } from "./sign.js";
import { begun, chosen, isYours, nameOf, viewOf } from "./state.js";
import { tell } from "./telling.js";

/** @typedef {import("../../types/kingslayer.js").LessonShown} LessonShown */
/** @typedef {import("./state.js").Glance} Glance */

const ASK = "/api/games/kingslayer/ask";

const place = /** @type {HTMLElement} */ (document.getElementById("app"));

/** A table that nobody keeps. @type {Glance} */
const TABLE = {
  table: "", game: "kingslayer", title: words.short, kind: null, stage: null, over: false, outcome: null, waits_for: [0], seats: [], my_seat: 0, watching: 0,
  owner: true, started: true, paused: false, alone: true, undo: null, moved_to: null, deadline: null, plane: null, aside: null, next: null, view: null,
};

const state = begun(TABLE, /** @type {import("./selection.js").Order} */ (choice("order")));
/** Which lesson, from 0, as the address says. */
let at = Math.min(Math.max(Number(location.hash.slice(1)) || 1, 1), words.lessons.length) - 1;
/** What was done in it. @type {string[]} */
let done = [];
/** @type {LessonShown | null} */
let shown = null;
/** @type {AbortController | null} */
let asking = null;

const view = () => viewOf(state.glance);
const isLearned = () => shown !== null && shown.part >= shown.parts;
const isLast = () => at + 1 === words.lessons.length;

/** @type {import("./screen.js").Deeds} */
const deeds = {
  toggle, act, sort, hint, coach,
  flip: () => send("flip"),
  giveWay: () => send("yield"),
  grab: (event) => grab(event, { root: place, dropped }),
  toggleLog: () => {
    state.showsLog = !state.showsLog;
    draw();
  },
  // What a table has and a lesson does not.
  choose: () => {}, takeBack: () => {}, say: () => {}, again: () => {}, word: () => {}, invite: () => nothing,
};

function draw() {
  document.title = `${words.title} · Parlour`;
  render(screen(state, deeds), place);
}

/** What the lesson says now, and what comes after it. */
function coach() {
  const lesson = words.lessons[at];
  const title = html`<h2 class="lesson-title">${words.lesson(at + 1, words.lessons.length, lesson.title)}</h2>`;
  if (!isLearned()) {
    return {
      words: html`<div class="coach panel">${title}<p aria-live="polite">${coloured(lesson.parts[shown?.part ?? 0])}</p></div>`,
      instead: null,
    };
  }
  const next = isLast() ? html`<button class="button main" @click=${play}>${words.play}</button>` : html`<button class="button main" @click=${goOn}>${words.next}</button>`;
  return {
    words: nothing,
    instead: html`<section class="ending coach" aria-labelledby="learned">${title}<h3 id="learned" tabindex="-1">${words.wellDone}</h3>
      <p>${coloured(lesson.learned)}</p><div class="row">${next}<a class="button" href="/">${words.home}</a></div></section>`,
  };
}

/** @param {number} card */
function toggle(card) {
  if (isLearned() || card >= state.selection.cards.length) return;
  state.selection = selecting.toggle(state.selection, card);
  state.trouble = "";
  state.hint = null;
  ask();
}

function clear() {
  state.selection = selecting.clear(state.selection);
  state.trouble = "";
  ask();
}

function sort() {
  state.selection = selecting.sortNext(state.selection);
  keep("order", state.selection.order);
  gliding(place, draw);
}

/** What the selected cards would do. */
async function ask() {
  asking?.abort();
  const cards = chosen(state);
  state.meant = cards.length ? state.meant : {};
  state.weighing = cards.length > 0 && isYours(state);
  draw();
  if (!state.weighing) return;
  const mine = new AbortController();
  asking = mine;
  /** @type {import("../api.js").Answer<import("../../types/kingslayer.js").PreviewAnswer>} */
  const answer = await post(ASK, { ask: "lesson", lesson: at, done, question: { ask: "preview", cards } }, { signal: mine.signal });
  if (mine.signal.aborted) return;
  state.weighing = false;
  state.meant = answer.ok ? answer.value : {};
  draw();
}

function act() {
  const cards = chosen(state);
  if (cards.length > 0) send(view().step === "suffer" ? notation.pay(cards) : notation.play(cards));
}

/** @param {number} card */
function dropped(card) {
  if (isLearned() || state.busy) return;
  if (!state.selection.marked[card]) state.selection = selecting.toggle(state.selection, card);
  if (view().step === "suffer") ask();
  else act();
}

/** Selects what the lesson is about. */
function hint() {
  const wanted = shown?.hint;
  if (!wanted) return;
  state.selection = selecting.mark(state.selection, notation.parts(wanted).cards);
  state.trouble = "";
  if (wanted === "flip") announce(words.lessons[at].parts[shown?.part ?? 0]);
  ask();
}

/** @param {string} command */
async function send(command) {
  if (state.busy || isLearned()) return;
  state.busy = true;
  draw();
  await look([...done, command]);
}

/** How the lesson stands after this. @param {string[]} deeds */
async function look(deeds) {
  /** @type {import("../api.js").Answer<LessonShown>} */
  const answer = await post(ASK, { ask: "lesson", lesson: at, done: deeds });
  state.busy = false;
  if (!answer.ok) {
    if (!shown) {
      render(sorry(answer), place);
      return;
    }
    state.trouble = inWords(answer);
    announce(state.trouble);
    draw();
    return;
  }
  done = deeds;
  shown = answer.value;
  state.trouble = "";
  state.hint = null;
  state.meant = {};
  state.glance = { ...state.glance, view: shown.view };
  state.selection = selecting.clear(selecting.takeUp(state.selection, shown.view.hand));
  const fresh = shown.told.map((seen) => tell(seen, (seat) => nameOf(state, seat))).filter((line) => line !== null);
  state.lines = [...state.lines, ...fresh];
  gliding(place, draw);
  for (const seen of shown.told) {
    if (seen.open?.damage_dealt) blow(place, seen.open.damage_dealt.amount);
  }
  for (const line of fresh) announce(line.words);
  if (isLearned()) /** @type {HTMLElement | null} */ (place.querySelector("#learned"))?.focus();
}

/** @param {number} lesson */
function open(lesson) {
  at = lesson;
  shown = null;
  state.lines = [];
  history.replaceState(null, "", `#${at + 1}`);
  return look([]);
}

function goOn() {
  open(at + 1);
}

async function play() {
  /** @type {import("../api.js").Answer<{ table: string }>} */
  const answer = await post("/api/tables", { game: "kingslayer", wish: { kind: "ordinary" } });
  if (answer.ok) location.assign(`/t/${encodeURIComponent(answer.value.table)}`);
  else {
    state.trouble = inWords(answer);
    draw();
  }
}

keyed({
  toggle, clear, sort, hint, place,
  act: () => (isLearned() ? (isLast() ? play() : goOn()) : act()),
  log: deeds.toggleLog,
  flip: () => view().solo_jesters > 0 && deeds.flip(),
  yield: () => {}, takeBack: () => {}, say: () => {},
});
addEventListener("hashchange", () => {
  const named = Number(location.hash.slice(1)) - 1;
  if (named !== at && words.lessons[named]) open(named);
});
open(at);
