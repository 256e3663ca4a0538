// The view, events and answers of Kingslayer, as its rules write them.

import type { Suit } from "../assets/kingslayer/suits.js";

export type Step = "play" | "suffer" | "choose" | "over";

export interface EnemyView {
  card: string; health: number; damage: number; attack: number;
  blocked_spades: number; immunity_cancelled: boolean;
}
export interface PlayerView { id: number; hand_count: number; yielded: boolean }
export interface Outcome { loss: { cannot_pay: { due: number; worth: number } } | "cannot_move" | null; medal: string | null; enemies: number; jesters: number }
export interface ByCourtRank { jack: number; queen: number; king: number }
export interface House { surplus_payment: boolean; solo_yield: boolean; mulligan?: boolean; health: ByCourtRank; attack: ByCourtRank; combo_limit: number }

export interface View {
  you: number | null;
  step: Step;
  current: number;
  moves: number;
  enemy: EnemyView | null;
  shield: number;
  due: number;
  hand: string[];
  hand_limit: number;
  table: string[];
  players: PlayerView[];
  tavern_count: number;
  discard_count: number;
  castle_count: number;
  castle: string[];
  defeated: number;
  jesters_used: number;
  solo_jesters: number;
  may_yield: boolean;
  house: House;
  memory: { captured: string[] };
  outcome: Outcome | null;
}

export type Fate = { stands: number } | "captured" | { overkilled: number };
export interface PlayPreview {
  value: number; damage: number; doubled: boolean; healed: number; drawn: number[]; own_draws: number;
  shield: number; blocked: Suit[]; fate: Fate; due: number; purse: number; safe: boolean; jester: boolean;
}
export interface PayPreview { paid: number; due: number; covers: boolean; needless: number | null; spare: string[] }
export interface PreviewAnswer { play?: PlayPreview; pay?: PayPreview; refused?: { code: string; words: string } }
export interface HintAnswer { command?: string; reason?: string }

export interface Event {
  cards_played?: { seat: number; cards: string[]; value: number };
  jester_played?: { seat: number; unblocked: number };
  shielded?: { amount: number };
  spades_blocked?: { amount: number };
  damage_dealt?: { amount: number; doubled: boolean };
  enemy_defeated?: { enemy: string; captured: boolean };
  enemy_revealed?: { enemy: string };
  yielded?: { seat: number };
  attack_faced?: { seat: number; due: number };
  attack_paid?: { seat: number; cards: string[]; due: number };
  next_chosen?: { by: number; seat: number };
  turn_began?: { seat: number };
  ended?: { outcome: Outcome };
}
export interface Seen {
  open?: Event;
  healed?: { count: number };
  drawn?: { counts: { seat: number; count: number }[]; yours: string[] };
  jester_flipped?: { discarded: string[]; count: number; yours: string[] };
  said?: { seat: number; phrase: string };
}

/** What came of a game that is over. */
export interface Came { hints: number; taken_back?: boolean; goes_on?: boolean; line: string | null; seed: string | null; bot: Outcome | null }
/** How it stood after so many entries. */
export interface Past { at: number; entries: number; view: View }

/** What came of all finished games of somebody. */
export interface Numbers {
  games: number; wins: number; medals: [number, number, number]; enemies: number; best: number; streak: number; longest_streak: number;
  practice: number; eased: number; eased_wins: number; hinted: number; hinted_wins: number; together: number; together_wins: number; together_helped: number; together_helped_wins: number; days: number; ended_after: number[];
}
/** A lesson as far as it was done. */
export interface LessonShown { lessons: number; parts: number; part: number; hint: string | null; view: View; told: Seen[] }
