// zip.js: files in a zip archive, as they are: without compression, which a download of a few files doesn't need.

const STORED_SINCE = 20, UTF8_NAMES = 0x800, MADE_ON_UNIX = 3 << 8;
const LOCAL_HEAD = 0x04034b50, ENTRY_HEAD = 0x02014b50, END_HEAD = 0x06054b50;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
    for (let bit = 0; bit < 8; bit++) {
        byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
    }
    return byte;
});

/** @param {Uint8Array} bytes */
function crc32(bytes) {
    let sum = 0xffffffff;
    for (const byte of bytes) {
        sum = (sum >>> 8) ^ CRC_TABLE[(sum ^ byte) & 0xff];
    }
    return ~sum >>> 0;
}

/** Numbers in the byte order of zip; each is [its bytes, its value]. @param {...[2 | 4, number]} numbers */
function record(...numbers) {
    const bytes = new Uint8Array(numbers.reduce((sum, [size]) => sum + size, 0)), view = new DataView(bytes.buffer);
    let at = 0;
    for (const [size, value] of numbers) {
        size === 2 ? view.setUint16(at, value, true) : view.setUint32(at, value, true);
        at += size;
    }
    return bytes;
}

/** The parts of an archive, one after the other. @param {{ path: string, data: Uint8Array }[]} files @param {Date} now */
export function zipOf(files, now) {
    const time = now.getHours() << 11 | now.getMinutes() << 5 | now.getSeconds() >> 1;
    const date = Math.max(now.getFullYear() - 1980, 0) << 9 | (now.getMonth() + 1) << 5 | now.getDate();
    /** @type {Uint8Array[]} */
    const parts = [], entries = [];
    const sizeOf = (/** @type {Uint8Array[]} */ list) => list.reduce((sum, part) => sum + part.length, 0);
    for (const { path, data } of files) {
        const name = new TextEncoder().encode(path), at = sizeOf(parts);
        const about = record([2, STORED_SINCE], [2, UTF8_NAMES], [2, 0], [2, time], [2, date], [4, crc32(data)], [4, data.length],
            [4, data.length], [2, name.length], [2, 0]);
        parts.push(record([4, LOCAL_HEAD]), about, name, data);
        entries.push(record([4, ENTRY_HEAD], [2, MADE_ON_UNIX | STORED_SINCE]), about,
            record([2, 0], [2, 0], [2, 0], [4, 0o100644 * 0x10000], [4, at]), name);
    }
    const end = record([4, END_HEAD], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, sizeOf(entries)], [4, sizeOf(parts)],
        [2, 0]);
    return [...parts, ...entries, end];
}
