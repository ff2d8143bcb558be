// buffers.js: the arrays of a bundle, which is what can be drawn of a file and what to mark in it.

/**
 * @typedef {object} PackedArray an array: base64 of raw deflate, little-endian
 * @property {"f32" | "f16" | "s8" | "u8" | "u16" | "u32" | "q16"} type q16: 16-bit steps of the box
 * @property {number} count
 * @property {string} data
 */

/**
 * @typedef {object} View
 * @property {"mesh" | "skeleton" | "curves" | "picture"} kind
 * @property {string} name
 * @property {string} field
 * @property {number} [vertices] that the file has
 * @property {number} [triangles]
 * @property {number} [notFinite] vertices that are not drawn
 * @property {number} [beyond] indices beyond the vertices
 * @property {boolean} [part] only some triangles are here
 * @property {number[]} [box]
 * @property {PackedArray} [positions]
 * @property {PackedArray} [indices]
 * @property {PackedArray} [normals] 127 is 1
 * @property {PackedArray} [tangents]
 * @property {PackedArray} [uv0] texture coordinates; a mesh has up to four sets of them
 * @property {PackedArray} [uv1]
 * @property {PackedArray} [uv2]
 * @property {PackedArray} [uv3]
 * @property {{ name: string, field: string, first: number, count: number, material: number,
 *     texture?: string }[]} [ranges] texture: the picture with the colours, as the file names it
 * @property {{ name: string, field: string, parent: number, number?: number, position: number[], rotation: number[],
 *     scale: number[], offsetPosition?: number[], offsetRotation?: number[] }[]} [bones] `number`: by which motions name it; the
 *     offset brings skinned vertices to the space of the bone
 * @property {number} [skeleton]
 * @property {number} [bone] that the positions are relative to
 * @property {{ bones: PackedArray, weights: PackedArray, flaws?: PackedArray, names?: string[] }} [skin] flaws: of each vertex 1 if its
 *     weights don't add up to 1, 2 if it has none; names: of bones without a skeleton
 * @property {string} [unit]
 * @property {number} [perSecond] of these units; 0: unknown
 * @property {"parent" | "world" | "bone"} [space] what values are relative to
 * @property {Track[]} [tracks]
 * @property {string} [coding] how the pixels of a picture are stored
 * @property {number} [width]
 * @property {number} [height]
 * @property {number} [allLevels] that the picture has
 * @property {Level[]} [levels] that are here
 */

/** @typedef {View & { coding: string, width: number, height: number, allLevels: number, levels: Level[] }} Picture */

/**
 * @typedef {object} Level of a picture
 * @property {number} number 0 is the largest
 * @property {number} width in the file
 * @property {number} height
 * @property {number} step of so many pixels and rows one is shown
 * @property {number} shownWidth
 * @property {number} shownHeight
 * @property {number} firstMissing the first row that the file doesn't have
 * @property {number} missing how many such rows follow it
 * @property {PackedArray} pixels red, green, blue and alpha
 */

/**
 * @typedef {object} Track
 * @property {string} name
 * @property {string} field
 * @property {string} bone
 * @property {number} [number] of the bone
 * @property {string} channel
 * @property {number} keys
 * @property {number} components
 * @property {PackedArray} times
 * @property {PackedArray} values
 */

/**
 * @typedef {object} Mark what to mark in a view, in numbers of the view
 * @property {number} view
 * @property {[number, number][]} [triangles] first and count
 * @property {number[]} [vertices]
 * @property {number[]} [bones]
 * @property {number[]} [ranges]
 * @property {number} [track]
 * @property {number[]} [keys]
 * @property {[number, number, number][]} [rows] of a picture: the place of a level among those of the view, first and count
 * @property {number} total
 * @property {boolean} [whole] the finding is about the view as a whole
 * @property {boolean} [corners] the vertices are corners of triangles that can't be drawn
 */

/**
 * @typedef {object} BytesPlace
 * @property {number} offset
 * @property {number} length
 * @property {string} [inflatedOf]
 * @property {number} from
 * @property {string} data
 * @property {{ field: string, offset: number, length: number, fields: ByteField[] }[]} records
 */

/** @typedef {{ name: string, offset: number, length: number, type: string, value: any, words?: string }} ByteField */

/**
 * @typedef {object} Bundle
 * @property {string} path
 * @property {string} [member]
 * @property {View[]} views
 * @property {{ rule: string, field: string, marks: Mark[], bytes?: BytesPlace }[]} findings
 */

/** A function that makes something of an object once, and then remembers it. The object must not change.
 * @template {object} From @template To @param {(from: From) => To} make @returns {(from: From) => To} */
export function once(make) {
    /** @type {WeakMap<From, To>} */
    const made = new WeakMap();
    return (from) => {
        const known = made.get(from) ?? make(from);
        made.set(from, known);
        return known;
    };
}

/** @param {string} text base64 @returns {Uint8Array} */
export function bytesOf(text) {
    const letters = atob(text);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) {
        bytes[i] = letters.charCodeAt(i);
    }
    return bytes;
}

/** @param {Uint8Array} bytes @param {"deflate-raw" | "gzip"} form @returns {Promise<ArrayBuffer>} */
export async function inflated(bytes, form = "deflate-raw") {
    const stream = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(new DecompressionStream(form));
    return new Response(stream).arrayBuffer();
}

/** The numbers of an array. @param {PackedArray} packed @param {number[]} [box] for q16: three numbers and three more */
export async function unpack(packed, box) {
    const buffer = await inflated(bytesOf(packed.data));
    switch (packed.type) {
    case "s8": return new Int8Array(buffer);
    case "u8": return new Uint8Array(buffer);
    case "u16": return new Uint16Array(buffer);
    case "u32": return new Uint32Array(buffer);
    case "f16": return Float32Array.from(new Uint16Array(buffer), halfFloat);
    case "f32": return new Float32Array(buffer);
    case "q16": return fromSteps(new Uint16Array(buffer), box ?? [0, 0, 0, 1, 1, 1]);
    }
}

/** An array that is unpacked once. */
export const unpackedOnce = once((/** @type {PackedArray} */ packed) => unpack(packed));

/** The number of a half float (IEEE 754 binary16). @param {number} bits */
export function halfFloat(bits) {
    const sign = bits & 0x8000 ? -1 : 1, exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
    if (exponent === 0x1f) {
        return fraction === 0 ? sign * Infinity : NaN;
    }
    return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

/** @param {Uint16Array} steps @param {number[]} box */
function fromSteps(steps, box) {
    const numbers = new Float32Array(steps.length);
    for (let axis = 0; axis < 3; axis++) {
        const least = box[axis], step = (box[axis + 3] - least) / 65535;
        for (let i = axis; i < steps.length; i += 3) {
            numbers[i] = least + steps[i] * step;
        }
    }
    return numbers;
}
