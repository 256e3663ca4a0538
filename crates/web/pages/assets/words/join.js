// What the page behind a link says.

export const words = {
  title: "You are invited",
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
