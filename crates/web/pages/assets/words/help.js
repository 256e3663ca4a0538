// The help: how the pages are used, and the rules of the games in our own words.

export const words = {
  title: "Help",
  pages: "The house",
  aboutPages: [
    "The first page lists the games you play and whose turn it is. A game that you leave is kept: it goes on where it was, here or in the terminal of this machine.",
    "A link is enough to sit down. A link is taken up with a button, so that a chat that fetches links uses nothing up.",
    "At a table with others bots take empty seats, whoever sits there can make links to sit down or to watch, and a move is taken back when all who sit agree.",
    "On another device you are yourself by a link from Settings. In Slack “/dip web” and in Telegram “/web” answer with one that makes this browser the person you are there.",
    "If the line breaks, nothing is lost and nothing happens twice: the page takes it up again by itself.",
  ],
  keys: "Keys at a table of Kingslayer",
  keyList: /** @type {[string, string][]} */ ([
    ["1 to 8", "select a card, or take the selection back"],
    ["← →, space", "the same with the focus"],
    ["Enter", "play or pay with the selected cards"],
    ["Esc", "select nothing"],
    ["f", "turn a Jester, before playing or paying"],
    ["y", "yield, if the house allows it"],
    ["h", "a hint from the bot"],
    ["s", "sort the hand: as dealt, by suit, by value"],
    ["u", "practice: take the last move back; with others: ask them to"],
    ["t", "with others: say something"],
    ["l", "show what happened"],
  ]),
  touch: "With a finger or a mouse: tap cards to select them, or carry a card to the table to play it.",
  rules: "Kingslayer",
  sections: /** @type {{ title: string, lines: string[] }[]} */ ([
    { title: "The aim", lines: ["Twelve royals hold the castle: four Jacks, then four Queens, then four Kings. Defeat them all before anybody is crushed."] },
    { title: "A turn", lines: ["1. Play cards, or yield.", "2. The powers of their suits work.", "3. Their damage is dealt. If the enemy falls, you go again at once.", "4. If it stands, it strikes: discard cards worth its attack."] },
    {
      title: "What may be played",
      lines: [
        "One card.",
        "A combo: two to four cards of one number, together at most 10.",
        "An Ace with exactly one other card, even a King or another Ace.",
        "A Jester, always alone.",
        "Every power works at the total of the play.",
      ],
    },
    {
      title: "Powers",
      lines: [
        "♥ Heal: so many cards of the discard pile go, unseen, under the tavern.",
        "♦ Draw: so many cards are drawn, one by one, from you clockwise; nobody above the hand limit.",
        "♣ Double the damage of this play.",
        "♠ Shield: the enemy's attack sinks by so much until it falls.",
        "Powers of the enemy's own suit do not work; its cards still deal damage.",
      ],
    },
    { title: "Enemies", lines: ["As printed, a Jack has 20 health and strikes for 10, a Queen 30 and 15, a King 40 and 20.", "Exactly its health: it is captured and lies on top of the tavern. More: it is discarded.", "In your hand Jacks are worth 10, Queens 15, Kings 20."] },
    { title: "Being struck", lines: ["Discard cards worth at least the attack less the shield; there is no change. Who cannot pay loses the game for all."] },
    { title: "Jesters", lines: ["Alone, two Jesters lie beside the deck: turn one before you play or before you pay, discard your hand and draw eight. None turned is a gold win, one silver, two bronze.", "Among three or four, a Jester ends the enemy's immunity, skips damage and attack, and you choose who goes next."] },
  ]),
};
