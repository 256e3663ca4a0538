// What is done with orders: tapped together, given one after another, taken back.

import { post } from "../api.js";
import { announce } from "../live.js";
import { inWords } from "../words/common.js";
import { words } from "../words/diplomacy.js";
import { plain, province, read, step } from "./notation.js";
import { unitIn } from "./position.js";
import { named, shownPosition } from "./state.js";
import { begin, meaning, tapped } from "./tapping.js";
import { ordered, stillDue } from "./trying.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./notation.js").Order} Order */

/** @param {import("./state.js").Sandbox} sandbox */
export const trying = (sandbox) => begin(Object.values(sandbox.legal).flat().filter((text) => text !== "WAIVE"));

/** What is to be tapped next. @param {State} state */
export function prompt(state) {
  const { entry } = state;
  const [first, verb, whom, where] = entry.taps;
  const unit = plain(entry.orders[0]?.unit ?? "");
  if (!first) {
    const sandbox = state.tab === "sandbox" ? state.sandbox : null;
    const phase = step((sandbox?.position ?? state.glance.view.position).phase);
    if (phase !== "A") return sandbox && phase === "M" ? words.tapAnyUnit : phase === "M" ? words.tapUnit : words.tapRetreat;
    const due = sandbox ? stillDue(sandbox).map(([, left]) => left) : [state.due];
    const [builds, leave] = [due.some((it) => it > 0), due.some((it) => it < 0)];
    return builds && leave ? words.tapSiteOrUnit : leave ? words.tapDisband : builds || !sandbox ? words.tapSite : words.nothingDue;
  }
  if (!verb) return entry.orders.some((it) => it.kind === "build") ? words.what(plain(first.slice(3))) : words.where(unit);
  if (verb.startsWith("at:")) return words.how(unit);
  const convoys = verb === "convoy";
  if (!whom) return convoys ? words.whomConvoys(unit) : words.whom(unit);
  if (where) return words.how(unit);
  const target = plain(entry.orders[0]?.target ?? "");
  return convoys ? words.whitherConvoys(unit, target) : words.whither(unit, target);
}

/**
 * @param {{ state: State, base: string, draw: () => void, command: (command: unknown, phase: string) => Promise<"done" | "refused" | "over" | "unreached">,
 *   tried: (orders: Record<string, string[]>) => void, drafts: { add: (order: Order) => void, set: (orders: string[]) => void } }} page
 */
export function ordering({ state, base, draw, command, tried, drafts }) {
  /** Of which phase the legal orders are. */
  let legalOf = "";

  /** @param {string[]} legal @param {number} due @param {Record<string, string[]>} routes */
  function take(legal, due, routes) {
    const same = legal.join() === state.legal.join();
    Object.assign(state, { legal, due, routes });
    // What somebody has begun to tap stays, unless other orders are possible now.
    if (same) return;
    state.base = begin(legal);
    if (state.tab !== "sandbox") state.entry = state.base;
  }

  /** What can be ordered in this phase; asked anew when it changes. */
  async function readLegal() {
    const { own, phase } = state.glance.view;
    const orders = own && state.glance.started && !state.glance.over;
    if (legalOf !== phase || !orders) take([], 0, {});
    legalOf = phase;
    if (orders) {
      /** @type {import("../api.js").Answer<import("../../types/diplomacy.js").Legal>} */
      const answer = await post(`${base}/ask`, { ask: "legal", power: own.power }, { again: true });
      if (state.glance.view.phase !== phase) return;
      if (answer.ok) take(answer.value.legal[own.power] ?? [], answer.value.due[own.power] ?? 0, answer.value.routes);
      else state.trouble = inWords(answer);
    }
    draw();
  }

  /** What is possible before the first tap. */
  const first = () => (state.tab === "sandbox" && state.sandbox ? trying(state.sandbox) : state.base);

  function stop() {
    state.entry = first();
    state.remark = "";
    draw();
  }

  /** @param {string} text */
  function remark(text) {
    state.remark = text;
    announce(text);
  }

  /** What was tapped together goes on while an earlier order is on its way. @param {string} tap */
  function choose(tap) {
    const open = state.tab === "sandbox" ? state.sandbox && !state.sandbox.resolved : state.glance.view.own && !state.glance.over;
    if (!open) return;
    state.remark = "";
    state.trouble = "";
    const came = tapped(state.entry, tap);
    if ("order" in came) {
      stop();
      give(came.order);
    } else if ("entry" in came) state.entry = came.entry;
    else if (state.entry.taps.length > 0) {
      explain(tap);
      return;
    } else remark(beginsNothing(tap.slice(3)));
    draw();
  }

  /** Why nothing begins with a place. @param {string} at */
  function beginsNothing(at) {
    const inSandbox = state.tab === "sandbox";
    if (!inSandbox && state.legal.length === 0) return state.glance.view.powers[state.glance.my_seat ?? -1]?.must_order ? words.makes : words.nothingToOrder;
    const position = shownPosition(state);
    const name = state.plan.provinces.find((it) => it.code === at)?.name ?? at;
    const unit = unitIn(position, at);
    const owner = Object.keys(position.units).find((power) => unit && position.units[power].includes(unit)) ?? "";
    const mine = !inSandbox && owner === state.glance.view.own?.power;
    switch (step(position.phase)) {
      case "R": return words.noRetreat(name);
      case "A": return !inSandbox && state.due < 0 ? (unit && !mine ? words.foreign(plain(unit), named(owner)) : words.noUnit(name)) : words.noSite(name);
      default: return !unit ? (inSandbox ? words.nobody(name) : words.noUnit(name)) : words.foreign(plain(unit), named(owner));
    }
  }

  /** Gives an order that is offered whole. @param {Order} order */
  function offer(order) {
    stop();
    give(order);
  }

  /** Says why a tap comes to nothing; a tap on another unit begins with that one. @param {string} tap */
  async function explain(tap) {
    const position = shownPosition(state);
    const { entry } = state;
    const text = meaning(entry, tap.slice(3), (code) => unitIn(position, code));
    const power = state.plan.powers.find((it) => (position.units[it.name] ?? []).includes(entry.orders[0]?.unit ?? ""))?.name ?? state.glance.view.own?.power;
    const fresh = tapped(first(), tap);
    if ("entry" in fresh && entry.taps.length === 1) state.entry = fresh.entry;
    const now = state.entry;
    draw();
    let said = words.notPossible;
    if (text && power) {
      const asked = { ask: "check", power, order: text, ...(state.tab === "sandbox" ? { position } : {}) };
      /** @type {import("../api.js").Answer<import("../../types/diplomacy.js").Checked>} */
      const answer = await post(`${base}/ask`, asked);
      if (answer.ok && !answer.value.order) said = answer.value.words.join(" ");
    }
    // Whoever has tapped on meanwhile has their answer in what lights up.
    if (state.entry !== now) return;
    remark(said);
    draw();
  }

  /** Orders that wait until an earlier one is there, each for the phase it was made in. @type {{ order: Order, phase: string }[]} */
  const line = [];
  let giving = false;

  /** @param {Order} order */
  function give(order) {
    if (state.tab === "sandbox" && state.sandbox) {
      const next = ordered(state.sandbox, order);
      if (next) tried(next);
      else {
        remark(words.full);
        draw();
      }
      return;
    }
    if (state.drafting || !state.online) {
      if (!state.drafting) state.remark = words.keptHere;
      noted(order);
      announce(plain(order.text));
      return;
    }
    line.push({ order, phase: state.glance.view.phase });
    state.underWay = [...state.underWay, order.text];
    draw();
    giveNext();
  }

  /** Into the draft; one tap takes it back from there. @param {Order} order */
  function noted(order) {
    const before = state.draft;
    drafts.add(order);
    if (state.draft !== before) state.given.push({ draft: before });
    draw();
  }

  /** One after another: what a later order replaces is known when it goes. */
  async function giveNext() {
    if (giving) return;
    giving = true;
    for (let next = line.shift(); next; next = line.shift()) {
      await given(next.order, next.phase);
      state.underWay = line.map((it) => it.order.text);
      draw();
    }
    giving = false;
  }

  /** The order that the unit of another has now. @param {string} at as it is withdrawn */
  const present = (at) => state.glance.view.own?.orders.find((text) => (at === "waive" ? text === "WAIVE" : province(read(text)?.at ?? "-") === province(at))) ?? null;

  /** @param {Order} order @param {string} phase */
  async function given(order, phase) {
    const { own } = state.glance.view;
    const at = order.kind === "waive" ? "waive" : order.at;
    const before = at === "waive" ? null : present(at);
    if (phase === state.glance.view.phase && step(phase) === "A" && own?.adjustments_left === 0 && before === null) {
      state.remark = words.full;
      draw();
      return;
    }
    switch (await command({ order: [order.text] }, phase)) {
      case "done":
        state.given.push({ at, before });
        announce(plain(order.text));
        break;
      case "over":
        remark(words.tooLate(plain(order.text)));
        break;
      case "unreached":
        // What was made is not lost with the line.
        if (phase === state.glance.view.phase) {
          state.remark = words.keptHere;
          noted(order);
        }
    }
    draw();
  }

  /** @param {string} at */
  async function withdraw(at) {
    const before = present(at);
    if ((await command({ withdraw: at }, state.glance.view.phase)) === "done") state.given.push({ at, before });
    draw();
  }

  /** Takes the last change back: what was replaced is ordered again. */
  async function undo() {
    const last = state.given.pop();
    if (!last) return;
    if ("draft" in last) {
      drafts.set(last.draft);
      return;
    }
    const { phase } = state.glance.view;
    const back = last.before === null ? { withdraw: last.at } : { order: [last.before] };
    const came = await command(back, phase);
    if (came !== "done" && state.glance.view.phase === phase) state.given.push(last);
    draw();
  }

  /** Whether a drag from a unit is an order. @param {string} at */
  const mayDrag = (at) => (state.tab === "orders" || (state.tab === "sandbox" && !state.sandbox?.resolved)) && state.entry.taps.length === 0
    && state.entry.orders.some((it) => province(it.at) === at && (it.kind === "move" || it.kind === "retreat"));

  return { readLegal, stop, choose, offer, withdraw, undo, mayDrag };
}
