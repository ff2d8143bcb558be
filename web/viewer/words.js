// words.js: numbers as text.

/** "1,234" @param {number} number */
export function grouped(number) {
    return number.toLocaleString("en-US");
}

/** "0.123" @param {number} number @param {number} digits the most that it has */
export function rounded(number, digits) {
    return String(Number(number.toPrecision(digits)));
}

/** "1 file", "2 files" @param {number} number @param {string} one @param {string} [many] */
export function counted(number, one, many = `${one}s`) {
    return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** What formats are called that have no name of their own. */
const FORMAT_NAMES = new Map([["clausewitz", ["Paradox text (.gfx)", "Paradox texts (.gfx)"]], ["xani", ["X4 animation", "X4 animations"]],
    ["ani", ["Lost Saga animation", "Lost Saga animations"]], ["config", ["configuration", "configurations"]]]);

/** "XMF", "X4 animation" @param {string} format @param {number} [count] of its files */
export function formatName(format, count = 1) {
    return FORMAT_NAMES.get(format)?.[count === 1 ? 0 : 1] ?? format.toUpperCase();
}

/** "1.4 MB" @param {number} bytes */
export function byteSize(bytes) {
    const units = ["bytes", "KB", "MB", "GB"];
    let unit = 0, size = bytes;
    for (; size >= 1000 && unit < units.length - 1; unit++) {
        size /= 1000;
    }
    return unit === 0 ? counted(bytes, "byte") : `${size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}

/** "0x1f" @param {number} number */
export function hexadecimal(number) {
    return `0x${number.toString(16)}`;
}
