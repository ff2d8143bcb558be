"""archive_rules.py: the fixtures of the rules of archives."""

import binascii
from dataclasses import replace

import archive
from archive import Entry
from archive_seeds import TEXT, mesh, pair, sevens, tars, text, usual, zips
from cat import Member, Package
from dds_seeds import argb
from fixtures import Book, Finding
from xmf_seeds import plain

BOOK = Book("archive", "zip")
rule, rules = BOOK.rule, BOOK.rules


def found(level, name, inside="", says=()):
    return Finding(level, f"archive/{name}", "", 0, 0, inside=inside, says=says)


def broken(name="broken.xmf", **fields):
    """A mesh with a trailing byte, and its finding."""
    content = plain().bytes()
    return Entry(name, content + b"\0", **fields), Finding("warning", "xmf/trailing-bytes", "", len(content), 1,
                                                           inside=name)


def written(entries):
    """Archives of each kind with these entries, by extension."""
    tar = archive.tar_archive(entries)
    return {"zip": archive.zip_archive(entries), "7z": archive.seven_archive([entries]), "tar": tar,
            "tar.gz": archive.gzip(tar), "tgz": archive.gzip(tar), "tar.xz": archive.xz(tar),
            "tar.bz2": archive.bzip2(tar)}


def in_each(what, name, entries, *findings):
    for extension, content in written(entries).items():
        what(name, content, *findings, extension=extension)


def limit_fixtures(r):
    """A limit that stops the reading is not damage."""
    huge = archive.sparse("s.xmf", plain().bytes(), 0, after=1 << 43) + archive.tar_archive([mesh()])
    r.near("-huge", huge, Finding("error", "file/limit", "", 0, 0, inside="s.xmf"), extension="tar")
    size = len(plain().bytes())
    for extension, content in written([mesh(), mesh("b.xmf")]).items():
        r.near("-inflated", content, extension=extension, options={"max-inflated": 2 * size})
        r.near("-too-much", content, Finding("error", "file/limit", "", 0, len(content)), extension=extension,
               options={"max-inflated": 2 * size - 1})


@rule
def unreadable(r):
    member, finding = broken()
    for extension in ("zip", "7z", "tar", "tar.gz", "tgz", "tar.xz", "tar.bz2"):
        r.fires("-empty", b"", found("error", "unreadable"), extension=extension)
        r.fires("-other", TEXT * 30, found("error", "unreadable"), extension=extension)
    wrong = mesh("wrong.xmf", sum=1)
    r.fires("-sum", archive.zip_archive([member, wrong, text()]),
            found("error", "unreadable", "wrong.xmf", says=(hex(binascii.crc32(plain().bytes())), "0x1")), finding)
    r.fires("-sum", archive.seven_archive([[wrong, member, text()]]), found("error", "unreadable", "wrong.xmf"),
            finding, extension="7z")
    picture = argb(64, 32).bytes()      # its headers alone are judged, but the checksum is behind the pixels
    r.fires("-picture", archive.zip_archive([Entry("wrong.dds", picture, sum=1)]),
            found("error", "unreadable", "wrong.dds", says=(hex(binascii.crc32(picture)), "0x1")))
    changed = mesh("wrong.xmf", deflate=True, change=(0, 0xFF))         # an invalid kind of block
    r.fires("-deflate", archive.zip_archive([changed, member]), found("error", "unreadable", "wrong.xmf"), finding)
    for name, size in (("-more", 10), ("-fewer", 10000)):
        entry = mesh("wrong.xmf", size=size, deflate=True)
        r.fires(name, archive.zip_archive([entry, member]),
                found("error", "unreadable", "wrong.xmf", says=(len(plain().bytes()), size)), finding)
    r.fires("-method", archive.zip_archive([mesh("wrong.xmf", method=9), member]),
            found("error", "unreadable", "wrong.xmf", says=(9,)), finding)
    r.fires("-cut", archive.zip_archive([member, mesh()], cut=60), found("error", "unreadable"), finding)
    r.fires("-cut-in-member", archive.zip_archive([member, mesh("last.xmf")], cut=400), found("error", "unreadable"),
            found("error", "unreadable", "last.xmf"), finding)
    times = b"UT\x09\0\3" + bytes(8)
    r.fires("-cut-extra", archive.zip_archive([mesh("first.xmf", extra=times), member], cut=60),
            found("error", "unreadable"), finding)
    r.fires("-cut", archive.seven_archive([[member]], cut=1), found("error", "unreadable"), extension="7z")
    whole = archive.tar_archive([member, mesh("last.xmf")])
    r.fires("-cut", whole[:-1024 - 512], found("error", "unreadable", "last.xmf"), finding, extension="tar")
    r.fires("-cut-head", whole[:1536 + 100], found("error", "unreadable"), finding, extension="tar")
    r.fires("-cut", archive.gzip(whole, cut=9), found("error", "unreadable"), extension="tar.gz")
    r.fires("-sum", archive.gzip(whole, sum=1), found("error", "unreadable"), finding, extension="tar.gz")
    r.near("-members", archive.gzip(whole[:700]) + archive.gzip(whole[700:]), finding, extension="tar.gz")
    r.fires("-cut", archive.xz(whole, cut=40), found("error", "unreadable"), extension="tar.xz")
    damaged = whole[:1536 + 10] + b"\xff" + whole[1536 + 11:]
    r.fires("-head", damaged, found("error", "unreadable"), finding, extension="tar")
    head = bytearray(archive.seven_archive([usual()]))
    head[-20] ^= 1
    r.fires("-list", bytes(head), found("error", "unreadable"), extension="7z")
    for name, at in (("-start", 12), ("-start-sum", 8), ("-start-end", 31)):      # it says where the list is
        start = bytearray(archive.seven_archive([usual()]))
        start[at] ^= 1
        r.fires(name, bytes(start), found("error", "unreadable"), extension="7z")
    whole = archive.seven_archive([usual()])
    r.fires("-start-zeros", whole[:8] + bytes(24) + whole[32:], found("error", "unreadable"), extension="7z")
    nested = archive.zip_archive([Entry("in.zip", b""), member])
    r.fires("-inner", nested, found("error", "unreadable", "in.zip"), finding)
    for name, content in zips().items():
        if name not in ("cut", "encrypted"):
            r.near("-" + name, content, *([replace(found("warning", "backslash", ""), says=(1, 3))] if name == "names" else []))
    for name, content in sevens().items():
        if "encrypted" not in name:
            r.near("-" + name, content, extension="7z")
    for name, content in tars().items():
        base, _, extension = name.partition(".")
        trailing = [Finding("warning", "xmf/trailing-bytes", "", len(plain().bytes()), 300, inside="s.xmf")]
        r.near("-" + base, content, *(trailing if base == "sparse" else []), extension=extension)
    limit_fixtures(r)


RAR = b"Rar!\x1a\x07\x01\x00" + bytes(56)
CAB = b"MSCF" + bytes(4) + b"\x40" + bytes(55)
LZH = b"\x1f\x53-lh5-" + bytes(57)
ZSTD = b"\x28\xb5\x2f\xfd\x04" + bytes(59)


@rule
def unsupported(r):
    finding = found("warning", "unsupported")
    for name, content, extensions in (("-rar", RAR, ("rar", "bin", "zip", "tar", "tar.gz")), ("-cab", CAB, ("cab", "dll", "7z")),
                                      ("-lzh", LZH, ("lzh", "lha", "txt")), ("-zstd", ZSTD, ("tar.zst", "zst", "rar", "tar.xz"))):
        for extension in extensions:
            r.fires(name, content, finding, extension=extension)
    for extension in ("rar", "tar.zst", "cab", "lzh"):
        r.fires("-zip", archive.zip_archive([mesh()]), finding, extension=extension)
        r.fires("-text", TEXT * 30, finding, extension=extension)
        r.fires("-empty", b"", finding, extension=extension)
    mesh_content = plain().bytes()
    r.fires("-met", {"a.xmf": mesh_content, "b.rar": RAR, "c": CAB, "d.lzh": b""},
            *(found("warning", "unsupported", inside=name) for name in ("b.rar", "c", "d.lzh")))
    member, trailing = broken()
    nested = archive.zip_archive([Entry("in/b.rar", RAR), member, Entry("c.zip", archive.zip_archive([Entry("d", LZH)]))])
    r.fires("-inner", nested, trailing, found("warning", "unsupported", "in/b.rar"),
            found("warning", "unsupported", "c.zip!/d"))
    r.near("", {"a.xmf": mesh_content, "scene.blend": ZSTD, "b.gz": archive.gzip(TEXT), "c.txt": b"Rar! " + TEXT,
                "d.txt": b"a -lh5 option", "e.txt": b"MSCF is a cabinet", "rar": b"", "f.rar.txt": TEXT})
    for name in ("MSCF", "x-lh5-", "ab-lh5-"):       # a tar begins with the name of a file
        r.near(f"-{name}", archive.tar_archive([text(name), mesh()]), extension="tar")


@rule
def encrypted(r):
    member, finding = broken()
    r.fires("", archive.zip_archive([mesh("secret.xmf", encrypted=True), member]),
            found("warning", "encrypted", "secret.xmf"), finding)
    r.fires("-text", archive.zip_archive([text(encrypted=True), member]),
            found("warning", "encrypted", "readme.txt"), finding)
    r.fires("", archive.seven_archive([[mesh("secret.xmf")]], coder=archive.AES),
            found("warning", "encrypted", "secret.xmf"), extension="7z")
    r.fires("-list", sevens()["encrypted-list"], found("warning", "encrypted"), extension="7z")
    nested = archive.zip_archive([Entry("in.zip", archive.zip_archive([mesh("a.xmf", encrypted=True)])), member])
    r.fires("-inner", nested, found("warning", "encrypted", "in.zip!/a.xmf"), finding)
    in_each(r.near, "", [mesh(), member], finding)


@rule
def path(r):
    names = {"slash": "/a.txt", "drive": "C:/a.txt", "up": "../a.txt", "up-inside": "a/../b.txt", "up-last": "a/..",
             "up-alone": ".."}
    for name, entry in names.items():
        in_each(r.fires, f"-{name}", [text(), text(entry)], found("error", "path", entry))
    r.fires("-backslash", archive.zip_archive([text("..\\a.txt")]), found("error", "path", "../a.txt"),
            replace(found("warning", "backslash", ""), says=(1,)))
    member, finding = broken("../out.xmf")      # still checked
    in_each(r.fires, "-member", [member], found("error", "path", "../out.xmf"), finding)
    in_each(r.near, "", [text("a..b/c.txt"), text("..."), text(".a/b.txt"), text("./a.txt"), text("ab:c.txt")])
    r.near("-folder", archive.zip_archive([Entry("../", mode=0o040755), mesh()]))
    r.near("-link", archive.tar_archive([Entry("a.xmf", link="../../b.xmf"), mesh()]), extension="tar")


@rule
def duplicate(r):
    member, finding = broken("a.xmf")
    in_each(r.fires, "", [text(), member, text()], found("warning", "duplicate", "readme.txt"), finding)
    in_each(r.fires, "-three", [text(), text(), text()], found("warning", "duplicate", "readme.txt"))
    r.fires("-separator", archive.zip_archive([text("a/b.txt"), text("a\\b.txt"), text("./a/b.txt")]),
            replace(found("warning", "backslash", ""), says=(1, 3)), found("warning", "duplicate", "a/b.txt"))
    r.fires("-members", archive.zip_archive([mesh("a.xmf"), member]), found("warning", "duplicate", "a.xmf"), finding)
    in_each(r.near, "", [text(), text("readme.txt2"), text("a/readme.txt"), member], finding)
    package = archive.zip_archive([Entry("a/", mode=0o040755), Entry("a/", mode=0o040755), text("a")])
    r.near("-folders", package)


@rule
def backslash(r):
    names = ["mod\\a.xmf", "mod\\b.xmf", "c.xmf"]
    def zip_of(*names, method=archive.zip_archive):
        return method([mesh(name) for name in names])
    r.fires("", zip_of(*names), replace(found("warning", "backslash", ""), says=(2, 3)))
    r.fires("-one", zip_of(names[0]), replace(found("warning", "backslash", ""), says=(1,)))
    r.near("", zip_of("mod/a.xmf", "mod/b.xmf"))
    r.near("-tar", zip_of(*names, method=archive.tar_archive), extension="tar")
    metadata = Entry("__MACOSX/._a.xmf", bytes.fromhex("00051607") + bytes(60))
    r.near("-metadata", archive.zip_archive([mesh("a.xmf"), metadata]))


@rule
def case_collision(r):
    member, finding = broken("A.XMF")
    in_each(r.fires, "", [mesh("a.xmf"), member], found("warning", "case-collision", "A.XMF"), finding)
    in_each(r.fires, "-three", [text("a.txt"), text("A.txt"), text("A.TXT"), text("b.txt")],
            found("warning", "case-collision", "A.TXT"))
    in_each(r.fires, "-folder", [text("Assets/a.txt"), text("assets/a.txt")],
            found("warning", "case-collision", "assets/a.txt"))
    r.fires("-and-duplicate", archive.zip_archive([text("a.txt"), text("A.txt"), text("a.txt")]),
            found("warning", "case-collision", "a.txt"), found("warning", "duplicate", "a.txt"))
    in_each(r.near, "", [text("a.txt"), text("a.text"), text("A"), text("\u00e4.txt"), text("\u00c4.txt")])
    r.near("-cat", archive.zip_archive(pair()))


@rule
def several(r):
    member, finding = broken("../Out.xmf")
    entries = [mesh("../out.xmf"), member, mesh("wrong.xmf", sum=1), mesh("secret.xmf", encrypted=True)]
    r.add("four-defects", archive.zip_archive(entries), [
        found("error", "path", "../out.xmf"), found("error", "path", "../Out.xmf"),
        found("warning", "case-collision", "../Out.xmf"), finding, found("error", "unreadable", "wrong.xmf"),
        found("warning", "encrypted", "secret.xmf"),
    ])
    inner = Package([Member("a.xmf", plain().bytes() + b"\0")])
    entries = [Entry("ext_01.dat", inner.data()), text("../a"), Entry("ext_01.cat", inner.bytes()), text("../a")]
    for extension, content in written(entries).items():
        r.add("pair", content, [
            found("error", "path", "../a"), found("warning", "duplicate", "../a"),
            Finding("warning", "xmf/trailing-bytes", "", len(plain().bytes()), 1, inside="ext_01.cat!/a.xmf"),
        ], extension=extension)
