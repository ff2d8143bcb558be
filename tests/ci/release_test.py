#!/usr/bin/env python3
"""release_test.py: tests the scripts that describe and check a release, on small files, and the workflows of GitHub.

    release_test.py --program PATH [TEST...]

Tests that need PyYAML or jsonschema are skipped if it isn't installed. The last line is `N passed, N failed, N
skipped`. ci/release_twice.sh builds and tests the real files; ci/actionlint.sh checks the syntax of the workflows.
"""

import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import struct
import sys
import tarfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/cli"), str(ROOT / "ci/release")]

import linked  # noqa: E402
import sbom  # noqa: E402
import case  # noqa: E402

try:
    import check  # needs jsonschema
except ImportError:
    check = None
try:
    import yaml
except ImportError:
    yaml = None

TIME = 1700000001
VERSION = "1.2.3"
FUZZING = ("cflite_build.yml", "cflite_nightly.yml", "cflite_pr.yml")
EXE = struct.pack("<60xI4sHHI", 64, b"PE\0\0", 0x8664, 3, TIME)


def library(name, **more):
    return {"name": name, "version": "1:2.0-1+deb12u1", "source": name.lower(), "licence": "MIT", "linked": "static",
            "file": f"{name}_2.0.dsc", "sha256": hashlib.sha256(name.encode()).hexdigest(), "texts": [], **more}


LIBRARIES = [library(name) for name in ("zlib", "libdeflate", "cJSON", "expat", "libarchive", "libseccomp", "bzip2")] + [
    library("xz", licence="LicenseRef-xz-public-domain")]
SHARED = [library(one["name"], linked="shared", file=f"{one['name']}.so") for one in LIBRARIES[:6]]


def tar(names, **more):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in names:
            one = tarfile.TarInfo(name)
            one.mtime = TIME
            for key, value in more.items():
                setattr(one, key, value)
            archive.addfile(one)
    return gzip.compress(data.getvalue(), mtime=0)


def zipped(names, date=(2023, 11, 14, 22, 13, 20), extra=b"", exe=EXE):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in names:
            one = zipfile.ZipInfo(name, date)
            one.extra = extra
            archive.writestr(one, exe if name.endswith(".exe") else b"")
    return data.getvalue()


def deb(**more):
    out = b"!<arch>\n"
    for name, data in (("debian-binary", b"2.0\n"), ("control.tar.gz", tar(["control"], **more)),
                       ("data.tar.gz", tar(["usr/bin/assetlint"]))):
        head = f"{name:16}{TIME:<12}{0:<6}{0:<6}{100644:<8}{len(data):<10}`\n".encode()
        out += head + data + b"\n" * (len(data) % 2)
    return out


class Release(case.Case):
    """A correct release of small files passes; with any one mistake in it, the check fails."""

    def setUp(self):
        super().setUp()
        if check is None:
            self.skipTest("jsonschema is not there")
        self.out = pathlib.Path(self.folder, "out")
        self.out.mkdir()
        base, texts = f"assetlint-{VERSION}", [f"licences/{one['name']}.txt" for one in LIBRARIES]
        self.texts = texts
        self.files = {f"{base}.tar.gz": tar([f"{base}/LICENSE"]), f"{base}-web.zip": zipped(texts),
                      f"{base}-windows-x86_64.zip": zipped(["assetlint.exe", *texts]),
                      f"assetlint_{VERSION}_amd64.deb": deb(), f"libassetlint-dev_{VERSION}_amd64.deb": deb()}
        for name in ("linux-x86_64.tar.gz", "linux-arm64.tar.gz", "npm.tgz"):
            self.files[f"{base}-{name}"] = tar([f"{base}/{name}" for name in texts])

    def lay_out(self, **changed):
        """Writes the files, of which some are replaced, their SBOM and their checksums."""
        for path in self.out.iterdir():
            path.unlink()
        for name, data in {**self.files, **changed}.items():
            (self.out / name).write_bytes(data)
        source = self.out / f"assetlint-{VERSION}.tar.gz"
        files = [(path, SHARED if path.suffix == ".deb" else LIBRARIES)
                 for path in sorted(self.out.iterdir()) if path != source]
        self.document = sbom.document(VERSION, "0" * 40, TIME, "", source, files)
        self.describe()

    def describe(self):
        (self.out / f"assetlint-{VERSION}.spdx.json").write_text(json.dumps(self.document), encoding="utf-8")
        paths = sorted(path for path in self.out.iterdir() if path.name != "SHA256SUMS")
        (self.out / "SHA256SUMS").write_text("".join(f"{linked.sha256(path)}  {path.name}\n" for path in paths))

    def expect(self, pattern):
        with self.assertRaisesRegex((check.BrokenPromise, check.jsonschema.ValidationError), pattern):
            check.check(self.out, TIME)

    def expect_of(self, name, data, pattern):
        self.lay_out(**{f"assetlint-{VERSION}{name}" if name.startswith(("-", ".")) else name: data})
        self.expect(pattern)

    def test_as_promised(self):
        self.lay_out()
        self.assertEqual(check.check(self.out, TIME), 10)

    def test_names_and_sums(self):
        self.lay_out()
        sums = (self.out / "SHA256SUMS").read_bytes()
        for wrong in (sums[1:], sums.replace(b"-web", b"-wep"), sums + sums[:66] + b"more\n"):
            (self.out / "SHA256SUMS").write_bytes(wrong)
            self.expect("SHA256SUMS has other")
        (self.out / "more").write_bytes(b"")
        self.expect("more: {'more'}")
        (self.out / "more").unlink()
        (self.out / f"assetlint-{VERSION}-web.zip").unlink()
        self.expect("missing: {'assetlint-1.2.3-web.zip'}")

    def test_owners_and_times(self):
        arm, web = "-linux-arm64.tar.gz", "-web.zip"
        for name, data, pattern in (
                (arm, tar(["a"], uid=1000), "belongs to 1000"), (arm, tar(["a"], uname="me"), "belongs to 0 me"),
                (arm, tar(["a"], mtime=TIME + 1), "younger than the commit"), (arm, tar(["a"], mode=0o777), "mode 777"),
                (arm, tar(["../a"]), "is outside of it"), (arm, gzip.compress(gzip.decompress(tar(["a"])), mtime=TIME + 9),
                                                    "gzip has a name or a time"),
                (web, zipped(["a"], (2023, 11, 14, 22, 13, 22)), "younger"), (web, zipped(["/a"]), "is outside of it"),
                (web, zipped(["a"], extra=b"\x55\x54\0\0"), "owners or times"),
                (f"assetlint_{VERSION}_amd64.deb", deb(uid=1), "belongs to 1"),
                (f"assetlint_{VERSION}_amd64.deb", deb().replace(str(TIME).encode(), str(TIME + 1).encode(), 1),
                 "owner or a time")):
            with self.subTest(pattern, name=name):
                self.expect_of(name, data, pattern)

    def test_programs(self):
        for exe, pattern in ((EXE[:-4] + struct.pack("<I", TIME + 1), "exe is younger than the commit"),
                             (EXE.replace(b"\x64\x86", b"\x4c\x01"), "not a program for Windows")):
            self.expect_of("-windows-x86_64.zip", zipped(["assetlint.exe", *self.texts], exe=exe), pattern)

    def test_licences(self):
        self.expect_of("-web.zip", zipped(self.texts[1:]), "no licence text of {'zlib'}")

    def change(self, pattern, change):
        self.lay_out()
        change(self.document)
        self.describe()
        with self.subTest(pattern):
            self.expect(pattern)

    def test_sbom(self):
        def package(document, name):
            return next(one for one in document["packages"] if one["name"] == name)
        self.change("is a required property", lambda d: d.pop("documentNamespace"))
        self.change("SPDX-2.3", lambda d: d.update(spdxVersion="SPDX-2.2"))
        self.change("does not match", lambda d: package(d, "zlib").update(SPDXID="zlib"))
        self.change("LicenseRef-xz-public-domain is not defined", lambda d: d["hasExtractedLicensingInfos"].clear())
        self.change("is not a licence expression", lambda d: package(d, "zlib").update(licenseDeclared="as it is"))
        self.change("does not exist", lambda d: d["packages"].remove(package(d, "zlib")))
        self.change("occurs twice", lambda d: d["packages"].append(package(d, "zlib")))
        self.change("another sum", lambda d: package(d, "assetlint")["checksums"][0].update(checksumValue="0" * 64))
        self.change("younger", lambda d: d["creationInfo"].update(created="2030-01-01T00:00:00Z"))
        self.change("lacks {'zlib'}", lambda d: d.update(relationships=[
            one for one in d["relationships"] if "LINK" not in one["relationshipType"]
            or "zlib" not in one["relatedSpdxElement"]]))

    def test_where_the_document_is_named(self):
        source = self.out / f"assetlint-{VERSION}.tar.gz"
        self.lay_out()
        for home, start in (("", "https://spdx.org/spdxdocs"), ("https://a.test", "https://a.test/spdx")):
            document = sbom.document(VERSION, "0" * 40, TIME, home, source, [])
            self.assertEqual(document["documentNamespace"], f"{start}/assetlint-{VERSION}-{'0' * 40}")

    def test_the_same_document(self):
        self.lay_out()
        first = self.document
        self.lay_out()
        self.assertEqual(first, self.document)
        self.assertEqual(first["creationInfo"]["created"], "2023-11-14T22:13:21Z")
        linked_to = [one["relatedSpdxElement"] for one in first["relationships"] if one["relationshipType"] == "STATIC_LINK"]
        self.assertEqual((len(linked_to), len(set(linked_to))), (5 * 8, 8))


class Linked(case.Case):
    def test_linked_libraries(self):
        """LOAD lines name the libraries on the command line; only those with a member in the program are linked."""
        lines = ("libraries/prefix/lib/libz.a(inflate.c.o)\n", "LOAD libraries/prefix/lib/liblzma.a\n",
                 " .text 0x0 0x5 /usr/lib/x86_64-linux-gnu/libc.a(exit.o)\n")
        self.assertEqual(linked.archives_in("".join(lines)),
                         ["/usr/lib/x86_64-linux-gnu/libc.a", "libraries/prefix/lib/libz.a"])

    def test_static_libraries(self):
        self.write("build/assetlint.map", b"libassetlint.a(a.o)\nlibassetlint_viewer.a(v.o)\nlibraries/prefix/lib/liblzma.a(b.o)\n")
        sources = os.path.join(self.folder, "sources")
        self.write("build/libraries/CMakeCache.txt", f"SOURCE_xz-utils:UNINITIALIZED={sources}/xz-utils-5.4.1-1\n".encode())
        self.write("sources/.apt/files/xz-utils-1:5.4.1-1/xz-utils_5.4.1-1.dsc", b"Source: xz-utils\nVersion: 1:5.4.1-1\n")
        self.write("sources/xz-utils-5.4.1-1/debian/copyright", b"liblzma is in the public domain.\n")
        libraries = linked.listed(linked.static_libraries(os.path.join(self.folder, "build")))
        self.assertEqual([(one["name"], one["version"], one["file"]) for one in libraries],
                         [("xz", "1:5.4.1-1", "xz-utils_5.4.1-1.dsc")])
        linked.copy_licences(libraries, os.path.join(self.folder, "licences"))
        self.assertEqual(self.read("licences/xz.txt"), b"liblzma is in the public domain.\n")

    def test_an_unknown_library(self):
        with self.assertRaisesRegex(SystemExit, "libfoo is linked, and KNOWN lacks its licence"):
            linked.entry("libfoo", "1", "static", __file__, __file__)

    def test_every_library_that_is_built(self):
        text = (ROOT / "cmake/libraries/CMakeLists.txt").read_text(encoding="utf-8")
        names = set(re.findall(r"^ *library\(([\w-]+)", text, re.MULTILINE)) - {"cmocka"}
        self.assertEqual(names, set(linked.BUILT.values()))
        self.assertTrue(names <= set(linked.KNOWN))

    def test_texts(self):
        """The rules and options that the texts name exist."""
        for name in ("windows.txt", "web.txt"):
            text = (ROOT / "ci/release" / name).read_text(encoding="utf-8")
            self.assertIn("@VERSION@", text)
            self.assertLessEqual(max(map(len, text.splitlines())), 85)
            for rule in re.findall(r"assetlint explain (\S+)", text):
                self.assertEqual(self.run_text("explain", rule).status, 0)
        self.assertIn("assetlint explain", (ROOT / "ci/release/windows.txt").read_text(encoding="utf-8"))


class Workflows(unittest.TestCase):
    FOLDER = ROOT / ".github/workflows"

    def setUp(self):
        if yaml is None:
            self.skipTest("PyYAML is not there")
        self.workflows = {path.name: yaml.safe_load(path.read_text(encoding="utf-8"))
                          for path in sorted(self.FOLDER.glob("*.yml"))}

    def steps(self):
        for workflow in self.workflows.values():
            for job in workflow["jobs"].values():
                yield from job["steps"]

    def test_scripts_that_they_run(self):
        self.assertEqual(set(self.workflows), {"ci.yml", "nightly.yml", "release.yml", "site.yml", *FUZZING})
        runs = [step["run"] for step in self.steps() if "run" in step]
        scripts = {run for run in runs if run.startswith("./")}
        self.assertEqual(scripts, {"./.ci/run", "./ci/setup.sh", "./ci/release.sh release", "./ci/site.sh site",
                                   "./ci/nightly.sh", "./ci/memory.sh", "./ci/mutants.sh --jobs 4", "./ci/platforms.sh"})
        for run in scripts:
            self.assertTrue(os.access(ROOT / run.split()[0], os.X_OK), run)
        for run in runs:
            self.assertNotIn("${{", run)

    def test_other_actions_are_pinned(self):
        used = [step["uses"] for step in self.steps() if "uses" in step]
        self.assertIn("actions/attest-build-provenance", {name.split("@")[0] for name in used})
        for name in used:
            self.assertRegex(name, r"\A(actions|google/clusterfuzzlite/actions)/[\w-]+@[0-9a-f]{40}\Z")
        for path in self.FOLDER.glob("*.yml"):
            for line in path.read_text(encoding="utf-8").splitlines():
                if "uses:" in line:
                    # ClusterFuzzLite's only version is v1.
                    self.assertRegex(line, r"@[0-9a-f]{40} # v(\d+\.\d+\.\d+|1)$")

    def test_fuzzing(self):
        """Each sanitizer and mode, as docs of ClusterFuzzLite name them, on the targets of `.clusterfuzzlite`."""
        modes = {}
        for name in FUZZING:
            for job in self.workflows[name]["jobs"].values():
                steps = [step for step in job["steps"] if "clusterfuzzlite" in step["uses"]]
                self.assertIn("/build_fuzzers@", steps[0]["uses"])
                for step in steps:
                    self.assertEqual(step["with"]["language"], "c")
                    self.assertEqual(step["with"].get("sanitizer"), steps[0]["with"].get("sanitizer"))
                for step in steps[1:]:
                    self.assertIn("/run_fuzzers@", step["uses"])
                    modes[step["with"]["mode"]] = step["with"]["fuzz-seconds"]
                for sanitizers in job.get("strategy", {}).get("matrix", {}).values():
                    self.assertEqual(sanitizers, self.project("fuzz/oss-fuzz")["sanitizers"])
        self.assertEqual(modes, {"code-change": 600, "batch": 3600, "prune": 600, "coverage": 600})

    @staticmethod
    def project(folder):
        return yaml.safe_load((ROOT / folder / "project.yaml").read_text(encoding="utf-8"))

    def test_images_of_fuzzing(self):
        """Both images fetch the libraries that the build takes, and run the same script."""
        build = (ROOT / "fuzz/oss-fuzz/build.sh").read_text(encoding="utf-8")
        libraries = re.search("ASSETLINT_BUILT_LIBRARIES=([^\"]*)", build).group(1).replace(";", " ")
        for folder in ("fuzz/oss-fuzz", ".clusterfuzzlite"):
            self.assertIn(f"ci/sources.sh {libraries}\n", (ROOT / folder / "Dockerfile").read_text(encoding="utf-8"))
            self.assertEqual(self.project(folder)["language"], "c")
            self.assertTrue(os.access(ROOT / folder / "build.sh", os.X_OK))
        self.assertIn("fuzz/oss-fuzz/build.sh", (ROOT / ".clusterfuzzlite/build.sh").read_text(encoding="utf-8"))

    def test_permissions(self):
        self.assertEqual(self.workflows["ci.yml"]["permissions"], {"contents": "read"})
        for name in FUZZING:
            self.assertEqual(self.workflows[name]["permissions"], {"contents": "read"})
            for job in self.workflows[name]["jobs"].values():
                self.assertLessEqual(job.get("permissions", {}).items(), {"contents": "read", "actions": "read"}.items())
        release = self.workflows["release.yml"]
        self.assertEqual(release["permissions"], {})
        self.assertEqual(release["jobs"]["build"]["permissions"], {"contents": "read"})
        self.assertEqual(release["jobs"]["publish"]["permissions"],
                         {"contents": "write", "id-token": "write", "attestations": "write"})
        self.assertEqual(release["jobs"]["publish"]["needs"], "build")
        for step in self.steps():
            if step.get("uses", "").startswith("actions/checkout@"):
                self.assertIs(step["with"]["persist-credentials"], False)


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
