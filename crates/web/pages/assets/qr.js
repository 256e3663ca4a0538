// A QR code from its rows: dark squares on white.

import { nothing, svg } from "./draw.js";
import { MARGIN, qrPath } from "./qr-path.js";

/** @param {string[] | undefined} rows */
export function qrPicture(rows) {
  if (!rows?.length) return nothing;
  const size = rows.length + 2 * MARGIN;
  return svg`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of the link" shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff"></rect><path d=${qrPath(rows)} fill="#000"></path></svg>`;
}
