// What was agreed at a table of Diplomacy, in words.

export const words = {
  title: "What was agreed",
  lengths: (/** @type {string} */ movement, /** @type {string} */ retreats, /** @type {string} */ builds) => `Phases last ${movement}, retreats ${retreats}, builds ${builds}; one ends early when everybody is ready.`,
  hour: (/** @type {string} */ hour, /** @type {string} */ zone) => `Phases end at ${hour} (${zone}).`,
  /** @type {Record<string, Record<string, string> | ((value: string) => string)>} */
  sentences: {
    map: (map) => `Board: ${map}.`,
    weekends: { skip: "No phase ends on a Saturday or Sunday." },
    grace: (time) => `Whoever is late has ${time} more, once a phase.`,
    misses: (count) => `Who says nothing for ${count} phases in a row is in civil disorder until they speak again.`,
    remind: (part) => `Who owes orders is reminded when ${part} of the phase is left.`,
    bots: (kind) => `Bots play what nobody joined (${kind}).`,
    draws: { dias: "A draw is shared by all who are left.", any: "A draw may be among some of those who are left." },
    press: {
      full: "Everybody may talk with everybody, in private.", public: "All talk is heard by all.", none: "Nobody talks.",
      "open-at-end": "Everybody may talk in private; when the game is over, everybody may read it all.",
    },
    names: { open: "Everybody sees who plays what.", hidden: "Nobody is told who plays what before the end." },
  },
};
