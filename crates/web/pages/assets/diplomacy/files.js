// Files that the reader keeps and pictures that are shown, made of what the server has sent.

/** @param {string} name @param {string} base64 */
export function keep(name, base64) {
  const bytes = Uint8Array.from(atob(base64), (it) => it.charCodeAt(0));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A picture as an element of the page; nothing if it is none. @param {string} name @param {string} svg */
export function drawing(name, svg) {
  const it = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (it.localName !== "svg") return null;
  it.setAttribute("role", "img");
  it.setAttribute("aria-label", name);
  it.setAttribute("class", "answered");
  it.removeAttribute("width");
  it.removeAttribute("height");
  return it;
}
