// The four suit signs, drawn by ourselves in a square of 100 by 100.

/** @typedef {"clubs" | "diamonds" | "hearts" | "spades"} Suit */

/** @type {Record<Suit, string>} */
export const SIGNS = {
  hearts:
    "M50 91C22 66 7 49 7 31 7 17 17 8 29 8c9 0 17 5 21 14C54 13 62 8 71 8c12 0 22 9 22 23 0 18-15 35-43 60Z",
  diamonds: "M50 3c8 19 21 35 37 47-16 12-29 28-37 47-8-19-21-35-37-47C29 38 42 22 50 3Z",
  spades:
    "M50 4c8 20 40 34 40 58 0 13-9 20-19 20-7 0-12-3-16-8 1 10 5 17 12 22H33c7-5 11-12 12-22-4 5-9 8-16 8-10 0-19-7-19-20C10 38 42 24 50 4Z",
  clubs:
    "M50 5a20 20 0 0 1 15 33 20 20 0 1 1-10 35c1 10 5 18 12 23H33c7-5 11-13 12-23a20 20 0 1 1-10-35A20 20 0 0 1 50 5Z",
};

/** The sign as a character, for lines of text. @type {Record<Suit, string>} */
export const CHARACTERS = { clubs: "♣", diamonds: "♦", hearts: "♥", spades: "♠" };
