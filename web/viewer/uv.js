// uv.js: the texture coordinates of a mesh, as they lie on the texture: v grows downwards, as in Direct3D. What lies outside of
// 0 to 1 has a colour of its own, and so has what a finding is about.
import { element } from "./text.js";
import { counted, grouped, rounded } from "./words.js";
import { unpackedOnce } from "./buffers.js";
import { pageColours } from "./drawing.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").DrawnMesh} DrawnMesh */
/** @typedef {import("./buffers.js").Mark} Mark */
/** @typedef {[number, number, number, number]} Box the least u and v, and the greatest */

/**
 * @typedef {object} Layout one set of texture coordinates of a mesh
 * @property {DrawnMesh} mesh
 * @property {Float32Array} uvs
 * @property {number[]} inside triangles within 0 to 1
 * @property {number[]} outside
 * @property {number[]} marked
 * @property {number} flat triangles without area
 * @property {number} lost triangles that can't be drawn
 * @property {Box} box around all
 * @property {Box} markedBox
 */

const SETS = /** @type {const} */ (["uv0", "uv1", "uv2", "uv3"]);

/** Rounding of half floats lets coordinates at the edge lie a little outside. */
const UV_SLACK = 1 / 1024;

/** At most so many triangles are drawn; of more, each n-th. */
const MOST_UV_TRIANGLES = 60000;

/** Lines between textures are drawn while there are at most so many. */
const MOST_TILES = 40;

/** @returns {Box} */
const emptyExtent = () => [Infinity, Infinity, -Infinity, -Infinity];

/** The triangles of a finding. @param {DrawnMesh} mesh @param {Mark[]} marks @returns {Set<number>} */
function trianglesToMark({ view, number, indices }, marks) {
    const own = marks.filter((mark) => mark.view === number), vertices = new Set(own.flatMap((mark) => mark.vertices ?? []));
    const runs = [...own.flatMap((mark) => mark.triangles ?? []), ...own.flatMap((mark) => mark.ranges ?? [])
        .flatMap((each) => view.ranges?.[each] ?? []).map(({ first, count }) => [first, count])];
    const marked = new Set(runs.flatMap(([first, count]) => Array.from({ length: count }, (_, i) => first + i)));
    for (let i = 0; i < indices.length; i++) {
        if (vertices.has(indices[i])) {
            marked.add(Math.floor(i / 3));
        }
    }
    return marked;
}

/** Twice the area of a triangle. @param {Float32Array} uvs @param {ArrayLike<number>} corners of it */
function uvAreaOf(uvs, { 0: a, 1: b, 2: c }) {
    return (uvs[2 * b] - uvs[2 * a]) * (uvs[2 * c + 1] - uvs[2 * a + 1]) - (uvs[2 * c] - uvs[2 * a]) * (uvs[2 * b + 1] - uvs[2 * a + 1]);
}

/** Grows a box, and says whether the points are finite and within 0 to 1. @param {Float32Array} uvs @param {ArrayLike<number>} corners
 * @param {Box} box */
function growExtent(uvs, corners, box) {
    let low = Infinity, high = -Infinity;
    for (let i = 0; i < 6; i++) {
        const axis = i % 2, value = uvs[2 * corners[i >> 1] + axis];
        low = Math.min(low, value);
        high = Math.max(high, value);
        box[axis] = Math.min(box[axis], value);
        box[axis + 2] = Math.max(box[axis + 2], value);
    }
    return low >= -UV_SLACK && high <= 1 + UV_SLACK;
}

/** @param {DrawnMesh} mesh @param {Float32Array} uvs @returns {Layout} */
const emptyLayout = (mesh, uvs) =>
    ({ mesh, uvs, inside: [], outside: [], marked: [], flat: 0, lost: 0, box: emptyExtent(), markedBox: emptyExtent() });

/** Sorts the triangles of a mesh by where they lie. @param {DrawnMesh} mesh @param {Float32Array} uvs
 * @param {Mark[]} marks @returns {Layout} */
export function layoutOf(mesh, uvs, marks) {
    const layout = emptyLayout(mesh, uvs);
    const marked = trianglesToMark(mesh, marks);
    for (let triangle = 0; 3 * triangle < mesh.indices.length; triangle++) {
        const corners = mesh.indices.subarray(3 * triangle, 3 * triangle + 3), area = uvAreaOf(uvs, corners);
        if (!Number.isFinite(area)) {
            layout.lost++;
            continue;
        }
        layout.flat += Number(area === 0);
        (growExtent(uvs, corners, layout.box) ? layout.inside : layout.outside).push(triangle);
        if (marked.has(triangle)) {
            layout.marked.push(triangle);
            growExtent(uvs, corners, layout.markedBox);
        }
    }
    return layout;
}

/** "u -0.5 to 2" @param {Box} box */
const extentWords = ([u, v, right, bottom]) => `u ${rounded(u, 3)} to ${rounded(right, 3)}, v ${rounded(v, 3)} to ${rounded(bottom, 3)}`;

/** What is said about a layout. @param {Layout} layout */
export function wordsOfLayout({ inside, outside, flat, lost, box }) {
    return [`${counted(inside.length + outside.length, "triangle")}${inside.length + outside.length > 0 ? `: ${extentWords(box)}` : ""}`,
        outside.length === 0 && "all within 0 to 1", flat > 0 && `${grouped(flat)} without area`, lost > 0 && `${grouped(lost)} not drawn: not finite`].filter((each) => each !== false);
}

/** The canvas with a layout, which can be moved. */
class LayoutStage {
    /** @param {Layout} layout */
    constructor(layout) {
        this.canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { class: "mesh", tabindex: "0", role: "img" }));
        this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
        this.layout = layout;
        this.center = [0.5, 0.5];
        this.span = 1.2; // of u or v that is seen at least
        /** @type {number | undefined} */
        this.waiting = undefined;
        this.#listen();
        new ResizeObserver(() => this.draw()).observe(this.canvas);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    }

    /** @param {Layout} layout */
    open(layout) {
        this.layout = layout;
        this.frame(layout.marked.length > 0 ? layout.markedBox : layout.box);
    }

    /** Shows a box, and something around it. @param {Box} box */
    frame([left, top, right, bottom]) {
        const isEmpty = left > right;
        this.center = isEmpty ? [0.5, 0.5] : [(left + right) / 2, (top + bottom) / 2];
        this.span = isEmpty ? 1.2 : Math.max(1.15 * (right - left), 1.15 * (bottom - top), 0.02);
        this.draw();
    }

    /** Draws with the next frame. */
    draw() {
        this.waiting ??= requestAnimationFrame(() => {
            this.waiting = undefined;
            this.#drawNow();
        });
    }

    /** Pixels of a unit. @param {number} width @param {number} height */
    #scale(width, height) {
        return Math.min(width, height) / this.span;
    }

    #drawNow() {
        const { canvas, context: c, layout } = this, ratio = globalThis.devicePixelRatio ?? 1;
        const width = canvas.width = Math.round(canvas.clientWidth * ratio), height = canvas.height = Math.round(canvas.clientHeight * ratio);
        const { ground, surface, mark, line, warm } = pageColours();
        const css = (/** @type {number[]} */ colour, alpha = 1) => `rgb(${colour.map((each) => Math.round(255 * each)).join(" ")} / ${alpha})`;
        const scale = this.#scale(width, height);
        const x = (/** @type {number} */ u) => width / 2 + (u - this.center[0]) * scale;
        const y = (/** @type {number} */ v) => height / 2 + (v - this.center[1]) * scale;
        c.fillStyle = css(ground);
        c.fillRect(0, 0, width, height);
        c.fillStyle = css(surface, 0.22);
        c.fillRect(x(0), y(0), scale, scale);
        c.lineWidth = ratio;
        this.#drawTiles(css(line), width, height, x, y);
        const { inside, outside, marked, mesh: { indices }, uvs } = layout;
        const path = (/** @type {number[]} */ triangles, step = 1) => {
            c.beginPath();
            for (let i = 0; i < triangles.length; i += step) {
                const at = 3 * triangles[i];
                c.moveTo(x(uvs[2 * indices[at]]), y(uvs[2 * indices[at] + 1]));
                c.lineTo(x(uvs[2 * indices[at + 1]]), y(uvs[2 * indices[at + 1] + 1]));
                c.lineTo(x(uvs[2 * indices[at + 2]]), y(uvs[2 * indices[at + 2] + 1]));
                c.closePath();
            }
        };
        const step = Math.max(Math.ceil((inside.length + outside.length) / MOST_UV_TRIANGLES), 1), ink = ground[0] > 0.5 ? [0.25, 0.28, 0.33] : [0.75, 0.79, 0.84];
        for (const [triangles, colour] of /** @type {[number[], number[]][]} */ ([[inside, ink], [outside, warm]])) {
            path(triangles, step);
            c.fillStyle = css(colour, 0.12);
            c.fill();
            c.strokeStyle = css(colour, 0.6);
            c.stroke();
        }
        c.strokeStyle = css(ink);
        c.strokeRect(x(0), y(0), scale, scale);
        path(marked);
        c.fillStyle = css(mark, 0.55);
        c.fill();
        c.strokeStyle = css(mark);
        c.lineWidth = 2 * ratio;
        c.stroke();
        this.#label(css(ink), ratio, x, y);
    }

    /** Lines where the texture begins anew. @param {string} colour @param {number} width @param {number} height
     * @param {(u: number) => number} x @param {(v: number) => number} y */
    #drawTiles(colour, width, height, x, y) {
        const c = this.context, scale = this.#scale(width, height);
        const across = width / scale / 2, down = height / scale / 2, [u, v] = this.center;
        if (2 * Math.max(across, down) > MOST_TILES) {
            return;
        }
        c.beginPath();
        for (let at = Math.ceil(u - across); at <= u + across; at++) {
            c.moveTo(x(at), 0);
            c.lineTo(x(at), height);
        }
        for (let at = Math.ceil(v - down); at <= v + down; at++) {
            c.moveTo(0, y(at));
            c.lineTo(width, y(at));
        }
        c.strokeStyle = colour;
        c.stroke();
    }

    /** @param {string} colour @param {number} ratio @param {(u: number) => number} x @param {(v: number) => number} y */
    #label(colour, ratio, x, y) {
        const c = this.context;
        c.fillStyle = colour;
        c.font = `${11 * ratio}px monospace`;
        c.fillText("0, 0", x(0) + 4 * ratio, y(0) - 5 * ratio);
        c.fillText("u 1", x(1) + 4 * ratio, y(0) + 4 * ratio);
        c.fillText("v 1", x(0) + 4 * ratio, y(1) + 13 * ratio);
    }

    // ---- Moving --------------------------------------------------------------------------------------------------

    /** @param {number} factor */
    zoom(factor) {
        this.span = Math.min(Math.max(this.span * factor, 1e-3), 1e5);
        this.draw();
    }

    /** @param {number} right @param {number} down in pixels of the page */
    pan(right, down) {
        const scale = this.#scale(this.canvas.clientWidth, this.canvas.clientHeight);
        this.center = [this.center[0] - right / scale, this.center[1] - down / scale];
        this.draw();
    }

    #listen() {
        const { canvas } = this;
        /** @type {Map<number, { x: number, y: number }>} */
        const fingers = new Map();
        canvas.addEventListener("pointerdown", (event) => {
            canvas.setPointerCapture(event.pointerId);
            fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        });
        for (const name of ["pointerup", "pointercancel"]) {
            canvas.addEventListener(name, (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
        }
        canvas.addEventListener("pointermove", (event) => {
            const before = fingers.get(event.pointerId), now = { x: event.clientX, y: event.clientY };
            if (before === undefined) {
                return;
            }
            const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
            if (other !== undefined) {
                const away = (/** @type {{ x: number, y: number }} */ a) => Math.max(Math.hypot(a.x - other.x, a.y - other.y), 1);
                this.zoom(away(before) / away(now));
            }
            this.pan((now.x - before.x) / fingers.size, (now.y - before.y) / fingers.size);
            fingers.set(event.pointerId, now);
        });
        canvas.addEventListener("wheel", (event) => {
            event.preventDefault();
            this.zoom(Math.exp(event.deltaY * 0.0015));
        }, { passive: false });
        canvas.addEventListener("keydown", (event) => {
            /** @type {Record<string, () => void>} */
            const keys = { ArrowLeft: () => this.pan(40, 0), ArrowRight: () => this.pan(-40, 0), ArrowUp: () => this.pan(0, 40),
                ArrowDown: () => this.pan(0, -40), "+": () => this.zoom(0.85), "-": () => this.zoom(1 / 0.85),
                "0": () => this.frame(this.layout.box) };
            if (keys[event.key] !== undefined) {
                keys[event.key]();
                event.preventDefault();
            }
        });
    }
}

/** Whether a view has texture coordinates. @param {import("./buffers.js").View} view */
export const hasUvs = (view) => SETS.some((set) => view[set] !== undefined);

/** "hull, set 2" @param {DrawnMesh} mesh @param {number} set @param {boolean} isAlone whether the file has one mesh */
const nameOfLayout = ({ view, number }, set, isAlone) => isAlone ? `UV set ${set + 1}` : `${view.name || view.field || `mesh ${number + 1}`}, UV set ${set + 1}`;

/** The panel with the texture coordinates: those of a mesh with marks first. @param {Scene} scene @param {Mark[]} marks */
export async function uvView({ meshes }, marks) {
    const legend = element("p", { class: "legend" });
    const sets = meshes.flatMap((mesh) => SETS.flatMap((name, set) => mesh.view[name] !== undefined ? [{ mesh, set, packed: mesh.view[name] }] : []));
    const first = Math.max(sets.findIndex(({ mesh }) => marks.some((mark) => mark.view === mesh.number)), 0);
    const stage = new LayoutStage(emptyLayout(sets[first].mesh, new Float32Array()));
    const select = element("select", { "aria-label": "UV set" }, ...sets.map(({ mesh, set }, number) =>
        element("option", { value: number, selected: number === first }, nameOfLayout(mesh, set, meshes.length === 1))));
    const button = (/** @type {string} */ words, /** @type {() => void} */ onclick, kind = "") =>
        element("button", { type: "button", class: `tool-button ${kind}`.trim(), onclick }, words);
    const show = button("", () => stage.frame(stage.layout.markedBox), "show-marks");
    const open = async () => {
        const { mesh, packed } = sets[Number(/** @type {HTMLSelectElement} */ (select).value)];
        const layout = layoutOf(mesh, /** @type {Float32Array} */ (await unpackedOnce(packed)), marks), { marked } = layout;
        const words = wordsOfLayout(layout);
        show.hidden = marked.length === 0;
        show.replaceChildren(element("span", { class: "swatch", "aria-hidden": "true" }), `Show ${counted(marked.length, "triangle")}`);
        const beyond = `${grouped(layout.outside.length)} outside of 0 to 1`;
        legend.replaceChildren(words.join(" · "), layout.outside.length > 0 ? element("span", { class: "outside" },
            element("span", { class: "swatch warm", "aria-hidden": "true" }), beyond) : "");
        stage.canvas.setAttribute("aria-label", `Texture coordinates: ${[...words, beyond].join(", ")}${marked.length > 0 ? `; marked: ${counted(marked.length, "triangle")}` : ""
        }. Arrow keys move them, plus and minus zoom, 0 shows all.`);
        stage.open(layout);
    };
    select.addEventListener("change", open);
    await open();
    return element("div", { class: "model uvs" }, element("div", { class: "tools" }, show, sets.length > 1 && select,
        button("Whole layout", () => stage.frame(stage.layout.box)), button("0 to 1", () => stage.frame([0, 0, 1, 1]))),
    element("div", { class: "stage" }, stage.canvas), legend);
}
