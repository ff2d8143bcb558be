#!/usr/bin/env python3
"""test_packages.py: packages, and files that refer to each other."""

import gzip
import hashlib
import json
import lzma
import os
import re
import resource
import sys
import zipfile

import case
import meshes
from case import ALL_FILES, Case, deep, nothing_in, posix, resolve, SECONDS

import anark
import ani
import archive
import bbanim
import bbmod
import bone_rules
from others import OTHERS

CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "corpus")


class Packages(Case):
    """A .cat with its .dat, and rules across files."""

    def setUp(self):
        super().setUp()
        self.pack("mod/ext_01", {"b/note.xmf": meshes.note(), "a.lua": b"return", "a/error.xmf": meshes.error(),
                                 "a/clean.xmf": meshes.clean()})

    def files(self, *arguments, **options):
        return [(f["path"], f.get("member"), f["format"], f["status"])
                for f in self.report(*arguments, **options)["files"]]

    def test_members_are_files(self):
        expected = [("mod/ext_01.cat", None, "cat", "clean"), ("mod/ext_01.cat", "a/clean.xmf", "xmf", "clean"),
                    ("mod/ext_01.cat", "a/error.xmf", "xmf", "findings"),
                    ("mod/ext_01.cat", "b/note.xmf", "xmf", "findings")]
        for path in ("mod", "mod/ext_01.cat"):
            self.assertEqual(self.files(path, status=1), expected)
        summary = self.report("mod")["summary"]
        self.assertEqual((summary["files"], summary["clean"], summary["errors"], summary["notes"]), (4, 2, 1, 1))

    def test_a_package_in_a_package(self):
        inner = {name: self.read(f"mod/ext_01.{name}") for name in ("cat", "dat")}
        self.pack("outer", {"x/in.dat": inner["dat"], "x/in.cat": inner["cat"]})
        self.assertEqual(self.files("outer.cat", status=1), [
            ("outer.cat", None, "cat", "clean"), ("outer.cat", "x/in.cat", "cat", "clean"),
            ("outer.cat", "x/in.cat!/a/clean.xmf", "xmf", "clean"),
            ("outer.cat", "x/in.cat!/a/error.xmf", "xmf", "findings"),
            ("outer.cat", "x/in.cat!/b/note.xmf", "xmf", "findings")])
        self.assertRegex(self.run_text("-f", "lines", "outer.cat").out,
                         r"(?m)^outer\.cat!/x/in\.cat!/a/error\.xmf:0x[0-9a-f]+: error: ")
        self.pack("third", {f"outer.{name}": self.read(f"outer.{name}") for name in ("cat", "dat")})
        self.assertEqual(self.files("third.cat", status=3), [
            ("third.cat", None, "cat", "clean"), ("third.cat", "outer.cat", "cat", "clean"),
            ("third.cat", "outer.cat!/x/in.cat", "cat", "limit")])

    def test_dump_shows_the_list(self):
        nodes = json.loads(self.run_text("dump", "-f", "json", "mod/ext_01.cat").out)
        self.assertEqual([{name: field["value"] for name, field in line.items() if name[0] != "@"}
                          for line in nodes["lines"]][1], {
            "path": "a.lua", "size": 6, "time": 1700000000, "md5": hashlib.md5(b"return").hexdigest(),
            "offset": len(meshes.note())})
        self.write("other.cat", b"../a b 6 -1 " + b"0" * 32 + b"\nnothing\n")      # a .dat is never checked itself
        done = self.run_text("dump", "other.cat")
        self.assertIn('path = "../a b"\n', done.out)
        self.assertIn("time = -1\n", done.out)
        self.assertIn('text = "nothing"\n', done.out)
        self.assertEqual(done.err, "assetlint: other.cat has 2 errors; assetlint check says more\n")
        nodes = json.loads(self.run_text("dump", "-f", "json", "other.cat").out)
        for finding in self.report("other.cat", status=1)["findings"]:
            node = resolve(nodes, finding["field"])
            if finding["field"] != "":
                self.assertEqual((node["@offset"], node["@length"]), (finding["offset"], finding["length"]))

    def test_text_names_the_member(self):
        self.assertRegex(self.run_text("mod", "-f", "lines").out,
                         r"(?m)^mod/ext_01\.cat!/a/error\.xmf:0x[0-9a-f]+: error: ")
        self.assertRegex(self.run_text("mod").out, r"(?m)^mod/ext_01\.cat!/a/error\.xmf\n  0x[0-9a-f]+ +error ")

    def test_a_dat_is_skipped(self):
        self.pack("other", {"a.xmf": meshes.error()})     # the .dat begins like a mesh
        self.assertEqual(self.files("other.dat", "other.cat", status=1)[0][:2], ("other.cat", None))
        self.expect(["other.dat"], 2, err=nothing_in("other.dat"))

    def test_without_known_files(self):
        self.pack("empty", {"a.lua": b"return"})
        self.expect(["empty.cat"], 2, "NOT CHECKED: 1 file was found, and nothing in it could be checked\n", nothing_in("empty.cat"))
        self.expect(["--allow-empty", "empty.cat"], 0, "OK: 0 files checked: 0 with errors, 0 with warnings, 0 without\n")
        self.write("with/a.xmf", meshes.clean())
        self.expect(["empty.cat", "with/a.xmf"], 0, "OK: 1 file checked: 0 with errors, 0 with warnings, 1 without\n")
        self.write("empty.dat", b"")
        self.assertEqual([rule for _, rule, _ in self.findings("empty.cat", status=1)], ["cat/size-sum"])

    def test_no_report_over_a_package(self):
        for name in ("mod/ext_01.cat", "mod/ext_01.dat"):
            before = self.read(name)
            self.expect_usage(["-f", f"json={name}", "mod"], f"{name} is an asset: no report is written over it")
            self.assertEqual(self.read(name), before)

    def test_findings_about_the_package(self):
        self.write("mod/ext_01.dat", b"short")
        self.assertEqual([rule for _, rule, _ in self.findings("mod", status=1)], ["cat/size-sum"])
        os.remove(os.path.join(self.folder, "mod/ext_01.dat"))
        self.assertEqual([rule for _, rule, _ in self.findings("mod", status=1)], ["cat/missing-dat"])

    def test_members_have_the_limits_of_files(self):
        size = len(meshes.error())
        self.write("mod/ext_01.cat", self.read("mod/ext_01.cat"))
        statuses = {member: status for _, member, _, status in self.files("--max-file-size", str(size - 1), "mod")}
        self.assertEqual(statuses["a/error.xmf"], "limit")
        self.assertEqual(self.report("--max-file-size", str(size - 1), "mod")["summary"]["exit"], 3)

    def test_from_standard_input_without_its_dat(self):
        content = self.read("mod/ext_01.cat")
        report = self.report("--stdin-name", "ext_01.cat", "-", input=content, status=0)
        self.assertEqual([(f["path"], f["format"], f["status"]) for f in report["files"]],
                         [("ext_01.cat", "cat", "clean")])

    def test_any_number_of_threads_reports_the_same(self):
        for number in range(5):
            self.pack(f"more/ext_{number}", {f"a/part-lod{number}.xmf": meshes.error(), "b/part-lod9.xmf": meshes.note()})
        one = self.run_raw("check", "-j", "1", "-f", "ndjson", ".")
        self.assertIn(b"xmf/missing-lod0", one.out)
        for jobs in ("2", "5", "16"):
            self.assertEqual(self.run_raw("check", "-j", jobs, "-f", "ndjson", "."), one)

    def findings_across_files(self, *arguments):
        """The findings of rules across files."""
        return [(path, rule) for path, rule, _ in self.findings(*arguments, status=0)
                if rule in ("xmf/lod-gap", "xmf/missing-lod0")]

    def test_levels_of_detail(self):
        gap = ("lods/part-lod2.xmf", "xmf/lod-gap")
        self.write("lods/part-lod0.xmf", meshes.clean())
        self.write("lods/part-lod2.xmf", meshes.clean())
        self.assertEqual(self.findings_across_files("lods"), [gap])
        self.assertEqual(self.findings_across_files("lods/part-lod2.xmf"), [])
        self.assertEqual(self.findings_across_files("lods/part-lod0.xmf", "lods/part-lod2.xmf"), [])
        self.assertEqual(self.findings_across_files("lods/part-lod2.xmf", "lods"), [gap])
        self.assertEqual(self.findings_across_files("--ignore", "xmf/lod-gap", "lods"), [])
        self.assertEqual(self.findings_across_files("lods", "--exclude=*-lod0.xmf"), [gap])
        self.write("lods/part-lod1.xmf", meshes.clean())
        self.assertEqual(self.findings_across_files("lods", "--exclude=*-lod[01].xmf", "--exclude=*-lod1.xmf"), [])
        self.pack("packed", {"a/part-lod1.xmf": meshes.clean()})
        self.assertEqual(self.findings_across_files("packed.cat"), [("packed.cat", "xmf/missing-lod0")])


class Archives(Case):
    """Zip, 7z and tar: their entries, names and limits."""

    def entries(self):
        self.four_files()
        return [archive.Entry(f"a/{name}", self.read(name)) for name in ALL_FILES] + [
            archive.Entry("readme.txt", b"text")]

    def write_all(self, entries):
        """Writes the entries into an archive of each kind. Returns the names of the archives."""
        tar = archive.tar_archive(entries)
        kinds = {"zip": archive.zip_archive(entries), "7z": archive.seven_archive([entries], packed_header=True), "tar": tar,
                 "tar.gz": archive.gzip(tar), "tgz": archive.gzip(tar), "TAR.XZ": archive.xz(tar),
                 "tar.bz2": archive.bzip2(tar)}
        for extension, content in kinds.items():
            self.write(f"m.{extension}", content)
        return [f"m.{extension}" for extension in kinds]

    def test_as_many_files_as_in_a_folder(self):
        """An archive is counted only if something is wrong with the archive itself."""
        for entry in self.entries():
            self.write("mod/" + entry.name, entry.content)
        verdicts = [self.run_text("-f", form, "mod").out.splitlines()[-1] for form in ("text", "lines")]
        self.assertRegex(verdicts[0], f"^FAILED: {len(ALL_FILES)} files checked: ")
        for name in self.write_all(self.entries()):
            self.assertEqual([self.run_text("-f", form, name).out.splitlines()[-1] for form in ("text", "lines")], verdicts)
        inner = archive.zip_archive([*self.entries(), archive.Entry("../a.txt", b"1")])
        self.write("inner.zip", inner)
        self.assertIn(f" {len(ALL_FILES) + 1} files checked", self.run_text("inner.zip").out)
        self.write("outer.zip", archive.zip_archive([archive.Entry("inner.zip", inner)]))
        self.assertIn(f" {len(ALL_FILES) + 2} files checked", self.run_text("outer.zip").out)
        self.write("cut.zip", inner[:10])
        self.assertIn("1 file checked: 0 with errors, 0 with warnings, 0 without, 1 could not be checked",
                      self.run_text("cut.zip").out)

    @deep
    def test_same_findings_as_in_a_folder(self):
        for entry in self.entries():
            self.write("mod/" + entry.name, entry.content)
        folder = self.report("mod", "--max-per-rule=0")
        wanted = [(f["path"][len("mod/"):], f["rule"], f["level"], f["offset"], f["field"], f["message"])
                  for f in folder["findings"]]
        for name in self.write_all(self.entries()):
            report = self.report(name)
            self.assertEqual([(f["member"], f["rule"], f["level"], f["offset"], f["field"], f["message"])
                              for f in report["findings"]], wanted, name)
            self.assertEqual([(f["path"], f.get("member"), f["format"], f["status"]) for f in report["files"]],
                             [(name, None, name.split(".")[1].lower().replace("tgz", "tar"), "clean")] +
                             [(name, f["path"][len("mod/"):], f["format"], f["status"]) for f in folder["files"]])

    @deep
    def test_the_same_with_any_jobs_and_out_of_a_pipe(self):
        names = self.write_all(self.entries())
        one = self.run_raw("-f", "json", "-j1", *names)
        self.assertEqual(self.run_raw("-f", "json", "-j3", *names), one)
        for name in names:
            direct = self.report(name)
            piped = self.report("--stdin-name", name, "-", input=self.read(name))
            del direct["summary"]["notJudged"]  # a package in a pipe is no mod with rules across its files
            self.assertEqual(piped["summary"].pop("notJudged"), [])
            self.assertEqual(piped, direct, name)

    def test_limits_of_a_pipe(self):
        content = archive.zip_archive(self.entries())
        report = self.report("--stdin-name=m.zip", "--max-file-size=1000", "-", input=content, status=3)
        self.assertEqual([(f["rule"], f["path"]) for f in report["findings"]], [("file/limit", "m.zip")])

    @deep
    def test_names_are_the_same_in_every_locale(self):
        content = meshes.clean()
        utf8, cp437 = "\u00e4/\u00f6.xmf", b"\x84\\\x94.xmf"
        self.write("n.zip", archive.zip_archive([archive.Entry(utf8, content), archive.Entry(cp437, content)]))
        self.write("n.7z", archive.seven_archive([[archive.Entry(utf8.replace("/", "\\"), content)]]))
        self.write("n.tar", archive.pax_name(utf8) + archive.tar_archive([archive.Entry("n.xmf", content),
                                                                          archive.Entry(cp437, content)]))
        # On Windows libarchive doesn't tell which names of a tar archive were in UTF-8.
        in_tar = "\\xC2\\x84/\\xC2\\x94.xmf" if case.WINDOWS else "\\x84/\\x94.xmf"
        for name, wanted in (("n.zip", ["\\x84/\\x94.xmf", utf8]), ("n.7z", [utf8]), ("n.tar", [in_tar, utf8])):
            for locale in ("C", "C.UTF-8", "POSIX", "en_US.ISO-8859-1"):
                report = self.report(name, env={"LC_ALL": locale})
                self.assertEqual([f["member"] for f in report["files"][1:]], wanted, (name, locale))

    def test_findings_about_entries(self):
        self.write("m.zip", archive.zip_archive([
            archive.Entry("../a.txt", b"1"), archive.Entry("b.txt", b"2"), archive.Entry("B.txt", b"3"),
            archive.Entry("c.xmf", meshes.clean(), encrypted=True), archive.Entry("d.xmf", meshes.clean(), sum=1),
            archive.Entry("e.xmf", meshes.clean())]))
        report = self.report("m.zip", status=3)
        self.assertEqual([(f["rule"], f["level"], f["member"], f["format"], f["offset"], f["length"], f["field"])
                          for f in report["findings"]],
                         [("archive/path", "error", "../a.txt", "zip", 0, 0, ""),
                          ("archive/case-collision", "warning", "B.txt", "zip", 0, 0, ""),
                          ("archive/encrypted", "warning", "c.xmf", "zip", 0, 0, ""),
                          ("archive/unreadable", "error", "d.xmf", "zip", 0, 0, "")])
        self.assertEqual([(f.get("member"), f["status"]) for f in report["files"]],
                         [(None, "findings"), ("c.xmf", "unreadable"), ("d.xmf", "unreadable"), ("e.xmf", "clean")])
        self.assertEqual((report["summary"]["files"], report["summary"]["unreadable"], report["summary"]["clean"]), (4, 2, 1))
        text = self.run_text("m.zip")
        self.assertRegex(text.out, r"(?m)^FAILED: 4 files checked: 1 with errors, 0 with warnings, 1 without, "
                                   r"2 could not be checked$")
        self.assertRegex(text.out, r"(?m)^m\.zip!/\.\./a\.txt$")

    def test_members_of_a_name_keep_their_order(self):
        """However many there are: the first is the one that unpacking or a viewer may show."""
        first, second = meshes.warning(), meshes.error()
        for count in (6, 40):
            names = [f"{number:02}.xmf" for number in range(count // 2)]
            self.write("m.zip", archive.zip_archive([archive.Entry(name, first) for name in names] +
                                                    [archive.Entry(name, second) for name in reversed(names)]))
            rules = [(f["member"], f["rule"]) for f in self.report("m.zip", status=1)["findings"] if f["format"] == "xmf"]
            self.assertEqual(rules, [pair for name in names for pair in ((name, "xmf/trailing-bytes"), (name, "xmf/index-range"))])

    @deep
    def test_damage(self):
        for name in ("m.zip", "m.7z", "m.tar", "m.tgz", "m.tar.xz", "m.tar.bz2"):
            for content in (b"", b"\0" * 100, meshes.clean()):
                self.write(name, content)
                report = self.report(name, status=3)
                self.assertEqual([(f["rule"], "member" in f) for f in report["findings"]], [("archive/unreadable", False)])
                self.assertEqual([f["status"] for f in report["files"]], ["unreadable"])

    @deep
    def test_without_known_files(self):
        names = self.write_all([archive.Entry("readme.txt", b"text")])
        for name in names:
            self.expect([name], 2, None, nothing_in(name))
            self.expect(["--allow-empty", name], 0)

    @deep
    def test_dump_shows_the_list(self):
        entries = [archive.Entry("a/b.xmf", meshes.clean()), archive.Entry("c.txt", b"text")]
        for name in self.write_all(entries):
            nodes = json.loads(self.run_text("dump", "-f", "json", name).out)
            self.assertEqual([(m["path"]["value"], m["size"]["value"]) for m in nodes["members"]], [("a/b.xmf", len(meshes.clean())), ("c.txt", 4)])
            self.assertIn("a/b.xmf", self.expect(["dump", name], 0))

    @deep
    def test_no_report_over_an_archive(self):
        for name in self.write_all(self.entries()):
            self.expect_usage(["-f", f"json={name}", "clean.xmf"], f"{name} is an asset: no report is written over it")

    def limited(self, *arguments):
        """A run that may use at most 400 MB of address space."""
        def little_memory():
            resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))

        options = {"preexec_fn": little_memory}
        if self.run_text("--version", **options).status != 0:       # a sanitizer reserves more
            options = {}
        report = self.report(*arguments, status=3, **options)
        return [(f["rule"], f.get("member")) for f in report["findings"]]

    def test_a_skeleton_beyond_the_limit(self):
        """The survey leaves the skeleton out that an animation beside it needs: the rules about bones crashed."""
        entries = []
        for name in ("a.ani", "a.skl", "a.msh"):
            seeds = os.path.join(CORPUS, name[2:], "seeds")
            with open(os.path.join(seeds, sorted(os.listdir(seeds))[0]), "rb") as seed:
                entries.append(archive.Entry(name, seed.read()))
        for path in self.write_all(entries):
            for limit in (1, 100, 500):
                report = self.report(path, f"--max-inflated={limit}", status=3)
                self.assertIn("file/limit", [f["rule"] for f in report["findings"]], path)

    @deep
    def test_bombs(self):
        zeros = bytes(1 << 20)
        tar = archive.tar_archive([archive.Entry("a.bin", zeros)])
        self.write("m.tar.gz", gzip.compress(tar * 64, 9, mtime=0))
        self.assertEqual(self.limited("m.tar.gz", "--max-inflated=8M"), [("file/limit", None)])
        self.write("m.tar.xz", lzma.compress(tar[:-1024] * 64))
        self.assertEqual(self.limited("m.tar.xz", "--max-inflated=8M", "--max-memory=100M"), [("file/limit", None)])
        self.write("dictionary.tar.xz", archive.xz(tar, dictionary=40))
        self.assertEqual(self.limited("dictionary.tar.xz", "--max-memory=100M"), [("file/limit", None)])
        large = b"\x23\x03\x01\x01\x05\x5d\xff\xff\xff\xff"
        self.write("dictionary.7z", archive.seven_archive([[archive.Entry("a.xmf", zeros)]], coder=large))
        self.assertEqual(self.limited("dictionary.7z", "--max-memory=100M"), [("file/limit", None)])
        self.write("list.7z", archive.seven_archive([[archive.Entry("a.xmf", zeros)]], packed_header=True, header_coder=large))
        self.assertEqual(self.limited("list.7z", "--max-memory=100M"), [("file/limit", None)])
        self.write("heads.tar.gz", gzip.compress(archive.tar_archive([archive.Entry("e")], end=0) * 40000, 9, mtime=0))
        self.assertIn(("file/limit", None), self.limited("heads.tar.gz", "--max-inflated=1M"))
        self.write("overlapping.zip", archive.zip_archive([archive.Entry(f"{i}.xmf", zeros) for i in range(20)],
                                                          places=[0] * 20))
        self.assertIn(("file/limit", None), self.limited("overlapping.zip", "--max-inflated=8M"))
        self.write("sparse.tar", archive.sparse("s.xmf", meshes.clean(), 1 << 43))
        self.assertEqual(self.limited("sparse.tar"), [("file/limit", "s.xmf")])

    @deep
    def test_a_large_archive_is_not_loaded(self):
        self.write("m.zip", archive.zip_archive([archive.Entry("a.bin", bytes(64 << 20)), archive.Entry("b.xmf", meshes.clean())]))
        for arguments in (["--max-memory=4M"], ["--max-file-size=1M"]):
            self.expect(["m.zip", *arguments], 0)


class Unsupported(Case):
    """Archives of kinds that can't be read are reported wherever they are."""

    def setUp(self):
        super().setUp()
        self.write("mod/b.rar", b"Rar!\x1a\x07\x00" + bytes(20))

    def test_named_or_met(self):
        self.write("mod/a.xmf", meshes.clean())
        for path, arguments in (("mod/b.rar", ["mod/b.rar"]), ("mod/b.rar", ["mod"]), ("b.cab", ["--stdin-name", "b.cab", "-"])):
            with self.subTest(arguments), open(os.path.join(self.folder, "mod/b.rar"), "rb") as file:
                report = self.report(*arguments, status=0 if arguments == ["mod"] else 2, stdin=file)
                found, = report["findings"]
                self.assertEqual((found["path"], found["rule"], found["level"], found["format"]),
                                 (path, "archive/unsupported", "warning", ""))
                self.assertIn("a RAR archive", found["message"])
                self.assertIn("unpack it", found["message"])
                self.assertIn({"path": path, "format": "", "version": "", "size": 27, "status": "unrecognized"}, report["files"])
        self.expect(["-q", "--fail-on", "warning", "mod"], 1, None)
        self.assertEqual(self.findings("--ignore", "archive/*", "mod"), [])

    def test_nothing_was_checked(self):
        verdict = "NOT CHECKED: 1 file was found, and nothing in it could be checked\n"
        def only_archives(path):
            return f"assetlint: nothing was checked: {path} has only archives that assetlint can't read\nassetlint: --allow-empty makes a run without files succeed\n"
        for path in ("mod", "mod/b.rar"):
            self.expect([path], 2, re.compile(verdict + "$"), only_archives(path))
            self.expect(["-f", "lines", path], 2, re.compile(verdict + "$"), only_archives(path))
            page = self.expect(["-f", "html", path], 2, re.compile(f'<h1 id="verdict">{verdict[:-1]}</h1>'), only_archives(path))
            self.assertIn('"word":"NOT CHECKED"', page)
        self.expect(["--allow-empty", "mod/b.rar"], 0, re.compile("^OK: ", re.MULTILINE))
        self.expect(["--allow-empty", "-f", "html", "mod/b.rar"], 0, re.compile('"word":"OK"'))
        os.rename(os.path.join(self.folder, "mod/b.rar"), os.path.join(self.folder, "mod/b.zip"))
        self.expect(["mod/b.zip"], 2, None, only_archives("mod/b.zip"))

    def test_empty_archives(self):
        for name in ("a.zip", "a.7z"):
            self.write(name, b"")
            found, = self.report(name, status=3)["findings"]
            self.assertEqual((found["rule"], found["message"]), ("archive/unreadable", "it could not be unpacked: it is empty"))

    def test_archives_that_are_something_else(self):
        for content, words in ((OTHERS["git-lfs"], "it is a Git LFS pointer, run git lfs pull"),
                               (OTHERS["web-page"], "it is a web page, download the file itself"),
                               (b"\0\5\x16\7" + bytes(60), "it is metadata of macOS, delete it")):
            for name in ("a.zip", "a.7z", "a.tar", "a.tar.gz", "a.tar.xz"):
                with self.subTest(words, name=name):
                    self.write(name, content)
                    found, = self.report(name, status=3)["findings"]
                    self.assertEqual((found["rule"], found["message"]), ("archive/unreadable", "it could not be unpacked: " + words))

    def test_excluded_and_suppressed(self):
        self.write("mod/a.xmf", meshes.clean())
        self.assertEqual(self.findings("--exclude", "*.rar", "mod"), [])
        self.write("mod/assetlint.json", b'{"suppressions": [{"rule": "archive/*", "path": "*.rar", "reason": "x"}]}')
        report = self.report("mod", status=0)
        self.assertEqual((report["findings"], report["summary"]["suppressed"]), ([], 1))


class WholeMods(Case):
    """A mod of X4: its XML is checked if the folder of its content.xml is checked."""

    INDEX = ("<index>\n  <entry name='ship_macro' value='extensions\\mod\\ship_macro'/>\n"
             "  <entry name='\u00e4' value=\"extensions\\mod\\gone\"/>\n</index>\n").encode()

    def mod(self, folder="mod/", **more):
        files = {"content.xml": b"<content id='mod'/>", "index/macros.xml": self.INDEX,
                 "ship_macro.xml": b"<macros><macro name='ship_macro'/></macros>", "a-lod0.xmf": meshes.clean(), **more}
        for name, content in files.items():
            self.write(folder + name, content)

    def test_gfx_that_are_something_else(self):
        """Nothing that rests on what they don't have is said."""
        types = b'EMFXActorType = { name = "T" actorfile = "gfx/anims/a.xac" }\n'
        for name, words in (("git-lfs", "it is a Git LFS pointer, run git lfs pull"),
                            ("web-page", "it is a web page, download the file itself")):
            self.write("mod/interface/a.gfx", OTHERS[name])
            for arguments in (["mod"], ["mod/interface/a.gfx"]):
                with self.subTest(words, arguments=arguments):
                    found, = self.report(*arguments, status=0)["findings"]
                    self.assertEqual([found[key] for key in ("rule", "level", "path", "message", "line", "column", "offset")],
                                     ["pdx/syntax", "warning", "mod/interface/a.gfx", words, 1, 1, 0])
            self.write("mod/interface/b.gfx", types)
            self.assertEqual(self.rules("mod"), [("mod/interface/a.gfx", "pdx/syntax")])
            os.remove(os.path.join(self.folder, "mod/interface/b.gfx"))

    def references(self, *arguments, **options):
        return [(finding["path"], finding["rule"], finding["field"])
                for finding in self.report(*arguments, **options)["findings"] if finding["rule"].startswith("x4/")]

    def test_every_name_of_a_folder(self):
        self.mod("in/mod/")
        found = [("index/macros.xml", "x4/index-path", "index/entry[@name='\u00e4']/@value")]
        for path, folder, prefix in (("in/mod", ".", "in/mod/"), (".", "in/mod", "./"), ("in", ".", "in/mod/"),
                                     ("../mod/", "in/mod", "../mod/"), (".", ".", "./in/mod/")):
            with self.subTest(path=path, folder=folder):
                self.assertEqual(self.references(path, cwd=os.path.join(self.folder, folder)),
                                 [(prefix + name, *rest) for name, *rest in found])

    def test_files_without_a_mod(self):
        self.mod()
        self.assertEqual(self.references("mod/index", "mod/content.xml"), [])
        self.assertEqual(self.references("mod/index/macros.xml", "mod/content.xml", "mod/ship_macro.xml"), [])

    def test_xml_is_among_the_files(self):
        self.mod()
        report = self.report("mod")
        self.assertEqual([(file["path"], file["format"], file["status"]) for file in report["files"]],
                         [("mod/a-lod0.xmf", "xmf", "findings"), ("mod/content.xml", "xml", "clean"),
                          ("mod/index/macros.xml", "xml", "findings"), ("mod/ship_macro.xml", "xml", "clean")])
        for options in (["--game", "lost-saga", "--allow-empty"], ["--ignore", "x4/*"], ["--select", "xmf/*"]):
            files = self.report(*options, "mod")["files"]
            self.assertEqual([file["path"] for file in files], ["mod/a-lod0.xmf"], options)
        self.assertEqual(self.references("--game", "x-rebirth", "mod"), self.references("mod"))
        os.remove(os.path.join(self.folder, "mod/a-lod0.xmf"))
        self.expect(["mod"], 1)

    def test_line_and_column(self):
        self.mod()
        finding, = (one for one in self.report("mod")["findings"] if one["rule"] == "x4/index-path")
        self.assertEqual((finding["line"], finding["column"], finding["offset"], finding["length"]),
                         (3, 26, self.INDEX.index(b'"') + 1, 19))
        self.assertEqual((finding["format"], finding["actual"], finding["expected"]),
                         ("xml", "extensions\\mod\\gone", "gone.xml"))
        log = json.loads(self.run_raw("check", "-f", "sarif", "mod").out)["runs"][0]
        region = log["results"][0]["locations"][0]["physicalLocation"]["region"]
        self.assertEqual(region, {"startLine": 3, "startColumn": 26, "endLine": 3, "endColumn": 45,
                                  "byteOffset": finding["offset"], "byteLength": 19})
        self.expect(["mod"], 1, re.compile("line 3, column 26: index/entry"))
        self.assertNotIn("line", [one for one in self.report("mod")["findings"] if one["rule"].startswith("xmf/")][0])

    LINES = ("\n       2 |   <entry name='ship_macro' value='extensions\\mod\\ship_macro'/>\n"
             "       3 |   <entry name='\u00e4' value=\"extensions\\mod\\gone\"/>\n"
             "                                    ^^^^^^^^^^^^^^^^^^^\n"
             "       4 | </index>\n")

    def test_the_lines_around_a_finding(self):
        """Also of a member of a package, and of a file that is named; other forms don't have them."""
        self.mod()
        archive = zipfile.ZipFile(os.path.join(self.folder, "mod.zip"), "w", zipfile.ZIP_DEFLATED)
        with archive:
            for name in ("content.xml", "index/macros.xml", "ship_macro.xml"):
                archive.write(os.path.join(self.folder, "mod", name), f"mod/{name}")
        for path in ("mod", "mod.zip"):
            self.assertEqual(self.run_text(path).out.count(self.LINES), 1, path)
        self.assertIn('"marked":"extensions\\\\mod\\\\gone"', self.run_text("-f", "html", "mod").out)
        for form in ("lines", "json", "ndjson", "sarif", "github", "junit"):
            self.assertNotIn("<entry name='ship", self.run_text("-f", form, "mod").out.replace("&lt;", "<").replace("&apos;", "'"), form)
        self.write("broken.xml", b"<a>\n<b\n</a>\n")
        self.assertIn("\n       2 | <b\n       3 | </a>\n           ^\n", self.run_text("broken.xml").out)
        self.write("mod/index/macros.xml", b"\n" * 99999 + self.INDEX)
        out = self.run_text("mod").out
        self.assertIn("  100002 |   <entry name='\u00e4' value=\"extensions\\mod\\gone\"/>\n", out)

    @posix("links")
    def test_no_lines_of_what_a_link_leads_to(self):
        self.write("secret", b"user\npassword\n")
        os.symlink("secret", os.path.join(self.folder, "a.xml"))
        out = self.expect(["a.xml"], 1)
        self.assertIn("x4/xml", out)
        self.assertNotIn("password", out)
        self.assertNotIn("user", out)

    def test_a_reference_is_read_and_not_reported(self):
        self.mod()
        self.mod("other/", **{"index/macros.xml": self.INDEX.replace(b"\\mod\\", b"\\other\\"),
                              "content.xml": b"<content id='other'/>"})
        self.write("mod/index/macros.xml", self.INDEX.replace(b"mod\\gone", b"other\\gone"))
        self.assertEqual(self.references("mod"), [])
        self.assertEqual(self.references("mod", "--with", "other"), [])         # no folder of the reference has gone.xml
        self.write("mod/index/macros.xml", self.INDEX.replace(b"mod\\gone", b"other\\index\\gone"))
        self.assertEqual(len(self.references("mod", "--with", "other")), 1)
        self.assertEqual(len(self.references("mod", "--with", ".")), 1)
        self.write("library/material_library.xml", b"<materiallibrary><collection name='m'/></materiallibrary>")
        self.write("b.xmf", meshes.assemble([meshes.positions(), meshes.indices(0, 1, 2)], [b"m.a"]))
        for reference, count in (("library/material_library.xml", 1), ("library", 0)):
            findings = self.report("b.xmf", "--with", reference)["findings"]
            self.assertEqual([one["rule"] for one in findings].count("xmf/unknown-material"), count)

    @deep
    def test_every_number_of_jobs(self):
        for number in range(20):
            self.mod(f"m{number}/", **{f"md/{number}.xml": b"<a>" if number % 3 else b"<a/>"})
        for form in ("text", "lines", "json", "sarif"):
            arguments = ["-f", form, "--show=note", "--with", "m1", "."]
            self.assertEqual(self.expect(["-j8", *arguments], 1), self.expect(["-j1", *arguments], 1))

    def test_limits(self):
        self.mod(**{"md/a.xml": b"<a>" * 1001 + b"</a>" * 1001, "md/b.xml": b"<a/>" + b" " * 4000})
        report = self.report("mod", "--max-file-size", "8000")
        limited = {file["path"] for file in report["files"] if file["status"] == "limit"}
        self.assertEqual(limited, {"mod/md/a.xml"})
        self.assertEqual({file["path"] for file in self.report("mod", "--max-file-size", "4000")["files"]
                          if file["status"] == "limit"}, {"mod/md/a.xml", "mod/md/b.xml"})

    def test_xml_that_cannot_be_read(self):
        self.mod()
        os.chmod(os.path.join(self.folder, "mod/ship_macro.xml"), 0)
        self.expect(["mod"], 3, preexec_fn=case.drop_superuser)


class Pairs(Case):
    """Files that refer to each other. Explicit files are compared only if references are given; then the files in their
    folders count, too."""

    def missing(self, *arguments, **options):
        return [(finding["path"], finding["field"]) for finding in self.report(*arguments, **options)["findings"]
                if finding["rule"].endswith(("/unknown-bone", "/missing-face", "/unknown-scene-item", "/model-mismatch"))]

    @deep
    def test_explicit_skeletons(self):
        tail = [("a.ani", "tracks[1].bone")]
        self.write("a.ani", ani.Animation(tracks=[ani.Track(b"Bip01"), ani.Track(b"Tail")]).bytes())
        self.write("ref/hero.skl", bone_rules.skeleton(linked=b"more").bytes())
        for arguments in (["a.ani"], ["a.ani", "ref/hero.skl"], ["a.ani", "--with", "ref/hero.skl"]):
            self.assertEqual(self.missing(*arguments), [])              # the linked skeleton is missing
        self.write("ref/MORE.skl", bone_rules.skeleton(b"Spine").bytes())
        for arguments in (["a.ani", "--with", "ref/hero.skl"], ["--with=ref", "a.ani"],
                          ["a.ani", "--with=ref/hero.skl", "--with=ref"]):
            self.assertEqual(self.missing(*arguments), tail)
        self.assertEqual(self.missing("a.ani", "--with=ref/hero.skl", "--ignore=ani/unknown-bone"), [])
        self.write("ref/more.skl", bone_rules.skeleton(b"Tail").bytes())
        os.unlink(os.path.join(self.folder, "ref/MORE.skl"))
        self.assertEqual(self.missing("a.ani", "--with", "ref/hero.skl"), [])
        self.assertEqual(self.missing("a.ani", "--with=ref/hero.skl", "--with=ref/more.skl"), [])
        self.write("hero.skl", bone_rules.skeleton().bytes())
        self.assertEqual(self.missing("."), [("./a.ani", "tracks[1].bone")])
        self.assertEqual(self.missing(".", "--exclude=*.skl"), [("./a.ani", "tracks[1].bone")])
        self.assertEqual(self.missing("a.ani"), [])
        self.assertEqual(self.missing("a.ani", "hero.skl"), [])

    def test_linked_skeletons(self):
        """They are looked for only where a folder or package has several skeletons."""
        rule, alone = "skl/missing-linked-skeleton", "no other skeleton (.skl) is checked"
        linked, whole = bone_rules.skeleton(linked=b"gone").bytes(), bone_rules.skeleton().bytes()

        def judged(*arguments, status=0):
            report = self.report(*arguments, status=status)
            return ([(f["path"], f.get("member"), f["field"]) for f in report["findings"] if f["rule"] == rule],
                    [(line["count"], line["reason"]) for line in report["summary"]["notJudged"]])
        self.write("skl/a/hero.skl", linked)
        self.assertEqual(judged("skl"), ([], [(1, alone)]))
        self.assertEqual(judged("skl", "--ignore", rule), ([], []))
        self.assertEqual(judged("skl/a/hero.skl"), ([], []))
        self.write("skl/b/biped.skl", whole)
        found = [("skl/a/hero.skl", None, "linkedSkeleton")]
        self.assertEqual(judged("skl"), (found, []))
        self.assertEqual(judged("skl", "--exclude=biped.skl"), (found, []))
        self.assertEqual(judged("skl", "--exclude=b"), (found, []))
        self.assertEqual(judged("skl/a", "skl/b"), ([], [(1, alone)]))
        self.assertEqual(judged("skl/a/hero.skl", "skl/b/biped.skl"), ([], []))
        self.pack("skl/more", {"hero.skl": linked})
        self.assertEqual(judged("skl"), (found, [(1, alone)]))
        self.pack("skl/more", {"hero.skl": linked, "x/biped.skl": whole})
        self.assertEqual(judged("skl"), ([*found, ("skl/more.cat", "hero.skl", "linkedSkeleton")], []))
        self.write("skl/broken.zip", b"PK\3\4")
        self.assertEqual(judged("skl", status=3), ([], [(2, "a needed file or folder could not be read")]))
        self.write("game/Gone.SKL", b"")
        self.assertEqual(judged("skl", "--with=game", status=3), ([], []))

    def test_explicit_models(self):
        self.write("a/walk.bbanim", bbanim.Animation(nodes=3).bytes())
        self.write("a/hero.bbmod", bbmod.Model().bytes())
        self.write("b/x.bbmod", bbmod.Model(root=bbmod.Node(children=[bbmod.Node(index=1), bbmod.Node(index=2)], meshes=[0])).bytes())
        for arguments in (["a/walk.bbanim"], ["a/walk.bbanim", "a/hero.bbmod"], ["a/walk.bbanim", "--with=b"],
                          ["a", "--with=b/x.bbmod"], ["a", "--with", "b", "--with=a/hero.bbmod"]):
            self.assertEqual(self.missing(*arguments), [])
        for arguments in (["a"], ["a", "--with=."], ["a/walk.bbanim", "--with=a"], ["a/walk.bbanim", "--with", "a/hero.bbmod"]):
            self.assertEqual(self.missing(*arguments), [("a/walk.bbanim", "nodeCount")])

    def test_faces_in_the_folder_of_an_explicit_plan(self):
        plan = anark.Plan([anark.Asset(b"%d" % number, path) for number, path in
                           enumerate((b"ui/a.bgf", b"ui/b.bgf", b"ui/c.bgf"))], [anark.State()])
        self.write("m/menu.bgp", plan.bytes())
        self.write("lib/note.txt", b"")
        self.write("m/UI/A.bgf", anark.Face().bytes())
        self.write("m/b.BGF", anark.Face().bytes())
        gone = "assets[2].bgfFilePath"
        self.assertEqual(self.missing("m/menu.bgp"), [])
        self.assertEqual(self.missing("m/menu.bgp", "--with", "lib"), [("m/menu.bgp", gone)])
        self.assertEqual(self.missing("menu.bgp", "--with=../lib", cwd=os.path.join(self.folder, "m")), [("menu.bgp", gone)])
        self.assertEqual(self.missing("./menu.bgp", "--with=../lib", cwd=os.path.join(self.folder, "m")),
                         [("./menu.bgp", gone)])
        self.assertEqual(self.missing("m"), [("m/menu.bgp", gone)])
        self.write("m/UI/deep.bgp", plan.bytes())
        self.assertEqual(self.missing("m/menu.bgp", "m/UI/deep.bgp", "--with", "lib"),
                         [("m/UI/deep.bgp", "assets[1].bgfFilePath"), ("m/UI/deep.bgp", gone), ("m/menu.bgp", gone)])
        self.write("lib/x/ui/c.bgf", anark.Face().bytes())
        self.assertEqual(self.missing("m/menu.bgp", "--with", "lib"), [])

    def test_scene_in_the_folder_of_an_explicit_face(self):
        self.write("m/a.bgf", anark.Face(elements=[anark.Element(sceneItemId=1), anark.Element(sceneItemId=2)]).bytes())
        self.write("lib/a.bsg", anark.Graph(nodes=[anark.Node(2)]).bytes())
        self.assertEqual(self.missing("m/a.bgf"), [])
        for reference in ("lib", "lib/a.bsg"):
            self.assertEqual(self.missing("m/a.bgf", "--with", reference), [("m/a.bgf", "elements[0].sceneItemId")])
        self.write("m/A.dae", b"<COLLADA><node id='AK1'/></COLLADA>")
        self.assertEqual(self.missing("m/a.bgf"), [])
        self.assertEqual(self.missing("m/a.bgf", "--with", "lib"), [("m/a.bgf", "elements[1].sceneItemId")])

    def test_every_number_of_jobs(self):
        for number in range(20):
            self.write(f"m{number}/a.ani", ani.Animation(tracks=[ani.Track(b"Bip%02d" % (number % 3))]).bytes())
            self.write(f"m{number}/a.skl", bone_rules.skeleton().bytes())
        outputs = {self.run_raw("check", "-j", jobs, "-f", "json", ".").out for jobs in ("1", "2", "7")}
        self.assertEqual(len(outputs), 1)
        self.assertEqual(outputs.pop().count(b"ani/unknown-bone"), 13)


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
