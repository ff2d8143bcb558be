"""outputs.py: makes tests/cli/outputs/*.txt, the whole outputs of the program: of each form of report and of fixes, and what
is drawn of fixtures. tools/regenerate writes and compares them.

Each output stands behind its command; `[1]` below it is the exit status. The texts of the rules that are found are in it, so
whoever changes these makes the files again. In a view the numbers are unpacked, and bytes of the file are their CRC.
"""

import base64
import io
import json
import os
import pathlib
import re
import struct
import subprocess
import tempfile
import zipfile
import zlib

import meshes

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "build" / "fixtures"
FOLDER = "tests/cli/outputs"
SECONDS = 60
TYPES = {"f32": "f", "f16": "e", "s8": "b", "u8": "B", "u16": "H", "u32": "I", "q16": "H"}
# What depends on the version and on the homepage that is built in.
BUILT_IN = ((re.compile(r'("assetlint","(?:semanticV|v)ersion":)"[0-9.]+"'), r'\1"VERSION"'),
            (re.compile(r',?"(?:informationUri|helpUri|link)":"[^"]*"'), ""), (re.compile("\033\\]8;;[^\033]*\033\\\\"), ""))


# ---- Commands -----------------------------------------------------------------------------------------------------

class Shell:
    """Runs the program in a folder, and keeps what it writes."""

    def __init__(self, program, folder):
        self.program, self.folder, self.text = program, pathlib.Path(folder), ""

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def copy(self, name, fixture):
        self.write(name, (FIXTURES / fixture).read_bytes())

    def run(self, *arguments):
        environment = {**os.environ, "LC_ALL": "C", "GITHUB_STEP_SUMMARY": str(self.folder / "summary.md")}
        return subprocess.run([self.program, *arguments], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=SECONDS, check=False)

    def note(self, arguments, status, output):
        for pattern, instead in BUILT_IN:
            output = pattern.sub(instead, output)
        end = "" if output.endswith("\n") or not output else " (no line end)\n"
        self.text += f"$ assetlint {' '.join(arguments)}\n" + output.replace("\033", "\\e") + end + f"[{status}]\n\n"

    def show(self, *arguments, file=None):
        """Notes what a command writes, to its output or to a file, which goes."""
        done = self.run(*arguments)
        output = (done.stderr + done.stdout).decode()
        if file is not None:
            output += (self.folder / file).read_text(encoding="utf-8")
            (self.folder / file).unlink()
        if "sarif" in arguments:  # which has no lines
            output = output.replace("},{", "},\n{")
        self.note(arguments, done.returncode, output)


def zipped(members):
    package = io.BytesIO()
    with zipfile.ZipFile(package, "w") as out:
        for name, content in members.items():
            out.writestr(zipfile.ZipInfo(name), content)
    return package.getvalue()


# ---- Reports ------------------------------------------------------------------------------------------------------

def files_to_report(shell):
    """Findings of every kind: of files, members and texts, causes and what follows from them, suppressed and refused ones."""
    shell.write("mod/ships/a-collision.xmf", meshes.collision())
    shell.write("mod/ships/clean.xmf", meshes.clean())
    shell.write("mod/ships/error.xmf", meshes.error())
    shell.write("mod/ships/note.xmf", meshes.note())
    shell.write("mod/ships/notes.xmf", meshes.notes(5))
    shell.write("mod/ships/warning.xmf", meshes.warning())
    shell.write("mod/pack.zip", zipped({"in/clean.xmf": meshes.clean(), "in/error.xmf": meshes.error(), "../up.txt": b""}))
    shell.write("mod/motion.xsm", (ROOT / "corpus/xsm/seeds/good.xsm").read_bytes())
    shell.copy("mod/converted.xmf", "file/line-ends/fires-before-others.xmf")
    shell.copy("mod/name.xac", "xac/string-control-char/fires-node-name.xac")
    shell.write("mod/content.xml", b'<content id="a"/>')
    shell.write("mod/index/macros.xml", b"<index>\n  <entry>\n</index>\n")
    shell.write("mod/assetlint.json", json.dumps({
        "levels": {"xmf/usage-index": "warning"}, "fail-on": "warning",
        "suppressions": [{"rule": "xmf/index-range", "path": "ships/error.xmf", "reason": "known <and> kept"}]}).encode())


def reports(program, folder):
    shell = Shell(program, folder)
    files_to_report(shell)
    for form in ("text", "lines", "json", "ndjson", "sarif", "github", "junit"):
        shell.show("check", "-f", form, "mod", "absent.xmf")
        if form == "github":
            shell.note(["(the summary of the step)"], 0, (shell.folder / "summary.md").read_text(encoding="utf-8"))
    shell.show("check", "--show=note", "--max-per-rule=0", "--color=always", "mod/ships", "mod/index", "mod/pack.zip")
    shell.show("check", "-f", "lines", "--show=note", "--max-per-rule=2", "--color=always", "mod/ships", "mod/index", "mod/pack.zip")
    shell.show("check", "-q", "--show=error", "mod/ships", "mod/motion.xsm")
    shell.show("check", "--show=error", "mod/ships", "mod/motion.xsm", "--fail-on=never")
    shell.show("check", "-f", "lines", "--show=error", "mod/ships/note.xmf", "mod/ships/warning.xmf")
    shell.show("check", "-f", "junit", "--show=note", "--max-per-rule=2", "mod/ships")
    shell.show("check", "-f", "sarif", "--sarif-suppressed", "--show=error", "mod/ships")
    shell.show("check", "-f", "json", "--no-config", "--shard=1/2", "mod/ships")
    shell.show("check", "-q", "--no-config", "--write-baseline=base.json", "mod/ships", "mod/pack.zip", file="base.json")
    for number in range(23):
        shell.write(f"many/{'ab'[number % 2]}x/{number:02}.xmf", meshes.error())
    shell.show("check", "--color=always", "many")
    shell.show("check", "--ignore=xmf/index-range", "mod/ships", "mod/motion.xsm")
    shell.show("check", "--allow-empty", "--exclude=*", "mod")
    shell.show("check", "--exclude=*", "mod")
    return shell.text


def page(program, folder):
    """The data of a page, without the viewer around it. What can be drawn is in other outputs; its order depends on zlib."""
    shell = Shell(program, folder)
    files_to_report(shell)
    command = ("check", "-f", "html", "mod", "absent.xmf")
    done = shell.run(*command)
    text = done.stdout.decode()
    data = text[text.index('<h1 id="verdict">'):text.index("</h1>") + 5] + "\n"
    for words, content in sorted(re.findall(r'<script type="application/json" ([^>]*)>(.*?)</script>', text, re.DOTALL)):
        if words.startswith("data-views") and content.startswith("{"):
            content = f"views of {json.loads(content)['path']}"
        data += f"{words}\n{content}\n"
    shell.note(command, done.returncode, data)
    return shell.text


# ---- Other commands -----------------------------------------------------------------------------------------------

def fixes(program, folder):
    shell = Shell(program, folder)
    files_to_report(shell)
    (shell.folder / "mod/pack.zip").unlink()
    for form in ("text", "json"):
        for more in ([], ["--unsafe"]):
            shell.show("fix", "-f", form, *more, "mod", "absent.xmf")
        shell.show("fix", "-f", form, "mod/ships/clean.xmf")
        shell.show("fix", "-f", form, "--output=fixed", "mod/ships/warning.xmf", "mod/ships/a-collision.xmf")
    return shell.text


def explained(program, folder):
    """Some rules, and the ends of the list of all."""
    shell = Shell(program, folder)
    for form in ("text", "json", "markdown"):
        lines = shell.run("rules", "-f", form).stdout.decode().splitlines(keepends=True)
        shell.note(["rules", "-f", form], 0, "".join([*lines[:4], "...\n", *lines[-2:]]))
    for rule in ("xmf/data-range", "xmf/trailing-bytes", "file/line-ends", "bbmod/vertex-bone-weight"):
        shell.show("explain", rule)
    return shell.text


# ---- What is drawn ------------------------------------------------------------------------------------------------

def unpacked(buffer):
    """The numbers of a view."""
    data = zlib.decompress(base64.b64decode(buffer["data"]), -15)
    values = struct.unpack(f"<{buffer['count']}{TYPES[buffer['type']]}", data)
    return buffer["type"] + "".join(f" {value:g}" for value in values)


def field_line(field):
    words = f" ({field['words']})" if "words" in field else ""
    return f"{field['name']} {field['type']} {field['offset']}+{field['length']} = {field['value']}{words}"


def lines_of(name, value, depth):
    """An object as a line of its own values, then its objects, a level deeper."""
    own, below = [], []
    for key, item in value.items():
        if key == "data":  # bytes of the file
            data = base64.b64decode(item)
            own.append(f"data {len(data)} bytes {zlib.crc32(data):08x}")
        elif isinstance(item, dict) and "data" in item and "type" in item:
            own.append(f"{key} {unpacked(item)}")
        elif isinstance(item, dict):
            below += lines_of(key, item, depth + 1)
        elif key == "fields":
            below += ["  " * (depth + 1) + field_line(field) for field in item]
        elif isinstance(item, list) and item and isinstance(item[0], dict):
            below += [line for each in item for line in lines_of(key, each, depth + 1)]
        else:
            own.append(f"{key} {json.dumps(item)}")
    return ["  " * depth + f"{name}: " + ", ".join(own), *below]


DRAWN = (
    "xmf/degenerate-triangle/fires-kinds.xmf", "xmf/unreferenced-vertex/fires.xmf", "xmf/index-range/fires.xmf",
    "xmf/not-finite/fires-nan.xmf", "xmf/position-range/fires.xmf", "xmf/material-overlap/fires-half.xmf",
    "xmf/element-usage/fires-14.xmf", "xmf/primitive-type/fires-0.xmf", "xmf/several/three-defects.xmf",
    "xac/attribute-not-finite/fires-positions.xac", "xac/degenerate-triangle/fires.xac", "xac/index-range/fires.xac",
    "xac/influence-sum/fires.xac", "xac/influence-bone/fires.xac", "xac/parent-cycle/fires.xac", "xac/child-count/fires.xac",
    "bbmod/vertex-bone-weight/fires-above.bbmod", "bbmod/offset-index/fires-count.bbmod",
    "bbanim/frame-norm/fires-above.bbanim", "xsm/key-order/fires.xsm", "xpm/key-duplicate/fires.xpm", "ani/rotation-norm/fires.ani",
    "xani/interpolation/fires-2147483647.ani", "msh/degenerate-triangle/fires.msh", "msh/unused-bone/fires.msh",
    "cms/position-range/fires.cms", "skl/no-root/fires.skl", "bgf/several/three-defects.bgf", "bgp/several/three-defects.bgp",
    "tga/order/fires-10.tga", "tga/truncated/fires-48-1.tga", "tga/all-transparent/fires.tga", "dds/truncated/fires-0-32-1.dds",
    "bmp/truncated/fires-pixels.bmp", "png/truncated/fires-data.png")


def views(program, folder):
    shell = Shell(program, folder)
    for fixture in DRAWN:
        name = fixture.replace("/", "-")
        shell.copy(name, fixture)
        command = ("dump", "-f", "views", name)
        done = shell.run(*command)
        text = done.stdout.decode()
        shell.note(command, done.returncode, "\n".join(lines_of("file", json.loads(text), 0)) + text[len(text.rstrip()):])
    return shell.text


# ---- The files ----------------------------------------------------------------------------------------------------

# By the part of tools/regenerate.
OUTPUTS = {"outputs": {"reports": reports, "page": page, "fixes": fixes, "explained": explained}, "views": {"views": views}}


def table(part, program):
    """What there must be of a part, and what there is, by path."""
    paths = {name: f"{FOLDER}/{name}.txt" for name in OUTPUTS[part]}
    found = {path: (ROOT / path).read_bytes() for path in paths.values() if (ROOT / path).exists()}
    made = {}
    for name, make in OUTPUTS[part].items():
        with tempfile.TemporaryDirectory(prefix="assetlint-outputs-") as folder:
            made[paths[name]] = make(program, folder).encode()
    return made, found
