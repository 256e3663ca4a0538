// One's own days and weeks: what came of the dungeons that everybody enters, as the
// program keeps it in this browser.

import { html, nothing, render } from "../draw.js";
import { announce } from "../live.js";
import { words } from "../words/delve.js";
import { words as common } from "../words/common.js";
import { days } from "./touches.js";

/** Where the program writes them down; the other side is `days` in Rust. */
const DAYS = "parlour/save/delve.days";

/** Shows them. @param {() => void} closed */
export function showDays(closed) {
  let kept = null;
  try {
    kept = localStorage.getItem(DAYS);
  } catch {
    // A browser that keeps nothing has no days.
  }
  const all = days(kept);
  const best = Math.max(...all.map((day) => day.points));
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "days");
  document.body.append(dialog);
  const close = () => {
    dialog.remove();
    closed();
  };
  dialog.addEventListener("cancel", close);
  const copy = async (/** @type {import("./touches.js").Day} */ day) => {
    await navigator.clipboard.writeText(day.share);
    announce(words.copied);
  };
  render(
    html`<div class="inside"><h2 id="days">${words.days}</h2>
      ${all.length === 0 ? html`<p class="dim">${words.noDays}</p>` : nothing}
      <ul class="days" role="list">${all.map((day) => html`<li>
        <div><b>${day.name}</b> <span class=${day.points === best ? "best" : ""}>${words.points(day.points)}</span>
          <p class="dim">${day.how}</p></div>
        ${navigator.clipboard ? html`<button class="button" aria-label=${words.copyOf(day.name)} @click=${() => copy(day)}>${words.copy}</button>` : nothing}</li>`)}</ul>
      <div class="row"><button class="button main" @click=${close}>${common.close}</button></div></div>`,
    dialog,
  );
  dialog.showModal();
}
