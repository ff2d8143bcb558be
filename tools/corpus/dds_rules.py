"""dds_rules.py: the fixtures of the rules of DDS, and of pictures in a gzip."""

import pdx
from dds_seeds import argb, chain, dx10, rgb
from fixtures import Book, Finding
from folders import below
from others import OTHERS
from pictures import (ALL_FACES, ALPHA, CUBE, JPEG, LEVELS, LINEAR, PALETTE, PITCH, RGB, USUAL, VOLUME, Bmp, Dds, Gzip, Png,
                      Tga, noise)
from tga_seeds import packed
from x4 import OWN, Mod, library, material

BOOK = Book("dds", "dds")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note

# What messages say besides what stands in the file.
BOOK.may_say("size", 11, 16384)
BOOK.may_say("format", 8, 16, 24, 32, 64, 96, 128)
BOOK.may_say("cubemap-faces", 6)
BOOK.may_say("block-multiple", 4)
BOOK.may_say("dx10-header", 10)
BOOK.may_say("header-size", 124, 32)
SHOWN = 8


def about(level, rule, content, length=None, **more):
    """A finding about the whole file, or its first bytes."""
    return Finding(level, f"dds/{rule}", "", 0, len(content) if length is None else length, **more)


def inside(level, rule, gzip, field, inflated, **more):
    """A finding about the picture in a gzip."""
    rule = rule if "/" in rule else f"dds/{rule}"
    return Finding(level, rule, field, 0, len(gzip.member()), inflated=inflated, **more)


def pressed(r, name, gzip, *findings, what="fires", **more):
    getattr(r, what)(name, gzip, *findings, extension="gz", **more)


def unlike(content):
    return about("error", "bad-magic", content, min(len(content), SHOWN))


@rule
def bad_magic(r):
    for name in ("git-lfs", "web-page", "zip", "zeros", "gzip", "text"):
        r.fires(f"-{name}", OTHERS[name], unlike(OTHERS[name]))
    r.fires("-empty", b"", about("error", "bad-magic", b""))
    r.fires("-no-footer", Tga().bytes(), unlike(Tga().bytes()))
    r.fires("-webp", b"RIFF\x24\0\0\0WEBPVP8 " + noise(24), unlike(b"RIFF\x24\0\0\0WEBP"))
    r.near("", Dds())
    text = b"not a picture"
    r.fires("-packed-in-assets", Mod({"assets/a.gz": Gzip(text).bytes()}).files(),
            Finding("error", "dds/bad-magic", "", 0, len(Gzip(text).bytes()), inflated=0, inside="assets/a.gz",
                    actual=text[:SHOWN]))
    for name, path in (("-packed", "md/a.gz"), ("-packed-xml", "assets/a.xml.gz")):
        r.near(name, Mod({path: Gzip(text).bytes(), "assets/b.gz": Gzip(chain()).bytes()}).files())


@rule
def other_kind(r):
    for name, content in (("png", Png().bytes()), ("bmp", Bmp().bytes()), ("tga", packed(footer=True).bytes())):
        r.fires(f"-{name}", content, about("note", "other-kind", content))
        gzip = Gzip(content)
        pressed(r, f"-packed-{name}", gzip, inside("note", "other-kind", gzip, "", 0))
    r.fires("-jpeg", JPEG, about("note", "other-kind", JPEG, SHOWN))
    # It is checked as what it is.
    tga = packed(lost=1, footer=True)
    r.fires("-broken", tga.bytes(), about("note", "other-kind", tga.bytes()),
            Finding("error", "tga/truncated", "data", *tga.where("data"), actual=6, expected=8, says=(6,)))
    large = Tga(10, 9, extension=b"\0\0")
    gzip = Gzip(large)
    pressed(r, "-packed-large", gzip, inside("note", "other-kind", gzip, "", 0),
            inside("warning", "tga/extension", gzip, "footer.extensionOffset", large.footer_at(), actual=large.data_end(),
                   expected=large.data_end() + 2))
    pressed(r, "", Gzip(argb()), what="near")
    r.near("-footer-in-pixels", Dds(16, 8, tail=b"").bytes()[:-18] + b"TRUEVISION-XFILE.\0")


@rule
def truncated(r):
    for file in (Dds(lost=1), chain(), rgb(5, 5, lost=75), dx10(lost=17), Dds(4, 4, textures=6, caps2=CUBE | ALL_FACES, lost=8)):
        file.lost = file.lost or 1
        suffix = f"-{file.header['rgbBitCount']}-{file.size()}-{file.lost}"
        r.fires(suffix, file, error("truncated", "data", expected=file.size(), actual=file.size() - file.lost))
    r.fires("-palette", Dds(4, 4, None, 8, formatFlags=PALETTE | RGB).bytes()[:1000],
            Finding("error", "dds/truncated", "data", 1000, 0, actual=0, expected=16))
    content = Dds().bytes()
    r.fires("-header", content[:127], Finding("error", "dds/truncated", "header", 0, 127, says=(1, 128)))
    content = dx10().bytes()
    r.fires("-dx10", content[:128], Finding("error", "dds/truncated", "dx10", 128, 0, says=(20, 148)))
    largest = Dds(0xFFFFFFFF, 0xFFFFFFFF)
    largest.size = lambda: 0
    high = [warning("size", f"header.{side}") for side in ("height", "width")]
    r.fires("-largest", largest, error("truncated", "data", expected=(1 << 60) * 8, actual=0), *high)
    gzip = Gzip(Dds(lost=1))
    pressed(r, "-packed", gzip, inside("error", "truncated", gzip, "data", 128, actual=31, expected=32))
    r.near("", chain())
    r.near("-odd", Dds(5, 1, b"DXT5"))
    named(r)


MATERIALS = "libraries/material_library.xml"
HULL = "assets/textures/hull.dds"
DRESSED = {MATERIALS: library(material("hull", OWN + r"\assets\textures\Hull.tga"))}


def named(r):
    """A broken picture names the first reference that leads to it, and counts the others."""
    short = Dds(lost=1).bytes()
    def broken(inside=HULL, **more):
        return Finding("error", "dds/truncated", "data", 128, 31, actual=31, expected=32, inside=inside, **more)
    second = library(material("hull", OWN + r"\assets\textures\hull"), material("wing", OWN + r"\assets\textures\hull"))
    icons = '<icons>\n\n  <icon name="hull" texture="extensions/ship_mod/assets/textures/hull"/>\n</icons>\n'
    r.fires("-of-material", Mod({**DRESSED, HULL: short}).files(), broken(says=(6,)))
    r.fires("-of-two-materials", Mod({MATERIALS: second, HULL: short}).files(), broken(says=(6, 1)))
    r.fires("-of-icon", Mod({"libraries/icons.xml": icons, MATERIALS: second, HULL: short}).files(),
            broken(says=(3, 2)))
    r.fires("-of-material-and-header", Mod({**DRESSED, HULL: Dds(lost=1, size=0).bytes()}).files(), broken(),
            Finding("error", "dds/header-size", "header.size", 4, 4, actual=0, expected=124, inside=HULL, says=(6,)))
    r.fires("-of-other-mod", {**Mod({HULL: short}).files("mod/"), **Mod(DRESSED).files("mod_2/")}, broken(inside="mod/" + HULL))
    files, more = below("mod", Mod({HULL: short}).files()) | below("game", Mod(DRESSED).files()), {"options": {"with": "game"}}
    r.fires("-of-reference", files, broken(inside="mod/" + HULL), **more)
    horse = pdx.mod({pdx.UNITS: pdx.gfx(*pdx.types(1))}, gfx__anims__horse_dot_xac=pdx.actor(b"coat").bytes())
    coat = "gfx/anims/coat.dds"
    r.fires("-of-layer", horse | {coat: short}, broken(inside=coat))
    sprite = 'spriteTypes = {\n\tspriteType = {\n\t\ttexturefile = "gfx//anims/coat.tga"\n\t\tname = "GFX_a"\n\t}\n}\n'
    r.fires("-of-sprite", pdx.mod({pdx.UNITS: pdx.gfx(*pdx.types(1)) + sprite}) | {coat: short},
            broken(inside=coat, says=(9,)))


@rule
def trailing_bytes(r):
    for size in (1, 592):
        file = Dds(tail=noise(size))
        r.fires(f"-{size}", file, warning("trailing-bytes", "", at=(len(file.bytes()) - size, size)), fixed=Dds())
    file = Dds(tail=b"\1").bytes()
    r.fires("-of-material", Mod({**DRESSED, HULL: file}).files(), Finding("warning", "dds/trailing-bytes", "", len(file) - 1, 1, inside=HULL, says=(1,)))
    other = Dds(tail=b"\1", size=0)
    r.fires("-after-an-error", other, warning("trailing-bytes", "", at=(len(other.bytes()) - 1, 1)),
            error("header-size", "header.size", expected=124),
            fix_refused="the bytes may belong to the file, since it has other errors: "
            "this part of the header says that it has 0 bytes, but it has 124")
    gzip = Gzip(Dds(tail=b"\1"))
    pressed(r, "-packed", gzip, inside("warning", "trailing-bytes", gzip, "", 160, says=(1,)),
            fix_refused="the picture lies in a gzip, which assetlint does not pack again")
    r.near("", Dds())
    r.near("-palette", Dds(4, 4, None, 8, formatFlags=PALETTE | RGB))


BOOK.memory_limit(chain(16, 16))


@rule
def limit(r):
    gzip, size = Gzip(chain()), len(chain().bytes())
    pressed(r, "-inflated", gzip, about("error", "limit", gzip.bytes()), options={"max-inflated": size - 1})
    pressed(r, "-inflated", gzip, what="near", options={"max-inflated": size})


@rule
def header_size(r):
    for name in ("size", "formatSize"):
        for value in (0, 33, 123, 0xFFFFFFFF):
            right = {"size": 124, "formatSize": 32}[name]
            r.fires(f"-{name}-{value}", Dds(**{name: value}), error("header-size", f"header.{name}", expected=right))
    r.near("", Dds())


@rule
def zero_dimension(r):
    for name in ("width", "height"):
        file = Dds(**{name: 0}, tail=noise(32))
        file.lost = file.size()
        r.fires(f"-{name}", file, error("zero-dimension", f"header.{name}"))
    r.near("", Dds(1, 1))


@rule
def format(r):
    for name, four_cc in (("", b"DXT6"), ("-packed-pairs", b"UYVY"), ("-number", b"\x23\0\0\0"), ("-none", b"\0\0\0\0")):
        r.fires(name, Dds(four_cc=four_cc, tail=noise(32)), error("format", "header.fourCC", says=(four_cc,) if name in ("", "-packed-pairs") else ()))
    for bits in (0, 1, 4, 15, 33):
        r.fires(f"-{bits}-bits", Dds(four_cc=None, bits=bits, tail=noise(64)), error("format", "header.rgbBitCount"))
    for number in (0, 66, 67, 68, 69, 100, 114, 116):
        r.fires(f"-dxgi-{number}", dx10(number), error("format", "dx10.dxgiFormat"))
    for number, block in ((65, 0), (70, 8), (81, 8), (84, 16), (99, 16)):
        file = Dds(4, 4, bits=8, block=block or None, dx10={"dxgiFormat": number})
        r.near(f"-dxgi-{number}", file)
    for number, bits in ((4, 128), (8, 96), (22, 64), (47, 32), (59, 16), (86, 16), (93, 32), (115, 16)):
        r.near(f"-dxgi-{number}", Dds(2, 2, bits=bits, dx10={"dxgiFormat": number}))
    r.near("", Dds(4, 4, b"t\0\0\0", 128))


@rule
def masks(r):
    r.fires("-overlap", argb(greenMask=0x1FF00), error("masks", "header.greenMask", says=("0x0001FF00", "0x00010000")))
    r.fires("-beyond", rgb(redMask=0x1000000), error("masks", "header.redMask", says=("0x01000000", 24)))
    r.fires("-alpha", argb(alphaMask=0xFF0000), error("masks", "header.alphaMask", says=("0x00FF0000",)))
    r.near("-no-alpha", argb(alphaMask=0xFF0000, formatFlags=RGB))
    r.near("-four-cc", Dds(redMask=1, greenMask=1))
    r.near("", argb())


@rule
def depth(r):
    r.fires("-no-volume", Dds(depth=2), error("depth", "header.depth"))
    r.fires("-0", Dds(4, 4, None, 32, caps2=VOLUME), error("depth", "header.depth"))
    for number in (0, 1):
        r.near(f"-{number}", Dds(depth=number))
    r.near("-volume", Dds(4, 4, None, 32, volume=2))
    r.near("-dx10", Dds(4, 4, block=8, volume=2, caps2=0, dx10={"dxgiFormat": 71, "resourceDimension": 4}))
    r.near("-flag-alone", Dds(flags=USUAL | 0x800000))


@rule
def cubemap_faces(r):
    r.fires("-five", Dds(4, 4, textures=5, caps2=CUBE | 0x7C00), error("cubemap-faces", "header.caps2", says=(5,)))
    r.fires("-none", Dds(4, 4, textures=0, caps2=CUBE), error("cubemap-faces", "header.caps2", says=(0,)))
    r.fires("-not-square", Dds(8, 4, textures=6, caps2=CUBE | ALL_FACES), error("cubemap-faces", "header.width"))
    r.fires("-dx10", Dds(8, 4, block=8, textures=6, dx10={"dxgiFormat": 71, "miscFlag": 4}),
            error("cubemap-faces", "header.width"))
    r.near("", Dds(4, 4, textures=6, caps2=CUBE | ALL_FACES))
    r.near("-no-cube", Dds(8, 4, caps2=0x400))


@rule
def array_size(r):
    file = dx10()
    file.dx10["arraySize"] = 0
    r.fires("", file, error("array-size", "dx10.arraySize"))
    r.near("", Dds(4, 4, block=8, textures=3, dx10={"dxgiFormat": 71, "arraySize": 3}))


@rule
def mip_count(r):
    for count in (5, 0xFFFFFFFF):
        file = chain()
        file.header["mipMapCount"] = count
        r.fires(f"-{count}", chain().bytes()[:28] + count.to_bytes(4, "little") + chain().bytes()[32:],
                error(file, "mip-count", "header.mipMapCount", expected=4, says=(8, 4)))
    r.near("", chain())
    r.near("-volume", Dds(2, 2, None, 32, volume=8, mipMapCount=4))


@rule
def pitch(r):
    def fires(name, level, file, expected, *more, says=()):
        fixed = with_pitch(file, expected)
        r.fires(name, file, level("pitch", "header.pitchOrLinearSize", expected=expected, says=says), *more, fixed=fixed)

    data = chain().size()
    fires("-row", error, argb(flags=USUAL | PITCH, pitchOrLinearSize=17), 16, says=(64,))
    fires("-level", error, chainless(data + 1), 64, says=(data,))
    fires("-blocks", error, Dds(flags=USUAL | PITCH, pitchOrLinearSize=17), 16)
    fires("-unflagged", note, argb(pitchOrLinearSize=1000), 64)
    fires("-small", note, chainless(data), 64)
    fires("-blocks-small", note, Dds(flags=USUAL | PITCH, pitchOrLinearSize=15), 16)
    r.near("-0", argb(flags=USUAL | PITCH))
    r.near("-level-as-row", argb(flags=USUAL | PITCH, pitchOrLinearSize=64))
    r.near("-rounded", rgb(3, 2, flags=USUAL | PITCH, pitchOrLinearSize=12))
    r.near("-block-row", Dds(flags=USUAL | PITCH, pitchOrLinearSize=16))
    # Beside missing bytes it is a note.
    cut = argb(flags=USUAL | PITCH, pitchOrLinearSize=17, lost=1)
    fires("-cut", note, cut, 16, error("truncated", "data", expected=64, actual=63))


def with_pitch(file, pitch):
    """The bytes of a file with another pitch."""
    at = file.where("header.pitchOrLinearSize")[0]
    return file.bytes()[:at] + pitch.to_bytes(4, "little") + file.bytes()[at + 4:]


def chainless(linear):
    file = chain()
    file.header |= {"flags": USUAL | LINEAR | LEVELS, "pitchOrLinearSize": linear}
    return file


@rule
def mip_chain(r):
    for count in (2, 3):
        r.fires(f"-{count}", Dds(mipMapCount=count), note("mip-chain", "header.mipMapCount", says=(4,)))
    for count in (0, 1, 4):
        r.near(f"-{count}", Dds(mipMapCount=count))


@rule
def size(r):
    r.fires("-width", Dds(16385, 1), warning("size", "header.width"))
    r.fires("-height", Dds(1, 16385), warning("size", "header.height"))
    r.near("", Dds(16384, 1))


def in_mod(level, rule, field, file, path):
    offset, length = file.where(field)
    return Finding(level, f"dds/{rule}", field, offset, length, inside=path)


@rule
def dx10_header(r):
    found = in_mod("warning", "dx10-header", "dx10.dxgiFormat", dx10(), "gfx/flag.dds")
    mod, flag = pdx.mod({pdx.UNITS: pdx.gfx(pdx.of_type("Rider"))}), {"gfx/flag.dds": dx10().bytes()}
    r.fires("", mod | flag, found)
    r.near("-legacy", mod | {"gfx/flag.dds": Dds(four_cc=b"DXT5").bytes()})
    r.near("-no-types", pdx.mod() | flag)
    r.near("-x4", Mod({"assets/a.dds": dx10().bytes()}).files())
    r.near("-no-mod", dx10())


@rule
def block_multiple(r):
    for width, height, side in ((6, 4, "width"), (4, 6, "height"), (1, 1, "width")):
        file = Dds(width, height)
        r.fires(f"-{width}-{height}", Mod({"assets/a.dds": file.bytes()}).files(),
                in_mod("warning", "block-multiple", f"header.{side}", file, "assets/a.dds"))
    gzip = Gzip(Dds(6, 4))
    r.fires("-packed", Mod({"assets/a.gz": gzip.bytes()}).files(),
            Finding("warning", "dds/block-multiple", "header.width", 0, len(gzip.bytes()), inflated=16, inside="assets/a.gz", actual=6, says=(4,)))
    r.near("", Mod({"assets/a.dds": chain().bytes()}).files())
    r.near("-raw", Mod({"assets/a.dds": argb(3, 5).bytes()}).files())
    r.near("-no-mod", Dds(6, 4))


@rule
def gzip(r):
    whole = Gzip(chain())
    size = len(chain().bytes())
    BOOK.may_say("gzip", 9, size)
    for name, file, given in (("-checksum", Gzip(chain(), damage=1), size), ("-size", Gzip(chain(), size=1), size),
                              ("-cut", Gzip(chain(), cut=9), size), ("-no-end", Gzip(chain(), cut=1), size),
                              ("-png", Gzip(Png(), damage=1), len(Png().bytes()))):
        pressed(r, name, file, about("error", "gzip", file.bytes(), says=(given,) if name != "-cut" else ()))
    broken = whole.bytes()[:60] + b"\xff\xff" + whole.bytes()[62:]
    for name, content in (("-cut", whole.bytes()[:20]), ("-not-packed", chain().bytes()), ("-broken", broken)):
        r.fires(f"-in-assets{name}", Mod({"assets/a.gz": content}).files(),
                Finding("error", "dds/gzip", "", 0, len(content), inside="assets/a.gz"))
    pressed(r, "", whole, what="near")
    r.near("-other", {"a.gz": Gzip(b"terrain" * 9, damage=1).bytes(), "b.dds": Dds().bytes()})


@rule
def gzip_trailing(r):
    member = Gzip(chain()).bytes()
    for name, tail in (("", b"\0"), ("-second", member)):
        pressed(r, name, Gzip(chain(), tail=tail),
                Finding("warning", "dds/gzip-trailing", "", len(member), len(tail), says=(len(tail),)))
    pressed(r, "", Gzip(chain()), what="near")
    pressed(r, "-name", Gzip(chain(), name=b"another.dds"), what="near")
    r.near("-other", {"a.gz": Gzip(b"terrain" * 9, tail=b"\0").bytes(), "b.dds": Dds().bytes()})
