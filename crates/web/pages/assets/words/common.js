// Words that several pages use.

export const words = {
  house: "Parlour",
  home: "Home",
  settings: "Settings",
  help: "Help",
  unreachable: "The house cannot be reached. It is tried again by itself.",
  noSession: "This browser has no seat in the house yet. Open the link you were given, or the address that the terminal printed.",
  notFound: "There is nothing here, or it is not yours to see.",
  failed: "This did not work.",
  cancel: "Cancel",
  close: "Close",
  loading: "One moment…",
};

/**
 * What to say when the server says no.
 * @param {{ status: number, refused: { code: string, words: string } }} answer
 */
export function inWords({ status, refused }) {
  if (status === 0) return words.unreachable;
  if (refused.words) return sentence(refused.words);
  if (status === 401) return words.noSession;
  if (status === 404) return words.notFound;
  return words.failed;
}

/** With a capital and a full stop. @param {string} text */
export function sentence(text) {
  const line = text.trim();
  if (!line) return "";
  const end = /[.!?…]$/.test(line) ? "" : ".";
  return line[0].toUpperCase() + line.slice(1) + end;
}
