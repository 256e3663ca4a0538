// What somebody could read in bytes that they were sent, also where it is wrapped: forms,
// base64, and the words of pictures. Pixels are not read.

/** How deep something is wrapped that is still unwrapped. */
const DEEP = 3;

/** @param {string} text */
function ofForms(text) {
  if (!text.includes("%") && !text.includes("+")) return [];
  const spaced = text.replaceAll("+", " ");
  return [spaced.replace(/%([0-9a-fA-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))];
}

/** @param {string} text */
function ofBase64(text) {
  return (text.match(/[A-Za-z0-9+/_-]{16,}/g) ?? []).map((word) => Buffer.from(word, "base64").toString("latin1"));
}

/** The words of each picture, whatever tags part them. @param {string} text */
function ofPictures(text) {
  return (text.match(/<svg[^]*?<\/svg>/g) ?? []).flatMap((picture) => [picture.replace(/<[^>]*>/g, " ").replace(/\s+/g, " "), picture.replace(/<[^>]*>/g, "")]);
}

/**
 * All that can be read in it: as it is, and unwrapped.
 * @param {string} text
 * @param {number} [deep]
 * @returns {string}
 */
export function readable(text, deep = DEEP) {
  const inside = [...ofForms(text), ...ofBase64(text)].filter((it) => it !== text && it.length > 3);
  const unwrapped = deep > 0 ? inside.map((it) => readable(it, deep - 1)) : [];
  return [text, ...ofPictures(text), ...unwrapped].join("\n");
}
