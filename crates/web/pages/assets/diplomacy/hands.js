// Fingers, a mouse and a wheel on the map: a tap is a tap, a drag moves the map or draws
// an order, two fingers enlarge.

import { moved, nearer } from "./camera.js";

/** @typedef {import("./camera.js").Box} Box */

/** How far a finger may slip and still have tapped, in pixels. */
const SLIP = 9;

/** How far beside a border a finger may still mean the place behind it, in pixels. */
const BESIDE = 12;

/** Directions round a point. */
const ROUND = Array.from({ length: 8 }, (_, at) => /** @type {const} */ ([Math.cos((at * Math.PI) / 4), Math.sin((at * Math.PI) / 4)]));

/** What was touched: `at` is a unit's surroundings or a province, `on` what lies under the very point, `beside` what a finger may have meant. @typedef {{ at: string, on: string | null, beside: string[] }} Touched */

/**
 * @param {HTMLElement} frame the element around the map
 * @param {{ box: () => { view: Box, map: Box }, look: (view: Box) => void, tap: (touched: Touched) => void, mayDrag: (at: string) => boolean }} deeds
 */
export function hands(frame, { box, look, tap, mayDrag }) {
  /** @type {Map<number, { x: number, y: number }>} */
  const fingers = new Map();
  /** @type {{ at: string | null, x: number, y: number, far: boolean, orders: boolean } | null} */
  let began = null;

  const place = (/** @type {EventTarget | Element | null} */ target) =>
    target instanceof Element ? (target.closest("[data-at]")?.getAttribute("data-at") ?? null) : null;
  const under = (/** @type {number} */ x, /** @type {number} */ y) => document.elementsFromPoint(x, y).filter((it) => frame.contains(it) && !it.classList.contains("reach")).map(place).find((it) => it !== null) ?? null;

  /** @param {string} at @param {PointerEvent} event @returns {Touched} */
  const touched = (at, { clientX: x, clientY: y, pointerType }) => {
    // Whoever touches a unit means that one.
    const isUnit = document.elementFromPoint(x, y)?.closest(".unit");
    const around = pointerType === "touch" && !isUnit ? ROUND.map(([dx, dy]) => under(x + dx * BESIDE, y + dy * BESIDE)) : [];
    return { at, on: under(x, y), beside: [...new Set(around.filter((it) => it !== null))] };
  };
  const units = () => box().view.w / frame.clientWidth;
  const point = (/** @type {number} */ x, /** @type {number} */ y) => {
    const { left, top } = frame.getBoundingClientRect();
    const { view } = box();
    return { x: view.x + (x - left) * units(), y: view.y + (y - top) * units() };
  };

  frame.addEventListener("pointerdown", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("svg.map")) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const at = place(event.target);
    began = fingers.size === 1 ? { at, x: event.clientX, y: event.clientY, far: false, orders: at !== null && Boolean(event.target.closest(".unit")) && mayDrag(at) } : null;
  });
  frame.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const before = [...fingers.values()].map((it) => ({ ...it }));
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    const now = [...fingers.values()];
    if (began && Math.hypot(event.clientX - began.x, event.clientY - began.y) > SLIP) {
      if (!began.far) frame.setPointerCapture?.(event.pointerId);
      began.far = true;
    }
    const { view, map } = box();
    if (now.length === 2) {
      const apart = (/** @type {{ x: number, y: number }[]} */ [one, two]) => Math.hypot(one.x - two.x, one.y - two.y) || 1;
      look(nearer(view, map, point((now[0].x + now[1].x) / 2, (now[0].y + now[1].y) / 2), apart(now) / apart(before)));
    } else if (began?.far && !began.orders) look(moved(view, map, (before[0].x - now[0].x) * units(), (before[0].y - now[0].y) * units()));
  });
  const up = (/** @type {PointerEvent} */ event) => {
    if (!fingers.delete(event.pointerId) || !began || event.type === "pointercancel") {
      // The finger that is left after a pinch goes on moving the map; it taps nothing.
      const [left] = fingers.values();
      began = left && fingers.size === 1 ? { at: null, ...left, far: true, orders: false } : null;
      return;
    }
    const { at, far, orders } = began;
    began = null;
    if (!far) {
      if (at) tap(touched(at, event));
      return;
    }
    const there = place(document.elementFromPoint(event.clientX, event.clientY));
    if (orders && at && there && there !== at) {
      tap({ at, on: at, beside: [] });
      tap(touched(there, event));
    }
  };
  frame.addEventListener("pointerup", up);
  frame.addEventListener("pointercancel", up);
  frame.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { view, map } = box();
    look(nearer(view, map, point(event.clientX, event.clientY), event.deltaY < 0 ? 1.2 : 1 / 1.2));
  }, { passive: false });
}
