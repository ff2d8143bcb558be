// views.js: the tabs beside an open finding: model, curves, picture, bytes, and both ends of a reference.
import { element, named } from "./text.js";
import { bonesOf, sceneSource } from "./scene.js";
import { modelView } from "./model.js";
import { curvesView } from "./curves.js";
import { motionView } from "./player.js";
import { pictureView } from "./picture.js";
import { findTextures } from "./textures.js";
import { bytesView, showMarked } from "./bytes.js";
import { hasUvs, uvView } from "./uv.js";
import { fieldsView } from "./fields.js";
import { isAtEnd } from "./report.js";

/** @typedef {import("./buffers.js").Bundle} Bundle */
/** @typedef {import("./report.js").Item} Item */
/** @typedef {import("./parts.js").Partner} Partner */
/** @typedef {import("./references.js").ReferenceEnd} ReferenceEnd */
/** @typedef {{ name: string, isFirst: boolean, make: () => HTMLElement | Promise<HTMLElement>, shown?: (panel: HTMLElement) => void }} Tab */

/** Of a skeleton that is no view of the file. */
const OTHER_FILE = -1;

/** Whether a mark says more than that it is about the whole view. @param {import("./buffers.js").Mark} mark */
const hasElements = (mark) => [mark.triangles, mark.vertices, mark.bones, mark.ranges, mark.rows].some((list) => (list?.length ?? 0) > 0);

/** The curves of a motion, and its skeleton if that is known. @param {Bundle} bundle @param {import("./buffers.js").Mark[]} marks
 * @param {Partner | undefined} actor */
async function motionOrCurves(bundle, marks, actor) {
    const other = await actor?.bundle().catch(() => undefined);
    const moving = actor !== undefined && other !== undefined ? await motionView(bundle, { name: actor.name, bundle: other }, marks) : undefined;
    return moving ?? (await curvesView(bundle.views, marks)).panel;
}

/** The rule whose findings are seen when another level is laid over the mesh. */
const OF_LEVELS = "xmf/lod-extent";

/** The scene of a file's own meshes and bones, with the bones of its skeleton.
 * @param {Bundle} bundle @param {import("./buffers.js").Mark[]} marks @param {Partner[]} partners */
async function sceneOf(bundle, marks, partners) {
    const scene = await sceneSource(bundle).marked(marks);
    const skeleton = partners.find(({ role }) => role === "skeleton");
    await findTextures(scene, partners);
    const other = scene.skeletons.length === 0 ? await skeleton?.bundle().catch(() => undefined) : undefined;
    const bones = other?.views.find((view) => view.kind === "skeleton");
    if (bones !== undefined) {
        scene.skeletons.push(bonesOf(bones, OTHER_FILE));
    }
    return scene;
}

/** The marks of a finding. @param {Item | undefined} item @param {Bundle | undefined} bundle */
const placeOf = (item, bundle) => bundle?.findings.find(({ rule, field }) => rule === item?.finding.rule && field === item.finding.field);

/** Whether something of a view can be drawn. @param {import("./buffers.js").View | undefined} view */
const isDrawn = (view) => view?.kind === "skeleton" || (view?.kind === "mesh" && (view.positions?.count ?? 0) > 0);

/** Whether a finding is about a part of the model, or about a mesh as a whole; or the file ends there, and has a part of a model.
 * @param {Item} item @param {Bundle | undefined} bundle */
function isInModel(item, bundle) {
    return (placeOf(item, bundle)?.marks ?? []).some((mark) => hasElements(mark) || (mark.whole && isDrawn(bundle?.views[mark.view]))) ||
        (isAtEnd(item) && (bundle?.views ?? []).some(isDrawn));
}

/** Whether a finding has a place in the model or in the curves. @param {Item} item @param {Bundle | undefined} bundle */
export const hasPlace = (item, bundle) => isInModel(item, bundle) ||
    (placeOf(item, bundle)?.marks ?? []).some(({ track }) => track !== undefined);

/** The tabs of a finding, or of a file without findings. @param {Item | undefined} item @param {Bundle | undefined} bundle
 * @param {Partner[]} partners @param {(item: Item) => ReferenceEnd[]} referencesOf @param {() => Promise<any>} [fields] of the file
 * @returns {Tab[]} */
export function tabsOf(item, bundle, partners, referencesOf, fields) {
    const finding = item?.finding, own = placeOf(item, bundle), marks = own?.marks ?? [];
    const layers = partners.filter(({ role }) => role === "level" || role === "collision"), actor = partners.find(({ role }) => role === "skeleton");
    /** @type {Tab[]} */
    const tabs = [];
    if (bundle?.views.some((view) => view.kind === "mesh" || view.kind === "skeleton")) {
        const isPlaced = item === undefined || isInModel(item, bundle) || (finding?.rule === OF_LEVELS && layers.length > 0);
        tabs.push({ name: "Model", isFirst: isPlaced,
            make: async () => {
                const begun = performance.now();
                const panel = modelView(await sceneOf(bundle, marks, partners), { isPlaced, isCut: item !== undefined && isAtEnd(item), partners: layers,
                    isShown: (partner) => finding?.rule === OF_LEVELS && partner === layers.find(({ role }) => role === "level") });
                performance.measure("model", { start: begun });
                return panel;
            } });
    }
    if (bundle?.views.some((view) => view.kind === "curves")) {
        tabs.push({ name: actor !== undefined ? "Motion" : "Curves", isFirst: item === undefined || marks.some((mark) => mark.track !== undefined),
            make: () => motionOrCurves(bundle, marks, actor) });
    }
    const picture = bundle?.views.find((view) => view.kind === "picture");
    if (picture !== undefined) {
        tabs.push({ name: "Picture", isFirst: item === undefined || marks.some(hasElements),
            make: () => pictureView(/** @type {import("./buffers.js").Picture} */ (picture), marks) });
    }
    const bytes = own?.bytes;
    if (item !== undefined && finding !== undefined && bytes !== undefined && bytes.data !== "") {
        tabs.push({ name: "Bytes", isFirst: false, make: () => bytesView(bytes, finding, isAtEnd(item)), shown: showMarked });
    }
    if (bundle?.views.some(hasUvs)) {
        tabs.push({ name: "UV", isFirst: false, make: async () => uvView(await sceneSource(bundle).marked(marks), marks) });
    }
    const ends = item !== undefined ? referencesOf(item) : [];
    if (ends.length > 1) {
        tabs.push({ name: "References", isFirst: false, make: () => element("ul", { class: "ends" }, ...ends.map(({ words, name, address }, number) =>
            element("li", {}, number > 0 && `${words} `, address !== undefined ? element("a", { href: address }, named(name)) : named(name),
                number === 0 && words !== "" && `, ${words}`, address === undefined && " (not among the checked files)"))) });
    }
    if (fields !== undefined) {
        tabs.push({ name: "Fields", isFirst: false, make: async () => fieldsView(await fields()) });
    }
    return tabs;
}

let lastTabs = 0;

/** The element with the tabs. @param {Tab[]} tabs */
export function tabsElement(tabs) {
    const id = `tabs-${++lastTabs}`;
    const first = Math.max(tabs.findIndex((tab) => tab.isFirst), 0) || (tabs[0].isFirst ? 0 : Math.max(tabs.findIndex((tab) => tab.name === "Bytes"), 0));
    /** @type {HTMLElement[]} */
    const panels = [];
    const buttons = tabs.map((tab, number) => element("button", {
        type: "button", role: "tab", id: `${id}-${number}`, "aria-controls": `${id}-panel-${number}`, class: "tab",
        onclick: () => choose(number),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
            const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
            if (step !== 0) {
                const next = (number + step + tabs.length) % tabs.length;
                choose(next);
                buttons[next].focus();
                event.preventDefault();
            }
        },
    }, tab.name));
    for (const [number] of tabs.entries()) {
        panels.push(element("div", { role: "tabpanel", id: `${id}-panel-${number}`, "aria-labelledby": `${id}-${number}`, class: "panel" }));
    }
    /** @type {Promise<void>[]} */
    const filled = [];
    const fill = (/** @type {number} */ number) => filled[number] ??= (async () => {
        panels[number].append(await tabs[number].make());
    })();
    const choose = async (/** @type {number} */ number) => {
        for (const [each, panel] of panels.entries()) {
            panel.hidden = each !== number;
            buttons[each].setAttribute("aria-selected", String(each === number));
            buttons[each].tabIndex = each === number ? 0 : -1;
        }
        await fill(number);
        tabs[number].shown?.(panels[number]);
    };
    const box = element("div", { class: "views" }, element("div", { role: "tablist", "aria-label": "Views", class: "tabs" }, ...buttons), ...panels);
    const bytes = tabs.findIndex((tab) => tab.name === "Bytes");
    if (bytes >= 0) {
        fill(bytes);
    }
    const ready = choose(first);
    return { element: box, ready, choose: (/** @type {number} */ number) => number < tabs.length && choose(number) };
}
