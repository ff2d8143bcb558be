"""hook.py: what MkDocs calls while it builds the site. A page of a rule gets its place in the navigation, each page a
policy, and the search only what people look for."""

import base64
import hashlib
import json
import pathlib
import re

SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
CHARSET = '<meta charset="utf-8">'


def with_policy(html):
    """The page with a Content-Security-Policy: scripts and pictures of the site alone, and no other host."""
    hashes = sorted({base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in SCRIPT.findall(html)})
    scripts = "".join(f" 'sha256-{each}'" for each in hashes)
    policy = (f"default-src 'none'; script-src 'self'{scripts}; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
              "worker-src 'self'; base-uri 'none'; form-action 'none'")
    assert CHARSET in html
    return html.replace(CHARSET, f'{CHARSET}\n<meta http-equiv="Content-Security-Policy" content="{policy}">', 1)


def on_env(env, files, **_):
    """The pages of the rules stand behind each other. They are not in the navigation: it would make each page long."""
    pages = {file.src_uri: file.page for file in files.documentation_pages()}
    lists = {}
    for page in pages.values():
        if "list" in page.meta:
            lists.setdefault(page.meta["list"], []).append(page)
    for place, rules in lists.items():
        for page, previous, following in zip(rules, [pages[place], *rules], [*rules[1:], None]):
            page.list, page.parent = pages[place], pages[place].parent
            page.previous_page, page.next_page = previous, following
    return env


def on_page_context(context, page, **_):
    """The navigation marks the list of a rule."""
    if hasattr(page, "list"):
        page.list.active = True
    return context


def finished(html):
    """A page with a policy, and with what the theme's search lacks for screen readers and the keyboard."""
    for before, after in (('role="dialog"', 'role="dialog" aria-label="Search"'),
                          ('class="md-search__scrollwrap"', 'class="md-search__scrollwrap" tabindex="0"')):
        assert before in html
        html = html.replace(before, after, 1)
    return with_policy(html)


def on_post_page(output, page, **_):
    if hasattr(page, "list"):
        page.list.active = False
    return finished(output)


def on_post_template(output_content, template_name, **_):
    return finished(output_content) if template_name.endswith(".html") else output_content


def searched(entry):
    """The entry of a page in the search. A rule is one entry, not one for each heading, and begins with what happens in the
    game. It is found by each part of its id, too: the search divides words at blanks and hyphens alone."""
    rule = re.match(r"rules/(\w+)/([\w-]+)/", entry["location"])
    if not rule:
        return entry
    text = re.split(r" since \d\S* ", entry["text"], maxsplit=1)[-1]
    return {**entry, "text": f"{text} {rule[1]} {rule[2]}"}


def is_searched(entry):
    """Without texts of sources: people look for what a page says, not for words of a program."""
    return not re.match(r"source/|rules/\w+/[\w-]+/#", entry["location"])


def on_post_build(config, **_):
    path = pathlib.Path(config["site_dir"]) / "search/search_index.json"
    index = json.loads(path.read_text(encoding="utf-8"))
    index["docs"] = [searched(entry) for entry in index["docs"] if is_searched(entry)]
    path.write_text(json.dumps(index, separators=(",", ":")), encoding="utf-8")
