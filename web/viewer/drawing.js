// drawing.js: draws a scene with WebGL 2, or on a 2D canvas as a wireframe where there is no WebGL. Three small shaders need
// no library: surfaces that are lit by the slope of each triangle, lines, and points.
import { isFull } from "./scene.js";
import { boxLines, edgesOf, gridOf, layersOf, markedPointsOf, shade } from "./shapes.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").DrawnMesh} DrawnMesh */
/** @typedef {import("./textures.js").Pixels} Pixels */
/** @typedef {{ edges: boolean, box: boolean, backs: boolean, smooth: boolean, textures: boolean, range: number }} DrawOptions `smooth`: shaded by the
 * normals of the file; `range`: one to show, or -1 */
/** @typedef {{ surface: number[], back: number[], mark: number[], line: number[], ground: number[],
 *     warm: number[], chosen: number[], layer: number[] }} Colours `warm`: of weights; `layer`: of what is laid over */

const VERTEX = `#version 300 es
uniform mat4 matrix; uniform vec3 center; uniform float pointSize;
in vec3 position; in float share; in vec3 normal; in vec2 uv; out vec3 place; out float warmth; out vec3 own; out vec2 texel;
void main() {
  place = position - center; warmth = share; own = normal; texel = uv;
  gl_Position = matrix * vec4(position, 1.0); gl_PointSize = pointSize;
}`;
const FRAGMENT = `#version 300 es
precision highp float;
uniform vec4 color; uniform vec4 back; uniform vec3 light; uniform vec3 warm; uniform int kind; uniform bool textured;
uniform sampler2D picture;
in vec3 place; in float warmth; in vec3 own; in vec2 texel; out vec4 shown;
void main() {
  vec4 base = color;
  if (kind == 0) {
    vec3 slope = normalize(cross(dFdx(place), dFdy(place)));
    if (dot(own, own) > 0.01) slope = normalize(own);
    float least = textured ? 0.6 : 0.42; // pictures may be dark
    float bright = mix(least, 1.0, abs(dot(slope, light)));
    if (!gl_FrontFacing) base = back;
    if (textured && (gl_FrontFacing || back == color)) base.rgb = texture(picture, texel).rgb;
    base.rgb = mix(base.rgb, warm, warmth);
    base.rgb *= bright;
  } else if (kind == 2) {
    float away = length(gl_PointCoord - 0.5);
    if (away > 0.5) discard;
  }
  shown = vec4(base.rgb * base.a, base.a);
}`;
const SURFACE = 0, LINE = 1, POINT = 2;

/** @param {string} text "#rrggbb" @returns {number[]} */
const parts = (text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);

/** The colours of the page. @returns {Colours} */
export function pageColours() {
    const style = getComputedStyle(document.documentElement);
    const of = (/** @type {string} */ name) => parts(style.getPropertyValue(name).trim());
    return { surface: of("--surface-3d"), back: of("--back-3d"), mark: of("--mark"), line: of("--line-3d"), ground: of("--canvas"),
        warm: of("--warm-3d"), chosen: of("--accent"), layer: of("--layer-3d") };
}

/** The colour of a file that is laid over. @param {number} layer from 1 @param {Colours} [colours] */
export const layerColour = (layer, colours = pageColours()) => shade(colours.layer, layer - 1);

/** The colour of lines. @param {Colours} colours */
const inkOn = ({ ground }) => ground[0] > 0.5 ? [0.1, 0.12, 0.16] : [0.9, 0.93, 0.97];

/** What was asked for of the meshes that are shown. @param {Scene} scene @param {"lines" | "dots"} kind */
const detailsOfShown = ({ meshes }, kind) => meshes.filter((mesh) => mesh.shown).flatMap((mesh) => mesh.details?.[kind] ?? [])
    .filter(({ points }) => points.length > 0);

/** The colour of missing textures, where there are no coordinates. */
export const MISSING = [1, 0, 1];

/** Above so many triangles what is laid over has no edges. */
const DENSE = 4000;

export class GlDrawing {
    /** @param {HTMLCanvasElement} canvas @throws when there is no WebGL */
    constructor(canvas) {
        const gl = canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true, alpha: false });
        if (gl === null) {
            throw new Error("no WebGL");
        }
        this.gl = gl;
        this.program = this.#program();
        gl.useProgram(this.program);
        /** @type {Record<string, WebGLUniformLocation | null>} */
        this.at = Object.fromEntries(["matrix", "center", "pointSize", "color", "back", "light", "warm", "kind", "textured"]
            .map((name) => [name, gl.getUniformLocation(this.program, name)]));
        gl.bindVertexArray(gl.createVertexArray());
        gl.enableVertexAttribArray(0);
        gl.enable(gl.DEPTH_TEST);
        gl.depthFunc(gl.LEQUAL);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        /** @type {Map<ArrayBufferView, WebGLBuffer>} */
        this.buffers = new Map();
        this.chosenPoint = new Float32Array(3);
        this.hasNormals = false;
        /** @type {Map<Uint8Array, WebGLTexture>} by their pixels */
        this.pictures = new Map();
        this.isTextured = false;
    }

    #program() {
        const gl = this.gl, program = /** @type {WebGLProgram} */ (gl.createProgram());
        for (const [kind, source] of /** @type {[number, string][]} */ ([[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]])) {
            const shader = /** @type {WebGLShader} */ (gl.createShader(kind));
            gl.shaderSource(shader, source);
            gl.compileShader(shader);
            gl.attachShader(program, shader);
        }
        gl.bindAttribLocation(program, 0, "position");
        gl.bindAttribLocation(program, 1, "share");
        gl.bindAttribLocation(program, 2, "normal");
        gl.bindAttribLocation(program, 3, "uv");
        gl.linkProgram(program);
        if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
            throw new Error(gl.getProgramInfoLog(program) ?? "no shader");
        }
        return program;
    }

    /** Frees what it sent to the graphics card. */
    clear() {
        for (const buffer of this.buffers.values()) {
            this.gl.deleteBuffer(buffer);
        }
        this.buffers.clear();
        for (const picture of this.pictures.values()) {
            this.gl.deleteTexture(picture);
        }
        this.pictures.clear();
    }

    /** Sends an array anew before it is drawn again. @param {ArrayBufferView} data */
    refresh(data) {
        const buffer = this.buffers.get(data);
        if (buffer !== undefined) {
            this.gl.deleteBuffer(buffer);
            this.buffers.delete(data);
        }
    }

    /** @param {number} target @param {any} data */
    #bind(target, data) {
        let buffer = this.buffers.get(data);
        if (buffer === undefined) {
            buffer = /** @type {WebGLBuffer} */ (this.gl.createBuffer());
            this.buffers.set(data, buffer);
            this.gl.bindBuffer(target, buffer);
            this.gl.bufferData(target, data, this.gl.STATIC_DRAW);
        } else {
            this.gl.bindBuffer(target, buffer);
        }
    }

    /** @param {number} kind @param {Float32Array} points @param {Uint32Array | null} indices @param {number[]} colour
     * @param {{ alpha?: number, back?: number[], first?: number, count?: number, size?: number, share?: Uint8Array,
     *     normals?: Int8Array, texture?: { pixels: Pixels, uvs: Float32Array } }} [how] */
    #draw(kind, points, indices, colour, { alpha = 1, back = colour, first = 0, count, size = 1, share, normals, texture } = {}) {
        const gl = this.gl;
        this.#useShare(share);
        this.#useNormals(normals);
        this.#useTexture(texture);
        this.#bind(gl.ARRAY_BUFFER, points);
        gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
        gl.uniform1i(this.at.kind, kind);
        gl.uniform4f(this.at.color, colour[0], colour[1], colour[2], alpha);
        gl.uniform4f(this.at.back, back[0], back[1], back[2], alpha);
        gl.uniform1f(this.at.pointSize, size);
        const how = kind === SURFACE ? gl.TRIANGLES : kind === LINE ? gl.LINES : gl.POINTS;
        if (indices === null) {
            gl.drawArrays(how, 0, points.length / 3);
        } else {
            this.#bind(gl.ELEMENT_ARRAY_BUFFER, indices);
            gl.drawElements(how, count ?? indices.length, gl.UNSIGNED_INT, 4 * first);
        }
    }

    /** How much of each vertex is warm. @param {Uint8Array | undefined} share */
    #useShare(share) {
        const gl = this.gl;
        if (share === undefined) {
            gl.disableVertexAttribArray(1);
            gl.vertexAttrib1f(1, 0);
            return;
        }
        this.#bind(gl.ARRAY_BUFFER, share);
        gl.enableVertexAttribArray(1);
        gl.vertexAttribPointer(1, 1, gl.UNSIGNED_BYTE, true, 0, 0);
    }

    /** Without normals, surfaces are lit by their slope. @param {Int8Array | undefined} normals */
    #useNormals(normals) {
        const gl = this.gl;
        if (normals !== undefined) {
            this.#bind(gl.ARRAY_BUFFER, normals);
            gl.enableVertexAttribArray(2);
            gl.vertexAttribPointer(2, 3, gl.BYTE, true, 0, 0);
        } else if (this.hasNormals) {
            gl.disableVertexAttribArray(2);
            gl.vertexAttrib3f(2, 0, 0, 0);
        }
        this.hasNormals = normals !== undefined;
    }

    /** Sends a picture to the graphics card. Its first row has the coordinate 0, as in Direct3D. Its alpha is not used: games
     * keep other things in it. @param {Pixels} picture */
    #sendPicture({ pixels, width, height }) {
        const gl = this.gl, picture = /** @type {WebGLTexture} */ (gl.createTexture());
        gl.bindTexture(gl.TEXTURE_2D, picture);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
        gl.generateMipmap(gl.TEXTURE_2D);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
        this.pictures.set(pixels, picture);
    }

    /** Without a texture, surfaces have one colour. @param {{ pixels: Pixels, uvs: Float32Array } | undefined} texture */
    #useTexture(texture) {
        const gl = this.gl;
        if (texture !== undefined) {
            const sent = this.pictures.get(texture.pixels.pixels);
            if (sent !== undefined) {
                gl.bindTexture(gl.TEXTURE_2D, sent);
            } else {
                this.#sendPicture(texture.pixels);
            }
            this.#bind(gl.ARRAY_BUFFER, texture.uvs);
            gl.enableVertexAttribArray(3);
            gl.vertexAttribPointer(3, 2, gl.FLOAT, false, 0, 0);
        } else if (this.isTextured) {
            gl.disableVertexAttribArray(3);
        }
        if (this.isTextured !== (texture !== undefined)) {
            this.isTextured = texture !== undefined;
            gl.uniform1i(this.at.textured, Number(this.isTextured));
        }
    }

    /** @param {Scene} scene @param {import("./camera.js").Camera} camera @param {DrawOptions} options @param {Colours} colours */
    draw(scene, camera, options, colours) {
        const gl = this.gl, { width, height } = gl.canvas;
        const ratio = globalThis.devicePixelRatio ?? 1;
        gl.viewport(0, 0, width, height);
        gl.clearColor(colours.ground[0], colours.ground[1], colours.ground[2], 1);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
        if (!isFull(scene.box)) {
            return;
        }
        const { right, up, back } = camera.axes();
        const light = [0, 1, 2].map((i) => 0.35 * right[i] + 0.45 * up[i] + 0.82 * back[i]);
        gl.uniformMatrix4fv(this.at.matrix, false, camera.matrix(width / height));
        gl.uniform3f(this.at.center, camera.target[0], camera.target[1], camera.target[2]);
        gl.uniform3f(this.at.light, light[0], light[1], light[2]);
        gl.uniform3f(this.at.warm, colours.warm[0], colours.warm[1], colours.warm[2]);
        this.#draw(LINE, gridOf(scene.box).points, null, colours.line);
        gl.enable(gl.POLYGON_OFFSET_FILL);
        gl.polygonOffset(1, 1);
        const { solid, over } = layersOf(scene);
        for (const mesh of solid) {
            this.#drawMesh(mesh, options, colours);
        }
        this.#drawOver(solid, over, colours);
        gl.disable(gl.POLYGON_OFFSET_FILL);
        this.#drawLines(scene, options, colours);
        this.#drawDots(scene, colours, ratio);
        this.#drawMarks(scene, colours, ratio);
        this.#drawBones(scene, colours, ratio);
    }

    /** @param {DrawnMesh} mesh @param {DrawOptions} options @param {Colours} colours */
    #drawMesh(mesh, options, colours) {
        const ranges = mesh.view.ranges ?? [];
        const backOf = (/** @type {number[]} */ colour) => options.backs ? colours.back : colour;
        const { share } = mesh, normals = options.smooth && mesh.rest === undefined ? mesh.normals : undefined;
        if (mesh.indices.length === 0) { // the file ends before the triangles
            this.#draw(POINT, mesh.positions, null, inkOn(colours), { size: 2 });
            return;
        }
        const textures = options.textures ? mesh.textures ?? [] : [], hasTextures = textures.some((texture) => texture !== undefined);
        if (share !== undefined || mesh.layer > 0 || (ranges.length < 2 && options.range < 0 && !hasTextures)) {
            const colour = mesh.layer > 0 ? layerColour(mesh.layer, colours) : colours.surface;
            this.#draw(SURFACE, mesh.positions, mesh.indices, colour, { back: backOf(colour), share, normals });
            return;
        }
        const whole = shade(colours.surface, 0);
        if (3 * ranges.reduce((sum, { count }) => sum + count, 0) < mesh.indices.length) { // what is in a range is drawn over
            this.#draw(SURFACE, mesh.positions, mesh.indices, whole, { back: backOf(whole), normals });
        }
        for (const [number, range] of ranges.entries()) {
            const { isMissing = false, pixels } = options.range !== number && textures[number] || {};
            const colour = options.range === number ? colours.mark : isMissing ? MISSING : shade(whole, number);
            this.#draw(SURFACE, mesh.positions, mesh.indices, colour, { back: backOf(colour), normals,
                texture: pixels !== undefined && mesh.uvs !== undefined ? { pixels, uvs: mesh.uvs } : undefined, first: 3 * range.first,
                count: Math.max(Math.min(3 * range.count, mesh.indices.length - 3 * range.first), 0) });
        }
    }

    /** Fills the depth buffer alone. @param {DrawnMesh[]} meshes @param {Colours} colours */
    #drawDepth(meshes, colours) {
        this.gl.colorMask(false, false, false, false);
        for (const mesh of meshes) {
            this.#draw(SURFACE, mesh.positions, mesh.indices, colours.layer);
        }
        this.gl.colorMask(true, true, true, true);
    }

    /** Meshes of other files are laid over: their nearest surfaces, seen through.
     * @param {DrawnMesh[]} solid what is drawn already @param {DrawnMesh[]} over @param {Colours} colours */
    #drawOver(solid, over, colours) {
        const gl = this.gl;
        for (const mesh of over) {
            const colour = layerColour(mesh.layer, colours);
            gl.clear(gl.DEPTH_BUFFER_BIT);
            this.#drawDepth([...solid, mesh], colours);
            gl.enable(gl.BLEND);
            this.#draw(SURFACE, mesh.positions, mesh.indices, colour, { alpha: 0.4 });
            if (mesh.indices.length <= 3 * DENSE) {
                this.#draw(LINE, mesh.positions, edgesOf(mesh.indices), colour, { alpha: 0.7 });
            }
            gl.disable(gl.BLEND);
        }
    }

    /** @param {Scene} scene @param {DrawOptions} options @param {Colours} colours */
    #drawLines(scene, options, colours) {
        const gl = this.gl;
        gl.enable(gl.BLEND);
        const ink = inkOn(colours);
        for (const mesh of options.edges ? scene.meshes.filter((each) => each.shown) : []) {
            this.#draw(LINE, mesh.positions, edgesOf(mesh.indices), ink, { alpha: 0.28 });
        }
        if (options.box) {
            const { points, lines } = boxLines(scene.box);
            this.#draw(LINE, points, lines, ink, { alpha: 0.7 });
        }
        for (const { points, colour } of detailsOfShown(scene, "lines")) {
            this.#draw(LINE, points, null, colours[colour]);
        }
        gl.disable(gl.BLEND);
    }

    /** Vertices with a flaw are seen through the model. @param {Scene} scene @param {Colours} colours @param {number} ratio */
    #drawDots(scene, colours, ratio) {
        const gl = this.gl;
        gl.disable(gl.DEPTH_TEST);
        gl.enable(gl.BLEND);
        for (const { points, colour } of detailsOfShown(scene, "dots")) {
            this.#draw(POINT, points, null, colours[colour], { size: 8 * ratio });
        }
        gl.disable(gl.BLEND);
        gl.enable(gl.DEPTH_TEST);
    }

    /** Bones are seen through the model. @param {Scene} scene @param {Colours} colours @param {number} ratio */
    #drawBones(scene, colours, ratio) {
        const gl = this.gl, ink = inkOn(colours);
        gl.enable(gl.BLEND);
        gl.disable(gl.DEPTH_TEST);
        for (const bones of scene.skeletons) {
            this.#draw(LINE, bones.points, bones.lines, ink, { alpha: 0.75 });
            this.#draw(POINT, bones.points, null, ink, { size: 5 * ratio });
        }
        for (const bones of scene.skeletons.filter((each) => each.marked.length > 0)) {
            this.#draw(POINT, markedPointsOf(bones), null, colours.mark, { size: 13 * ratio });
        }
        const { bones, bone } = scene.chosen ?? { bone: 0 };
        if (bones !== undefined) {
            this.chosenPoint.set(bones.points.subarray(3 * bone, 3 * bone + 3));
            this.refresh(this.chosenPoint);
            this.#draw(POINT, this.chosenPoint, null, colours.chosen, { size: 11 * ratio });
        }
        gl.enable(gl.DEPTH_TEST);
        gl.disable(gl.BLEND);
    }

    /** Marks are strong where they are seen, and faint through the model. @param {Scene} scene @param {Colours} colours
     * @param {number} ratio */
    #drawMarks(scene, colours, ratio) {
        const gl = this.gl;
        gl.enable(gl.BLEND);
        for (const box of scene.markedBoxes) {
            const { points, lines } = boxLines(box);
            this.#draw(LINE, points, lines, colours.mark);
        }
        for (const mesh of scene.meshes) {
            if (mesh.markedTriangles.length > 0) {
                if (mesh.share === undefined) { // else the weights are seen, with marked edges
                    gl.disable(gl.DEPTH_TEST);
                    this.#draw(SURFACE, mesh.positions, mesh.markedTriangles, colours.mark, { alpha: 0.3 }); // through the model
                    gl.enable(gl.DEPTH_TEST);
                    this.#draw(SURFACE, mesh.positions, mesh.markedTriangles, colours.mark);
                }
                if (mesh.markedTriangles.length <= 3 * FEW) {
                    gl.disable(gl.DEPTH_TEST);
                }
                this.#draw(LINE, mesh.positions, edgesOf(mesh.markedTriangles), colours.mark);
            }
            gl.disable(gl.DEPTH_TEST);
            if (mesh.markedPoints.length > 0) {
                this.#draw(POINT, mesh.markedPoints, null, colours.mark, { size: (mesh.markedPoints.length > 3 * FEW ? 5 : 9) * ratio });
            }
            gl.enable(gl.DEPTH_TEST);
        }
        gl.disable(gl.BLEND);
    }
}

/** Up to so many marked triangles have edges that are seen through the model, since they may be thin; so many dots are large. */
const FEW = 64;

/** At most so many triangles are drawn as a wireframe. */
const WIRES = 12000;

export class WireDrawing {
    /** @param {HTMLCanvasElement} canvas */
    constructor(canvas) {
        this.canvas = canvas;
        this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    }

    clear() {}

    refresh() {}

    /** @param {Scene} scene @param {import("./camera.js").Camera} camera @param {DrawOptions} options @param {Colours} colours */
    draw(scene, camera, options, colours) {
        const { width, height } = this.canvas, c = this.context;
        const css = (/** @type {number[]} */ colour, alpha = 1) => `rgb(${colour.map((each) => Math.round(255 * each)).join(" ")} / ${alpha})`;
        c.fillStyle = css(colours.ground);
        c.fillRect(0, 0, width, height);
        if (!isFull(scene.box)) {
            return;
        }
        const project = camera.projector(width, height);
        const polygon = (/** @type {Float32Array} */ points, /** @type {number[]} */ corners) => {
            const at = corners.map((corner) => project(points, corner));
            if (at.every((each) => each !== null)) {
                at.forEach((each, i) => i === 0 ? c.moveTo(each[0], each[1]) : c.lineTo(each[0], each[1]));
                c.closePath();
            }
        };
        const ink = colours.ground[0] > 0.5 ? [0.25, 0.28, 0.33] : [0.75, 0.79, 0.84];
        c.lineWidth = 1;
        for (const mesh of scene.meshes.filter((each) => each.shown)) {
            const step = Math.max(1, Math.ceil(mesh.indices.length / 3 / WIRES));
            c.beginPath();
            for (let i = 0; i + 2 < mesh.indices.length; i += 3 * step) {
                polygon(mesh.positions, [...mesh.indices.subarray(i, i + 3)]);
            }
            c.strokeStyle = css(ink, 0.45);
            c.stroke();
            c.beginPath();
            for (let i = 0; i + 2 < Math.min(mesh.markedTriangles.length, 3 * WIRES); i += 3) {
                polygon(mesh.positions, [...mesh.markedTriangles.subarray(i, i + 3)]);
            }
            c.fillStyle = css(colours.mark, 0.75);
            c.fill();
            c.strokeStyle = css(colours.mark);
            c.stroke();
            this.#dots(project, mesh.markedPoints, mesh.markedPoints.length / 3, mesh.markedPoints.length > 3 * FEW ? 3 : 6, css(colours.mark));
            if (mesh.indices.length === 0) {
                this.#dots(project, mesh.positions, Math.min(mesh.positions.length / 3, WIRES), 1, css(ink));
            }
        }
        for (const { points, lines } of scene.markedBoxes.map((box) => boxLines(box))) {
            c.beginPath();
            for (let i = 0; i + 1 < lines.length; i += 2) {
                polygon(points, [lines[i], lines[i + 1]]);
            }
            c.strokeStyle = css(colours.mark);
            c.stroke();
        }
        for (const { points, colour } of detailsOfShown(scene, "lines")) {
            c.beginPath();
            for (let i = 0; i + 1 < points.length / 3; i += 2) {
                polygon(points, [i, i + 1]);
            }
            c.strokeStyle = css(colours[colour]);
            c.stroke();
        }
        for (const { points, colour } of detailsOfShown(scene, "dots")) {
            this.#dots(project, points, points.length / 3, 4, css(colours[colour]));
        }
        for (const bones of scene.skeletons) {
            c.beginPath();
            for (let i = 0; i + 1 < bones.lines.length; i += 2) {
                polygon(bones.points, [bones.lines[i], bones.lines[i + 1]]);
            }
            c.strokeStyle = css(ink);
            c.stroke();
            this.#dots(project, markedPointsOf(bones), bones.marked.length, 7, css(colours.mark));
        }
        const { bones, bone } = scene.chosen ?? { bone: 0 };
        if (bones !== undefined) {
            this.#dots(project, bones.points.subarray(3 * bone, 3 * bone + 3), 1, 6, css(colours.chosen));
        }
    }

    /** @param {(points: Float32Array, i: number) => number[] | null} project @param {Float32Array} points @param {number} count
     * @param {number} radius @param {string} colour */
    #dots(project, points, count, radius, colour) {
        const c = this.context;
        c.fillStyle = colour;
        for (let i = 0; i < count; i++) {
            const at = project(points, i);
            if (at !== null) {
                c.beginPath();
                c.arc(at[0], at[1], radius, 0, 7);
                c.fill();
            }
        }
    }
}
