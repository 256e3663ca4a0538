// A draft: orders that somebody only thinks of. It is kept on this device at once, and with
// the table as soon as the line allows, so that it is there on another device too.

import { province, read } from "./notation.js";

/** @typedef {import("./notation.js").Order} Order */
/** @typedef {{ orders: string[], sent: boolean }} Kept `sent` says whether the table has it */

/**
 * A draft with one order more, in the place of the one that its unit has; nothing where no
 * more can be ordered.
 * @param {string[]} orders
 * @param {Order} order
 * @param {number | null} most how many there may be; in Winter alone
 * @returns {string[] | null}
 */
export function withOrder(orders, order, most) {
  const same = (/** @type {string} */ text) => order.kind !== "waive" && province(read(text)?.at ?? "") === province(order.at);
  const others = orders.filter((text) => !same(text));
  return most !== null && others.length >= most ? null : [...others, order.text];
}

/** A draft without one of its orders. @param {string[]} orders @param {string} text */
export function without(orders, text) {
  const at = orders.lastIndexOf(text);
  return orders.filter((_, place) => place !== at);
}

/** @param {string} table */
const front = (table) => `orders:${table}:`;

/** @param {string} table @param {number | null} seat @param {string} phase */
const key = (table, seat, phase) => `${front(table)}${seat}:${phase}`;

/** What this device keeps. @param {string} table @param {number | null} seat @param {string} phase @returns {Kept | null} */
export function onDevice(table, seat, phase) {
  try {
    const found = JSON.parse(localStorage.getItem(key(table, seat, phase)) ?? "null");
    const fits = Array.isArray(found?.orders) && found.orders.every((/** @type {unknown} */ it) => typeof it === "string");
    return fits ? { orders: found.orders, sent: found.sent === true } : null;
  } catch {
    return null;
  }
}

/** Keeps a draft here; those of phases that are over go. @param {string} table @param {number | null} seat @param {string} phase @param {Kept} kept */
export function keepOnDevice(table, seat, phase, kept) {
  try {
    const now = key(table, seat, phase);
    for (const name of Object.keys(localStorage)) if (name.startsWith(front(table)) && name !== now) localStorage.removeItem(name);
    localStorage.setItem(now, JSON.stringify(kept));
  } catch {
    // Then it lasts as long as the page, and with the table.
  }
}
