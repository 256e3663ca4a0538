// The field of view of rot.js, by node, for `bench -- elsewhere`. What goes in and
// comes out is told in libtcod.c. Time is the process's own, user and system.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.argv[2], "package.json"));
const { FOV } = require("rot-js");

const words = readFileSync(0, "utf8").split(/\s+/);
let at = 0;
const number = () => Number(words[at++]);
const [width, height, radius, seconds] = [number(), number(), number(), number()];
const free = new Uint8Array(width * height);
for (let y = 0; y < height; y += 1) {
    const row = words[at++];
    for (let x = 0; x < width; x += 1) {
        free[x + y * width] = row[x] === "." ? 1 : 0;
    }
}
const places = Array.from({ length: number() }, () => [number(), number()]);
const passes = (x, y) => x >= 0 && y >= 0 && x < width && y < height && free[x + y * width] === 1;
const reach = radius || Math.max(width, height);
const used = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
};

for (const [name, Kind] of [
    ["discrete", FOV.DiscreteShadowcasting],
    ["precise", FOV.PreciseShadowcasting],
    ["recursive", FOV.RecursiveShadowcasting],
]) {
    const view = new Kind(passes);
    const seen = new Uint8Array(width * height);
    const look = ([x, y]) => {
        seen.fill(0);
        view.compute(x, y, reach, (x, y, _, share) => {
            if (share > 0 && x >= 0 && y >= 0 && x < width && y < height) {
                seen[x + y * width] = 1;
            }
        });
    };
    let best = 0;
    for (let turn = 0; turn < 5; turn += 1) {
        const begin = used();
        let [answered, spent] = [0, 0];
        while (spent < seconds / 5) {
            places.forEach(look);
            answered += places.length;
            spent = used() - begin;
        }
        best = Math.max(best, answered / spent);
    }
    console.log(`${name} ${best}`);
    for (const place of places) {
        look(place);
        console.log(seen.join(""));
    }
}
