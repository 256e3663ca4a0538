// What might be: a sandbox over the present or a past phase. Nothing of it is told to
// anybody.

import { post } from "../api.js";
import { announce } from "../live.js";
import { inWords } from "../words/common.js";
import { words } from "../words/diplomacy.js";
import { apart } from "./map.js";
import { run } from "./motion.js";
import { trying } from "./ordering.js";
import { named } from "./state.js";
import { fitting } from "./trying.js";

/** @typedef {import("./state.js").State} State */

/**
 * @param {{ state: State, base: string, place: HTMLElement, draw: () => void }} page
 */
export function supposing({ state, base, place, draw }) {
  /**
   * What does not fit together in orders of a power.
   * @param {string} power @param {string[]} texts @param {import("../../types/diplomacy.js").Position} [position]
   */
  async function warn(power, texts, position) {
    /** @type {import("../api.js").Answer<import("../../types/diplomacy.js").Warned>} */
    const answer = await post(`${base}/ask`, { ask: "warnings", power, orders: texts, ...(position ? { position } : {}) });
    return answer.ok ? answer.value.warnings : [];
  }

  /** @param {import("./state.js").Sandbox} sandbox */
  async function warnOfSandbox(sandbox) {
    const { orders: given, position } = sandbox;
    const all = Object.entries(given).filter(([, texts]) => texts.length > 0);
    const found = await Promise.all(all.map(([power, texts]) => warn(power, texts, position)));
    if (state.sandbox !== sandbox || sandbox.orders !== given) return;
    sandbox.warnings = found.flat();
    draw();
  }

  function tryPage() {
    const it = state.page === null ? null : state.pages[state.page];
    if (!it) return;
    /** @type {Record<string, string[]>} */
    const orders = {};
    for (const order of it.resolved.orders) if (order.given && order.order !== "WAIVE") (orders[order.power] ??= []).push(order.order);
    trySandbox(it.before, orders);
  }

  /** @param {import("../../types/diplomacy.js").Position} position @param {Record<string, string[]>} orders */
  async function trySandbox(position, orders) {
    /** @type {import("../api.js").Answer<import("../../types/diplomacy.js").Legal>} */
    const answer = await post(`${base}/ask`, { ask: "legal", position });
    if (!answer.ok) {
      state.trouble = inWords(answer);
      draw();
      return;
    }
    const { legal, due, routes } = answer.value;
    state.sandbox = { position, orders: fitting({ position, orders, legal, due }), legal, due, routes, resolved: null, warnings: [], earlier: [], advice: "" };
    state.tab = "sandbox";
    state.told = null;
    state.entry = trying(state.sandbox);
    draw();
    warnOfSandbox(state.sandbox);
  }

  async function resolve() {
    const { sandbox } = state;
    if (!sandbox) return;
    /** @type {import("../api.js").Answer<import("../../types/diplomacy.js").Resolved>} */
    const answer = await post(`${base}/ask`, { ask: "resolve", position: sandbox.position, orders: sandbox.orders });
    if (answer.ok) sandbox.resolved = answer.value.resolved;
    else state.trouble = inWords(answer);
    draw();
    if (sandbox.resolved) run(place, state.plan, sandbox.resolved, apart(state.plan, state.scale));
  }

  function stepOn() {
    if (state.sandbox?.resolved) trySandbox(state.sandbox.resolved.next, {});
  }

  function unresolve() {
    if (state.sandbox) state.sandbox.resolved = null;
    draw();
  }

  /** Other orders than there were; one tap brings these back. @param {Record<string, string[]>} orders */
  function change(orders) {
    const { sandbox } = state;
    if (!sandbox) return;
    sandbox.earlier.push(sandbox.orders);
    Object.assign(sandbox, { orders, warnings: [], advice: "" });
    draw();
    warnOfSandbox(sandbox);
  }

  function undo() {
    const { sandbox } = state;
    const before = sandbox?.earlier.pop();
    if (!sandbox || !before) return;
    Object.assign(sandbox, { orders: before, warnings: [], advice: "" });
    draw();
    warnOfSandbox(sandbox);
  }

  const clear = () => change({});

  /** Puts into the sandbox what a bot would order, once the game is over. @param {string} power */
  async function advise(power) {
    const { sandbox } = state;
    if (!sandbox) return;
    /** @type {import("../api.js").Answer<import("../../types/diplomacy.js").Advised>} */
    const answer = await post(`${base}/ask`, { ask: "advice", power, position: sandbox.position }, { again: true });
    if (state.sandbox !== sandbox) return;
    if (answer.ok) {
      const { orders, reason } = answer.value;
      const texts = orders.filter((text) => text !== "WAIVE");
      if (texts.length > 0) change({ ...sandbox.orders, [power]: texts });
      sandbox.advice = orders.length === 0 ? words.noAdvice(named(power)) : words.advised(named(power), reason ?? "");
      announce(sandbox.advice);
    } else state.trouble = inWords(answer);
    draw();
  }

  /** @param {string} power @param {string} text */
  function untry(power, text) {
    if (!state.sandbox) return;
    const left = (state.sandbox.orders[power] ?? []).filter((it) => it !== text);
    change({ ...state.sandbox.orders, [power]: left });
  }

  return { warn, tryPage, trySandbox, change, undo, advise, resolve, unresolve, stepOn, clear, untry };
}
