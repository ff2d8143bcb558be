// views.js: the tabs beside an open finding: model, curves, bytes, and both ends of a reference.
import { element, named } from "./text.js";
import { SceneSource } from "./scene.js";
import { modelView } from "./model.js";
import { curvesView } from "./curves.js";
import { bytesView, showMarked } from "./bytes.js";

/** @typedef {import("./buffers.js").Bundle} Bundle */
/** @typedef {import("./report.js").Item} Item */
/** @typedef {{ words: string, name: string, address: string | undefined }} ReferenceEnd */
/** @typedef {{ name: string, isFirst: boolean, make: () => HTMLElement | Promise<HTMLElement>, shown?: (panel: HTMLElement) => void }} Tab */

/** @type {WeakMap<Bundle, SceneSource>} */
const sceneSources = new WeakMap();

/** @param {Bundle} bundle */
function sceneSource(bundle) {
    const source = sceneSources.get(bundle) ?? new SceneSource(bundle.views);
    sceneSources.set(bundle, source);
    return source;
}

/** Whether a mark says more than that it is about the whole view. @param {import("./buffers.js").Mark} mark */
const hasElements = (mark) => [mark.triangles, mark.vertices, mark.bones, mark.ranges].some((list) => (list?.length ?? 0) > 0);

/** The tabs of a finding, or of a file without findings. @param {Item | undefined} item @param {Bundle | undefined} bundle
 * @param {(item: Item) => ReferenceEnd[]} referencesOf @returns {Tab[]} */
export function tabsOf(item, bundle, referencesOf) {
    const finding = item?.finding;
    const own = bundle?.findings.find((each) => each.rule === finding?.rule && each.field === finding?.field);
    const marks = own?.marks ?? [];
    /** @type {Tab[]} */
    const tabs = [];
    if (bundle?.views.some((view) => view.kind === "mesh" || view.kind === "skeleton")) {
        const hasPlace = item === undefined || marks.some(hasElements);
        tabs.push({ name: "Model", isFirst: hasPlace,
            make: async () => {
                const begun = performance.now();
                const panel = modelView(await sceneSource(bundle).marked(marks), hasPlace);
                performance.measure("model", { start: begun });
                return panel;
            } });
    }
    if (bundle?.views.some((view) => view.kind === "curves")) {
        tabs.push({ name: "Curves", isFirst: marks.some((mark) => mark.track !== undefined), make: () => curvesView(bundle.views, marks) });
    }
    const bytes = own?.bytes;
    if (finding !== undefined && bytes !== undefined && bytes.data !== "") {
        tabs.push({ name: "Bytes", isFirst: false, make: () => bytesView(bytes, finding), shown: showMarked });
    }
    const ends = item !== undefined ? referencesOf(item) : [];
    if (ends.length > 1) {
        tabs.push({ name: "References", isFirst: false, make: () => element("ul", { class: "ends" }, ...ends.map(({ words, name, address }, number) =>
            element("li", {}, number > 0 && `${words} `, address !== undefined ? element("a", { href: address }, named(name)) : named(name),
                number === 0 && words !== "" && `, ${words}`, address === undefined && " (not among the checked files)"))) });
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
        panels.push(element("div", { role: "tabpanel", id: `${id}-panel-${number}`, "aria-labelledby": `${id}-${number}`, class: "panel", hidden: true }));
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
