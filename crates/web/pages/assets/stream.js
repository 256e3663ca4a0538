// What happens at a table, as it happens. One stream a page: it is closed while the
// page is hidden, unless somebody wants to be told, and taken up where it was left when
// it is shown again.

import { get } from "./api.js";
import { staysAwake } from "./notices.js";

/** How long to wait before a stream that was refused is tried anew, in milliseconds. */
const PAUSES = [500, 1000, 2000, 5000];

/** How often a table is looked at anew before what the stream tells is waited for. */
const LOOKS = 3;

/**
 * Looks at a table once, beside its stream. What the stream told while the answer was on
 * its way may be newer, and would not be told again: then it is looked anew. No answer
 * means that the stream knows better.
 * @template G
 * @param {string} base
 */
export function lookout(base) {
  let told = 0;
  return {
    /** The stream has told something. */
    heard: () => {
      told += 1;
    },
    /** @returns {Promise<import("./api.js").Answer<{ glance: G }> | null>} */
    look: async () => {
      for (let look = 0; look < LOOKS; look += 1) {
        const before = told;
        /** @type {import("./api.js").Answer<{ glance: G }>} */
        const answer = await get(base);
        if (told === before) return answer;
      }
      return null;
    },
  };
}

/**
 * @template V
 * @typedef {{ told: unknown[] | null, glance: import("../types/api.js").Glance<V> }} News
 */

/**
 * Follows a table until told to stop.
 * @template V
 * @param {string} table
 * @param {{ news: (news: News<V>) => void, line: (open: boolean) => void, gone: () => void }} ears
 * @returns {() => void} stops it
 */
export function follow(table, ears) {
  const path = `/api/tables/${encodeURIComponent(table)}/stream`;
  /** @type {EventSource | null} */
  let source = null;
  let last = "";
  let tried = 0;
  let over = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const rests = () => document.hidden && !staysAwake();
  const open = () => {
    if (over || source || rests()) return;
    const it = new EventSource(last ? `${path}?since=${encodeURIComponent(last)}` : path);
    source = it;
    it.addEventListener("view", (event) => {
      last = event.lastEventId || last;
      tried = 0;
      ears.line(true);
      ears.news(JSON.parse(event.data));
    });
    it.addEventListener("gone", () => {
      over = true;
      close();
      ears.gone();
    });
    it.addEventListener("error", () => {
      ears.line(false);
      // A line that broke is taken up by the browser; one that was refused is not.
      if (it.readyState !== EventSource.CLOSED) return;
      close();
      timer = setTimeout(open, PAUSES[Math.min(tried, PAUSES.length - 1)]);
      tried += 1;
    });
  };
  const shown = () => (rests() ? close() : open());
  const cut = () => ears.line(false);
  const back = () => {
    close();
    open();
  };
  document.addEventListener("visibilitychange", shown);
  addEventListener("offline", cut);
  addEventListener("online", back);
  addEventListener("pageshow", shown);
  open();
  return () => {
    over = true;
    close();
    document.removeEventListener("visibilitychange", shown);
    removeEventListener("offline", cut);
    removeEventListener("online", back);
    removeEventListener("pageshow", shown);
  };
}
