// screenshots.mjs: makes the pictures in docs/images: HTML reports and the page, of a small mod that it writes itself.
//
//     tests/web/in_chromium.sh FOLDER tools/screenshots/screenshots.mjs PROGRAM index.html OUT
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { startBrowser } from "../../tests/web/chromium.mjs";
import { fishModel, fishMotion } from "./fish.mjs";

// ---- A mod with a ship -------------------------------------------------------------------------------------------

/** Points and triangles, with a material for each part. */
class Ship {
    constructor() {
        this.points = [];
        this.parts = [];
    }

    /** A tube along z: a radius in x and y for each ring. @param {string} material @param {number[][]} rings z, x, y, height */
    tube(material, rings, around = 28, [right, up] = [0, 0]) {
        const first = this.points.length, triangles = [];
        for (const [z, x, y, height = 0] of rings) {
            for (let i = 0; i < around; i++) {
                const angle = 2 * Math.PI * i / around, c = Math.cos(angle), s = Math.sin(angle);
                const square = (value) => Math.sign(value) * Math.abs(value) ** 0.7;
                this.points.push([right + x * square(c), up + height + y * square(s), z]);
            }
        }
        for (let ring = 0; ring + 1 < rings.length; ring++) {
            for (let i = 0; i < around; i++) {
                const a = first + ring * around + i, b = first + ring * around + (i + 1) % around;
                triangles.push(a, b, a + around, b, b + around, a + around);
            }
        }
        this.parts.push({ material, triangles });
    }

    /** A file of it, with triangles that are broken. */
    file() {
        const positions = Buffer.alloc(12 * this.points.length);
        this.points.flat().forEach((value, i) => positions.writeFloatLE(value, 4 * i));
        /** @type {Map<string, number[]>} */
        const byMaterial = new Map();
        for (const { material, triangles } of this.parts) {
            byMaterial.set(material, [...byMaterial.get(material) ?? [], ...triangles]);
        }
        const indices = [...byMaterial.values()].flat();
        for (let i = 3 * 420; i < 3 * 434; i += 3) {
            indices[i + 1] = indices[i]; // a triangle without area
        }
        for (let i = 3 * 700; i < 3 * 706; i++) {
            indices[i] += i % 3 === 2 ? 9000 : 0; // beyond the vertices
        }
        const order = Buffer.from(Uint16Array.from(indices).buffer);
        const materials = [...byMaterial].reduce(({ first, all }, [name, triangles]) => {
            const row = Buffer.alloc(136);
            row.writeUInt32LE(first, 0);
            row.writeUInt32LE(triangles.length, 4);
            row.write(name, 8);
            return { first: first + triangles.length, all: [...all, row] };
        }, { first: 0, all: [] }).all;
        const header = Buffer.alloc(64);
        header.write("XUMF");
        [3, 0, 64, 0, 2, 188, materials.length, 136].forEach((value, i) => header.writeUInt8(value, 4 + i));
        header.writeUInt32LE(this.points.length, 14);
        header.writeUInt32LE(indices.length, 18);
        header.writeUInt32LE(4, 22);
        const extent = [0, 1, 2].map((axis) => this.points.map((point) => point[axis]))
            .map((values) => [Math.min(...values), Math.max(...values)]);
        extent.forEach(([least, most], axis) => {
            header.writeFloatLE((least + most) / 2, 30 + 4 * axis);
            header.writeFloatLE((most - least) / 2, 42 + 4 * axis);
        });
        const buffer = (type, format, offset, data, count, size, elements) => {
            const row = Buffer.alloc(188);
            [type, 0, offset, 0].forEach((value, i) => row.writeInt32LE(value, 4 * i));
            [format, data.length, count, size, 1].forEach((value, i) => row.writeInt32LE(value, 20 + 4 * i));
            row.writeDoubleLE(type === 30 ? this.points.length - 1 : 0, 48);
            row.writeInt32LE(elements.length, 56);
            elements.forEach(([kind, usage], i) => {
                row.writeInt32LE(kind, 60 + 8 * i);
                row.writeUInt8(usage, 64 + 8 * i);
            });
            return row;
        };
        return Buffer.concat([header, buffer(0, 32, 0, positions, this.points.length, 12, [[2, 0]]),
            buffer(30, 30, positions.length, order, indices.length, 2, []), ...materials, positions, order]);
    }
}

function ship() {
    const made = new Ship();
    made.tube("ship_hull.plates", [[-6, 0.05, 0.05], [-5.6, 0.8, 0.5], [-4, 1.3, 0.9], [-1, 1.6, 1.1], [2, 1.4, 1.0], [4.5, 0.9, 0.6],
        [6.5, 0.4, 0.25], [7, 0.05, 0.05]]);
    for (const side of [-1, 1]) {
        made.tube("ship_hull.wings", Array.from({ length: 9 }, (_, i) => {
            const along = i / 8;
            return [-4.5 + 5.5 * along, 2.7 * Math.sin(Math.PI * along) ** 0.6 + 0.02, 0.12 * Math.sin(Math.PI * along) + 0.01];
        }), 28, [side * 2.9, -0.1]);
        made.tube("engine", [[-6.6, 0.3, 0.3], [-6.4, 0.55, 0.55], [-4.5, 0.6, 0.6], [-3, 0.35, 0.35], [-2.8, 0.02, 0.02]], 24, [side * 2.1, 0.25]);
    }
    made.tube("ship_glass.cockpit", [[0.6, 0.05, 0.05, 0.95], [1.2, 0.5, 0.4, 0.95], [2.4, 0.62, 0.5, 0.8], [3.6, 0.4, 0.3, 0.6], [4.2, 0.03, 0.03, 0.5]]);
    return made;
}

const work = mkdtempSync(join(tmpdir(), "assetlint-pictures-"));
const corpus = new URL("../../corpus/", import.meta.url).pathname;
const [program, index, out] = process.argv.slice(2).map((word) => resolve(word));
mkdirSync(join(work, "raven/assets/ships"), { recursive: true });
mkdirSync(join(work, "good"), { recursive: true });
writeFileSync(join(work, "raven/assets/ships/raven-lod0.xmf"), ship().file());
for (const name of ["hull-collision.xmf", "hull-lod0.xmf"]) {
    copyFileSync(join(corpus, "first_look", name), join(work, "raven/assets/ships", name));
}
copyFileSync(join(corpus, "first_look/hull-lod0.xmf"), join(work, "good/hull-lod0.xmf"));
mkdirSync(join(work, "aquarium/datafiles"), { recursive: true });
writeFileSync(join(work, "aquarium/datafiles/fish.bbmod"), fishModel());
writeFileSync(join(work, "aquarium/datafiles/swim.bbanim"), fishMotion());

/** The report about a folder of the mod. @param {string} name @param {...string} options */
function reportOf(name, ...options) {
    const path = join(work, `${name}.html`);
    const done = spawnSync(program, ["check", "-q", "-f", `html=${path}`, ...options, name], { cwd: work, encoding: "utf8" });
    if (done.status > 1) {
        throw new Error(done.stderr);
    }
    return path;
}

// ---- The pictures ------------------------------------------------------------------------------------------------

const browser = await startBrowser();
mkdirSync(out, { recursive: true });

/** @param {string} name @param {string} path @param {{ size?: number[], scheme?: string }} how @param {(page: any) => Promise<void>} [act] */
async function picture(name, path, { size: [width, height] = [1366, 768], scheme = "light" } = {}, act = async () => {}) {
    const page = await browser.newPage();
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }, { name: "prefers-reduced-motion", value: "reduce" }]);
    await page.goto(String(pathToFileURL(path)));
    await act(page);
    await new Promise((done) => setTimeout(done, 500));
    await page.screenshot({ path: join(out, `${name}.webp`), type: "webp", quality: 82 });
    await page.close();
}

const findRule = (id) => async (page) => {
    await page.evaluate((rule) => document.querySelector(`section[data-rule="${rule}"] .line`).click(), id);
    await page.waitForSelector("canvas.mesh");
};
const press = (page, words) => page.evaluate((wanted) =>
    [...document.querySelectorAll("button")].find((each) => each.textContent === wanted).click(), words);
try {
    const bad = reportOf("raven", "--show", "note"), good = reportOf("good");
    await picture("report", bad, {});
    await picture("report-material", bad, {}, findRule("xmf/material-name"));
    await picture("report-dark", bad, { scheme: "dark" }, findRule("xmf/degenerate-triangle"));
    await picture("report-narrow", bad, { size: [390, 844] });
    await picture("report-good", good, {});
    await picture("report-motion", reportOf("aquarium"), {}, (page) => page.waitForSelector(".player"));
    await picture("page", index, {});
    await picture("page-report", index, {}, async (page) => {
        await press(page, "Try an example");
        await page.waitForSelector(".tab", { timeout: 60000 });
    });
} finally {
    await browser.close();
    rmSync(work, { recursive: true });
}
