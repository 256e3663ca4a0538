// Press: said to some of the others, read, and marked as read on this device.

import { post } from "../api.js";
import { announce } from "../live.js";
import { notify } from "../notices.js";
import { words } from "../words/diplomacy.js";
import { circle, powerOf, speaker } from "./state.js";

/** @typedef {import("./state.js").State} State */

/**
 * @param {{ state: State, base: string, place: HTMLElement, draw: () => void,
 *   word: (said: object, done?: () => void) => Promise<void>, answered: (says: []) => void }} page
 */
export function talking({ state, base, place, draw, word, answered }) {
  const kept = `press:${state.glance.table}`;
  try {
    state.read = JSON.parse(localStorage.getItem(kept) ?? "{}") ?? {};
  } catch {
    // Then all of it is new.
  }

  /** As whom, hearing whom, all of it was read. */
  let readAs = "";

  /** @param {number[]} seats @param {string} text @param {() => void} done */
  async function sayTo(seats, text, done) {
    if (!text.trim()) return;
    await word({ word: "tell", to: seats.map((seat) => powerOf(state, seat)), text }, done);
    answered([]);
    await readPress();
  }

  /** What comes after so much of it that was read, page by page; nothing if that is not answered. @param {number} after */
  async function pressAfter(after) {
    /** @type {import("../../types/diplomacy.js").PressLine[]} */
    const lines = [];
    for (let more = true; more;) {
      /** @type {import("../api.js").Answer<import("../../types/diplomacy.js").Pressed>} */
      const answer = await post(`${base}/ask`, { ask: "press", after: after + lines.length });
      if (!answer.ok) return null;
      lines.push(...answer.value.press);
      more = answer.value.more;
    }
    return lines;
  }

  async function readPress() {
    const known = state.press.length;
    // Who is muted or heard again, who sits elsewhere, and the end of the game change what was said before, too.
    const { aside, my_seat, over } = state.glance;
    const now = JSON.stringify([aside?.muted ?? [], my_seat, over]);
    const before = now === readAs && (aside?.press ?? known) >= known ? known : 0;
    const lines = await pressAfter(before);
    if (lines === null) return;
    // Asked for twice at once, it is asked for again after what came first.
    if (known !== state.press.length) return void (await readPress());
    readAs = now;
    state.press = [...state.press.slice(0, before), ...lines];
    for (const line of state.press.slice(known)) {
      if (known === 0 || line.from === state.glance.my_seat) continue;
      announce(`${speaker(state, line)}: ${line.words}`);
      notify(`press ${state.glance.table}`, words.pressFrom(speaker(state, line)), line.words);
    }
    if (state.tab === "press") converse(state.hearers);
    else draw();
  }

  /** @param {string} key */
  function converse(key) {
    state.hearers = key;
    state.read = { ...state.read, [key]: state.press.filter((line) => circle(line) === key).length };
    try {
      localStorage.setItem(kept, JSON.stringify(state.read));
    } catch {
      // Then it is new again next time.
    }
    draw();
    const list = place.querySelector(".said");
    if (list) list.scrollTop = list.scrollHeight;
  }

  return { sayTo, readPress, converse };
}
