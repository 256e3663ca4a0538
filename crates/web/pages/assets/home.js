// The first page: games that are on, and what can be begun.

import { get, post, wishId } from "./api.js";
import { html, nothing, render, repeat } from "./draw.js";
import { head, sorry } from "./frame.js";
import { icon } from "./icons.js";
import { entrance as diplomacy } from "./diplomacy/entrance.js";
import { entrance } from "./kingslayer/entrance.js";
import { printed } from "./kingslayer/wish.js";
import { cardPicture } from "./kingslayer/card.js";
import { hour, inWords, left, moment } from "./words/common.js";
import { sure } from "./question.js";
import { ago, waiting, words } from "./words/home.js";

/** @typedef {import("../types/api.js").Me} Me */
/** @typedef {import("../types/api.js").TableCard} TableCard */
/** @typedef {import("../types/api.js").Tables} Tables */

/** Games that have a page of their own, and how they are begun. */
const ENTRANCES = { diplomacy, kingslayer: entrance };

/** Games of which somebody may give up one that they play alone. */
const GIVEN_UP = ["kingslayer"];

/** @type {Record<string, string>} */
const SIGNS = { diplomacy: "globe" };

/** Programs that have a page; shown are those that the house was built with. */
const PROGRAMS = /** @type {("delve" | "sight")[]} */ (["delve", "sight"]);

const place = /** @type {HTMLElement} */ (document.getElementById("app"));

/** @type {{ me: Me | null, tables: TableCard[], open: TableCard[], next: string | null, longer: boolean, trouble: string, busy: boolean, wish: import("./kingslayer/wish.js").Wish }} */
const state = {
  me: null,
  tables: [],
  open: [],
  next: null,
  longer: false,
  trouble: "",
  busy: false,
  wish: printed(),
};

function draw() {
  if (!state.me) return;
  // Where one is waited for comes first.
  const on = state.tables.filter((it) => !it.over).sort((one, other) => Number(isYours(other)) - Number(isYours(one)));
  const over = state.tables.filter((it) => it.over);
  render(
    html`${head({ here: "home" })}
      <main class="page" id="main">
        <div class="welcome"><div><h1>${words.title}</h1><p class="lead">${words.lead}</p></div>
          <div class="fan" aria-hidden="true">${["JC", "QH", "KS"].map((code) => html`<span>${cardPicture(code)}</span>`)}</div></div>
        ${state.trouble ? html`<p class="notice bad" role="alert">${state.trouble}</p>` : nothing}
        ${on.length ? html`<section aria-labelledby="on"><h2 id="on">${words.playing}</h2>${list(on)}</section>` : nothing}
        ${state.open.length ? html`<section aria-labelledby="open"><h2 id="open">${words.openTables}</h2>${list(state.open, true)}</section>` : nothing}
        <section aria-labelledby="play"><h2 id="play">${words.play}</h2>
          <div class="games">${state.me.games.map(offer)}${PROGRAMS.filter((it) => state.me?.programs.includes(it)).map(inPage)}</div></section>
        ${over.length ? html`<section aria-labelledby="over"><h2 id="over">${words.finished}</h2>${list(over)}</section>` : nothing}
        ${state.next ? html`<p><button class="button" @click=${more}>${words.more}</button></p>` : nothing}
      </main>`,
    place,
  );
}

/** Whether people still gather at a table. @param {TableCard} it */
const gathers = (it) => it.kind === "together" && !it.started;

/** Whether a table waits for who looks. @param {TableCard} it */
const isYours = (it) => !it.over && !gathers(it) && it.my_seat !== null && it.waits_for.includes(it.my_seat);

/** @param {TableCard[]} tables @param {boolean} [isOpen] whether anybody may sit down there */
function list(tables, isOpen = false) {
  return html`<ul class="tables">${repeat(tables, (it) => it.table, (it) => row(it, isOpen))}</ul>`;
}

/** What strangers may do at a table: sit down, or watch. @param {TableCard} it */
function offered(it) {
  const free = it.seats.filter((seat) => seat.taken === false).length;
  return free ? words.freeSeats(free) : words.mayWatch;
}

/** @param {TableCard} it @param {boolean} isOpen */
function row(it, isOpen) {
  const yours = isYours(it);
  const kind = it.kind ? (words.kinds[it.kind] ?? it.kind) : "";
  const standing = isOpen && it.free.length > 0 ? words.seatFree(it.free) : isOpen ? offered(it) : it.over ? words.over : gathers(it) ? words.gathers(it.seats.filter((seat) => seat.taken === false).length) : yours ? words.yourTurn : waiting(it);
  const others = it.seats.filter((seat) => !seat.you && seat.name);
  return html`<li><a class="table-card" href="/t/${encodeURIComponent(it.table)}">
    <span class="name"><bdi>${it.title}</bdi>${kind ? html` <span class="tag">${kind}</span>` : nothing}</span>
    <span class=${yours ? "standing yours" : "standing"}><bdi>${standing}</bdi></span>
    <span class="dim details">${it.deadline && !it.over ? html`<time title=${moment(it.deadline)}>${it.deadline > Date.now() ? words.ends(left(it.deadline, Date.now()), hour(it.deadline, Date.now())) : words.isLate}</time> · ` : nothing}${it.words && !gathers(it) ? html`<bdi>${it.words}</bdi> · ` : nothing}${others.length <= 4 ? others.map((seat) => html`<bdi>${seat.name}</bdi> · `) : nothing}${ago(it.last, Date.now())}</span></a>
    ${wayOut(it)}</li>`;
}

/** Puts an end to a game, or leaves it to the others. @param {TableCard} it */
function wayOut(it) {
  const [word, label, about] = mayGiveUp(it) ? ["give_up", words.giveUpNamed(it.title), words.giveUp] : mayLeave(it) ? ["resign", words.leaveNamed(it.title), words.leave] : [];
  if (!word) return nothing;
  return html`<button class="button plain give-up" aria-label=${label} title=${about} ?disabled=${state.busy} @click=${() => end(it, word)}>${icon("close")}</button>`;
}

/** Whether others play on without who leaves. @param {TableCard} it */
const mayLeave = (it) => GIVEN_UP.includes(it.game) && !it.over && it.kind === "together" && it.my_seat !== null;

/** Whether somebody plays by themselves here, and may put an end to it. @param {TableCard} it */
function mayGiveUp(it) {
  const game = state.me?.games.find((game) => game.game === it.game);
  // Where nobody opens tables, they are the host's.
  const opens = it.kind !== "together" || !game?.offers || game.offers.includes("together");
  return opens && GIVEN_UP.includes(it.game) && !it.over && it.kind !== "daily" && it.my_seat !== null && it.seats.every((seat) => seat.you || seat.bot !== null || seat.taken === false);
}

/** @param {TableCard} it @param {string} word */
async function end(it, word) {
  const leaves = word === "resign";
  if (!(await (leaves ? sure(words.leaveSure(it.title), words.leave) : sure(words.giveUpSure(it.title), words.giveUp)))) return;
  state.busy = true;
  state.trouble = "";
  draw();
  /** @type {import("./api.js").Answer<unknown>} */
  const answer = await post(`/api/tables/${encodeURIComponent(it.table)}/words`, { id: wishId(), word }, { again: true });
  state.busy = false;
  if (!answer.ok && !leaves && answer.refused.code === "others_play") {
    await end(it, "resign");
    return;
  }
  // Said twice, it is gone already.
  if (answer.ok || answer.status === 404 || (leaves && answer.refused.code === "not_seated")) state.tables = state.tables.filter((other) => other.table !== it.table);
  else state.trouble = inWords(answer);
  draw();
}

/** @param {import("../types/api.js").GameOffer} game */
function offer(game) {
  const inside = ENTRANCES[/** @type {keyof typeof ENTRANCES} */ (game.game)];
  return html`<section class="panel" aria-labelledby="game-${game.game}">
    <h3 id="game-${game.game}">${icon(SIGNS[game.game] ?? "crown")} <bdi>${game.title}</bdi></h3><p class="dim"><bdi>${game.about}</bdi></p>
    ${inside ? inside({ game, wish: state.wish, busy: state.busy, begin, change: () => draw() }) : html`<p class="dim">${words.unknown}</p>`}</section>`;
}

/** A program that plays in the page by itself. @param {typeof PROGRAMS[number]} name */
function inPage(name) {
  const { title, about, sign, links } = words.programs[name];
  return html`<section class="panel" aria-labelledby="program-${name}">
    <h3 id="program-${name}">${icon(sign)} ${title}</h3><p class="dim">${about}</p>
    <ul class="kinds">${links.map(([address, label, what], place) => html`
      <li><a class=${place ? "button wide" : "button main wide"} href=${address}>${label}</a><span class="dim">${what}</span></li>`)}</ul></section>`;
}

/**
 * @param {string} game
 * @param {unknown} wish
 */
async function begin(game, wish) {
  state.busy = true;
  state.trouble = "";
  draw();
  /** @type {import("./api.js").Answer<{ table: string }>} */
  const answer = await post("/api/tables", { game, wish });
  state.busy = false;
  if (answer.ok) {
    location.assign(`/t/${encodeURIComponent(answer.value.table)}`);
    return;
  }
  state.trouble = inWords(answer);
  draw();
}

async function more() {
  /** @type {import("./api.js").Answer<Tables>} */
  const answer = await get(`/api/tables?after=${encodeURIComponent(state.next ?? "")}`);
  if (answer.ok) {
    state.tables.push(...answer.value.tables);
    state.next = answer.value.next;
    state.longer = true;
  } else state.trouble = inWords(answer);
  draw();
}

async function load() {
  /** @type {[import("./api.js").Answer<Me>, import("./api.js").Answer<Tables>, import("./api.js").Answer<Tables>]} */
  const [me, tables, open] = await Promise.all([get("/api/me"), get("/api/tables"), get("/api/tables?open=1")]);
  if (!me.ok) {
    render(sorry(me), place);
    return;
  }
  state.me = me.value;
  if (!tables.ok) state.trouble = inWords(tables);
  take(tables, open);
  draw();
}

/** @param {import("./api.js").Answer<Tables>} tables @param {import("./api.js").Answer<Tables>} open */
function take(tables, open) {
  if (tables.ok) {
    state.tables = tables.value.tables;
    state.next = tables.value.next;
  }
  // One's own are listed above.
  if (open.ok) state.open = open.value.tables.filter((it) => it.my_seat === null && !state.tables.some((own) => own.table === it.table));
}

/** Whose turn it is changes while one looks. A list that was made longer stays as it is. */
async function lookAgain() {
  if (!state.me || state.busy || state.longer || document.hidden) return;
  /** @type {[import("./api.js").Answer<Tables>, import("./api.js").Answer<Tables>]} */
  const [tables, open] = await Promise.all([get("/api/tables"), get("/api/tables?open=1")]);
  if (state.busy || state.longer) return;
  take(tables, open);
  draw();
}

/** How often it is looked again, in milliseconds. */
const AGAIN = 20_000;

addEventListener("pageshow", (event) => {
  if (event.persisted) load();
});
document.addEventListener("visibilitychange", lookAgain);
setInterval(lookAgain, AGAIN);
load();
