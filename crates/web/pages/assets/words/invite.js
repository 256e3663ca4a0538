// What is said of links for others.

const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "long" });

export const words = {
  open: "Links that still admit",
  any: "Any free seat",
  watch: "To watch",
  chair: (/** @type {number} */ seat) => `Seat ${seat + 1}`,
  linkTo: (/** @type {string} */ place) => `Link to ${place.toLowerCase()}`,
  until: (/** @type {Date} */ day) => `until ${DAY.format(day)}`,
  uses: (/** @type {number} */ count) => `${count} times`,
  takeBack: "Take back",
  takeBackOf: (/** @type {string} */ place) => `Take back: ${place}`,
  takenBack: (/** @type {string} */ place) => `Taken back: ${place}. That link admits nobody any more.`,
};
