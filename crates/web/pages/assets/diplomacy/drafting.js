// What is done with a draft: it follows the table, it is filled, given and forgotten.

import { post, wishId } from "../api.js";
import { words } from "../words/diplomacy.js";
import { keepOnDevice, onDevice, without, withOrder } from "./draft.js";
import { step } from "./notation.js";

/** @typedef {import("./state.js").State} State */

/**
 * @param {{ state: State, base: string, draw: () => void, warn: (power: string, orders: string[]) => Promise<string[]> }} page
 */
export function drafting({ state, base, draw, warn }) {
  const place = () => /** @type {const} */ ([state.glance.table, state.glance.my_seat, state.glance.view.phase]);
  /** What was read, and of which phase. */
  let read = "";

  /** Takes what the table or this device has; what is here and was not sent goes first. */
  function follow() {
    const now = place().join(" ");
    const theirs = state.glance.aside?.draft;
    const kept = onDevice(...place());
    const told = theirs?.phase === state.glance.view.phase ? theirs.orders : [];
    const unsent = kept !== null && !kept.sent;
    const orders = unsent ? kept.orders : told;
    const fresh = read !== now;
    if (!fresh && (unsent || orders.join() === state.draft.join())) {
      if (unsent && state.online) send();
      return;
    }
    read = now;
    state.draft = orders;
    state.draftWarnings = [];
    look();
    if (unsent && state.online) send();
  }

  /** Warnings, as the room has them. */
  async function look() {
    const orders = state.draft;
    const power = state.glance.view.own?.power;
    if (!power || orders.length === 0) return;
    const found = await warn(power, orders);
    if (state.draft === orders) state.draftWarnings = found;
    draw();
  }

  /** Whether a draft is on its way: the next one goes when it is there. */
  let sending = false;
  /** What the table will not take, however often it is sent. */
  let refused = "";

  /** Sends what is here, one after another: an older draft does not overtake a newer. */
  async function send() {
    if (sending) return;
    sending = true;
    for (;;) {
      const [table, seat, phase] = place();
      const orders = state.draft;
      const what = [table, seat, phase, ...orders].join();
      if (what === refused) break;
      const answer = await post(`${base}/words`, { id: wishId(), word: "draft", phase, orders }, { again: true });
      if (!answer.ok && answer.status >= 400 && answer.status < 500 && answer.status !== 429) refused = what;
      if (state.draft !== orders) {
        if (onDevice(...place())?.sent) break;
        continue;
      }
      if (answer.ok) keepOnDevice(table, seat, phase, { orders, sent: true });
      break;
    }
    sending = false;
  }

  /** @param {string[]} orders */
  function set(orders) {
    state.draft = orders;
    state.draftWarnings = [];
    keepOnDevice(...place(), { orders, sent: false });
    look();
    send();
    draw();
  }

  return {
    follow, set,
    /** @param {import("./notation.js").Order} order */
    add(order) {
      const winter = step(state.glance.view.phase) === "A";
      const next = withOrder(state.draft, order, winter ? Math.abs(state.due) : null);
      if (next) set(next);
      else {
        state.remark = words.full;
        draw();
      }
    },
    /** @param {string} text */
    remove: (text) => set(without(state.draft, text)),
    clear: () => set([]),
    /** These were given; what has come to the draft meanwhile stays. @param {string[]} orders */
    given(orders) {
      const left = orders.reduce((rest, text) => without(rest, text), state.draft);
      if (left.length < state.draft.length) set(left);
    },
  };
}
