// What the first page says.

export const words = {
  title: "What shall we play?",
  lead: "A house for turn-based games.",
  playing: "Go on",
  yourTurn: "Your turn",
  gathers: (/** @type {number} */ free) => (free ? `Not begun: ${free === 1 ? "one seat" : `${free} seats`} free` : "Not begun"),
  waiting: "Waiting for the others",
  waitsFor: (/** @type {string[]} */ names) => `Waiting for ${names.join(", ")}`,
  waitsForSome: (/** @type {number} */ count) => `Waiting for ${count === 1 ? "one player" : `${count} players`}`,
  ends: (/** @type {string} */ time, /** @type {string} */ hour) => `ends in ${time}, ${hour}`,
  isLate: "its time is over",
  over: "Over",
  more: "Show more",
  openTables: "Open tables",
  mayWatch: "Being played: you may watch",
  freeSeats: (/** @type {number} */ count) => (count === 1 ? "One seat free" : `${count} seats free`),
  seatFree: (/** @type {string[]} */ seats) => `${seats.length === 1 ? "A seat is free" : "Seats are free"}: ${seats.join(", ")}`,
  giveUp: "Give up",
  giveUpNamed: (/** @type {string} */ title) => `Give up ${title}`,
  giveUpSure: (/** @type {string} */ title) => `Give up ${title}? The game is deleted and counts for nothing.`,
  leave: "Leave",
  leaveNamed: (/** @type {string} */ title) => `Leave ${title}`,
  leaveSure: (/** @type {string} */ title) => `Leave ${title} for good? A bot plays on with your cards, and the seat is not yours any more.`,
  finished: "Finished games",
  play: "What can be played",
  alone: "Alone",
  together: "With others",
  practice: "Practice",
  daily: "Today's game",
  learn: "Learn",
  statistics: "Statistics",
  rules: "House rules",
  difficulty: "Enemies",
  difficulties: { easy: "Easy", normal: "As printed", hard: "Hard" },
  soloYield: "Alone, one may yield",
  surplus: "A payment may hold cards it does not need",
  mulligan: "A first hand without diamonds is dealt anew, once",
  withOthers: "The table with others",
  tableTitle: "Its name",
  titlePlace: "Kingslayer together",
  players: "Seats",
  level: "Bots are",
  levels: { rookie: "Rookies", friend: "Friends", master: "Masters" },
  pace: "Bots take at least",
  /** In milliseconds. @type {[number, string][]} */
  paces: [[0, "No time"], [500, "Half a second"], [2000, "Two seconds"]],
  hints: "Everybody may ask the bot for a hint",
  openTable: "Anybody in this house may find it, watch and sit down",
  aboutKinds: {
    ordinary: "A game that counts.",
    practice: "Moves may be taken back; it does not count.",
    daily: "The same cards for everybody on this day.",
    together: "Two to four people; bots take empty seats.",
    learn: "Six short lessons.",
    statistics: "What came of your games.",
  },
  /** @type {Record<string, string>} */
  kinds: { ordinary: "Alone", practice: "Practice", daily: "Daily", together: "Together" },
  /** What plays in the page by itself: links with what they say. */
  programs: {
    delve: {
      title: "Delve",
      about: "Ten levels down lies an amulet. Explore, fight, flee, and bring it back into the light. There is one life.",
      sign: "torch",
      links: /** @type {[string, string, string][]} */ ([
        ["/delve", "Play", "The game is kept in this browser."],
        ["/delve#daily", "Today's dungeon", "The same for everybody on this day."],
      ]),
    },
    sight: {
      title: "Sight editor",
      about: "Paint walls, move an observer and watch what it sees, exactly.",
      sign: "eye",
      links: /** @type {[string, string, string][]} */ ([["/sight", "Open", "The drawing is kept in this browser."]]),
    },
  },
  unknown: "Played in the terminal or in chat.",
  enemies: (/** @type {number} */ count) => `${count} of 12 enemies`,
  open: (/** @type {string} */ title) => `Open ${title}`,
};

/**
 * How long ago, in words.
 * @param {number} then milliseconds since 1970
 * @param {number} now
 */
export function ago(then, now) {
  const minutes = Math.max(0, Math.round((now - then) / 60_000));
  if (minutes < 1) return "just now";
  if (minutes < 60) return minutes === 1 ? "a minute ago" : `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return hours === 1 ? "an hour ago" : `${hours} hours ago`;
  const days = Math.round(hours / 24);
  return days === 1 ? "yesterday" : `${days} days ago`;
}

/** At most so many are called by name; of more their number says enough. */
const MOST_NAMED = 3;

/**
 * What a table waits for: people by their names as far as those are told, else how many.
 * @param {Pick<import("../../types/api.js").TableCard, "waits_for" | "seats">} table
 */
export function waiting({ waits_for, seats }) {
  const whom = seats.filter((it) => waits_for.includes(it.seat) && !it.you && it.taken !== false);
  const names = whom.flatMap((it) => it.name ?? []);
  if (whom.length === 0) return words.waiting;
  return names.length === whom.length && names.length <= MOST_NAMED ? words.waitsFor(names) : words.waitsForSome(whom.length);
}
