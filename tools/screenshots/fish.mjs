// fish.mjs: a BBMOD and a BBANIM for pictures: a fish of seven bones, which swims. One moment of its motion is broken.

const BONES = 7, LENGTH = 0.7; // of a bone
const AROUND = 20, RINGS = 60, FRAMES = 60;

const f32 = (...numbers) => Buffer.from(Float32Array.from(numbers).buffer);
const f64 = (...numbers) => Buffer.from(Float64Array.from(numbers).buffer);
const u32 = (...numbers) => Buffer.from(Uint32Array.from(numbers).buffer);
const text = (words) => Buffer.from(`${words}\0`, "latin1");

/** The dual quaternion of a turn about the y axis, then a step along z. @param {number} angle @param {number} z */
function transform(angle, z) {
    const s = Math.sin(angle / 2), c = Math.cos(angle / 2);
    return [0, s, 0, c, -z * s / 2, 0, z * c / 2, 0];
}

/** Half the width and height of the fish, with a fin at its tail and one on its back. @param {number} part of its length, from the tail */
function outline(part) {
    const body = 0.03 + 0.62 * Math.sin(Math.PI * Math.max(part - 0.1, 0) / 0.9) ** 0.8 * (0.45 + 0.55 * part);
    const tail = 0.95 * Math.max(1 - part / 0.13, 0) ** 0.7, back = 0.55 * Math.max(1 - Math.abs(part - 0.55) / 0.14, 0);
    return { wide: body * 0.6, high: Math.max(body, tail), back };
}

/** A vertex with its bones and weights. @param {number} ring @param {number} step */
function vertex(ring, step) {
    const part = ring / RINGS, z = part * BONES * LENGTH, angle = 2 * Math.PI * step / AROUND, { wide, high, back } = outline(part);
    const place = Math.min(Math.max(z / LENGTH - 0.5, 0), BONES - 1), bone = Math.min(Math.floor(place), BONES - 2), share = place - bone;
    return f32(wide * Math.cos(angle), high * Math.sin(angle) + back * Math.max(Math.sin(angle), 0) ** 9, z, bone, bone + 1, 0, 0, 1 - share, share, 0, 0);
}

/** @param {Float32Array[]} points */
const box = (points) => [Math.min, Math.max].flatMap((most) => [0, 1, 2].map((axis) => most(...points.map((point) => point[axis]))));

export function fishModel() {
    const vertices = [];
    for (let ring = 0; ring < RINGS; ring++) {
        for (let step = 0; step < AROUND; step++) {
            vertices.push(vertex(ring, step), vertex(ring, step + 1), vertex(ring + 1, step), vertex(ring, step + 1),
                vertex(ring + 1, step + 1), vertex(ring + 1, step));
        }
    }
    const corners = vertices.map((each) => new Float32Array(each.buffer, each.byteOffset, 3)), bones = Array.from({ length: BONES }, (_, bone) => bone);
    const node = (name, index, isBone, z, meshes, children) => Buffer.concat([text(name), f32(index), Buffer.from([isBone]),
        f32(...transform(0, z)), u32(meshes.length, ...meshes, children)]);
    return Buffer.concat([text("BBMOD"), Buffer.from([3, 4]), u32(1, 0), f32(...box(corners)), Buffer.from([1, 0, 0, 0, 0, 0, 1, 0]),
        u32(4, vertices.length), ...vertices, u32(BONES + 1), node("Fish", BONES, 0, 0, [0], 1),
        ...bones.map((bone) => node(bone === BONES - 1 ? "Head" : `Spine${bone + 1}`, bone, 1, bone > 0 ? LENGTH : 0, [], bone < BONES - 1 ? 1 : 0)),
        u32(BONES), ...bones.map((bone) => f32(bone, ...transform(0, -bone * LENGTH))), u32(1), text("scales")]);
}

export function fishMotion() {
    const frames = [];
    for (let frame = 0; frame < FRAMES; frame++) {
        for (let bone = 0; bone < BONES; bone++) {
            const swing = (bone === 0 ? 0.3 : 0.26) * Math.sin(2 * Math.PI * frame / FRAMES - bone * 0.9);
            const isBroken = bone === 2 && frame >= 38 && frame < 43;
            frames.push(f32(...transform(swing, bone > 0 ? LENGTH : 0).map((value) => isBroken ? 1.6 * value : value)));
        }
        frames.push(f32(...transform(0, 0))); // the node above all bones
    }
    return Buffer.concat([text("BBANIM"), Buffer.from([3, 4, 1]), f64(FRAMES, 30), u32(BONES + 1, BONES), ...frames, u32(0)]);
}
