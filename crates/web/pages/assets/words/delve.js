// What Delve's page says.

export const words = {
  title: "Delve",
  newGame: "New game",
  daily: "Daily",
  weekly: "Take the challenge",
  aboutWeek: "Or the challenge of the week: one thing is different on every level, in the same dungeon for everybody.",
  own: "My game",
  days: "Your days",
  noDays: "You have not come to the end of a dungeon of the day, or of a challenge of the week, in this browser yet.",
  /** @param {number} points */
  points: (points) => `${points} ${points === 1 ? "point" : "points"}`,
  copy: "Copy",
  /** @param {string} name of a day or a week */
  copyOf: (name) => `Copy the line of ${name} to share`,
  copied: "The line is copied.",
  sounds: "Sounds on",
  quiet: "Sounds off",
  /** What a press would show, by what is shown. @type {Record<string, string>} */
  looks: { pictures: "Letters", letters: "Pictures" },
  more: "More",
  less: "Less",
  walk: "Walk",
  does: "What to do",
  aboutNew: "The game that is kept here ends when another begins. The games of the day and of the week are kept beside it.",
  seed: "Seed",
  aboutSeed: "A number or a few words: the same seed is the same dungeon for everybody. Leave it empty for one that nobody knows.",
  difficulty: "How hard creatures are",
  /** Words of the program, and what is read. */
  difficulties: /** @type {[string, string][]} */ ([
    ["gentle", "Gentle: they are weaker and miss more often"],
    ["normal", "Normal"],
    ["grim", "Grim: they are stronger and hit more often"],
  ]),
  short: "A short game: five levels, about twenty minutes",
  begin: "Begin",
  keepsNothing: "This browser keeps nothing, so no other game can be opened.",
  /** Which game it is. @param {string} game */
  game: (game) => {
    const [kind, name] = [game.slice(0, game.indexOf(" ")), game.slice(game.indexOf(" ") + 1)];
    const named = { daily: `Dungeon of ${name}`, weekly: `Challenge of ${name}`, seed: `Seed ${name}` };
    return /** @type {Record<string, string>} */ (named)[kind] ?? "";
  },
  /** Keys, signs and names of the ways, row by row. */
  ways: /** @type {[string, string, string][]} */ ([
    ["7", "↖", "north-west"],
    ["8", "↑", "north"],
    ["9", "↗", "north-east"],
    ["4", "←", "west"],
    ["5", "·", "wait a turn"],
    ["6", "→", "east"],
    ["1", "↙", "south-west"],
    ["2", "↓", "south"],
    ["3", "↘", "south-east"],
  ]),
  /** @type {Record<string, string>} */
  actions: {
    explore: "Explore",
    take: "Pick up",
    use: "Use",
    rest: "Rest",
    descend: "Down",
    ascend: "Up",
    fire: "Shoot",
    look: "Look",
    search: "Search",
    wait: "Wait",
    drop: "Drop",
    close: "Close door",
    sheet: "Character",
    overview: "Overview",
    log: "What was said",
    help: "Keys",
    enter: "Do it",
    oneself: "Yourself",
    tab: "Next",
    escape: "Back",
    arrowup: "↑ Up",
    arrowdown: "↓ Down",
  },
};
