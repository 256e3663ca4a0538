// Which names are shown, and where: as many as do not stand in each other's way, the more
// important first, each at the first of its places that is free.

/** @typedef {{ text: string, key?: string, places: [number, number][], weight: number }} Name `key` is what it is found by, where several have one text */

/**
 * @param {Name[]} names
 * @param {number} size height of letters in map units
 * @param {{ x: number, y: number, r: number }[]} taken what must stay free
 * @returns {Map<string, [number, number]>} those that are shown, and where
 */
export function shown(names, size, taken) {
  /** @type {{ left: number, right: number, top: number, bottom: number }[]} */
  const boxes = taken.map(({ x, y, r }) => ({ left: x - r, right: x + r, top: y - r, bottom: y + r }));
  /** @type {Map<string, [number, number]>} */
  const found = new Map();
  for (const name of names.toSorted((one, other) => other.weight - one.weight)) {
    const half = (name.text.length * size * 0.7) / 2;
    for (const [x, y] of name.places) {
      const box = { left: x - half, right: x + half, top: y - size * 0.6, bottom: y + size * 0.6 };
      const free = boxes.every((it) => box.right < it.left || box.left > it.right || box.bottom < it.top || box.top > it.bottom);
      if (!free) continue;
      boxes.push(box);
      found.set(name.key ?? name.text, [x, y]);
      break;
    }
  }
  return found;
}
