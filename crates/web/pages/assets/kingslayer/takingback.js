// Moves taken back at a table with others: one asks, and all who sit agree.

import { get, post } from "../api.js";

/** @typedef {import("../../types/api.js").Log} Log */
/** @typedef {import("../../types/kingslayer.js").Seen} Seen */
/** @typedef {import("./state.js").State} State */

/** How many moves back somebody's own last one is looked for. */
const LOOKED_AT = 40;

/** Who decided what somebody was told. @param {Seen} seen @returns {number | null} */
function decider({ open }) {
  return open?.cards_played?.seat ?? open?.jester_played?.seat ?? open?.yielded?.seat ?? open?.attack_paid?.seat ?? open?.next_chosen?.by ?? null;
}

/**
 * The place before somebody's last move; where they made none, before the last one of all.
 * @param {Pick<Log, "from" | "entries">} log @param {number} seat @returns {string | null}
 */
export function placeBefore({ from, entries }, seat) {
  const last = entries.findLastIndex(({ told }) => /** @type {Seen[]} */ (told).some((seen) => decider(seen) === seat));
  const at = last < 0 ? entries.length - 1 : last;
  if (at < 0) return null;
  return at === 0 ? from : entries[at - 1].place;
}

/** Whether somebody here may ask for it. @param {State} state */
export const mayAsk = ({ glance }) => !!glance.plane && glance.my_seat !== null && !glance.over && !glance.paused && !glance.undo && (glance.view?.moves ?? 0) > 0;

/**
 * Asks that one's last move be taken back.
 * @param {string} base @param {number} seat
 * @returns {Promise<import("../api.js").Answer<import("../../types/api.js").CameBack>>}
 */
export async function ask(base, seat) {
  /** @type {import("../api.js").Answer<Log>} */
  const log = await get(`${base}/log?last=${LOOKED_AT}`);
  if (!log.ok) return log;
  const to = placeBefore(log.value, seat);
  return post(`${base}/undo`, { to: to ?? log.value.next }, { again: true });
}
