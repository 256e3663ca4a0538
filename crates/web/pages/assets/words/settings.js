// What the page of settings says.

export const words = {
  title: "Settings",
  name: "Your name",
  nameAbout: "What the others at a table read.",
  save: "Keep",
  saved: "Kept.",
  look: "How it looks",
  choices: /** @type {Record<string, { title: string, about?: string, values: Record<string, string> }>} */ ({
    theme: { title: "Light", values: { auto: "As the system", light: "Light", dark: "Dark", contrast: "High contrast" } },
    colours: { title: "Colours", values: { full: "Full", blind: "Colour-blind" } },
    suits: { title: "Suits", values: { two: "Two colours", four: "Four colours" } },
    motion: { title: "Motion", values: { auto: "As the system", none: "None" } },
    sounds: { title: "Sounds", values: { off: "Off", on: "On" } },
  }),
  devices: "Where you are signed in",
  here: "this browser",
  since: (/** @type {string} */ time) => `since ${time}`,
  end: "End",
  endHere: "Sign out",
  endThisSession: (/** @type {string} */ time) => `Sign out here, signed in since ${time}`,
  endSession: (/** @type {string} */ time) => `End the session since ${time}`,
  move: "Another device",
  moveAbout: "A link that works once: opened on another device, it makes that device you.",
  makeLink: "Make a link",
};
