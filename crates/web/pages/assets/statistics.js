// Somebody's record: what came of all their finished games.

import { get, post } from "./api.js";
import { html, nothing, render } from "./draw.js";
import { head, sorry } from "./frame.js";
import { words } from "./words/statistics.js";

/** @typedef {import("../types/kingslayer.js").Numbers} Numbers */
/** @typedef {import("../types/diplomacy.js").PlayedGame} PlayedGame */

const place = /** @type {HTMLElement} */ (document.getElementById("app"));

/** How many games ended after so many enemies, as bars. @param {number[]} counts */
function bars(counts) {
  const most = Math.max(1, ...counts);
  return html`<table class="bars"><caption>${words.chartAbout}</caption>
    <thead class="unseen"><tr><th scope="col">${words.enemies}</th><th scope="col">${words.games}</th></tr></thead>
    <tbody>${counts.map((count, enemies) => html`<tr><th scope="row">${enemies}</th>
      <td><meter min="0" max=${most} .value=${count} aria-hidden="true"></meter> ${count}</td></tr>`)}</tbody></table>`;
}

/** @param {Numbers} numbers */
function kingslayer(numbers) {
  const rows = words.rows(numbers);
  return html`<section class="panel" aria-labelledby="kingslayer"><h2 id="kingslayer">${words.kingslayer}</h2>
    ${numbers.games ? nothing : html`<p class="dim">${words.none}</p>`}
    ${rows.length ? html`<dl class="figures">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>` : nothing}
    ${numbers.games ? html`<h3>${words.chart}</h3>${bars(numbers.ended_after)}` : nothing}
    <p class="dim">${words.apart}</p></section>`;
}

const points = (/** @type {number} */ thousandths) => (thousandths / 10).toFixed(1);

/** @param {PlayedGame[]} games */
function diplomacy(games) {
  const ways = games[0]?.points.map(([name]) => name) ?? [];
  const sums = ways.map((_, at) => games.reduce((sum, game) => sum + game.points[at][1], 0));
  return html`<section class="panel" aria-labelledby="diplomacy"><h2 id="diplomacy">${words.diplomacy}</h2>
    ${games.length === 0
      ? html`<p class="dim">${words.noDiplomacy}</p>`
      : html`<p class="dim">${words.scoringsAbout}</p><div class="wide-table" tabindex="0" role="region" aria-labelledby="diplomacy"><table class="record">
        <thead><tr><th scope="col">${words.game}</th><th scope="col">${words.power}</th><th scope="col">${words.ended}</th><th scope="col">${words.centres}</th>
          ${ways.map((name) => html`<th scope="col">${words.scorings[name] ?? name}</th>`)}</tr></thead>
        <tbody>${games.map((game) => html`<tr><th scope="row"><a href="/t/${encodeURIComponent(game.table)}"><bdi>${game.code}</bdi></a></th>
          <td><bdi>${game.power}</bdi></td><td>${words.results[game.result] ?? game.result}</td><td>${game.centers}</td>
          ${game.points.map(([, worth]) => html`<td>${points(worth)}</td>`)}</tr>`)}</tbody>
        <tfoot><tr><th scope="row">${words.sum}</th><td colspan="3">${games.length}</td>${sums.map((sum) => html`<td>${points(sum)}</td>`)}</tr></tfoot></table></div>`}</section>`;
}

/** What a house that has this game answers; nothing elsewhere. @template T @param {string} game @param {string} question @param {string[]} games @returns {Promise<T | null>} */
async function asked(game, question, games) {
  if (!games.includes(game)) return null;
  /** @type {import("./api.js").Answer<T>} */
  const answer = await post(`/api/games/${game}/ask`, { ask: question });
  return answer.ok ? answer.value : null;
}

async function load() {
  /** @type {import("./api.js").Answer<import("../types/api.js").Me>} */
  const me = await get("/api/me");
  if (!me.ok) {
    render(sorry(me), place);
    return;
  }
  const games = me.value.games.map((it) => it.game);
  /** @type {[Numbers | null, { games: PlayedGame[] } | null]} */
  const [numbers, record] = await Promise.all([asked("kingslayer", "statistics", games), asked("diplomacy", "record", games)]);
  render(
    html`${head()}<main class="page" id="main"><h1>${words.title}</h1>
      ${numbers ? kingslayer(numbers) : nothing}${record ? diplomacy(record.games) : nothing}</main>`,
    place,
  );
}

load();
