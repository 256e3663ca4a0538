// What the table of Kingslayer says.

/** @typedef {import("../kingslayer/suits.js").Suit} Suit */

/** Numbers are called as they are printed, so that what is heard is what is seen. @type {Record<string, string>} */
const RANKS = { A: "Ace", J: "Jack", Q: "Queen", K: "King" };

/** @type {Record<Suit, string>} */
const SUITS = { clubs: "Clubs", diamonds: "Diamonds", hearts: "Hearts", spades: "Spades" };

/** @param {number} count */
const cards = (count) => (count === 1 ? "1 card" : `${count} cards`);

/** A verb for whoever does it. @param {string} name @param {string} verb */
function does(name, verb) {
  if (name === words.you) return `You ${verb}`;
  return `${name} ${verb}${verb.endsWith("o") ? "es" : "s"}`;
}

export const words = {
  title: "Kingslayer",
  you: "You",
  seat: (/** @type {number} */ seat) => `Seat ${seat + 1}`,
  card: (/** @type {string} */ rank, /** @type {Suit | null} */ suit) => (suit ? `${RANKS[rank] ?? rank} of ${SUITS[suit]}` : "Jester"),
  suit: (/** @type {Suit} */ suit) => SUITS[suit],
  /** What a suit does. @type {Record<Suit, string>} */
  powers: { clubs: "doubles the damage", diamonds: "draws cards", hearts: "heals the tavern", spades: "shields" },

  enemy: "Enemy",
  enemyPlace: (/** @type {number} */ at) => `Enemy ${at} of 12`,
  health: "Health",
  healthLeft: (/** @type {number} */ left, /** @type {number} */ full) => `${left} of ${full}`,
  attack: "Attack",
  shielded: (/** @type {number} */ attack, /** @type {number} */ shield, /** @type {number} */ due) => `${attack} less a shield of ${shield} is ${due}`,
  immune: (/** @type {Suit} */ suit) => `Immune to ${SUITS[suit].toLowerCase()}`,
  notImmune: "Not immune",
  blockedSpades: (/** @type {number} */ count) => `${count} of spades blocked`,
  castleEmpty: "The castle is empty.",
  castle: "The castle",
  castleRank: (/** @type {string} */ rank, /** @type {string} */ left, /** @type {string} */ gone) => `${RANKS[rank]}s: ${left || "none"} to come${gone ? `; defeated: ${gone}` : ""}`,

  tavern: "Tavern",
  discard: "Discard",
  jesters: "Jesters",
  captured: (/** @type {string} */ name) => `the ${name} on top`,
  table: "On the table",
  tableEmpty: "Nothing is on the table yet.",
  drop: "Drop cards here to play them",

  hand: (/** @type {number} */ count) => `Your hand: ${cards(count)}`,
  handOf: (/** @type {number} */ count) => cards(count),
  blocked: "power blocked",
  orders: { dealt: "as dealt", suit: "by suit", value: "by value" },

  yourPlay: "Your turn: play cards",
  yourPay: (/** @type {number} */ due) => `You are struck: pay ${due}`,
  yourChoice: "You choose who goes next",
  waitsFor: (/** @type {string} */ name) => `${name} to move`,
  waitsForPay: (/** @type {string} */ name, /** @type {number} */ due) => `${name} must pay ${due}`,
  waitsForChoice: (/** @type {string} */ name) => `${name} chooses who goes next`,
  noShield: (/** @type {number} */ due) => `No shield: it strikes for ${due}`,
  allShield: (/** @type {number} */ shield) => `Your shield of ${shield} holds it all`,
  someShield: (/** @type {number} */ shield, /** @type {number} */ due) => `Shield ${shield}: it strikes for ${due}`,
  watching: "You are watching",
  paused: "The table waits for somebody who is gone.",

  damage: (/** @type {number} */ damage) => `${damage} damage`,
  sum: (/** @type {number} */ value, /** @type {boolean} */ doubled) => (doubled ? `${value} ×2` : `${value}`),
  heals: (/** @type {number} */ count) => `heal ${count}`,
  draws: (/** @type {number} */ all, /** @type {number} */ own) => (all === own ? `draw ${all}` : `draw ${all} (you ${own})`),
  shields: (/** @type {number} */ count) => `shield ${count}`,
  isBlocked: "blocked",
  exact: "Exact: captured, you go again",
  falls: (/** @type {number} */ over) => `It falls, ${over} over: you go again`,
  stands: (/** @type {number} */ left) => `It stands with ${left}`,
  holds: "The shield holds: nothing to pay",
  thenPay: (/** @type {number} */ due, /** @type {number} */ purse) => `Then pay ${due} of ${purse} in hand`,
  thenPayDrawing: (/** @type {number} */ due, /** @type {number} */ purse) => `Then pay ${due}: ${purse} and what you draw!`,
  cannotPay: (/** @type {number} */ due, /** @type {number} */ purse) => `Then pay ${due}: you have ${purse}!`,
  jesterPlay: (/** @type {number} */ shield) => (shield ? `No suit is blocked; ${shield} of spades shield now; no attack` : "No suit is blocked; no attack"),
  pays: (/** @type {number} */ paid, /** @type {number} */ due) => `${paid} pays for ${due}`,
  missing: (/** @type {number} */ paid, /** @type {number} */ due) => `${paid} of ${due}: ${due - paid} missing`,
  notNeeded: (/** @type {string} */ list) => `Not needed: ${list}`,

  doPlay: "Play",
  doPay: "Pay",
  choose: "Select cards",
  sent: "Sent…",
  hint: "Hint",
  thinking: "The bot is thinking…",
  noHint: "The bot has no hint here.",
  sort: "Sort",
  sortNow: (/** @type {string} */ order) => `Sort: now ${order}`,
  jester: "Jester",
  flip: "Turn a Jester",
  flipSure: "Turn a Jester? Your hand is discarded and you draw a new one.",
  yield: "Yield",
  yieldSure: "Yield? You play nothing and are struck.",
  takeBack: "Take back",
  say: "Say",
  next: (/** @type {string} */ name) => `${name} goes next`,
  goAgain: "I go again",
  log: "What happened",
  showLog: "Show what happened",
  offline: "The line is gone. Nothing is lost: it is taken up again by itself.",
  gone: "This table is gone, or you are no longer admitted.",

  won: "The castle has fallen",
  lost: "The castle stands",
  medal: (/** @type {string} */ medal) => `${medal[0].toUpperCase()}${medal.slice(1)}`,
  medals: { gold: "No Jester was turned.", silver: "One Jester was turned.", bronze: "Both Jesters were turned." },
  cannotMove: "There was no card to play, and no other move.",
  cannotPayEnd: (/** @type {number} */ due, /** @type {number} */ worth) => `The attack of ${due} was more than a hand worth ${worth}.`,
  defeatedOf: (/** @type {number} */ count) => `${count} of 12 enemies defeated`,
  again: "Another game",
  home: "Home",

  lobby: "The table is laid",
  lobbyAbout: "The game begins when every seat is taken and everybody is ready.",
  seats: "Seats",
  free: "Free",
  bot: "Bot",
  isYou: "you",
  isReady: "ready",
  notReady: "not ready",
  isMissed: "gone",
  ready: "I am ready",
  join: "Sit down",
  leave: "Get up",
  addBot: "Add a bot",
  removeBot: "Remove a bot",
  agreed: "Agreed",
  enemiesAre: (/** @type {"easy" | "normal" | "hard"} */ it) => ({ easy: "The enemies are easy", normal: "The enemies are as printed", hard: "The enemies are hard" })[it],
  exactPayment: "A payment holds no card that it does not need",
  mulligan: "A first hand without diamonds is dealt anew, once",
  botsAre: (/** @type {"rookie" | "friend" | "master"} */ it) => ({ rookie: "Bots are rookies", friend: "Bots are friends", master: "Bots are masters" })[it],
  hintsAllowed: "Everybody may ask the bot for a hint",
  invite: "Invite somebody",
  inviteAbout: "Whoever opens this link and presses the button is admitted here.",
  inviteWatch: "A link to watch",
  copy: "Copy",
  copied: "Copied.",
  putBot: (/** @type {string} */ name) => `A bot plays for ${name}`,
  admit: (/** @type {string} */ name) => `A newcomer may take the seat of ${name}`,
  openLobby: "Back to the lobby",
  waitsForReady: (/** @type {string} */ names) => `Waiting for ${names}`,

  goesOn: "The game goes on.",
  began: "The game begins.",

  /** Lines of the log. */
  told: {
    played: (/** @type {string} */ who, /** @type {string} */ list, /** @type {number} */ value) => `${does(who, "play")} ${list} for ${value}`,
    jester: (/** @type {string} */ who, /** @type {number} */ unblocked) =>
      `${does(who, "play")} a Jester: no suit is blocked now${unblocked ? `, earlier spades shield ${unblocked}` : ""}`,
    healed: (/** @type {number} */ count) => `${cards(count)} ${count === 1 ? "returns" : "return"} to the tavern`,
    drawn: (/** @type {[string, number][]} */ counts) => counts.map(([who, count], at) => (at ? `${who} ${count}` : `${does(who, "draw")} ${count}`)).join(", "),
    shielded: (/** @type {number} */ amount) => `Spades shield ${amount}`,
    spadesBlocked: (/** @type {number} */ amount) => `The enemy is immune to spades: ${amount} blocked`,
    damage: (/** @type {number} */ amount, /** @type {boolean} */ doubled) => (doubled ? `${amount} damage, doubled by clubs` : `${amount} damage`),
    captured: (/** @type {string} */ enemy) => `Exact! The ${enemy} is captured`,
    falls: (/** @type {string} */ enemy) => `The ${enemy} falls`,
    revealed: (/** @type {string} */ enemy) => `The ${enemy} steps forward`,
    yielded: (/** @type {string} */ who) => does(who, "yield"),
    struck: (/** @type {number} */ due) => `The enemy strikes for ${due}`,
    paid: (/** @type {string} */ who, /** @type {string} */ list, /** @type {number} */ due) => `${does(who, "pay")} ${list} for ${due}`,
    flipped: (/** @type {number} */ gone, /** @type {number} */ count) => `A Jester is turned: ${gone} discarded, ${count} drawn`,
    again: (/** @type {string} */ who) => `${does(who, "go")} again`,
    chose: (/** @type {string} */ by, /** @type {string} */ who) => `${does(by, "choose")} ${who} next`,
    won: (/** @type {string | null} */ medal) => (medal ? `The castle has fallen: ${medal}` : "The castle has fallen"),
    lostPaying: (/** @type {number} */ due, /** @type {number} */ worth) => `Lost: the attack of ${due} is more than a hand worth ${worth}`,
    lostMoving: "Lost: no card to play, and no other move",
    said: (/** @type {string} */ who, /** @type {string} */ phrase) => `${who}: ${phrase}`,
  },

  /** What may be said at the table. @type {Record<string, string>} */
  phrases: {
    hello: "Hello!",
    thanks: "Thank you.",
    well_played: "Well played!",
    sorry: "Sorry about that.",
    want_next: "I would like to go next.",
    rather_not: "I would rather not go next.",
  },
};
