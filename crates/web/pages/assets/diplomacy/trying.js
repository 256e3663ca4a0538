// What is tried in a sandbox: as the end of an address, and order by order.

/** @typedef {import("./state.js").Sandbox} Sandbox */

/** A sandbox as the end of an address. @param {Sandbox} sandbox */
export function written({ position, orders }) {
  const bytes = new TextEncoder().encode(JSON.stringify({ position, orders }));
  const text = btoa(String.fromCharCode(...bytes));
  return `sandbox=${text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** @param {string} text @returns {{ position: Sandbox["position"], orders: Sandbox["orders"] } | null} */
export function readBack(text) {
  if (!text.startsWith("sandbox=")) return null;
  try {
    const bytes = atob(text.slice(8).replaceAll("-", "+").replaceAll("_", "/"));
    const found = JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (it) => it.charCodeAt(0))));
    const fits = typeof found?.position?.phase === "string" && typeof found.position.units === "object" && typeof found.orders === "object";
    return fits ? { position: { centers: {}, ...found.position }, orders: found.orders } : null;
  } catch {
    return null;
  }
}

/**
 * An order in the place of the one that its unit has.
 * @param {Sandbox} sandbox
 * @param {import("./notation.js").Order} order
 * @returns {Record<string, string[]>}
 */
export function ordered({ orders, legal }, order) {
  const power = Object.keys(legal).find((name) => legal[name].includes(order.text));
  if (!power) return orders;
  const others = (orders[power] ?? []).filter((text) => !text.startsWith(`${order.unit} `));
  return { ...orders, [power]: [...others, order.text] };
}
