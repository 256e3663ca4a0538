// What happened, in words for the log: one line for each thing seen, nothing for
// what needs no words.

import { words } from "../words/kingslayer.js";
import { card } from "./notation.js";
import { CHARACTERS } from "./suits.js";

/** @typedef {import("../../types/kingslayer.js").Seen} Seen */
/** @typedef {import("../../types/kingslayer.js").Outcome} Outcome */
/** @typedef {{ words: string, lead: boolean }} Line  `lead`: it begins a new move */

/** A card in few letters: `5♥`, `★`. @param {string} code */
export function short(code) {
  const it = card(code);
  return it.suit ? it.rank + CHARACTERS[it.suit] : "★";
}

/** @param {string} code */
export function named(code) {
  const it = card(code);
  return words.card(it.rank, it.suit);
}

/** @param {string[]} cards */
const list = (cards) => cards.map(short).join(" ");

/** The end in a line. @param {Outcome} outcome */
export function ended(outcome) {
  if (!outcome.loss) return words.told.won(outcome.medal);
  if (outcome.loss === "cannot_move") return words.told.lostMoving;
  return words.told.lostPaying(outcome.loss.cannot_pay.due, outcome.loss.cannot_pay.worth);
}

/**
 * @param {Seen} seen
 * @param {(seat: number) => string} name
 * @returns {Line | null}
 */
export function tell(seen, name) {
  const told = words.told;
  const lead = (/** @type {string} */ text) => ({ words: text, lead: true });
  const line = (/** @type {string} */ text) => ({ words: text, lead: false });
  if (seen.said) return lead(told.said(name(seen.said.seat), words.phrases[seen.said.phrase] ?? seen.said.phrase));
  if (seen.healed) return line(told.healed(seen.healed.count));
  if (seen.drawn) return seen.drawn.counts.length ? line(told.drawn(seen.drawn.counts.map((it) => [name(it.seat), it.count]))) : null;
  if (seen.jester_flipped) return lead(told.flipped(seen.jester_flipped.discarded.length, seen.jester_flipped.count));
  const event = seen.open;
  if (!event) return null;
  if (event.cards_played) return lead(told.played(name(event.cards_played.seat), list(event.cards_played.cards), event.cards_played.value));
  if (event.jester_played) return lead(told.jester(name(event.jester_played.seat), event.jester_played.unblocked));
  if (event.shielded) return line(told.shielded(event.shielded.amount));
  if (event.spades_blocked) return line(told.spadesBlocked(event.spades_blocked.amount));
  if (event.damage_dealt) return line(told.damage(event.damage_dealt.amount, event.damage_dealt.doubled));
  if (event.enemy_defeated) {
    const enemy = named(event.enemy_defeated.enemy);
    return line(event.enemy_defeated.captured ? told.captured(enemy) : told.falls(enemy));
  }
  if (event.enemy_revealed) return lead(told.revealed(named(event.enemy_revealed.enemy)));
  if (event.yielded) return lead(told.yielded(name(event.yielded.seat)));
  if (event.attack_faced) return line(told.struck(event.attack_faced.due));
  if (event.attack_paid) return lead(told.paid(name(event.attack_paid.seat), list(event.attack_paid.cards), event.attack_paid.due));
  if (event.next_chosen) {
    const { by, seat } = event.next_chosen;
    return lead(by === seat ? told.again(name(by)) : told.chose(name(by), name(seat)));
  }
  if (event.ended) return lead(ended(event.ended.outcome));
  return null;
}

/**
 * A line that was noted at a table with others: whose doing, and what.
 * @param {import("../../types/court.js").NotedLine} line
 * @param {(seat: number) => string} name
 * @returns {Line}
 */
export function noted(line, name) {
  const who = line.player === null ? "" : `${name(line.player)} `;
  return { words: who + line.text, lead: true };
}

/** @typedef {import("../../types/court.js").Tableau} Tableau */

/**
 * Seats that have changed hands during a game.
 * @param {Tableau | null | undefined} before
 * @param {Tableau} now
 * @returns {Line[]}
 */
export function seated(before, now) {
  if (!before || before.lobby || now.lobby || before.game !== now.game) return [];
  return now.seats.flatMap(({ seat, name, bot }) => {
    const was = before.seats[seat]?.name;
    if (!was || !name || was === name) return [];
    return { words: bot ? words.told.playsFor(name, was) : words.told.sitsFor(name, was), lead: true };
  });
}
