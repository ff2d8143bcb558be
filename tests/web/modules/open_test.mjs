import assert from "node:assert/strict";
import test from "node:test";
import { until } from "./page.mjs";
import { element } from "../../../web/viewer/text.js";
import { report } from "./data.mjs";

test("a page shows the report and the models that are in it", async () => {
    const { body } = document, top = element("header", { id: "top" }), data = report();
    data.findings.push({ ...data.findings[0], rule: "xmf/error", level: "note" });
    const script = (attributes, json) => element("script", attributes, JSON.stringify(json));
    body.append(top, script({ id: "report" }, data), script({ "data-views": "left out" }, [0]), script({ "data-views": "1" },
        { views: [], findings: [{ rule: "xmf/cause", field: "header", marks: [], bytes: { offset: 99, length: 4, from: 96, data: "AAAA", records: [] } }] }));
    document.getElementById = (id) => body.children.find((each) => each.id === id) ?? null;
    document.querySelector = (selector) => body.children.find((each) => selector === `script[data-views="${each.dataset.views}"]`) ?? null;
    await import("../../../web/viewer/open.js");
    assert.equal(document.title, "FAILED – assetlint report");
    assert.deepEqual([top.querySelector("strong").textContent, top.querySelectorAll(".remark")[0].textContent],
        ["FAILED", "Models and bytes of 1 file are left out, so that the report stays below 32 MB"]);
    const shown = () => body.querySelectorAll(".panes").map((each) => each.querySelectorAll("section").length);
    assert.deepEqual(shown(), [5]);
    await until(() => body.querySelector(".hex") !== null);
    assert.equal(body.querySelector(".tab").textContent, "Bytes");
    top.querySelector(".link").click(); // all levels
    assert.deepEqual(shown(), [6]); // instead of the other one
});
