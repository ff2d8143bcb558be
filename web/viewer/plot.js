// plot.js: the arithmetic of a plot of a track: which times and values it spans, and where they are in the picture.

/** @typedef {import("./buffers.js").Track} Track */

const WIDE = 480, HIGH = 180, LEFT = 62, RIGHT = WIDE - 12, TOP = 14, BOTTOM = HIGH - 26;

/** The least and greatest finite number. @param {ArrayLike<number>} numbers */
function extent(numbers) {
    let least = Infinity, most = -Infinity;
    for (let i = 0; i < numbers.length; i++) {
        if (Number.isFinite(numbers[i])) {
            least = Math.min(least, numbers[i]);
            most = Math.max(most, numbers[i]);
        }
    }
    return least > most ? [0, 1] : least === most ? [least - 0.5, most + 0.5] : [least, most];
}

/** What a plot spans, from time 0 on if the keys begin later, and the places of times and values in its picture.
 * @param {ArrayLike<number>} times @param {ArrayLike<number>} values */
export function scalesOf(times, values) {
    const [from, to] = extent(times), [low, high] = extent(values);
    const start = Math.min(from, 0);
    return { from, to, low, high, start, wide: WIDE, tall: HIGH, left: LEFT, right: RIGHT, bottom: BOTTOM,
        x: (/** @type {number} */ time) => LEFT + (time - start) / (to - start) * (RIGHT - LEFT),
        y: (/** @type {number} */ value) => BOTTOM - (value - low) / (high - low) * (BOTTOM - TOP) };
}

/** The path of a component, with a gap at each key that isn't finite.
 * @param {Track} track @param {number} component @param {ArrayLike<number>} times @param {ArrayLike<number>} values
 * @param {ReturnType<typeof scalesOf>} scales */
export function pathOf(track, component, times, values, { x, y }) {
    let path = "", isOpen = false;
    for (let key = 0; key < track.keys; key++) {
        const value = values[key * track.components + component];
        if (!Number.isFinite(value) || !Number.isFinite(times[key])) {
            isOpen = false;
            continue;
        }
        path += `${isOpen ? "L" : "M"}${x(times[key]).toFixed(1)} ${y(value).toFixed(1)}`;
        isOpen = true;
    }
    return path;
}
