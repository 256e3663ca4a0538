// A suit sign within a larger drawing.

import { svg } from "../draw.js";
import { SIGNS } from "./suits.js";

/** @typedef {import("./suits.js").Suit} Suit */

/**
 * A sign at a place of a larger drawing.
 * @param {Suit} suit
 * @param {number} x its middle
 * @param {number} y its middle
 * @param {number} size
 * @param {{ turned?: boolean, meaning?: string }} [manner] on its head; what it is, for its colour
 */
export function signAt(suit, x, y, size, { turned = false, meaning = "sign" } = {}) {
  const scale = size / 100;
  const turn = turned ? " rotate(180)" : "";
  return svg`<path class=${meaning} d=${SIGNS[suit]}
    transform="translate(${x} ${y})${turn} scale(${scale}) translate(-50 -50)"></path>`;
}
