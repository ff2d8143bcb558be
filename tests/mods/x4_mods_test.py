#!/usr/bin/env python3
"""x4_mods_test.py: checks whole published mods, also after a file was renamed.

    x4_mods_test.py --program PATH [--real DIR] [--renames N]

DIR/mods has EXPECTED.tsv with the columns mod, path, rule and field (`-` for the whole file): the errors and warnings
about references among files that must be reported; no others may be. The table is older than the rules about
connections: for these the test searches the XML itself. Each mod is given as its folder, in the folder above, and as
`.` inside. With --renames N, a file of a mod without missing references is renamed, N times: exactly one reference must
be reported, and nothing else. The mods belong to others, so they are not in the repository: DIR is $ASSETLINT_REAL, or
shared/real beside the checkout. If it is missing, every test is skipped.
"""

import collections
import pathlib
import random
import shutil
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import whole_mods
from whole_mods import across, free_name

TABLE = "EXPECTED.tsv"
RULES = ("x4/",)
WHOLE = "mewosmith+xenonhax"
SEED = 20140504


def problems_of_mods(program, mods):
    names = whole_mods.x4_mods(mods)
    more = [(name, *row) for name in names for row in connections(mods / name)]
    yield from whole_mods.as_named(program, mods, TABLE, names, RULES, more)


# ---- Connections -------------------------------------------------------------------------------------------------

def parsed(mod):
    """The roots of the XML that is well-formed, by path. What lies below `extensions` belongs to another mod."""
    for path in sorted(mod.rglob("*.xml")):
        name = str(path.relative_to(mod))
        try:
            root = ElementTree.parse(path).getroot()
        except ElementTree.ParseError:
            continue
        if root.tag != "diff" and not name.startswith("extensions/"):
            yield name, root


def fields(element, seen, up=""):
    """Each element with its field."""
    name = element.get("name")
    path = up + element.tag + (f"[@name='{name}']" if name is not None else "")
    seen[path] += 1
    yield element, path + (f"[{seen[path]}]" if seen[path] > 1 else "")
    for child in element:
        yield from fields(child, seen, path + "/")


def names_of(elements):
    return {element.get("name", "").lower() for element in elements}


def connections(mod):
    """The connections of macros that their component doesn't have, and those on parts that it doesn't have."""
    roots = dict(parsed(mod))
    components = {component.get("name").lower(): component for root in roots.values() if root.tag == "components"
                  for component in root.findall("component")}
    for path, root in roots.items():
        field = {element: field for element, field in fields(root, collections.Counter())}
        for component in root.findall("component"):
            parts = names_of(component.iter("part"))
            for one in component.findall("connections/connection"):
                if one.get("parent") and one.get("parent").lower() not in parts:
                    yield path, "x4/connection-parent", field[one] + "/@parent"
        for macro in root.findall("macro"):
            component = macro.find("component")
            own = components.get(component.get("ref", "").lower()) if component is not None else None
            known = names_of(own.findall("connections/connection")) if own is not None else {}
            for one in macro.findall("connections/connection"):
                if own is not None and one.get("ref") and one.get("ref").lower() not in known:
                    yield path, "x4/connection-ref", field[one] + "/@ref"


# ---- Renames ----------------------------------------------------------------------------------------------------

def references(mod):
    """The files that some XML refers to, as lower-case paths, found by a simple search of the XML."""
    files = {str(path.relative_to(mod)).lower(): path for path in mod.rglob("*") if path.is_file()}
    wanted = set()
    for path in [one for name, one in files.items() if name.endswith(".xml")]:
        root = ElementTree.parse(path).getroot()
        if path.parent.name.lower() == "index":
            wanted.update(own(entry.get("value")) + ".xml" for entry in root.iter("entry"))
        for component in root.iter("component"):
            source = component.find("source")
            if source is not None and source.get("geometry"):
                wanted.update(meshes(component, own(source.get("geometry"))))
    return sorted(files[name] for name in wanted if name in files)


def own(value):
    return "/".join(part for part in value.replace("\\", "/").split("/") if part).lower().split("/", 2)[-1]


def meshes(component, folder):
    for connection in component.iter("connection"):
        parts = [part for part in connection.findall("parts/part") if part.get("ref") is None]
        if parts and len(parts) == len(connection.findall("parts/part")) and connection.find("animations/animation") is not None:
            yield folder + ".ani"
        for part in parts:
            levels = part.find("lods")
            numbers = ["0"] if levels is None else [level.get("index") for level in levels.findall("lod")]
            for number in numbers:
                yield f"{folder}/{part.get('name').lower()}-lod{number}.xmf"
            if part.get("wreck"):
                yield f"{folder}/{part.get('wreck').lower()}-lod0.xmf"


def rename(dice, path, mod):
    """A new name, in the same folder or another."""
    if dice.random() < 0.5:
        letters = "".join(dice.choice("abcdefgh0123456789_") for _ in range(dice.randint(1, 6)))
        return path.with_name(f"{path.stem}{letters}{path.suffix}" if dice.random() < 0.5 else letters + path.name)
    folders = sorted(one for one in mod.rglob("*") if one.is_dir() and one != path.parent)
    return dice.choice(folders) / path.name


def problems_of_renames(program, mods, count):
    dice, original = random.Random(SEED), mods / WHOLE
    with tempfile.TemporaryDirectory() as folder:
        mod = pathlib.Path(folder) / original.name
        shutil.copytree(original, mod)
        files = references(mod)
        before = across(program, mod, ".", rules=RULES)
        for number in range(count):
            path = dice.choice(files)
            other = free_name(path, lambda: rename(dice, path, mod))
            path.rename(other)
            found = across(program, mod, ".", rules=RULES)
            other.rename(path)
            case = f"rename {number}: {path.relative_to(mod)} as {other.relative_to(mod)}"
            news = [one for one in found if one not in before]
            lost = [one for one in before if one not in found]
            yield case, [] if len(news) == 1 and not lost else [f"{len(news)} findings: {news}, lost: {lost}"]


if __name__ == "__main__":
    sys.exit(whole_mods.main("Check whole published mods.", TABLE, problems_of_mods, problems_of_renames))
