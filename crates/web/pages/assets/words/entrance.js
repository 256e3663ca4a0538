// What the first page says of Diplomacy.

export const words = {
  bots: "Against bots",
  botsAbout: "Bots play the other powers.",
  people: "With people",
  peopleAbout: "You open a table and hand out links or its code.",
  training: "Small map",
  trainingAbout: "Two powers, for learning.",
  record: "Record",
  recordAbout: "Your finished games, by five scorings.",
  settingsAlone: "Settings of a game against bots",
  strength: "Bots",
  strengths: /** @type {[string, string][]} */ ([["greedy", "Simple"], ["easy", "Easy"], ["club", "Club player"], ["strong", "Strong"]]),
  chooses: "I choose my power, before the game",
  settings: "Settings of a table with people",
  map: "Map",
  /** Shorter than the titles that the house gives. @type {Record<string, string>} */
  maps: {
    standard: "Europe, 7 powers", five: "Europe, 5 powers", duel: "Duel: France against Austria", training: "Small, 2 powers, for learning", ancmed: "Ancient Mediterranean, 5 powers", "ancmed-age-of-empires": "Ancient Mediterranean, one centre each",
    modern: "Modern Europe, 10 powers", colonial: "Colonial Asia, 7 powers", chaos: "Chaos: Europe, 34 powers", winter1900: "Europe from Winter 1900", "fleet-rome": "Europe, a fleet in Rome", "germany-italy": "Germany and Italy, 2 powers",
    "age-of-empires": "Age of Empires", "age-of-empires-2": "Age of Empires II", pure: "Pure: seven towns, 7 powers",
  },
  pace: "A phase lasts",
  paces: /** @type {[string, string][]} */ ([["1h", "1 hour"], ["24h", "1 day"], ["48h", "2 days"], ["7d", "1 week"]]),
  press: "Press",
  presses: /** @type {[string, string][]} */ ([["full", "All"], ["public", "Public"], ["none", "None"], ["open-at-end", "Opened at the end"], ["gunboat", "Gunboat: nobody talks, nobody is known"]]),
  fill: "Powers that nobody takes",
  fills: /** @type {[string, string][]} */ ([["none", "Only people play"], ["greedy", "Simple bots"], ["easy", "Easy bots"], ["club", "Club players"], ["strong", "Strong bots"]]),
  hidden: "Nobody is told who plays what",
  listed: "Anybody in this house may find it and join",
};
