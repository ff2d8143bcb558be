// model.js: the view of a model: a canvas that turns, and what can be switched in it. One canvas serves all findings.
import { counted, element, grouped, named } from "./text.js";
import { Camera } from "./camera.js";
import { isFull } from "./scene.js";
import { GlDrawing, WireDrawing, gridOf, pageColours } from "./drawing.js";

/** @typedef {import("./scene.js").Scene} Scene */

const TURN = 0.008; // radians a pixel

/** How close the camera goes to marks: so much of the model stays around them. */
const AROUND = 0.22, AROUND_BONES = 0.7;

export class ModelStage {
    constructor() {
        this.canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { class: "mesh", tabindex: "0", role: "img" }));
        this.camera = new Camera();
        this.options = { edges: false, box: false, backs: false, range: -1 };
        /** @type {Scene | undefined} */
        this.scene = undefined;
        try {
            this.drawing = new GlDrawing(this.canvas);
            this.hasGl = true;
        } catch {
            this.canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { class: "mesh", tabindex: "0", role: "img" }));
            this.drawing = new WireDrawing(this.canvas);
            this.hasGl = false;
        }
        this.#listen();
        new ResizeObserver(() => this.draw()).observe(this.canvas);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    }

    /** Draws with the next frame. */
    draw() {
        this.frame ??= requestAnimationFrame(() => {
            this.frame = undefined;
            this.drawNow();
        });
    }

    drawNow() {
        const ratio = globalThis.devicePixelRatio ?? 1;
        const width = Math.round(this.canvas.clientWidth * ratio), height = Math.round(this.canvas.clientHeight * ratio);
        if (this.scene === undefined || width === 0 || height === 0) {
            return;
        }
        if (this.canvas.width !== width || this.canvas.height !== height) {
            this.canvas.width = width;
            this.canvas.height = height;
        }
        this.drawing.draw(this.scene, this.camera, this.options, pageColours());
    }

    /** Shows a scene: its marks, or all of it. @param {Scene} scene */
    open(scene) {
        if (this.scene?.box !== scene.box) {
            this.drawing.clear();
        }
        this.scene = scene;
        this.options.range = -1;
        const { box } = scene;
        this.camera.size = isFull(box) ? Math.max(Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]) / 2, 1e-6) : 1;
        this.frameAll();
        this.frameMarks();
        this.draw();
    }

    frameAll() {
        if (this.scene !== undefined && isFull(this.scene.box)) {
            this.camera.frame(this.scene.box);
        }
        this.draw();
    }

    frameMarks() {
        if (this.scene !== undefined && isFull(this.scene.markedBox)) {
            this.camera.frame(this.scene.markedBox, (this.scene.meshes.length > 0 ? AROUND : AROUND_BONES) * this.camera.size, 1.4);
        }
        this.draw();
    }

    #listen() {
        const { canvas, camera } = this;
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
            const before = fingers.get(event.pointerId);
            if (before === undefined) {
                return;
            }
            const x = event.clientX - before.x, y = event.clientY - before.y;
            const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
            if (other !== undefined) {
                const away = (/** @type {{ x: number, y: number }} */ a) => Math.hypot(a.x - other.x, a.y - other.y);
                camera.zoom(Math.max(away(before), 1) / Math.max(away({ x: event.clientX, y: event.clientY }), 1));
                camera.pan(x / 2 / canvas.clientHeight, y / 2 / canvas.clientHeight);
            } else if (event.shiftKey || event.buttons === 2 || event.buttons === 4) {
                camera.pan(x / canvas.clientHeight, y / canvas.clientHeight);
            } else {
                camera.orbit(x * TURN, y * TURN);
            }
            fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
            this.draw();
        });
        canvas.addEventListener("contextmenu", (event) => event.preventDefault());
        canvas.addEventListener("wheel", (event) => {
            event.preventDefault();
            camera.zoom(Math.exp(event.deltaY * 0.0015));
            this.draw();
        }, { passive: false });
        canvas.addEventListener("keydown", (event) => this.#key(event));
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const { camera } = this;
        const move = event.shiftKey ? (/** @type {number} */ x, /** @type {number} */ y) => camera.pan(-x * 0.08, -y * 0.08)
            : (/** @type {number} */ x, /** @type {number} */ y) => camera.orbit(x * 0.15, y * 0.15);
        switch (event.key) {
        case "ArrowLeft": move(-1, 0); break;
        case "ArrowRight": move(1, 0); break;
        case "ArrowUp": move(0, 1); break;
        case "ArrowDown": move(0, -1); break;
        case "+": camera.zoom(0.85); break;
        case "-": camera.zoom(1 / 0.85); break;
        case "0": this.frameAll(); break;
        default: return;
        }
        event.preventDefault();
        this.draw();
    }
}

/** @type {ModelStage | undefined} */
let onlyStage;

/** The panel with the model. @param {Scene} scene @param {boolean} hasPlace whether the finding has a place in the model */
export function modelView(scene, hasPlace) {
    onlyStage ??= new ModelStage();
    const stage = onlyStage;
    const toggle = (/** @type {string} */ words, /** @type {"edges" | "box" | "backs"} */ name) => element("button", {
        type: "button", class: "tool-button", "aria-pressed": String(stage.options[name]),
        onclick: (/** @type {any} */ event) => {
            stage.options[name] = !stage.options[name];
            event.currentTarget.setAttribute("aria-pressed", String(stage.options[name]));
            stage.draw();
        },
    }, words);
    const show = scene.markedCount > 0 && element("button", { type: "button", class: "tool-button show-marks",
        onclick: () => stage.frameMarks() }, element("span", { class: "swatch", "aria-hidden": "true" }), `Show ${scene.markedWords}`);
    const meshes = scene.meshes.map((mesh) => mesh.view);
    const sum = (/** @type {"vertices" | "triangles" | "notFinite" | "beyond"} */ name) =>
        meshes.reduce((all, view) => all + (view[name] ?? 0), 0);
    const remarks = [
        sum("notFinite") > 0 && `${counted(sum("notFinite"), "vertex is", "vertices are")} not drawn: not finite`,
        sum("beyond") > 0 && `${counted(sum("beyond"), "index leads", "indices lead")} beyond the vertices: such triangles are not drawn`,
        meshes.some((view) => view.part) && "a part of the triangles, with all marked ones",
        !stage.hasGl && "a wireframe, because this browser has no WebGL 2",
        !hasPlace && "this finding has no place in the model",
    ].filter((each) => each !== false);
    const grid = isFull(scene.box) ? gridOf(scene.box).step : 0;
    const about = [meshes.length > 0 && `${counted(sum("vertices"), "vertex", "vertices")}, ${counted(sum("triangles"), "triangle")}`,
        scene.skeletons.length > 0 && counted(scene.skeletons.reduce((all, each) => all + each.names.length, 0), "bone"),
        grid > 0 && `grid ${Number(grid.toPrecision(2))}`].filter(Boolean).join(" · ");
    stage.canvas.setAttribute("aria-label", `Model: ${about}${scene.markedCount > 0 ? `; marked: ${scene.markedWords}` : ""
    }. Arrow keys turn it, plus and minus zoom, 0 shows all.`);
    stage.open(scene);
    return element("div", { class: "model" },
        element("div", { class: "tools" }, show, element("button", { type: "button", class: "tool-button", onclick: () => stage.frameAll() },
            "Whole model"),
        toggle("Edges", "edges"), toggle("Box", "box"), toggle("Back faces", "backs")),
        element("div", { class: "stage" }, stage.canvas),
        element("p", { class: "legend" }, about),
        ...remarks.map((words) => element("p", { class: "legend strong" }, words)), partsList(scene, stage));
}

/** Meshes that can be hidden, and materials that can be shown. @param {Scene} scene @param {ModelStage} stage */
function partsList(scene, stage) {
    const list = element("ul", { class: "parts" });
    for (const mesh of scene.meshes.length > 1 ? scene.meshes : []) {
        const box = element("input", { type: "checkbox", checked: mesh.shown, onchange: (/** @type {any} */ event) => {
            mesh.shown = event.target.checked;
            stage.draw();
        } });
        list.append(element("li", {}, element("label", {}, box, named(mesh.view.name || mesh.view.field || "mesh"),
            element("span", { class: "meaning" }, ` ${counted(mesh.view.triangles ?? 0, "triangle")}`))));
    }
    for (const mesh of scene.meshes.length === 1 ? scene.meshes : []) {
        for (const [number, range] of (mesh.view.ranges ?? []).entries()) {
            list.append(element("li", {}, element("button", { type: "button", class: "tool-button", "aria-pressed": "false",
                onclick: (/** @type {any} */ event) => {
                    stage.options.range = stage.options.range === number ? -1 : number;
                    for (const other of list.querySelectorAll("button")) {
                        other.setAttribute("aria-pressed", "false");
                    }
                    event.currentTarget.setAttribute("aria-pressed", String(stage.options.range === number));
                    stage.draw();
                } }, named(range.name || range.field || `material ${grouped(range.material)}`)),
            element("span", { class: "meaning" }, ` ${counted(range.count, "triangle")}`)));
        }
    }
    for (const bones of scene.skeletons) {
        for (const [number, name] of bones.names.entries()) {
            list.append(element("li", {}, element("button", { type: "button", class: "tool-button",
                "aria-pressed": String(bones.marked.includes(number)), onclick: (/** @type {any} */ event) => {
                    bones.marked = [number];
                    bones.markedPoints = undefined;
                    for (const button of list.querySelectorAll(".bone")) {
                        button.setAttribute("aria-pressed", String(button === event.currentTarget));
                    }
                    stage.draw();
                } }, named(name || `bone ${number}`))));
            list.lastElementChild?.firstElementChild?.classList.add("bone");
        }
    }
    const titles = [scene.meshes.length > 1 && counted(scene.meshes.length, "mesh", "meshes"),
        scene.meshes.length === 1 && (scene.meshes[0].view.ranges ?? []).length > 0 &&
            counted((scene.meshes[0].view.ranges ?? []).length, "material"),
        scene.skeletons.length > 0 && counted(scene.skeletons.reduce((sum, each) => sum + each.names.length, 0), "bone")];
    return list.children.length === 0 ? null : element("details", {}, element("summary", {}, titles.filter(Boolean).join(", ")), list);
}
