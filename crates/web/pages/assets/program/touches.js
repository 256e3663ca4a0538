// What a program says can be pressed: a line each, four fields with tabs between.

/** @typedef {{ name: string, key: string, hinted: boolean, words: string }} Touch */

/** @param {string} text @returns {Touch[]} */
export function touches(text) {
  return text
    .split("\n")
    .map((line) => line.split("\t"))
    .filter((fields) => fields.length === 4 && fields[1] !== "")
    .map(([name, key, hinted, words]) => ({ name, key, hinted: hinted === "yes", words }));
}

/** How many actions are always in sight; the others wait behind a button. */
const USUAL = 8;

/**
 * Those in sight, and those behind "more". What a hint names is always in sight.
 * @param {Touch[]} all
 * @returns {{ usual: Touch[], more: Touch[] }}
 */
export function parted(all) {
  const usual = all.filter((it, place) => place < USUAL || it.hinted || it.name === "item" || it.name === "escape");
  return { usual, more: all.filter((it) => !usual.includes(it)) };
}

/**
 * Texts as the program keeps them: bytes as pairs of hexadecimal digits.
 * @param {string} text
 */
export function kept(text) {
  return Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @typedef {{ name: string, points: number, how: string, share: string }} Day */

/**
 * What is kept of days and weeks, the latest first: bytes as pairs of hexadecimal digits, four fields a line.
 * @param {string | null} kept
 * @returns {Day[]}
 */
export function days(kept) {
  const pairs = kept?.match(/[\da-f]{2}/g) ?? [];
  const text = new TextDecoder().decode(Uint8Array.from(pairs, (pair) => parseInt(pair, 16)));
  return text
    .split("\n")
    .map((line) => line.split("\t"))
    .filter((fields) => fields.length === 4)
    .map(([name, points, how, share]) => ({ name, points: Number(points), how, share }))
    .reverse();
}

/** The day as the house counts it. @param {Date} now */
export const day = (now) => now.toISOString().slice(0, 10);

/** The week a day is in, as the house counts: weeks begin on Mondays. @param {Date} now */
export function week(now) {
  const thursday = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7));
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const number = Math.floor((thursday.getTime() - first) / 604_800_000) + 1;
  return `${thursday.getUTCFullYear()}-W${String(number).padStart(2, "0")}`;
}

/**
 * The line that asks for a new game: see `Wanted` in Rust.
 * @param {{ short: boolean, difficulty: string, seed: string }} game
 */
export function asked({ short, difficulty, seed }) {
  const parts = [short ? "short" : "", difficulty === "normal" ? "" : difficulty].filter(Boolean);
  return `${parts.join("-") || "new"} ${seed}`;
}
