// open.js: shows the report that is in the page.
import { Viewer } from "./viewer.js";

/** The views of a file are in an element of their own, and are read when they are needed.
 * @param {import("./report.js").FileEntry} file */
async function bundleInPage({ index }) {
    const place = document.querySelector(`script[data-views="${index}"]`);
    return place !== null ? JSON.parse(place.textContent ?? "") : undefined;
}

/** The files whose views would make the report too large. @returns {number[]} */
function leftOutOfPage() {
    return JSON.parse(document.querySelector('script[data-views="left out"]')?.textContent ?? "[]");
}

/** @type {Map<any, Promise<any>>} */
const bundles = new Map();

const reportElement = document.getElementById("report");
const topElement = document.getElementById("top");
if (reportElement !== null && topElement !== null) {
    const viewer = new Viewer(JSON.parse(reportElement.textContent ?? ""), (file) => {
        const bundle = bundles.get(file) ?? bundleInPage(file);
        bundles.set(file, bundle);
        return bundle;
    }, leftOutOfPage());
    viewer.fillTop(topElement);
    document.title = `${viewer.data.verdict.failed ? "FAILED" : "OK"} – assetlint report`;
    viewer.start(document.body);
}
