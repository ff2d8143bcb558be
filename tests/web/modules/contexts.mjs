// contexts.mjs: contexts of a canvas that note what is drawn.
import { page } from "./page.mjs";

const BITS = { COLOR_BUFFER_BIT: 1, DEPTH_BUFFER_BIT: 2 };
const ATTRIBUTES = ["points", "share", "normals", "uv"];
const RESULTS = { getUniformLocation: (_, name) => name, getProgramParameter: () => true, getProgramInfoLog: () => "why" };

/** A context whose constants are their names. @param {object} canvas @param {object} how it was asked for */
function recorder(canvas, how) {
    const own = { canvas, how, calls: [], on: new Set() };
    return new Proxy(own, { get: (_, name) => name in own ? own[name] : name in BITS ? BITS[name] : /^[A-Z_\d]+$/.test(name) ? name
        : (...values) => {
            own.calls.push([name, ...values]);
            return name in RESULTS ? RESULTS[name](...values) : name.startsWith("create") ? { made: own.calls.length } : undefined;
        } });
}

/** Gives canvases contexts of these kinds. Returns the context that was made last. @param {...("webgl2" | "2d")} kinds */
export function useContexts(...kinds) {
    const last = {};
    page.contexts = Object.fromEntries(kinds.map((kind) => [kind, (canvas, how) => last[kind] ??= recorder(canvas, how)]));
    return last;
}

/** What was drawn since the last call: each draw with the state of the context then. */
export function drawsOf(gl) {
    const state = { uniforms: {}, on: gl.on, bound: gl.bound ?? {} }, draws = [];
    for (const [name, ...values] of gl.calls.splice(0)) {
        if (name === "bindBuffer") {
            state.bound[values[0]] = values[1];
        } else if (name === "bufferData") {
            state.bound[values[0]].data = values[1];
        } else if (name === "vertexAttribPointer") {
            state[ATTRIBUTES[values[0]]] = state.bound.ARRAY_BUFFER.data;
        } else if (name === "disableVertexAttribArray") {
            state[ATTRIBUTES[values[0]]] = undefined;
        } else if (name.startsWith("uniform")) {
            const { length } = values;
            state.uniforms[values[0]] = name.endsWith("fv") ? values[2] : length > 2 ? values.slice(1) : values[1];
        } else if (name === "enable" || name === "disable") {
            state.on[name === "enable" ? "add" : "delete"](values[0]);
        } else if (name === "colorMask") {
            state.hidden = !values[0];
        } else if (name.startsWith("draw")) {
            const isIndexed = name === "drawElements";
            const { kind, color, back, pointSize, textured } = state.uniforms;
            draws.push({ how: values[0], kind, points: state.points, indices: isIndexed ? state.bound.ELEMENT_ARRAY_BUFFER.data : null,
                first: isIndexed ? values[3] / 4 : values[1], count: isIndexed ? values[1] : values[2], color: color.slice(0, 3), alpha: color[3],
                back: back.slice(0, 3), size: pointSize, share: state.share, normals: state.normals, uv: state.uv, textured: textured ?? 0, hidden: state.hidden ?? false,
                through: !state.on.has("DEPTH_TEST"), blended: state.on.has("BLEND") });
        }
    }
    gl.bound = state.bound;
    return Object.assign(draws, { uniforms: state.uniforms });
}
