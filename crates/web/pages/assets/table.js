// A table: finds out which game is played at it and hands over to that game's page.

import { get } from "./api.js";
import { html, render } from "./draw.js";
import { head, sorry } from "./frame.js";
import { inWords, words } from "./words/common.js";

/** @typedef {import("../types/api.js").Glance<any>} Glance */

/** The page of every game that has one. */
const PAGES = { kingslayer: () => import("./kingslayer/page.js") };

const place = /** @type {HTMLElement} */ (document.getElementById("app"));
const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");

async function load() {
  render(html`${head()}<main class="page" id="main"><h1 class="unseen">${words.house}</h1><p class="dim">${words.loading}</p></main>`, place);
  /** @type {import("./api.js").Answer<{ glance: Glance }>} */
  const answer = await get(`/api/tables/${encodeURIComponent(table)}`);
  if (!answer.ok) {
    render(sorry(inWords(answer)), place);
    if (answer.status === 0 || answer.status === 503) setTimeout(load, 2000);
    return;
  }
  const page = PAGES[/** @type {keyof typeof PAGES} */ (answer.value.glance.game)];
  if (!page) {
    render(sorry(words.notFound), place);
    return;
  }
  const { open } = await page();
  open(answer.value.glance, place);
}

load();
