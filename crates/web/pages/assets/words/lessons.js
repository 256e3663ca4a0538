// What the tutorial of Kingslayer says: for each lesson its title, what each part asks
// for and why, and what was learned.

export const words = {
  title: "Learn Kingslayer",
  short: "Lessons",
  lesson: (/** @type {number} */ at, /** @type {number} */ of, /** @type {string} */ title) => `Lesson ${at} of ${of}: ${title}`,
  wellDone: "Well done",
  next: "Next lesson",
  play: "Play a game",
  home: "Home",
  lessons: [
    {
      title: "Strike and shield",
      parts: [
        "The Jack of Diamonds has 20 health and hits for 10. A card deals its number. Select the 10♠, read what it would do, then play it.",
        "♠ shield: its attack sank by 10 for as long as it stands, so you paid nothing. 10 health are left, and ♣ double: play the 5♣.",
      ],
      learned: "Exactly its health: the Jack is captured and lies on top of the tavern. You will draw it, worth 10. Who kills goes again at once.",
    },
    {
      title: "Being struck",
      parts: [
        "♥ heal: cards of the discard pile return under the tavern, unseen. Play the 6♥.",
        "It stands and strikes for 10. Select cards worth 10 or more and pay; there is no change. 7♦ and 3♠ are exactly 10.",
      ],
      learned: "Who cannot pay loses. Look at the preview before you play: it says what you will have to pay.",
    },
    {
      title: "Combos and drawing",
      parts: [
        "Two to four cards of one number may be played together, up to a total of 10. Every power works at the total. Play 5♦ and 5♣.",
        "♦ drew you cards up to your limit of eight, ♣ doubled 10 to 20. Now the Queen strikes for 15: pay, but keep your best cards.",
      ],
      learned: "Diamonds are how you get cards. Without them the hand runs dry.",
    },
    {
      title: "The Ace",
      parts: ["An Ace joins exactly one other card, of any rank. A♣ and 8♦ are 9, doubled by the club: 18, just what the Jack has left."],
      learned: "A pair with an Ace has the powers of both suits, at the total of both.",
    },
    {
      title: "Immunity",
      parts: [
        "The Queen of Diamonds is immune to ♦: your 9♦ would deal 9, but draw nothing. Play the 8♠ instead.",
        "8 of her 15 are held off. Pay the 7 that are left with one card, and keep the 10♣: doubled it is 20.",
      ],
      learned: "Cards of the enemy's suit are good for damage and for paying.",
    },
    {
      title: "Jesters",
      parts: [
        "15 are due, and your hand is worth 7. Alone you have two Jesters: turn one. Your hand is discarded and you draw eight.",
        "Now pay the 15.",
      ],
      learned: "A Jester may be turned before playing or before paying. A win without any is gold, with one silver, with both bronze.",
    },
  ],
};
