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
  late: "now",
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

/** How much time is left. @param {number} due milliseconds since 1970 @param {number} now */
export function left(due, now) {
  const seconds = Math.max(0, Math.round((due - now) / 1000));
  const two = (/** @type {number} */ it) => String(it).padStart(2, "0");
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (seconds === 0) return words.late;
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${two(minutes)} min` : `${minutes}:${two(seconds % 60)}`;
}

/** A moment in the reader's own time. @param {number} time */
export const moment = (time) => new Date(time).toLocaleString(undefined, { weekday: "short", hour: "2-digit", minute: "2-digit", day: "numeric", month: "short" });
