// An open table that plays: somebody is gone and a stranger takes their seat, somebody
// leaves for good and a bot plays on, and who is left with bots alone gives the game up.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { comeIn, House, isQuiet, openBrowser, standing, visitor } from "./house.mjs";
import { looksRight } from "./looking.mjs";

/** @type {House} */
let house;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  [house, browser] = await Promise.all([House.open(), openBrowser()]);
});
after(async () => {
  await browser?.close();
  await house?.close();
});

/** Comes in by a link, under a name. @param {import("playwright-core").BrowserContext} context @param {string} link @param {string} name */
async function invited(context, link, name) {
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Come in" }).tap();
  await page.waitForURL(/\/t\//);
  return page;
}

test("a seat is left for a while, or for good, and the table plays on", async () => {
  const [desk, phone, other] = [
    await visitor(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" }),
    await visitor(browser, { hasTouch: true, isMobile: true, reducedMotion: "reduce" }),
    await visitor(browser, { hasTouch: true, isMobile: true, reducedMotion: "reduce" }),
  ];
  const ann = await comeIn(desk, house);
  await ann.getByText("The table with others").click();
  await ann.getByRole("radio", { name: "2", exact: true }).check({ force: true });
  await ann.getByLabel("Its name").fill("Friday");
  await ann.getByLabel("Anybody in this house may find it, watch and sit down").check();
  await ann.getByRole("button", { name: "With others" }).click();
  await ann.locator(".chair").first().waitFor();
  // The first page does not take a table where people gather for a game that waits.
  const home = await desk.newPage();
  await home.goto(`${house.origin}/`);
  await home.getByRole("region", { name: "Go on" }).getByText("Not begun: one seat free").waitFor();
  await home.close();
  await ann.getByRole("button", { name: "Invite somebody" }).click();
  const link = await ann.locator(".invite .link a").getAttribute("href");
  assert.ok(link);
  const bo = await invited(phone, link, "Bo");
  await bo.getByRole("button", { name: "I am ready" }).tap();
  await bo.getByText("Waiting for Player").waitFor();
  await ann.getByRole("button", { name: "I am ready" }).click();
  await Promise.all([standing(ann), standing(bo)]);

  // Somebody else of the house finds it on the first page, and watches.
  const cy = await invited(other, await elsewhere(ann), "Cy");
  await cy.goto(`${house.origin}/`);
  const open = cy.getByRole("region", { name: "Open tables" });
  await open.getByText("Being played: you may watch").waitFor();
  await open.getByRole("link").tap();
  await cy.getByText("You are watching").waitFor();

  // Bo is gone: the table waits, and Ann frees the seat.
  await bo.close();
  await ann.getByRole("button", { name: "A bot plays for Bo" }).waitFor();
  await looksRight(ann, "gone");
  await ann.getByRole("button", { name: "Free the seat of Bo" }).click();
  await ann.getByText("Whoever opens a link to this table may have the seat of Bo.").waitFor();
  await looksRight(ann, "gone-freed");
  const seat = cy.getByRole("button", { name: "Sit down for Bo" });
  await seat.waitFor();
  await looksRight(cy, "gone-watched");
  await seat.tap();
  await cy.locator(".hand-card").first().waitFor();
  await ann.locator(".log li", { hasText: "Cy sits down for Bo" }).waitFor();

  // Cy leaves for good: nobody waits, and the game is theirs no more.
  await cy.getByRole("button", { name: "Show what happened" }).tap();
  await cy.getByRole("button", { name: "Leave this game" }).tap();
  const question = cy.locator("dialog[open]");
  await question.getByText("A bot plays on with your cards").waitFor();
  await looksRight(cy, "leaving");
  await question.getByRole("button", { name: "Leave", exact: true }).tap();
  await cy.waitForURL(`${house.origin}/`);
  await cy.getByRole("heading", { name: "What can be played" }).waitFor();
  assert.equal(await cy.getByRole("region", { name: "Go on" }).getByRole("link", { name: /Friday/ }).count(), 0);
  await open.getByRole("link", { name: /Friday/ }).waitFor();
  await ann.locator(".log li", { hasText: /^Bot \d plays on for Cy$/ }).waitFor();

  // Who is left with bots alone may put an end to it.
  await ann.getByRole("button", { name: "Give this game up" }).click();
  await ann.locator("dialog[open]").getByRole("button", { name: "Give up" }).click();
  await ann.waitForURL(`${house.origin}/`);
  for (const context of [desk, phone, other]) {
    isQuiet(context);
    await context.close();
  }
});

/** A link to another table, which makes somebody known in the house. @param {import("playwright-core").Page} page @returns {Promise<string>} */
function elsewhere(page) {
  return page.evaluate(async () => {
    const post = async (/** @type {string} */ path, /** @type {object} */ body) =>
      (await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
    const { table } = await post("/api/tables", { game: "kingslayer", wish: { players: 2 } });
    return (await post(`/api/tables/${table}/invitations`, { place: "watch" })).link;
  });
}
