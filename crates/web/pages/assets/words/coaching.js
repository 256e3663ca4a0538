// What the coach of a game of Diplomacy says.

export const words = {
  coach: "Ask the coach",
  coachAbout: "The coach looks for the phases that cost somebody most, and says what a bot would have ordered there.",
  coachThinks: "The coach thinks about your game…",
  coached: "What cost most, and what the coach would have ordered",
  noLesson: "Nobody's chance fell in a phase that the coach would have played better.",
  chances: (/** @type {string} */ before, /** @type {string} */ after, /** @type {string} */ instead) => `Chance ${before} before, ${after} after; with these orders ${instead}.`,
  better: "What the coach would have ordered",
  itDoes: (/** @type {string} */ does) => `It ${does}`,
  seePhase: "See this phase",
  tryLesson: "Try these orders",
};
