#!/usr/bin/env python3
"""unread_test.py: if a file can't be read once, the exit status is 3, and no finding follows from its absence.

    unread_test.py --program PATH --faults PATH [--published] [--real DIR] [--all]

Generated mods, as folders and packages, or a copy of the mods of DIR/mods with some of them packed. One call for one file
or folder fails: opening it, reading it, listing it, the first time or each time. Then the exit status is 3, the file that
could not be read is reported once, and all other findings are findings of the whole folder. Only some calls are
tried; --all tries all of them, which takes minutes with published mods. --faults names the library built from
tests/cli/faults.c.
"""

import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))

import faults  # noqa: E402
import good_mods  # noqa: E402
import references_test  # noqa: E402
import whole_mods  # noqa: E402
from mod_shapes import files_of, write, write_cat, write_zip  # noqa: E402

SECONDS = 120
SOME = 9                                # of the generated mods, every so many calls
EACH = 23                               # of the published mods, every so many files of a kind that is common
ALWAYS = (".gfx", ".mod", ".cat", ".zip")
UNREADABLE = "file/unreadable"
ON_STDERR = "cannot read "


def run(arguments, folder, words, fail=None):
    """Runs the program, with one call that fails, or none."""
    environment = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
    if fail is not None:
        environment |= faults.environment(arguments.faults, fail)
    return subprocess.run([str(arguments.program), *words], cwd=folder, env=environment, capture_output=True,
                          encoding="utf-8", timeout=SECONDS)


def check(arguments, folder, fail=None):
    return run(arguments, folder, ["check", "--allow-empty", "-f", "json", "--show", "note", "-j", "1", "."], fail)


def key(finding):
    return (finding["path"], finding.get("member", ""), finding["rule"], finding["field"], finding["offset"], finding["message"])


def problems_of(done, whole):
    """What is wrong with a run in which something could not be read."""
    report = json.loads(done.stdout)
    told = [one for one in report["findings"] if one["rule"] == UNREADABLE]
    lines = [line for line in done.stderr.splitlines() if ON_STDERR in line]
    problems = [f"only without the file: {key(one)}" for one in report["findings"]
                if one["rule"] != UNREADABLE and key(one) not in whole]
    if done.returncode != 3 or report["summary"]["exit"] != 3:
        problems.append(f"exit {done.returncode}, in the summary {report['summary']['exit']}")
    if len(told) + len(lines) != 1:
        problems.append(f"reported {len(told)} times as a finding and {len(lines)} times on stderr")
    return problems


class Folder:
    """A folder that was checked as a whole, and its runs with one failing call."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        done = check(arguments, folder)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{folder}: exit {done.returncode}: {done.stderr}")
        self.whole = {key(one) for one in json.loads(done.stdout)["findings"]}

    def problems(self, fail):
        return problems_of(check(self.arguments, self.folder, fail), self.whole)


# ---- Generated mods ----------------------------------------------------------------------------------------------------

def spoiled(files, names):
    """The mod without some files, so that rules across files have something to report."""
    return {name: content for name, content in files.items() if name not in names}


def generated(room):
    """Several good mods beside each other, two with faults, one in a zip and one in a catalog."""
    write(room / "ship", good_mods.X4)
    write(room / "ship_with_faults", spoiled(good_mods.X4, ("assets/macros/gun_macro.xml", "assets/ship_data/wing-lod0.xmf")))
    write(room / "soldiers", good_mods.PARADOX)
    write(room / "soldiers_with_faults", spoiled(good_mods.PARADOX, ("gfx/anims/soldier3_idle.xsm",)))
    write_zip(room / "packed.zip", {"packed/" + name: content for name, content in good_mods.X4.items()})
    write(room / "catalog", {"content.xml": good_mods.X4["content.xml"]})
    write_cat(room / "catalog", "ext_01", spoiled(good_mods.X4, ("content.xml",)))


EXACT = [
    # the call that fails, and rules that are still reported
    ("open:1:ship_with_faults/index/macros.xml", "pdx/missing-motion"),
    ("open:1:soldiers_with_faults/interface/soldiers.gfx", "x4/index-path"),
    ("open:1:soldiers_with_faults/our.mod", "x4/index-path"),
    ("opendir:1:ship_with_faults/assets", "pdx/missing-motion"),
]


def generated_cases(arguments):
    with tempfile.TemporaryDirectory() as place:
        room = pathlib.Path(place)
        generated(room)
        folder = Folder(arguments, room)
        wanted = {"x4/index-path", "x4/missing-mesh", "pdx/missing-motion"}
        yield "the whole", [f"no {rule}" for rule in wanted - {one[2] for one in folder.whole}]
        for fail in list(calls(room, generated_files))[::1 if arguments.all else SOME]:
            yield fail, folder.problems(fail)
        for fail, rule in EXACT:
            done = check(arguments, room, fail)
            rules = {one["rule"] for one in json.loads(done.stdout)["findings"]}
            yield f"{fail} leaves {rule}", [] if rule in rules else [f"reported: {sorted(rules)}"]


def generated_files(path):
    """Few of the many equal ones."""
    return not any(part in path for part in ("soldiers/", "soldier1", "soldier2", "ship/", ".sig", ".txt", ".lua"))


def calls(room, wanted):
    """The calls that fail, one in each run. Of files that rules across files need only by name, the check's call fails."""
    for path in sorted(room.rglob("*")):
        name = path.relative_to(room).as_posix()
        if not wanted(name):
            continue
        if path.is_dir():
            yield from (f"opendir:1:/{name}", f"readdir:1:/{name}")
        elif path.suffix != ".dat":
            yield from (f"open:0:/{name}", f"open:1:/{name}")
            if path.stat().st_size > 0:
                yield f"read:1:/{name}"


# ---- One by one --------------------------------------------------------------------------------------------------------

class Room:
    """A working folder with a mod, a game and other files."""

    def __init__(self, arguments, room):
        self.arguments, self.room = arguments, room
        write(room, {"mod/" + name: content for name, content in good_mods.X4.items()})
        write(room, {"game/" + name: content for name, content in references_test.files(references_test.GAME).items()})

    def run(self, fail, *words):
        return run(self.arguments, self.room, words, fail)

    def differs(self, fail, words, status, out, err):
        done = self.run(fail, *words)
        found = (done.returncode, done.stdout, done.stderr)
        return [] if found == (status, out, err) else [f"{found}, expected {(status, out, err)}"]


TOO_MANY = "Too many open files"
LINES = ["check", "-f", "lines", "-q"]
FOR_RULES = "the rules across files could not read it"


def unread(path, why=TOO_MANY):
    return f"assetlint: cannot read {path} for the rules across files: {why}\n"


def one_by_one(room):
    """Yields the name of a case and what is wrong with it."""
    with_game = [*LINES, "mod", "--with", "game"]
    hull = "assets/ship_data/hull-lod0.xmf"
    yield "checked once", room.differs(
        f"open:0:/{hull}", [*LINES, "mod"], 3, f"mod/{hull}: error: file could not be read: {TOO_MANY} [file/unreadable]\n", "")
    yield "survey only", room.differs(
        "open:1:mod/index/macros.xml", [*LINES, "mod"], 3,
        f"mod/index/macros.xml: error: {FOR_RULES}: {TOO_MANY} [file/unreadable]\n", "")
    yield "a folder", room.differs(
        "opendir:1:mod/assets", [*LINES, "mod"], 3, f"mod/assets: error: list of the folder could not be read: {TOO_MANY} [file/unreadable]\n", "")
    yield "a file of a reference", room.differs("open:1:game/index/macros.xml", with_game, 3, "", unread("game/index/macros.xml"))
    yield "a folder of a reference", room.differs("opendir:1:game/assets", with_game, 3, "", unread("game/assets"))
    yield "a reference", room.differs("opendir:1:game", with_game, 3, "", unread("game"))
    yield "an excluded file", room.differs(
        "open:1:mod/index/macros.xml", [*LINES, "mod", "--exclude", "index/macros.xml"], 3, "", unread("mod/index/macros.xml"))
    yield "a reference that nobody needs", room.differs(
        "open:0:one.skl", [*LINES, "mod/content.xml", "--allow-empty", "--with", "one.skl"], 3,
        "", unread("one.skl"))


def shards(room):
    """The shard that failed has exit 3, though the file is of another shard."""
    names = sorted(path.relative_to(room.room).as_posix() for path in (room.room / "mod").rglob("*") if path.is_file())
    part = names.index("mod/index/macros.xml") % 2 + 1
    statuses = {}
    for number in (1, 2):
        done = room.run("open:1:mod/index/macros.xml" if number != part else "open:1:none", "check", "-f",
                        f"ndjson={number}.ndjson", "--shard", f"{number}/2", "mod")
        statuses[number] = done.returncode
    yield "shards", [] if statuses == {part: 0, 3 - part: 3} else [str(statuses)]


def ignore_files(room):
    path = room.room / "mod/assets/ship_data/bad.xmf"
    path.write_bytes(b"XUMF" + bytes(8))
    path.with_name(path.name + ".assetlintignore").write_text("xmf/*\n")
    name = path.relative_to(room.room).as_posix()
    yield "an ignore file", room.differs("open:1:none", [*LINES, name], 0, "", "")
    yield "an unreadable ignore file", room.differs(
        "open:1:bad.xmf.assetlintignore", [*LINES, name], 3,
        f"{name}: error: .assetlintignore beside it could not be read: {TOO_MANY} [file/unreadable]\n", "")


def cases_one_by_one(arguments):
    with tempfile.TemporaryDirectory() as place:
        room = Room(arguments, pathlib.Path(place))
        (room.room / "one.skl").write_bytes(b"\x00")
        yield from one_by_one(room)
        yield from shards(room)
        yield from ignore_files(room)


# ---- Published mods ----------------------------------------------------------------------------------------------------

def copy_of_mods(mods, room):
    """The published mods; the index of one is in a catalog, and one is in a zip as well."""
    for mod in sorted(path for path in mods.iterdir() if path.is_dir()):
        shutil.copytree(mod, room / mod.name)
    index = sorted(room.glob("*/index"))[0]
    write_cat(index.parent, "ext_01", {"index/" + name: content for name, content in files_of(index).items()})
    shutil.rmtree(index)
    smallest = min((path for path in room.iterdir() if (path / "content.xml").is_file()),
                   key=lambda path: sum(file.stat().st_size for file in path.rglob("*") if file.is_file()))
    write_zip(room / "packed.zip", {f"{smallest.name}/{name}": content for name, content in files_of(smallest).items()},
              zipfile.ZIP_STORED)


def sampled(every):
    """Files of every kind that rules across files read or look for."""
    seen = {}

    def wanted(name):
        suffix = pathlib.PurePosixPath(name).suffix.lower()
        if suffix not in (".gfx", ".xml", ".mod", ".xmf", ".ani", ".xac", ".xsm", ".xpm", ".cat", ".zip", ""):
            return False
        seen[suffix] = seen.get(suffix, 0) + 1
        return suffix in ALWAYS or "index/" in name or seen[suffix] % every == 1 or every == 1
    return wanted


def published_cases(arguments):
    with tempfile.TemporaryDirectory() as place:
        room = pathlib.Path(place)
        copy_of_mods(arguments.mods, room)
        folder = Folder(arguments, room)
        fails = [fail for fail in calls(room, sampled(1 if arguments.all else EACH))
                 if not fail.endswith(("LICENSE", ".gitattributes", ".gitignore"))]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            yield from zip(fails, pool.map(folder.problems, fails))


# ---- The program -------------------------------------------------------------------------------------------------------

def main():
    parser = whole_mods.parser_of(__doc__)
    parser.add_argument("--faults", type=pathlib.Path, required=True)
    parser.add_argument("--published", action="store_true")
    parser.add_argument("--all", action="store_true")
    arguments = whole_mods.read_arguments(parser)
    if not arguments.published:
        tried = whole_mods.count(generated_cases(arguments), enumerated=True)
        named = whole_mods.count(cases_one_by_one(arguments))
        return whole_mods.conclude(tried[0] + named[0], tried[1] + named[1])
    if not arguments.mods.is_dir():
        whole_mods.skip(arguments.mods)
        return whole_mods.conclude(0, 0, 1)
    return whole_mods.conclude(*whole_mods.count(published_cases(arguments), enumerated=True))


if __name__ == "__main__":
    sys.exit(main())
