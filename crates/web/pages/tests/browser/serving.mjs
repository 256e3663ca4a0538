// `parlour serve` with both platforms as doubles, and a witness before every browser: all
// that somebody is told, byte by byte, is kept.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

import { given } from "./house.mjs";
import { freePort } from "./lan.mjs";
import { readable } from "./reading.mjs";
import { Terminal } from "./terminal.mjs";

const SECRET = "secret";

/** @param {http.IncomingMessage} request @returns {Promise<string>} */
async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("latin1");
}

/** @param {http.Server} server @returns {Promise<number>} */
function listening(server) {
  return new Promise((go) => server.listen(0, "127.0.0.1", () => go(/** @type {import("node:net").AddressInfo} */ (server.address()).port)));
}

/** Slack and Telegram at one address, as far as a game needs them. */
export class Chats {
  port = 0;
  /** What each person was told, by their id. @type {Map<string, string[]>} */
  heard = new Map();
  /** Files that were brought and are not given to anybody yet, by their id. @type {Map<string, string>} */
  #files = new Map();
  /** @type {object[]} */
  #updates = [];
  #number = 0;
  /** @type {(() => void)[]} */
  #bells = [];
  #server = http.createServer((request, response) => this.#answer(request, response));

  static async open() {
    const chats = new Chats();
    chats.port = await listening(chats.#server);
    return chats;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** @param {string} who @param {string} text */
  #told(who, text) {
    this.heard.set(who, [...(this.heard.get(who) ?? []), text]);
    for (const bell of this.#bells.splice(0)) bell();
  }

  /** All that somebody could read of what they were told, files too. @param {string | number} who */
  read(who) {
    return readable((this.heard.get(String(who)) ?? []).join("\n"));
  }

  /** @param {http.IncomingMessage} request @param {http.ServerResponse} response */
  async #answer(request, response) {
    const body = await bodyOf(request);
    const method = (request.url ?? "").split("?")[0].split("/").at(-1) ?? "";
    const field = (/** @type {string} */ name) => {
      try {
        return String(JSON.parse(body)[name] ?? "");
      } catch {
        return new URLSearchParams(body).get(name) ?? new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(body)?.[1] ?? "";
      }
    };
    const say = (/** @type {unknown} */ value) => response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
    if (request.url?.startsWith("/hook/")) {
      this.#told(method, body);
      say({ ok: true });
    } else if (request.url?.includes("/upload/")) {
      this.#files.set(method, body);
      say({ ok: true });
    } else if (request.url?.includes("/botTOKEN/")) {
      if (method === "getUpdates") {
        const from = Number(field("offset")) || 0;
        const fresh = () => this.#updates.filter((it) => /** @type {{ update_id: number }} */ (it).update_id >= from);
        if (fresh().length === 0) await Promise.race([new Promise((/** @type {(value?: unknown) => void} */ go) => this.#bells.push(go)), new Promise((go) => setTimeout(go, 1000))]);
        say({ ok: true, result: fresh() });
        return;
      }
      if (method === "getMe") {
        say({ ok: true, result: { id: 1, is_bot: true, first_name: "Parlour", username: "parlourbot" } });
        return;
      }
      if (field("chat_id")) this.#told(field("chat_id"), body);
      say({ ok: true, result: { message_id: (this.#number += 1), date: 1, chat: { id: Number(field("chat_id")), type: "private" } } });
    } else {
      const whom = field("channel") || field("user") || field("channel_id");
      if (method.startsWith("chat.")) this.#told(whom.replace(/^D-/, ""), body);
      if (method === "files.completeUploadExternal") {
        // Whoever a file is given to has been told it.
        for (const [file, brought] of this.#files) if (body.includes(file)) this.#told(whom.replace(/^D-/, ""), `${body}\n${brought}`);
      }
      const file = `FILE${(this.#number += 1)}END`;
      const user = field("user") || field("users");
      say({
        ok: true, user_id: "UBOT", bot_id: "B1", team_id: "T1", user: method === "auth.test" ? "parlour" : { id: user, name: user, real_name: user, profile: {} },
        channel: method === "conversations.open" ? { id: `D-${user}` } : whom, ts: `${(this.#number += 1)}.0`,
        upload_url: `${this.url}/upload/${file}`, file_id: file, files: [{ id: file }],
      });
    }
  }

  /** Waits until somebody was told something that fits, from a place on. @param {string} who @param {RegExp} wanted @param {number} from */
  async hears(who, wanted, from) {
    const end = Date.now() + 120_000;
    for (;;) {
      const found = (this.heard.get(who) ?? []).slice(from).find((text) => wanted.test(text));
      if (found) return found;
      assert.ok(Date.now() < end, `${who} was told: ${JSON.stringify((this.heard.get(who) ?? []).slice(from))}`);
      await Promise.race([new Promise((/** @type {(value?: unknown) => void} */ go) => this.#bells.push(go)), new Promise((go) => setTimeout(go, 500))]);
    }
  }

  /** Somebody in Slack says something and is answered. @param {string} origin @param {string} user @param {string} text @param {RegExp} wanted */
  async slack(origin, user, text, wanted) {
    const from = (this.heard.get(user) ?? []).length;
    const body = new URLSearchParams({ token: "gone", team_id: "T1", channel_id: `D-${user}`, channel_name: "directmessage", user_id: user, user_name: user, command: "/dip", text, api_app_id: "A1", trigger_id: `t${(this.#number += 1)}`, response_url: `${this.url}/hook/${user}` }).toString();
    const stamp = String(Math.floor(Date.now() / 1000));
    const signature = `v0=${createHmac("sha256", SECRET).update(`v0:${stamp}:${body}`).digest("hex")}`;
    const send = () => fetch(`${origin}/slack/commands`, { method: "POST", body, headers: { "Content-Type": "application/x-www-form-urlencoded", "X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": signature } });
    // As Slack does where a connection is closed at this very moment; what was heard before is not heard again.
    const answer = await send().catch(send);
    const said = await answer.text();
    assert.equal(answer.status, 200, said);
    if (said) this.#told(user, said);
    return this.hears(user, wanted, from);
  }

  /** Somebody in Telegram says something and is answered. @param {number} user @param {string} text @param {RegExp} wanted */
  async telegram(user, text, wanted) {
    const from = (this.heard.get(String(user)) ?? []).length;
    const length = text.split(" ")[0].length;
    const person = { id: user, is_bot: false, first_name: `Person ${user}` };
    this.#updates.push({
      update_id: (this.#number += 1),
      message: { message_id: this.#number, date: Math.floor(Date.now() / 1000), from: person, chat: { id: user, type: "private", first_name: person.first_name }, text, entities: [{ type: "bot_command", offset: 0, length }] },
    });
    for (const bell of this.#bells.splice(0)) bell();
    return this.hears(String(user), wanted, from);
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** A service for browsers and chats. */
export class Service {
  home = fs.mkdtempSync(path.join(os.tmpdir(), "parlour-service-"));
  port = 0;
  link = "";
  /** @type {import("node:child_process").ChildProcess | null} */
  #child = null;

  /** @param {Chats} chats */
  static async open(chats) {
    const it = new Service();
    it.port = await freePort();
    // The file that a terminal of this home opens, too: one house, whoever comes in how.
    const database = `sqlite:${path.join(it.home, "games.sqlite")}`;
    const child = spawn(given("PARLOUR_PROGRAM"), ["serve", "--listen", `127.0.0.1:${it.port}`, "--database", database], {
      env: {
        ...process.env, PARLOUR_HOME: it.home, PARLOUR_PUBLIC_URL: it.origin,
        PARLOUR_SLACK_BOT_TOKEN: "xoxb-1", PARLOUR_SLACK_SIGNING_SECRET: SECRET, PARLOUR_SLACK_API_URL: `${chats.url}/`,
        PARLOUR_TELEGRAM_TOKEN: "TOKEN", PARLOUR_TELEGRAM_API_URL: chats.url,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    it.#child = child;
    for await (const line of createInterface({ input: /** @type {import("node:stream").Readable} */ (child.stdout) })) {
      it.link = /keeps this house: (\S+)/.exec(line)?.[1] ?? "";
      if (it.link) break;
    }
    assert.ok(it.link, "the service printed no link");
    child.stdout?.resume();
    return it;
  }

  get origin() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Somebody sits down at a terminal of this machine. */
  terminal() {
    return new Terminal(given("PARLOUR_PROGRAM"), ["diplomacy", "play", "--new"], { ...process.env, PARLOUR_HOME: this.home });
  }

  async close() {
    const child = this.#child;
    if (child && child.exitCode === null) {
      const ended = new Promise((go) => child.once("exit", go));
      child.kill("SIGKILL");
      await ended;
    }
    fs.rmSync(this.home, { recursive: true, force: true });
  }
}

/** Stands between one browser and the service, and keeps every byte that comes back: pages, answers, pictures, streams. */
export class Witness {
  port = 0;
  /** What came back, each answer for itself. @type {Buffer[][]} */
  #heard = [];
  #isCut = false;
  /** @type {http.Server} */
  #server;

  /** @param {{ port: number, origin: string }} service */
  constructor(service) {
    this.#server = http.createServer((request, response) => {
      if (this.#isCut) {
        request.socket.destroy();
        return;
      }
      const headers = { ...request.headers, host: `127.0.0.1:${service.port}` };
      if (headers.origin) headers.origin = service.origin;
      // What is packed cannot be read here.
      delete headers["accept-encoding"];
      const asked = http.request({ host: "127.0.0.1", port: service.port, method: request.method, path: request.url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        /** @type {Buffer[]} */
        const parts = [];
        this.#heard.push(parts);
        answer.on("data", (part) => {
          parts.push(part);
          response.write(part);
        });
        answer.on("end", () => response.end());
        answer.on("error", () => response.destroy());
      });
      asked.on("error", () => response.destroy());
      response.on("close", () => asked.destroy());
      request.pipe(asked);
    });
  }

  /** @param {{ port: number, origin: string }} service */
  static async before(service) {
    const witness = new Witness(service);
    witness.port = await listening(witness.#server);
    return witness;
  }

  get origin() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The same address, by way of this witness. @param {string} link */
  by(link) {
    const { pathname, hash } = new URL(link);
    return `${this.origin}${pathname}${hash}`;
  }

  /** The line is gone: what was open is, and nothing new is heard. */
  cut() {
    this.#isCut = true;
    this.#server.closeAllConnections();
  }

  /** The line is there again. */
  mend() {
    this.#isCut = false;
  }

  /** All that could be read of what was told so far. */
  heard() {
    return this.answers().map(readable).join("\n");
  }

  /** The same, each answer as it was told. */
  answers() {
    return this.#heard.map((parts) => Buffer.concat(parts).toString("utf8"));
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
