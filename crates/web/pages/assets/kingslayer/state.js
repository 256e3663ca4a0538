// What the page of a table knows: what the server last showed, and what only this
// window knows. Questions about it are answered here, for every part of the screen
// alike.

import { words } from "../words/kingslayer.js";
import { UNSEEN } from "./discard.js";
import * as selecting from "./selection.js";

/** @typedef {import("../../types/kingslayer.js").View} View */
/** @typedef {import("../../types/api.js").Glance<View | null, import("../../types/court.js").Tableau | null>} Glance */

/**
 * @typedef {object} State
 * @property {Glance} glance what the server last showed
 * @property {import("./telling.js").Line[]} lines what happened
 * @property {import("./selection.js").Selection} selection the hand as it lies here
 * @property {import("../../types/kingslayer.js").PreviewAnswer} meant what the selected cards would do
 * @property {boolean} weighing whether the rules were asked about the selection and have not answered: what is meant is of an older one
 * @property {import("../../types/kingslayer.js").HintAnswer | "thinking" | null} hint
 * @property {string} trouble why the last wish was refused
 * @property {boolean} busy a wish is on its way
 * @property {boolean} online the stream is open
 * @property {boolean} gone the table is gone
 * @property {boolean} [isPast] what is shown of the table is how it once stood
 * @property {import("./discard.js").Pile} discard the discard pile, as far as it was seen
 * @property {boolean} showsLog the log lies above the table
 */

/** What an address ends with that shows a game again. */
export const AGAIN = "#replay";

/** What is seen of a game that has not begun: nothing. @type {View} */
const LAID = {
  you: null, step: "play", current: 0, moves: 0, enemy: null, shield: 0, due: 0, hand: [], hand_limit: 0, table: [], players: [],
  tavern_count: 0, discard_count: 0, castle_count: 0, castle: [], defeated: 0, jesters_used: 0, solo_jesters: 0, may_yield: false,
  house: { surplus_payment: true, solo_yield: false, health: { jack: 20, queen: 30, king: 40 }, attack: { jack: 10, queen: 15, king: 20 }, combo_limit: 10 },
  memory: { captured: [] }, outcome: null,
};

/** @param {Glance} glance @param {import("./selection.js").Order} order @returns {State} */
export function begun(glance, order) {
  return { glance, lines: [], selection: selecting.empty(order), meant: {}, weighing: false, hint: null, trouble: "", busy: false, online: true, gone: false, discard: UNSEEN, showsLog: false };
}

/** How strong the enemies of a house are. @param {import("../../types/kingslayer.js").House} house @returns {"easy" | "normal" | "hard"} */
export const difficultyOf = ({ health }) => (health.jack < 20 ? "easy" : health.jack > 20 ? "hard" : "normal");

/** Whether one plays by oneself: alone, or for practice beside bots. @param {Glance} glance */
export const byOneself = (glance) => glance.alone || glance.kind === "practice";

/** Where the table plays now, if that is another game than this one. @param {Glance} glance */
export const goesOnAt = (glance) => (glance.next && glance.next !== glance.table ? glance.next : null);

/** Whether somebody plays by themselves here, and may put an end to it. The game of the day can be begun once. @param {Glance} glance */
export function mayGiveUp(glance) {
  const others = glance.seats.some((it) => !it.you && it.bot === null && it.taken !== false);
  return !glance.over && glance.my_seat !== null && !others && (glance.kind !== "daily" || viewOf(glance).moves === 0);
}

/** Whether others play on without who leaves. @param {Glance} glance */
export const mayLeave = (glance) => !glance.over && glance.my_seat !== null && glance.plane?.lobby === false && !mayGiveUp(glance);

/** Whether the bot may be asked. @param {Glance} glance */
export const givesHints = (glance) => byOneself(glance) || glance.plane?.customs.hints === true;

/** @param {Glance} glance */
export const viewOf = (glance) => glance.view ?? LAID;

/** Whether this person is to decide now. @param {State} state */
export function isYours({ glance }) {
  const view = viewOf(glance);
  return !glance.plane?.lobby && !view.outcome && view.you !== null && view.you === view.current;
}

/** @param {State} state @param {number} seat */
export function nameOf({ glance }, seat) {
  return seat === viewOf(glance).you ? words.you : (glance.seats[seat]?.name ?? words.seat(seat));
}

/** The selected cards. @param {State} state */
export const chosen = ({ selection }) => selecting.marked(selection);

/** Who is to do what, in a line; nothing once it is over. @param {State} state */
export function prompt(state) {
  const { step, current, due } = viewOf(state.glance);
  const who = nameOf(state, current);
  if (step === "over") return "";
  if (isYours(state)) return step === "play" ? words.yourPlay : step === "suffer" ? words.yourPay(due) : words.yourChoice;
  if (step === "suffer") return words.waitsForPay(who, due);
  return step === "choose" ? words.waitsForChoice(who) : words.waitsFor(who);
}
