"""mod_shapes.py: one mod in every shape: as a folder with different spellings of its path, and packed.

A shape is made in an empty folder. It says which path to check, and in which working folder. `place` gives the path of
a file in the mod, which is the same for each shape.
"""

import gzip
import io
import pathlib
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "corpus"))

import archive  # noqa: E402
from cat import Member, Package  # noqa: E402

PACKED_FOLDER = "the mod"           # the folder of the mod, in packages that have such a folder


@dataclass
class Shape:
    name: str
    folder: pathlib.Path            # the working folder of the check
    path: str                       # the path that is checked
    below: str = ""                 # the start of the names in a package

    def place(self, finding):
        """The file of a finding, relative to the root of the mod, without the package or catalog that it is in."""
        name = finding.get("member")
        if name is None:
            path = pathlib.PurePosixPath(finding["path"])
            return str(path if self.path == "." else path.relative_to(pathlib.PurePosixPath(self.path)))
        return name.rpartition("!/")[2].removeprefix(self.below)


def files_of(folder):
    """The files below a folder by their names, sorted."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def write(folder, files):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


# ---- Folders -----------------------------------------------------------------------------------------------------------

def as_folders(room, files):
    mod = room / "below" / "some mod"
    write(mod, files)
    yield Shape("folder", room / "below", "some mod")
    yield Shape("folder with a slash", room / "below", "some mod/")
    yield Shape("folder with two slashes", room / "below", "some mod//")
    yield Shape("folder from two above", room, "below/some mod")
    yield Shape("folder by ./", room, "./below/some mod")
    yield Shape("from inside", mod, ".")
    yield Shape("from inside with a slash", mod, "./")
    yield Shape("absolute", pathlib.Path("/"), str(mod))
    (room / "link").symlink_to(mod, target_is_directory=True)
    yield Shape("link", room, "link")
    yield Shape("link with a slash", room, "link/")
    shutil.rmtree(mod)


# ---- Packages ----------------------------------------------------------------------------------------------------------

def write_zip(path, files, method=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", method) as package:
        for name, content in files.items():
            package.writestr(name, content)


def write_tar(path, files, mode):
    with tarfile.open(path, mode, format=tarfile.PAX_FORMAT) as package:
        for name, content in files.items():
            head = tarfile.TarInfo(name)
            head.size = len(content)
            package.addfile(head, io.BytesIO(content))


def write_seven(path, files):
    entries = [archive.Entry(name, content) for name, content in files.items() if content]
    empty = [archive.Entry(name) for name, content in files.items() if not content]
    path.write_bytes(archive.seven_archive([entries], empty))


def write_lzma(path, files, room):
    folder = room / "packed"
    write(folder, files)
    subprocess.run(["7z", "a", "-m0=lzma2", "-mx=1", "-bd", "-y", str(path), "."], cwd=folder, check=True,
                   capture_output=True)
    shutil.rmtree(folder)


def as_packages(room, files):
    """Each kind of package: with the files at its top, and with the folder of the mod."""
    writers = {"stored.zip": lambda path, all: write_zip(path, all, zipfile.ZIP_STORED),
               "deflated.ZIP": lambda path, all: write_zip(path, all, zipfile.ZIP_DEFLATED),
               "copied.7z": write_seven,
               "mod-1.0.tar": lambda path, all: write_tar(path, all, "w:"),
               "mod.tar.gz": lambda path, all: write_tar(path, all, "w:gz"),
               "mod.tgz": lambda path, all: path.write_bytes(gzip.compress(tar_bytes(room, all))),
               "mod.tar.xz": lambda path, all: write_tar(path, all, "w:xz")}
    if shutil.which("7z"):
        writers["lzma.7z"] = lambda path, all: write_lzma(path, all, room)
    for below in ("", PACKED_FOLDER + "/"):
        for name, make in writers.items():
            make(room / name, {below + path: content for path, content in files.items()})
            yield Shape(name + (" with its folder" if below else ""), room, name, below)
            (room / name).unlink()


def tar_bytes(room, files):
    path = room / "plain.tar"
    write_tar(path, files, "w:")
    content = path.read_bytes()
    path.unlink()
    return content


def write_cat(folder, name, files):
    package = Package([Member(path, content) for path, content in files.items()])
    write(folder, {f"{name}.cat": package.bytes(), f"{name}.dat": package.data()})


def as_catalogs(room, files):
    """A mod of X4 as players get it, with content.xml beside the catalog. Then two catalogs, and one with all files."""
    loose = {path: content for path, content in files.items() if path.lower() == "content.xml"}
    packed = {path: content for path, content in files.items() if path not in loose}
    halves = list(packed)[0::2], list(packed)[1::2]
    for name, beside, catalogs in (
            ("ext_01.cat", loose, {"ext_01": packed}),
            ("EXT_01.CAT", loose, {"EXT_01": packed}),
            ("ext_01.cat with content.xml", {}, {"ext_01": files}),
            ("ext_01.cat and subst_01.cat", loose,
             {"ext_01": {path: packed[path] for path in halves[0]}, "subst_01": {path: packed[path] for path in halves[1]}}),
            ("loose files and ext_01.cat", loose | {path: packed[path] for path in halves[0]},
             {"ext_01": {path: packed[path] for path in halves[1]}})):
        mod = room / "catalogs" / "mod"
        write(mod, beside)
        for catalog, inside in catalogs.items():
            write_cat(mod, catalog, inside)
        yield Shape(name, room / "catalogs", "mod")
        yield Shape(name + " from inside", mod, ".")
        packages = files_of(mod)
        write_zip(room / "catalogs.zip", packages, zipfile.ZIP_STORED)
        yield Shape(name + " in a zip", room, "catalogs.zip")
        (room / "catalogs.zip").unlink()
        shutil.rmtree(mod)
