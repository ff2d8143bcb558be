"""tga_rules.py: the fixtures of the rules of TGA."""

from fixtures import Book, Finding
from others import OTHERS
from pictures import COLOURS, GREY, JPEG, MAPPED, PACKED, Bmp, Dds, Png, Tga, noise, raw, run
from tga_seeds import CLEAR, GREEN, MAP, RED, mapped, packed

BOOK = Book("tga", "tga")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note

# What messages say besides what stands in the file.
BOOK.may_say("size", 11, 16384)
BOOK.may_say("color-map", 0, 1, 15, 16, 24, 32)
SHOWN = 8


def first(level, rule, content):
    """A finding about the first bytes."""
    return Finding(level, f"tga/{rule}", "", 0, min(len(content), SHOWN))


@rule
def bad_magic(r):
    for name in ("git-lfs", "zip", "zeros"):
        r.fires(f"-{name}", OTHERS[name], first("error", "bad-magic", OTHERS[name]))
    for name, header in (("type", {"imageType": 4}), ("map", {"colorMapType": 2}), ("no-picture", {"imageType": 0})):
        content = Tga(**header).bytes()
        r.fires(f"-{name}", content, first("error", "bad-magic", content))
    r.fires("-empty", b"", first("error", "bad-magic", b""))
    r.near("", Tga())


@rule
def other_kind(r):
    for name, content in (("png", Png().bytes()), ("bmp", Bmp().bytes()), ("dds", Dds().bytes())):
        r.fires(f"-{name}", content, Finding("note", "tga/other-kind", "", 0, len(content)))
    r.fires("-jpeg", JPEG, first("note", "other-kind", JPEG))
    r.near("", Tga())


@rule
def truncated(r):
    for file in (Tga(lost=1), Tga(lost=48), Tga(bits=32, lost=3, footer=True), Tga(type=GREY, bits=8, lost=1)):
        size = len(file.pixels)
        r.fires(f"-{size}-{file.lost}", file, error("truncated", "data", expected=size, actual=size - file.lost))
    for lost in (1, 5, 14):
        r.fires(f"-packed-{lost}", packed(lost=lost),
                error("truncated", "data", expected=8, actual={1: 6, 5: 6, 14: 4}[lost]))
    r.fires("-header", Tga().bytes()[:17], Finding("error", "tga/truncated", "header", 0, 17, says=(1, 18)))
    text = Tga(id=b"text").bytes()
    r.fires("-id", text[:20], Finding("error", "tga/truncated", "id", 18, 2, says=(2, 22)))
    r.fires("-map", mapped().bytes()[:25], Finding("error", "tga/truncated", "colorMap", 18, 7, says=(5, 30)))
    r.fires("-footer", Tga(id=b"", pixels=b"", footer=True, idLength=20), error("truncated", "data", at=(38, 0), expected=48, actual=0))
    for footer in (False, True):
        file = Tga(50, 40, lost=1, footer=footer)
        r.fires(f"-large-{footer:d}", file, error("truncated", "data", expected=6000, actual=5999))
    r.near("", Tga())
    r.near("-packed", packed())
    r.near("-large", Tga(50, 40, id=b"text", colours=noise(6000)))


@rule
def trailing_bytes(r):
    for file in (Tga(tail=b"\1"), Tga(tail=noise(9), footer=True), packed(tail=noise(3))):
        size = len(file.tail)
        good = packed() if size == 3 else Tga(footer=file.footer)
        r.fires(f"-{size}", file, warning("trailing-bytes", "", at=(file.data_end(), size)), fixed=good)
    footer = Tga(footer=True).bytes()
    for name, content in (("", footer[:-1]), ("-more", Tga(tail=noise(4), footer=True).bytes()[:-1])):
        at = Tga().data_end()
        r.fires("-no-nul" + name, content, Finding("note", "tga/trailing-bytes", "", at, len(content) - at, says=(len(content) - at,)), fixed=Tga())
    large = Tga(50, 50, GREY, 16, tail=noise(40), footer=True)
    r.fires("-large", large, warning("trailing-bytes", "", at=(large.data_end(), 40)), fixed=Tga(50, 50, GREY, 16, footer=True))
    content = Tga(50, 40, footer=True).bytes()[:-1]
    r.fires("-large-no-nul", content, Finding("note", "tga/trailing-bytes", "", 6018, 25, says=(25,)), fixed=Tga(50, 40))
    r.near("", Tga(footer=True))
    r.near("-large", Tga(50, 40, footer=True))
    r.near("-extension", Tga(tail=noise(9), extension=b""))


BOOK.memory_limit(packed())


@rule
def zero_dimension(r):
    for name in ("width", "height"):
        r.fires(f"-{name}", Tga(pixels=b"", **{name: 0}), error("zero-dimension", f"header.{name}"))
    r.near("", Tga(1, 1))


@rule
def depth(r):
    for type, bits in ((1, 24), (2, 8), (2, 0), (3, 24), (9, 32), (10, 12), (11, 15)):
        r.fires(f"-{type}-{bits}", Tga(type=type, bits=bits, colours=MAP if type % 8 == MAPPED else b""),
                error("depth", "header.pixelBits", says=(type,)))
    r.fires("-type", Tga(imageType=7, footer=True), error("depth", "header.imageType"))
    for type, bits in ((COLOURS, 15), (COLOURS, 16), (GREY, 16)):
        r.near(f"-{type}-{bits}", Tga(type=type, bits=bits))


@rule
def color_map(r):
    r.fires("-none", Tga(type=MAPPED, bits=8), error("color-map", "header.colorMapType"))
    for name, file in (("", Tga(footer=True, colorMapType=2)), ("-mapped", Tga(type=MAPPED, bits=8, footer=True, colorMapType=255))):
        r.fires(f"-kind{name}", file, error("color-map", "header.colorMapType"))
    for bits in (0, 8, 33):
        size = (bits + 7) // 8 * 4
        file = mapped(colorMapType=1, colorMapBits=bits, colorMapLength=4)
        file.colours = noise(size)
        r.fires(f"-{bits}-bits", file, error("color-map", "header.colorMapBits"))
    above = mapped(bytes([0, 1, 4, 3] * 4))
    r.fires("-above", above, error("color-map", "data", elements=[2, 6, 10, 14], says=(16, 4, 0)))
    below = mapped(bytes([5, 6, 7, 4] + [5] * 12), colorMapType=1, colorMapFirst=5, colorMapBits=24, colorMapLength=4)
    r.fires("-below", below, error("color-map", "data", elements=[3], says=(16, 4, 5)))
    pixels = run(b"\7", 4) + raw(b"\0", b"\1", b"\2", b"\3")
    r.fires("-packed", Tga(4, 2, MAPPED | PACKED, 8, pixels, colours=MAP), error("color-map", "data", elements=[0], says=(8, 4)))
    wide = Tga(2, 1, MAPPED, 16, b"\3\0\0\1", colours=MAP)
    r.fires("-wide", wide, error("color-map", "data", elements=[1], says=(2, 4, 0)))
    r.near("", mapped())
    r.near("-unused", Tga(colours=MAP))
    r.near("-kind", Tga(colours=MAP, footer=True))


@rule
def rle_overrun(r):
    for name, packet in (("run", run(RED, 5)), ("raw", raw(*[GREEN] * 5))):
        file = Tga(4, 2, COLOURS | PACKED, 32, run(RED, 4) + packet)
        at = file.data_at() + 5
        r.fires(f"-{name}", file, error("rle-overrun", "data", at=(at, file.data_end() - at), says=(1,)))
    r.near("", Tga(4, 2, COLOURS | PACKED, 32, run(RED, 4) + run(GREEN, 4)))


@rule
def rle_row(r):
    file = Tga(4, 3, COLOURS | PACKED, 32, run(RED, 5) + run(GREEN, 4) + run(RED, 3))
    r.fires("", file, warning("rle-row", "data", elements=[0, 1]))
    r.near("", Tga(4, 3, COLOURS | PACKED, 32, run(RED, 4) + raw(GREEN, RED) + run(GREEN, 2) + run(RED, 4)))


@rule
def extension(r):
    for name, level, shift in (("beyond", "error", 1), ("among", "error", -1)):
        file = Tga(extension=b"")
        file.offset = file.data_end() + shift
        r.fires(f"-{name}", file, getattr(BOOK, level)("extension", "footer.extensionOffset"))
    far = Tga(extension=b"")
    far.offset = 0xFFFFFFFF
    r.fires("-far", far, error("extension", "footer.extensionOffset"))
    file = Tga(extension=b"\0\0")
    r.fires("-gap", file, warning("extension", "footer.extensionOffset", expected=len(file.bytes()) - 521))
    file = Tga(50, 40, extension=b"\0\0")
    r.fires("-large", file, warning("extension", "footer.extensionOffset", expected=len(file.bytes()) - 521))
    r.near("", Tga(extension=b""))
    r.near("-none", Tga(footer=True))
    r.near("-large", Tga(50, 40, extension=b""))


@rule
def size(r):
    r.fires("-width", Tga(16385, 1, GREY, 8), warning("size", "header.width"))
    r.fires("-height", Tga(1, 16385, GREY, 8), warning("size", "header.height"))
    r.near("", Tga(16384, 1, GREY, 8))


@rule
def order(r):
    for value in (0x10, 0x40, 0x80, 0xD0):
        r.fires(f"-{value:x}", Tga(descriptor=value), warning("order", "header.descriptor"))
    r.near("", Tga(descriptor=0x20))


@rule
def alpha_bits(r):
    alphas = Tga(bits=32).pixels[3::4]
    r.fires("", Tga(bits=32, descriptor=0x20),
            note("alpha-bits", "header.descriptor", expected=0x28, says=(0, min(alphas), max(alphas))), fixed=Tga(bits=32, descriptor=0x28))
    file = packed(descriptor=0)
    r.fires("-packed", file, note("alpha-bits", "header.descriptor", expected=8, says=(0, 255)), fixed=packed())
    r.near("", Tga(bits=32))
    r.near("-same", Tga(2, 1, COLOURS, 32, RED * 2, descriptor=0))
    r.near("-24-bits", Tga(descriptor=0))


@rule
def all_transparent(r):
    r.fires("", Tga(2, 2, COLOURS, 32, CLEAR * 4), note("all-transparent", "data", says=(4, 0)))
    r.fires("-packed", Tga(4, 1, COLOURS | PACKED, 32, run(CLEAR, 4), descriptor=0), note("all-transparent", "data", says=(4, 0)))
    r.near("", Tga(2, 2, COLOURS, 32, CLEAR * 3 + GREEN))
