// A table: finds out which game is played at it and hands over to that game's page.

import { get } from "./api.js";
import { html, render } from "./draw.js";
import { head, sorry } from "./frame.js";
import { MODULES, STYLES } from "./preloads.js";
import { words } from "./words/common.js";

/** @typedef {import("../types/api.js").Glance<any>} Glance */
/** @typedef {keyof typeof PAGES} Game */

/** The page of every game that has one. */
const PAGES = { diplomacy: () => import("./diplomacy/page.js"), kingslayer: () => import("./kingslayer/page.js") };

const place = /** @type {HTMLElement} */ (document.getElementById("app"));
const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");

/** Asks for all modules of a game at once, and waits for its styles. @param {Game} game */
function dress(game) {
  for (const name of MODULES[game]) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "modulepreload", href: `/assets/${name}` });
    document.head.append(link);
  }
  return Promise.all(STYLES[game].map((name) => new Promise((go) => {
    const link = document.createElement("link");
    link.addEventListener("load", go);
    link.addEventListener("error", go);
    Object.assign(link, { rel: "stylesheet", href: `/assets/${name}` });
    document.head.append(link);
  })));
}

async function load() {
  render(html`${head()}<main class="page" id="main"><h1 class="unseen">${words.house}</h1><p class="dim">${words.loading}</p></main>`, place);
  /** @type {import("./api.js").Answer<{ glance: Glance }>} */
  const answer = await get(`/api/tables/${encodeURIComponent(table)}`);
  if (!answer.ok) {
    render(sorry(answer), place);
    if (answer.status === 0 || answer.status === 503) setTimeout(load, 2000);
    return;
  }
  const game = /** @type {Game} */ (answer.value.glance.game);
  if (!PAGES[game]) {
    render(sorry({ status: 404, refused: { code: "", words: "" } }), place);
    return;
  }
  const [{ open }] = await Promise.all([PAGES[game](), dress(game)]);
  // The glance of a game is what its own page takes.
  /** @type {(glance: any, place: HTMLElement) => void} */ (open)(answer.value.glance, place);
}

load();
