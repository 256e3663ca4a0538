// The part of the map that is shown: moved, enlarged, never beyond the edge.

/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

/** How much of the map is shown at the least. */
const NEAREST = 1 / 9;

/**
 * Kept within the map, in the shape of the window.
 * @param {Box} view
 * @param {Box} map
 * @returns {Box}
 */
export function within(view, map) {
  const shape = view.h / view.w;
  const w = Math.min(Math.max(view.w, map.w * NEAREST), Math.max(map.w, map.h / shape));
  const h = w * shape;
  const hold = (/** @type {number} */ low, /** @type {number} */ size, /** @type {number} */ from, /** @type {number} */ all) =>
    size >= all ? from + (all - size) / 2 : Math.min(Math.max(low, from), from + all - size);
  return { x: hold(view.x, w, map.x, map.w), y: hold(view.y, h, map.y, map.h), w, h };
}

/**
 * The whole map in a window of this shape: all of it on a wide one; on a narrow one the
 * whole height is too small to read, so it is cut at the sides.
 * @param {Box} map
 * @param {number} shape height by width
 */
export function whole(map, shape) {
  const w = Math.max(map.w, map.h / shape);
  return within({ x: map.x, y: map.y, w, h: w * shape }, map);
}

/**
 * Enlarged round a point that stays where it is.
 * @param {Box} view
 * @param {Box} map
 * @param {{ x: number, y: number }} point in map units
 * @param {number} factor above 1 is nearer
 */
export function nearer(view, map, point, factor) {
  const w = Math.min(Math.max(view.w / factor, map.w * NEAREST), Math.max(map.w, map.h / (view.h / view.w)));
  const by = w / view.w;
  return within({ x: point.x - (point.x - view.x) * by, y: point.y - (point.y - view.y) * by, w, h: view.h * by }, map);
}

/**
 * Moved by a distance in map units.
 * @param {Box} view @param {Box} map @param {number} dx @param {number} dy
 */
export const moved = (view, map, dx, dy) => within({ ...view, x: view.x + dx, y: view.y + dy }, map);

/**
 * A place in the middle, near enough to be read.
 * @param {Box} view @param {Box} map @param {[number, number]} point
 */
export function centred(view, map, [x, y]) {
  const w = Math.min(view.w, map.w / 3);
  const h = (w * view.h) / view.w;
  return within({ x: x - w / 2, y: y - h / 2, w, h }, map);
}
