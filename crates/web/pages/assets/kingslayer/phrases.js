// What may be said at the table: fixed phrases, so that nobody speaks of their hand.

import { html, render } from "../draw.js";
import { words as common } from "../words/common.js";
import { words } from "../words/kingslayer.js";

/** Phrases about who goes next belong after a Jester. */
const WISHES = ["want_next", "rather_not"];

/** @param {string} step */
export function phrasesAt(step) {
  return Object.keys(words.phrases).filter((phrase) => step === "choose" || !WISHES.includes(phrase));
}

/**
 * Lets a person choose a phrase; nothing if they would rather not.
 * @param {string} step
 * @returns {Promise<string | null>}
 */
export function choosePhrase(step) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", words.say);
  document.body.append(dialog);
  return new Promise((answer) => {
    const close = (/** @type {string | null} */ phrase) => {
      if (dialog.open) dialog.close();
      dialog.remove();
      answer(phrase);
    };
    dialog.addEventListener("cancel", () => close(null));
    render(
      html`<div class="inside">${phrasesAt(step).map((phrase) => html`<button class="button wide" @click=${() => close(phrase)}>${words.phrases[phrase]}</button>`)}
        <button class="button plain" @click=${() => close(null)}>${common.cancel}</button></div>`,
      dialog,
    );
    dialog.showModal();
  });
}
