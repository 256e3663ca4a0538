// The help.

import { html, render } from "./draw.js";
import { legend } from "./diplomacy/legend.js";
import { head } from "./frame.js";
import { cardPicture } from "./kingslayer/card.js";
import { coloured } from "./kingslayer/sign.js";
import { words as diplomacy } from "./words/diplomacy-help.js";
import { words } from "./words/help.js";

/** @param {{ title: string, lines: string[] }[]} all */
const sections = (all) => all.map((it) => html`<h3>${it.title}</h3>${it.lines.map((line) => html`<p>${coloured(line)}</p>`)}`);

render(
  html`${head({ here: "help" })}
    <main class="page narrow" id="main"><h1>${words.title}</h1>
      <nav class="row" aria-label=${words.title}>${[["rules", words.rules], ["diplomacy", diplomacy.title], ["pages", words.pages]].map(([id, title]) => html`<a class="button" href="#${id}">${title}</a>`)}</nav>
      <section class="panel" aria-labelledby="rules"><h2 id="rules">${words.rules}</h2>
        <div class="sample" aria-hidden="true">${["JC", "QD", "KH", "X"].map((code) => html`<span>${cardPicture(code)}</span>`)}</div>
        ${sections(words.sections)}</section>
      <section class="panel" aria-labelledby="keys"><h2 id="keys">${words.keys}</h2>
        <dl class="keys">${words.keyList.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl><p>${words.touch}</p></section>
      <section class="panel" aria-labelledby="diplomacy"><h2 id="diplomacy">${diplomacy.title}</h2>${sections(diplomacy.sections)}
        <h3>${diplomacy.signsTitle}</h3>${legend()}<h3>${diplomacy.using}</h3>${diplomacy.lines.map((line) => html`<p>${line}</p>`)}</section>
      <section class="panel" aria-labelledby="pages"><h2 id="pages">${words.pages}</h2>${words.aboutPages.map((line) => html`<p>${line}</p>`)}</section>
    </main>`,
  /** @type {HTMLElement} */ (document.getElementById("app")),
);

// The game that somebody comes from.
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
