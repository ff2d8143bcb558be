"""file_rules.py: the rules that hold for files of every format, and of none."""

from dataclasses import replace

from cat import Package
from cat_seeds import mesh, script, within
from fixtures import Finding, Rule
from xani import HEADER_SIZE, Animations
from xmf_seeds import plain


def packages(limit):
    """Limits of what is in packages in a package."""
    def add(what, name, package, *found, **more):
        findings = [Finding(level, rule, "", *place, inside=inside) for level, rule, inside, place in found]
        what(name, package.bytes(), *findings, extension="cat", beside=package.beside(), **more)

    member = replace(mesh("broken.xmf"), content=mesh().content + b"\0")
    trailing = "warning", "xmf/trailing-bytes", "in.cat!/broken.xmf", (len(member.content) - 1, 1)
    inner = Package([script(), member])
    deep = Package([member, *within("deep", Package([mesh()])), script()])
    add(limit.fires, "-depth", Package(within("in", deep)), trailing,
        ("error", "file/limit", "in.cat!/deep.cat", (0, 0)))
    size = sum(len(member.content) for member in inner.members)
    package = Package([*within("in", inner), script()])
    add(limit.near, "-inflated", package, trailing, options={"max-inflated": size})
    add(limit.fires, "-inflated", package, ("error", "file/limit", "in.cat", (0, len(inner.bytes()))),
        options={"max-inflated": size - 1})
    package = Package([*within("a", inner), *within("b", inner)])       # one bound for both
    add(limit.fires, "-inflated-together", package, (*trailing[:2], "a.cat!/broken.xmf", trailing[3]),
        ("error", "file/limit", "b.cat", (0, len(inner.bytes()))), options={"max-inflated": 2 * size - 1})
    add(limit.fires, "-inner-size", Package([*within("in", inner), script()]),
        ("error", "file/limit", "in.cat!/broken.xmf", (0, 0)), options={"max-file-size": len(member.content) - 1})


def rules():
    unrecognized = Rule("file/unrecognized", "bin")
    text = b"none of our formats\n"
    unrecognized.fires("", text, Finding("warning", "file/unrecognized", "", 0, len(text)))
    unrecognized.fires("-empty", b"", Finding("warning", "file/unrecognized", "", 0, 0))
    unrecognized.fires("-extension", Animations().bytes(),
                       Finding("warning", "file/unrecognized", "", 0, HEADER_SIZE))
    for name, content in (("-short", Animations().bytes()[:-1]), ("-cursor", b"RIFF\x28\0\0\0ACONanih")):
        unrecognized.fires(name, content, Finding("warning", "file/unrecognized", "", 0, len(content)),
                           extension="ani")
    unrecognized.near("", plain().bytes())

    for suffix, start in (("-pixmap", b"/* XPM */"), ("-pixmap-2", b"! XPM2")):
        picture = start + b"\nstatic char *icon[] = {\n"
        unrecognized.add("fires" + suffix, picture, [Finding("warning", "file/unrecognized", "", 0, len(picture))],
                         extension="xpm")

    limit = Rule("file/limit", "xmf")
    content = plain().bytes()
    limit.fires("-size", content, Finding("error", "file/limit", "", 0, 0),
                options={"max-file-size": len(content) - 1})
    limit.fires("-memory", content, Finding("error", "file/limit", "", 0, 0),
                options={"max-memory": 1})
    limit.near("-size", content, options={"max-file-size": len(content)})
    packages(limit)
    return [unrecognized, limit]
