// A QR code keeps its rows and the quiet margin.

import assert from "node:assert/strict";
import { test } from "node:test";

import { qrPath } from "../../assets/qr-path.js";

test("dark squares stand where the rows say, four squares from the edge", () => {
  assert.equal(qrPath(["10", "01"]), "M4 4h1v1h-1ZM5 5h1v1h-1Z");
  assert.equal(qrPath([]), "");
});
