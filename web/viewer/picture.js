// picture.js: the view of a picture: its levels and channels. What is transparent shows a checkerboard, and rows that the file
// doesn't have are hatched.
import { element } from "./text.js";
import { grouped } from "./words.js";
import { unpack } from "./buffers.js";

/** @typedef {import("./buffers.js").Picture} Picture */
/** @typedef {import("./buffers.js").Level} Level */

/** What can be shown of the pixels. @typedef {"All" | "RGB" | "R" | "G" | "B" | "A"} Channels */

/** @type {[Channels, string][]} with words for all of them */
const CHANNELS = [["All", "with alpha"], ["RGB", "without alpha"], ["R", "red alone"],
    ["G", "green alone"], ["B", "blue alone"], ["A", "alpha alone"]];

/** The pixels of some channels: a single one is grey. @param {Uint8Array} pixels red, green, blue and alpha @param {Channels} channels */
export function pixelsOf(pixels, channels) {
    const shown = Uint8ClampedArray.from(pixels), one = "RGBA".indexOf(channels);
    for (let i = 0; i < shown.length && channels !== "All"; i += 4) {
        if (channels !== "RGB") {
            shown.fill(pixels[i + one], i, i + 3);
        }
        shown[i + 3] = 255;
    }
    return shown;
}

/** The level that is shown first: one that is marked, or the largest one that is complete.
 * @param {Level[]} levels @param {[number, number, number][]} rows marked ones */
export const firstLevel = (levels, rows) => rows.length > 0 ? rows[0][0] : Math.max(levels.findIndex(({ missing }) => missing === 0), 0);

/** "row 7", "rows 7 to 9" @param {number} first @param {number} count */
const rowWords = (first, count) => count === 1 ? `row ${grouped(first)}` : `rows ${grouped(first)} to ${grouped(first + count - 1)}`;

/** A picture that is smaller is enlarged to about so many pixels of the page. */
const SIDE = 320, MOST_TIMES = 16;

/** What is to be known of a level, in sentences. @param {Picture} view @param {Level} level @param {[number, number, number][]} rows marked in it */
export function wordsOfLevel(view, level, rows) {
    const { number, width, height, step, missing, firstMissing } = level;
    const about = [`${grouped(width)} × ${grouped(height)} pixels`, view.coding,
        view.allLevels > 1 && `level ${number} of ${grouped(view.allLevels)}`,
        step > 1 && `every ${step}${step === 2 ? "nd" : step === 3 ? "rd" : "th"} pixel is shown`];
    const lacks = missing > 0 && (missing === height ? "The file has nothing of this level"
        : `The file lacks ${rowWords(firstMissing, missing)} of ${grouped(height)}`);
    const others = rows.filter(([, first, count]) => first !== firstMissing || count !== missing);
    return { about: about.filter((each) => each).join(" · "), remarks: [lacks, others.length > 0 &&
        `Marked: ${others.map(([, first, count]) => rowWords(first, count)).join(", ")}`].filter((each) => each !== false) };
}

/** A stripe over rows of a level. @param {Level} level @param {number} first @param {number} count @param {string} kind */
function stripe({ height }, first, count, kind) {
    const made = element("div", { class: `rows ${kind}` });
    made.style.setProperty("top", `${100 * first / height}%`);
    made.style.setProperty("height", `${100 * count / height}%`);
    return made;
}

/** The panel with a picture. @param {Picture} view @param {import("./buffers.js").Mark[]} marks those of the view */
export async function pictureView(view, marks) {
    const { levels } = view, rows = marks.flatMap((mark) => mark.rows ?? []);
    if (levels.length === 0) {
        return element("p", { class: "legend strong" },
            `${grouped(view.width)} × ${grouped(view.height)} pixels · ${view.coding}: pictures like this are not drawn`);
    }
    const canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { class: "picture", role: "img" }));
    const stage = element("div", { class: "picture-stage" }), legend = element("p", { class: "legend" });
    const remarks = element("div", {});
    let chosen = firstLevel(levels, rows);
    /** @type {Channels} */
    let channels = "All";
    const draw = async () => {
        const level = levels[chosen], { shownWidth: width, shownHeight: height } = level;
        const pixels = /** @type {Uint8Array} */ (await unpack(level.pixels));
        [canvas.width, canvas.height] = [width, height];
        canvas.getContext("2d")?.putImageData(new ImageData(pixelsOf(pixels, channels), width, height), 0, 0);
        const times = Math.min(Math.max(Math.floor(SIDE / Math.max(width, height)), 1), MOST_TIMES);
        stage.style.setProperty("width", `${times * width}px`);
        const own = rows.filter(([at]) => at === chosen), { about, remarks: sentences } = wordsOfLevel(view, level, own);
        stage.replaceChildren(canvas, ...level.missing > 0 ? [stripe(level, level.firstMissing, level.missing, "missing")] : [],
            ...own.map(([, first, count]) => stripe(level, first, count, "marked-rows")));
        canvas.setAttribute("aria-label", `Picture: ${[about, ...sentences].join(". ")}`);
        legend.textContent = about;
        remarks.replaceChildren(...sentences.map((words) => element("p", { class: "legend strong" }, words)));
    };
    const select = levels.length > 1 && element("select", { "aria-label": "Level", onchange: (/** @type {any} */ event) => {
        chosen = Number(event.target.value);
        draw();
    } }, ...levels.map(({ number, width, height }, at) => element("option", { value: at, selected: at === chosen },
        `${rows.some(([marked]) => marked === at) ? "● " : ""}level ${number}: ${grouped(width)} × ${grouped(height)}`)));
    const buttons = CHANNELS.map(([name, words]) => element("button", { type: "button", class: "tool-button", title: words,
        "aria-pressed": String(name === channels), onclick: () => {
            channels = name;
            buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(CHANNELS[at][0] === name)));
            draw();
        } }, name));
    await draw();
    return element("div", { class: "with-picture" }, element("div", { class: "tools" }, select, ...buttons), stage, legend, remarks);
}
