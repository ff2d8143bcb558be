"""config_rules.py: the fixtures of the rules about budgets and suppressions in assetlint.json: folders with such a file."""

import json

from ani_seeds import seeds as ani
from bbanim_seeds import seeds as bbanim
from bbmod_seeds import seeds as bbmod
from bmp_seeds import seeds as bmp
from dds_seeds import seeds as dds
from fixtures import Finding, Rule
from msh_seeds import seeds as msh
from png_seeds import seeds as png
from skl_seeds import seeds as skl
from tga_seeds import seeds as tga
from xac_seeds import seeds as xac
from xmf_seeds import seeds as xmf
from xsm_seeds import seeds as xsm

CONFIGURATION = "assetlint.json"
# The measures of budgets in a seed of each format, counted as docs/configuration.md says.
COUNTS = {
    "triangles": [(xmf, "materials.xmf", 4), (xac, "submeshes.xac", 2), (xac, "lods.xac", 1), (xac, "collision.xac", 1),
                  (bbmod, "primitives.bbmod", 6), (msh, "divided.msh", 3)],
    "vertices": [(xmf, "materials.xmf", 4), (xac, "submeshes.xac", 6), (bbmod, "two-meshes-3.0.bbmod", 6),
                 (msh, "divided.msh", 7)],
    "materials": [(xmf, "materials.xmf", 3), (xac, "fx-3.xac", 1), (bbmod, "two-meshes-3.0.bbmod", 2),
                  (msh, "divided.msh", 2)],
    "bones": [(xac, "nodes.xac", 5), (xsm, "good.xsm", 2), (bbmod, "skinned.bbmod", 2), (bbanim, "plain-3.4.bbanim", 1),
              (msh, "animated.msh", 2), (skl, "good.skl", 4), (ani, "good-4000.ani", 2)],
}

# Pictures with their sides, and the bytes of one in a gzip.
PICTURES = [(dds, "wide-chain.dds", 16, 2, None), (dds, "packed.gz", 8, 8, 240), (tga, "packed.tga", 4, 2, None),
            (png, "pixel.png", 1, 1, None), (bmp, "top-first.bmp", 3, 2, None), (bmp, "24-bits.bmp", 3, 2, None)]


def text_of(configuration):
    return json.dumps(configuration, indent=2).encode() + b"\n"


def placed(text, index, entry):
    """Offset, length, line and column of an entry of `suppressions`."""
    start = -1
    for _ in range(index + 1):
        start = text.index(b"    {", start + 1)
    start += 4
    end = text.index(b"\n    }", start) + len(b"\n    }")
    assert json.loads(text[start:end]) == entry
    return start, end - start, (text.count(b"\n", 0, start) + 1, 5)


def budget(name):
    """A file at its budget is near, a file above it fires."""
    rule = Rule(f"budget/{name}", "xmf")
    for seeds, seed, count in COUNTS[name]:
        content = seeds()[seed]
        for most, add in ((count - 1, rule.fires), (count, rule.near)):
            text = text_of({"budgets": [{"paths": ["**/" + seed], name: most}]})
            found = [Finding("warning", rule.id, "", 0, len(content), inside=seed, actual=count,
                             expected=most)] if most < count else []
            add("-" + seed.replace(".", "-"), {CONFIGURATION: text, seed: content}, *found)
    return rule


def budget_bytes():
    rule = Rule("budget/bytes", "xmf")
    content = xmf()["plain.xmf"]
    for paths, name, found in ((["*.xmf"], "", True), (["ships/*"], "-elsewhere", False)):
        text = text_of({"budgets": [{"paths": paths, "bytes": len(content) - 1}]})
        files = {CONFIGURATION: text, "plain.xmf": content}
        if found:
            rule.fires(name, files, Finding("warning", rule.id, "", 0, len(content), inside="plain.xmf", actual=len(content),
                                              expected=len(content) - 1))
        else:
            rule.near(name, files)
    text = text_of({"budgets": [{"paths": ["**"], "bytes": len(content)}]})
    rule.near("", {CONFIGURATION: text, "plain.xmf": content})
    return rule


def texture_size():
    """A picture of each format at each bound is near, a picture above it fires."""
    rule = Rule("budget/texture-size", "dds")
    for seeds, seed, width, height, unpacked in PICTURES:
        content = seeds()[seed]
        for field, count in (("pixels", width * height), ("side", max(width, height)), ("bytes", unpacked or len(content))):
            for most, add in ((count - 1, rule.fires), (count, rule.near)):
                budget = {field: most} if field == "pixels" else {"textures": {field: most}}
                text = text_of({"budgets": [{"paths": ["**/" + seed], **budget}]})
                found = [Finding("warning", rule.id, field, 0, len(content), inside=seed, actual=count,
                                 expected=most, inflated=0 if unpacked else None)] if most < count else []
                add(f"-{field}-" + seed.replace(".", "-"), {CONFIGURATION: text, seed: content}, *found)
    mesh = xmf()["plain.xmf"]
    text = text_of({"budgets": [{"paths": ["**"], "pixels": 0, "textures": {"side": 0, "bytes": 0}}]})
    rule.near("-mesh", {CONFIGURATION: text, "plain.xmf": mesh})
    return rule


def unused(add, name, suppression, found, content=xmf()["plain.xmf"], *others, **settings):
    text = text_of({"suppressions": [suppression], **settings})
    offset, length, at = placed(text, 0, suppression)
    finding = Finding("warning", "config/unused-suppression", "suppressions[0]", offset, length,
                      inside=CONFIGURATION, at=at)
    add(name, {CONFIGURATION: text, "mesh.xmf": content}, *([finding] if found else []), *others)


def beside(add, name, line, *found):
    """Lines of FILE.assetlintignore next to a file with a trailing byte."""
    content = xmf()["plain.xmf"] + b"\0"
    add("-beside" + name, {"mesh.xmf": content, "mesh.xmf.assetlintignore": line}, *found)


def unused_suppression():
    rule = Rule("config/unused-suppression", "xmf")
    trailing = xmf()["plain.xmf"] + b"\0"
    about = {"rule": "xmf/trailing-bytes", "path": "mesh.xmf", "reason": "the game doesn't mind"}
    finding = Finding("warning", "xmf/trailing-bytes", "", len(trailing) - 1, 1, inside="mesh.xmf")
    unused(rule.fires, "", about, True)
    unused(rule.fires, "-glob", {**about, "rule": "xmf/*", "path": "**"}, True)
    unused(rule.fires, "-field", {**about, "field": "buffers[0]"}, True, trailing, finding)
    unused(rule.near, "", about, False, trailing)
    unused(rule.fires, "-no-file", {**about, "path": "ships/mesh.xmf"}, True, trailing, finding)
    unused(rule.fires, "-no-files", {**about, "path": "ships/**"}, True, trailing, finding)
    unused(rule.near, "-elsewhere", {**about, "path": "../ships/mesh.xmf"}, False, trailing, finding)
    unused(rule.near, "-excluded", {**about, "path": "ships/mesh.xmf"}, False, trailing, finding, exclude=["ships/"])
    unused(rule.near, "-excluded-files", {**about, "path": "ships/*"}, False, trailing, finding, exclude=["ships/**"])
    unused(rule.near, "-other-format", {**about, "rule": "xac/*"}, False, trailing, finding)

    def line_of(number, offset, length):
        return Finding("warning", rule.id, f"lines[{number}]", offset, length, at=(number + 1, 1),
                       inside="mesh.xmf.assetlintignore")

    beside(rule.near, "", b"# why\nxmf/trailing-bytes\n")
    beside(rule.near, "-glob", b"\xEF\xBB\xBFxmf/trailing-*  # and why\r\n")
    beside(rule.fires, "", b"xmf/trailing-bytes\nxmf/truncated # why\n", line_of(1, 19, 13))
    beside(rule.fires, "-no-rule", b"xmf/trailing-bite\n", finding, line_of(0, 0, 17))
    beside(rule.fires, "-field", b"xmf/trailing-bytes buffers[0]", finding, line_of(0, 0, 29))
    return rule


def expired_suppression():
    rule = Rule("config/expired-suppression", "xmf")
    content = xmf()["plain.xmf"] + b"\0"
    finding = Finding("warning", "xmf/trailing-bytes", "", len(content) - 1, 1, inside="mesh.xmf")
    for day, add in (("2020-02-29", rule.fires), ("9999-12-31", rule.near)):
        about = {"rule": "xmf/trailing-bytes", "reason": "until the new exporter", "expires": day}
        text = text_of({"suppressions": [about]})
        offset, length, at = placed(text, 0, about)
        expired = Finding("warning", rule.id, "suppressions[0]", offset, length, inside=CONFIGURATION, at=at)
        add("", {CONFIGURATION: text, "mesh.xmf": content}, *([expired, finding] if day < "2026" else []))
    return rule


def rules():
    return [*map(budget, COUNTS), budget_bytes(), texture_size(), unused_suppression(), expired_suppression()]
