// The table by keyboard alone, with the keys of the terminal.

/**
 * @param {{ toggle: (at: number) => void, act: () => void, clear: () => void, sort: () => void, hint: () => void, log: () => void,
 *   flip: () => unknown, yield: () => unknown, takeBack: () => unknown, say: () => unknown, place: HTMLElement }} can
 */
export function keyed(can) {
  /** @type {Record<string, () => unknown>} */
  const deeds = { s: can.sort, h: can.hint, l: can.log, f: can.flip, y: can.yield, u: can.takeBack, t: can.say, Escape: can.clear };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const at = event.target instanceof Element ? event.target : null;
    if (at?.closest("input, select, textarea")) return;
    if (/^[1-9]$/.test(event.key)) can.toggle(Number(event.key) - 1);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") step(event.key === "ArrowRight");
    // Enter on a card plays what is selected; elsewhere it presses what it is on.
    else if (event.key === "Enter" && (!at?.closest("button, a, [tabindex]") || at.closest(".hand-card"))) can.act();
    else if (deeds[event.key]) deeds[event.key]();
    else return;
    event.preventDefault();
  });

  /** @param {boolean} right */
  function step(right) {
    const cards = /** @type {HTMLElement[]} */ ([...can.place.querySelectorAll(".hand-card")]);
    if (cards.length === 0) return;
    const now = cards.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = now < 0 ? (right ? 0 : cards.length - 1) : (now + (right ? 1 : cards.length - 1)) % cards.length;
    cards[next].focus();
  }
}
