#!/usr/bin/env python3
"""test_inputs.py: the inputs of a check: files, folders, lists, standard input, pipes, names of any kind."""

import json
import os
import pty
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse
import xml.etree.ElementTree

import case
import faults
import meshes
from case import ALL_FILES, Case, clean_environment, deep, names_here, not_under_tsan, nothing_in, ODD_NAMES, posix, SECONDS

import bbmod
import generate
import msh
import skl


class Inputs(Case):
    def paths(self, *arguments, **options):
        return [file["path"] for file in self.report(*arguments, **options)["files"]]

    @deep
    def test_folders(self):
        for name in ("b.xmf", "a/z.xmf", "a/b/c.xmf", "a.xmf", "a-b.xmf", "A.XMF"):
            self.write(name, meshes.clean())
        self.write("a/readme.txt", b"text")
        everything = ["A.XMF", "a-b.xmf", "a.xmf", "a/b/c.xmf", "a/z.xmf", "b.xmf"]
        self.assertEqual(self.paths("."), ["./" + path for path in everything])
        self.assertEqual(self.paths("a"), ["a/b/c.xmf", "a/z.xmf"])
        self.assertEqual(self.paths("a//", "b.xmf"), ["a/b/c.xmf", "a/z.xmf", "b.xmf"])
        self.assertEqual(self.paths("b.xmf", "a/", "A.XMF"), ["A.XMF", "a/b/c.xmf", "a/z.xmf", "b.xmf"])
        self.assertEqual(self.paths("a//b//c.xmf"), ["a/b/c.xmf"])
        self.assertEqual(self.paths(self.folder + "/a"),
                         [self.folder + "/a/b/c.xmf", self.folder + "/a/z.xmf"])

    def test_order_is_by_bytes(self):
        names = [b"\xc3\xa9.xmf", b"z.xmf", b"Z.xmf", b"\xff.xmf", b"~.xmf", b"a b.xmf", b"a.xmf", b"a!.xmf"]
        names = names_here(names)
        for name in names:
            self.write(name, meshes.clean())
        shown = [name.decode() if name != b"\xff.xmf" else "\\xFF.xmf" for name in sorted(names)]
        self.assertEqual(self.paths(*names), shown)
        self.assertEqual(self.paths(*reversed(names)), shown)
        self.assertEqual(self.paths("."), ["./" + name for name in shown])

    def test_given_twice(self):
        self.write("a/b.xmf", meshes.clean())
        self.write("a/b.txt", b"text")
        self.assertEqual(self.paths("a/b.xmf", "a", "a/", "a//b.xmf"), ["a/b.xmf"])
        self.assertEqual(self.paths("a", "a/b.txt"), ["a/b.txt", "a/b.xmf"])

    @posix("links")
    def test_links(self):
        self.write("real/a.xmf", meshes.clean())
        os.makedirs(os.path.join(self.folder, "tree"))
        for name, target in (("tree/file.xmf", "../real/a.xmf"), ("tree/folder", "../real"), ("tree/loop", "."),
                             ("tree/gone.xmf", "nowhere"), ("link", "real")):
            os.symlink(target, os.path.join(self.folder, name))
        self.assertEqual(self.paths("tree"), [])
        self.assertEqual(self.paths("tree/file.xmf", "tree/folder", "link"),
                         ["link/a.xmf", "tree/file.xmf", "tree/folder/a.xmf"])

    @posix("pipes that have a name")
    def test_special_files_are_skipped(self):
        os.mkfifo(os.path.join(self.folder, "pipe.xmf"))
        self.write("a.xmf", meshes.clean())
        self.assertEqual(self.paths("."), ["./a.xmf"])

    def test_version_control_is_not_entered(self):
        for folder in (".git", ".hg", ".svn", ".bzr"):
            self.write(f"repo/mod/{folder}/sub/a.xmf", meshes.clean())
        for name in ("repo/.gitea/a.xmf", "repo/git/a.xmf", "repo/.hgx.xmf", "repo/x.git/a.xmf"):
            self.write(name, meshes.clean())
        expected = ["repo/.gitea/a.xmf", "repo/.hgx.xmf", "repo/git/a.xmf", "repo/x.git/a.xmf"]
        self.assertEqual(self.paths("repo"), expected)
        self.assertEqual(self.paths("repo/mod/.git"), ["repo/mod/.git/sub/a.xmf"])
        self.assertEqual(self.paths("repo/mod/.hg/sub", "repo"), sorted(expected + ["repo/mod/.hg/sub/a.xmf"]))

    def test_exclude(self):
        for name in ("a.xmf", "old/a.xmf", "mod/old/b.xmf", "mod/old.xmf", "mod/x/y/c.xmf", "x/y/z.xmf"):
            self.write(name, meshes.clean())
        everything = ["a.xmf", "mod/old.xmf", "mod/old/b.xmf", "mod/x/y/c.xmf", "old/a.xmf", "x/y/z.xmf"]
        for globs, left_out in ((["old"], ["old/a.xmf"]), (["old/"], ["old/a.xmf"]), (["./old/**"], ["old/a.xmf"]),
                                (["**/old"], ["mod/old/b.xmf", "old/a.xmf"]), (["*.xmf"], ["a.xmf"]),
                                (["**/old/"], ["mod/old/b.xmf", "old/a.xmf"]), (["old/a.xmf/"], []),
                                (["**/*.xmf"], everything), (["?/y", "a.xmf"], ["a.xmf", "x/y/z.xmf"]),
                                (["mod/**/c.*"], ["mod/x/y/c.xmf"]), (["nowhere", "OLD"], [])):
            options = [f"--exclude={glob}" for glob in globs]
            expected = [name for name in everything if name not in left_out]
            for path in (".", "./", self.folder):
                self.assertEqual(self.paths(path, *options, status=0 if expected else 2),
                                 [f"{path.rstrip('/')}/{name}" for name in expected], globs)

    @deep
    def test_what_is_excluded_is_not_missing(self):
        """An excluded folder is not checked, but its files exist."""
        self.write("mod/content.xml", b'<content id="mod" version="100"/>')
        entries = "".join(f'<entry name="{name}" value="extensions\\mod\\{folder}\\{name}"/>'
                          for folder, name in (("own", "a"), ("old", "b"), ("old\\er", "c")))
        self.write("mod/index/macros.xml", f"<index>{entries}</index>".encode())
        for path in ("own/a", "old/b", "old/er/c"):
            self.write(f"mod/{path}.xml", f'<macros><macro name="{path[-1]}"/></macros>'.encode())
        for exclude in ("old", "old/", "old/**", "**/er"):
            self.assertEqual(self.report("--exclude", exclude, "mod")["findings"], [])
        os.remove(os.path.join(self.folder, "mod/old/b.xml"))
        self.assertEqual([finding["rule"] for finding in self.report("--exclude", "old", "mod")["findings"]], ["x4/index-path"])

    def excluded_one_by_one(self, ending):
        """In each fixture that is a folder without findings, each file with that ending is left out. Nothing may be said of the
        others: they refer to it, or belong to it. Returns the number of files."""
        stated = generate.stated()
        folders = [path for path, known in stated.items() if not known["findings"] and (generate.FIXTURES / path).is_dir()
                   and " " not in known["line"] and not path.startswith("config/")]
        files = [(path, file.relative_to(generate.FIXTURES / path).as_posix()) for path in folders
                 for file in sorted((generate.FIXTURES / path).rglob("*")) if file.is_file() and file.name.lower().endswith(ending)]
        for path, file in files:
            with self.subTest(path, file=file):
                report = self.report("--no-config", "--allow-empty", "--exclude", file, ".", cwd=generate.FIXTURES / path)
                self.assertEqual(report["findings"], [])
        return len(files)

    def test_members_of_an_excluded_catalog_are_not_missing(self):
        self.assertGreater(self.excluded_one_by_one(".cat"), 10)

    @deep
    def test_no_excluded_file_is_missing(self):
        self.assertGreater(self.excluded_one_by_one(""), 1000)

    def test_exclude_matches_paths_below_the_input(self):
        for name in ("mod/old/b.xmf", "mod/a.xmf"):
            self.write(name, meshes.clean())
        self.assertEqual(self.paths("mod", "--exclude", "mod/old"), ["mod/a.xmf", "mod/old/b.xmf"])
        self.assertEqual(self.paths("mod", "--exclude", "old"), ["mod/a.xmf"])
        self.assertEqual(self.paths("mod", "mod/old", "--exclude", "**/old"), ["mod/a.xmf", "mod/old/b.xmf"])
        self.assertEqual(self.paths("mod", "mod/a.xmf", "--exclude", "**"), ["mod/a.xmf"])
        self.assertEqual(self.paths("--files-from=-", "--exclude", "old", input=b"mod\n"), ["mod/a.xmf"])
        self.expect_usage(["mod", "--exclude="], "--exclude wants a path below the folder that is checked, not ")
        self.expect_usage(["mod", "--exclude=/old"], "--exclude wants a path below the folder that is checked, not /old")

    @posix("links")
    def test_unreadable(self):
        os.symlink("nowhere", os.path.join(self.folder, "gone.xmf"))
        os.symlink("loop.xmf", os.path.join(self.folder, "loop.xmf"))
        report = self.report("gone.xmf", "loop.xmf", "absent", status=3)
        self.assertEqual([file["status"] for file in report["files"]], ["unreadable"] * 3)
        self.assertEqual([(f["rule"], f["path"], f["offset"], f["length"]) for f in report["findings"]],
                         [("file/unreadable", name, 0, 0) for name in ("absent", "gone.xmf", "loop.xmf")])
        self.assertEqual(report["summary"]["unreadable"], 3)

    @posix("how long a path may be")
    def test_a_folder_that_cannot_be_listed(self):
        """The path is longer than the system allows, which stops the superuser, too."""
        self.write("tree/a.xmf", meshes.clean())
        name = "n" * 250
        top = os.open(os.path.join(self.folder, "tree"), os.O_RDONLY)
        for _ in range(20):
            os.mkdir(name, dir_fd=top)
            below = os.open(name, os.O_RDONLY, dir_fd=top)
            os.close(top)
            top = below
        os.close(top)
        report = self.report("tree", status=3)
        self.assertEqual([file["status"] for file in report["files"]], ["clean", "unreadable"])
        self.assertEqual(report["findings"][0]["rule"], "file/unreadable")
        self.assertRegex(report["findings"][0]["message"], "File name too long$")

    def with_fault(self, fault):
        if not case.FAULTS:
            self.skipTest("faults.c was not built: it can't stand before this program's allocator")
        return {"env": faults.environment(case.FAULTS, fault)}

    @posix("a library that is preloaded")
    def test_a_file_that_is_deleted_while_its_folder_is_listed(self):
        for name in ("a", "b", "c"):
            self.write(f"tree/{name}.xmf", meshes.clean())
        self.assertEqual(self.paths("tree", status=0, **self.with_fault("gone:0:b.xmf")), ["tree/a.xmf", "tree/c.xmf"])

    @posix("a library that is preloaded")
    def test_signals_interrupt_no_call(self):
        self.write("tree/a.xmf", meshes.error())
        self.configure("tree/assetlint.json", fail_on="warning")
        wanted = self.report("tree")
        for number in range(1, 25):
            self.assertEqual(self.report("tree", **self.with_fault(f"interrupt:{number}")), wanted, number)

    @posix("permissions")
    def test_without_permission(self):
        self.write("tree/closed/a.xmf", meshes.clean())
        self.write("tree/b.xmf", meshes.clean())
        self.write("tree/closed.xmf", meshes.clean())
        for name, mode in (("", 0o755), ("tree/closed", 0), ("tree/closed.xmf", 0)):
            os.chmod(os.path.join(self.folder, name), mode)
        self.addCleanup(os.chmod, os.path.join(self.folder, "tree/closed"), 0o700)
        options = {"preexec_fn": case.drop_superuser}
        report = self.report("tree", "tree/closed/a.xmf", status=3, **options)
        self.assertEqual([(file["path"], file["status"]) for file in report["files"]],
                         [("tree/b.xmf", "clean"), ("tree/closed", "unreadable"), ("tree/closed.xmf", "unreadable"),
                          ("tree/closed/a.xmf", "unreadable")])
        for finding in report["findings"]:
            self.assertRegex(finding["message"], "Permission denied$")

    def test_input_is_never_changed(self):
        self.four_files()
        before = {name: self.read(name) for name in ALL_FILES}
        self.report(".")
        self.expect_usage(["-f", "json=error.xmf", "clean.xmf"], "error.xmf is an asset: no report is written over it")
        self.assertEqual({name: self.read(name) for name in ALL_FILES}, before)
        self.expect(["-f", "json=report", "-q", "clean.xmf"], 0, "")
        self.expect(["-f", "json=report", "-q", "clean.xmf"], 0, "")

    def refuse(self, arguments, name, read):
        before = self.read(read)
        self.expect_usage(arguments, f"{name} is a file that is read, {read}: no report is written over it")
        self.assertEqual(self.read(read), before)

    def test_what_is_read_is_not_overwritten(self):
        """Whatever the run reads or looks for stays, unless it is an earlier report of the same form."""
        for name in ("mod/a.xmf", "named/b.xmf"):
            self.write(name, meshes.clean())
        self.write("mod/md/story.xml", b"<index/>")
        self.write("mod/hull.jcs", b"jcs")
        self.write("mod/left.txt", b"left out")
        self.write("game/libraries/wares.xml", b"<wares/>")
        self.write("mod/assetlint.json", b'{"exclude": ["*.txt"]}')
        self.write("named/b.xmf.assetlintignore", b"xmf/*\n")
        self.write("known.json", b'{"tool": "assetlint", "version": 1, "findings": []}')
        for name in ("mod/md/story.xml", "mod/hull.jcs", "mod/left.txt", "mod/assetlint.json"):
            for form in ("text", "lines", "json", "ndjson", "sarif", "github", "junit", "html"):
                self.refuse(["-f", f"{form}={name}", "mod"], name, name)
            self.refuse(["--write-baseline", name, "mod"], name, name)
        game = "game/libraries/wares.xml"
        self.refuse(["-f", f"json={game}", "mod", "--with", "game"], game, game)
        self.refuse(["-f", f"json={game}", "mod", "--with", game], game, game)
        self.refuse(["-f", "json=known.json", "--baseline", "known.json", "mod"], "known.json", "known.json")
        self.refuse(["-f", "json=named/b.xmf.assetlintignore", "named/b.xmf"], "named/b.xmf.assetlintignore",
                    "named/b.xmf.assetlintignore")
        self.expect(["-q", "-f", f"json={game}", "mod"], 0, "")     # it is not read
        self.expect(["-q", "-f", "json=known.json", "mod"], 0, "")

    @posix("links")
    def test_other_names_of_what_is_read(self):
        self.write("mod/a.xmf", meshes.clean())
        self.write("mod/macros.xml", b"<index/>")
        folder = self.folder
        os.link(os.path.join(folder, "mod/macros.xml"), os.path.join(folder, "hard"))
        os.symlink("mod/macros.xml", os.path.join(folder, "soft"))
        os.symlink("mod", os.path.join(folder, "way"))
        for name in ("hard", "soft", "way/macros.xml", "./mod/../mod/macros.xml", os.path.join(folder, "mod/macros.xml")):
            self.refuse(["-f", f"json={name}", "mod"], name, "mod/macros.xml")
        with open(os.path.join(folder, "hard"), "ab") as out:
            done = self.run_raw("-f", "json", "mod", stdout=out)
        self.assertEqual((done.status, self.read("mod/macros.xml")), (2, b"<index/>"))

    def test_an_earlier_report_is_replaced(self):
        self.write("mod/a.xmf", meshes.clean())
        self.write("mod/b.xmf", meshes.error())
        forms = ("text", "lines", "json", "ndjson", "sarif", "github", "junit", "html")
        for color in ("never", "always"):
            for form in forms:
                arguments = ["-q", "-f", f"{form}=mod/report.{form}", f"--color={color}", "mod"]
                for path in (["--ignore", "xmf/*"], []):
                    self.run_text(*arguments, *path)
                before = self.read(f"mod/report.{form}")
                self.expect(arguments, 1, None)
                self.assertEqual(self.read(f"mod/report.{form}"), before, form)
        for form in forms:
            for other in set(forms) - {form, "text", "lines"}:
                self.refuse(["-f", f"{form}=mod/report.{other}", "mod"], f"mod/report.{other}", f"mod/report.{other}")
        self.write("mod/empty.xml", b"")
        self.expect(["-q", "-f", "json=mod/empty.xml", "mod"], 1, None)

    def test_a_report_of_nothing_is_replaced(self):
        self.write("mod/a.lua", b"return")
        for form in ("text", "lines"):
            for _ in range(2):
                self.expect(["-f", f"{form}=mod/report.txt", "mod"], 2, None, nothing_in("mod"))
                self.assertTrue(self.read("mod/report.txt").startswith(b"NOT CHECKED: "))
            os.remove(os.path.join(self.folder, "mod/report.txt"))

    def test_a_summary_is_appended(self):
        self.write("mod/a.xmf", meshes.clean())
        self.write("mod/summary.txt", b"before\n")
        done = self.run_text("-f", "github", "mod", env={"GITHUB_STEP_SUMMARY": os.path.join(self.folder, "mod/summary.txt")})
        self.assertEqual(done.status, 0)
        self.assertTrue(self.read("mod/summary.txt").startswith(b"before\n"))

    @deep
    @posix("links")
    def test_two_reports_into_one_file(self):
        self.write("a.xmf", meshes.clean())
        self.write("there", b"old")
        os.link(os.path.join(self.folder, "there"), os.path.join(self.folder, "hard"))
        os.symlink("there", os.path.join(self.folder, "soft"))
        os.symlink("new", os.path.join(self.folder, "dangling"))
        for one, other in (("there", "./there"), ("there", "hard"), ("soft", "hard"), ("new", "./new"),
                           ("new", f"{self.folder}/new"), ("dangling", "new")):
            self.expect_usage(["-f", f"json={one}", "-f", f"sarif={other}", "a.xmf"],
                              f"two formats for one file: {one} and {other}")
        with open(os.path.join(self.folder, "there"), "ab") as out:
            done = self.run_raw("-f", "json", "-f", "sarif=soft", "a.xmf", stdout=out)
        self.assertEqual(done.status, 2)
        self.assertRegex(done.err, b"^assetlint: two formats for one file: standard output and soft\n")
        self.assertEqual(self.read("there"), b"old")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "new")))
        self.expect(["-f", "json=/dev/null", "-f", "sarif=/dev/zero", "-f", "text=new", "-q", "a.xmf"], 0, "")

    @deep
    @posix("links")
    def test_a_report_over_the_list_of_files(self):
        self.write("a.xmf", meshes.clean())
        self.write("list", b"a.xmf\n")
        os.symlink("list", os.path.join(self.folder, "soft"))
        for name in ("list", "./list", "soft"):
            message = f"{name} is the list of files: no report is written over it"
            self.expect_usage(["-f", f"json={name}", "--files-from=list"], message)
            with open(os.path.join(self.folder, "list"), "rb") as names:
                self.expect(["-f", f"json={name}", "--files-from=-"], 2, "", re.compile("^assetlint: " + message),
                            stdin=names)
        self.assertEqual(self.read("list"), b"a.xmf\n")
        self.expect(["-f", "json=other", "-q", "--files-from=list"], 0, "")

    @posix("files that are open already")
    def test_a_report_into_a_pipe(self):
        reading, writing = os.pipe()
        self.write("clean.xmf", meshes.clean())
        self.expect(["-f", f"json=/dev/fd/{writing}", "-q", "clean.xmf"], 0, "", pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            self.assertEqual(json.load(pipe)["summary"]["clean"], 1)

    @posix("files that are open already")
    def test_a_file_out_of_a_pipe(self):
        reading, writing = os.pipe()
        os.write(writing, meshes.error())
        os.close(writing)
        self.expect(["-q", "-j2", f"/dev/fd/{reading}", "absent"], 3, re.compile("index-range"), pass_fds=[reading])
        os.close(reading)


@posix("pipes that have a name")
class Waiting(Case):
    """The message while the program waits for input, and no message otherwise."""

    def pipe(self, name):
        path = os.path.join(self.folder, name)
        os.mkfifo(path)
        return path

    def start(self, *arguments, **options):
        options.setdefault("stdin", subprocess.DEVNULL)
        process = subprocess.Popen([case.PROGRAM, *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                   env=clean_environment(), **{"stderr": subprocess.PIPE, **options})
        self.addCleanup(process.kill)
        return process

    @deep
    def test_a_pipe_that_is_written_to(self):
        path = self.pipe("p.xmf")
        for jobs in ("-j1", "-j2"):
            process = self.start(jobs, "p.xmf", "absent")
            with open(path, "wb", buffering=0) as file:
                file.write(meshes.error()[:100])
                time.sleep(0.1)                        # the program reads before the rest is written
                file.write(meshes.error()[100:])
            out, err = process.communicate(timeout=SECONDS)
            self.assertEqual((process.returncode, err), (3, b""))
            self.assertIn(b"p.xmf\n  0x1cd   error    ", out)

    @deep
    def test_a_pipe_without_a_writer(self):
        path = self.pipe("p.xmf")
        process = self.start("p.xmf")
        self.assertEqual(process.stderr.readline(), b"assetlint: waiting for a program to write to the pipe p.xmf\n")
        with open(path, "wb"):
            pass
        out, err = process.communicate(timeout=SECONDS)
        self.assertEqual((process.returncode, err), (1, b""))
        self.assertIn(b"xmf/bad-magic", out)

    def test_a_package_out_of_a_pipe(self):
        self.pack("mod", {"a.xmf": meshes.clean()})
        process = self.start(self.pipe("p.cat"))
        with open(os.path.join(self.folder, "p.cat"), "wb") as file:
            file.write(self.read("mod.cat"))
        process.communicate(timeout=SECONDS)
        self.assertIn(process.returncode, (1, 2))

    def terminal(self):
        main, secondary = pty.openpty()
        self.addCleanup(os.close, main)
        self.addCleanup(os.close, secondary)
        return main, secondary

    def test_a_terminal(self):
        main, secondary = self.terminal()
        for arguments, what in ((["-"], b"a file"), (["--files-from=-"], b"the list of files")):
            process = self.start(*arguments, stdin=secondary)
            self.assertEqual(process.stderr.readline(), b"assetlint: reading " + what +
                             b" from the terminal; Ctrl-D at the start of a line ends it\n")
            os.write(main, b"\x04")
            process.communicate(timeout=SECONDS)
        process = self.start("-q", "-", stdin=secondary)
        os.write(main, b"\x04")
        self.assertEqual(process.communicate(timeout=SECONDS)[1], b"")

    @deep
    def test_standard_input_that_stays_empty(self):
        main, secondary = self.terminal()
        process = self.start("-", stdin=subprocess.PIPE, stderr=secondary)
        self.assertEqual(os.read(main, 1000), b"assetlint: waiting for a file on standard input\r\n")
        process.communicate(meshes.clean(), timeout=SECONDS)
        self.assertEqual(process.returncode, 0)


class StandardInput(Case):
    def test_names(self):
        data = meshes.collision()
        out = self.expect(["-", "--stdin-name=ships/hull-collision.xmf"], 1, input=None, stdin=self.file_of(data))
        self.assertRegex(out, r"^ships/hull-collision.xmf\n  0x78 +error ")
        report = self.report("-", status=0, input=data)
        self.assertEqual(report["files"],
                         [{"path": "-", "format": "xmf", "version": "3", "size": len(data), "status": "clean"}])

    def test_converted_line_ends(self):
        data = bytearray(meshes.error())
        data[0x36:0x3A] = b"\r\n\r\n"       # padding of the header; the file has no other line feed
        data = bytes(data).replace(b"\n", b"\r\n").replace(b"\r\r\n", b"\r\n")
        first = self.report("--stdin-name=hull.xmf", "-", status=1, input=data)["findings"][0]
        self.assertEqual((first["rule"], first["offset"], first["length"]), ("file/line-ends", 0x36, 2))
        self.assertEqual(self.report("-", status=1, input=data)["findings"][0]["rule"], "file/line-ends")
        others = self.report("--ignore=file/line-ends", "-", status=1, input=data)["findings"]
        self.assertNotIn("file/line-ends", [finding["rule"] for finding in others])
        self.assertNotEqual(others, [])

    def file_of(self, data):
        file = tempfile.TemporaryFile()
        self.addCleanup(file.close)
        file.write(data)
        file.seek(0)
        return file

    def run_text(self, *arguments, **options):
        if "stdin" in options:
            options.pop("input", None)
        return super().run_text(*arguments, **options)

    def test_with_other_files(self):
        self.four_files()
        for jobs in ("1", "2", "8"):
            done = self.run_raw("check", "-j", jobs, "-", "--stdin-name=m.xmf", "note.xmf", "error.xmf", "-f", "json",
                                input=meshes.warning())
            self.assertEqual([file["path"] for file in json.loads(done.out)["files"]],
                             ["error.xmf", "m.xmf", "note.xmf"])

    def test_name_of_standard_input(self):
        self.write("a.xmf", meshes.error())
        self.assertEqual(self.report("a.xmf", "-", "-", "--stdin-name=a.xmf", input=meshes.clean())["summary"]["clean"], 1)

    def test_unrecognized(self):
        self.assertEqual(self.report("-", input=b"text")["findings"][0]["rule"], "file/unrecognized")
        self.assertEqual(self.report("-", input=b"")["files"][0]["status"], "unrecognized")

    def test_unreadable(self):
        folder = os.open(self.folder, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        self.assertEqual(self.report("-", stdin=folder, status=3)["files"][0]["status"], "unreadable")
        self.assertEqual(self.report("-", preexec_fn=lambda: os.close(0), status=3)["files"][0]["status"], "unreadable")

    def test_limits(self):
        self.assertEqual(self.report("-", "--max-file-size=100", input=meshes.clean(), status=3)["files"][0]["status"],
                         "limit")


class FilesFrom(Case):
    NAMES = ("a.xmf", "b c.xmf", "sub/d.xmf")

    def setUp(self):
        super().setUp()
        for name in self.NAMES:
            self.write(name, meshes.clean())

    def paths(self, *arguments, **options):
        report = self.report(*arguments, **options)
        return [file["path"] for file in report["files"]]

    def test_lines(self):
        for content in (b"b c.xmf\na.xmf\nsub\n", b"a.xmf\n\n\nb c.xmf\nsub//d.xmf", b"a.xmf\r\nb c.xmf\r\nsub/\r\n"):
            self.write("list", content)
            self.assertEqual(self.paths("--files-from=list"), list(self.NAMES))
            self.assertEqual(self.paths("--files-from", "-", input=content), list(self.NAMES))

    def test_nul(self):
        self.write("n\n\r.xmf", meshes.clean())
        for content in (b"b c.xmf\0n\n\r.xmf\0a.xmf\0", b"a.xmf\0\0b c.xmf\0n\n\r.xmf"):
            self.write("list", content)
            self.assertEqual(self.paths("-0", "--files-from=list"), ["a.xmf", "b c.xmf", "n\\x0A\\x0D.xmf"])
            self.assertEqual(self.paths("--files-from=-", "--null", input=content), ["a.xmf", "b c.xmf", "n\\x0A\\x0D.xmf"])

    def test_with_paths(self):
        self.write("list", b"a.xmf\n")
        self.assertEqual(self.paths("sub", "--files-from=list", "a.xmf"), ["a.xmf", "sub/d.xmf"])

    def test_a_dash_in_the_list_is_a_file(self):
        self.write("-", meshes.clean())
        self.assertEqual(self.paths("--files-from=-", input=b"-\na.xmf\n"), ["-", "a.xmf"])

    def test_listed_files_are_explicit(self):
        self.write("x.txt", b"text")
        self.assertEqual(self.findings("--files-from=-", input=b"x.txt\nsub"), [("x.txt", "file/unrecognized", "warning")])

    def test_texts_named_alone(self):
        """What they refer to is not judged, and that is said."""
        self.write("mod/index/macros.xml", b'<index><entry name="a" value="b"/>')
        self.write("mod/interface/a.gfx", b'EMFXActorType = { name = "a" actorfile = "gfx/anims/a.xac" idle = "gfx/anims/a.xsm" move = "b.xsm" }\nb = c = d\n')
        self.write("mod/good.xml", b"<a/>")
        report = self.report("mod/index/macros.xml", "mod/interface/a.gfx", "mod/good.xml", status=1)
        self.assertEqual([(f["path"], f["rule"], f["level"]) for f in report["findings"]],
                         [("mod/index/macros.xml", "x4/xml", "error"), ("mod/interface/a.gfx", "pdx/syntax", "warning")])
        self.assertEqual([(n["rule"], n["count"], n["reason"]) for n in report["summary"]["notJudged"]],
                         [(rule, count, "only the file is checked, not the folder of its mod")
                          for rule, count in (("x4/index-path", 1), ("pdx/missing-actor-file", 1), ("pdx/missing-motion", 2))])
        self.assertEqual([(f["path"], f["format"], f["status"]) for f in report["files"]],
                         [("mod/good.xml", "xml", "clean"), ("mod/index/macros.xml", "xml", "findings"),
                          ("mod/interface/a.gfx", "clausewitz", "findings")])
        self.assertEqual(self.findings("--ignore", "x4/*,pdx/*", "mod/index/macros.xml"),
                         [("mod/index/macros.xml", "file/unrecognized", "warning")])

    def test_empty(self):
        self.write("list", b"")
        self.write("notes.txt", b"text")
        self.expect(["--files-from=list"], 2, "NOT CHECKED: no file of a known format was found\n", nothing_in("the list list"))
        self.expect(["--files-from=-"], 2, None, nothing_in("the list standard input"), input=b"notes.txt\n")
        self.expect(["--files-from=list", "--allow-empty"], 0, "OK: 0 files checked: 0 with errors, 0 with warnings, 0 without\n")
        self.expect(["--files-from=list", "notes.txt"], 0)

    def test_wrong(self):
        self.expect(["--files-from=absent"], 3, "", "assetlint: cannot read absent: no such file or folder\n")
        self.expect(["--files-from=sub"], 3, "", "assetlint: cannot read sub: Is a directory\n")
        self.expect(["--files-from=-"], 3, "", "assetlint: cannot read standard input: it has more than 1048576 bytes in "
                    "one path, so it is no list of files\n", input=b"a.xmf\n" + b"x" * (1 << 20))
        self.expect(["--files-from=-", "-q"], 3, None, None, input=b"y" * ((1 << 20) - 1))
        self.expect_usage(["--files-from=-", "-"], "standard input can't be both a file and the list of files")
        self.expect_usage(["--files-from=a", "--files-from=b"], "--files-from can be given once")


    @deep
    @posix("devices without an end")
    @not_under_tsan("minutes")
    def test_lists_without_an_end(self):
        for arguments, what in ((["-0", "--files-from=/dev/zero"], "/dev/zero: it has more than 268435456 bytes"),
                                (["--files-from=/dev/zero"], "/dev/zero: it has more than 1048576 bytes in one path")):
            self.expect(arguments, 3, "", f"assetlint: cannot read {what}, so it is no list of files\n")
        with subprocess.Popen(["yes"], stdout=subprocess.PIPE) as endless:
            self.expect(["--files-from=-"], 3, "", "assetlint: cannot read standard input: it has more than 2000000 paths, "
                        "so it is no list of files\n", stdin=endless.stdout)
            endless.terminate()


def escaped(name):
    """A name as reports show it."""
    text = ""
    for character in name.decode("utf-8", "surrogateescape"):
        code = ord(character)
        if code < 0x20 or 0x7F <= code < 0xA0 or 0xDC80 <= code <= 0xDCFF:
            character = "".join(f"\\x{byte:02X}" for byte in character.encode("utf-8", "surrogateescape"))
        elif code in (0x202E, 0xFEFF):
            character = f"\\u{{{code:04X}}}"
        text += character
    return text


class OddNames(Case):
    def setUp(self):
        super().setUp()
        self.names = names_here(ODD_NAMES)
        for name in self.names:
            self.write(name, meshes.error())
        self.shown = [escaped(name) for name in sorted(self.names)]

    def test_text(self):
        headings = [part.split("\n")[0] for part in self.expect([*self.names, "-q", "--max-per-rule=0"], 1).split("\n\n")]
        self.assertEqual(headings, self.shown)

    def test_lines(self):
        lines = self.expect(["-f", "lines", *self.names, "-q"], 1).split("\n")
        self.assertEqual([line.split(":0x1cd: error: ")[0] for line in lines], self.shown + [""])
        self.assertFalse(re.search("[\0-\x09\x0b-\x1f\x7f-\x9f]", "".join(lines)))

    def test_json(self):
        report = self.report(*self.names)
        self.assertEqual([file["path"] for file in report["files"]], self.shown)
        self.assertEqual([finding["path"] for finding in report["findings"]], self.shown)
        lines = self.run_text("-f", "ndjson", *self.names).out.splitlines()
        self.assertEqual([json.loads(line)["path"] for line in lines[:-1]],
                         [name for name in self.shown for _ in "fF"])

    def test_sarif_uris(self):
        log = json.loads(self.run_raw("-f", "sarif", ".").out)
        uris = [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in log["runs"][0]["results"]]
        self.assertEqual(uris, [self.uri(name) for name in sorted(self.names)])
        for uri in uris:
            self.assertRegex(uri, r"^[A-Za-z0-9._~!$&'()*+,;=@/%-]+$")

    @staticmethod
    def uri(name):
        readable = re.sub("[\udc80-\udcff]", lambda found: f"\\x{ord(found.group()) - 0xDC00:02X}",
                          name.decode("utf-8", "surrogateescape"))
        return urllib.parse.quote(readable, safe="-._~!$&'()*+,;=@/")

    @deep
    def test_dump_and_messages(self):
        for name in self.names:
            done = self.run_text("dump", name, "-f", "json")
            self.assertEqual(done.status, 0)
            self.assertEqual(json.loads(done.out)["@path"], escaped(name))
            self.assertEqual(done.err, f"assetlint: {escaped(name)} has 1 error; assetlint check says more\n")

    def test_files_from(self):
        report = self.report("--files-from=-", "-0", input=b"\0".join(self.names))
        self.assertEqual([file["path"] for file in report["files"]], self.shown)


@posix("names that it cannot have")
class Commands(Case):
    """No line begins with `::`, which GitHub obeys, none has `##[` or `##vso[`, which Azure Pipelines obeys, or `##teamcity[`, and no name
    looks like a finding of another file."""

    def test_paths(self):
        self.write("::stop-commands::x", meshes.error())
        self.write("::error::.bbmod", b"")
        self.write("::warning::/a.xmf", meshes.error())
        self.write("::notice::.json", b"{")
        for arguments in (["-f", "text"], ["-f", "lines"], ["-f", "lines", "--color=always"]):
            done = self.run_text("check", *arguments, "::stop-commands::x", "::error::.bbmod", "::warning::")
            lines = re.sub("\x1b\\[[0-9;]*m", "", done.out).splitlines()
            for name in ("./::stop-commands::x", "./::error::.bbmod", "./::warning::/a.xmf"):
                self.assertTrue(any(line.startswith(name) for line in lines), (name, done.out))
            self.assertFalse([line for line in lines if line.lstrip().startswith("::")])
        done = self.run_text("check", "--config", "::notice::.json", "::warning::")
        self.assertTrue(done.err.startswith("./::notice::.json:1:2: "), done.err)
        for name in ("::error::.bbmod", "::stop-commands::x"):
            done = self.run_text("dump", name)
            self.assertFalse([line for line in (done.out + done.err).splitlines() if line.startswith("::")])


    def test_after_blanks(self):
        for blanks in (" ", "\u00a0", "\u3000 ", "\u2009"):
            self.write(f"{blanks}::error::.xmf", meshes.error())
            for form in ("text", "lines"):
                lines = self.run_text("check", "-f", form, f"{blanks}::error::.xmf").out.splitlines()
                self.assertTrue(lines[0].startswith("./"), lines)
                self.assertFalse([line for line in lines if line.lstrip().startswith("::")])

    def test_in_a_name(self):
        self.write("a##vso[task.setvariable].xmf", meshes.error())
        self.write("##teamcity[x].xmf", meshes.error())
        for form in ("text", "lines", "json", "junit", "github"):
            out = self.run_text("check", "-f", form, ".").out
            self.assertNotRegex(out, r"##(vso|teamcity)\[")
            for word in ("vso", "teamcity"):
                self.assertIn("#" + ("\\\\x23" if form == "json" else "\\x23") + word + "[", out)

    def test_name_like_a_finding(self):
        forged = "good.xmf:0x10: error: fake [xmf"
        self.write(f"{forged}/a:0x1.xmf", meshes.error())
        for form in ("text", "lines"):
            out = self.run_text("check", "-f", form, forged).out
            self.assertTrue(out.startswith("good.xmf\\x3A0x10: error: fake [xmf/a\\x3A0x1.xmf"), out)
            self.assertNotIn(":0x10", out)
        self.assertEqual([file["path"] for file in self.report(forged)["files"]], [f"{forged}/a:0x1.xmf"])


@posix("names that it cannot have")
class InvisibleCharacters(Case):
    """Characters that would forge a line, and invisible ones that change how text is shown, are always escaped."""

    SHOWN = ("\\u{200B}\\u{2060}\\u{AD}\\u{E0041}#\\x23[\\u{202E}\\u{202A}\\u{2066}\\u{2069}\\u{200E}\\u{200F}\\u{61C}\\u{2028}\\u{2029}\\xC2\\x85\\u{FEFF}"
             "\\x01\\x7F\\xC2\\x9B\\x1B[31m\\xFF\\xC3")
    NAME = ("e\u200b\u2060\u00ad\U000e0041##[\u202e\u202a\u2066\u2069\u200e\u200f\u061c\u2028\u2029\u0085\ufeff\x01\x7f\u009b\x1b[31m".encode() +
            b"\xff\xc3x")
    RAW = re.compile("##\\[|[\0-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0001-\U000e007f]")

    def setUp(self):
        super().setUp()
        name = self.NAME
        self.write(name + b".xmf", meshes.error())
        self.write("a.bbmod", bbmod.Model(root=bbmod.Node(name, [bbmod.Node(name, index=99)], [7])).bytes())
        self.write("a.skl", skl.Skeleton(bones=[skl.Bone(name, name, [name]), skl.Bone(name, b"q")]).bytes())
        self.write("a.msh", msh.Mesh(type=1, bones=(name, name), weights=[(0.5, 0.1, 0, 0, 7, 0, 0, 0)] * 4).bytes())
        self.write("a.cat", b"".join(b"in%s/%s.xmf 4 1700000000 %032d\n" % (name, name, 1) for _ in "ab"))
        self.write("a.dat", b"XUMx" * 2)

    def assert_printable(self, done, *arguments):
        for text in (done.out, done.err):
            found = self.RAW.search(text)  # also valid UTF-8, since run_text has decoded it
            self.assertIsNone(found, (arguments, found and text[max(0, found.start() - 99):found.end() + 9]))

    def every_text(self, value):
        if isinstance(value, str):
            yield value.replace("\n", "")
        elif isinstance(value, (dict, list)):
            for item in value if isinstance(value, list) else [*value, *value.values()]:
                yield from self.every_text(item)

    @deep
    def test_reports(self):
        for form in ("text", "lines", "json", "ndjson", "sarif", "github", "junit", "html"):
            done = self.run_text("-f", form, "--show=note", "--fail-on=note", "--max-per-rule=0", ".")
            self.assert_printable(done, form)
            shown = json.dumps(self.SHOWN)[1:-1] if form in ("json", "ndjson", "sarif", "html") else self.SHOWN
            self.assertGreater(done.out.count(shown), 5 if form == "github" else 10, form)
            if form in ("json", "sarif"):
                for text in self.every_text(json.loads(done.out)):
                    self.assertIsNone(self.RAW.search(text), text)
            if form == "junit":
                for element in xml.etree.ElementTree.fromstring(done.out).iter():
                    for text in (*element.attrib.values(), element.text or ""):
                        self.assertIsNone(self.RAW.search(text.replace("\n", "")), text)

    def test_every_part_of_a_finding(self):
        findings = self.report("--max-per-rule=0", ".")["findings"]
        for key in ("path", "member", "message", "actual"):
            self.assertTrue(any(self.SHOWN in finding.get(key, "") for finding in findings), key)

    @deep
    def test_dumps(self):
        for name in ("a.bbmod", "a.skl", "a.msh", "a.cat", self.NAME + b".xmf"):
            for form in ("text", "json"):
                done = self.run_text("dump", "-f", form, name)
                self.assert_printable(done, name, form)
                self.assertIn(json.dumps(self.SHOWN)[1:-1] if form == "json" else self.SHOWN, done.out + done.err)

    @deep
    def test_messages(self):
        name = self.NAME
        for arguments in ([name], ["-f", name, "."], ["-f", b"json=" + name + b"/r", "."], ["--select", name, "."],
                          ["--level", name + b"=error", "."], ["--show", name], ["--files-from", name], ["explain", name],
                          ["dump", name], ["--" + os.fsdecode(name)], ["-j", name, "."], ["help", name],
                          ["--max-memory", name, "."], ["-f", b"json=" + name + b".xmf", "."]):
            done = self.run_text(*arguments)
            self.assert_printable(done, *arguments)
            self.assertIn(self.SHOWN, done.out + done.err, arguments)


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
