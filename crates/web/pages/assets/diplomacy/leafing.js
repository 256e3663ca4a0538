// The past: read from the log, leafed through, shown under an address of its own, kept as
// pictures.

import { get, post } from "../api.js";
import { announce } from "../live.js";
import { inWords } from "../words/common.js";
import { words } from "../words/diplomacy.js";
import { keep } from "./files.js";
import { apart } from "./map.js";
import { run } from "./motion.js";
import { phaseWords } from "./notation.js";

/** @typedef {import("./state.js").State} State */

/**
 * @param {{ state: State, base: string, place: HTMLElement, draw: () => void,
 *   busily: <T>(act: () => Promise<T>) => Promise<T> }} its
 */
export function leafing({ state, base, place, draw, busily }) {
  /** Reads every resolved phase from the log, and shows one. @param {number | string | null} wanted */
  async function readPast(wanted) {
    /** @type {import("./state.js").Page[]} */
    const pages = [];
    let before = state.start;
    let after = "";
    for (;;) {
      /** @type {import("../api.js").Answer<{ entries: { told: any[] }[], next: string, more: boolean }>} */
      const answer = await get(`${base}/log${after ? `?after=${encodeURIComponent(after)}` : ""}`);
      if (!answer.ok) {
        state.trouble = inWords(answer);
        break;
      }
      for (const told of answer.value.entries.flatMap((entry) => entry.told)) {
        if (!told.phase_resolved) continue;
        pages.push({ before, resolved: told.phase_resolved });
        before = told.phase_resolved.next;
      }
      if (!answer.value.more) break;
      after = answer.value.next;
    }
    state.pages = pages;
    const at = typeof wanted === "string" ? pages.findIndex((it) => it.resolved.phase === wanted) : wanted;
    state.page = pages.length === 0 ? null : at !== null && at >= 0 && at < pages.length ? at : pages.length - 1;
    draw();
  }

  /** How long somebody looks at a phase before its name is in the address, in milliseconds: browsers take only so many changes. */
  const STAYS = 300;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let written;

  /** Writes into the address what is looked at, and nothing into the history. @param {string} end */
  function address(end) {
    clearTimeout(written);
    const write = () => history.replaceState(null, "", `${location.pathname}${location.search}${end ? `#${end}` : ""}`);
    if (end) written = setTimeout(write, STAYS);
    else write();
  }

  /** How long a phase stands when the past runs by itself, in milliseconds. */
  const STANDS = 2200;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let next;

  /** The past stands still again. */
  function halt() {
    clearTimeout(next);
    state.running = false;
  }

  /** Lets the past run by itself from where it stands, from the beginning if that is its end; or halts it. */
  function runPast() {
    if (state.running) {
      halt();
      draw();
      return;
    }
    const last = state.pages.length - 1;
    runFrom(state.page === null || state.page >= last ? 0 : state.page + 1);
  }

  /** @param {number} at */
  function runFrom(at) {
    halt();
    state.running = true;
    goOn(at);
  }

  /** @param {number} at */
  function goOn(at) {
    if (!state.running || state.tab !== "past" || at >= state.pages.length) {
      halt();
      draw();
      return;
    }
    show(at);
    announce(phaseWords(state.pages[at].resolved.phase));
    next = setTimeout(() => goOn(at + 1), STANDS);
  }

  /** Shows a phase that somebody has chosen. @param {number} at */
  function page(at) {
    halt();
    show(at);
  }

  /** @param {number} at */
  function show(at) {
    const { resolved } = state.pages[at];
    state.page = at;
    state.told = null;
    address(resolved.phase);
    draw();
    run(place, state.plan, resolved, apart(state.plan, state.scale));
  }

  /** Copies a link to what stands behind a sign. @param {string} end */
  async function copy(end) {
    await navigator.clipboard?.writeText(`${location.origin}${location.pathname}#${end}`);
    state.answers = [words.copied];
    announce(words.copied);
    draw();
  }

  /** As the page is shown: what somebody has chosen goes before what their system likes. */
  const theme = () => {
    const schemes = getComputedStyle(document.documentElement).colorScheme.split(" ");
    return schemes.includes("dark") && (!schemes.includes("light") || matchMedia("(prefers-color-scheme: dark)").matches) ? "dark" : "light";
  };

  /** @param {object} question */
  async function drawnByHouse(question) {
    /** @type {import("../api.js").Answer<import("../../types/diplomacy.js").Pictured>} */
    const answer = await busily(() => post(`${base}/ask`, { ...question, theme: theme() }));
    if (answer.ok) keep(answer.value.name, answer.value.base64);
    else state.trouble = inWords(answer);
    draw();
  }

  function picture() {
    const it = state.page === null ? null : state.pages[state.page];
    if (it) drawnByHouse({ ask: "picture", position: it.before, resolved: it.resolved, width: 1600 });
  }

  function film() {
    drawnByHouse({ ask: "film" });
  }

  return { readPast, address, page, runPast, runFrom, halt, copy, picture, film };
}
