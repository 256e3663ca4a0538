// Somebody who asks the house without a browser, and keeps every byte that comes back.

import assert from "node:assert/strict";

import { compare } from "./described.mjs";

/** @typedef {import("./house.mjs").House} House */

export class Caller {
  /** All that this person was told. @type {string[]} */
  heard = [];
  #cookie = "";
  /** @type {string} */
  #origin;

  /** @param {string} origin */
  constructor(origin) {
    this.#origin = origin;
  }

  /** Comes in by a link. @param {House} house @param {string} link @param {string} [name] */
  static async come(house, link, name) {
    const caller = new Caller(house.origin);
    await caller.post("/api/claim", { token: new URL(link).hash.slice(1), ...(name ? { name } : {}) });
    return caller;
  }

  /** @param {string} path @param {unknown} [body] @returns {Promise<{ status: number, value: any }>} */
  async ask(path, body) {
    const send = () => fetch(this.#origin + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { Origin: this.#origin, Cookie: this.#cookie, "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    // A connection that the house closes at this very moment was not heard.
    const response = await send().catch(send);
    const cookie = response.headers.get("set-cookie");
    if (cookie) this.#cookie = cookie.split(";")[0];
    const text = await response.text();
    this.heard.push(text);
    const value = JSON.parse(text);
    compare({ method: body === undefined ? "GET" : "POST", path: new URL(path, this.#origin).pathname, body, status: response.status, value });
    return { status: response.status, value };
  }

  /** @param {string} path @returns {Promise<any>} */
  async get(path) {
    const { status, value } = await this.ask(path);
    assert.equal(status, 200, `${path}: ${JSON.stringify(value)}`);
    return value;
  }

  /** @param {string} path @param {unknown} body @returns {Promise<any>} */
  async post(path, body) {
    const { status, value } = await this.ask(path, body);
    assert.equal(status, 200, `${path} ${JSON.stringify(body).slice(0, 200)}: ${JSON.stringify(value)}`);
    return value;
  }

  /** Opens a table of Diplomacy. @param {object} wish */
  async diplomacy(wish) {
    const { table } = await this.post("/api/tables", { game: "diplomacy", wish });
    return `/api/tables/${table}`;
  }

  /** A command for the phase there is. @param {string} table @param {unknown} command @param {string} id */
  async command(table, command, id) {
    const { glance } = await this.get(table);
    return this.ask(`${table}/commands`, { stage: glance.stage, id, command });
  }
}
