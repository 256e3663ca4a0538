// The way to the server: questions and changes as JSON. A change that carries an id
// is safe to repeat, so it is repeated until it is answered.

/** @typedef {import("../types/api.js").Refused} Refused */
/**
 * @template T
 * @typedef {{ ok: true, value: T } | { ok: false, status: number, refused: Refused }} Answer
 */

/** How long to wait before the next try, in milliseconds. */
const PAUSES = [300, 700, 1500, 3000, 5000];

/** @param {number} time */
const pause = (time) => new Promise((go) => setTimeout(go, time));

/** A name for one wish, that no other wish has. */
export function wishId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @template T
 * @param {Response} response
 * @returns {Promise<Answer<T>>}
 */
async function read(response) {
  /** @type {any} */
  let body = null;
  try {
    body = await response.json();
  } catch {
    // What is no JSON came from something between us and the server.
  }
  if (response.ok && body !== null) return { ok: true, value: body };
  const refused = {
    code: typeof body?.code === "string" ? body.code : "unreachable",
    words: typeof body?.words === "string" ? body.words : "",
  };
  return { ok: false, status: response.status, refused };
}

const unreachable = () => ({ ok: /** @type {false} */ (false), status: 0, refused: { code: "unreachable", words: "" } });

/**
 * Asks without changing anything.
 * @template T
 * @param {string} path
 * @returns {Promise<Answer<T>>}
 */
export async function get(path) {
  try {
    return await read(await fetch(path, { headers: { Accept: "application/json" }, cache: "no-store" }));
  } catch {
    return unreachable();
  }
}

/**
 * Asks with a body, or changes something. `again` says whether it may be repeated
 * while the server cannot be reached.
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @param {{ again?: boolean, signal?: AbortSignal }} [manner]
 * @returns {Promise<Answer<T>>}
 */
export async function post(path, body, { again = false, signal } = {}) {
  for (let tried = 0; ; tried += 1) {
    /** @type {Answer<T>} */
    let answer;
    try {
      const response = await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify(body),
        signal,
      });
      answer = await read(response);
    } catch {
      answer = unreachable();
    }
    const passing = !answer.ok && [0, 429, 502, 503, 504].includes(answer.status);
    if (!passing || !again || signal?.aborted || tried >= PAUSES.length) return answer;
    await pause(PAUSES[tried]);
  }
}
