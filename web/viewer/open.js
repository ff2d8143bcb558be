// open.js: shows the report that is in the page.
import { InlinedBundles } from "./inlined.js";
import { Viewer } from "./viewer.js";

const reportElement = document.getElementById("report");
const topElement = document.getElementById("top");
if (reportElement !== null && topElement !== null) {
    const bundles = new InlinedBundles((key) => document.querySelector(`script[data-views="${key}"]`)?.textContent ?? undefined);
    const viewer = new Viewer(JSON.parse(reportElement.textContent ?? ""), bundles);
    viewer.fillTop(topElement);
    document.title = `${viewer.data.verdict.word} – assetlint report`;
    viewer.start(document.body);
}
