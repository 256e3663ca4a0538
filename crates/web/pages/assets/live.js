// What a screen reader is told as it happens.

/** Lines that were told in one go are read in one go. @type {string[]} */
let waiting = [];

/** @param {string} words */
export function announce(words) {
  const region = document.getElementById("live");
  if (!region || !words) return;
  if (waiting.length === 0) {
    queueMicrotask(() => {
      region.textContent = waiting.join(". ");
      waiting = [];
    });
  }
  waiting.push(words);
}
