// What was agreed at a table, in sentences: the room says it as `key=value`.

import { words } from "../words/agreed.js";

/** What the house does if nothing else is said; that is not worth a line. */
const USUAL = /** @type {Record<string, string>} */ ({ hour: "none", weekends: "play", grace: "0h", remind: "none", bots: "none", zone: "UTC" });

/**
 * What was agreed, a line each; what has no sentence stands as the room says it.
 * @param {string} settings
 * @returns {string[]}
 */
export function agreed(settings) {
  const all = new Map(settings.split(/\s+/).filter(Boolean).map((it) => /** @type {[string, string]} */ (it.split(/=(.*)/s).slice(0, 2))));
  const take = (/** @type {string} */ key) => {
    const value = all.get(key) ?? "";
    all.delete(key);
    return value;
  };
  const lines = [];
  const [movement, retreats, builds] = [take("movement"), take("retreats"), take("builds")];
  if (movement) lines.push(words.lengths(movement, retreats, builds));
  const [hour, zone] = [take("hour"), take("zone")];
  if (hour && hour !== USUAL.hour) lines.push(words.hour(hour, zone));
  for (const [key, value] of all) {
    if (value === USUAL[key]) continue;
    const say = words.sentences[key];
    lines.push((typeof say === "function" ? say(value) : say?.[value]) ?? `${key}=${value}`);
  }
  return lines;
}
