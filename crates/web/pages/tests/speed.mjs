// How soon the first page and a table can be used on a slow phone: the processor is made
// four times as slow, nothing is cached, the house is on this machine. Figures, no test:
//
//   PARLOUR_PROGRAM=target/release/parlour node tests/speed.mjs
//
// `usable` is from the beginning of the navigation until what can be pressed is drawn and
// the main thread has nothing more to do; `thread` is what the main thread had of a
// processor meanwhile, at full speed, times four: on a machine that does other things the
// second is the one to read.

import { begin, comeIn, House, openBrowser, visitor } from "./browser/house.mjs";

const ROUNDS = 5;
const SLOWER = 4;

/** @param {import("playwright-core").Page} page @param {string} address @param {string} ready @param {number} slower */
async function once(page, address, ready, slower) {
  const wire = await page.context().newCDPSession(page);
  await wire.send("Network.enable");
  await wire.send("Network.setCacheDisabled", { cacheDisabled: true });
  await wire.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.goto("about:blank");
  await wire.send("Performance.enable", { timeDomain: "threadTicks" });
  const thread = async () => {
    const { metrics } = await wire.send("Performance.getMetrics");
    return metrics.find((it) => it.name === "TaskDuration")?.value ?? 0;
  };
  const before = await thread();
  await page.goto(address, { waitUntil: "commit" });
  await page.locator(ready).first().waitFor();
  const usable = await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => setTimeout(() => go(performance.now()), 0))));
  const used = (await thread()) - before;
  await wire.detach();
  return { usable: Number(usable), thread: used * 1000 };
}

/** @param {number[]} all */
const middle = (all) => Math.round(all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0);

const [house, browser] = await Promise.all([House.open(), openBrowser()]);
try {
  const context = await visitor(browser, {}, { isTimed: true });
  const page = await comeIn(context, house);
  await begin(page, "Practice");
  const table = page.url();
  for (const [name, address, ready] of [["first page", `${house.origin}/`, "main button"], ["table", table, ".hand-card"]]) {
    const [slow, full] = [[], []].map(() => /** @type {{ usable: number, thread: number }[]} */ ([]));
    for (let round = 0; round < ROUNDS; round++) {
      slow.push(await once(page, address, ready, SLOWER));
      full.push(await once(page, address, ready, 1));
    }
    console.log(`${name}: usable after ${middle(slow.map((it) => it.usable))} ms at ${SLOWER}x, ${middle(full.map((it) => it.usable))} ms at full speed; thread ${SLOWER * middle(full.map((it) => it.thread))} ms`);
  }
} finally {
  await browser.close();
  await house.close();
}
