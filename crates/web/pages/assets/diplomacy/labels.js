// Which names are shown: as many as do not stand in each other's way, the more important
// first.

/** @typedef {{ text: string, x: number, y: number, weight: number }} Name */

/**
 * @param {Name[]} names
 * @param {number} size height of letters in map units
 * @param {{ x: number, y: number, r: number }[]} taken what must stay free
 * @returns {Set<string>} the texts that are shown
 */
export function shown(names, size, taken) {
  /** @type {{ left: number, right: number, top: number, bottom: number }[]} */
  const boxes = taken.map(({ x, y, r }) => ({ left: x - r, right: x + r, top: y - r, bottom: y + r }));
  const found = new Set();
  for (const name of names.toSorted((one, other) => other.weight - one.weight)) {
    const half = (name.text.length * size * 0.62) / 2;
    const box = { left: name.x - half, right: name.x + half, top: name.y - size * 0.6, bottom: name.y + size * 0.6 };
    const free = boxes.every((it) => box.right < it.left || box.left > it.right || box.bottom < it.top || box.top > it.bottom);
    if (!free) continue;
    boxes.push(box);
    found.add(name.text);
  }
  return found;
}
