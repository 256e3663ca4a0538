// Files that the reader keeps: made of bytes that the server has sent.

/** @param {string} name @param {string} base64 */
export function keep(name, base64) {
  const bytes = Uint8Array.from(atob(base64), (it) => it.charCodeAt(0));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
