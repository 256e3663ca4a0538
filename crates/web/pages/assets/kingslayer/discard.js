// The top of the discard pile, which lies face up. The rules keep the pile without an
// order, so it is read off what is told, card by card, as in the terminal.

/** @typedef {import("../../types/kingslayer.js").Seen} Seen */
/** @typedef {{ top: string | null, played: string | null }} Pile `played` is the last card on the table, for when that is cleared */

/** Nothing was seen of it yet. @type {Pile} */
export const UNSEEN = { top: null, played: null };

/** The pile after something happened. @param {Pile} pile @param {Seen} seen @returns {Pile} */
export function laid(pile, { open, jester_flipped, healed }) {
  const put = (/** @type {string[]} */ cards) => ({ ...pile, top: cards.at(-1) ?? pile.top });
  if (jester_flipped) return put(jester_flipped.discarded);
  // Shuffled: what lies on top now was not seen.
  if (healed) return healed.count > 0 ? { ...pile, top: null } : pile;
  if (open?.cards_played) return { ...pile, played: open.cards_played.cards.at(-1) ?? pile.played };
  if (open?.jester_played) return { ...pile, played: "X" };
  if (open?.enemy_defeated) return { top: open.enemy_defeated.captured ? pile.played : open.enemy_defeated.enemy, played: null };
  return open?.attack_paid ? put(open.attack_paid.cards) : pile;
}
