"""parts_seeds.py: parts of runs, as check --shard writes them. A seed holds one or several, with a NUL between them."""

import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r"project\(.*?VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.DOTALL).group(1)


def line(**record):
    return json.dumps(record, separators=(",", ":")) + "\n"


def file(path, status="clean", format="xmf", size=1000, **more):
    return line(kind="file", path=path, format=format, version="3", size=size, status=status, **more)


def finding_of(path, rule="xmf/index-range", level="error", field="buffers[0]", fingerprint="0123456789abcdef", offset=16,
               format="xmf", **more):
    return {"rule": rule, "level": level, "confidence": "certain", "crash": level == "error", "path": path, "format": format,
            "offset": offset, "length": 4, "field": field, "message": "x", "count": 2, "elements": [7],
            "fingerprint": fingerprint, **more}


def finding(path, **more):
    return line(kind="finding", **finding_of(path, **more))


def known(path, in_baseline=True, fingerprint="0123456789abcdef", **more):
    return finding_of(path, fingerprint=fingerprint, **more) | {"justification": "why", "inBaseline": in_baseline}


def part(shard, lines, files=0, clean=0, errors=0, warnings=0, suppressed=0, exit=0, unreadable=0, not_judged=(), **more):
    summary = line(kind="summary", files=files, clean=clean, errors=errors, warnings=warnings, notes=0, unreadable=unreadable,
                   suppressed=suppressed, notJudged=list(not_judged), exit=exit, shard=shard,
                   part={"tool": {"name": "assetlint", "version": VERSION}, "files": "00000000000000f1",
                         "options": "00000000000000a2", "failOn": "error", "mustFind": True, "folder": "/repository/mods",
                         "root": "/repository", "rules": {"xmf/limit": "off"}, **more})
    return ("".join(lines) + summary).encode()


def not_judged(path, count, **more):
    return {"rule": "pdx/missing-motion", "count": count, "files": 1, "reason": "the targets may be in the game", "path": path, **more}


def unused(number, offset, **more):
    return finding_of("mod/assetlint.json", rule="config/unused-suppression", level="warning", offset=offset,
                      field=f"suppressions[{number}]", fingerprint=f"00000000000000c{number}", format="config", line=number + 3,
                      column=5, endLine=number + 3, endColumn=30, **more)


def unmatched(number, offset, entry, **more):
    return finding_of("known.json", rule="baseline/unmatched", level="warning", offset=offset, field=f"findings[{number}]",
                      fingerprint=f"00000000000000b{number}", format="baseline", line=2, column=5, endLine=2, endColumn=30,
                      entry=entry, **more)


def configuration(used, *findings):
    return {"path": "mod/assetlint.json", "size": 500, "used": used, "findings": list(findings)}


def baseline(*findings):
    return {"path": "known.json", "size": 700, "used": [], "findings": list(findings)}


def suppressions():
    """Three parts; a file of the second has a FILE.assetlintignore."""
    first = part("1/3", [file("mod/a.xmf", "findings", suppressed=[known("mod/a.xmf", False)]),
                         finding("mod/a.xmf", actual="9", expected="at most 2"), file("mod/d.xmf")],
                 files=2, clean=1, errors=1, suppressed=1, exit=1, configuration=configuration([20], unused(1, 60)))
    ignored = "mod/b.xmf.assetlintignore"
    second = part("2/3", [file("mod/b.xmf"), file(ignored, "findings", "config", 30),
                          finding(ignored, rule="config/unused-suppression", level="warning", format="config", line=1, column=1,
                                  endLine=1, endColumn=9)],
                  files=2, clean=1, warnings=1, configuration=configuration([], unused(0, 20), unused(1, 60)))
    third = part("3/3", [file("mod/c.xmf", "unreadable", size=0)], files=1, unreadable=1, exit=3,
                 configuration=configuration([]))
    return b"\0".join([third, first, second])


def baselines():
    """Two parts; the baseline has findings of a file and of the configuration."""
    own = configuration([], unused(2, 90, inBaseline=True))
    first = part("1/2", [file("mod/a.xmf", "findings", suppressed=[known("mod/a.xmf")])], files=1, suppressed=1,
                 configuration=own, baseline=baseline(unmatched(1, 140, "00000000000000c2")),
                 not_judged=[not_judged("mod/z.gfx", 2)])
    second = part("2/2", [file("mod/b.xmf")], files=1, clean=1, configuration=own, not_judged=[not_judged("mod/a.gfx", 3)],
                  baseline=baseline(unmatched(0, 40, "0123456789abcdef"), unmatched(2, 240, "00000000000000ff")))
    return b"\0".join([first, second])


def package():
    entry = {"member": "..\\b", "status": "unreadable", "suppressed": [known("m.zip", member="..\\b", format="zip")]}
    bare = {"member": "c", "status": "findings"}
    return part("1/1", [file("m.zip", "findings", "zip", entries=[entry, bare]),
                        finding("m.zip", member="c", rule="archive/path", format="zip", level="warning",
                                entries=[{"member": "d", "status": "findings"}]),
                        line(kind="file", path="m.zip", member="e.xmf", format="xmf", version="3", size=9, status="clean")],
                files=2, clean=1, warnings=1, suppressed=1, unreadable=1, exit=3)


def bytes_of_all_kinds():
    return part("1/1", [file("a\\xFF", "findings", pathBytes="61ff"),
                        finding("a\\xFF", actual="\\xFE", actualBytes="fe", expected="é", inflatedOffset=8, line=2, column=3,
                                endLine=2, endColumn=4)],
                files=1, errors=1, exit=1, show="error", maxPerRule=0, rootBytes="2fff",
                not_judged=[not_judged("b\\xFF.zip", 1, pathBytes="62ff2e7a6970", member="interface/a.gfx")])


def seeds():
    """Bytes by file name."""
    return {
        "nothing": part("1/1", []),
        "suppressions": suppressions(),
        "baselines": baselines(),
        "package": package(),
        "bytes": bytes_of_all_kinds(),
    }
