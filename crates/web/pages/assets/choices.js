// What a person has chosen for this browser: light, colours, motion, sounds, the
// order of a hand. Kept here because the server need not know.

/** What may be chosen, the first being what holds if nothing is. */
export const CHOICES = {
  theme: ["auto", "light", "dark", "contrast"],
  colours: ["full", "blind"],
  suits: ["two", "four"],
  motion: ["auto", "none"],
  sounds: ["off", "on"],
  order: ["dealt", "suit", "value"],
  notices: ["off", "on"],
};

/** @typedef {keyof typeof CHOICES} Name */

const KEY = "parlour";

/** @returns {Record<string, string>} */
function kept() {
  try {
    const text = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof text === "object" && text !== null ? text : {};
  } catch {
    return {};
  }
}

/** What holds now. @param {Name} name */
export function choice(name) {
  const value = kept()[name];
  return CHOICES[name].includes(value) ? value : CHOICES[name][0];
}

/**
 * Keeps a choice and shows it at once.
 * @param {Name} name
 * @param {string} value
 */
export function choose(name, value) {
  const all = kept();
  if (value === CHOICES[name][0]) delete all[name];
  else all[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Then it holds until the page is left.
  }
  const { dataset } = document.documentElement;
  if (value === CHOICES[name][0]) delete dataset[name];
  else dataset[name] = value;
}

/** Whether things may move on the screen. */
export function mayMove() {
  return choice("motion") !== "none" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
