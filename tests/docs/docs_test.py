#!/usr/bin/env python3
"""docs_test.py: the documentation matches the tree.

    docs_test.py [--machine-paths]

- Every relative link of every Markdown file leads to a file of the project and, with an anchor, to a heading of it.
- docs/promise.md names tests: each name in code style after a link in its table occurs in the linked file.
- Each integer of a record (src/formats/**/layout.def) has an error in tests/rules/*.expected that names it, or one in
  BOUNDED, or docs/promise.md says that no reader may believe it.
- docs/fixes.md has each rule with a fix.
- docs/limits.md has each limit of src/core/limits.h, with its number. With --machine-paths it checks only that no file
names a path of a developer's machine.
"""

import argparse
import functools
import itertools
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools/corpus"))
sys.dont_write_bytecode = True
import layouts  # noqa: E402
UNITS = {"": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
# A path that begins with a folder for files of users.
MACHINE_PATH = re.compile(rb"(?<![\w.$}/-])/(?:home|root|work|Users)/")
# Files that contain such paths as examples.
SHOWS_MACHINE_PATHS = {"ci/checksrc.py"}

# What generate_docs copies into the pages of docs/formats: their links are checked there.
PARTS_OF_PAGES = "tools/docs/formats/"

LINK = re.compile(r"\[(?:[^\]\\]|\\.)*\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)")
REFERENCE = re.compile(r"^ {0,3}\[[^\]]+\]:\s*<?(\S+?)>?(?:\s|$)", re.MULTILINE)
FENCE = re.compile(r"^ {0,3}(```|~~~).*?^ {0,3}\1", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)")
SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")


def tree():
    """The files that are under version control, or could be, as paths from the root of the project with `/`."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z", "-c", "-o", "--exclude-standard"], cwd=ROOT,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        if listed.returncode == 0:
            names = {os.fsdecode(name) for name in listed.stdout.split(b"\0") if name}
            return sorted(name for name in names if (ROOT / name).is_file())
    names = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in (".git", "build", "__pycache__")]
        names += [os.path.relpath(os.path.join(folder, name), ROOT).replace(os.sep, "/") for name in files]
    return sorted(names)


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


# ---- Links ------------------------------------------------------------------------------------------------------

def without_code(text):
    return CODE.sub(" ", re.sub(r"^(?: {4}|\t).*$", "", FENCE.sub("", text), flags=re.MULTILINE))


@functools.lru_cache(maxsize=None)
def anchors(name):
    """The anchors that GitHub gives to the headings of a page."""
    found = {}
    for heading in re.findall(r"^ {0,3}#{1,6}\s+(.*?)(?:\s+#+)?\s*$", FENCE.sub("", read(name)), re.MULTILINE):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found[anchor] = found.get(anchor, 0) + 1
    return set(found) | {f"{anchor}-{number}" for anchor, count in found.items() for number in range(1, count)}


def target_of(name, link):
    """The target of a link of a page: a path from the root, and the anchor, or "" without one."""
    path, _, anchor = link.partition("#")
    if path == "":
        return name, anchor
    folder = name.rpartition("/")[0]
    return os.path.normpath(os.path.join(folder, urllib.parse.unquote(path))).replace(os.sep, "/"), anchor


def link_problems(name, link, files, folders):
    target, anchor = target_of(name, link)
    if target not in files and target not in folders:
        yield f"{link}: there is no {target} in the project"
    elif anchor and (not target.endswith(".md") or anchor not in anchors(target)):
        yield f"{link}: {target} has no heading of that anchor"


def check_links(files):
    known = set(files)
    folders = {"."} | {"/".join(name.split("/")[:depth]) for name in files for depth in range(1, name.count("/") + 1)}
    for name in files:
        if not name.endswith(".md") or name.startswith(PARTS_OF_PAGES):
            continue
        text = without_code(read(name))
        links = [link for link in LINK.findall(text) + REFERENCE.findall(text) if not SCHEME.match(link)]
        yield f"links of {name}", [problem for link in links for problem in link_problems(name, link, known, folders)]


# ---- What pages say ---------------------------------------------------------------------------------------------

def check_promise():
    """Checks the tests that the first table names: the names in code style between a link and the next one."""
    page = "docs/promise.md"
    if not (ROOT / page).is_file():
        yield page, ["it is missing"]
        return
    promises = read(page).partition("\n## ")[0]
    for row in re.findall(r"^\| *(.*) \|$", promises, re.MULTILINE)[2:]:
        promise, held = row.split(" | ")
        links = list(LINK.finditer(held))
        yield f"{page}: {promise}", [] if links else ["it names no test"]
        for link, after in zip(links, links[1:] + [None]):
            target = target_of(page, link.group(1))[0]
            for _, word in CODE.findall(held[link.end():after.start() if after else len(held)]):
                known = (ROOT / target).is_file() and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", read(target))
                yield f"{page} names {word} of {target}", [] if known else ["there is no such thing"]


# Folders of layouts that several formats share.
FAMILIES = {"anark": ("bgf", "bsg"), "emotionfx": ("xac", "xsm", "xpm")}
TITLES = {"XMF": "xmf", "XAC": "xac", "XSM": "xsm", "XPM": "xpm", "BBMOD": "bbmod", "BGF": "bgf", "BSG": "bsg",
          "DDS": "dds", "TGA": "tga", "BMP": "bmp", "Egosoft ANI": "xani", "Lost Saga ANI": "ani", "Lost Saga MSH": "msh"}
# Garbage and constants, and rows that are no number.
NO_NUMBER = {"pad", "reserved", "zero", "two", "four", "end", "ignored"}
NO_NUMBERS = {"WORDS", "WORD", "WORDS_END", "RECORD", "RECORD_END", "GAP", "MAGIC", "MAGICS", "TEXT"}
# Numbers of lists: the error names the list.
BOUNDED = {("xac", "bone"): "xac/influence-bone", ("xac", "first"): "xac/influence-range",
           ("xac", "count"): "xac/influence-range", ("msh", "vertices"): "msh/index-range",
           ("xani", "interpolation"): "xani/interpolation", ("xmf", "numMaterials"): "xmf/truncated",
           **{("dds", name): "dds/truncated" for name in ("formatFlags", "resourceDimension", "miscFlag")},
           ("dds", "blueMask"): "dds/masks", ("png", "length"): "png/truncated",
           **{("tga", name): "tga/truncated" for name in ("idLength", "colorMapLength")}, ("tga", "colorMapFirst"): "tga/color-map",
           **{("bmp", name): "bmp/truncated" for name in ("dataOffset", "width", "height", "bits")}}


def numbers_of_layouts():
    """(format, record, name) of each integer."""
    for path in (ROOT / "src/formats").glob("**/layout.def"):
        for kind, columns in layouts.ROW.findall(path.read_text(encoding="utf-8")):
            if kind in NO_NUMBERS or re.match(r"\w+,\s*f\d", columns):
                continue
            name = re.search(layouts.TEXT, columns).group()[1:-1]
            for format in FAMILIES.get(path.parent.name, (path.parent.name,)):
                yield format, columns.partition(",")[0], name


def check_bounds():
    errors, rules = set(), set()
    for path in (ROOT / "tests/rules").glob("*.expected"):
        for rule, field in re.findall(r"^  error (\S+) \S+ (\S+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            errors.add((path.stem, re.sub(r"\[\d+\]", "", field).rpartition(".")[2]))
            rules.add(rule)
    page = read("docs/promise.md").partition("## What no reader may believe")[2].partition("\n## ")[0]
    unbelieved = {(TITLES.get(title), name) for titles, said in re.findall(r"^\| ([^:|]+)(?::| \|)(.*)$", page, re.MULTILINE)
                  for title in titles.split(", ") for _, name in CODE.findall(said)}
    for format, record, name in numbers_of_layouts():
        bounded = name in NO_NUMBER or (format, name) in errors | unbelieved or BOUNDED.get((format, name)) in rules
        yield f"{name} of {record}", [] if bounded else [f"no error of {format} bounds it, and docs/promise.md doesn't say so"]


def value(expression):
    """The value of a constant of limits.h."""
    plain = re.sub(r"U?INT\d+_C\((\d+)\)", r"\1", expression)
    if not re.fullmatch(r"[\d\s()<*+]+", plain):
        raise ValueError(f"{expression} is no plain number")
    return eval(plain, {"__builtins__": {}})


def numbers(text):
    return [int(digits.replace(",", "")) * UNITS[unit or ""]
            for digits, unit in re.findall(r"\b(\d[\d,]*)(?: (KiB|MiB|GiB))?\b", text)]


def check_limits():
    page = "docs/limits.md"
    if not (ROOT / page).is_file():
        yield page, ["it is missing"]
        return
    rows = [line for line in read(page).splitlines() if line.startswith("|")]
    for name, expression in re.findall(r"^#define (AL_\w+) +(\S.*)$", read("src/core/limits.h"), re.MULTILINE):
        mine = [row for row in rows if f"`{name}`" in row]
        if len(mine) != 1:
            yield f"{page} on {name}", [f"{len(mine)} rows have it"]
        else:
            right = value(expression) in numbers(mine[0])
            yield f"{page} on {name}", [] if right else [f"its row doesn't have the number {value(expression)}"]


def check_fixes():
    """The rules with a fix are those of docs/fixes.md, with the kind of their pages."""
    page = "docs/fixes.md"
    told = {}
    for row in re.findall(r"^\| (`.*)\|$", read(page), re.MULTILINE):
        rules, _, kind = row.strip().split(" | ")
        told |= {rule: kind.split(";")[0] for rule in re.findall(r"`([a-z0-9*]+/[a-z0-9-]+)`", rules)}
    used = set()
    for name in sorted((ROOT / "docs/rules").glob("*.md")):
        for rule, kind in re.findall(r"^## (\S+)\n.*?^\| (?:[^|\n]*\|){3} (safe|unsafe)? ?\|", read(name), re.MULTILINE | re.DOTALL):
            row = rule if rule in told else f"*/{rule.partition('/')[2]}"
            used.add(row)
            right = told.get(row, "") == kind or (not kind and f"not `{rule}`" in read(page))
            yield f"{page} on {rule}", [] if right else [f"its fix is {kind or 'none'}, not {told.get(row, 'none')}"]
    yield page, [f"no rule is {row}" for row in told if row not in used]


def check_machine_paths(files):
    for name in files:
        if name not in SHOWS_MACHINE_PATHS:
            found = MACHINE_PATH.search((ROOT / name).read_bytes())
            if found:
                yield name, ["it names a path of a developer's machine"]
    yield "paths of machines", []


def main():
    parser = argparse.ArgumentParser(description="Check the documentation.")
    parser.add_argument("--machine-paths", action="store_true", help="look for paths of machines in all files")
    arguments = parser.parse_args()
    files = tree()
    groups = [check_links(files), check_promise(), check_bounds(), check_limits(), check_fixes()]
    if arguments.machine_paths:
        groups = [check_machine_paths(files)]
    passed = failed = 0
    for case, problems in itertools.chain(*groups):
        for problem in problems:
            print(f"{case}: {problem}")
        passed += not problems
        failed += bool(problems)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
