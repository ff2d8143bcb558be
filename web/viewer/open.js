// open.js: shows the report that is in the page.
import { InlinedBundles } from "./inlined.js";
import { Viewer } from "./viewer.js";

const inlined = new InlinedBundles((key) => document.querySelector(`script[data-views="${key}"]`)?.textContent ?? undefined);
/** @type {Viewer | undefined} */
let viewer;

/** @param {import("./report.js").ReportData} data */
function openReport(data) {
    viewer?.close();
    viewer = new Viewer(data, inlined);
    viewer.fillTop(/** @type {HTMLElement} */ (document.getElementById("top")), openReport);
    viewer.start(document.body);
}

const inPage = JSON.parse(/** @type {any} */ (document.getElementById("report")).textContent);
document.title = `${inPage.verdict.word} – ${inPage.verdict.name ?? "assetlint report"}`;
openReport(inPage);
