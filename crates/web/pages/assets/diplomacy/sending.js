// What goes to the server: commands of the rules and words of the table, one after
// another, and what is answered.

import { post, wishId } from "../api.js";
import { announce } from "../live.js";
import { inWords } from "../words/common.js";
import { drawing, keep } from "./files.js";

/** @typedef {import("./state.js").State} State */

/** @param {{ state: State, base: string, draw: () => void, refresh: () => Promise<void> }} page */
export function sending({ state, base, draw, refresh }) {
  let pending = 0;

  /** Something is asked of the server, and shown to be. @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  async function busily(act) {
    pending += 1;
    state.busy = true;
    draw();
    try {
      return await act();
    } finally {
      pending -= 1;
      state.busy = pending > 0;
      draw();
    }
  }

  /** What was asked last: no order overtakes an earlier one. @type {Promise<unknown>} */
  let last = Promise.resolve();

  /** @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  function inTurn(act) {
    const done = busily(() => last.then(act));
    last = done.catch(() => undefined);
    return done;
  }

  /** A command of the rules, for this phase. @param {unknown} it */
  function command(it) {
    state.trouble = "";
    return send(it, state.glance.view.phase);
  }

  /** A command for a phase; if that is over when its turn comes, it is not sent. @param {unknown} it @param {string} phase */
  function send(it, phase) {
    return inTurn(async () => {
      if (state.glance.view.phase !== phase) return "over";
      /** @type {import("../api.js").Answer<unknown>} */
      const answer = await post(`${base}/commands`, { stage: state.glance.stage, id: wishId(), command: it }, { again: true });
      if (!answer.ok) {
        state.trouble = inWords(answer);
        announce(state.trouble);
      }
      await refresh();
      return answer.ok ? "done" : answer.status === 0 ? "unreached" : "refused";
    });
  }

  /** @param {object} said @param {() => void} [done] */
  async function word(said, done) {
    state.trouble = "";
    answered([]);
    await inTurn(async () => {
      /** @type {import("../api.js").Answer<import("../../types/diplomacy.js").Answered>} */
      const answer = await post(`${base}/words`, { id: wishId(), ...said }, { again: true });
      if (answer.ok) {
        answered(answer.value.says);
        done?.();
      } else {
        state.trouble = inWords(answer);
        announce(state.trouble);
      }
      await refresh();
    });
  }

  /** What the table has answered: lines, pictures, and files to keep. @param {import("../../types/diplomacy.js").Answered["says"]} says */
  function answered(says) {
    state.answers = says.flatMap((it) => ("text" in it ? it.text.split("\n") : []));
    state.pictures = says.flatMap((it) => ("picture" in it ? (drawing(it.picture.name, it.picture.svg) ?? []) : []));
    for (const it of says) if ("file" in it) keep(it.file.name, it.file.base64);
  }

  /** @param {string} text @param {() => void} [done] */
  function say(text, done) {
    if (text.trim()) word({ word: "say", text }, done);
  }

  return { busily, command, send, word, answered, say };
}
