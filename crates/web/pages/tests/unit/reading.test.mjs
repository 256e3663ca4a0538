// The witness reads what is wrapped.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readable } from "../browser/reading.mjs";

const SECRET = /A Par - Bur/;

test("a secret is found in a form, in base64, in a picture, and in a picture in base64 in JSON", () => {
  const picture = "<svg xmlns='x'><g><text>A Par</text> <text>- Bur</text></g></svg>";
  for (const text of [
    "A Par - Bur",
    "text=A+Par+-+Bur&token=1",
    "text=A%20Par%20%2D%20Bur",
    Buffer.from("Noted: A Par - Bur").toString("base64"),
    Buffer.from("{}~~~~ A Par - Bur ~~~~").toString("base64url"),
    picture,
    JSON.stringify({ file: { name: "a.svg", base64: Buffer.from(picture).toString("base64") } }),
    new URLSearchParams({ blocks: JSON.stringify({ svg: picture }) }).toString(),
  ]) {
    assert.match(readable(text), SECRET, text);
  }
  assert.doesNotMatch(readable("A Par H and A Bur H"), SECRET);
});
