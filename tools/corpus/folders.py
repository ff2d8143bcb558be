"""folders.py: folders, as bytes by path, and packages of the same files."""

import archive
from archive import Entry
from cat import Member, Package


def below(folder, files):
    return {f"{folder}/{path}": content for path, content in files.items()}


def packed(files):
    package = Package([Member(path, content) for path, content in files.items()])
    return {"cat": package.bytes(), "dat": package.data()}


def zipped(files):
    return archive.zip_archive([Entry(path, content, deflate=True) for path, content in files.items()])


def packages(files):
    """Packages of each kind with these files: extension, bytes, and other files of the package by extension."""
    entries = [Entry(path, content) for path, content in files.items()]
    pack = packed(files)
    yield "zip", zipped(files), {}
    yield "tar", archive.tar_archive(entries), {}
    yield "7z", archive.seven_archive([entries]), {}
    yield "cat", pack["cat"], {"dat": pack["dat"]}


def row(files, references=None):
    """The files of a mod and a reference as one input of the fuzzer: `=== PATH` begins a file (fuzz/inputs.h)."""
    together = dict(files) | below("with", references or {})
    return b"".join(f"=== {path}\n".encode() + content + b"\n" for path, content in together.items())
