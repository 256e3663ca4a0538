// Words that several pages use.

export const words = {
  house: "Parlour",
  home: "Home",
  settings: "Settings",
  help: "Help",
  unreachable: "The house cannot be reached. It is tried again by itself.",
  welcome: "Welcome",
  noSession: "Nobody knows this browser yet. It takes a link to come in.",
  waysIn: [
    "Somebody invited you? Open the link or scan the code they sent, and press the button there.",
    "You have played here before? A browser in which you are known makes a link for this one: Settings, Another device.",
    "You play in Slack or Telegram? Say /dip web or /web there.",
    "The house is yours? Open the address that its terminal printed.",
  ],
  notFound: "There is nothing here, or it is not yours to see.",
  waysOn: ["Whoever sits at a table can make a link that lets you in.", "Your own tables are listed on the first page."],
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

/** With a capital and a full stop, and without the number of a rule, which is a word for the terminal. @param {string} text */
export function sentence(text) {
  const line = text.replace(/ \(R\d+(\.\d+)?\)/g, "").trim();
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

/** The hour of the reader's own clock at which something is due, with the day where that is another. @param {number} due @param {number} now */
export function hour(due, now) {
  const [then, today] = [new Date(due), new Date(now)];
  const clock = then.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  if (then.toDateString() === today.toDateString()) return clock;
  const far = due - now > 6 * 86_400_000;
  return `${then.toLocaleDateString(undefined, far ? { day: "numeric", month: "short" } : { weekday: "short" })} ${clock}`;
}

/** A moment in the reader's own time. @param {number} time */
export const moment = (time) => new Date(time).toLocaleString(undefined, { weekday: "short", hour: "2-digit", minute: "2-digit", day: "numeric", month: "short" });
