// The page of a table of Kingslayer: what a person does becomes a command, what the
// server tells becomes what is shown.

import { get, post, wishId } from "../api.js";
import { choice, choose as keep } from "../choices.js";
import { nothing, render } from "../draw.js";
import { inviting } from "../invite.js";
import { announce } from "../live.js";
import { sure } from "../question.js";
import { sound } from "../sounds.js";
import { follow, lookout } from "../stream.js";
import { inWords, sentence } from "../words/common.js";
import { words } from "../words/kingslayer.js";
import { afterwards } from "./afterwards.js";
import { laid, UNSEEN } from "./discard.js";
import { grab } from "./drag.js";
import { keyed } from "./keys.js";
import { blow, gliding } from "./motion.js";
import * as notation from "./notation.js";
import { pastDesk } from "./past.js";
import { choosePhrase } from "./phrases.js";
import { screen } from "./screen.js";
import * as selecting from "./selection.js";
import { begun, chosen, difficultyOf, givesHints, goesOnAt, isYours, nameOf, prompt, viewOf } from "./state.js";
import { ask as askForIt, mayAsk } from "./takingback.js";
import { noted, seated, tell } from "./telling.js";

/** @typedef {import("../../types/kingslayer.js").Seen} Seen */
/** @typedef {import("../../types/kingslayer.js").PreviewAnswer} PreviewAnswer */
/** @typedef {import("../../types/kingslayer.js").HintAnswer} HintAnswer */
/** @typedef {import("./state.js").Glance} Glance */

/** How a line begins that somebody said. */
const SAYS = "says: ";

/** How many lines of the past are shown. */
const LINES = 400;

/**
 * Shows a table for as long as the page is open.
 * @param {Glance} first
 * @param {HTMLElement} place
 */
export function open(first, place) {
  const base = `/api/tables/${encodeURIComponent(first.table)}`;
  const state = begun(first, /** @type {import("./selection.js").Order} */ (choice("order")));
  /** @type {AbortController | null} */
  let asking = null;
  let reading = false;
  let readAgain = false;
  /** Whoever opens a game that is over looks back at it, wherever the table has gone on since. */
  const looksBack = first.over && goesOnAt(first) !== null;
  /** The newest line of a table with others that was shown. */
  let heard = first.plane?.log.at(-1)?.seq ?? -1;

  const view = () => viewOf(state.glance);
  const name = (/** @type {number} */ seat) => nameOf(state, seat);
  /** @type {import("./screen.js").Deeds} */
  const deeds = {
    toggle, act, flip, giveWay, takeBack, say, sort, again, word, toggleLog,
    hint: askHint, giveUp, leave,
    choose: (seat) => send(notation.next(seat)),
    back: { ask: askBack, agree: (to) => goBack(post(`${base}/undo`, { to }, { again: true })), refuse: refuseBack },
    grab: (event) => grab(event, { root: place, dropped }),
    invite: inviting(base, () => draw(), words),
    came: () => after.came(),
    copy: (line) => after.copy(line),
    coach: () => {
      const past = after.past();
      const playOn = after.goesOn() ? after.playOn : null;
      return { words: nothing, instead: past ? pastDesk({ state: after.then(), past, look: after.look, playOn }) : null };
    },
  };
  const after = afterwards(base, state, () => draw());

  function draw() {
    document.title = `${isYours(state) ? "● " : ""}${words.title} · Parlour`;
    render(screen(after.then(), deeds), place);
  }

  // What a person does.

  /** @param {number} at */
  function toggle(at) {
    if (at >= state.selection.cards.length) return;
    state.selection = selecting.toggle(state.selection, at);
    state.trouble = "";
    state.hint = null;
    ask();
  }

  function clear() {
    state.selection = selecting.clear(state.selection);
    state.hint = null;
    state.trouble = "";
    ask();
  }

  function sort() {
    state.selection = selecting.sortNext(state.selection);
    keep("order", state.selection.order);
    gliding(place, draw);
  }

  /** What would the selected cards do? The rules answer; an older question is dropped. */
  async function ask() {
    asking?.abort();
    const cards = chosen(state);
    state.weighing = cards.length > 0 && isYours(state);
    if (!state.weighing) {
      state.meant = {};
      draw();
      return;
    }
    draw();
    const mine = new AbortController();
    asking = mine;
    /** @type {import("../api.js").Answer<PreviewAnswer>} */
    const answer = await post(`${base}/ask`, { ask: "preview", cards }, { signal: mine.signal });
    if (mine.signal.aborted) return;
    state.weighing = false;
    state.meant = answer.ok ? answer.value : {};
    draw();
  }

  function act() {
    const cards = chosen(state);
    if (cards.length === 0 || !isYours(state) || state.busy) return;
    send(view().step === "suffer" ? notation.pay(cards) : notation.play(cards));
  }

  /** @param {number} at */
  function dropped(at) {
    if (!isYours(state) || state.busy) return;
    if (!state.selection.marked[at]) state.selection = selecting.toggle(state.selection, at);
    // A payment is laid down card by card until it is enough.
    if (view().step === "suffer") ask();
    else act();
  }

  async function flip() {
    if (await sure(words.flipSure, words.flip)) send("flip");
  }

  async function giveWay() {
    if (await sure(words.yieldSure, words.yield)) send("yield");
  }

  /** Puts an end to a game that one plays by oneself: it is deleted. */
  async function giveUp() {
    if (!(await sure(words.giveUpSure, words.giveUp))) return;
    state.busy = true;
    draw();
    /** @type {import("../api.js").Answer<unknown>} */
    const answer = await post(`${base}/words`, { id: wishId(), word: "give_up" }, { again: true });
    state.busy = false;
    if (answer.ok || answer.status === 404) location.assign("/");
    // At a host's table in the local network a bot plays on.
    else if (["others_play", "elsewhere"].includes(answer.refused.code)) await leave();
    else await settled(answer);
  }

  /** Leaves a game with others for good: a bot plays on. */
  async function leave() {
    if (!(await sure(words.leaveSure, words.leaveGood))) return;
    state.busy = true;
    draw();
    /** @type {import("../api.js").Answer<unknown>} */
    const answer = await post(`${base}/words`, { id: wishId(), word: "resign" }, { again: true });
    state.busy = false;
    // Said twice, one has no seat any more.
    if (answer.ok || answer.status === 404 || answer.refused.code === "not_seated") location.assign("/");
    else await settled(answer);
  }

  /** @param {string} command */
  async function send(command) {
    if (state.busy) return;
    state.busy = true;
    state.trouble = "";
    draw();
    /** @type {import("../api.js").Answer<unknown>} */
    const answer = await post(`${base}/commands`, { stage: state.glance.stage, id: wishId(), command }, { again: true });
    state.busy = false;
    await settled(answer);
  }

  /** @type {ReturnType<typeof lookout<Glance>>} */
  const beside = lookout(base);

  /** Looks at the table once, beside the stream. */
  async function look() {
    const answer = await beside.look();
    if (answer?.ok) show(answer.value.glance, null);
  }

  async function askHint() {
    if (!givesHints(state.glance) || !isYours(state)) return;
    if (state.hint && state.hint !== "thinking" && state.hint.command) {
      useHint(state.hint.command);
      return;
    }
    asking?.abort();
    state.weighing = false;
    state.hint = "thinking";
    state.selection = selecting.clear(state.selection);
    state.meant = {};
    draw();
    const moves = view().moves;
    /** @type {import("../api.js").Answer<HintAnswer>} */
    const answer = await post(`${base}/ask`, { ask: "hint" });
    if (view().moves !== moves) return;
    state.hint = answer.ok ? answer.value : {};
    if (state.hint.command) state.selection = selecting.mark(state.selection, notation.parts(state.hint.command).cards);
    announce(state.hint.reason ? sentence(state.hint.reason) : words.noHint);
    const kept = state.hint;
    await ask();
    state.hint = kept;
    draw();
  }

  /** @param {string} command */
  function useHint(command) {
    if (command === "flip") flip();
    else if (command === "yield") giveWay();
    else {
      state.selection = selecting.mark(state.selection, notation.parts(command).cards);
      state.hint = null;
      ask();
    }
  }

  let wentOn = "";

  /** Play goes on at another table. An answer and the stream may both say so: one goes there once. @param {string} table */
  function goOn(table) {
    if (wentOn === table) return;
    wentOn = table;
    location.replace(`/t/${encodeURIComponent(table)}`);
  }

  async function takeBack() {
    /** @type {import("../api.js").Answer<{ table?: string }>} */
    const answer = await post(`${base}/words`, { id: wishId(), word: "take_back" }, { again: true });
    if (answer.ok && answer.value.table) goOn(answer.value.table);
    else if (!answer.ok) {
      state.trouble = inWords(answer);
      draw();
    }
  }

  function askBack() {
    const seat = state.glance.my_seat;
    if (seat !== null && mayAsk(state)) goBack(askForIt(base, seat));
  }

  /** Moves are taken back when all agree: play goes on at another table then. @param {Promise<import("../api.js").Answer<import("../../types/api.js").CameBack>>} asked */
  async function goBack(asked) {
    state.busy = true;
    state.trouble = "";
    draw();
    const answer = await asked;
    state.busy = false;
    if (answer.ok && answer.value.done) goOn(answer.value.table);
    else await settled(answer);
  }

  async function refuseBack() {
    if (state.busy) return;
    state.busy = true;
    state.trouble = "";
    draw();
    const answer = await post(`${base}/undo/refuse`, {});
    state.busy = false;
    await settled(answer);
  }

  /**
   * A word to the table, beside the game.
   * @param {string} said
   * @param {object} [more]
   */
  async function word(said, more = {}) {
    state.trouble = "";
    /** @type {import("../api.js").Answer<import("../../types/court.js").Heard>} */
    const answer = await post(`${base}/words`, { id: wishId(), word: said, ...more }, { again: true });
    if (answer.ok && answer.value.game && answer.value.game !== state.glance.table) {
      goOn(answer.value.game);
      return;
    }
    await settled(answer);
  }

  /** Shows why something was refused. The stream brings what came of it; where it is not open, it is asked for. @param {import("../api.js").Answer<unknown>} answer */
  async function settled(answer) {
    if (!answer.ok) {
      state.trouble = inWords(answer);
      announce(state.trouble);
    }
    if (!state.online || !answer.ok) await look();
    draw();
  }

  async function say() {
    const phrase = await choosePhrase(view().step);
    if (phrase) word("say", { phrase });
  }

  async function again() {
    state.busy = true;
    draw();
    const { solo_yield, surplus_payment, mulligan } = view().house;
    const difficulty = difficultyOf(view().house);
    const kind = state.glance.kind === "practice" ? "practice" : "ordinary";
    /** @type {import("../api.js").Answer<{ table: string }>} */
    const answer = await post("/api/tables", { game: state.glance.game, wish: { kind, difficulty, solo_yield, surplus_payment, mulligan } });
    state.busy = false;
    if (answer.ok) {
      location.assign(`/t/${encodeURIComponent(answer.value.table)}`);
      return;
    }
    state.trouble = inWords(answer);
    draw();
  }

  function toggleLog() {
    state.showsLog = !state.showsLog;
    draw();
    rollLog();
  }

  // What happens at the table.

  function rollLog() {
    const list = place.querySelector(".log ol");
    if (list) list.scrollTop = list.scrollHeight;
  }

  /**
   * @param {Glance} next
   * @param {Seen[] | null} told what happened since the last time, if that is known
   */
  function show(next, told) {
    if (next.moved_to) {
      goOn(next.moved_to);
      return;
    }
    const elsewhere = goesOnAt(next);
    // Whoever watches the game again is not torn out of it.
    if (elsewhere && !looksBack && !after.past()) {
      goOn(elsewhere);
      return;
    }
    const [before, now] = [view(), viewOf(next)];
    const wasYours = isYours(state);
    const ended = before.outcome === null && now.outcome !== null;
    // The hand of a game that begins is another one.
    if (state.glance.plane?.lobby && !next.plane?.lobby) state.selection = selecting.empty(state.selection.order);
    if (next.undo && next.undo.to !== state.glance.undo?.to) announce(words.asksBack(name(next.undo.agreed[0]), next.undo.entries ?? 0));
    const hands = state.glance.plane;
    state.glance = next;
    if (before.moves !== now.moves) {
      state.hint = null;
      state.trouble = "";
    }
    state.selection = selecting.takeUp(state.selection, now.hand);
    const fresh = (told ?? []).map((seen) => tell(seen, name)).filter((line) => line !== null);
    if (next.plane) fresh.push(...seated(hands, next.plane), ...listen(next.plane));
    state.lines = [...state.lines, ...fresh].slice(-LINES);
    state.discard = (told ?? []).reduce(laid, state.discard);
    gliding(place, draw);
    for (const seen of told ?? []) {
      if (seen.open?.damage_dealt) blow(place, seen.open.damage_dealt.amount);
    }
    for (const line of fresh) announce(line.words);
    if (fresh.length) sound("card");
    if (isYours(state) && (!wasYours || before.step !== now.step)) {
      announce(prompt(state));
      if (!next.alone) sound("turn");
    }
    rollLog();
    if (now.outcome) after.ask();
    if (ended) /** @type {HTMLElement | null} */ (place.querySelector("#ending-title"))?.focus();
    ask();
  }

  /**
   * What was said at a table with others since the last time. Its log also repeats
   * what the game told, in other words: that is told by the game already.
   * @param {import("../../types/court.js").Tableau} plane
   */
  function listen(plane) {
    const fresh = plane.log.filter((line) => line.seq > heard && line.player !== null && line.text.startsWith(SAYS));
    heard = plane.log.at(-1)?.seq ?? heard;
    return fresh.map((line) => noted(line, name));
  }

  /** Reads the log anew, after a time without the stream. */
  async function readLog() {
    if (reading) {
      readAgain = true;
      return;
    }
    reading = true;
    do {
      readAgain = false;
      /** @type {import("../api.js").Answer<{ entries: { told: Seen[] }[] }>} */
      const answer = await get(`${base}/log?last=${LINES}`);
      if (!answer.ok) break;
      const told = answer.value.entries.flatMap((entry) => entry.told);
      state.lines = told.map((seen) => tell(seen, name)).filter((line) => line !== null).slice(-LINES);
      state.discard = told.reduce(laid, UNSEEN);
    } while (readAgain);
    reading = false;
    draw();
    rollLog();
  }

  keyed({ toggle, act, clear, sort, hint: askHint, log: toggleLog, flip: () => isYours(state) && view().solo_jesters > 0 && flip(), yield: () => isYours(state) && view().may_yield && giveWay(), takeBack: () => (state.glance.kind === "practice" ? takeBack() : askBack()), say: () => state.glance.plane && !state.glance.plane.lobby && say(), place });

  state.selection = selecting.takeUp(state.selection, view().hand);
  draw();
  if (view().outcome) after.ask();
  after.turn();
  follow(state.glance.table, {
    news: (news) => {
      beside.heard();
      const told = /** @type {Seen[] | null} */ (news.told);
      // While the log is read anew, it is not known which lines it will hold.
      const known = told !== null && !reading;
      show(/** @type {Glance} */ (news.glance), known ? told : null);
      if (!known) readLog();
    },
    line: (is) => {
      if (is === state.online) return;
      state.online = is;
      announce(is ? words.goesOn : words.offline);
      draw();
    },
    gone: () => {
      state.gone = true;
      draw();
    },
  });
}
