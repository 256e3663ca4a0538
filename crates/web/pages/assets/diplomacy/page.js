// The page of a table of Diplomacy: what a person does becomes a command or a word, what
// the server tells becomes what is shown.

import { post, wishId } from "../api.js";
import { nothing, render } from "../draw.js";
import { sorry } from "../frame.js";
import { announce } from "../live.js";
import { notify, wake, want } from "../notices.js";
import { sure } from "../question.js";
import { follow, lookout } from "../stream.js";
import { inWords } from "../words/common.js";
import { words } from "../words/diplomacy.js";
import { drafting } from "./drafting.js";
import { leafing } from "./leafing.js";
import { inks } from "./map.js";
import { settle } from "./motion.js";
import { phaseWords, province, read } from "./notation.js";
import { ordering, trying } from "./ordering.js";
import { allUnread } from "./press.js";
import { roaming } from "./roaming.js";
import { screen } from "./screen.js";
import { sending } from "./sending.js";
import { begun, isYours, powerOf, shownResolved } from "./state.js";
import { supposing } from "./supposing.js";
import { talking } from "./talking.js";
import { meant } from "./tapping.js";
import { readBack, wished } from "./trying.js";
import { unseen } from "./unseen.js";

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
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, inks(state.plan)];

  // Each subject is a module of its own; all share what is known and how it is drawn.
  const page = { state, base, place, draw };
  const sent = sending({ ...page, refresh });
  const { command, word, say, answered } = sent;
  const press = talking({ ...page, word, answered });
  const past = leafing({ ...page, busily: sent.busily });
  const sandbox = supposing(page);
  const news = unseen({ state, draw, leaf: (phase) => leaf(phase) });
  const drafts = drafting({ state, base, draw, warn: sandbox.warn });
  const orders = ordering({ state, base, draw, command: sent.send, tried: sandbox.change, drafts });
  const map = roaming({ ...page, tap, mayDrag: orders.mayDrag });

  /** @type {import("./screen.js").Deeds} */
  const deeds = {
    choose: orders.choose, offer: orders.offer, stop: orders.stop, undo: orders.undo, withdraw: orders.withdraw,
    command, word, say, tab,
    say_to: press.sayTo, converse: press.converse,
    page: past.page, runPast: past.runPast, watchAll, copy: past.copy, picture: past.picture, film: past.film, record: () => say("export"),
    tryPage: sandbox.tryPage, resolve: sandbox.resolve, unresolve: sandbox.unresolve, stepOn: sandbox.stepOn, clearSandbox: sandbox.clear, untry: sandbox.untry, undoSandbox: sandbox.undo, advise: sandbox.advise,
    sandbox: () => sandbox.trySandbox(state.glance.view.position, {}),
    lookBack: news.lookBack, dismiss: news.dismiss,
    unanswer: () => {
      answered([]);
      draw();
    },
    find: map.find, zoom: map.zoom, whole: map.whole, show: map.show,
    tell: (order) => {
      // Whoever asks for a reason reads it.
      past.halt();
      state.told = state.told === order ? null : order;
      draw();
    },
    drafting: (wanted) => {
      state.drafting = wanted;
      draw();
    },
    undraft: (text) => redraft(() => drafts.remove(text)), clearDraft: () => redraft(drafts.clear),
    giveDraft: async () => {
      const given = state.draft;
      if ((await command({ order: given })) !== "done") return;
      // What was thought before is no step back from what is ordered now.
      state.given = state.given.filter((it) => !("draft" in it));
      drafts.given(given);
    },
    like: (seat) => {
      state.wishes = state.wishes.includes(seat) ? state.wishes.filter((it) => it !== seat) : [...state.wishes, seat];
      draw();
    },
    fill: (kind) => {
      state.fill = kind;
      draw();
    },
    coach: () => coach?.panel() ?? nothing, desk: () => desk?.(state, deeds) ?? nothing,
    unlike: () => {
      state.wishes = [];
      draw();
    },
    concede: async () => {
      if (await sure(words.concedeSure, words.concede)) command("concede");
    },
    callOff: async () => {
      if (!(await sure(words.callOffSure, words.callOff))) return;
      /** @type {import("../api.js").Answer<unknown>} */
      const answer = await post(`${base}/words`, { id: wishId(), word: "give_up" }, { again: true });
      if (answer.ok || answer.status === 404) location.assign("/");
      else {
        state.trouble = inWords(answer);
        draw();
      }
    },
    force: async () => {
      if (await sure(words.forceSure, words.force)) say("force yes");
    },
    kick: async (power) => {
      if (await sure(words.kickSure(power), words.kick(power))) say(`kick ${power}`);
    },
    replace: async (power, bot) => {
      if (await sure(words.replaceSure(power), words.doReplace)) say(`replace ${power} bot ${bot}`);
    },
    notices: (wanted) => want(wanted).then(draw),
    invite: () => invite?.() ?? nothing,
  };

  /** The draft becomes another one; one tap brings this one back. @param {() => void} change */
  function redraft(change) {
    state.given.push({ draft: state.draft });
    change();
  }

  function draw() {
    map.measure();
    const fresh = allUnread(state);
    document.title = `${isYours(state) ? "● " : ""}${fresh > 0 ? `(${fresh}) ` : ""}${words.title} ${state.glance.plane.code} · Parlour`;
    render(screen(state, deeds, Date.now()), place);
    settle(shownResolved(state));
    map.hold(/** @type {HTMLElement} */ (place.querySelector(".frame")));
  }

  /** @param {import("./hands.js").Touched} touched on the map */
  function tap(touched) {
    const { at } = touched;
    if (state.tab === "past") {
      const told = state.page === null ? null : state.pages[state.page]?.resolved.orders.find((it) => province(read(it.order)?.at ?? "") === at);
      if (told) deeds.tell(told.order);
      return;
    }
    if (state.tab === "orders" || state.tab === "sandbox") orders.choose(`at:${meant(state.entry, touched)}`);
  }

  /** @param {import("./state.js").Tab} next */
  function tab(next) {
    state.tab = next;
    state.remark = "";
    state.told = null;
    answered([]);
    past.halt();
    if (next !== "past") past.address("");
    state.entry = next === "sandbox" && state.sandbox ? trying(state.sandbox) : state.base;
    if (next === "press") press.converse(state.hearers);
    draw();
    if (next !== "past") return;
    news.looked();
    past.readPast(state.page);
  }

  /** Opens the past at a phase. @param {string} phase */
  function leaf(phase) {
    past.halt();
    state.tab = "past";
    past.readPast(phase);
  }

  /** Watches all of it, from the first phase on. */
  async function watchAll() {
    state.tab = "past";
    news.looked();
    await past.readPast(0);
    past.runFrom(0);
  }

  // What few need comes when it is needed.

  /** Says what cost most in a game that is over. @type {{ panel: () => unknown } | null} */
  let coach = null;
  /** Of the game master. @type {typeof import("./desk.js").desk | null} */
  let desk = null;
  /** Of whoever may invite. @type {ReturnType<typeof import("../invite.js").inviting> | null} */
  let invite = null;

  async function callOthers() {
    const { over, owner, started, my_seat } = state.glance;
    const wanted = [over && started && !coach, owner && !desk, (owner || my_seat !== null) && !invite];
    if (!wanted.includes(true)) return;
    try {
      if (wanted[0]) coach = (await import("./coaching.js")).coaching({ state, base, draw, past, sandbox });
      if (wanted[1]) ({ desk } = await import("./desk.js"));
      if (wanted[2]) invite = (await import("../invite.js")).inviting(base, draw, words, (seat) => powerOf(state, seat));
      draw();
    } catch {
      // Without a line it comes with the next news.
    }
  }

  // What happens at the table.

  /** @type {ReturnType<typeof lookout<Glance>>} */
  const { heard, look } = lookout(base);

  /** Looks at the table once, beside the stream. */
  async function refresh() {
    const answer = await look();
    if (answer?.ok) show(answer.value.glance);
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
      // What was answered was of the phase before.
      answered([]);
      if (before.started) news.resolved(before.view.phase);
      announce(words.resolvedNow(phaseWords(before.view.phase)));
      notify(`phase ${next.table}`, words.phaseNotice(next.plane.code), next.over ? words.over : phaseWords(next.view.phase));
      // Whoever reads stays where they are.
      if (state.tab === "past") past.readPast(state.page);
    }
    if (fresh || before.started !== next.started || before.my_seat !== next.my_seat || Boolean(before.view.own) !== Boolean(next.view.own)) orders.readLegal();
    if ((next.aside?.press ?? 0) !== state.press.length) press.readPress();
    drafts.follow();
    callOthers();
    draw();
  }

  /** What the end of the address asks for: a phase, or a sandbox. */
  function addressed() {
    const wish = wished(location.hash);
    const shared = readBack(wish);
    if (shared) sandbox.trySandbox(shared.position, shared.orders);
    else if (/^[SFW]\d+[MRA]$/.test(wish)) leaf(wish);
  }

  news.begin();
  draw();
  map.begin();
  draw();
  drafts.follow();
  addEventListener("hashchange", addressed);
  setInterval(() => !document.hidden && draw(), TICK);
  orders.readLegal();
  press.readPress();
  addressed();
  callOthers();
  wake();
  follow(state.glance.table, {
    news: (news) => {
      heard();
      show(/** @type {Glance} */ (/** @type {unknown} */ (news.glance)));
    },
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
