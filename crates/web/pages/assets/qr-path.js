// The dark squares of a QR code, with the quiet margin that cameras need.

export const MARGIN = 4;

/** The squares as one path. @param {string[]} rows */
export function qrPath(rows) {
  return rows
    .flatMap((row, y) => [...row].map((cell, x) => (cell === "1" ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1Z` : "")))
    .join("");
}
