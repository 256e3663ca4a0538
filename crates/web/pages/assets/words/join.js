// What the page behind a link says.

export const words = {
  title: "You are invited",
  /** @type {Record<string, string>} */
  titles: { seat: "You are invited", watch: "You are invited", recovery: "Welcome back", chat: "From the chat to the browser", here: "Welcome" },
  becomes: (/** @type {string} */ name) => `This browser is ${name} here already, and becomes somebody else by this link. To keep what ${name} plays, make a link in Settings first (Another device), and open it elsewhere.`,
  loading: "One moment…",
  noToken: "This link is not complete. Ask for it once more, and open it as it is.",
  worn: "This link has been used, has ended, or was taken back. Ask for another.",
  /** @type {Record<string, string>} */
  purposes: {
    seat: "Sit down at this table.",
    watch: "Watch this table.",
    recovery: "Be yourself on this device too.",
    chat: "Play from this browser as the person you are in the chat.",
    here: "Come in.",
  },
  name: "Your name",
  nameAbout: "What the others read.",
  come: "Come in",
};
