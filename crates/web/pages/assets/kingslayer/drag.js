// A card is grabbed and carried to the table. A short way is a tap, and left to the
// button it is.

/** How far a card is carried before it counts as carried, in pixels. */
const FAR = 10;

/**
 * Follows a pointer that went down on a card.
 * @param {PointerEvent} event
 * @param {{ root: Element, dropped: (at: number) => void }} what
 */
export function grab(event, { root, dropped }) {
  const card = event.currentTarget;
  if (!(card instanceof HTMLElement) || event.button !== 0) return;
  const [startX, startY] = [event.clientX, event.clientY];
  let carried = false;

  const over = (/** @type {PointerEvent} */ it) => {
    const field = root.querySelector(".battlefield")?.getBoundingClientRect();
    const hand = root.querySelector(".hand")?.getBoundingClientRect();
    return Boolean(field && hand && it.clientY < Math.min(hand.top, field.bottom + 80) + 8);
  };
  const move = (/** @type {PointerEvent} */ it) => {
    const [x, y] = [it.clientX - startX, it.clientY - startY];
    if (!carried) {
      if (Math.hypot(x, y) < FAR) return;
      carried = true;
      card.classList.add("carried");
      root.classList.add("carrying");
    }
    card.style.translate = `${x}px ${y}px`;
    root.classList.toggle("over-table", over(it));
  };
  const end = (/** @type {PointerEvent} */ it) => {
    card.removeEventListener("pointermove", move);
    card.removeEventListener("pointerup", end);
    card.removeEventListener("pointercancel", end);
    if (!carried) return;
    card.style.translate = "";
    card.classList.remove("carried");
    root.classList.remove("carrying", "over-table");
    // The click that follows belongs to the way, not to the card.
    const swallow = (/** @type {Event} */ click) => {
      click.stopPropagation();
      click.preventDefault();
    };
    card.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => card.removeEventListener("click", swallow, { capture: true }), 0);
    if (it.type === "pointerup" && over(it)) dropped(Number(card.dataset.at));
  };
  // A quick hand leaves the card before it has moved.
  card.setPointerCapture(event.pointerId);
  card.addEventListener("pointermove", move);
  card.addEventListener("pointerup", end);
  card.addEventListener("pointercancel", end);
}
