// Drives a page in a real browser for the tests: one JSON command a line in, one
// answer a line out. Places are counted from the canvas's top left.
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const [url, width, height] = process.argv.slice(2);
// A busy machine is slow; whoever waits longer than this waits in vain.
const PATIENCE = 120_000;
const browser = await chromium.launch({
    timeout: PATIENCE,
    executablePath: process.env.PARLOUR_CHROMIUM ?? "/usr/bin/chromium",
    args: [
        "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync",
        "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    ],
});
const context = await browser.newContext({
    viewport: { width: Number(width), height: Number(height) },
    permissions: ["clipboard-read", "clipboard-write"],
    hasTouch: true,
});
context.setDefaultTimeout(PATIENCE);
const page = await context.newPage();
const troubles = [];
page.on("pageerror", (error) => troubles.push(error.message));
page.on("console", (message) => {
    if (message.type() === "error") {
        troubles.push(message.text());
    }
});
page.on("request", (request) => {
    const where = request.url();
    if (!where.startsWith(new URL("/", url).href) && !/^(data|blob):/.test(where)) {
        troubles.push("asked for " + where);
    }
});
const downloads = [];
page.on("download", (download) => downloads.push(download));
await page.goto(url);

// The canvas gets exactly the size that was asked for, whatever stands above it.
let place = await page.locator("#glcanvas").boundingBox();
await page.setViewportSize({ width: Number(width), height: Number(height) + Math.ceil(place.y) });
place = await page.locator("#glcanvas").boundingBox();

const NAMES = {
    Return: "Enter", bracketleft: "[", bracketright: "]", backslash: "\\",
    "ctrl+u": "Control+u", Prior: "PageUp", Next: "PageDown",
};
const BUTTONS = { 1: "left", 2: "middle", 3: "right" };

// Fingers as a touch screen tells of them: where each is now, by number.
const fingers = new Map();
const touches = await context.newCDPSession(page);
const touch = (type) => touches.send("Input.dispatchTouchEvent", {
    type,
    touchPoints: type === "touchEnd" && fingers.size === 0
        ? []
        : [...fingers].map(([id, { x, y }]) => ({ id, x: place.x + x, y: place.y + y })),
});

const doings = {
    finger: async ({ number, x, y, phase }) => {
        if (phase === "end") {
            fingers.delete(number);
            await touch("touchEnd");
        } else {
            fingers.set(number, { x, y });
            await touch(phase === "start" ? "touchStart" : "touchMove");
        }
    },
    tab: async () => {
        const other = await context.newPage();
        await other.goto(url);
        await other.waitForFunction(() => typeof wasm_exports === "object" && wasm_exports !== null);
        const keys = await other.evaluate(async () => (await navigator.locks.query()).held.map((it) => it.name).sort());
        await other.close();
        return keys;
    },
    point: ({ x, y }) => page.mouse.move(place.x + x, place.y + y),
    press: ({ button }) => page.mouse.down({ button: BUTTONS[button] }),
    release: ({ button }) => page.mouse.up({ button: BUTTONS[button] }),
    wheel: ({ notches }) => page.mouse.wheel(0, -100 * notches),
    key: ({ name }) => page.keyboard.press(NAMES[name] ?? name),
    write: ({ text }) => page.keyboard.type(text),
    open: ({ path }) => page.setInputFiles("#chooser", path),
    copied: () => page.evaluate(() => navigator.clipboard.readText()),
    copy: ({ text }) => page.evaluate((text) => navigator.clipboard.writeText(text), text),
    stored: ({ key }) => page.evaluate((key) => localStorage.getItem(key), key),
    downloaded: () => downloads.length ? downloads.at(-1).suggestedFilename() : null,
    troubles: () => troubles,
    frames: () => page.evaluate(() => new Promise((done) => {
        // How many frames the program draws in a second by itself.
        let count = 0;
        const usual = wasm_exports;
        const counted = () => { count += 1; usual.frame(); };
        wasm_exports = Object.assign({}, usual, { frame: counted });
        setTimeout(() => done(count), 1000);
    })),
    reload: () => page.reload(),
    shot: async () => (await page.screenshot({ clip: place })).toString("base64"),
};

console.log(JSON.stringify("ready"));
for await (const line of createInterface({ input: process.stdin })) {
    const command = JSON.parse(line);
    try {
        console.log(JSON.stringify((await doings[command.do](command)) ?? null));
    } catch (error) {
        console.log(JSON.stringify({ error: String(error) }));
    }
}
await browser.close();
