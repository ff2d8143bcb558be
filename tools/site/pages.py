#!/usr/bin/env python3
"""pages.py: lays out the pages of the documentation site for MkDocs, from the Markdown of the tree.

    tools/site/pages.py --page INDEX.HTML --program COMMAND OUT

The Markdown of the tree is written for readers of the tree: its links lead to files. On the site each file has another
place, and this script turns the links:
- a section of README.md becomes a page of its own;
- docs/rules/<prefix>.md becomes a list of rules, and a page for each rule. Its address, rules/<prefix>/<name>/, never
  changes: reports link to it;
- a file of the sources that a page links to becomes a page with its text, under source/.
INDEX.HTML is the page where mods are dropped, from the build folder of the preset `web`. It becomes check/index.html, with
its service worker beside it. COMMAND runs assetlint: its help becomes a page.
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/corpus"))

from fixtures import read_table  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent

# The sections of README.md that are pages, with their titles, and those that other pages replace.
SECTIONS = {"Install": ("install.md", "Install"), "Use": ("use.md", "In a terminal"),
            "What it knows": ("games.md", "Games and files")}
REPLACED = {"In CI": "ci.md", "Configuration": "configuration.md", "The library": "library.md",
            "Contributing": "contributing.md"}
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md",
         "SECURITY.md": "security.md", "fuzz/README.md": "fuzzing.md", "web/page/index.html": "check/index.html"}
LANGUAGES = {".c": "c", ".h": "c", ".py": "python", ".sh": "bash", ".js": "javascript", ".json": "json",
             ".txt": "cmake"}

RULE = re.compile(r"^## (\S+/\S+)$", re.MULTILINE)
# Code, in which nothing is a link: fenced, indented after an empty line, or between backticks.
CODE = re.compile(r"(^ *```.*?^ *```$|(?<=\n\n)(?:(?: {4}|\t)[^\n]*\n|\n(?= {4}))+|`+[^`]+`+)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(\]\(|^\[[^\]]+\]: +)([^)\s]+)", re.MULTILINE)
REFERENCE = re.compile(r"^\[[^\]]+\]: +\S+\n", re.MULTILINE)
ORIGIN = re.compile(r"\A<!--.*?-->\s*", re.DOTALL)


def anchor_of(heading):
    """The anchor that GitHub gives to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def outside_code(change, text):
    """The text, changed where it is not code."""
    parts = CODE.split(text)
    return "".join(part if number % 2 else change(part) for number, part in enumerate(parts))


def for_python_markdown(text):
    """Python's Markdown wants four columns where GitHub's takes two or three: for what belongs to an item of a list."""
    in_fence, in_item, lines = False, False, []
    for line in text.splitlines():
        columns = len(line) - len(line.lstrip(" "))
        if line.strip() and not columns and not in_fence:
            in_item = bool(re.match(r"(-|\d+\.) ", line))
        if in_item and columns in (2, 3, 6, 7):
            line = " " * (4 if columns < 4 else 8) + line.lstrip(" ")
        in_fence ^= line.lstrip().startswith("```")
        lines.append(line)
    return "\n".join(lines) + "\n"


class Site:
    """The pages. `places` has the page of each file of the tree, `anchors` that of each heading which is a page."""

    def __init__(self, out):
        self.out = out
        self.places = dict(PAGES)
        self.anchors = {}
        self.sources = {}
        for path in sorted((ROOT / "docs").glob("*.md")):
            self.places[f"docs/{path.name}"] = path.name
        for path in sorted((ROOT / "docs/formats").glob("*.md")):
            self.places[f"docs/formats/{path.name}"] = "formats/" + path.name.replace("README", "index")
        for path in sorted((ROOT / "docs/rules").glob("*.md")):
            self.places[f"docs/rules/{path.name}"] = "rules/index.md" if path.stem == "README" else f"rules/{path.stem}/index.md"
            for rule in RULE.findall(path.read_text(encoding="utf-8")):
                self.anchors[f"docs/rules/{path.name}", anchor_of(rule)] = f"rules/{rule}.md"
        for heading, page in [*((name, page) for name, (page, _) in SECTIONS.items()), *REPLACED.items()]:
            self.anchors["README.md", anchor_of(heading)] = page

    def write(self, page, text, title, **meta):
        """Writes a page. `text` begins with its heading, which may be shorter than the title."""
        front = "".join(f"{key}: {json.dumps(value)}\n" for key, value in {"title": title, **meta}.items())
        target = self.out / "pages" / page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(f"---\n{front}---\n\n{for_python_markdown(text)}", encoding="utf-8")

    def copy(self, source, place):
        target = self.out / "pages" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)

    def place_of(self, target, anchor):
        """The file of the site for a file of the tree, and the anchor in it."""
        if (target, anchor) in self.anchors:
            return self.anchors[target, anchor], ""
        if target not in self.places:
            self.add_file(target)
        return self.places[target], anchor

    def add_file(self, name):
        """A file that a page links to: pictures and the schema are copied, a text becomes a page."""
        if name.startswith("docs/"):
            self.places[name] = name.removeprefix("docs/")
            self.copy(ROOT / name, self.places[name])
            return
        self.places[name] = f"source/{name.lstrip('.')}.md" # MkDocs leaves out what begins with a dot
        language = LANGUAGES.get(pathlib.PurePath(name).suffix, "text")
        self.write(self.places[name], f"# {name}\n\n````{language}\n{read(name)}````\n", name, hide=["navigation", "toc"])

    def turn_links(self, text, source, page):
        """The text of a file of the tree, with links for a page of the site."""
        def turned(match):
            before, link = match.groups()
            if re.match(r"[a-z]+:", link):
                return match.group(0)
            path, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(source), path)) if path else source
            place, anchor = self.place_of(target, anchor)
            return before + os.path.relpath(place, os.path.dirname(page) or ".") + (f"#{anchor}" if anchor else "")
        return outside_code(lambda part: LINK.sub(turned, part), text)

    def add(self, source, text=None, page=None, title=None, **meta):
        """A page with the text of a file of the tree, or a part of it."""
        text = ORIGIN.sub("", read(source) if text is None else text)
        page = page or self.places[source]
        self.write(page, self.turn_links(text, source, page), title or title_of(text), **meta)


def title_of(text):
    return re.search(r"^# (.*)$", text, re.MULTILINE).group(1)


def short(title):
    """A title for the list of pages: without what stands in brackets."""
    return re.sub(r" \(.*\)", "", title)


# ---- README.md ---------------------------------------------------------------------------------------------------

def add_sections(site):
    readme = read("README.md")
    references = "".join(REFERENCE.findall(readme))
    for heading, (page, title) in SECTIONS.items():
        body = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", readme, re.MULTILINE | re.DOTALL).group(1)
        site.add("README.md", f"# {title}\n{REFERENCE.sub('', body)}\n{references}", page, title)


# ---- Rules -------------------------------------------------------------------------------------------------------

def examples():
    """What assetlint says about a file that breaks a rule, by rule: the first message about its shortest fixture."""
    found = {}
    for table in sorted((ROOT / "tests/rules").glob("*.expected")):
        for fixture, findings in read_table(table.read_text(encoding="utf-8")).items():
            for line, message, *values in findings:
                level, rule, place, field, *more = line.split()
                if not fixture.startswith(f"{rule}/"):
                    continue
                file = fixture.split()[0].rpartition("/")[2]    # none of a folder
                inside = "".join(word[3:] for word in more if word.startswith("in="))
                words = [f"{file}{'!/' if file and inside else ''}{inside}:{place.partition('+')[0]}: {level}: {message}",
                         f"[{rule}]", *([field] if field != "-" else []), *values]
                found[rule] = min(found.get(rule, " ".join(words)), " ".join(words), key=len)
    return found


def part(block, name):
    return re.search(rf"^\*\*{name}:\*\* (.*)$", block, re.MULTILINE).group(1)


def facts(block):
    """The level of a rule, and the words below its title: level, crash, confidence, games, version."""
    level, crash, confidence, fix, since, games = re.search(
        r"^\| (\w+) \| (.*) \| (\w+) \| (\w*) \| (\d\S*) \| (.*) \|$", block, re.MULTILINE).groups()
    may_crash = ["may crash"] if crash.startswith("yes") else []
    return level, [level, *may_crash, confidence, *([f"{fix} fix"] if fix else []), games, f"since {since}"]


def rule_page(rule, block, about, example):
    """The title of a rule, and its page. The headings are HTML: the search shows a rule as one result."""
    prefix = rule.partition("/")[0]
    title = re.search(r"^\*\*(.*)\*\*$", block, re.MULTILINE).group(1)
    level, words = facts(block)
    source = part(block, "How sure").partition(". ")[2]
    shown = f"<h2>What assetlint says</h2>\n\n```text\n{example}\n```\n\n" if example else ""
    return title, (
        f"[Rules](README.md) / [{short(about)}]({prefix}.md)\n{{ .trail }}\n\n# {rule}\n\n{title}\n{{ .lead }}\n\n"
        f'<ul class="facts {level}">{"".join(f"<li>{word}</li>" for word in words)}</ul>\n\n'
        f"<h2>In the game</h2>\n\n{part(block, 'In the game')}\n\n"
        f'<h2>How to fix it</h2>\n\n<div class="fix" markdown>\n\n{part(block, "How to fix it")}\n\n</div>\n\n'
        f"{shown}<h2>How this is known</h2>\n\n{source}\n\n"
        f"`assetlint explain {rule}` prints this text. [What the words mean](README.md), and how to\n"
        "[accept a finding](../configuration.md#suppressions).\n{ .more }\n")


def add_rules(site):
    """The pages of rules. Returns the titles and places of their lists, in the order of the catalogue."""
    shown, catalogue, lists = examples(), read("docs/rules/README.md"), []
    site.add("docs/rules/README.md")
    for about, table in re.findall(r"^## (.*)\n\n((?:\|.*\n)+)", catalogue, re.MULTILINE):
        prefix = re.search(r"\]\((\w+)\.md#", table).group(1)
        source = f"docs/rules/{prefix}.md"
        head, *blocks = RULE.split(read(source))
        site.add(source, f"{ORIGIN.sub('', head)}\n{table}", hide=["toc"])
        lists.append((about, site.places[source]))
        for rule, block in zip(blocks[::2], blocks[1::2]):
            title, text = rule_page(rule, block, about, shown.get(rule))
            site.add(source, text, f"rules/{rule}.md", f"{rule}: {title}", description=title, hide=["toc"],
                     list=site.places[source])
    return lists


# ---- All pages ---------------------------------------------------------------------------------------------------

def add_formats(site):
    """The pages of formats. Returns their titles and places, in the order of their table."""
    listed = re.findall(r"^\| \[(.*)\]\((\w+\.md)\)", read("docs/formats/README.md"), re.MULTILINE)
    site.add("docs/formats/README.md")
    for _, name in listed:
        site.add(f"docs/formats/{name}")
    return [(title, f"formats/{name}") for title, name in listed]


def add_front(site, page):
    site.add("tools/site/index.md", page="index.md", title="assetlint", hide=["navigation", "toc"])
    site.copy(ROOT / "docs/assetlint.schema.json", "assetlint.schema.json")
    for name in ("index.html", "service_worker.js"):
        site.copy(page.parent / name, f"check/{name}")


def add_options(site, program):
    def help_about(*words):
        return subprocess.run([*program, "help", *words], stdout=subprocess.PIPE, timeout=60, check=True).stdout.decode()

    commands = re.findall(r"^  assetlint \[?(\w+)", help_about().partition("Examples:")[0], re.MULTILINE)
    texts = [f"## assetlint {name}\n\n```text\n{help_about(name)}```\n" for name in commands if name not in ("help", "version")]
    site.write("options.md", "\n".join(["# All options\n", *texts]), "All options")


def listed(*pages, titles=()):
    return [*pages, *({short(title): place} for title, place in titles)]


def navigation(rules, formats):
    return [
        {"Home": "index.md"},
        {"Check a mod": "check/index.html"},
        {"Use": ["install.md", "use.md", "options.md", "games.md", "fixes.md", {"Configuration": "configuration.md"},
                 {"In CI": "ci.md"}, {"Large trees": "scale.md"}, "library.md"]},
        {"Rules": listed("rules/index.md", titles=rules)},
        {"Formats": listed("formats/index.md", "corrections.md", titles=formats)},
        {"Project": ["promise.md", "limits.md", "security.md", "changelog.md", "contributing.md", "fuzzing.md"]},
    ]


def lay_out(out, page, program):
    shutil.rmtree(out, ignore_errors=True)
    (out / "pages").mkdir(parents=True)
    site = Site(out)
    add_front(site, page)
    add_sections(site)
    add_options(site, program)
    rules, formats = add_rules(site), add_formats(site)
    for source in [*PAGES, *sorted(name for name in site.places if re.fullmatch(r"docs/[^/]+\.md", name))]:
        if source.endswith(".md") and source != "README.md":
            site.add(source)
    shutil.copytree(HERE / "theme", out / "theme")
    shutil.copyfile(HERE / "hook.py", out / "hook.py")
    settings = (HERE / "mkdocs.yml").read_text(encoding="utf-8")
    (out / "mkdocs.yml").write_text(f"{settings}nav: {json.dumps(navigation(rules, formats))}\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description="Lay out the pages of the site for MkDocs.")
    parser.add_argument("--page", type=pathlib.Path, required=True, help="the page where mods are dropped")
    parser.add_argument("--program", type=shlex.split, required=True, help="the command that runs assetlint")
    parser.add_argument("out", type=pathlib.Path)
    arguments = parser.parse_args()
    lay_out(arguments.out, arguments.page, arguments.program)


if __name__ == "__main__":
    main()
