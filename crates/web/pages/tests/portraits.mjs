// The pictures of the pages in README.md, taken of the program as it is:
//
//   PARLOUR_PROGRAM=target/release/parlour node tests/portraits.mjs [NAME...]
//
// They are written to docs/pictures, all or those that are named (web, diplomacy,
// diplomacy-phone, chat): look at them before they are committed. Which cards
// are dealt, and what bots do, is chance.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { Caller } from "./browser/caller.mjs";
import { comeIn, given, House, openBrowser, standing, visitor } from "./browser/house.mjs";
import { inPhase, touch } from "./browser/ordering.mjs";
import { decide } from "./browser/playing.mjs";

const FOLDER = process.env.PARLOUR_PORTRAITS ?? path.join(import.meta.dirname, "../../../../docs/pictures");
const [house, browser] = await Promise.all([House.open(), openBrowser()]);
const me = await Caller.come(house, house.link);

/** @param {import("playwright-core").Page} page @param {string} name */
async function taken(page, name) {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: path.join(FOLDER, name), type: "jpeg", quality: 88 });
  console.log(name);
}

/** Somebody on a desk. @param {number} width @param {number} height */
async function onDesk(width, height) {
  const context = await visitor(browser, { viewport: { width, height }, reducedMotion: "reduce" }, { isTimed: true });
  return comeIn(context, house);
}

async function kingslayer() {
  const page = await onDesk(1280, 800);
  const { table } = await me.post("/api/tables", { game: "kingslayer", wish: { players: 3, bots: 2, pace: 0 } });
  await page.goto(`${house.origin}/t/${table}`);
  await page.getByRole("button", { name: "I am ready" }).click();
  // Far enough that there is something to tell, with some cards in hand.
  for (let at = 0; at < 6; at += 1) {
    await page.waitForFunction(() => document.querySelector('main.kingslayer[data-yours="true"][data-busy="false"], main.kingslayer[data-step="over"]'));
    const { step, hand } = await standing(page);
    if (step === "over" || (step === "play" && at >= 4 && hand.length >= 3)) break;
    await decide(page, "click");
  }
  await page.waitForFunction(() => document.querySelector('main.kingslayer[data-yours="true"][data-step="play"][data-busy="false"]'));
  // The first card that does damage.
  for (const card of await page.locator(".hand-card").all()) {
    await card.click();
    const said = page.locator('.preview[aria-busy="false"]').locator(".effects, .remark").first();
    await said.waitFor();
    if (/[1-9].* damage/.test((await said.textContent()) ?? "")) break;
    await card.click();
  }
  await taken(page, "web.jpg");
}

/** A game against bots in which nobody of ours orders anything. */
async function past() {
  const table = await me.diplomacy({ settings: ["map=standard", "bots=easy"], joins: true, power: "Turkey", begins: true });
  for (let at = 0; at < 16; at += 1) await me.command(table, "ready", `ready-${at}`);
  const page = await onDesk(1440, 900);
  await page.goto(`${house.origin}${table.replace("/api/tables", "/t")}`);
  await page.locator("main.diplomacy .unit").first().waitFor();
  await page.locator(".tabs").getByRole("button", { name: "Past" }).click();
  await page.locator(".account li").first().waitFor();
  while (!/Fall .* movement/.test((await page.locator(".phase-name").textContent()) ?? "")) await page.getByRole("button", { name: "Back", exact: true }).click();
  const failed = page.locator(".account li", { hasText: /bounce|cut|dislodged/ }).first();
  if ((await failed.count()) > 0) await failed.locator("button, summary").first().click();
  await taken(page, "diplomacy.jpg");
}

async function winter() {
  const table = await me.diplomacy({ settings: ["map=standard", "bots=greedy"], joins: true, power: "France", begins: true });
  const order = async (/** @type {string[]} */ orders, /** @type {string} */ id) => {
    await me.command(table, { order: orders }, `o${id}`);
    await me.command(table, "ready", `r${id}`);
  };
  await order(["A PAR - PIC", "A MAR - SPA", "F BRE - MAO"], "1");
  await order(["A PIC - BEL", "F MAO - POR"], "2");
  for (let at = 0; at < 3 && !(await me.get(table)).glance.stage.startsWith("W"); at += 1) await me.command(table, "ready", `retreat-${at}`);
  const context = await visitor(browser, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, hasTouch: true, reducedMotion: "reduce" }, { isTimed: true });
  const page = await comeIn(context, house);
  await page.goto(`${house.origin}${table.replace("/api/tables", "/t")}`);
  await inPhase(page, "W1901A");
  await page.getByText(/You may build/).waitFor();
  await touch(page, "BRE", true);
  await page.getByRole("button", { name: "Fleet" }).waitFor();
  await taken(page, "diplomacy-phone.jpg");
}

/** A channel, as a chat shows it: what is said there is what the room says in a script. */
async function chat() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parlour-portraits-"));
  const orders = "A Vie-Gal, F Tri-Alb, A Bud-Ser";
  fs.writeFileSync(path.join(folder, "script"), `new map=standard bots=easy movement=24h\n/as Austria\n/as gm\nstart\n/as Austria\norder ${orders}\nready\n`);
  const said = execFileSync(given("PARLOUR_PROGRAM"), ["diplomacy", "play", "--script", "script", "--pictures", "."], { cwd: folder, encoding: "utf8", env: { ...process.env, PARLOUR_HOME: folder } }).split("\n");
  const drawn = fs.readFileSync(path.join(folder, fs.readdirSync(folder).find((it) => it.endsWith(".png")) ?? "")).toString("base64");
  fs.rmSync(folder, { recursive: true });
  const noted = said.find((line) => line.includes("Noted: "))?.replace("[AUSTRIA] ", "").replace("`ready`", "<code>/dip ready</code>");
  const begins = said.findIndex((line) => line.endsWith("(S1901M):"));
  const account = said.slice(begins).filter((line) => line.startsWith("[public] ")).map((line) => line.replace("[public] ", ""));
  const next = account.find((line) => line.startsWith("Next: "));
  const [title, ...lines] = account.slice(0, account.indexOf(next ?? ""));
  const says = (/** @type {string} */ who, /** @type {string} */ how, /** @type {string} */ what, where = "") =>
    `<section class="${where}"><i class="${who}">${who[0]}</i><div><b>${who}</b> <small>${how}</small><p>${what}</p></div></section>`;
  const context = await visitor(browser, { viewport: { width: 760, height: 1010 } }, { isTimed: true });
  const page = await context.newPage();
  await page.setContent(`<style>
    body { margin: 0; font: 15px/1.45 "DejaVu Sans", sans-serif; color: #1d1c1d; background: #fff }
    h1 { font-size: 15px; margin: 0; padding: 14px 20px; border-bottom: 1px solid #ddd }
    section { display: flex; gap: 12px; padding: 9px 20px } section.aside { background: #f6f2e6 }
    i { flex: none; width: 36px; height: 36px; border-radius: 6px; display: grid; place-items: center; color: #fff; font: bold 15px "DejaVu Sans", sans-serif }
    i.Ann { background: #7a3b1d } i.Parlour { background: #1d6f6a }
    p { margin: 1px 0 0 } small { color: #6b6b6b } img { display: block; width: 560px; margin-top: 6px; border: 1px solid #ddd }
    code { background: #f3f3f5; border: 1px solid #ddd; border-radius: 3px; padding: 0 4px; font-size: 13px }
  </style><h1># diplomacy</h1>${says("Ann", "to Parlour, in private", `<code>/dip ${orders}</code>`, "aside")}${says("Parlour", "only you see this", noted ?? "", "aside")}${says(
    "Parlour",
    "in the channel",
    `${[title, ...lines.slice(0, 3)].join("<br>")}<br><small>and ${lines.length - 3} more</small><img src="data:image/png;base64,${drawn}"><br>${next}`,
  )}`);
  await taken(page, "chat.jpg");
}

const wanted = process.argv.slice(2);
try {
  for (const [name, take] of Object.entries({ web: kingslayer, diplomacy: past, "diplomacy-phone": winter, chat })) {
    if (wanted.length === 0 || wanted.includes(name)) await take();
  }
} finally {
  await browser.close();
  await house.close();
}
