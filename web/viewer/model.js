// model.js: the view of a model: a canvas that turns, and what can be switched in it. One canvas serves all findings.
import { element, named } from "./text.js";
import { Camera } from "./camera.js";
import { choicesOf, chooseBone, emptyBox, growBy, isChosen, isFull, nameOfBone, sceneSource } from "./scene.js";
import { GlDrawing, WireDrawing, pageColours } from "./drawing.js";
import { boneAt, meshAt } from "./pick.js";
import { counted } from "./words.js";
import { wordsOfMesh, wordsOfScene } from "./scene_words.js";
import { partLists, partnerList } from "./parts.js";
import { DETAIL_COLOURS, detailsOf, showDetails } from "./vertices.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").BoneChoice} BoneChoice */
/** @typedef {import("./parts.js").Partner} Partner */

const TURN = 0.008; // radians a pixel
const SLACK = 6; // pixels that a pointer may move during a click

/** How close the camera goes to marks: so much of the model stays around them. */
const AROUND = 0.22, AROUND_BONES = 0.7;

export class ModelStage {
    constructor() {
        this.canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { class: "mesh", tabindex: "0", role: "img" }));
        this.camera = new Camera();
        this.options = { edges: false, box: false, backs: false, smooth: true, textures: true, range: -1 };
        /** @type {Set<import("./vertices.js").Detail>} */
        this.details = new Set();
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
        this.label = element("div", { class: "pointed", hidden: true, "aria-hidden": "true" });
        this.legend = element("p", { class: "legend" });
        this.explained = element("p", { class: "legend details", role: "status" });
        this.spoken = element("div", { class: "unseen", "aria-live": "polite" });
        /** @type {BoneChoice | undefined} whose name is shown */
        this.pointed = undefined;
        this.onChoice = () => {};
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
        this.#placeLabel();
    }

    /** Shows a scene: its marks, or all of it. @param {Scene} scene */
    open(scene) {
        if (this.scene?.box !== scene.box) {
            this.drawing.clear();
        }
        this.scene = scene;
        this.options.range = -1;
        this.point(undefined);
        this.#measure(scene);
        this.frameAll();
        this.frameMarks();
        this.showDetails(scene);
    }

    /** Shows the details that are wanted, and explains their colours. @param {Scene} scene */
    async showDetails(scene) {
        const words = await showDetails(scene, this.details, this.camera.size);
        if (scene === this.scene) {
            const colours = pageColours();
            this.explained.hidden = words.length === 0;
            this.explained.replaceChildren(...words.map((each) => element("span", {}, each.colour && swatchOf(colours[each.colour]), each.words)));
            this.draw();
        }
    }

    /** @param {Scene} scene */
    #measure({ box }) {
        this.camera.size = isFull(box) ? Math.max(Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]) / 2, 1e-6) : 1;
    }

    // ---- Bones, and meshes of other files ------------------------------------------------------------------------

    /** Shows the weights of a bone; undefined: of none. @param {BoneChoice | undefined} choice */
    async choose(choice) {
        const { scene } = this;
        if (scene !== undefined) {
            await chooseBone(scene, choice);
            this.onChoice();
            this.draw();
        }
    }

    /** Shows the name of a bone in the model. @param {BoneChoice | undefined} choice */
    point(choice) {
        this.pointed = choice?.bones !== undefined ? choice : undefined;
        this.label.hidden = true;
        this.draw();
    }

    #placeLabel() {
        const { pointed, canvas } = this;
        if (pointed?.bones !== undefined) {
            const place = this.camera.projector(canvas.clientWidth, canvas.clientHeight)(pointed.bones.points, pointed.bone);
            this.#showLabel(nameOfBone(pointed), place);
        }
    }

    /** @param {string} words @param {[number, number] | null} place in the canvas */
    #showLabel(words, place) {
        const { label, canvas } = this;
        label.hidden = place === null || words === "";
        if (place !== null && words !== "") {
            label.replaceChildren(named(words));
            label.style.setProperty("left", `${Math.min(Math.max(place[0], 0), canvas.clientWidth)}px`);
            label.style.setProperty("top", `${Math.min(Math.max(place[1], 0), canvas.clientHeight)}px`);
            label.classList.toggle("leftwards", place[0] > canvas.clientWidth / 2);
        }
    }

    /** The next bone is chosen, and its name is spoken. @param {number} step 1 or -1 */
    #stepBone(step) {
        const { scene } = this;
        const choices = scene !== undefined ? choicesOf(scene) : [];
        const at = choices.findIndex((choice) => scene !== undefined && isChosen(scene, choice));
        const next = choices[at < 0 ? (step > 0 ? 0 : choices.length - 1) : (at + step + choices.length) % choices.length];
        if (next !== undefined) {
            this.spoken.textContent = nameOfBone(next);
            this.point(next);
            this.choose(next);
        }
    }

    /** Names what the pointer is at. @param {PointerEvent} event */
    #hover(event) {
        const { scene, canvas } = this, x = event.offsetX, y = event.offsetY;
        if (scene === undefined || event.buttons !== 0) {
            return;
        }
        const bone = boneAt(scene, this.camera.projector(canvas.clientWidth, canvas.clientHeight), x, y);
        this.point(bone);
        if (bone === undefined) {
            const place = meshAt(scene, this.camera.ray(x, y, canvas.clientWidth, canvas.clientHeight));
            this.#showLabel(place !== undefined ? wordsOfMesh(scene, place) : "", [x, y]);
        }
    }

    /** Shows or hides the meshes of a file that belongs to this one. False: they can't be shown.
     * @param {Scene} scene @param {number} layer @param {Partner} partner @param {boolean} isWanted */
    async showLayer(scene, layer, partner, isWanted) {
        let meshes = scene.meshes.filter((mesh) => mesh.layer === layer);
        if (isWanted && meshes.length === 0) {
            const bundle = await partner.bundle().catch(() => undefined);
            const other = bundle !== undefined ? await sceneSource(bundle).marked([]) : undefined;
            meshes = (other?.meshes ?? []).map((mesh) => ({ ...mesh, layer, title: partner.name }));
            scene.meshes.push(...meshes);
            scene.box = emptyBox();
            scene.meshes.forEach((mesh) => growBy(scene.box, mesh.positions));
            this.#measure(scene);
            this.frameAll();
            this.legend.textContent = wordsOfScene(scene).about;
        }
        meshes.forEach((mesh) => { mesh.shown = isWanted; });
        this.draw();
        return meshes.length > 0 || !isWanted;
    }

    // ---- The camera ----------------------------------------------------------------------------------------------

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
        let moved = 0;
        canvas.addEventListener("pointerdown", (event) => {
            moved = 0;
            this.point(undefined);
            canvas.setPointerCapture(event.pointerId);
            fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        });
        for (const name of ["pointerup", "pointercancel"]) {
            canvas.addEventListener(name, (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
        }
        canvas.addEventListener("pointermove", (event) => {
            const before = fingers.get(event.pointerId);
            if (before === undefined) {
                this.#hover(event);
                return;
            }
            moved += Math.abs(event.clientX - before.x) + Math.abs(event.clientY - before.y);
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
        canvas.addEventListener("click", (event) => {
            const bone = this.scene !== undefined && moved < SLACK && boneAt(this.scene,
                this.camera.projector(canvas.clientWidth, canvas.clientHeight), event.offsetX, event.offsetY);
            if (bone) {
                this.choose(bone);
                this.point(bone);
            }
        });
        canvas.addEventListener("pointerleave", () => this.point(undefined));
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
        case "b": this.#stepBone(1); break;
        case "B": this.#stepBone(-1); break;
        default: return;
        }
        event.preventDefault();
        this.draw();
    }
}

/** @param {number[]} colour */
function swatchOf(colour) {
    const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.setProperty("background", `rgb(${colour.map((part) => Math.round(255 * part)).join(" ")})`);
    return swatch;
}

const DETAIL_WORDS = { normals: "Normals", tangents: "Tangents", flaws: "Bad weights" };

/** Buttons for what vertices have besides their places. @param {Scene} scene @param {ModelStage} stage */
function detailButtons(scene, stage) {
    return detailsOf(scene).map((name) => element("button", { type: "button", class: "tool-button with-swatch", "aria-pressed": String(stage.details.has(name)),
        onclick: (/** @type {any} */ event) => {
            if (!stage.details.delete(name)) {
                stage.details.add(name);
            }
            event.currentTarget.setAttribute("aria-pressed", String(stage.details.has(name)));
            stage.showDetails(scene);
        } }, name !== "flaws" && swatchOf(pageColours()[DETAIL_COLOURS[name]]), DETAIL_WORDS[name]));
}

/** @type {ModelStage | undefined} */
let onlyStage;

/** How colours show the weights of a bone. @param {Scene} scene */
const weightKey = (scene) => choicesOf(scene).length > 0 && scene.meshes.some((mesh) => mesh.view.skin !== undefined) &&
    element("p", { class: "legend" }, element("span", { class: "weights", "aria-hidden": "true" }),
        "weights of the chosen bone, from 0 to 1: choose one in the model, in the list, or with the key b");

/** The panel with the model. @param {Scene} scene
 * @param {{ isPlaced?: boolean, isCut?: boolean, partners?: Partner[], isShown?: (partner: Partner) => boolean,
 *     below?: (stage: ModelStage) => HTMLElement }} [how] whether the finding has a place in the model; whether the file ends there;
 *     other files to lay over, and those that are shown at first; what is between the model and its lists */
export function modelView(scene, { isPlaced = true, isCut = false, partners = [], isShown = () => false, below } = {}) {
    onlyStage ??= new ModelStage();
    const stage = onlyStage;
    const toggle = (/** @type {string} */ words, /** @type {"edges" | "box" | "backs" | "smooth" | "textures"} */ name) => element("button", {
        type: "button", class: "tool-button", "aria-pressed": String(stage.options[name]),
        onclick: (/** @type {any} */ event) => {
            stage.options[name] = !stage.options[name];
            event.currentTarget.setAttribute("aria-pressed", String(stage.options[name]));
            stage.draw();
        },
    }, words);
    const show = scene.markedCount > 0 && element("button", { type: "button", class: "tool-button show-marks",
        onclick: () => stage.frameMarks() }, element("span", { class: "swatch", "aria-hidden": "true" }), `Show ${scene.markedWords}`);
    const { about, remarks } = wordsOfScene(scene);
    const missing = scene.textures.filter(({ isMissing }) => isMissing).length;
    const all = [...remarks, missing > 0 && `${counted(missing, "texture is", "textures are")} missing${stage.hasGl ? ", shown as magenta squares" : ""}`,
        !stage.hasGl && `a wireframe${scene.textures.length > 0 ? " without textures" : ""}, because this browser has no WebGL 2`,
        scene.markedRemark !== "" && scene.markedRemark, isCut && `the file ends ${scene.markedBoxes.length > 0 ? "in this mesh" : "here"}: what comes before the end is shown`,
        !isPlaced && "this finding has no place in the model"].filter((each) => each !== false);
    stage.canvas.setAttribute("aria-label", `Model: ${about}${scene.markedCount > 0 ? `; marked: ${scene.markedWords}` : ""
    }. Arrow keys turn it, plus and minus zoom, 0 shows all${scene.skeletons.length > 0 ? ", b and B choose bones" : ""}.`);
    stage.open(scene);
    stage.legend.textContent = about;
    const details = detailsOf(scene);
    return element("div", { class: "model" },
        element("div", { class: "tools" }, show, element("button", { type: "button", class: "tool-button", onclick: () => stage.frameAll() },
            "Whole model"),
        toggle("Edges", "edges"), toggle("Box", "box"), toggle("Back faces", "backs"), details.includes("normals") && toggle("Smooth", "smooth"),
        stage.hasGl && scene.textures.length > 0 && toggle("Textures", "textures"),
        ...detailButtons(scene, stage)),
        element("div", { class: "stage" }, stage.canvas, stage.label, stage.spoken), details.length > 0 && stage.explained, below?.(stage),
        stage.legend, ...all.map((words) => element("p", { class: "legend strong" }, words)), weightKey(scene),
        element("div", { class: "lists" }, partnerList(scene, stage, partners, isShown), ...partLists(scene, stage)));
}
