// Keys that a button presses for a program in the page.

/** Codes of the keys that write no letter, as the loader knows them. @type {Record<string, number>} */
const CODES = { Escape: 256, Enter: 257, Tab: 258, ArrowRight: 262, ArrowLeft: 263, ArrowDown: 264, ArrowUp: 265, PageUp: 266, PageDown: 267, Home: 268, F2: 291 };

/** A key without a meaning of its own, that comes with every letter. */
const SPACE = 32;

/**
 * @typedef {{ key_down(code: number, modifiers: number, repeat: boolean): void, key_up(code: number, modifiers: number): void, key_press(letter: number): void }} Program
 */

/**
 * Presses a key: a letter, or the name of a key.
 * @param {Program | undefined} program
 * @param {string} key
 */
export function press(program, key) {
  if (!program) return;
  const code = CODES[key] ?? SPACE;
  program.key_down(code, 0, false);
  if (!(key in CODES)) program.key_press(/** @type {number} */ (key.codePointAt(0)));
  program.key_up(code, 0);
}

/** The program in this page, once it runs. @returns {Program | undefined} */
export const program = () => /** @type {any} */ (window).wasm_exports;
