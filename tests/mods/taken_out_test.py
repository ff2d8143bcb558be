#!/usr/bin/env python3
"""taken_out_test.py: a good mod without all files of one kind gives no findings across files.

    taken_out_test.py --program PATH [--real DIR]

Mods in version control are often incomplete: their meshes, pictures or generated XML are elsewhere. From the generated
mods (good_mods.py) and those of DIR/mods each extension, folder and role is taken out, and then everything else. No new
findings across files are allowed, not even notes. BY_RULE has the exceptions that the pages of the rules require: a mod
without all its motions is not incomplete, but one in which nothing moves. What is not judged for that reason is counted.
An index without content.xml is a mod that the game does not load.
"""

import collections
import itertools
import pathlib
import re
import sys
import tempfile

import good_mods
import mod_shapes
import whole_mods
from whole_mods import ACROSS, difference, findings

ROLES = {
    "the index": r"(^|/)index/[^/]*\.xml$", "index of macros": r"(^|/)index/macros\.xml$",
    "index of components": r"(^|/)index/components\.xml$", "material library": r"(^|/)libraries/material_library\.xml$",
    "content.xml": r"(^|/)content\.xml$", "XML but content.xml": r"(?<!/content)(?<!^content)\.xml$",
    "XML but the index": r"^(?!.*index/)(?!.*content\.xml).*\.xml$", "macros": r"_macro\.xml$|/macros/",
    "levels of detail": r"-lod[0-9]+\.xmf$", "collision meshes": r"-collision[^/]*\.xmf$",
    "pictures": r"\.(dds|tga|dds\.gz)$", "collision shapes": r"\.jcs$", "actors and motions": r"\.(xac|xsm|xpm)$",
    "patches": r"(^|/)extensions/", "actors and pictures": r"\.(xac|dds|tga)$", "motions and pictures": r"\.(xsm|xpm|dds|tga)$",
}
# The findings that the pages of rules require, by the kind that was taken out, with their number in the generated mods.
NO_MACROS, NO_PICTURE = {"x4/index-path": 4}, {"x4/missing-texture": 1}
BY_RULE = {
    ".ani": {"x4/missing-animation": 1},    # the meshes are there, so nothing moves
    "macros": NO_MACROS,                    # the index of components still has targets
    "index of macros": {"x4/unregistered": 3}, "index of components": {"x4/unregistered": 4},
    ".dds": NO_PICTURE, ".tga": NO_PICTURE, ".gz": NO_PICTURE,      # other pictures are there
    "actors and pictures": {"x4/missing-texture": 2}, "motions and pictures": {"x4/missing-texture": 2},
    "patches": {"x4/index-path": 0}, "folder extensions": {"x4/index-path": 0}, "folder assets": {"x4/index-path": 0},
    "folder libraries": {"x4/index-path": 0}, "folder maps": {"x4/index-path": 0},
}

# The same for a real mod for Victoria 2, whose own motions are left: the files of the game are known. A real mod for X4
# gives a sector and its sky one name; only a pattern of its index says that both are wanted.
OF_REAL_MODS = dict.fromkeys((".xac", "actors and pictures"), {"pdx/missing-actor-file": 0}) | dict.fromkeys(
    ("the index", "index of macros", "folder index"), {"x4/name-twice": 2})


def kinds_of(files):
    """Maps each kind to its files, for kinds that are neither absent nor the whole mod."""
    kinds = {}
    for name in files:
        low = name.lower()
        kinds.setdefault(pathlib.PurePosixPath(low).suffix or "no extension", set()).add(name)
        if "/" in name:
            kinds.setdefault("folder " + low.split("/")[0], set()).add(name)
    for role, pattern in ROLES.items():
        kinds[role] = {name for name in files if re.search(pattern, name.lower())}
    return {kind: names for kind, names in kinds.items() if names and len(names) < len(files)}


def without_content(found, files):
    """The findings without the one that an index without content.xml must have."""
    names = {name.lower() for name in files}
    index = [name for name in files if name.lower() in ("index/macros.xml", "index/components.xml")]
    if not index or "content.xml" in names:
        return found
    wanted = ("./" + max(index, key=str.lower), "x4/no-content", "")
    return [one for one in found if one != wanted] + [("not reported", *wanted)] * (found.count(wanted) != 1)


def reported(program, files, references=()):
    with tempfile.TemporaryDirectory() as room:
        mod = pathlib.Path(room) / "mod"
        mod.mkdir()
        mod_shapes.write(mod, files)
        found = sorted((one["path"], one["rule"], one["field"])
                       for one in findings(program, mod, ".", references, show="note") if one["rule"].startswith(ACROSS))
        return without_content(found, files)


def news(before, found, allowed):
    left, many = list(before), collections.Counter()
    for one in found:
        if one in left:
            left.remove(one)
        elif one[1] in allowed:
            many[one[1]] += 1
        else:
            yield f"reported: {one}"
    if allowed.exact and many != collections.Counter({rule: count for rule, count in allowed.items() if count}):
        yield f"reported {dict(many)}, not {allowed}"


class Allowed(dict):
    exact = False


def problems_of(program, name, files, exact=False):
    before = reported(program, files)
    if exact:
        yield name, [f"reported: {one}" for one in before]
    for kind, names in kinds_of(files).items():
        rest = {path: content for path, content in files.items() if path not in names}
        alone = {path: content for path, content in files.items() if path in names}
        allowed, none = Allowed(BY_RULE.get(kind, {}) | ({} if exact else OF_REAL_MODS.get(kind, {}))), Allowed()
        allowed.exact = exact and any("x4/" in rule for rule in allowed) and "content.xml" in files
        yield f"{name} without {kind}", list(news(before, reported(program, rest), allowed))
        yield f"{name}: {kind} alone", list(news(before, reported(program, alone), none))
        if exact and not allowed:       # the reference has the files that were taken out
            yield f"{name} with a whole one, without {kind}", reported_with(program, rest, files)


def reported_with(program, files, whole):
    with tempfile.TemporaryDirectory() as room:
        reference = pathlib.Path(room) / "whole"
        mod_shapes.write(reference, whole | {"gfx/anims/nospec.dds": b""})    # only the game has this file
        return reported(program, files, [reference])


# ---- Not judged --------------------------------------------------------------------------------------------------------

# Files that are taken out of the mod of Victoria 2, which then has less than 95 % of its files, and by rule how many
# references can't be judged, in how many files.
NOT_JUDGED = {
    "20 motions": ([f"gfx/anims/soldier{number}_idle.xsm" for number in range(20)], {"pdx/missing-motion": (20, 1)}),
    "a motion of all": (["gfx/anims/walk.xsm"], {"pdx/missing-motion": (26, 1)}),
    "10 actors": ([f"gfx/anims/soldier{number}.xac" for number in range(10)],
                  {"pdx/missing-actor-file": (10, 1), "pdx/attach-node": (10, 1), "xsm/no-node-matches": (20, 20),
                   "pdx/missing-texture": (16, 16)}),
}
REASON = "the targets may be in the game (--with GAME looks)"
OF_THE_GAME = {"pdx/missing-texture": (26, 26)}     # the mod refers to these even if it is whole


def not_judged(program, files):
    """Of the report of a mod: by rule, the counts of references and of their files."""
    with tempfile.TemporaryDirectory() as room:
        mod_shapes.write(pathlib.Path(room), files)
        summary = whole_mods.report(program, room, ".", show="note")["summary"]
    assert summary["exit"] == 0 and {one["reason"] for one in summary["notJudged"]} == {REASON}, summary
    return {one["rule"]: (one["count"], one["files"]) for one in summary["notJudged"]}


def problems_of_silence(program):
    """A mod without some of its files has no findings about them, but its report counts them."""
    for name, (names, counts) in ({"nothing": ([], {})} | NOT_JUDGED).items():
        found = not_judged(program, {path: content for path, content in good_mods.PARADOX.items() if path not in names})
        yield f"the mod of Victoria 2 without {name}", [] if found == OF_THE_GAME | counts else [f"not judged: {found}"]


def main():
    arguments = whole_mods.arguments_of("Take files of a kind out of good mods.")
    cases = [problems_of(arguments.program, "the mod of X4", good_mods.X4, exact=True),
             problems_of(arguments.program, "the mod of Victoria 2", good_mods.PARADOX, exact=True),
             problems_of_silence(arguments.program)]
    real = arguments.mods.is_dir()
    if real:
        names = whole_mods.x4_mods(arguments.mods) + whole_mods.paradox_mods(arguments.mods)
        cases += [problems_of(arguments.program, name, mod_shapes.files_of(arguments.mods / name)) for name in names]
    else:
        whole_mods.skip(arguments.mods)
    passed, failed = whole_mods.count(itertools.chain(*cases))
    return whole_mods.conclude(passed, failed, int(not real))


if __name__ == "__main__":
    sys.exit(main())
