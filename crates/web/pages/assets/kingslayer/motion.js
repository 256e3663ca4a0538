// Short movements: a card glides from where it lay to where it lies, a blow rises
// from the enemy. Nothing waits for them, and a new one begins where the old stands.

import { mayMove } from "../choices.js";

const GLIDE = { duration: 260, easing: "cubic-bezier(.2,.8,.3,1)" };

/** @param {Element} root */
function places(root) {
  /** @type {Map<string, DOMRect>} */
  const found = new Map();
  for (const element of root.querySelectorAll("[data-flip], [data-pile]")) {
    const { flip, pile } = /** @type {HTMLElement} */ (element).dataset;
    found.set(flip ? `card ${flip}` : `pile ${pile}`, element.getBoundingClientRect());
  }
  return found;
}

/**
 * Changes what is drawn, and lets every card glide to its new place.
 * @param {Element} root
 * @param {() => void} change
 */
export function gliding(root, change) {
  if (!mayMove()) {
    change();
    return;
  }
  const before = places(root);
  change();
  if (before.size === 0) return;
  let late = 0;
  for (const element of root.querySelectorAll("[data-flip]")) {
    const { flip, from } = /** @type {HTMLElement} */ (element).dataset;
    const was = before.get(`card ${flip}`) ?? (from ? before.get(`pile ${from}`) : undefined);
    if (!was || was.width === 0) continue;
    const now = element.getBoundingClientRect();
    const [x, y] = [was.left - now.left, was.top - now.top];
    if (Math.abs(x) + Math.abs(y) < 2) continue;
    const fresh = !before.has(`card ${flip}`);
    const start = `translate(${x}px, ${y}px) scale(${was.width / (now.width || 1)})`;
    element.animate([{ transform: start, transformOrigin: "0 0", opacity: fresh ? 0.4 : 1 }, { transform: "none", transformOrigin: "0 0", opacity: 1 }], {
      ...GLIDE,
      delay: fresh ? 40 * late++ : 0,
      fill: "backwards",
    });
  }
}

/**
 * Lets a number rise from the enemy, who shakes.
 * @param {Element} root
 * @param {number} amount
 */
export function blow(root, amount) {
  if (!mayMove()) return;
  const place = root.querySelector(".blows");
  if (!place) return;
  const number = document.createElement("span");
  number.textContent = `−${amount}`;
  place.append(number);
  const rise = number.animate(
    [{ transform: "translateY(20%) scale(.7)", opacity: 0 }, { transform: "none", opacity: 1, offset: 0.25 }, { transform: "translateY(-90%)", opacity: 0 }],
    { duration: 1100, easing: "ease-out" },
  );
  rise.onfinish = () => number.remove();
  rise.oncancel = () => number.remove();
  place.parentElement?.animate([{ translate: "0" }, { translate: "-4px 1px" }, { translate: "4px -1px" }, { translate: "-2px" }, { translate: "0" }], { duration: 240 });
}
