// The page of a table of Diplomacy: what a person does becomes a command or a word, what
// the server tells becomes what is shown.

import { get, post, wishId } from "../api.js";
import { render } from "../draw.js";
import { sorry } from "../frame.js";
import { inviting } from "../invite.js";
import { announce } from "../live.js";
import { notify, wake, want } from "../notices.js";
import { sure } from "../question.js";
import { follow } from "../stream.js";
import { inWords } from "../words/common.js";
import { words } from "../words/diplomacy.js";
import { centred, nearer, whole, within } from "./camera.js";
import { drafting } from "./drafting.js";
import { drawing, keep } from "./files.js";
import { hands } from "./hands.js";
import { apart, inks } from "./map.js";
import { run, settle } from "./motion.js";
import { phaseWords, plain, province, read } from "./notation.js";
import { ordering, trying } from "./ordering.js";
import { unitIn } from "./position.js";
import { allUnread } from "./press.js";
import { screen } from "./screen.js";
import { begun, circle, isYours, powerOf, shownPosition, shownResolved } from "./state.js";
import { readBack } from "./trying.js";

/** @typedef {import("../../types/diplomacy.js").Glance} Glance */
/** @typedef {import("../../types/diplomacy.js").Charted} Charted */

/** How often the time that is left is written anew, in milliseconds. */
const TICK = 1000;

/**
 * Shows a table for as long as the page is open.
 * @param {Glance} first
 * @param {HTMLElement} place
 */
export async function open(first, place) {
  const base = `/api/tables/${encodeURIComponent(first.table)}`;
  /** @type {import("../api.js").Answer<Charted>} */
  const charted = await post(`${base}/ask`, { ask: "chart" }, { again: true });
  if (!charted.ok) {
    render(sorry(inWords(charted)), place);
    return;
  }
  const state = begun(first, charted.value);
  const map = { x: 0, y: 0, w: state.plan.width, h: state.plan.height };
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, inks(state.plan)];
  const kept = `press:${first.table}`;
  try {
    state.read = JSON.parse(localStorage.getItem(kept) ?? "{}") ?? {};
  } catch {
    // Then all of it is new.
  }

  /** @type {import("./screen.js").Deeds} */
  const deeds = {
    choose: (tap) => orders.choose(tap), offer: (order) => orders.offer(order), stop: () => orders.stop(), undo: () => orders.undo(),
    withdraw: (at) => orders.withdraw(at), command: (it) => command(it), word, say, say_to: sayTo, converse, tab, page, tryPage, concede, force, kick, replace, copy,
    picture, film, record, resolve, stepOn, find, zoom,
    show: (at) => look(centred(state.view, map, spotOf(at))),
    tell: (order) => {
      state.told = state.told === order ? null : order;
      draw();
    },
    sandbox: () => trySandbox(state.glance.view.position, {}),
    unresolve: () => {
      if (state.sandbox) state.sandbox.resolved = null;
      draw();
    },
    clearSandbox: () => {
      if (state.sandbox) Object.assign(state.sandbox, { orders: {}, warnings: [] });
      draw();
    },
    drafting: (wanted) => {
      state.drafting = wanted;
      draw();
    },
    undraft: (text) => drafts.remove(text),
    clearDraft: () => drafts.clear(),
    giveDraft: async () => {
      const given = state.draft;
      if ((await command({ order: given })) === "done") drafts.given(given);
    },
    like: (seat) => {
      state.wishes = state.wishes.includes(seat) ? state.wishes.filter((it) => it !== seat) : [...state.wishes, seat];
      draw();
    },
    unlike: () => {
      state.wishes = [];
      draw();
    },
    untry: (power, text) => {
      if (!state.sandbox) return;
      const left = (state.sandbox.orders[power] ?? []).filter((it) => it !== text);
      state.sandbox.orders = { ...state.sandbox.orders, [power]: left };
      draw();
      warnOfSandbox(state.sandbox);
    },
    whole: () => look(whole(map, shape())),
    notices: (wanted) => want(wanted).then(() => draw()),
    invite: inviting(base, () => draw(), words),
  };

  const drafts = drafting({ state, base, draw: () => draw(), warn: (power, texts) => warn(power, texts) });
  const orders = ordering({ state, base, draw: () => draw(), command: (it, phase) => send(it, phase), tried: (sandbox) => warnOfSandbox(sandbox), draft: (order) => drafts.add(order) });

  const shape = () => {
    const frame = place.querySelector(".frame");
    return frame && frame.clientWidth > 0 ? frame.clientHeight / frame.clientWidth : map.h / map.w;
  };
  /** @param {string} at @returns {[number, number]} */
  const spotOf = (at) => state.plan.provinces.find((it) => it.code === province(at))?.unit ?? [0, 0];

  function draw() {
    const frame = place.querySelector(".frame");
    if (frame && frame.clientWidth > 0) state.scale = frame.clientWidth / state.view.w;
    const fresh = allUnread(state);
    document.title = `${isYours(state) ? "● " : ""}${fresh > 0 ? `(${fresh}) ` : ""}${words.title} ${state.glance.plane.code} · Parlour`;
    render(screen(state, deeds, Date.now()), place);
    settle(shownResolved(state));
    hold(/** @type {HTMLElement} */ (place.querySelector(".frame")));
  }

  /** The frame that has hands and is measured. @type {HTMLElement | null} */
  let held = null;
  const measured = new ResizeObserver(() => {
    if (held && held.clientWidth > 0) look(within({ ...state.view, h: state.view.w * shape() }, map));
  });

  /** The lobby has another frame around the map than the game: hands go with the map. @param {HTMLElement} frame */
  function hold(frame) {
    if (frame === held) return;
    held = frame;
    measured.disconnect();
    measured.observe(frame);
    hands(frame, {
      box: () => ({ view: state.view, map }),
      look,
      tap,
      mayDrag: orders.mayDrag,
    });
  }

  /** @param {import("./camera.js").Box} view */
  function look(view) {
    state.view = view;
    draw();
  }

  /** @param {number} factor */
  function zoom(factor) {
    const { x, y, w, h } = state.view;
    look(nearer(state.view, map, { x: x + w / 2, y: y + h / 2 }, factor));
  }

  /** @param {string} text */
  function find(text) {
    const wanted = text.trim().toLowerCase();
    const all = state.plan.provinces;
    const found = all.find((it) => it.code.toLowerCase() === wanted || it.name.toLowerCase() === wanted) ?? all.find((it) => wanted && it.name.toLowerCase().startsWith(wanted));
    state.trouble = found ? "" : words.noProvince;
    if (!found) {
      draw();
      return;
    }
    look(centred(state.view, map, found.unit));
    announce(`${found.name}${unitIn(shownPosition(state), found.code) ? `, ${plain(unitIn(shownPosition(state), found.code) ?? "")}` : ""}`);
  }

  /** @param {string} at the province that was tapped on the map */
  function tap(at) {
    if (state.tab === "past") {
      const told = state.page === null ? null : state.pages[state.page]?.resolved.orders.find((it) => province(read(it.order)?.at ?? "") === at);
      if (told) deeds.tell(told.order);
      return;
    }
    if (state.tab === "orders" || state.tab === "sandbox") orders.choose(`at:${at}`);
  }

  // Warnings.

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

  // What goes to the server.

  let pending = 0;

  /** Something is asked of the server, and shown to be. @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  async function busily(act) {
    pending += 1;
    state.busy = true;
    draw();
    try {
      return await act();
    } finally {
      pending -= 1;
      state.busy = pending > 0;
      draw();
    }
  }

  /** What was asked last: no order overtakes an earlier one. @type {Promise<unknown>} */
  let last = Promise.resolve();

  /** @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  function inTurn(act) {
    const done = busily(() => last.then(act));
    last = done.catch(() => undefined);
    return done;
  }

  /** A command of the rules, for this phase. @param {unknown} it */
  function command(it) {
    state.trouble = "";
    return send(it, state.glance.view.phase);
  }

  /** A command for a phase; if that is over when its turn comes, it is not sent. @param {unknown} it @param {string} phase */
  function send(it, phase) {
    return inTurn(async () => {
      if (state.glance.view.phase !== phase) return "over";
      /** @type {import("../api.js").Answer<unknown>} */
      const answer = await post(`${base}/commands`, { stage: state.glance.stage, id: wishId(), command: it }, { again: true });
      if (!answer.ok) {
        state.trouble = inWords(answer);
        announce(state.trouble);
      }
      await refresh();
      return answer.ok ? "done" : answer.status === 0 ? "unreached" : "refused";
    });
  }

  async function concede() {
    if (await sure(words.concedeSure, words.concede)) command("concede");
  }

  async function force() {
    if (await sure(words.forceSure, words.force)) say("force yes");
  }

  /** @param {string} power */
  async function kick(power) {
    if (await sure(words.kickSure(power), words.kick(power))) say(`kick ${power}`);
  }

  /** @param {string} power @param {string} bot */
  async function replace(power, bot) {
    if (await sure(words.replaceSure(power), words.doReplace)) say(`replace ${power} bot ${bot}`);
  }

  // Words of the table.

  /** @param {object} said @param {() => void} [done] */
  async function word(said, done) {
    state.trouble = "";
    answered([]);
    await inTurn(async () => {
      /** @type {import("../api.js").Answer<import("../../types/diplomacy.js").Answered>} */
      const answer = await post(`${base}/words`, { id: wishId(), ...said }, { again: true });
      if (answer.ok) {
        answered(answer.value.says);
        done?.();
      } else {
        state.trouble = inWords(answer);
        announce(state.trouble);
      }
      await refresh();
    });
  }

  /** What the table has answered: lines, pictures, and files to keep. @param {import("../../types/diplomacy.js").Answered["says"]} says */
  function answered(says) {
    state.answers = says.flatMap((it) => ("text" in it ? it.text.split("\n") : []));
    state.pictures = says.flatMap((it) => ("picture" in it ? (drawing(it.picture.name, it.picture.svg) ?? []) : []));
    for (const it of says) if ("file" in it) keep(it.file.name, it.file.base64);
  }

  /** @param {string} text @param {() => void} [done] */
  function say(text, done) {
    if (text.trim()) word({ word: "say", text }, done);
  }

  /** @param {number[]} seats @param {string} text @param {() => void} done */
  async function sayTo(seats, text, done) {
    if (!text.trim()) return;
    await word({ word: "tell", to: seats.map((seat) => powerOf(state, seat)), text }, done);
    answered([]);
    await readPress();
  }

  async function readPress() {
    /** @type {import("../api.js").Answer<import("../../types/diplomacy.js").Pressed>} */
    const answer = await post(`${base}/ask`, { ask: "press" });
    if (!answer.ok) return;
    const known = state.press.length;
    state.press = answer.value.press;
    for (const line of state.press.slice(known)) {
      if (known === 0 || line.from === state.glance.my_seat) continue;
      announce(`${powerOf(state, line.from)}: ${line.words}`);
      notify(`press ${state.glance.table}`, words.pressFrom(powerOf(state, line.from)), line.words);
    }
    if (state.tab === "press") converse(state.hearers);
    else draw();
  }

  /** @param {string} key */
  function converse(key) {
    state.hearers = key;
    state.read = { ...state.read, [key]: state.press.filter((line) => circle(line) === key).length };
    try {
      localStorage.setItem(kept, JSON.stringify(state.read));
    } catch {
      // Then it is new again next time.
    }
    draw();
    const list = place.querySelector(".said");
    if (list) list.scrollTop = list.scrollHeight;
  }

  // The past, and what might be.

  /** @param {import("./state.js").Tab} next */
  function tab(next) {
    state.tab = next;
    state.remark = "";
    state.told = null;
    answered([]);
    if (next !== "past") address("");
    state.entry = next === "sandbox" && state.sandbox ? trying(state.sandbox) : state.base;
    if (next === "press") converse(state.hearers);
    if (next === "past") {
      draw();
      readPast(state.page);
      return;
    }
    draw();
  }

  /** Reads every resolved phase from the log, and shows one. @param {number | string | null} wanted */
  async function readPast(wanted) {
    /** @type {import("./state.js").Page[]} */
    const pages = [];
    let before = state.start;
    let after = "";
    for (;;) {
      /** @type {import("../api.js").Answer<{ entries: { told: any[] }[], next: string, more: boolean }>} */
      const answer = await get(`${base}/log${after ? `?after=${encodeURIComponent(after)}` : ""}`);
      if (!answer.ok) {
        state.trouble = inWords(answer);
        break;
      }
      for (const told of answer.value.entries.flatMap((entry) => entry.told)) {
        if (!told.phase_resolved) continue;
        pages.push({ before, resolved: told.phase_resolved });
        before = told.phase_resolved.next;
      }
      if (!answer.value.more) break;
      after = answer.value.next;
    }
    state.pages = pages;
    const at = typeof wanted === "string" ? pages.findIndex((it) => it.resolved.phase === wanted) : wanted;
    state.page = pages.length === 0 ? null : at !== null && at >= 0 && at < pages.length ? at : pages.length - 1;
    draw();
  }

  /** Writes into the address what is looked at, and nothing into the history. @param {string} end */
  function address(end) {
    history.replaceState(null, "", `${location.pathname}${location.search}${end ? `#${end}` : ""}`);
  }

  /** @param {number} at */
  function page(at) {
    const { resolved } = state.pages[at];
    state.page = at;
    state.told = null;
    address(resolved.phase);
    draw();
    run(place, state.plan, resolved, apart(state.plan, state.scale));
  }

  /** Copies a link to what stands behind a sign. @param {string} end */
  async function copy(end) {
    await navigator.clipboard?.writeText(`${location.origin}${location.pathname}#${end}`);
    state.answers = [words.copied];
    announce(words.copied);
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
    state.sandbox = { position, orders, legal: answer.value.legal, routes: answer.value.routes, resolved: null, warnings: [] };
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

  /** As the page is shown: what somebody has chosen goes before what their system likes. */
  const theme = () => {
    const schemes = getComputedStyle(document.documentElement).colorScheme.split(" ");
    return schemes.includes("dark") && (!schemes.includes("light") || matchMedia("(prefers-color-scheme: dark)").matches) ? "dark" : "light";
  };

  /** @param {object} question */
  async function drawnByHouse(question) {
    /** @type {import("../api.js").Answer<import("../../types/diplomacy.js").Pictured>} */
    const answer = await busily(() => post(`${base}/ask`, { ...question, theme: theme() }));
    if (answer.ok) keep(answer.value.name, answer.value.base64);
    else state.trouble = inWords(answer);
    draw();
  }

  function picture() {
    const it = state.page === null ? null : state.pages[state.page];
    if (it) drawnByHouse({ ask: "picture", position: it.before, resolved: it.resolved, width: 1600 });
  }

  function film() {
    drawnByHouse({ ask: "film" });
  }

  function record() {
    say("export");
  }

  // What happens at the table.

  /** Looks at the table once, beside the stream. */
  async function refresh() {
    /** @type {import("../api.js").Answer<{ glance: Glance }>} */
    const answer = await get(base);
    if (answer.ok) show(answer.value.glance);
    else draw();
  }

  /** @param {Glance} next */
  function show(next) {
    if (next.moved_to) {
      location.replace(`/t/${encodeURIComponent(next.moved_to)}`);
      return;
    }
    const before = state.glance;
    state.glance = next;
    const fresh = before.view.phase !== next.view.phase;
    if (fresh) {
      state.given = [];
      state.remark = "";
      announce(words.resolvedNow(phaseWords(before.view.phase)));
      notify(`phase ${next.table}`, words.phaseNotice(next.plane.code), next.over ? words.over : phaseWords(next.view.phase));
      // Whoever reads stays where they are.
      if (state.tab === "past") readPast(state.page);
    }
    if (fresh || before.started !== next.started || before.my_seat !== next.my_seat || Boolean(before.view.own) !== Boolean(next.view.own)) orders.readLegal();
    if ((next.aside?.press ?? 0) !== state.press.length) readPress();
    drafts.follow();
    draw();
  }

  /** What the end of the address asks for: a phase, or a sandbox. */
  function addressed() {
    const wish = decodeURIComponent(location.hash.slice(1));
    const sandbox = readBack(wish);
    if (sandbox) trySandbox(sandbox.position, sandbox.orders);
    else if (/^[SFW]\d+[MRA]$/.test(wish)) {
      state.tab = "past";
      readPast(wish);
    }
  }

  draw();
  state.view = whole(map, shape());
  draw();
  drafts.follow();
  addEventListener("hashchange", addressed);
  setInterval(() => !document.hidden && draw(), TICK);
  orders.readLegal();
  readPress();
  addressed();
  wake();
  follow(state.glance.table, {
    news: (news) => show(/** @type {Glance} */ (/** @type {unknown} */ (news.glance))),
    line: (is) => {
      if (is === state.online) return;
      state.online = is;
      if (is) drafts.follow();
      announce(is ? words.goesOn : words.offline);
      draw();
    },
    gone: () => {
      state.gone = true;
      draw();
    },
  });
}
