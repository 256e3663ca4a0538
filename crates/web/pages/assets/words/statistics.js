// What the page of somebody's record says.

/** Games that are counted apart; of none nothing is said. @param {string} name @param {number} games @param {number} wins @returns {[string, string][]} */
const apart = (name, games, wins) => (games ? [[name, `${games}, won ${wins}`]] : []);

/** Games that count. @param {import("../../types/kingslayer.js").Numbers} it @returns {[string, string][]} */
const counted = (it) => [
  ["Games", String(it.games)],
  ["Won", `${it.wins} (${Math.floor((it.wins * 100) / it.games)} %)`],
  ["Gold", String(it.medals[0])],
  ["Silver", String(it.medals[1])],
  ["Bronze", String(it.medals[2])],
  ["Enemies a game", (Math.floor((it.enemies * 10) / it.games) / 10).toFixed(1)],
  ["Most enemies", `${it.best} of 12`],
  ["Wins in a row", String(it.streak)],
  ["Longest row", String(it.longest_streak)],
  ["Daily in a row", String(it.days)],
];

export const words = {
  title: "Your record",
  kingslayer: "Kingslayer",
  none: "No game that counts has been played to its end yet.",
  chart: "How far your games went",
  chartAbout: "How many games ended after so many of the twelve enemies.",
  enemies: "Enemies defeated",
  games: "Games",
  apart: "Practice does not count; games with hints, under easier rules or with others are counted apart.",
  /** @param {import("../../types/kingslayer.js").Numbers} it @returns {[string, string][]} */
  rows: (it) => [
    ...(it.games ? counted(it) : []),
    ...(it.practice ? [/** @type {[string, string]} */ (["Practice games", String(it.practice)])] : []),
    ...apart("With hints", it.hinted, it.hinted_wins),
    ...apart("Easier rules", it.eased, it.eased_wins),
    ...apart("With others", it.together, it.together_wins),
    ...apart("With others, with help", it.together_helped, it.together_helped_wins),
  ],

  diplomacy: "Diplomacy",
  noDiplomacy: "No game of Diplomacy has been played to its end yet.",
  power: "Power",
  centres: "Centres",
  ended: "Ended",
  game: "Game",
  sum: "All games",
  scoringsAbout: "Points of 100, by five ways to score: a draw shared equally; by the squares of centres; by centres; all to the leader; only for a solo.",
  /** @type {Record<string, string>} */
  scorings: { draw_size: "Draw shared", sum_of_squares: "Squares", centers: "Centres", leader: "Leader", winner_takes_all: "Solo only" },
  /** @type {Record<string, string>} */
  results: { solo: "won alone", draw: "shared a draw", survived: "survived", lost: "lost", conceded: "gave up" },
};
