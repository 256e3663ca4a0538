// What somebody only thinks of: powers that they would like, drafts of orders on this device
// and on the table, and more time that players vote on.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Caller } from "./caller.mjs";
import { House, isQuiet, openBrowser, visitor } from "./house.mjs";
import { isAccessible } from "./looking.mjs";
import { inPhase, keyOrder } from "./ordering.mjs";

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

test("several powers are wished for, a draft outlives a reload and another device, and players vote on more time", async () => {
  const keeper = await Caller.come(house, house.link);
  const table = await keeper.diplomacy({ settings: ["map=standard", "movement=24h", "bots=hold"] });
  const { link } = await keeper.post(`${table}/invitations`, { place: "any" });
  const context = await visitor(browser, { reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel("Your name").fill("Ann");
  await page.getByRole("button", { name: "Come in" }).click();
  await page.waitForURL(/\/t\//);
  await page.getByText("Several powers, the best first").click();
  for (const power of ["Italy", "France"]) await page.locator(".wishes").getByRole("button", { name: power }).click();
  await page.getByRole("button", { name: "Join with these wishes" }).click();
  await page.getByText("You would like Italy, France.").waitFor();
  await isAccessible(page);
  await keeper.post(`${table}/words`, { id: "start", word: "start", bots: "hold" });
  await inPhase(page, "S1901M");
  await page.getByText("A Ven").first().waitFor();

  // A draft counts for nothing, and is there again after a reload and without what the device keeps.
  await page.locator(".chooser select").waitFor();
  await page.getByLabel("Only a draft").check();
  const draft = page.locator(".draft .ordered");
  for (const [steps, text] of /** @type {[string[], string][]} */ ([[["VEN", "PIE"], "A Ven - Pie"], [["NAP", "ION"], "F Nap - Ion"], [["VEN", "TYR"], "A Ven - Tyr"]])) await keyOrder(page, steps, text);
  assert.equal(await draft.count(), 2);
  await page.locator('.order.thought[data-order="A VEN - TYR"]').waitFor({ state: "attached" });
  await isAccessible(page);
  await page.waitForFunction(() => Object.keys(localStorage).some((name) => name.startsWith("orders:") && JSON.parse(localStorage.getItem(name) ?? "{}").sent));
  await page.reload();
  await draft.first().waitFor();
  assert.equal(await draft.count(), 2);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await draft.first().waitFor();
  assert.equal(await draft.count(), 2);
  const told = JSON.stringify(await keeper.get(table));
  assert.doesNotMatch(told, /A VEN - TYR/);
  // What is made while the line is broken is kept.
  await context.setOffline(true);
  await page.getByText("The line is broken").first().waitFor();
  await keyOrder(page, ["ROM", "APU"], "A Rom - Apu");
  await context.setOffline(false);
  await page.getByText("The line is broken. It is tried").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Give these orders" }).click();
  await page.locator(".draft").waitFor({ state: "detached" });
  await page.locator(".order-list .ordered", { hasText: "A Rom - Apu" }).waitFor();
  assert.equal(await page.locator(".order-list .ordered").count(), 3);

  // One person of one who plays is more than half.
  await page.locator(".tabs").getByRole("button", { name: "Table" }).click();
  const before = (await keeper.get(table)).glance.deadline;
  await page.getByRole("button", { name: "a day" }).click();
  await page.getByText("The players have agreed on 1 d more").first().waitFor();
  const { glance } = await keeper.get(table);
  assert.equal(glance.deadline - before, 86_400_000);
  isQuiet(context);
  await context.close();
});
