// parts.js: the lists below a model: its meshes, materials and bones, and other files that can be laid over it.
import { element, named } from "./text.js";
import { counted, grouped } from "./words.js";
import { choicesOf, isChosen, nameOfBone } from "./scene.js";
import { layerColour } from "./drawing.js";

/** @typedef {import("./model.js").ModelStage} ModelStage */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").DrawnMesh} DrawnMesh */

/** A file that can be shown with another one, or the path of a missing one. `texture`: by that the ranges of a mesh name it.
 * @typedef {{ role: "skeleton" | "level" | "collision" | "referrer" | "texture" | "missing texture", name: string, texture?: string,
 *     bundle: () => Promise<import("./buffers.js").Bundle | undefined> }} Partner */

/** @param {string} words @param {HTMLElement[]} items @param {boolean} [isOpen] */
const foldedList = (words, items, isOpen) => items.length > 0 && element("details", { open: isOpen }, element("summary", {}, words),
    element("ul", { class: "parts" }, ...items));

/** @param {boolean} isPressed @param {string} name @param {string} kind @param {() => void} onclick */
const pressable = (isPressed, name, kind, onclick) => element("button", { type: "button", class: `tool-button ${kind}`.trim(),
    "aria-pressed": String(isPressed), onclick }, named(name));

/** A box to show or hide a mesh. @param {ModelStage} stage @param {DrawnMesh} mesh @param {HTMLElement} words @param {string} about */
function meshBox(stage, mesh, words, about) {
    const box = element("input", { type: "checkbox", checked: mesh.shown, onchange: (/** @type {any} */ event) => {
        mesh.shown = event.target.checked;
        stage.draw();
    } });
    return element("li", {}, element("label", {}, box, words, element("span", { class: "meaning" }, ` ${about}`)));
}

/** @param {Scene} scene @param {ModelStage} stage */
function meshList(scene, stage) {
    const meshes = scene.meshes.filter((mesh) => mesh.layer === 0);
    return meshes.length > 1 && foldedList(counted(meshes.length, "mesh", "meshes"), meshes.map((mesh) =>
        meshBox(stage, mesh, named(mesh.view.name || mesh.view.field || "mesh"), counted(mesh.view.triangles ?? 0, "triangle"))));
}

/** @param {Scene} scene @param {ModelStage} stage */
function materialList(scene, stage) {
    const ranges = scene.meshes.length === 1 ? scene.meshes[0].view.ranges ?? [] : [];
    const buttons = ranges.map((range, number) => pressable(false, range.name || range.field || `material ${grouped(range.material)}`, "", () => {
        stage.options.range = stage.options.range === number ? -1 : number;
        buttons.forEach((button, each) => button.setAttribute("aria-pressed", String(stage.options.range === each)));
        stage.draw();
    }));
    return foldedList(counted(ranges.length, "material"), buttons.map((button, number) =>
        element("li", {}, button, element("span", { class: "meaning" }, ` ${counted(ranges[number].count, "triangle")}`))));
}

/** Bones show their names in the model when they have the focus, and their weights when they are chosen.
 * @param {Scene} scene @param {ModelStage} stage */
function boneList(scene, stage) {
    const choices = choicesOf(scene);
    const buttons = choices.map((choice) => {
        const button = pressable(isChosen(scene, choice), nameOfBone(choice), "bone",
            () => stage.choose(isChosen(scene, choice) ? undefined : choice));
        button.addEventListener("focus", () => stage.point(choice));
        button.addEventListener("blur", () => stage.point(undefined));
        return button;
    });
    stage.onChoice = () => buttons.forEach((button, number) => button.setAttribute("aria-pressed", String(isChosen(scene, choices[number]))));
    return foldedList(counted(choices.length, "bone"), buttons.map((button, number) => element("li", {}, button,
        choices[number].bones?.marked.includes(choices[number].bone) && element("span", { class: "meaning marked-part" }, " marked"))));
}

/** A name without its folder. @param {string} name */
const shortName = (name) => name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);

/** What another mesh of a part is. @param {Partner} partner */
const meshKind = ({ role }) => role === "level" ? "level" : "collision mesh";

/** Levels of detail and the collision mesh of the same part. One that is shown first is fetched at once.
 * @param {Scene} scene @param {ModelStage} stage @param {Partner[]} partners @param {(partner: Partner) => boolean} isShown */
export function partnerList(scene, stage, partners, isShown) {
    if (partners.length === 0 || scene.meshes.length === 0) {
        return null;
    }
    const own = element("input", { type: "checkbox", checked: true, onchange: (/** @type {any} */ event) => {
        scene.meshes.filter((mesh) => mesh.layer === 0).forEach((mesh) => { mesh.shown = event.target.checked; });
        stage.draw();
    } });
    const items = partners.map((partner, number) => {
        const remark = element("span", { class: "meaning" }, ` ${meshKind(partner)}`);
        const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
        swatch.style.setProperty("background", `rgb(${layerColour(number + 1).map((part) => Math.round(255 * part)).join(" ")})`);
        const box = element("input", { type: "checkbox", checked: isShown(partner), onchange: (/** @type {any} */ event) =>
            show(event.target.checked) });
        const show = async (/** @type {boolean} */ isWanted) => {
            const shown = await stage.showLayer(scene, number + 1, partner, isWanted);
            remark.textContent = shown ? ` ${meshKind(partner)}` : " left out of this report";
        };
        if (isShown(partner)) {
            show(true);
        }
        return element("li", {}, element("label", {}, box, swatch, named(shortName(partner.name)), remark));
    });
    return element("details", { class: "layers", open: partners.some(isShown) },
        element("summary", {}, `${counted(partners.length, "other mesh", "other meshes")} of this part`), element("ul", { class: "parts" },
            element("li", {}, element("label", {}, own, element("span", { class: "swatch own", "aria-hidden": "true" }), "this file")), ...items));
}

/** The textures and their pictures; the list is open if one is missing. @param {Scene} scene */
function textureList({ textures }) {
    return foldedList(counted(textures.length, "texture"), textures.map(({ name, partner, isMissing, pixels }) => element("li", {}, named(name),
        partner.name !== name && element("span", { class: "meaning" }, ": ", named(isMissing ? partner.name : shortName(partner.name))),
        element("span", { class: "meaning" }, isMissing ? " missing" : pixels === undefined ? " can’t be shown here" : ""),
        isMissing && element("span", { class: "swatch missing-texture", "aria-hidden": "true" }))), textures.some(({ isMissing }) => isMissing));
}

/** @param {Scene} scene @param {ModelStage} stage */
export function partLists(scene, stage) {
    return [meshList(scene, stage), materialList(scene, stage), textureList(scene), boneList(scene, stage)];
}
