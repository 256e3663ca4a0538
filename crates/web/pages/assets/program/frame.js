// What stands around a program in a page: the head above it, its buttons below.

import { html, render } from "../draw.js";
import { head } from "../frame.js";
import { press, program } from "./keys.js";

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
const controls = /** @type {HTMLElement} */ (document.getElementById("controls"));
const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("glcanvas"));

/**
 * Draws the head.
 * @param {string} title
 * @param {unknown} [extra]
 */
export const above = (title, extra) => render(head({ where: title, extra }), app);

/** Draws what stands below the program. @param {unknown} what */
export const below = (what) => render(what, controls);

/**
 * A button that presses a key. The program keeps the keyboard, unless the button was
 * reached by it.
 * @param {string} key
 * @param {unknown} label
 * @param {{ main?: boolean, name?: string }} [manner]
 */
export function button(key, label, { main = false, name } = {}) {
  return html`<button class=${main ? "button main" : "button"} data-key=${key} aria-label=${name ?? label}
    @pointerdown=${(/** @type {Event} */ event) => event.preventDefault()} @click=${() => press(program(), key)}>${label}</button>`;
}

/** Gives the keyboard back to the program. */
export const focus = () => canvas.focus();

/**
 * Hears what the program tells.
 * @param {(what: string, value: string) => void} hear
 */
export function whenTold(hear) {
  addEventListener("told", (event) => {
    const { what, value } = /** @type {CustomEvent} */ (event).detail;
    hear(what, value);
  });
}

/** Keeps the page for a time without a house, where the browser allows it. */
export async function keepForLater() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    // What came before the worker did is fetched for it once more.
    const loaded = performance.getEntriesByType("resource").map((it) => new URL(it.name).pathname);
    const needed = loaded.filter((path) => path.startsWith("/assets/") || path.startsWith("/programs/"));
    const cache = await caches.open("parlour");
    await cache.addAll([...new Set([location.pathname, canvas.dataset.program ?? "", ...needed])]);
    document.body.dataset.kept = "true";
  } catch {
    // A browser that keeps nothing shows the page as long as the house is there.
  }
}
