// curves.js: motions as curves of time against value. Bad keys are marked, and the gap before a first key is shaded.
import { drawn, element, named } from "./text.js";
import { counted, grouped, rounded } from "./words.js";
import { unpack } from "./buffers.js";
import { pathOf, scalesOf } from "./plot.js";

/** @typedef {import("./buffers.js").View} View */
/** @typedef {import("./buffers.js").Track} Track */

const AXES = ["x", "y", "z", "w"];

const short = (/** @type {number} */ number) => rounded(number, 4);

/** A plot of a track. @param {Track} track @param {string} unit @param {Set<number>} bad keys to mark */
async function plot(track, unit, bad) {
    const times = await unpack(track.times), values = await unpack(track.values);
    const scales = scalesOf(times, values), { from, to, low, high, start, wide, tall, left, right, bottom, x, y } = scales;
    const picture = drawn("svg", { viewBox: `0 0 ${wide} ${tall}`, class: "plot", role: "img" });
    picture.setAttribute("aria-label", `${counted(track.keys, "key")} from ${short(from)} to ${short(to)} ${unit}, values from ${
        short(low)} to ${short(high)}${bad.size > 0 ? `, ${counted(bad.size, "key")} marked` : ""}`);
    if (from > start) {
        picture.append(drawn("rect", { x: x(start), y: 8, width: x(from) - x(start), height: bottom - 8, class: "gap" }));
    }
    for (const [value, below] of [[low, 0], [high, 8]]) {
        picture.append(drawn("line", { x1: left, x2: right, y1: y(value), y2: y(value), class: "axis" }));
        const label = drawn("text", { x: left - 6, y: y(value) + below, "text-anchor": "end" });
        label.textContent = short(value);
        picture.append(label);
    }
    for (const [time, anchor] of /** @type {[number, string][]} */ ([[start, "start"], [to, "end"]])) {
        const label = drawn("text", { x: x(time), y: tall - 8, "text-anchor": anchor });
        label.textContent = `${short(time)} ${anchor === "end" ? unit : ""}`;
        picture.append(label);
    }
    for (let component = 0; component < track.components; component++) {
        picture.append(drawn("path", { d: pathOf(track, component, times, values, scales), class: `curve c${component % 4}` }));
    }
    for (const key of bad) {
        const time = Number.isFinite(times[key]) ? x(times[key]) : left;
        picture.append(drawn("line", { x1: time, x2: time, y1: 8, y2: bottom, class: "bad-key" }));
        for (let component = 0; component < track.components; component++) {
            const value = values[key * track.components + component];
            picture.append(drawn("circle", { cx: time, cy: Number.isFinite(value) ? y(value) : 12, r: 4, class: "bad-key" }));
        }
    }
    const cursor = drawn("line", { x1: left, x2: left, y1: 8, y2: bottom, class: "cursor", visibility: "hidden" });
    picture.append(cursor);
    const showTime = (/** @type {number} */ time) => {
        const place = Math.min(Math.max(x(time), left), right).toFixed(1);
        cursor.setAttribute("x1", place);
        cursor.setAttribute("x2", place);
        cursor.setAttribute("visibility", "visible");
    };
    return { picture, showTime };
}

/** The panel with curves: the tracks of the finding, then others on request. `showTime` draws a line at a time.
 * @param {View[]} views @param {import("./buffers.js").Mark[]} marks @param {(track: Track, view: View) => void} [onTrack]
 * @param {(track: Track) => string} [boneOf] the name that a model has for the bone of a track; "": none */
export async function curvesView(views, marks, onTrack, boneOf = () => "") {
    const curves = views.map((view, number) => ({ view, number })).filter(({ view }) => view.kind === "curves");
    const panel = element("div", { class: "curves" });
    const select = element("select", { "aria-label": "Track" });
    const place = element("div", { class: "plot-place" });
    /** @type {{ track: Track, view: View, bad: Set<number> }[]} */
    const tracks = [];
    for (const { view, number } of curves) {
        for (const [index, track] of (view.tracks ?? []).entries()) {
            const own = marks.filter((mark) => mark.view === number && mark.track === index), isMarked = own.length > 0;
            tracks.push({ track, view, bad: new Set(own.flatMap((mark) => mark.keys ?? [])) });
            const words = `${boneOf(track) || track.bone || track.name || track.field} ${track.channel}, ${counted(track.keys, "key")}`;
            select.append(element("option", { value: tracks.length - 1, selected: isMarked && !select.querySelector("[selected]") },
                isMarked ? `● ${words}` : words));
        }
    }
    let shownTime = NaN, showInPlot = (/** @type {number} */ _time) => {};
    const showTime = (/** @type {number} */ time) => {
        shownTime = time;
        if (Number.isFinite(time)) {
            showInPlot(time);
        }
    };
    const show = async () => {
        const chosen = tracks[Number(/** @type {HTMLSelectElement} */ (select).value)];
        if (chosen === undefined) {
            return;
        }
        const { track, view, bad } = chosen;
        const { picture, showTime: inPlot } = await plot(track, view.unit ?? "", bad);
        showInPlot = inPlot;
        showTime(shownTime);
        onTrack?.(track, view);
        place.replaceChildren(picture, element("p", { class: "legend" },
            named(track.field, "code"), ` · ${counted(track.keys, "key")}`,
            ...Array.from({ length: Math.min(track.components, 4) }, (_, i) => element("span", { class: `key c${i}` },
                track.components === 1 ? "value" : AXES[i])),
            bad.size > 0 && element("span", { class: "key marked" }, `${grouped(bad.size)} marked`)));
    };
    select.addEventListener("change", show);
    panel.append(element("div", { class: "tools" }, select), place);
    await show();
    return { panel, showTime };
}
