#!/usr/bin/env python3
"""test_output.py: writing reports, failures to write them, and that reports are the same in every run."""

import collections
import json
import os
import re
import resource
import signal
import subprocess
import sys

import case
import meshes
from case import ALL_FILES, Case, clean_environment, deep, posix, SECONDS

import msh


class Output(Case):
    """A failed write gives exit 3 and a message, and never ends the program by a signal."""

    FULL = "/dev/full"
    COMMANDS = (["check", "a.xmf"], ["-f", "json", "a.xmf"], ["-f", "ndjson", "a.xmf"], ["-f", "sarif", "a.xmf"],
                ["-f", "junit", "a.xmf"], ["-f", "github", "absent.xmf"], ["rules"], ["rules", "-f", "json"], ["rules", "-f", "markdown"], ["explain", "xmf/limit"], ["dump", "a.xmf"],
                ["dump", "-f", "json", "a.xmf"], ["--version"], ["--help"], ["check", "--help"],
                ["version"], ["help", "dump"])

    def setUp(self):
        super().setUp()
        self.write("a.xmf", meshes.clean())

    @deep
    @posix("/dev/full")
    def test_full_disk(self):
        if not os.path.exists(self.FULL):
            self.skipTest("no /dev/full")
        for command in self.COMMANDS:
            with open(self.FULL, "wb") as full:
                done = self.run_raw(*command, stdout=full)
            self.assertEqual(done.status, 3, command)
            self.assertEqual(done.err, b"assetlint: cannot write to standard output: No space left on device\n", command)

    @posix("/dev/full")
    def test_full_disk_for_one_of_two(self):
        if not os.path.exists(self.FULL):
            self.skipTest("no /dev/full")
        self.expect(["-f", "json=/dev/full", "a.xmf"], 3, "OK: 1 file checked: 0 with errors, 0 with warnings, 1 without\n",
                    "assetlint: cannot write /dev/full: No space left on device\n")
        self.write("many.xmf", meshes.notes(250))
        self.expect(["-f", "ndjson=/dev/full", "many.xmf"], 3, re.compile("^FAILED: 1 file checked"),
                    "assetlint: cannot write /dev/full: No space left on device\n")

    def test_file_that_cannot_be_opened(self):
        message = "assetlint: cannot write absent/r.json: no such file or folder\n"
        self.expect(["-f", "json=absent/r.json", "a.xmf"], 3,
                    "FAILED: 1 file checked: 0 with errors, 0 with warnings, 1 without\n", message)
        self.expect(["-f", "json=absent/r.json", "-f", "sarif", "a.xmf"], 3, re.compile('"exitCode":3'), message)

    @deep
    @posix("files that are closed before it starts")
    def test_closed_stdout(self):
        for command in self.COMMANDS:
            done = self.run_raw(*command, stdout=None, preexec_fn=lambda: os.close(1))
            self.assertEqual(done.status, 3, command)
            self.assertRegex(done.err, b"^assetlint: cannot write to standard output: ", command)

    @posix("files that are closed before it starts")
    def test_closed_stdout_does_not_become_a_file(self):
        done = self.run_raw("-f", "json=r.json", "a.xmf", stdout=None, preexec_fn=lambda: os.close(1))
        self.assertEqual(done.status, 3)
        json.loads(self.read("r.json"))

    @posix("files that are closed before it starts")
    def test_closed_stderr(self):
        done = subprocess.run([case.PROGRAM, "absent"], cwd=self.folder, stdout=subprocess.PIPE, timeout=SECONDS,
                              preexec_fn=lambda: os.close(2), check=False)
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"file/unreadable", done.stdout)

    @deep
    def test_a_reader_that_goes_away(self):
        for number in range(30):
            self.write(f"{number:02}.xmf", meshes.notes(250))
        for form in ("text", "lines", "json", "ndjson", "sarif", "junit", "html"):
            for jobs in ("1", "8"):
                arguments = ["-f", form, "-j", jobs, "--show=note", "--fail-on=note", "--max-per-rule=0", "."]
                with subprocess.Popen([case.PROGRAM, *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, env=clean_environment()) as process:
                    self.assertEqual(len(process.stdout.read(10)), 10)
                    process.stdout.close()
                    self.assertEqual(process.stderr.read(), b"")
                    self.assertEqual(process.wait(SECONDS), 3, form)

    @deep
    def test_a_reader_of_a_short_report_that_goes_away(self):
        for command in self.COMMANDS:
            reading, writing = os.pipe()
            os.close(reading)
            done = self.run_raw(*command, stdout=writing)
            os.close(writing)
            self.assertEqual((done.status, done.err), (3, b""), command)

    @deep
    def test_a_file_is_finished_though_stdout_is_gone(self):
        for number in range(30):
            self.write(f"{number:02}.xmf", meshes.notes(250))
        reading, writing = os.pipe()
        os.close(reading)
        done = self.run_raw("-f", "json=r.json", "--show=note", "--max-per-rule=0", ".", stdout=writing)
        os.close(writing)
        self.assertEqual((done.status, done.err), (3, b""))
        self.assertEqual(len(json.loads(self.read("r.json"))["findings"]), 7500)


class ReportFiles(Case):
    """A report replaces the old one once it is complete; until then the old one stays."""

    def setUp(self):
        super().setUp()
        self.write("a.xmf", meshes.clean())
        self.write("many.xmf", meshes.notes(250))
        self.write("out/r.json", b"old")
        self.path = os.path.join(self.folder, "out/r.json")

    def assert_kept(self):
        self.assertEqual(self.read("out/r.json"), b"old")
        self.assertEqual(os.listdir(os.path.join(self.folder, "out")), ["r.json"])

    @posix("limits of the system")
    def test_incomplete_writes(self):
        def little_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL) # Python ignores it
            resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))

        self.expect(["-f", "ndjson=out/r.json", "many.xmf"], 3, None, "assetlint: cannot write out/r.json: File too large\n",
                    preexec_fn=little_room, env={"LLVM_PROFILE_FILE": os.devnull}) # counts of coverage have no room, either
        self.assert_kept()

    @posix("signals")
    def test_a_pipe_that_nobody_reads(self):
        os.mkfifo(os.path.join(self.folder, "pipe"))
        with subprocess.Popen([case.PROGRAM, "-f", "json=pipe", "a.xmf"], cwd=self.folder, stderr=subprocess.PIPE) as process:
            with self.assertRaises(subprocess.TimeoutExpired):
                process.wait(0.2)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(SECONDS), 3)
            self.assertEqual(process.stderr.read(), b"assetlint: cannot write pipe: Interrupted system call\nassetlint: interrupted: 0 of 1 file was done\n")

    @posix("signals")
    def test_hangup_ends_at_once(self):
        """SIGHUP ends the program at once; test_long.py has SIGINT and SIGTERM."""
        pipe = os.path.join(self.folder, "pipe")
        os.mkfifo(pipe)
        with subprocess.Popen([case.PROGRAM, "-q", "-f", "json=out/r.json", "pipe"], cwd=self.folder) as process:
            with open(pipe, "wb"):  # returns once the check has opened the pipe
                self.assertEqual(len(os.listdir(os.path.join(self.folder, "out"))), 2)
                self.assertEqual(self.read("out/r.json"), b"old")
                process.send_signal(signal.SIGHUP)
                self.assertEqual(process.wait(SECONDS), -signal.SIGHUP)
        self.assert_kept()

    def test_unreadable_files_are_in_the_report(self):
        self.expect(["-q", "-f", "json=out/r.json", "absent.xmf"], 3)
        self.assertEqual(json.loads(self.read("out/r.json"))["summary"]["exit"], 3)
        self.assertEqual(os.listdir(os.path.join(self.folder, "out")), ["r.json"])

    def test_wrong_usage_changes_nothing(self):
        self.expect(["-f", "json=out/r.json", "--nonsense", "a.xmf"], 2, "", re.compile("nonsense"))
        self.expect(["-f", "json=out/r.json", "-f", "sarif=out/r.json", "a.xmf"], 2, "", re.compile("one file"))
        self.assert_kept()

    @posix("permissions")
    def test_modes(self):
        os.chmod(self.path, 0o604)
        self.expect(["-f", "json=out/r.json", "-f", "sarif=out/new.sarif", "a.xmf"], 0, preexec_fn=lambda: os.umask(0o027))
        json.loads(self.read("out/r.json"))
        self.assertEqual(os.stat(self.path).st_mode & 0o7777, 0o604)
        self.assertEqual(os.stat(os.path.join(self.folder, "out/new.sarif")).st_mode & 0o7777, 0o640)

    @posix("links")
    def test_links(self):
        os.symlink("out/r.json", os.path.join(self.folder, "link"))
        os.symlink("out/new.json", os.path.join(self.folder, "dangling"))
        self.expect(["-f", "json=link", "-f", "ndjson=dangling", "a.xmf"], 0)
        self.assertTrue(os.path.islink(os.path.join(self.folder, "link")))
        json.loads(self.read("out/r.json"))
        self.assertIn(b'"summary"', self.read("out/new.json"))

    @posix("files that are open already")
    def test_reports_into_open_descriptors(self):
        whole = self.run_raw("-f", "json", "a.xmf").out
        self.expect_usage(["-f", "json=/dev/stdout", "a.xmf"], "two formats for one file: /dev/stdout and standard output")
        with open(self.path, "ab") as out:
            done = self.run_raw("-q", "-f", f"json=/dev/fd/{out.fileno()}", "a.xmf", pass_fds=[out.fileno()])
        self.assertEqual((done.status, done.err, self.read("out/r.json")), (0, b"", b"old" + whole))
        reading, writing = os.pipe()
        self.run_raw("-q", "-f", f"json=/dev/fd/{writing}", "a.xmf", pass_fds=[writing])
        os.close(writing)
        with open(reading, "rb") as pipe:
            self.assertEqual(pipe.read(), whole)


class ManyFindings(Case):
    """The 1,000 most severe findings of a file are listed, the others are counted. That is no limit: the file was
    checked."""

    def many(self, bones=1500, **more):
        names = [b"bone%d" % number for number in range(bones)]
        mesh = msh.Mesh(type=1, bones=names, weights=[(1.0, 0, 0, 0, 0, 0, 0, 0)] * 4, **more)
        self.write("a.msh", mesh.bytes())

    def test_errors_behind_notes(self):
        self.many(faces=[(0, 1, 9)])
        report = self.report("a.msh", status=1)
        self.assertEqual(len(report["findings"]), 1000)
        self.assertIn("error", [finding["level"] for finding in report["findings"]])
        unused = [finding["field"] for finding in report["findings"] if finding["rule"] == "msh/unused-bone"]
        self.assertEqual(unused, [f"bones[{number + 1}]" for number in range(len(unused))])  # the first ones
        [file], omitted = report["files"], 1499 - len(unused)
        self.assertEqual((file["status"], file["omitted"], report["summary"]["omitted"]), ("findings", omitted, omitted))
        fewer = self.report("--ignore=msh/unused-bone", "a.msh", status=1)
        self.assertNotIn("omitted", fewer["files"][0])
        self.assertNotIn("omitted", fewer["summary"])

    def test_each_form(self):
        self.many()
        self.report("a.msh", status=0)
        rest = "500 more findings are left out: the most severe 1000 are listed"
        self.assertIn(f" {rest}\n", self.expect(["--show=note", "a.msh"], 0))
        self.assertNotIn("left out", self.expect(["a.msh"], 0))     # only notes are
        out = self.expect(["-f", "lines", "--show=note", "a.msh"], 0)
        self.assertIn("\na.msh: ... and 500 more, left out: the most severe 1000 are listed\n", out)
        *_, file, summary = [line for line in map(json.loads, self.expect(["-f", "ndjson", "a.msh"], 0).splitlines())
                             if line["kind"] != "finding"]
        self.assertEqual((file["omitted"], summary["omitted"]), (500, 500))
        out = self.expect(["-f", "github", "--show=note", "a.msh"], 0)
        self.assertTrue(out.endswith("::notice title=assetlint::1490 more findings\n"), out)
        [run] = json.loads(self.expect(["-f", "sarif", "--show=note", "a.msh"], 0))["runs"]
        self.assertEqual([note["message"]["text"] for note in run["invocations"][0]["toolExecutionNotifications"]],
                         ["500 findings were left out: of each file the most severe 1000 are listed"])

    def test_those_across_files(self):
        """Those of one rule and level are counted before anything of them is kept."""
        for folder in ("mod", "mod/libraries"):
            os.mkdir(os.path.join(self.folder, folder))
        self.write("mod/content.xml", b'<content id="mod"/>')
        self.write("mod/libraries/a.xml", b"<diff>" + b"<x/>\n" * 1500 + b"<add/>" * 1700 + b"</diff>")
        self.write("mod/libraries/b.xml", b"<diff>" + b"<x/>\n" * 1500)
        report = self.report("mod", status=1)
        listed = collections.Counter((finding["path"], finding["rule"]) for finding in report["findings"])
        self.assertEqual(listed, {("mod/libraries/a.xml", "x4/diff-operation"): 1000, ("mod/libraries/b.xml", "x4/xml"): 1})
        of_a = [finding for finding in report["findings"] if finding["path"] == "mod/libraries/a.xml"]
        self.assertEqual([finding["line"] for finding in of_a], list(range(1, 1001)))
        self.assertEqual([file.get("omitted") for file in report["files"] if file["path"].endswith("a.xml")], [2200])

    def test_those_that_are_left_out_fail_the_check(self):
        """Also if all that are listed are in the baseline."""
        self.many()
        options = ["--show=note", "--fail-on=note", "a.msh"]
        self.expect(["--write-baseline=old.json", *options], 0, err=None)
        out = self.expect(["--baseline=old.json", *options], 1)
        self.assertIn(" 500 more findings are left out", out)
        self.assertIn("FAILED", out)
        self.expect(["--baseline=old.json", "--fail-on=warning", "a.msh"], 0)

    def test_those_that_follow_from_a_suppressed_cause(self):
        """They have the level of the cause, since their own is not known."""
        self.many()
        self.write("a.msh", self.read("a.msh") + b"\r\n\r\n")
        self.configure(suppressions=[{"rule": "*", "path": "a.msh", "reason": "known"}])
        report = self.report("a.msh", status=1)
        self.assertEqual((report["findings"], report["files"][0]["omitted"]), ([], 502))


class Causes(Case):
    """A cause is listed without what follows from it."""

    def setUp(self):
        super().setUp()
        self.write("a.xmf", meshes.error().replace(b"\n", b"\r\n") + b"\r\n\r\n")
        self.cause = ("a.xmf", "file/line-ends", "error")

    def test_what_follows_is_counted(self):
        [cause] = self.report("a.xmf", status=1)["findings"]
        self.assertEqual((cause["rule"], cause["count"], cause["elements"]), ("file/line-ends", 1, []))
        others = self.findings("--level=file/line-ends=off", "a.xmf")
        self.assertGreater(len(others), 1)
        self.assertIn(f"; {len(others)} other findings follow from it", cause["message"])
        self.assertNotIn(self.cause, others)

    def test_a_lower_level_hides_no_error(self):
        others = self.findings("--level=file/line-ends=off", "a.xmf")
        shown = self.findings("--level=file/line-ends=warning", "a.xmf")
        self.assertEqual(shown, [("a.xmf", "file/line-ends", "warning"),
                                 *(other for other in others if other[2] == "error")])
        self.expect(["--level=file/line-ends=note", "a.xmf"], 1)

    def test_a_suppressed_cause_hides_nothing(self):
        others = self.findings("--level=file/line-ends=off", "a.xmf")
        self.configure(suppressions=[{"rule": "file/line-ends", "reason": "chance"}])
        self.assertEqual(self.findings("a.xmf"), others)
        self.write("assetlint.json", b"{}")
        self.write("a.xmf.assetlintignore", b"file/line-ends\n")
        self.assertEqual(self.findings("a.xmf"), others)

    def test_suppressed_consequences_are_not_counted(self):
        others = self.findings("--level=file/line-ends=off", "a.xmf")
        self.write("a.xmf.assetlintignore", others[0][1].encode() + b"\n")     # is used, so it is not reported
        rest = sum(other[1] != others[0][1] for other in others)
        report = self.report("a.xmf", status=1)
        self.assertEqual(report["summary"]["suppressed"], len(others) - rest)
        [cause] = report["findings"]
        self.assertIn(f"; {rest} other finding{'s follow' if rest > 1 else ' follows'} from it", cause["message"])

    def test_a_baseline_has_what_follows(self):
        others = self.findings("--level=file/line-ends=off", "a.xmf")
        self.expect(["--write-baseline=old.json", "a.xmf"], 0, err=None)
        rules = [entry["rule"] for entry in json.loads(self.read("old.json"))["findings"]]
        self.assertEqual(sorted(rules), sorted(["file/line-ends", *(other[1] for other in others)]))
        self.assertEqual(self.findings("--baseline=old.json", "a.xmf"), [])

    def test_shards(self):
        self.write("b.xmf", meshes.error())
        self.write("zeros.xmf", meshes.error()[:120] + bytes(2000))
        shards = [self.report(f"--shard={number}/2", ".", status=1)["findings"] for number in (1, 2)]
        by_path = lambda finding: (finding["path"], finding["offset"])
        self.assertEqual(sorted(sum(shards, []), key=by_path), sorted(self.report(".", status=1)["findings"], key=by_path))


class SameBytes(Case):
    @deep
    def test_every_number_of_jobs(self):
        for number in range(120):
            content = (meshes.clean, meshes.error, meshes.note, meshes.warning)[number % 4]()
            self.write(f"{number % 7}/{number}.xmf", content)
        self.write("big.xmf", meshes.notes(240))
        self.write("other.txt", b"text")
        wanted = ["./big.xmf", *sorted(f"./{number % 7}/{number}.xmf" for number in range(120)), "absent", "other.txt"]
        self.assertEqual([file["path"] for file in self.report("-j8", ".", "absent", "other.txt")["files"]], sorted(wanted))
        for form in ("text", "lines", "json", "ndjson", "sarif"):
            arguments = ["-f", form, "--show=note", ".", "absent", "other.txt"]
            one = self.expect(["-j1", *arguments], 3)
            for jobs in ("2", "8", "1000"):
                self.assertEqual(self.expect(["-j", jobs, *arguments], 3), one)
            self.assertEqual(self.expect(arguments, 3), one)
            little = ["--max-memory=60000", *arguments]
            self.assertEqual(self.expect(["-j8", *little], 3), self.expect(["-j1", *little], 3))

    @deep
    def test_a_few_large_files_among_many_small_ones(self):
        """While a large file is checked, small ones fill the result queue, with or without findings, and workers wait."""
        large = meshes.assemble([meshes.Buffer(meshes.POSITION, meshes.FLOAT3, 12, bytes(12 << 20)), meshes.indices(0, 1, 9 << 10)])
        for number in (0, 1300, 1301, 2599):
            self.write(f"{number:04}.xmf", large)
        for number in range(1, 2599):
            if number not in (1300, 1301):
                many = 100 < number <= 190  # more findings than the queue holds
                self.write(f"{number:04}.xmf", meshes.notes(240) if many else meshes.note() if number % 100 == 7 else meshes.clean())
        one = self.expect(["-j1", "--show=note", "-f", "ndjson", "."], 0)
        self.assertEqual(one.count("xmf/usage-index"), 90 * 240)
        for jobs in ("2", "8", "2", "8"):
            self.assertEqual(self.expect(["-j", jobs, "--show=note", "-f", "ndjson", "."], 0), one)

    def test_order_of_arguments(self):
        self.four_files()
        self.write("late.xmf", meshes.error())
        files = sorted([*ALL_FILES, "late.xmf"])
        for form in ("text", "lines", "json", "ndjson", "sarif", "junit", "html"):
            one = self.expect(["-f", form, "--show=note", *files], 1)
            self.assertEqual(self.expect([*reversed(files), "-f", form, "--show=note"], 1), one, form)

    def test_files_over_the_memory_limit_are_reported(self):
        for number in range(40):
            self.write(f"{number}.xmf", meshes.clean())
        self.expect(["-j8", "--max-memory=300", "."], 3, re.compile("FAILED: 40 files checked: 0 with errors, 0 with warnings, 0 without, 40 could not be checked"))

    @deep
    def test_ten_thousand_files(self):
        content = (meshes.clean(), meshes.note())
        for number in range(10000):
            self.write(f"{number // 500:02}/{number:05}.xmf", content[number % 1000 == 7])
        summary = "OK: 10000 files checked, 9990 clean, 0 errors, 0 warnings, 10 notes"
        out = self.expect(["-f", "lines", "-j8", "--show=note", "."], 0)
        self.assertEqual(len(out.splitlines()), 11)
        self.assertEqual(out.splitlines()[-1], summary)
        self.assertEqual(self.expect(["-f", "lines", "-j1", "--show=note", "."], 0), out)
        report = self.report("-j2", ".")
        # Texts, since unittest needs hours to show how two long lists differ.
        self.assertEqual("\n".join(file["path"] for file in report["files"]),
                         "\n".join(f"./{number // 500:02}/{number:05}.xmf" for number in range(10000)))


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
