// The table of Kingslayer: a glance in, elements out, commands back. Kept here is
// only what the server does not know: which cards are selected, which answer is
// waited for, whether the line is open.

import { get, post, wishId } from "../api.js";
import { choice, choose as keep } from "../choices.js";
import { html, nothing, render } from "../draw.js";
import { head } from "../frame.js";
import { icon } from "../icons.js";
import { announce } from "../live.js";
import { sure } from "../question.js";
import { sound } from "../sounds.js";
import { follow } from "../stream.js";
import { inWords, sentence } from "../words/common.js";
import { words } from "../words/kingslayer.js";
import { actions, chooser } from "./actions.js";
import { battlefield } from "./battlefield.js";
import { castle } from "./castle.js";
import { grab } from "./drag.js";
import { ending } from "./ending.js";
import { enemy } from "./enemy.js";
import { hand } from "./hand.js";
import { inviting } from "./invite.js";
import { keyed } from "./keys.js";
import { lobby, missing } from "./lobby.js";
import { latest, log } from "./log.js";
import { blow, gliding } from "./motion.js";
import * as notation from "./notation.js";
import { choosePhrase } from "./phrases.js";
import { players } from "./players.js";
import { preview } from "./preview.js";
import * as selecting from "./selection.js";
import { coloured } from "./sign.js";
import { noted, tell } from "./telling.js";

/** @typedef {import("../../types/kingslayer.js").View} View */
/** @typedef {import("../../types/kingslayer.js").Seen} Seen */
/** @typedef {import("../../types/kingslayer.js").PreviewAnswer} PreviewAnswer */
/** @typedef {import("../../types/kingslayer.js").HintAnswer} HintAnswer */
/** @typedef {import("../../types/api.js").Glance<View | null>} Glance */

/** What is seen of a game that has not begun: nothing. @type {View} */
const LAID = {
  you: null, step: "play", current: 0, moves: 0, enemy: null, shield: 0, due: 0, hand: [], hand_limit: 0, table: [], players: [],
  tavern_count: 0, discard_count: 0, castle_count: 0, castle: [], defeated: 0, jesters_used: 0, solo_jesters: 0, may_yield: false,
  house: { surplus_payment: true, solo_yield: false, health: { jack: 20, queen: 30, king: 40 }, attack: { jack: 10, queen: 15, king: 20 }, combo_limit: 10 },
  memory: { captured: [] }, outcome: null,
};

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
  let glance = first;
  let selection = selecting.empty(/** @type {import("./selection.js").Order} */ (choice("order")));
  /** @type {import("./telling.js").Line[]} */
  let lines = [];
  /** @type {PreviewAnswer} */
  let meant = {};
  /** @type {HintAnswer | "thinking" | null} */
  let hint = null;
  let trouble = "";
  let busy = false;
  let online = true;
  let gone = false;
  let showsLog = false;
  /** @type {AbortController | null} */
  let asking = null;
  let reading = false;
  let readAgain = false;
  /** The newest line of a table with others that was shown. */
  let heard = first.plane?.log.at(-1)?.seq ?? -1;
  const invite = inviting(base, () => draw());

  const view = () => glance.view ?? LAID;
  const yours = () => !glance.plane?.lobby && !view().outcome && view().you !== null && view().you === view().current;
  const name = (/** @type {number} */ seat) => (seat === view().you ? words.you : (glance.seats[seat]?.name ?? words.seat(seat)));
  const chosen = () => selecting.marked(selection);

  function prompt() {
    const { step, current, due } = view();
    if (step === "over") return "";
    if (yours()) return step === "play" ? words.yourPlay : step === "suffer" ? words.yourPay(due) : words.yourChoice;
    if (step === "suffer") return words.waitsForPay(name(current), due);
    return step === "choose" ? words.waitsForChoice(name(current)) : words.waitsFor(name(current));
  }

  function draw() {
    if (glance.plane?.lobby) drawLobby(glance.plane);
    else drawTable();
  }

  /** @param {import("../../types/api.js").Tableau} plane */
  function drawLobby(plane) {
    document.title = `${words.title} · Parlour`;
    render(
      html`${head({ where: html`<bdi>${glance.title || words.title}</bdi>` })}
        <main id="main" class="page narrow" data-lobby="true"><h1 class="unseen">${words.title}</h1>${notices()}
          ${lobby({ plane, mine: glance.my_seat, say: (it) => word(it), invite })}${lines.length ? log(lines, toggleLog) : nothing}</main>`,
      place,
    );
  }

  function drawTable() {
    const it = view();
    const over = it.outcome !== null;
    document.title = `${yours() ? "● " : ""}${words.title} · Parlour`;
    render(
      html`${head({ where: html`<bdi>${glance.title || words.title}</bdi>`, extra: logButton() })}
        <main id="main" class="kingslayer ${showsLog ? "with-log" : ""}" data-step=${it.step} data-yours=${yours()} data-moves=${it.moves} data-busy=${busy}>
          <h1 class="unseen">${words.title}</h1>
          ${castle(it)}
          ${players(it, glance.seats, name)}
          ${enemy(it, meant.play)}
          ${battlefield(it)}
          ${latest(lines)}
          <section class="desk" aria-label=${prompt() || words.title}>
            ${notices()}
            ${over ? nothing : consequences()}
            ${over && it.outcome ? ending({ outcome: it.outcome, busy, again: another() }) : nothing}
            ${over || it.you === null ? nothing : hand({ view: it, selection, toggle, grab: (event) => grab(event, { root: place, dropped }) })}
            ${over ? nothing : doing()}
          </section>
          ${log(lines, toggleLog)}
        </main>`,
      place,
    );
  }

  function logButton() {
    return html`<button class="button plain log-button" @click=${toggleLog} aria-label=${words.showLog} aria-expanded=${showsLog}>${icon("scroll")}</button>`;
  }

  function notices() {
    const text = gone ? words.gone : !online ? words.offline : glance.paused && !glance.plane ? words.paused : "";
    const plane = glance.plane;
    return html`${text ? html`<p class="notice">${text}</p>` : nothing}
      ${plane ? missing({ plane, seated: glance.my_seat !== null, say: (it, seat) => word(it, { seat }) }) : nothing}
      ${trouble ? html`<p class="notice bad">${trouble}</p>` : nothing}`;
  }

  /** What leads to the next game, for who may want one. */
  function another() {
    if (glance.alone) return again;
    const me = glance.plane?.seats.find((it) => it.seat === glance.my_seat);
    return me && !me.ready ? () => word("ready") : null;
  }

  /** Whose turn it is, and what the selection would do. */
  function consequences() {
    const some = chosen().length > 0 && yours();
    return html`<div class="meaning"><p class="prompt ${yours() ? "yours" : ""}"><bdi>${prompt()}</bdi></p>
      <div class="preview" aria-live="polite">${some ? preview(meant) : advice()}</div></div>`;
  }

  function advice() {
    if (hint === "thinking") return html`<p class="remark">${words.thinking}</p>`;
    if (hint) return html`<p class="remark hint">${icon("bulb")}<span>${hint.reason ? coloured(sentence(hint.reason)) : words.noHint}</span></p>`;
    const it = view();
    if (!it.enemy) return nothing;
    if (it.shield === 0) return html`<p class="remark">${words.noShield(it.due)}</p>`;
    return it.due === 0 ? html`<p class="remark good">${words.allShield(it.shield)}</p>` : html`<p class="remark">${words.someShield(it.shield, it.due)}</p>`;
  }

  function doing() {
    const it = view();
    if (it.you === null) return html`<p class="dim">${words.watching}</p>`;
    if (it.step === "choose" && yours()) return chooser(it.players.map((player) => player.id), it.you, name, (seat) => send(notation.next(seat)));
    const some = chosen().length > 0;
    const verb = it.step === "suffer" ? words.doPay : words.doPlay;
    const label = busy ? words.sent : some ? verb : words.choose;
    const ready = yours() && some && !busy && !meant.refused && meant.pay?.covers !== false;
    return actions({ main: yours() ? { label, ready, act } : null, others: others() });
  }

  function others() {
    const it = view();
    const mine = yours() && !busy;
    /** @type {import("./actions.js").Action[]} */
    const list = [];
    if (mine) list.push({ label: words.hint, sign: "bulb", key: "h", act: askHint });
    if (mine && it.solo_jesters > 0) list.push({ label: words.jester, sign: "crown", key: "f", act: flip, about: words.flip });
    if (mine && it.may_yield) list.push({ label: words.yield, sign: "flag", key: "y", act: giveWay });
    if (glance.alone && glance.kind === "practice" && it.moves > 0) list.push({ label: words.takeBack, sign: "undo", key: "u", act: takeBack });
    if (glance.plane) list.push({ label: words.say, sign: "speak", key: "t", act: say });
    list.push({ label: words.sort, sign: "sort", key: "s", act: sort, about: words.sortNow(words.orders[selection.order]) });
    return list;
  }

  // What a person does.

  /** @param {number} at */
  function toggle(at) {
    if (at >= selection.cards.length) return;
    selection = selecting.toggle(selection, at);
    trouble = "";
    hint = null;
    ask();
  }

  function clear() {
    selection = selecting.clear(selection);
    hint = null;
    trouble = "";
    ask();
  }

  function sort() {
    selection = selecting.sortNext(selection);
    keep("order", selection.order);
    gliding(place, draw);
  }

  /** What would the selected cards do? The rules answer; an older question is dropped. */
  async function ask() {
    asking?.abort();
    const cards = chosen();
    if (cards.length === 0 || !yours()) {
      meant = {};
      draw();
      return;
    }
    draw();
    const mine = new AbortController();
    asking = mine;
    /** @type {import("../api.js").Answer<PreviewAnswer>} */
    const answer = await post(`${base}/ask`, { ask: "preview", cards }, { signal: mine.signal });
    if (mine.signal.aborted) return;
    meant = answer.ok ? answer.value : {};
    draw();
  }

  function act() {
    const cards = chosen();
    if (cards.length === 0 || !yours() || busy) return;
    send(view().step === "suffer" ? notation.pay(cards) : notation.play(cards));
  }

  /** @param {number} at */
  function dropped(at) {
    if (!yours() || busy) return;
    if (!selection.marked[at]) selection = selecting.toggle(selection, at);
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

  /** @param {string} command */
  async function send(command) {
    if (busy) return;
    busy = true;
    trouble = "";
    draw();
    /** @type {import("../api.js").Answer<unknown>} */
    const answer = await post(`${base}/commands`, { stage: glance.stage, id: wishId(), command }, { again: true });
    busy = false;
    if (!answer.ok) {
      trouble = inWords(answer);
      announce(trouble);
    }
    // The stream brings what came of it; where it is not open, it is asked for.
    if (!online || !answer.ok) await look();
    draw();
  }

  /** Looks at the table once, beside the stream. */
  async function look() {
    /** @type {import("../api.js").Answer<{ glance: Glance }>} */
    const answer = await get(base);
    if (answer.ok) show(answer.value.glance, null);
  }

  async function askHint() {
    if (hint && hint !== "thinking" && hint.command) {
      useHint(hint.command);
      return;
    }
    hint = "thinking";
    selection = selecting.clear(selection);
    meant = {};
    draw();
    const moves = view().moves;
    /** @type {import("../api.js").Answer<HintAnswer>} */
    const answer = await post(`${base}/ask`, { ask: "hint" });
    if (view().moves !== moves) return;
    hint = answer.ok ? answer.value : {};
    if (hint.command) selection = selecting.mark(selection, notation.parts(hint.command).cards);
    announce(hint.reason ? sentence(hint.reason) : words.noHint);
    const kept = hint;
    await ask();
    hint = kept;
    draw();
  }

  /** @param {string} command */
  function useHint(command) {
    if (command === "flip") flip();
    else if (command === "yield") giveWay();
    else {
      selection = selecting.mark(selection, notation.parts(command).cards);
      hint = null;
      ask();
    }
  }

  async function takeBack() {
    /** @type {import("../api.js").Answer<{ table?: string }>} */
    const answer = await post(`${base}/words`, { id: wishId(), word: "take_back" }, { again: true });
    if (answer.ok && answer.value.table) location.replace(`/t/${encodeURIComponent(answer.value.table)}`);
    else if (!answer.ok) {
      trouble = inWords(answer);
      draw();
    }
  }

  /**
   * A word to the table, beside the game.
   * @param {string} said
   * @param {object} [more]
   */
  async function word(said, more = {}) {
    trouble = "";
    /** @type {import("../api.js").Answer<import("../../types/api.js").Heard>} */
    const answer = await post(`${base}/words`, { id: wishId(), word: said, ...more }, { again: true });
    if (answer.ok && answer.value.game && answer.value.game !== glance.table) {
      location.replace(`/t/${encodeURIComponent(answer.value.game)}`);
      return;
    }
    if (!answer.ok) {
      trouble = inWords(answer);
      announce(trouble);
    }
    if (!online || !answer.ok) await look();
    draw();
  }

  async function say() {
    const phrase = await choosePhrase(view().step);
    if (phrase) word("say", { phrase });
  }

  async function again() {
    busy = true;
    draw();
    const { health, solo_yield, surplus_payment } = view().house;
    const difficulty = health.jack < 20 ? "easy" : health.jack > 20 ? "hard" : "normal";
    const kind = glance.kind === "practice" ? "practice" : "ordinary";
    /** @type {import("../api.js").Answer<{ table: string }>} */
    const answer = await post("/api/tables", { game: glance.game, wish: { kind, difficulty, solo_yield, surplus_payment } });
    busy = false;
    if (answer.ok) {
      location.assign(`/t/${encodeURIComponent(answer.value.table)}`);
      return;
    }
    trouble = inWords(answer);
    draw();
  }

  function toggleLog() {
    showsLog = !showsLog;
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
      location.replace(`/t/${encodeURIComponent(next.moved_to)}`);
      return;
    }
    if (next.next && next.next !== next.table) {
      location.replace(`/t/${encodeURIComponent(next.next)}`);
      return;
    }
    const [before, now] = [view(), next.view ?? LAID];
    const wasYours = yours();
    const ended = before.outcome === null && now.outcome !== null;
    // The hand of a game that begins is another one.
    if (glance.plane?.lobby && !next.plane?.lobby) selection = selecting.empty(selection.order);
    glance = next;
    if (before.moves !== now.moves) {
      hint = null;
      trouble = "";
    }
    selection = selecting.takeUp(selection, now.hand);
    const fresh = (told ?? []).map((seen) => tell(seen, name)).filter((line) => line !== null);
    if (next.plane) fresh.push(...listen(next.plane));
    lines = [...lines, ...fresh].slice(-LINES);
    gliding(place, draw);
    for (const seen of told ?? []) {
      if (seen.open?.damage_dealt) blow(place, seen.open.damage_dealt.amount);
    }
    for (const line of fresh) announce(line.words);
    if (fresh.length) sound("card");
    if (yours() && (!wasYours || before.step !== now.step)) {
      announce(prompt());
      if (!next.alone) sound("turn");
    }
    rollLog();
    if (ended) /** @type {HTMLElement | null} */ (place.querySelector("#ending-title"))?.focus();
    ask();
  }

  /**
   * What was said at a table with others since the last time. Its log also repeats
   * what the game told, in other words: that is told by the game already.
   * @param {import("../../types/api.js").Tableau} plane
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
      lines = told.map((seen) => tell(seen, name)).filter((line) => line !== null).slice(-LINES);
    } while (readAgain);
    reading = false;
    draw();
    rollLog();
  }

  keyed({ toggle, act, clear, sort, hint: askHint, log: toggleLog, flip: () => yours() && view().solo_jesters > 0 && flip(), yield: () => yours() && view().may_yield && giveWay(), takeBack: () => glance.kind === "practice" && takeBack(), say: () => glance.plane && !glance.plane.lobby && say(), place });

  selection = selecting.takeUp(selection, view().hand);
  draw();
  follow(glance.table, {
    news: (news) => {
      const told = /** @type {Seen[] | null} */ (news.told);
      // While the log is read anew, it is not known which lines it will hold.
      const known = told !== null && !reading;
      show(/** @type {Glance} */ (news.glance), known ? told : null);
      if (!known) readLog();
    },
    line: (is) => {
      if (is === online) return;
      online = is;
      announce(is ? words.goesOn : words.offline);
      draw();
    },
    gone: () => {
      gone = true;
      draw();
    },
  });
}
