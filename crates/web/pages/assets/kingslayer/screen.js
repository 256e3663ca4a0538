// The table and its lobby as elements, from what the page knows.

import { html, nothing } from "../draw.js";
import { head } from "../frame.js";
import { icon } from "../icons.js";
import { sentence } from "../words/common.js";
import { words } from "../words/kingslayer.js";
import { actions, chooser } from "./actions.js";
import { asked } from "./askedback.js";
import { battlefield } from "./battlefield.js";
import { castle } from "./castle.js";
import { ending } from "./ending.js";
import { enemy } from "./enemy.js";
import { hand } from "./hand.js";
import { lobby, missing } from "./lobby.js";
import { latest, log } from "./log.js";
import { players } from "./players.js";
import { preview } from "./preview.js";
import { coloured } from "./sign.js";
import { byOneself, chosen, givesHints, goesOnAt, isYours, mayGiveUp, mayLeave, nameOf, prompt, viewOf } from "./state.js";
import { mayAsk } from "./takingback.js";

/** @typedef {import("./state.js").State} State */

/**
 * What a person can do, by the names that the screen uses.
 * @typedef {object} Deeds
 * @property {(at: number) => void} toggle
 * @property {(event: PointerEvent) => void} grab
 * @property {() => void} act
 * @property {(seat: number) => void} choose
 * @property {() => void} hint
 * @property {() => void} flip
 * @property {() => void} giveWay
 * @property {() => void} [giveUp] puts an end to a game that one plays by oneself
 * @property {() => void} [leave] leaves a game with others for good
 * @property {() => void} takeBack in practice
 * @property {{ ask: () => void, agree: (to: string) => void, refuse: () => void }} [back] with others
 * @property {() => void} say
 * @property {() => void} sort
 * @property {() => void} again
 * @property {(word: string, more?: object) => void} word
 * @property {() => void} toggleLog
 * @property {(free?: number[]) => unknown} invite draws what invites others, to these chairs too
 * @property {() => import("../../types/kingslayer.js").Came | null} [came] what came of a game that is over
 * @property {(line: string) => void} [copy]
 * @property {() => { words: unknown, instead: unknown }} [coach] draws what a lesson says, and what stands in the place of the hand when it is learned
 */

/** @param {State} state @param {Deeds} deeds */
export function screen(state, deeds) {
  const plane = state.glance.plane;
  return plane?.lobby ? lobbyScreen(state, deeds, plane) : tableScreen(state, deeds);
}

/** @param {State} state @param {Deeds} deeds @param {import("../../types/court.js").Tableau} plane */
function lobbyScreen(state, deeds, plane) {
  const { glance, lines } = state;
  return html`${head({ where: html`<bdi>${glance.title || words.title}</bdi>` })}
    <main id="main" class="page narrow" data-lobby="true"><h1 class="unseen">${words.title}</h1>${notices(state, deeds)}
      ${lobby({ plane, mine: glance.my_seat, say: deeds.word, rules: viewOf(glance).house, invite: deeds.invite })}${lines.length ? log(lines, deeds.toggleLog) : nothing}</main>`;
}

/** @param {State} state @param {Deeds} deeds */
function tableScreen(state, deeds) {
  const { glance, lines, meant, selection, busy, showsLog } = state;
  const view = viewOf(glance);
  const name = (/** @type {number} */ seat) => nameOf(state, seat);
  const coach = deeds.coach?.();
  const logButton = html`<button class="button plain log-button" @click=${deeds.toggleLog} aria-label=${words.showLog} aria-expanded=${showsLog}>${icon("scroll")}</button>`;
  return html`${head({ where: html`<bdi>${glance.title || words.title}</bdi>`, extra: logButton })}
    <main id="main" class="kingslayer ${showsLog ? "with-log" : ""}" data-step=${view.step} data-yours=${isYours(state)} data-moves=${view.moves} data-busy=${busy}>
      <h1 class="unseen">${words.title}</h1>
      ${castle(view)}
      ${players(view, glance, name)}
      ${enemy(view, meant.play)}
      ${battlefield(view, state.isPast ? null : state.discard.top)}
      ${state.isPast ? nothing : latest(lines)}
      <section class="desk" aria-label=${prompt(state) || words.title}>
        ${notices(state, deeds)}${coach?.words ?? nothing}
        ${coach?.instead ? coach.instead : view.outcome
          ? ending({ outcome: view.outcome, came: deeds.came?.() ?? null, copy: deeds.copy ?? (() => {}), busy, again: another(state, deeds), lobby: glance.plane && glance.my_seat !== null && !goesOnAt(glance) ? () => deeds.word("open_lobby") : null, next: goesOnAt(glance) })
          : html`${waitsForSomebody(state) ? nothing : consequences(state)}
              ${view.you === null ? nothing : hand({ view, selection, toggle: deeds.toggle, grab: deeds.grab })}
              ${doing(state, deeds)}`}
      </section>
      ${log(lines, deeds.toggleLog, wayOut(state, deeds))}
    </main>`;
}

/** @param {State} state @param {Deeds} deeds */
function notices(state, deeds) {
  const { glance, gone, online, trouble } = state;
  const plane = glance.plane;
  const text = gone ? words.gone : !online ? words.offline : glance.paused && !plane ? words.paused : "";
  return html`${text ? html`<p class="notice">${text}</p>` : nothing}
    ${plane ? missing({ plane, seated: glance.my_seat !== null, say: (word, seat) => deeds.word(word, { seat }), invite: deeds.invite }) : nothing}
    ${deeds.back ? asked(state, (seat) => nameOf(state, seat), deeds.back) : nothing}
    ${trouble ? html`<p class="notice bad">${trouble}</p>` : nothing}`;
}

/** How one puts an end to a game, or leaves it to others. @param {State} state @param {Deeds} deeds */
function wayOut({ glance, busy }, { giveUp, leave }) {
  if (giveUp && mayGiveUp(glance)) return html`<button class="button danger" ?disabled=${busy} @click=${giveUp}>${words.giveUpThis}</button>`;
  if (leave && mayLeave(glance)) return html`<button class="button danger" ?disabled=${busy} @click=${leave}>${words.leaveThis}</button>`;
  return nothing;
}

/** What leads to the next game, for who may want one. @param {State} state @param {Deeds} deeds */
function another({ glance }, deeds) {
  if (goesOnAt(glance)) return null;
  if (byOneself(glance)) return deeds.again;
  const me = glance.plane?.seats.find((it) => it.seat === glance.my_seat);
  return me && !me.ready ? () => deeds.word("ready") : null;
}

/** Whether nobody can move until somebody is back, or a bot plays for them. @param {State} state */
const waitsForSomebody = ({ glance: { plane } }) => plane?.paused === true && plane.seats.some((it) => it.missed);

/** Whose turn it is, and what the selection would do. @param {State} state */
function consequences(state) {
  const yours = isYours(state);
  return html`<div class="meaning"><p class="prompt ${yours ? "yours" : ""}"><bdi>${prompt(state)}</bdi></p>
    <div class="preview" aria-live="polite" aria-busy=${state.weighing ? "true" : "false"}>${yours && chosen(state).length > 0 ? preview(state.meant) : advice(state)}</div></div>`;
}

/** Without a selection: a hint that was asked for, or what the enemy will do. @param {State} state */
function advice({ glance, hint }) {
  if (hint === "thinking") return html`<p class="remark">${words.thinking}</p>`;
  if (hint) return html`<p class="remark hint">${icon("bulb")}<span>${hint.reason ? coloured(sentence(hint.reason)) : words.noHint}</span></p>`;
  const { enemy: faced, shield, due } = viewOf(glance);
  if (!faced) return nothing;
  if (shield === 0) return html`<p class="remark">${words.noShield(due)}</p>`;
  return due === 0 ? html`<p class="remark good">${words.allShield(shield)}</p>` : html`<p class="remark">${words.someShield(shield, due)}</p>`;
}

/** @param {State} state @param {Deeds} deeds */
function doing(state, deeds) {
  const { meant, busy } = state;
  const { you, step, players: all } = viewOf(state.glance);
  const yours = isYours(state);
  if (you === null) return html`<p class="dim">${words.watching}</p>`;
  if (step === "choose" && yours) return chooser(all.map((player) => player.id), you, (seat) => nameOf(state, seat), deeds.choose);
  const some = chosen(state).length > 0;
  const verb = step === "suffer" ? words.doPay : words.doPlay;
  const label = busy ? words.sent : some ? verb : words.choose;
  const ready = yours && some && !busy && !meant.refused && meant.pay?.covers !== false;
  const main = waitsForSomebody(state) ? null : yours ? (withoutCards(state, deeds) ?? { label, ready, act: deeds.act }) : null;
  return actions({ main, others: others(state, deeds).filter((it) => it.act !== main?.act) });
}

/** What is left to who has no card: to turn a Jester, or to yield. @param {State} state @param {Deeds} deeds */
function withoutCards({ glance, busy }, deeds) {
  const { hand: cards, solo_jesters, may_yield } = viewOf(glance);
  if (cards.length > 0) return null;
  if (solo_jesters > 0) return { label: words.flip, ready: !busy, act: deeds.flip };
  return may_yield ? { label: words.yield, ready: !busy, act: deeds.giveWay } : null;
}

/** @param {State} state @param {Deeds} deeds */
function others(state, deeds) {
  const { glance, selection } = state;
  const view = viewOf(glance);
  const mine = isYours(state) && !state.busy && !waitsForSomebody(state);
  /** @type {import("./actions.js").Action[]} */
  const list = [];
  // With others one thinks for oneself, unless it was agreed otherwise.
  if (mine && givesHints(glance)) list.push({ label: words.hint, sign: "bulb", key: "h", act: deeds.hint });
  if (mine && view.solo_jesters > 0) list.push({ label: words.jester, sign: "crown", key: "f", act: deeds.flip, about: words.flip });
  if (mine && view.may_yield) list.push({ label: words.yield, sign: "flag", key: "y", act: deeds.giveWay });
  if (glance.kind === "practice" && view.moves > 0) list.push({ label: words.takeBack, sign: "undo", key: "u", act: deeds.takeBack });
  if (deeds.back && mayAsk(state) && !state.busy) list.push({ label: words.takeBack, sign: "undo", key: "u", act: deeds.back.ask, about: words.askBack });
  if (glance.plane) list.push({ label: words.say, sign: "speak", key: "t", act: deeds.say });
  list.push({ label: words.sort, sign: "sort", key: "s", act: deeds.sort, about: words.sortNow(words.orders[selection.order]) });
  return list;
}
