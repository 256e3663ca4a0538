// The part of the map that is looked at: moved by hands, enlarged, sent to a province.

import { announce } from "../live.js";
import { words } from "../words/diplomacy.js";
import { centred, nearer, whole, within } from "./camera.js";
import { hands } from "./hands.js";
import { plain, province } from "./notation.js";
import { unitIn } from "./position.js";
import { shownPosition } from "./state.js";

/** @typedef {import("./state.js").State} State */

/**
 * @param {{ state: State, place: HTMLElement, draw: () => void, tap: (touched: import("./hands.js").Touched) => void, mayDrag: (at: string) => boolean }} page
 */
export function roaming({ state, place, draw, tap, mayDrag }) {
  const map = { x: 0, y: 0, w: state.plan.width, h: state.plan.height };

  const shape = () => {
    const frame = place.querySelector(".frame");
    return frame && frame.clientWidth > 0 ? frame.clientHeight / frame.clientWidth : map.h / map.w;
  };
  /** @param {string} at @returns {[number, number]} */
  const spotOf = (at) => state.plan.provinces.find((it) => it.code === province(at))?.unit ?? [0, 0];

  /** The frame that has hands and is measured. @type {HTMLElement | null} */
  let held = null;
  /** How wide it is: to ask at each drawing would lay the page out each time. */
  let wide = 0;
  const measured = new ResizeObserver(() => {
    wide = held?.clientWidth ?? 0;
    const { view } = state;
    // Whoever sees all of the map sees all of it on a device that is turned, too.
    const isWhole = view.w >= map.w && view.h >= map.h;
    if (wide > 0) look(isWhole ? whole(map, shape()) : within({ ...view, h: view.w * shape() }, map));
  });

  /** The lobby has another frame around the map than the game: hands go with the map. @param {HTMLElement} frame */
  function hold(frame) {
    if (frame === held) return;
    held = frame;
    measured.disconnect();
    measured.observe(frame);
    hands(frame, {
      box: () => ({ view: state.view, map }),
      look,
      tap,
      mayDrag,
    });
  }

  /** @param {import("./camera.js").Box} view */
  function look(view) {
    state.view = view;
    draw();
  }

  /** @param {number} factor */
  function zoom(factor) {
    const { x, y, w, h } = state.view;
    look(nearer(state.view, map, { x: x + w / 2, y: y + h / 2 }, factor));
  }

  /** @param {string} text */
  function find(text) {
    const wanted = text.trim().toLowerCase();
    const all = state.plan.provinces;
    const found = all.find((it) => it.code.toLowerCase() === wanted || it.name.toLowerCase() === wanted) ?? all.find((it) => wanted && it.name.toLowerCase().startsWith(wanted));
    state.trouble = found ? "" : words.noProvince;
    if (!found) {
      draw();
      return;
    }
    look(centred(state.view, map, found.unit));
    announce(`${found.name}${unitIn(shownPosition(state), found.code) ? `, ${plain(unitIn(shownPosition(state), found.code) ?? "")}` : ""}`);
  }

  /** How many pixels a map unit has now. */
  function measure() {
    if (wide === 0) wide = place.querySelector(".frame")?.clientWidth ?? 0;
    if (wide > 0) state.scale = wide / state.view.w;
  }

  return {
    hold, measure, zoom, find,
    show: (/** @type {string} */ at) => look(centred(state.view, map, spotOf(at))),
    whole: () => look(whole(map, shape())),
    /** Before anything is drawn. */
    begin: () => (state.view = whole(map, shape())),
  };
}
