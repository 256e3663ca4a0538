// Words that somebody has begun and not sent: kept on this device, for each table and
// each conversation apart, so that what was meant for one is never sent to another.

/** @param {string} table @param {string} place */
const key = (table, place) => `draft:${table}:${place}`;

/** What was begun. @param {string} table @param {string} place */
export function draft(table, place) {
  try {
    return localStorage.getItem(key(table, place)) ?? "";
  } catch {
    return "";
  }
}

/** Keeps what is written now; nothing is kept of nothing. @param {string} table @param {string} place @param {string} text */
export function keepDraft(table, place, text) {
  try {
    if (text) localStorage.setItem(key(table, place), text);
    else localStorage.removeItem(key(table, place));
  } catch {
    // Then it lasts as long as the page.
  }
}
