// What a game of Kingslayer is begun with.

/**
 * What somebody has chosen: the house rules, and what is for a table with others alone.
 * @typedef {{ difficulty: string, solo_yield: boolean, surplus_payment: boolean, mulligan: boolean,
 *   players: number, level: string, pace: number, hints: boolean, open: boolean, title: string }} Wish
 */

/** What the page begins with: the printed game. @returns {Wish} */
export const printed = () => ({
  difficulty: "normal", solo_yield: false, surplus_payment: true, mulligan: false,
  players: 3, level: "friend", pace: 500, hints: false, open: false, title: "",
});

/** The wish for a table with others. @param {Wish} wish */
export function together({ players, difficulty, surplus_payment, mulligan, level, pace, hints, open, title }) {
  const named = title.trim();
  return { players, difficulty, surplus_payment, mulligan, level, pace, hints, open, ...(named ? { title: named } : {}) };
}
