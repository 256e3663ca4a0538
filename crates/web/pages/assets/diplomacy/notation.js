// Orders and phases in the notation of the records: `A MUN S A BER - SIL`, `S1901M`.

/**
 * @typedef {"hold" | "move" | "support" | "convoy" | "retreat" | "disband" | "build" | "waive"} Kind
 * @typedef {{ text: string, kind: Kind, unit: string, at: string, target?: string, from?: string, to?: string, via?: boolean }} Order
 * `unit` and `target` are units, `at` and `from` where they stand, `to` where it goes.
 */

const PLACE = "[A-Z][A-Z0-9]*(?:/[A-Z]{2})?";
const UNIT = `[AF] ${PLACE}`;
const FORMS = /** @type {[Kind, RegExp][]} */ ([
  ["hold", new RegExp(`^(${UNIT}) H$`)],
  ["move", new RegExp(`^(${UNIT}) - (?<to>${PLACE})(?<via> VIA)?$`)],
  ["support", new RegExp(`^(${UNIT}) S (?<target>${UNIT})(?: - (?<to>${PLACE}))?$`)],
  ["convoy", new RegExp(`^(${UNIT}) C (?<target>${UNIT}) - (?<to>${PLACE})$`)],
  ["retreat", new RegExp(`^(${UNIT}) R (?<to>${PLACE})$`)],
  ["disband", new RegExp(`^(${UNIT}) D$`)],
  ["build", new RegExp(`^(${UNIT}) B$`)],
]);

/** The province of a place. @param {string} place */
export const province = (place) => place.split("/")[0];

/** The coast of a place, if it names one. @param {string} place */
export const coast = (place) => place.split("/")[1] ?? "";

/** Where a unit stands. @param {string} unit */
export const standing = (unit) => unit.slice(2);

/**
 * Reads an order; nothing if it is none.
 * @param {string} text
 * @returns {Order | null}
 */
export function read(text) {
  if (text === "WAIVE") return { text, kind: "waive", unit: "", at: "" };
  for (const [kind, form] of FORMS) {
    const found = form.exec(text);
    if (!found) continue;
    const { target, to, via } = found.groups ?? {};
    /** @type {Order} */
    const order = { text, kind, unit: found[1], at: standing(found[1]) };
    if (target) Object.assign(order, { target, from: standing(target) });
    if (to) order.to = to;
    if (via) order.via = true;
    return order;
  }
  return null;
}

/** As people write it: `A Mun - Ber`. @param {string} text */
export function plain(text) {
  return text.replace(/[A-Z]{3,}(\/[A-Z]{2})?/g, (word) => (word === "VIA" ? "via" : word[0] + word.slice(1).toLowerCase()));
}

const SEASONS = /** @type {Record<string, string>} */ ({ S: "Spring", F: "Fall", W: "Winter" });
const STEPS = /** @type {Record<string, string>} */ ({ M: "movement", R: "retreats", A: "adjustments" });

/** What happens in a phase. @param {string} phase @returns {"M" | "R" | "A"} */
export const step = (phase) => /** @type {"M" | "R" | "A"} */ (phase.at(-1));

/** A phase in words. @param {string} phase */
export function phaseWords(phase) {
  const found = /^([SFW])(\d+)([MRA])$/.exec(phase);
  return found ? `${SEASONS[found[1]]} ${Number(found[2])}, ${STEPS[found[3]]}` : phase;
}
