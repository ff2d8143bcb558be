// camera.js: a camera that turns around a point, and the matrices that it needs. Matrices are in columns, as WebGL has them.

/** @typedef {[number, number, number]} Point */

/** @param {Float32Array} a @param {Float32Array} b */
function product(a, b) {
    const result = new Float32Array(16);
    for (let column = 0; column < 4; column++) {
        for (let row = 0; row < 4; row++) {
            let sum = 0;
            for (let i = 0; i < 4; i++) {
                sum += a[4 * i + row] * b[4 * column + i];
            }
            result[4 * column + row] = sum;
        }
    }
    return result;
}

const FIELD_OF_VIEW = 0.7; // radians
const STEEPEST = Math.PI / 2 - 0.02;

export class Camera {
    constructor() {
        /** @type {Point} */
        this.target = [0, 0, 0];
        this.distance = 3;
        this.turn = 0.7;
        this.rise = 0.35;
        this.size = 1; // of the model
    }

    /** Shows a box. @param {ArrayLike<number>} box @param {number} [least] a radius: shows so much around it
     * @param {number} [wider] a factor */
    frame(box, least = 0, wider = 1) {
        const radius = Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]) / 2;
        this.target = [0, 1, 2].map((axis) => (box[axis] + box[axis + 3]) / 2);
        this.distance = Math.max(radius * wider, least, 1e-6) / Math.sin(FIELD_OF_VIEW / 2) * 1.08;
    }

    /** @param {number} right @param {number} up in radians */
    orbit(right, up) {
        this.turn -= right;
        this.rise = Math.min(Math.max(this.rise + up, -STEEPEST), STEEPEST);
    }

    /** @param {number} factor */
    zoom(factor) {
        this.distance = Math.min(Math.max(this.distance * factor, this.size * 1e-4), this.size * 50);
    }

    /** The axes of the picture: right, up, and towards the camera. */
    axes() {
        const c = Math.cos(this.turn), s = Math.sin(this.turn), cr = Math.cos(this.rise), sr = Math.sin(this.rise);
        return { right: [c, 0, -s], up: [-s * sr, cr, -c * sr], back: [s * cr, sr, c * cr] };
    }

    /** Moves the point it turns around. @param {number} right @param {number} up in parts of the picture's height */
    pan(right, up) {
        const axes = this.axes(), step = 2 * this.distance * Math.tan(FIELD_OF_VIEW / 2);
        for (let i = 0; i < 3; i++) {
            this.target[i] += (axes.up[i] * up - axes.right[i] * right) * step;
        }
    }

    /** From the model to the picture. @param {number} aspect width by height */
    matrix(aspect) {
        const { right, up, back } = this.axes();
        const eye = back.map((each, i) => this.target[i] + each * this.distance);
        const dot = (/** @type {number[]} */ axis) => -axis.reduce((sum, each, i) => sum + each * eye[i], 0);
        const view = new Float32Array([right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0,
            dot(right), dot(up), dot(back), 1]);
        const f = 1 / Math.tan(FIELD_OF_VIEW / 2) * Math.min(1, aspect);
        const near = Math.max(this.distance - 4 * this.size, this.distance * 0.02), far = this.distance + 4 * this.size;
        const projection = new Float32Array([f / aspect, 0, 0, 0, 0, f, 0, 0,
            0, 0, (far + near) / (near - far), -1, 0, 0, 2 * far * near / (near - far), 0]);
        return product(projection, view);
    }

    /** From points of the model to places in a picture; null: behind the camera. @param {number} width @param {number} height
     * @returns {(points: Float32Array, index: number) => [number, number] | null} */
    projector(width, height) {
        const m = this.matrix(width / height);
        return (points, index) => {
            const x = points[3 * index], y = points[3 * index + 1], z = points[3 * index + 2];
            const w = m[3] * x + m[7] * y + m[11] * z + m[15];
            return w <= 0 ? null : [(1 + (m[0] * x + m[4] * y + m[8] * z + m[12]) / w) * width / 2,
                (1 - (m[1] * x + m[5] * y + m[9] * z + m[13]) / w) * height / 2];
        };
    }

    /** The ray from the camera through a place of the picture. @param {number} x @param {number} y @param {number} width
     * @param {number} height */
    ray(x, y, width, height) {
        const { right, up, back } = this.axes(), aspect = width / height;
        const slope = Math.tan(FIELD_OF_VIEW / 2) / Math.min(1, aspect);
        const across = (2 * x / width - 1) * aspect * slope, high = (1 - 2 * y / height) * slope;
        return { from: back.map((each, i) => this.target[i] + each * this.distance),
            direction: back.map((each, i) => right[i] * across + up[i] * high - each) };
    }
}
