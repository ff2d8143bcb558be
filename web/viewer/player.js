// player.js: the panel of a motion: its skeleton, which moves, and its curves. It plays at once unless the finding has a moment
// of its own, or the system asks for less motion.
import { element, icon, named } from "./text.js";
import { rounded } from "./words.js";
import { Motion } from "./motion.js";
import { markedTime, movingScene, pose, viewToPlay } from "./moving.js";
import { modelView } from "./model.js";
import { curvesView } from "./curves.js";

/** @typedef {import("./buffers.js").Bundle} Bundle */
/** @typedef {import("./buffers.js").Mark} Mark */

const shortTime = (/** @type {number} */ time) => rounded(time, 3);

/** Play, pause, and a slider. */
class Player {
    /** @param {Motion} motion @param {(time: number) => void} show */
    constructor(motion, show) {
        this.motion = motion;
        this.show = show;
        this.time = motion.start;
        this.isPlaying = false;
        this.button = element("button", { type: "button", class: "tool-button play", onclick: () => this.play(!this.isPlaying) });
        this.slider = /** @type {HTMLInputElement} */ (element("input", { type: "range", min: 0, max: 1000, step: 1,
            "aria-label": "Time", oninput: () => {
                this.play(false);
                this.seek(motion.start + (motion.end - motion.start) * Number(this.slider.value) / 1000);
            } }));
        this.words = element("output", { class: "meaning" });
        this.element = element("div", { class: "player" }, this.button, this.slider, this.words);
        this.play(false);
    }

    /** @param {number} time */
    seek(time) {
        const { start, end, unit } = this.motion;
        this.time = time;
        this.slider.value = String(Math.round(1000 * (time - start) / (end - start || 1)));
        this.words.textContent = `${shortTime(time)} of ${shortTime(end)} ${unit}`;
        this.slider.setAttribute("aria-valuetext", this.words.textContent);
        this.show(time);
    }

    /** @param {boolean} wanted */
    play(wanted) {
        this.isPlaying = wanted;
        this.button.replaceChildren(wanted ? icon("pause", "M5 3v10M11 3v10") : icon("start", "M4.5 2.5 13 8l-8.5 5.5z"),
            wanted ? "Pause" : "Play");
        if (wanted) {
            this.last = undefined;
            this.#next();
        }
    }

    /** Goes on with each frame, as long as the panel is in the page; waits while it isn't shown. */
    #next() {
        requestAnimationFrame((now) => {
            if (!this.isPlaying || !this.element.isConnected) {
                return;
            }
            if (this.element.checkVisibility()) {
                const { start, end, perSecond } = this.motion;
                const length = end - start, passed = (now - (this.last ?? now)) / 1000 * perSecond;
                this.seek(length > 0 ? start + (this.time - start + passed) % length : start);
            }
            this.last = now;
            this.#next();
        });
    }
}

/** The panel of a motion. Undefined: it moves nothing of the skeleton.
 * @param {Bundle} bundle @param {{ name: string, bundle: Bundle }} actor @param {Mark[]} marks */
export async function motionView(bundle, actor, marks) {
    const { scene, skins } = await movingScene(actor.bundle);
    const view = viewToPlay(bundle, marks), bones = scene.skeletons[0];
    const motion = view !== undefined && bones !== undefined ? await Motion.of(view, bones.skeleton) : undefined;
    if (motion === undefined || motion.tracks.length === 0) {
        return undefined;
    }
    /** @type {import("./model.js").ModelStage | undefined} */
    let stage;
    let chosen = -1;
    const choose = () => stage?.choose(chosen >= 0 ? { name: bones.names[chosen], bones, bone: chosen } : undefined);
    const curves = await curvesView(bundle.views, marks, (track) => {
        chosen = motion.boneOf(track);
        choose();
    }, (track) => bones.names[motion.boneOf(track)] ?? "");
    const player = new Player(motion, (time) => {
        if (stage !== undefined && stage.scene === scene) {
            pose(scene, skins, motion, time, stage.drawing);
            stage.draw();
        }
        curves.showTime(time);
    });
    const about = element("p", { class: "legend" }, `moves ${motion.boneCount} of ${bones.names.length} bones of `, named(actor.name));
    const panel = modelView(scene, { below: (made) => {
        stage = made;
        return element("div", {}, player.element, curves.panel, about);
    } });
    panel.classList.add("with-motion");
    if (marks.some((mark) => mark.track !== undefined)) {
        choose();
    }
    const moment = await markedTime(bundle, marks);
    player.seek(Number.isFinite(moment) ? moment : motion.start);
    if (!Number.isFinite(moment) && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
        player.play(true);
    }
    return panel;
}
