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

  /** @param {number[]} seats @param {string} text @param {() => void} done */
  async function sayTo(seats, text, done) {
    if (!text.trim()) return;
    await word({ word: "tell", to: seats.map((seat) => powerOf(state, seat)), text }, done);
    answered([]);
    await readPress();
  }

  async function readPress() {
    /** @type {import("../api.js").Answer<import("../../types/diplomacy.js").Pressed>} */
    const answer = await post(`${base}/ask`, { ask: "press" });
    if (!answer.ok) return;
    const known = state.press.length;
    state.press = answer.value.press;
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
