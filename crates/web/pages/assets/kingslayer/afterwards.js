// After a game: what came of it, how it stood at each place of its log, and playing on
// from there as practice.

import { get, post } from "../api.js";
import { announce } from "../live.js";
import { inWords } from "../words/common.js";
import { words } from "../words/kingslayer.js";
import * as selecting from "./selection.js";
import { AGAIN } from "./state.js";

/** @typedef {import("../../types/kingslayer.js").Came} Came */
/** @typedef {import("../../types/kingslayer.js").Past} Past */
/** @typedef {import("./state.js").State} State */

/**
 * @param {string} base the address of the table
 * @param {State} state
 * @param {() => void} draw
 */
export function afterwards(base, state, draw) {
  /** @type {Came | null} */
  let came = null;
  let asked = false;
  /** @type {Past | null} */
  let past = null;
  /** Where each entry of the log ends. @type {string[]} */
  let places = [];
  let wanted = 0;

  /** Asks once what came of the game. */
  async function ask() {
    if (asked) return;
    asked = true;
    /** @type {import("../api.js").Answer<{ result: Came }>} */
    const answer = await post(`${base}/ask`, { ask: "result" });
    if (answer.ok) came = answer.value.result;
    draw();
  }

  /** Shows how it stood after so many entries. @param {number} at */
  async function look(at) {
    wanted = at;
    /** @type {import("../api.js").Answer<{ past: Past }>} */
    const answer = await post(`${base}/ask`, { ask: "past", at });
    // Who moves on quickly is shown the last one alone.
    if (wanted !== at || location.hash !== AGAIN) return;
    if (answer.ok) {
      past = answer.value.past;
      announce(words.pastAt(past.at, past.entries));
    } else state.trouble = inWords(answer);
    draw();
  }

  /** Reads where the entries end, from the beginning. */
  async function readPlaces() {
    /** @type {string[]} */
    const found = [];
    for (let next = "", more = true; more; ) {
      /** @type {import("../api.js").Answer<import("../../types/api.js").Log>} */
      const answer = await get(`${base}/log${next ? `?after=${encodeURIComponent(next)}` : ""}`);
      if (!answer.ok) return;
      found.push(...answer.value.entries.map((entry) => entry.place));
      ({ next, more } = answer.value);
    }
    places = found;
    draw();
  }

  /** The address says whether the game is shown again. */
  function turn() {
    if (location.hash === AGAIN && state.glance.over) {
      if (places.length === 0) readPlaces();
      look(past?.at ?? 0);
    } else if (past) {
      past = null;
      draw();
    }
  }

  async function playOn() {
    const at = past && places[past.at - 1];
    if (!at || state.busy) return;
    state.busy = true;
    draw();
    /** @type {import("../api.js").Answer<{ table: string }>} */
    const answer = await post(`${base}/forks`, { at });
    state.busy = false;
    if (answer.ok) {
      location.assign(`/t/${encodeURIComponent(answer.value.table)}`);
      return;
    }
    state.trouble = inWords(answer);
    announce(state.trouble);
    draw();
  }

  /** @param {string} line */
  async function copy(line) {
    await navigator.clipboard?.writeText(line);
    announce(words.copied);
  }

  addEventListener("hashchange", turn);
  return {
    ask, turn, look, playOn, copy,
    came: () => came,
    past: () => past,
    /** Whether play can go on from what is shown. */
    goesOn: () => came?.goes_on !== false && past !== null && past.at > 0 && past.at < past.entries && places.length === past.entries,
    /** What the page knows, as it was then. */
    then: () => (past ? { ...state, glance: { ...state.glance, view: past.view }, selection: selecting.takeUp(selecting.empty(state.selection.order), past.view.hand), hint: null, meant: {}, isPast: true } : state),
  };
}
