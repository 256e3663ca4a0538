// What the pages ask and what they are answered, compared with the description of the
// API: every answer to every browser of the tests, every event of every stream.

import assert from "node:assert/strict";
import fs from "node:fs";

/** @typedef {any} Schema a part of the description */

/** @type {Schema} */
const DESCRIPTION = JSON.parse(fs.readFileSync(new URL("../../../../../docs/web-api.json", import.meta.url), "utf8"));

/** Every described route: what its addresses look like, and what is said of it. */
const ROUTES = Object.entries(DESCRIPTION.paths).map(([path, methods]) => ({
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
  methods: /** @type {Record<string, Schema>} */ (methods),
}));

/** What a value is, in the words of schemas. @param {unknown} value */
function kindOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" ? (Number.isInteger(value) ? "integer" : "number") : typeof value;
}

/**
 * Why a value is not what a schema says, and where.
 * @param {Schema} schema @param {any} value @param {string} place @returns {string | null}
 */
export function fault(schema, value, place) {
  if (schema.$ref) {
    const named = DESCRIPTION.components.schemas[schema.$ref.split("/").at(-1)];
    return named ? fault(named, value, place) : `there is no schema ${schema.$ref}`;
  }
  if (schema.anyOf) {
    const fits = schema.anyOf.some((/** @type {Schema} */ it) => fault(it, value, place) === null);
    return fits ? null : `${place}: ${JSON.stringify(value)} is none of its choices`;
  }
  if (schema.oneOf) {
    const fits = schema.oneOf.filter((/** @type {Schema} */ it) => fault(it, value, place) === null);
    return fits.length === 1 ? null : `${place}: ${JSON.stringify(value)} is none of its choices`;
  }
  if (schema.enum) return schema.enum.includes(value) ? null : `${place}: ${JSON.stringify(value)} is not listed`;
  if (!schema.type) return null;
  if (![schema.type].flat().includes(kindOf(value))) return `${place}: ${JSON.stringify(value)} is no ${schema.type}`;
  if (Array.isArray(value)) return value.map((item) => fault(schema.items ?? {}, item, `${place}/0`)).find((it) => it !== null) ?? null;
  if (value === null || typeof value !== "object") return null;
  const missing = (schema.required ?? []).find((/** @type {string} */ name) => !(name in value));
  if (missing) return `${place}: ${missing} is missing`;
  for (const [name, field] of Object.entries(value)) {
    const known = schema.properties?.[name];
    if (!known && schema.additionalProperties === false) return `${place}: ${name} is not described`;
    const wrong = known && fault(known, field, `${place}/${name}`);
    if (wrong) return wrong;
  }
  return null;
}

/**
 * What is wrong with an answer to a question of the API. A body that was not heard is not compared.
 * @param {{ method: string, path: string, body?: unknown, status: number, value: unknown }} asked
 * @returns {string | null}
 */
export function wrongAnswer({ method, path, body, status, value }) {
  const what = `${method} ${path} ${status}`;
  const route = ROUTES.find((it) => it.pattern.test(path))?.methods[method.toLowerCase()];
  if (!route) return status === 404 || status === 405 ? null : `${what}: it is not described`;
  const json = (/** @type {Schema} */ of) => of?.content?.["application/json"]?.schema;
  const taken = json(route.requestBody);
  if (status === 200 && taken && body !== undefined) {
    const wrong = fault(taken, body, `${what}, what was asked`);
    if (wrong) return wrong;
  }
  const answer = json(route.responses[status] ?? route.responses.default);
  return answer ? fault(answer, value, what) : `${what}: what is answered is not described`;
}

/** What is wrong with an event of a stream. @param {string} path @param {string} data */
export function wrongEvent(path, data) {
  return fault({ $ref: "#/components/schemas/Event" }, JSON.parse(data), path);
}

/** What was found wrong in this run. @type {string[]} */
const faults = [];
/** What was compared. */
const compared = { answers: 0, events: 0 };
/** Answers that are still read. @type {Set<Promise<unknown>>} */
const reading = new Set();

/** @param {string | null} wrong */
function note(wrong) {
  if (wrong) faults.push(wrong);
}

/** Compares what somebody without a browser asked. @param {Parameters<typeof wrongAnswer>[0]} asked */
export function compare(asked) {
  compared.answers += 1;
  note(wrongAnswer(asked));
}

/** @param {import("playwright-core").Response} response @param {boolean} bodies whether what was asked is heard */
async function read(response, bodies) {
  const { pathname } = new URL(response.url());
  if (!pathname.startsWith("/api/") || response.headers()["content-type"]?.startsWith("text/event-stream")) return;
  const request = response.request();
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(await response.text());
  } catch (error) {
    // What a page that is left behind was answered is not kept.
    if (error instanceof SyntaxError) note(`${request.method()} ${pathname}: no JSON is answered`);
    return;
  }
  compare({ method: request.method(), path: pathname, body: bodies ? request.postDataJSON() : undefined, status: response.status(), value });
}

/** Listens to all that the pages of a context are answered. @param {import("playwright-core").BrowserContext} context @param {{ streams: boolean, bodies: boolean }} hears */
export function listen(context, { streams, bodies }) {
  context.on("response", (response) => {
    const done = read(response, bodies).finally(() => reading.delete(done));
    reading.add(done);
  });
  if (!streams) return;
  context.on("page", async (page) => {
    try {
      const session = await context.newCDPSession(page);
      session.on("Network.eventSourceMessageReceived", ({ eventName, data }) => {
        if (eventName !== "view") return;
        compared.events += 1;
        note(wrongEvent(new URL(page.url()).pathname, data));
      });
      await session.send("Network.enable");
    } catch {
      // The page was closed at once.
    }
  });
}

/** All that was compared is as it is described, and something was. */
export async function isDescribed() {
  while (reading.size > 0) await Promise.allSettled(reading);
  console.log(`  compared with the description: ${compared.answers} answers, ${compared.events} events`);
  assert.deepEqual(faults, []);
  return compared;
}
