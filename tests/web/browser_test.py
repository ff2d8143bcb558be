#!/usr/bin/env python3
"""browser_test.py: compares the output of the module in headless Chromium with that of the native program.

    tests/web/browser_test.py --native PROGRAM --wasm assetlint.wasm

A page checks the fixtures of rules and, if available, the real files, in a worker. It is loaded once from a web server
and once from a file, where it can fetch nothing. It sends its reports back to this script, which compares them byte for
byte.
"""

import argparse
import base64
import functools
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SKIPPED = 77
PATIENCE = 600  # seconds, on a busy machine
OPTIONS = ["--show", "note", "--max-per-rule", "0"]
MODULES = ("wasi.js", "memory.js", "assetlint.js", "worker.js")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

ASK = """
function ask(worker, message) {
    return new Promise((done) => {
        worker.onmessage = (event) => done(event.data);
        worker.onerror = (event) => done({ error: event.message || "the worker doesn't start" });
        worker.postMessage({ id: 1, ...message });
    });
}
async function run(worker, wasm, inputs) {
    const loaded = await ask(worker, { load: wasm });
    const options = { format: "json", options: OPTIONS };
    const checked = loaded.error !== undefined ? loaded : await ask(worker, { check: inputs, options });
    await fetch(`${SERVER}/report`, { method: "POST", mode: "no-cors", body: checked.report ?? `error: ${checked.error}` });
}
"""
SERVED = """
const wasm = await (await fetch("assetlint.wasm")).arrayBuffer();
const inputs = [];
for (const path of await (await fetch("/list")).json())
    inputs.push({ path, data: await (await fetch(`/files/${encodeURIComponent(path)}`)).blob() });
await run(new Worker("worker.js", { type: "module" }), wasm, inputs);
"""
ALONE = """
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const source = new Blob([new TextDecoder().decode(bytes(CODE))], { type: "text/javascript" });
const inputs = FILES.map(([path, data]) => ({ path, data: bytes(data) }));
await run(new Worker(URL.createObjectURL(source)), bytes(WASM).buffer, inputs);
"""


def script(text, server, **values):
    """A page with that script."""
    known = {"SERVER": server, "OPTIONS": OPTIONS, **values}
    constants = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items())
    return f"<!doctype html><meta charset=utf-8><script type=module>\n{constants}{ASK}{text}</script>\n"


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves the page and the files that it checks, and receives its report."""

    def __init__(self, test, *arguments):
        self.test = test
        super().__init__(*arguments)

    def log_message(self, *_):
        pass

    def reply(self, content, kind="application/octet-stream"):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_GET(self):
        path = urllib.parse.unquote(self.path)
        if path == "/list":
            self.reply(json.dumps(self.test.paths).encode(), "application/json")
        elif path.startswith("/files/"):
            self.reply((self.test.folder / path.removeprefix("/files/")).read_bytes())
        elif path[1:] in self.test.pages:
            kinds = {".js": "text/javascript", ".html": "text/html", ".wasm": "application/wasm"}
            self.reply(self.test.pages[path[1:]], kinds[pathlib.Path(path).suffix])
        else:
            self.send_error(404)

    def do_POST(self):
        self.test.report = self.rfile.read(int(self.headers["Content-Length"]))
        self.reply(b"")
        self.test.reported.set()


class Test:
    """A tree of files that a page checks."""

    def __init__(self, browser, wasm, folder, tree):
        self.browser, self.folder, self.tree = browser, folder, tree
        self.paths = sorted(path.relative_to(folder).as_posix() for path in (folder / tree).rglob("*")
                            if path.is_file() and not path.is_symlink())
        self.pages = {name: (ROOT / "web" / name).read_bytes() for name in MODULES}
        self.pages["assetlint.wasm"] = wasm.read_bytes()
        self.reported = threading.Event()
        self.report = b""

    def open_page(self, address, profile):
        command = [self.browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                   "--remote-debugging-port=0", f"--user-data-dir={profile}", address]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
            self.reported.wait(PATIENCE)
            running.terminate()

    def run(self, alone):
        """The report of the page."""
        self.reported.clear()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, self))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            if alone:
                page = pathlib.Path(profile, "page.html")
                page.write_text(script(ALONE, address, **self.inside()), encoding="utf-8")
                self.open_page(page.as_uri(), profile)
            else:
                self.pages["page.html"] = script(SERVED, address).encode()
                self.open_page(f"{address}/page.html", profile)
        server.shutdown()
        return self.report if self.reported.is_set() else b"error: no report came"

    def inside(self):
        """The content that a page from a file must contain, since it can't fetch it."""
        def text(content):
            return base64.b64encode(content).decode()
        # A page from a file can't start a worker that is a module, so everything is in one script.
        lines = b"".join(self.pages[name] for name in MODULES).splitlines(True)
        code = b"".join(line.removeprefix(b"export ") for line in lines if not line.startswith(b"import "))
        return {"WASM": text(self.pages["assetlint.wasm"]), "CODE": text(code),
                "FILES": [(path, text((self.folder / path).read_bytes())) for path in self.paths]}

    def expected(self, native):
        command = [native, "check", "-f", "json", *OPTIONS, self.tree]
        return subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout


def main():
    parser = argparse.ArgumentParser(description="Hold the module in Chromium to the native program.")
    parser.add_argument("--native", required=True, type=pathlib.Path)
    parser.add_argument("--wasm", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print("skipped: browser: no Chromium is installed")
        return SKIPPED
    # A page knows no repository, from whose root the paths of fingerprints would count.
    with tempfile.TemporaryDirectory() as copies:
        for tree in ("x4", "xmf", "archive"):
            shutil.copytree(ROOT / "build/fixtures" / tree, pathlib.Path(copies, tree), symlinks=True)
        return compare(arguments, browser, pathlib.Path(copies))


def compare(arguments, browser, copies):
    cases = [(copies, "x4", False), (copies, "xmf", True), (copies, "archive", True)]
    real = pathlib.Path(os.environ.get("ASSETLINT_REAL", ROOT / "../shared/real")).resolve()
    if real.is_dir():
        cases.append((real.parent, real.name, False))
    else:
        print(f"skipped: real files: {real} is not there")
    failed = 0
    for folder, tree, alone in cases:
        test = Test(browser, arguments.wasm, folder, tree)
        expected, report = test.expected(arguments.native.resolve()), test.run(alone)
        same = report == expected and len(expected) > 0
        failed += not same
        print(f"{'the same' if same else 'DIFFERS'}: {tree} from a {'file' if alone else 'server'}: {len(test.paths)} files, "
              f"{len(expected)} bytes" + ("" if same else f", not {len(report)}: {report[:200]!r}"), flush=True)
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
