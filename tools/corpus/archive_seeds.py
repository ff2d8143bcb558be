"""archive_seeds.py: small archives, one for each feature of the format."""

import archive
from archive import Entry
from cat import Member, Package
from xmf_seeds import plain

TEXT = b"none of our formats\n"


def mesh(name="assets/part-lod0.xmf", **fields):
    return Entry(name, plain().bytes(), **fields)


def text(name="readme.txt", **fields):
    return Entry(name, TEXT, **fields)


def usual(**fields):
    return [mesh(**fields), text(**fields), mesh("assets/part-lod1.xmf", **fields)]


def pair():
    package = Package([Member("a.xmf", plain().bytes())])
    return Entry("ext_01.cat", package.bytes()), Entry("ext_01.dat", package.data())


def zips():
    folder, link = Entry("assets/", mode=0o040755), text("link.xmf", mode=0o120777)
    return {
        "empty": archive.zip_archive([]),
        "stored": archive.zip_archive([folder, *usual(), link]),
        "deflated": archive.zip_archive(usual(deflate=True), comment=b"a comment"),
        "before": archive.zip_archive(usual(), before=b"MZ in front"),
        "names": archive.zip_archive([mesh("\u00e4/\u00f6.xmf"), mesh(b"\x84\\\x94.xmf"), mesh("./b.xmf")]),
        "encrypted": archive.zip_archive([mesh(encrypted=True), text()]),
        "pair": archive.zip_archive(pair()),
        "nested": archive.zip_archive([Entry("in.zip", archive.zip_archive([mesh()])), text()]),
        "cut": archive.zip_archive(usual(), cut=100),
        "zip64": archive.zip64_archive(usual(deflate=True)),
        "overlapping": archive.zip_archive([mesh("a.xmf"), mesh("b.xmf"), mesh("c.xmf")], places=[0, 0, 0]),
    }


def sevens():
    folder = Entry("assets", folder=True, mode=0o040755)
    return {
        "empty": archive.seven_archive([]),
        "solid": archive.seven_archive([usual()], [folder]),
        "folders": archive.seven_archive([[mesh()], [text(), mesh("b.xmf")]], [Entry("none.txt")]),
        "packed-list": archive.seven_archive([usual()], packed_header=True),
        "names": archive.seven_archive([[mesh("\u00e4\\\U0001f600.xmf"), mesh("\ud800.xmf")]]),
        "encrypted": archive.seven_archive([[mesh(), text()]], coder=archive.AES),
        "encrypted-list": archive.seven_archive([[mesh()]], packed_header=True, header_coder=archive.AES),
        "pair": archive.seven_archive([list(pair())]),
    }


def tars():
    links = [Entry("link.xmf", link="assets/part-lod0.xmf"), Entry("hard.xmf", link="assets/part-lod0.xmf", hard=True)]
    plain_tar = archive.tar_archive([Entry("assets/", folder=True), mesh(), links[0]])
    named = archive.pax_name("\u00e4/" + "long" * 30 + ".xmf") + archive.tar_archive([mesh("short.xmf")])
    return {
        "plain.tar": plain_tar,
        "links.tar": archive.tar_archive([mesh(), *links], end=512),
        "gnu.tar": archive.tar_archive([mesh("a" * 120 + ".xmf")]),
        "bytes.tar": archive.tar_archive([mesh(b"\x84.xmf")]),
        "pax.tar": named,
        "sparse.tar": archive.sparse("s.xmf", plain().bytes(), 0, after=300) + archive.tar_archive([text()]),
        "pair.tar": archive.tar_archive(reversed(pair())),
        "zeros.tar": bytes(1024),
        "plain.tar.gz": archive.gzip(plain_tar),
        "plain.tar.xz": archive.xz(plain_tar),
        "plain.tar.bz2": archive.bzip2(plain_tar),
    }


def seeds_of(name):
    """Bytes by file name."""
    if name == "tar":
        files = tars()
    else:
        files = {f"{key}.{name}": content for key, content in (zips() if name == "zip" else sevens()).items()}
    return files
