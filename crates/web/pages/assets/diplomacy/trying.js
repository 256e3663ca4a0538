// What is tried in a sandbox: as the end of an address, and order by order.

import { withOrder } from "./draft.js";
import { read, step } from "./notation.js";

/** @typedef {import("./state.js").Sandbox} Sandbox */

/** A sandbox as the end of an address. @param {Pick<Sandbox, "position" | "orders">} sandbox */
export function written({ position, orders }) {
  const bytes = new TextEncoder().encode(JSON.stringify({ position, orders }));
  const text = btoa(String.fromCharCode(...bytes));
  return `sandbox=${text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** What the end of an address says; nothing if no browser wrote it so. @param {string} hash */
export function wished(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}

/** Whether this is an object with such values. @param {unknown} it @param {(value: unknown) => boolean} fits */
const isMap = (it, fits) => typeof it === "object" && it !== null && !Array.isArray(it) && Object.values(it).every(fits);

/** @param {unknown} it */
const isTexts = (it) => Array.isArray(it) && it.every((text) => typeof text === "string");

/** @param {any} it @returns {it is Sandbox["position"]} */
function isPosition(it) {
  if (!isMap(it, () => true) || typeof it.phase !== "string" || !/^[SFW]\d{1,5}[MRA]$/.test(it.phase)) return false;
  const { units, centers = {}, dislodged = {}, builds = {} } = it;
  return isMap(units, isTexts) && isMap(centers, isTexts) && isMap(dislodged, (of) => isMap(of, isTexts)) && isMap(builds, Number.isInteger);
}

/** What somebody has shared; nothing if it is no sandbox. @param {string} text @returns {Pick<Sandbox, "position" | "orders"> | null} */
export function readBack(text) {
  if (!text.startsWith("sandbox=")) return null;
  try {
    const bytes = atob(text.slice(8).replaceAll("-", "+").replaceAll("_", "/"));
    const found = JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (it) => it.charCodeAt(0))));
    const fits = isPosition(found?.position) && isMap(found.orders, isTexts);
    return fits ? { position: { centers: {}, ...found.position }, orders: found.orders } : null;
  } catch {
    return null;
  }
}

/** How many orders a power may give; in Winter alone they are counted. @param {Pick<Sandbox, "position" | "due">} sandbox @param {string} power */
const most = ({ position, due }, power) => (step(position.phase) === "A" ? Math.abs(due[power] ?? 0) : null);

/**
 * The orders with one more, in the place of the one that its unit or its province has;
 * nothing where no more can be ordered.
 * @param {Pick<Sandbox, "position" | "orders" | "legal" | "due">} sandbox
 * @param {import("./notation.js").Order} order
 * @returns {Record<string, string[]> | null}
 */
export function ordered(sandbox, order) {
  const { orders, legal } = sandbox;
  const power = Object.keys(legal).find((name) => legal[name].includes(order.text));
  if (!power) return orders;
  const more = withOrder(orders[power] ?? [], order, most(sandbox, power));
  return more && { ...orders, [power]: more };
}

/**
 * Orders that came from elsewhere, as far as they can stand together: one for each unit,
 * in Winter no more than are due and none that is not possible.
 * @param {Pick<Sandbox, "position" | "orders" | "legal" | "due">} sandbox
 */
export function fitting(sandbox) {
  const winter = step(sandbox.position.phase) === "A";
  /** @type {Record<string, string[]>} */
  const fits = {};
  for (const [power, texts] of Object.entries(sandbox.orders)) {
    if (!(power in sandbox.legal)) continue;
    for (const text of texts) {
      const order = read(text);
      if (!order || order.kind === "waive" || (winter && !sandbox.legal[power].includes(text))) continue;
      fits[power] = withOrder(fits[power] ?? [], order, most(sandbox, power)) ?? fits[power];
    }
  }
  return fits;
}

/** Builds (above 0) or disbands (below 0) that are still to be ordered, by power. @param {Pick<Sandbox, "position" | "orders" | "due">} sandbox */
export function stillDue({ due, orders }) {
  const left = (/** @type {[string, number]} */ [power, count]) => /** @type {[string, number]} */ ([power, count - Math.sign(count) * (orders[power] ?? []).length]);
  return Object.entries(due).filter(([, count]) => count !== 0).map(left);
}
