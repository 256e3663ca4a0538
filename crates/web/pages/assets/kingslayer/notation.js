// Cards and commands in the short notation of the rules: `5H`, `10D`, `X`,
// `play 5H AC`.

/** @typedef {import("./suits.js").Suit} Suit */
/** @typedef {{ code: string, rank: string, suit: Suit | null }} Card */

/** @type {Record<string, Suit>} */
const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };

/** @type {Suit[]} */
export const ALL_SUITS = ["clubs", "diamonds", "hearts", "spades"];

const RANKS = ["X", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/**
 * The card of a code; the Jester is `X` and has no suit.
 * @param {string} code
 * @returns {Card}
 */
export function card(code) {
  if (code === "X") return { code, rank: "X", suit: null };
  const rank = code.slice(0, -1);
  const suit = SUITS[code.slice(-1)];
  if (!suit || RANKS.indexOf(rank) < 1) throw new Error(`no card: ${code}`);
  return { code, rank, suit };
}

/** Where a rank stands among the others: the Jester first, then Ace to King. @param {string} rank */
export function height(rank) {
  return RANKS.indexOf(rank);
}

/** Whether it is a Jack, Queen or King. @param {Card} it */
export function isCourt(it) {
  return "JQK".includes(it.rank);
}

/** @param {string[]} cards */
export const play = (cards) => `play ${cards.join(" ")}`;
/** @param {string[]} cards */
export const pay = (cards) => `pay ${cards.join(" ")}`;
/** @param {number} seat */
export const next = (seat) => `next ${seat}`;

/**
 * A command's verb and its cards or seat.
 * @param {string} command
 */
export function parts(command) {
  const [verb, ...rest] = command.split(" ");
  return { verb, cards: verb === "play" || verb === "pay" ? rest : [], seat: verb === "next" ? Number(rest[0]) : null };
}
