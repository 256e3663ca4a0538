// What is said of links for others.

const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "long" });

export const words = {
  hereAlone: "This link works on this machine alone. Tables for other machines are opened by another house: “parlour serve”, or for Kingslayer in your network “parlour kingslayer host”.",
  open: "Links that are open",
  others: "Links for one seat each",
  share: "Send it on",
  any: "Any free seat",
  watch: "To watch",
  chair: (/** @type {number} */ seat) => `Seat ${seat + 1}`,
  linkTo: (/** @type {string} */ place) => `Link to ${place.toLowerCase()}`,
  until: (/** @type {Date} */ day) => `until ${DAY.format(day)}`,
  uses: (/** @type {number} */ count) => `for ${count} people at most`,
  takeBack: "Take back",
  takeBackOf: (/** @type {string} */ place) => `Take back: ${place}`,
  takenBack: (/** @type {string} */ place) => `Taken back: ${place}. That link admits nobody any more.`,
};
