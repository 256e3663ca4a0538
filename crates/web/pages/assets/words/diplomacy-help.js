// The rules of Diplomacy in short, in our own words, and how its map is used.

export const words = {
  title: "Diplomacy",
  sections: /** @type {{ title: string, lines: string[] }[]} */ ([
    { title: "The aim", lines: ["Hold more than half of the supply centres when a Fall ends: 18 of 34 on the map of Europe. Those who are left may also agree to share a draw."] },
    {
      title: "A year",
      lines: [
        "In Spring and in Fall everybody orders in secret, and all orders are carried out at once. Units that were driven out retreat.",
        "After Fall a centre belongs to whoever stands in it, until somebody else does. In Winter you build in your free home centres, or disband, until you have as many units as centres.",
      ],
    },
    {
      title: "Orders",
      lines: [
        "All units are equally strong, and only one stands in a province. Armies go over land, fleets over seas and along coasts.",
        "Move: into a neighbouring province. Where equally strong units want the same place, nobody gets in.",
        "Support: help another unit to hold or to move, with one more strength, where you could go yourself. Who is attacked from elsewhere supports nobody.",
        "Convoy: a fleet at sea carries an army from coast to coast; several carry it farther.",
        "Whoever is stronger gets in and drives out who stands there. You never drive out your own units.",
      ],
    },
    { title: "Talking", lines: ["Say to others what you like; nothing that is promised binds anybody. Orders alone count."] },
  ]),
  signsTitle: "Signs on the map",
  signs: {
    army: "An army",
    fleet: "A fleet",
    centre: "Centres: free, and owned",
    move: "A move",
    bounce: "A move that failed",
    hold: "A unit ordered to hold",
    support: "A support, to the middle of the move it helps",
    convoy: "A convoy",
  },
  using: "At the map",
  lines: [
    "Tap a unit, then where it goes; tap it twice and it holds. Support and Convoy stand below the map: choose one, tap the other unit, then its target. A unit can be dragged too.",
    "What is possible lights up; tap anything else, and it is said why not. Two fingers, the wheel, + and − enlarge; the eye shows the whole map; a province is found by its name.",
    "Orders are kept as they are made and may be changed until the phase ends. Ready says that nobody need wait for you. “Only a draft” keeps them for your eyes.",
    "Past shows every phase with the reason for each order. Sandbox tries orders for all powers, and nobody is told.",
    "With keys: Tab goes to the list of places, arrows or letters choose, Enter takes it. Orders in words are understood as well: A Vie-Bud; F Tri S A Vie-Bud.",
  ],
};
