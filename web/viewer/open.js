// open.js: shows the report that is in the page.
import { Viewer } from "./viewer.js";

const reportElement = document.getElementById("report");
const topElement = document.getElementById("top");
if (reportElement !== null && topElement !== null) {
    const viewer = new Viewer(JSON.parse(reportElement.textContent ?? ""));
    viewer.fillTop(topElement);
    document.title = `${viewer.data.verdict.failed ? "FAILED" : "OK"} – assetlint report`;
    viewer.start(document.body);
}
