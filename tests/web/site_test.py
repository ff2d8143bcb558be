#!/usr/bin/env python3
"""site_test.py: the site of the documentation.

    site_test.py --program PATH --program-with-home PATH --home ADDRESS OUT

Makes the site in OUT as ci/site.sh does, with the template of the page where mods are dropped in place of the page, and
checks every page of it. The exit status is 77 if MkDocs or its theme is not installed. The program with a home was
compiled with the address ADDRESS.
"""

import argparse
import html.parser
import json
import os
import pathlib
import posixpath
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
THEME = pathlib.Path("/usr/share/mkdocs/themes/material")
SECONDS = 300
# What a browser follows only if somebody clicks on it.
FOLLOWED_BY_PEOPLE = {("a", "href"), ("form", "action")}


# ---- Pages -------------------------------------------------------------------------------------------------------

class Page(html.parser.HTMLParser):
    """The links, anchors, headings and policy of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors, self.policy, self.heading = [], {""}, "", None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.anchors |= {values.get("id", ""), values.get("name", "") if tag == "a" else ""}
        if tag == "link" and values.get("rel") == "canonical":
            return
        self.links += [(tag, name, values[name]) for name in ("href", "src", "srcset", "action") if values.get(name)]
        if tag == "meta" and values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values["content"]
        if tag == "h1" and self.heading is None:
            self.heading = ""

    def handle_data(self, data):
        if self.heading == "":
            self.heading = data


def target_of(place, link):
    """The file of the site that a link leads to, and the anchor. Only the page for lost readers has links from the root."""
    path, _, anchor = urllib.parse.unquote(link).partition("#")
    path = path.partition("?")[0]
    if path == "":
        return place, anchor
    path = posixpath.normpath(posixpath.join("/", posixpath.dirname(place), path)).lstrip("/")
    return path, anchor


def link_problems(place, page, pages, files):
    for tag, name, link in page.links:
        if re.match(r"[a-z][a-z0-9+.-]*:|//", link):
            if (tag, name) not in FOLLOWED_BY_PEOPLE and not link.startswith("data:"):
                yield f"{place}: {tag} loads {link[:80]}"
            continue
        if link.startswith("/") and place != "404.html":
            yield f"{place}: {link} does not work below a prefix"
        path, anchor = target_of(place, link)
        if path not in files:
            path = posixpath.join(path, "index.html").removeprefix("./")
        if path not in files:
            yield f"{place}: {link} leads nowhere"
        elif anchor and not anchor.startswith("__") and path in pages and anchor not in pages[path].anchors:
            yield f"{place}: {link} leads to no anchor"


# ---- What is tested ----------------------------------------------------------------------------------------------

class Site:
    def __init__(self, folder):
        self.folder = folder
        self.files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        self.pages = {name: Page((folder / name).read_text(encoding="utf-8")) for name in self.files
                      if name.endswith(".html") and name != "check/index.html"}

    def page_of_rule(self, rule):
        return self.pages.get(f"rules/{rule}/index.html")


def broken_links(site, _):
    """No page has a link that leads nowhere, and none loads anything from elsewhere."""
    return [problem for place, page in site.pages.items() for problem in link_problems(place, page, site.pages, site.files)]


def policies(site, _):
    """Each page forbids its browser to load anything from elsewhere."""
    return [f"{place}: its policy is {page.policy!r}" for place, page in site.pages.items()
            if not page.policy.startswith("default-src 'none'; script-src 'self'") or "//" in page.policy
            or "unsafe" in page.policy]


def style_sheets(site, _):
    """No style sheet loads anything from elsewhere."""
    return [f"{name}: {found}" for name in site.files if name.endswith(".css")
            for found in re.findall(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//[^)\"']*",
                                    (site.folder / name).read_text(encoding="utf-8"))]


def rules_have_pages(site, arguments):
    """Each rule has a page at its address, with its id as the heading."""
    done = subprocess.run([arguments.program, "rules", "-f", "json"], stdout=subprocess.PIPE, timeout=SECONDS, check=True)
    rules = [rule["id"] for rule in json.loads(done.stdout)]
    problems = [] if len(rules) > 400 else [f"only {len(rules)} rules are known"]
    for rule in rules:
        page = site.page_of_rule(rule)
        if page is None or page.heading != rule:
            problems.append(f"{rule}: {'no page' if page is None else f'its page is about {page.heading!r}'}")
    return problems


def rules_are_found(site, _):
    """The search has one entry for each page of a rule, with its id first, and the id's parts as words."""
    index = json.loads((site.folder / "search/search_index.json").read_text(encoding="utf-8"))
    entries = {}
    for entry in index["docs"]:
        rule = re.match(r"rules/(\w+/[\w-]+)/", entry["location"])
        if rule:
            entries.setdefault(rule[1], []).append(entry)
    wanted = {name.removeprefix("rules/").removesuffix("/index.html") for name in site.pages
              if re.fullmatch(r"rules/\w+/[\w-]+/index\.html", name)}
    problems = [f"{rule}: the search has {len(entries.get(rule, []))} entries" for rule in sorted(wanted ^ entries.keys())]
    for rule, (entry, *more) in entries.items():
        prefix, _, name = rule.partition("/")
        if more or not entry["title"].startswith(f"{rule}: ") or not entry["text"].endswith(f" {prefix} {name}"):
            problems.append(f"{rule}: its entry is {entry['title']!r}, and {len(more)} more")
    return problems


def reports_lead_there(site, arguments):
    """Each address in a SARIF log of the fixtures is a page of the site."""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder, "log.sarif")
        subprocess.run([arguments.program_with_home, "check", "--show=note", "-q", "-f", f"sarif={log}",
                        ROOT / "build/fixtures"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=SECONDS,
                       check=False)
        driver = json.loads(log.read_text(encoding="utf-8"))["runs"][0]["tool"]["driver"]
    addresses = {rule["id"]: rule.get("helpUri", "") for rule in driver["rules"]}
    # A log has the 5,000 most severe results.
    problems = [] if len(addresses) > 250 else [f"only {len(addresses)} rules have a result"]
    if driver["informationUri"] != arguments.home:
        problems.append(f"informationUri is {driver['informationUri']}")
    for rule, address in addresses.items():
        page = address.removeprefix(f"{arguments.home}/") + "/index.html"
        if page not in site.pages or site.pages[page].heading != rule:
            problems.append(f"{rule}: {address} is no page of the site")
    return problems


def schema(site, _):
    """The schema is at the address that it and the examples of configurations name."""
    text = (site.folder / "assetlint.schema.json").read_bytes()
    return [] if text == (ROOT / "docs/assetlint.schema.json").read_bytes() else ["it is another"]


TESTS = [broken_links, policies, style_sheets, rules_have_pages, rules_are_found, reports_lead_there, schema]


# ---- Running them ------------------------------------------------------------------------------------------------

def self_test():
    """The checks of links notice what they are for."""
    pages = {"a/index.html": Page('<a href="../b/">b</a><a href="../b/#there">x</a>'), "b/index.html": Page('<p id="there">')}
    assert not list(link_problems("a/index.html", pages["a/index.html"], pages, pages.keys()))
    for wrong in ('<a href="../c/">', '<a href="../b/#gone">', '<img src="https://a.test/a.png">', '<a href="/b/">',
                  '<script src="//a.test/a.js">', '<link rel="stylesheet" href="http://a.test/a.css">'):
        assert list(link_problems("a/index.html", Page(wrong), pages, pages.keys())), wrong


def make_site(out, program):
    """The site, as ci/site.sh makes it."""
    sources = out.with_name(f"{out.name}-pages")
    subprocess.run([sys.executable, "-B", ROOT / "tools/site/pages.py", "--page", ROOT / "web/page/index.html",
                    "--program", shlex.quote(str(program)), sources],
                   timeout=SECONDS, check=True)
    subprocess.run(["mkdocs", "build", "--quiet", "--strict", "--config-file", sources / "mkdocs.yml", "--site-dir", out],
                   timeout=SECONDS, check=True, env={**os.environ, "ASSETLINT_HOMEPAGE": ""})
    return Site(out)


def main():
    parser = argparse.ArgumentParser(description="Test the site of the documentation.")
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--program-with-home", type=pathlib.Path, required=True)
    parser.add_argument("--home", required=True)
    parser.add_argument("out", type=pathlib.Path)
    arguments = parser.parse_args()
    if not shutil.which("mkdocs") or not THEME.is_dir():
        print("skipped: the site: MkDocs or its theme Material is not installed")
        return 77
    self_test()
    site = make_site(arguments.out, arguments.program)
    failed = 0
    for test in TESTS:
        problems = test(site, arguments)
        failed += bool(problems)
        for problem in problems[:40]:
            print(f"{test.__name__}: {problem}")
    print(f"enumerated: {len(site.pages)} pages")
    print(f"{len(TESTS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
