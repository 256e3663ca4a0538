// The hand as it lies in front of a person: in an order, some cards selected. The
// server knows nothing of it.

import { ALL_SUITS, card, height } from "./notation.js";

/** @typedef {"dealt" | "suit" | "value"} Order */
/** @typedef {{ order: Order, dealt: string[], cards: string[], marked: boolean[] }} Selection */

/** @type {Order[]} */
const ORDERS = ["dealt", "suit", "value"];

/** Nothing in hand yet. @param {Order} [order] @returns {Selection} */
export function empty(order = "dealt") {
  return { order, dealt: [], cards: [], marked: [] };
}

/** @param {string} code */
function suitPlace(code) {
  const { suit } = card(code);
  return suit ? ALL_SUITS.indexOf(suit) : ALL_SUITS.length;
}

/** @param {string[]} dealt @param {Order} order */
function laid(dealt, order) {
  const rank = (/** @type {string} */ code) => height(card(code).rank);
  const cards = [...dealt];
  if (order === "suit") cards.sort((a, b) => suitPlace(a) - suitPlace(b) || rank(a) - rank(b));
  if (order === "value") cards.sort((a, b) => rank(a) - rank(b) || suitPlace(a) - suitPlace(b));
  return cards;
}

/**
 * Takes a hand up. Marks stay with the cards that stay, if nothing new came.
 * @param {Selection} it
 * @param {string[]} hand
 * @returns {Selection}
 */
export function takeUp(it, hand) {
  if (hand.length === it.dealt.length && hand.every((code, at) => code === it.dealt[at])) return it;
  const cards = laid(hand, it.order);
  return { ...it, dealt: [...hand], cards, marked: cards.map(() => false) };
}

/** Lays the hand in the next order; marked cards stay marked. @param {Selection} it */
export function sortNext(it) {
  const order = ORDERS[(ORDERS.indexOf(it.order) + 1) % ORDERS.length];
  const cards = laid(it.dealt, order);
  return mark({ ...it, order, cards }, marked(it));
}

/** @param {Selection} it @param {number} at @returns {Selection} */
export function toggle(it, at) {
  return { ...it, marked: it.marked.map((was, place) => (place === at ? !was : was)) };
}

/** @param {Selection} it @returns {Selection} */
export function clear(it) {
  return { ...it, marked: it.cards.map(() => false) };
}

/**
 * Marks exactly these cards, as far as they are there.
 * @param {Selection} it
 * @param {string[]} cards
 * @returns {Selection}
 */
export function mark(it, cards) {
  const flags = it.cards.map(() => false);
  for (const code of cards) {
    const at = it.cards.findIndex((held, place) => held === code && !flags[place]);
    if (at >= 0) flags[at] = true;
  }
  return { ...it, marked: flags };
}

/** The marked cards, as they lie. @param {Selection} it */
export function marked(it) {
  return it.cards.filter((_, at) => it.marked[at]);
}

/**
 * A name for every card that stays the same while it lies in a hand: the two
 * Jesters look alike.
 * @param {string[]} cards
 */
export function keys(cards) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return cards.map((code) => {
    const count = seen.get(code) ?? 0;
    seen.set(code, count + 1);
    return count ? `${code}.${count}` : code;
  });
}
