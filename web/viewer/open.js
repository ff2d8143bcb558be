// open.js: shows the report that is in the page.
import { InlinedBundles } from "./inlined.js";
import { Viewer } from "./viewer.js";

const reportElement = document.getElementById("report");
const topElement = document.getElementById("top");
if (reportElement !== null && topElement !== null) {
    const bundles = new InlinedBundles((key) => document.querySelector(`script[data-views="${key}"]`)?.textContent ?? undefined);
    /** @type {Viewer | undefined} */
    let viewer;
    const show = (/** @type {import("./report.js").ReportData} */ data) => {
        viewer?.close();
        viewer = new Viewer(data, bundles);
        viewer.fillTop(topElement, show);
        viewer.start(document.body);
    };
    const data = JSON.parse(reportElement.textContent ?? "");
    document.title = `${data.verdict.word} – ${data.verdict.name ?? "assetlint report"}`;
    show(data);
}
