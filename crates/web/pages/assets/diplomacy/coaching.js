// The coach of a game that is over: which phases cost somebody most, and what a bot would
// have ordered there. Each leads to its phase on the map, and into the sandbox. It is
// loaded when a game is over.

import { post } from "../api.js";
import { html, nothing } from "../draw.js";
import { announce } from "../live.js";
import { inWords, sentence } from "../words/common.js";
import { words } from "../words/coaching.js";
import { phaseWords, plain } from "./notation.js";
import { named, seatOf } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("../../types/diplomacy.js").LessonTold} LessonTold */

/** Thousandths as people say them. @param {number} chance */
const percent = (chance) => `${Math.round(chance / 10)} %`;

/**
 * @param {{ state: State, base: string, draw: () => void,
 *   past: { readPast: (wanted: string) => Promise<void>, address: (end: string) => void }, sandbox: { trySandbox: (position: import("../../types/diplomacy.js").Position, orders: Record<string, string[]>) => Promise<void> } }} page
 */
export function coaching({ state, base, draw, past, sandbox }) {
  /** What was said; nothing as long as nobody has asked. @type {LessonTold[] | "asked" | null} */
  let lessons = null;

  /** Thinking takes a while, and what was thought is kept: who asks again does not begin anew. */
  async function ask() {
    if (lessons !== null) return;
    lessons = "asked";
    draw();
    /** @type {import("../api.js").Answer<import("../../types/diplomacy.js").Coached>} */
    const answer = await post(`${base}/ask`, { ask: "coach" }, { again: true });
    if (answer.ok) {
      lessons = answer.value.lessons;
      announce(lessons.length > 0 ? words.coached : words.noLesson);
    } else {
      lessons = null;
      state.trouble = inWords(answer);
    }
    draw();
  }

  /** The phase of a lesson on the map. @param {LessonTold} lesson */
  async function see({ phase }) {
    state.tab = "past";
    state.told = null;
    await past.readPast(phase);
    past.address(phase);
  }

  /** A sandbox in which everybody orders what they did, and one power what is advised. @param {LessonTold} lesson */
  async function tryOut({ phase, power, orders }) {
    await past.readPast(phase);
    const page = state.pages.find((it) => it.resolved.phase === phase);
    if (!page) return;
    /** @type {Record<string, string[]>} */
    const all = { [power]: orders };
    for (const it of page.resolved.orders) if (it.given && it.power !== power && it.order !== "WAIVE") (all[it.power] ??= []).push(it.order);
    await sandbox.trySandbox(page.before, all);
  }

  /** What is said, or how it is asked for. */
  function panel() {
    if (lessons === null) return html`<p class="dim">${words.coachAbout}</p><button class="button" @click=${ask}>${words.coach}</button>`;
    if (lessons === "asked") return html`<p class="dim" role="status">${words.coachThinks}</p>`;
    if (lessons.length === 0) return html`<p role="status">${words.noLesson}</p>`;
    return html`<h3>${words.coached}</h3><ol class="lessons-told">${lessons.map((it) => {
      const seat = seatOf(state, it.power);
      return html`<li class="power-${seat}"><h4 class="of-power"><span class="swatch" aria-hidden="true">${state.plan.powers[seat]?.letter}</span><bdi>${named(it.power)}</bdi>, ${phaseWords(it.phase)}</h4>
        <p>${words.chances(percent(it.before), percent(it.after), percent(it.instead))}</p>
        <ul class="order-list" aria-label=${words.better}>${it.orders.map((order) => html`<li><bdi>${plain(order)}</bdi></li>`)}</ul>
        ${it.reason ? html`<p class="dim">${sentence(words.itDoes(plain(it.reason)))}</p>` : nothing}
        <div class="row"><button class="button" @click=${() => see(it)}>${words.seePhase}</button>
          <button class="button" @click=${() => tryOut(it)}>${words.tryLesson}</button></div></li>`;
    })}</ol>`;
  }

  return { panel };
}
