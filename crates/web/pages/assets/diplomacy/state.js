// What the page knows beside what the server shows it.

import { begin } from "./tapping.js";

/** @typedef {import("../../types/diplomacy.js").Glance} Glance */
/** @typedef {import("../../types/diplomacy.js").Plan} Plan */
/** @typedef {import("../../types/diplomacy.js").Position} Position */
/** @typedef {import("../../types/diplomacy.js").ResolvedPhase} ResolvedPhase */
/** @typedef {import("../../types/diplomacy.js").PressLine} PressLine */
/** @typedef {import("./tapping.js").Entry} Entry */
/** @typedef {"orders" | "press" | "past" | "sandbox" | "table"} Tab */
/** @typedef {{ before: Position, resolved: ResolvedPhase }} Page */
/** @typedef {{ at: string, before: string | null } | { draft: string[] }} Change a unit, as it is withdrawn, and what it was ordered before; or what the draft was before */
/** @typedef {{ position: Position, orders: Record<string, string[]>, legal: Record<string, string[]>, due: Record<string, number>, routes: Record<string, string[]>, resolved: ResolvedPhase | null, warnings: string[], earlier: Record<string, string[]>[], advice: string }} Sandbox `earlier` is what was ordered before each change, the newest last */
/**
 * @typedef {{ glance: Glance, plan: Plan, start: Position, tab: Tab, view: import("./camera.js").Box, scale: number,
 *   legal: string[], due: number, routes: Record<string, string[]>, entry: Entry, base: Entry, given: Change[], underWay: string[], pages: Page[], page: number | null, running: boolean, told: string | null,
 *   drafting: boolean, draft: string[], draftWarnings: string[], wishes: number[], fill: string | null,
 *   sandbox: Sandbox | null, press: PressLine[], hearers: string, read: Record<string, number>, answers: string[], pictures: Element[],
 *   unseen: string | null, trouble: string, remark: string, busy: boolean, online: boolean, gone: boolean }} State
 * `given` are the changes of orders of this visit, the newest last; `underWay` are orders that the server has not confirmed; `page` is the resolved phase that is looked at, `running` says whether the past runs by itself;
 * `unseen` is a resolved phase that was not looked at here: the first for whoever comes back, the last for whoever stayed; `drafting` says whether orders go into the draft, `wishes` are powers that are liked and not told yet, `fill` is the kind of bot that is to take what is free
 */

/**
 * @param {Glance} glance
 * @param {import("../../types/diplomacy.js").Charted} charted
 * @returns {State}
 */
export function begun(glance, { chart, start }) {
  const empty = begin([]);
  return {
    glance, plan: chart, start, tab: "orders", view: { x: 0, y: 0, w: chart.width, h: chart.height }, scale: 0.1,
    legal: [], due: 0, routes: {}, entry: empty, base: empty, given: [], underWay: [], pages: [], page: null, running: false, told: null,
    drafting: false, draft: [], draftWarnings: [], wishes: glance.aside?.wishes ?? [], fill: null,
    sandbox: null, press: [], hearers: "", read: {}, answers: [], pictures: [],
    unseen: null, trouble: "", remark: "", busy: false, online: true, gone: false,
  };
}

/** Whether a seat is still to order. @param {State} state */
export function isYours({ glance }) {
  return !glance.over && glance.started && glance.my_seat !== null && glance.waits_for.includes(glance.my_seat);
}

/** The power of a seat as people write it. @param {State} state @param {number} seat */
export function powerOf({ plan }, seat) {
  return named(plan.powers[seat]?.name ?? String(seat));
}

/** Who has said something: a power, or somebody who had none yet. @param {State} state @param {PressLine} line */
export const speaker = (state, line) => line.name ?? powerOf(state, line.from);

/** `AUSTRIA` as `Austria`. @param {string} name */
export const named = (name) => name.replace(/[A-Z]+/g, (word) => word[0] + word.slice(1).toLowerCase());

/** The seat of a power. @param {State} state @param {string} name */
export const seatOf = ({ plan }, name) => plan.powers.findIndex((it) => it.name === name);

/** Whoever takes part in something said, as a key: to all it is empty. @param {PressLine} line */
export const circle = (line) => (line.to.length === 0 ? "" : [...new Set([line.from, ...line.to])].toSorted((one, other) => one - other).join("+"));

/** The phase and position that the map shows. @param {State} state */
export function shownPosition(state) {
  if (state.tab === "sandbox" && state.sandbox) return state.sandbox.position;
  const page = state.page === null ? null : state.pages[state.page];
  return page && state.tab === "past" ? page.before : state.glance.view.position;
}

/** The resolved phase that the map shows, if it shows one. @param {State} state */
export function shownResolved(state) {
  if (state.tab === "sandbox") return state.sandbox?.resolved ?? null;
  return state.tab === "past" && state.page !== null ? (state.pages[state.page]?.resolved ?? null) : null;
}

/** Orders that are given and known here, by whom: one's own, or in the sandbox all. @param {State} state @returns {string[]} */
export function knownOrders(state) {
  if (state.tab === "sandbox") return Object.values(state.sandbox?.orders ?? {}).flat();
  return [...(state.glance.view.own?.orders ?? []), ...state.underWay, ...state.draft];
}

/** How a game before its start would fill up: how many powers nobody takes, and which bots would play them; nothing if none would. @param {State} state */
export function filling({ glance, fill }) {
  const { plane, seats, owner } = glance;
  const missing = Math.max(0, seats.filter((it) => !it.taken).length - plane.waiting);
  const agreed = /\bbots=(\S+)/.exec(plane.settings)?.[1] ?? "none";
  const bots = owner ? (fill ?? (agreed === "none" ? "greedy" : agreed)) : agreed === "none" ? null : agreed;
  return { missing, agreed, bots };
}
