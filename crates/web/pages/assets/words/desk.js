// What the game master's desk of a table of Diplomacy says.

export const words = {
  replace: "Let a bot play a power",
  replaceBy: "Played by",
  replaceAbout: "Whoever played it plays no more. A person comes by the link for a player, once the seat is free.",
  master: "Game master",
  pause: "Stop the clock",
  resume: "Let it go on",
  extend: "Extend by",
  extendBy: (/** @type {string} */ span) => `Extend by ${span}`,
  times: "Change the times",
  timesAbout: "What is chosen holds from the next phase on.",
  unchanged: "as it is",
  kindsOfPhases: /** @type {[string, string][]} */ ([["movement", "Movement"], ["retreats", "Retreats"], ["builds", "Builds"]]),
  lengths: /** @type {[string, string][]} */ ([["1h", "1 hour"], ["12h", "12 hours"], ["24h", "1 day"], ["48h", "2 days"], ["7d", "1 week"]]),
  moreTimes: /** @type {[string, string, [string, string][]][]} */ ([
    ["hour", "Ends at", [["none", "no fixed hour"], ...Array.from({ length: 24 }, (_, hour) => /** @type {[string, string]} */ ([`${String(hour).padStart(2, "0")}:00`, `${String(hour).padStart(2, "0")}:00`]))]],
    ["weekends", "Weekends", [["play", "played"], ["skip", "skipped"]]],
    ["grace", "Grace for who is late", [["0h", "none"], ["1h", "1 hour"], ["6h", "6 hours"], ["12h", "12 hours"], ["24h", "1 day"]]],
    ["remind", "Reminder before the end", [["none", "none"], ["10%", "with a tenth left"], ["25%", "with a quarter left"], ["50%", "with half left"]]],
  ]),
  change: "Change",
  away: "Send a player away",
};
