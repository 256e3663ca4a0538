// The help.

import { html, render } from "./draw.js";
import { head } from "./frame.js";
import { cardPicture } from "./kingslayer/card.js";
import { coloured } from "./kingslayer/sign.js";
import { words } from "./words/help.js";

render(
  html`${head({ here: "help" })}
    <main class="page narrow" id="main"><h1>${words.title}</h1>
      <section class="panel" aria-labelledby="rules"><h2 id="rules">${words.rules}</h2>
        <div class="sample" aria-hidden="true">${["JC", "QD", "KH", "X"].map((code) => html`<span>${cardPicture(code)}</span>`)}</div>
        ${words.sections.map((it) => html`<h3>${it.title}</h3>${it.lines.map((line) => html`<p>${coloured(line)}</p>`)}`)}</section>
      <section class="panel" aria-labelledby="keys"><h2 id="keys">${words.keys}</h2>
        <dl class="keys">${words.keyList.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl><p>${words.touch}</p></section>
      <section class="panel" aria-labelledby="pages"><h2 id="pages">${words.pages}</h2>${words.aboutPages.map((line) => html`<p>${line}</p>`)}</section>
    </main>`,
  /** @type {HTMLElement} */ (document.getElementById("app")),
);
