"""file_rules.py: the fixtures of the rules that do not belong to a format."""

import re
import struct
from dataclasses import replace

import archive
from cat import Package
from cat_seeds import mesh, script, within
from fixtures import Finding, Rule
from others import OTHERS
from pictures import COLOURS, PACKED, Bmp, Dds, Png, Tga, chunk, noise
import zstream
from xani import HEADER_SIZE, Anim, Animations, Key
from xani_seeds import ramp
from xmf import Material, Mesh, indices, positions
from xmf_seeds import plain

PAIRS = b"\r\n\r\n"


def packages(limit):
    """Limits of packages inside a package."""
    def add(what, name, package, *found, **more):
        findings = [Finding(level, rule, "", *place, inside=inside) for level, rule, inside, place in found]
        what(name, package.bytes(), *findings, extension="cat", siblings=package.siblings(), **more)

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
    package = Package([*within("a", inner), *within("b", inner)])       # one limit for both
    add(limit.fires, "-inflated-together", package, (*trailing[:2], "a.cat!/broken.xmf", trailing[3]),
        ("error", "file/limit", "b.cat", (0, len(inner.bytes()))), options={"max-inflated": 2 * size - 1})
    add(limit.fires, "-inner-size", Package([*within("in", inner), script()]),
        ("error", "file/limit", "in.cat!/broken.xmf", (0, 0)), options={"max-file-size": len(member.content) - 1})


def converted(content):
    """A binary file after Git converted its line ends, and the offset of the first one."""
    content = content.replace(b"\n", b"\r\n")
    return content, content.index(b"\r\n")


def with_line_feeds(before=b"\r"):
    """A mesh whose streams have line feeds, one of them after a carriage return or another byte."""
    usual, paired = struct.unpack("<2f", b"\n\0\0@" + before + b"\n\0@")
    points = [(usual, float(number), paired if number == 5 else 0.0) for number in range(12)]
    buffers = [positions(points), indices([10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9])]
    for buffer in buffers:
        buffer.data = zstream.stored(buffer.contents)
        buffer.compressedDataSize = len(buffer.data)
    return Mesh(buffers, [Material(0, 12)]).bytes()


def lose_returns(rule, whole):
    """Meshes with CR LF in their streams that became LF, and others that only look so: some of their last bytes are missing."""
    def missing(*says):
        return Finding("error", "file/line-ends", "", content.index(b"\n"), 1, confidence="likely", says=says)

    def cut(size):
        return Finding("error", "xmf/data-range", "", size, 0, says=(len(whole) - size, len(whole)))

    content = whole.replace(b"\r\n", b"\n")
    rule.fires("-lost", content, missing(len(whole) - len(content), content.count(b"\n"), 2), fixed=whole)
    content = with_line_feeds(b"x")
    rule.fires("-cut", content[:-2], missing(2, content.count(b"\n"), 1),
               fix_refused="no carriage returns were found that make the checksums right: the file may be cut off instead")
    rule.near("-cut", content[:-3], cut(len(content) - 3))
    rule.near("-cut-with-pair", whole[:-1], cut(len(whole) - 1))


def line_ends():
    """Line feeds among the bytes of binary files."""
    rule = Rule("file/line-ends", "xmf")

    def ends(at, **more):
        return Finding("error", "file/line-ends", "", at, 2, **more)

    def padded(pad, **header):
        mesh = plain(**header)
        mesh.buffers[0].pad = pad
        return mesh.bytes(), mesh.where("buffers[0].pad")[0]

    content, at = padded(PAIRS)                 # no other defect
    rule.fires("", content, ends(at), fix_refused="the file is right as it is")
    # It explains the trailing bytes.
    rule.fires("-last", plain().bytes() + PAIRS, ends(len(plain().bytes())), fixed=plain().bytes())
    content, at = padded(PAIRS, primitiveType=5)
    strips = Finding("error", "xmf/primitive-type", "header.primitiveType", 0x16, 4)
    harm = "the fixed file would break xmf/no-index-buffer: no index buffer (type 30) among 2 buffers"
    rule.fires("-before-others", content, ends(at), fix_refused=harm)
    magic = Finding("error", "xmf/bad-magic", "header.magic", 0, 4)
    content, at = padded(PAIRS, magic=b"XUMG")
    rule.fires("-magic", content, ends(at), fixed=content.replace(b"\r\n", b"\n"))
    whole = with_line_feeds()
    content = re.sub(rb"(?<!\r)\n", b"\r\n", whole)      # as Git does it
    rule.fires("-of-two-kinds", content, ends(content.index(b"\r\n"), says=(content.count(b"\n"), 3)),
               fixed=whole)
    lose_returns(rule, whole)
    number = 0x0A0A0A0A
    animation = Animations([Anim(posKeys=ramp(1) + [Key(angleKey=number)])]).bytes()
    content, at = converted(animation)
    rule.fires("-animation", content, ends(at), extension="ani", fixed=animation)
    rule.near("-animation", animation, extension="ani")
    content, at = padded(PAIRS)
    package = Package([mesh(), replace(mesh("hull.xmf"), content=content), script()], end=b"\r\n")
    rule.fires("-member", package.bytes(), ends(at, inside="hull.xmf"), extension="cat", siblings=package.siblings())
    rule.near("-package", Package([mesh(), script()], end=b"\r\n").bytes(), extension="cat",
              siblings=Package([mesh(), script()]).siblings())

    content, at = padded(b"x\r\nx", primitiveType=5)
    rule.fires("-one", content, ends(at + 1), fix_refused=harm)
    content, _ = padded(b"x\r\nx")
    rule.near("-one", content)
    rule.near("-one-warning", content + b"\0", Finding("warning", "xmf/trailing-bytes", "", len(content), 1))
    for name, pad in (("-alone", b"\n\r\n\r"), ("-last-alone", b"\r\n\n\0")):
        content, _ = padded(pad, primitiveType=5)
        rule.near(name, content, strips)
    rule.near("-returns", padded(b"\r\r\r\r")[0])
    page = b"<!DOCTYPE html>\r\n<html>\r\n<head>\r\n<title>Not Found</title>\r\n</head>\r\n</html>\r\n"
    rule.near("-page", page, magic)
    pictures(rule, ends)
    return rule


def pictures(rule, ends):
    """Pixels may be line feeds by chance: only beside a wrong length they tell of damage."""
    head, feeds = Dds().bytes()[:128], b"\n1\n2" * 8
    content, at = converted(head + feeds)
    rule.fires("-dds", content, ends(at, says=(16, 1)), extension="dds", fixed=head + feeds)
    rule.near("-dds", head + PAIRS * 8, extension="dds")
    content, at = converted(Tga(pixels=feeds + noise(16)).bytes())
    rule.fires("-tga", content, ends(at, says=(16, 1)), extension="tga", fixed=Tga(pixels=feeds + noise(16)))
    rule.near("-tga", Tga(pixels=PAIRS * 12), extension="tga")
    content = Png().bytes().replace(b"\n", b"\r\n")
    rule.fires("-png", content, ends(5, says=(2, 1)), extension="png", fixed=Png())
    rule.near("-one-picture", head + noise(30) + b"\r\n" + b"\0", Finding("warning", "dds/trailing-bytes", "", 160, 1), extension="dds")


def zero_filled():
    """Files whose end is nothing but zeros."""
    rule = Rule("file/zero-filled", "xmf")
    least = 1024

    def zeros(at, size, **more):
        return Finding("error", "file/zero-filled", "", at, size - at, **more)

    content = plain().bytes()
    trailing = Finding("warning", "xmf/trailing-bytes", "", len(content), least)
    strips = plain(primitiveType=5).bytes()
    strip = Finding("error", "xmf/primitive-type", "header.primitiveType", 0x16, 4, actual=5)
    at = len(strips.rstrip(b"\0"))
    tail = bytes(least - (len(strips) - at))
    # The file has no other error: trailing bytes are only a warning.
    rule.near("-alone", content + bytes(least), trailing)
    # The error before the zeros has another cause, the trailing bytes follow from the zeros.
    rule.fires("", strips + tail, zeros(at, at + least), strip)
    rule.near("", strips + tail[1:], strip, replace(trailing, length=len(tail) - 1))
    rule.near("-last", strips + tail + b"\1", strip, replace(trailing, length=len(tail) + 1))
    rule.fires("-whole", bytes(least), zeros(0, least))
    rule.near("-whole", bytes(least - 1), Finding("error", "xmf/bad-magic", "header.magic", 0, 4))

    package = Package([mesh(), replace(mesh("hull.xmf"), content=strips + tail), script()])
    rule.fires("-member", package.bytes(), zeros(at, at + least, inside="hull.xmf"),
               replace(strip, inside="hull.xmf"), extension="cat", siblings=package.siblings())
    # Converted line ends explain everything, the zeros only what is in them.
    pairs = plain(primitiveType=5)
    pairs.buffers[0].pad = PAIRS
    ends = Finding("error", "file/line-ends", "", pairs.where("buffers[0].pad")[0], 2)
    rule.fires("-converted", pairs.bytes() + tail, ends, zeros(at, at + least))
    # Zeros may be pixels, unless these are packed.
    for name, file in (("dds", Dds(64, 64, lost=1)), ("tga", Tga(32, 32, lost=1)), ("bmp", Bmp(32, 32, lost=1, size=0))):
        content = file.bytes()[:200]
        size, there = {"dds": (2048, 1919), "tga": (3072, 1889), "bmp": (3072, 1871)}[name]
        start = {"dds": 128, "tga": 18, "bmp": 54}[name]
        short = Finding("error", f"{name}/truncated", "data", start, there, actual=there, expected=size)
        rule.near(f"-{name}", content.ljust(start + there, b"\0"), short, extension=name)
    file = Tga(64, 64, COLOURS | PACKED, 32, b"\3" + noise(16))
    content = file.bytes()
    rule.fires("-packed-tga", content + bytes(least), zeros(len(content), len(content) + least, says=(1,)), extension="tga")
    content = Png((Png().chunks[0], chunk(b"IDAT", noise(2000)), Png().chunks[2])).bytes()
    rule.fires("-png", content[:500].ljust(len(content), b"\0"), zeros(500, len(content), says=(3,)), extension="png")
    return rule


def mods(limit):
    """The XML of a mod."""
    def mod(name, text):
        return {"content.xml": b"<content id='a'/>", "md/" + name: text, "a-lod0.xmf": mesh().content}
    deep = Finding("error", "file/limit", "", 0, 0, inside="md/deep.xml")
    limit.fires("-deep-xml", mod("deep.xml", b"<a>" * 1001 + b"</a>" * 1001), deep)
    limit.near("-deep-xml", mod("deep.xml", b"<a>" * 1000 + b"</a>" * 1000))
    size = len(mesh().content)
    limit.fires("-large-xml", mod("large.xml", b"<a>" + b" " * size), replace(deep, inside="md/large.xml"),
                options={"max-file-size": size})
    limit.near("-large-xml", mod("large.xml", b"<a/>" + b" " * (size - 4)), options={"max-file-size": size})


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
    for name in ("git-lfs", "not-found"):
        content = OTHERS[name]
        unrecognized.fires("-" + name, content, Finding("warning", "file/unrecognized", "", 0, len(content)),
                           extension="ani")
    for name, content in (("-zeros", bytes(4096)), ("-many-zeros", bytes(4097))):
        unrecognized.fires(name, content, Finding("warning", "file/unrecognized", "", 0, len(content)))
    for token in ("MTL", "FNT", "PGF", "AFX", "EDG"):
        content = token.encode() + bytes(1) + bytes(range(60))
        unrecognized.fires("-lost-saga", content, Finding("warning", "file/unrecognized", "", 0, len(content)),
                           extension=token.lower())
    unrecognized.fires("-wavefront", b"MTL 1\n", Finding("warning", "file/unrecognized", "", 0, 6), extension="mtl")
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
    package = archive.zip_archive([archive.Entry("a.xmf", content)])
    limit.fires("-package", package, Finding("error", "file/limit", "", 0, len(package)), extension="zip",
                options={"max-memory": 10000})
    limit.near("-package", package, extension="zip", options={"max-memory": 1000000})
    limit.near("-size", content, options={"max-file-size": len(content)})
    packages(limit)
    mods(limit)
    return [unrecognized, line_ends(), zero_filled(), limit]
