// One question before something that cannot be undone.

import { html, render } from "./draw.js";
import { words as common } from "./words/common.js";

/**
 * Asks, and answers whether it was agreed to.
 * @param {string} text
 * @param {string} yes what the button that agrees says
 * @returns {Promise<boolean>}
 */
export function sure(text, yes) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "question");
  document.body.append(dialog);
  return new Promise((answer) => {
    const close = (/** @type {boolean} */ agreed) => {
      if (dialog.open) dialog.close();
      dialog.remove();
      answer(agreed);
    };
    dialog.addEventListener("cancel", () => close(false));
    render(
      html`<div class="inside"><p id="question">${text}</p>
        <div class="row"><button class="button main" @click=${() => close(true)}>${yes}</button>
          <button class="button" @click=${() => close(false)}>${common.cancel}</button></div></div>`,
      dialog,
    );
    dialog.showModal();
  });
}
