#!/usr/bin/env python3
"""test_faults.py: each call of the system fails once. The exit status and a message say so, no report is half-written, nothing
is left behind or leaks, and the next run works.

A run without faults counts the calls of each kind: opening, reading, listing, writing, renaming, allocating, starting a
thread and others. Then there is a run for the first call of each call stack, or, in EveryCall, for every call. faults.c
makes them fail: the program itself has no switch for that. strace lets those fail that no library can stand before.
"""

import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import xml.etree.ElementTree

import case
import faults
import meshes
from case import Case, Tally, deep

sys.path.insert(0, str(case.ROOT / "tests/mods"))

import good_mods  # noqa: E402

# How the reason reads, for the error that faults.c gives each kind of call.
REASONS = {"open": "Too many open files", "read": "Input/output error", "write": "No space left on device",
           "close": "Input/output error", "rename": "Permission denied", "stat": "Input/output error",
           "seek": "Input/output error", "opendir": "Too many open files", "readdir": "Input/output error",
           "link": "Input/output error", "access": "Permission denied", "temporary": "Too many open files",
           "memory": "out of memory|Cannot allocate memory", "lock": "out of memory"}
# Without these a run may have the same outcome: the program tries again, or in another way.
HARMLESS = {"memory", "stat", "seek", "link", "folder", "access", "temporary", "pipe", "library", "thread", "lock", "open"}
# Without these the same findings may come with other paths of folders, or without what was not judged.
QUIET = {"stat", "link", "folder", "library"}
UNREADABLE = ("file/unreadable", "archive/unreadable")

Outcome = collections.namedtuple("Outcome", "status out err left")
Fault = collections.namedtuple("Fault", "kind number")


def is_whole(name, content):
    """Whether a report has its end."""
    form = name.rpartition(".")[2]
    try:
        if form in ("json", "sarif"):
            return bool(json.loads(content))
        if form == "ndjson":
            return json.loads(content.splitlines()[-1])["kind"] == "summary"
        if form == "xml":
            return xml.etree.ElementTree.fromstring(content) is not None
    except (ValueError, xml.etree.ElementTree.ParseError):
        return False
    return content.endswith(b"</html>\n" if form == "html" else b"\n")


def findings_of(content):
    return {json.dumps(one, sort_keys=True) for one in json.loads(content)["findings"] if one["rule"] not in UNREADABLE}


class Room(Case):
    """A folder with files, which a run may change; that is undone."""

    def setUp(self):
        super().setUp()
        self.write("mod/error.xmf", meshes.error())
        self.write("mod/sub/notes.xmf", meshes.notes(3))
        self.write("mod/sub/clean.xmf", meshes.clean())
        self.write("list", b"mod/sub\nabsent\n")

    def contents(self):
        """All files in the folder, by their names."""
        return {os.path.relpath(os.path.join(folder, name), self.folder): self.read(os.path.join(folder, name))
                for folder, _, names in os.walk(self.folder) for name in names}

    def restore(self, before):
        """Returns the files that a run has left or changed, and undoes that."""
        now = self.contents()
        left = {name: now.get(name) for name in now.keys() | before.keys() if before.get(name) != now.get(name)}
        for name in left:
            if name in now:
                os.remove(os.path.join(self.folder, name))
            if name in before:
                self.write(name, before[name])
        return left


class Faults(Room):
    """Each test is a command."""

    EVERY = False  # whether each call fails, or the first of each call stack

    def setUp(self):
        super().setUp()
        if not case.FAULTS:
            self.skipTest("faults.c was not built: it can't stand before this program's allocator")

    # ---- Runs ---------------------------------------------------------------------------------------------------------

    def run_once(self, fault=None):
        """The outcome, and the lines of the log."""
        environment = faults.environment(case.FAULTS, fault and f"{fault.kind}:{fault.number}", "log")
        done = subprocess.run([case.PROGRAM, *self.arguments], cwd=self.folder, input=self.input, capture_output=True,
                              env=case.clean_environment({**environment, **self.environment}), timeout=case.SECONDS)
        log = self.read("log").decode(errors="replace").splitlines()
        os.remove(os.path.join(self.folder, "log"))
        err = done.stderr.decode(errors="replace")
        self.assertNotRegex(err, "Sanitizer|runtime error", fault)
        return Outcome(done.returncode, done.stdout, err, self.restore(self.before)), log

    def faults(self, log):
        """The calls that fail, one in each run: not those of libraries that end the program then."""
        seen = set()
        for line in log:
            kind, number, stack, *library = line.split()
            if not library and (self.EVERY or (kind, stack) not in seen):
                yield Fault(kind, int(number))
            seen.add((kind, stack))

    def sweep(self, *arguments, input=b"", **environment):
        self.arguments, self.input, self.environment = arguments, input, environment
        self.before = self.contents()
        self.whole, log = self.run_once()
        self.assertIn(self.whole.status, (0, 1, 2, 3), self.whole)
        self.assertEqual([line for line in log if line.startswith("left ")], [])
        for fault in self.faults(log):
            with self.subTest(fault=fault):
                self.judge(fault, *self.run_once(fault))
            Tally.enumerated += 1
        self.assertEqual(self.run_once()[0], self.whole)

    # ---- The judgement ------------------------------------------------------------------------------------------------

    def judge(self, fault, done, log):
        failed = [line.split(" ", 2)[2] for line in log if line.startswith("failed ")]
        what = (fault, failed, self.arguments, done)
        self.assertEqual([line for line in log if line.startswith("left ")], [], what)
        self.assertIn(done.status, (0, 1, 2, 3), what)
        self.judge_files(done, what)
        if done == self.whole:
            self.assertTrue(fault.kind in HARMLESS or all(self.has_another_way(fault.kind, path) for path in failed), what)
        elif not self.is_quiet(fault, failed, done):
            self.assertIn(done.status, (2, 3), what)
            self.judge_message(fault, failed, done, what)

    @staticmethod
    def has_another_way(kind, path):
        """A temporary file without a name; a package that libarchive then reads; a report that is replaced."""
        return path.endswith(" (deleted)") or kind == "read" and path.endswith((".zip", ".gz", "/r.json", "/baseline.json"))

    def is_quiet(self, fault, failed, done):
        """Whether what differs is no verdict. The HTML report draws a file if it can still be read."""
        draws = "html" in " ".join(self.arguments) and fault.kind in ("open", "read") and failed[0].endswith(".xmf")
        return done.status == self.whole.status and (fault.kind in QUIET or draws)

    def judge_files(self, done, what):
        """Each report is whole, or the file is as it was."""
        for name, content in done.left.items():
            self.assertTrue(name in self.whole.left or name == "baseline.json", what)
            self.assertIsNotNone(content, what)
            self.assertTrue(is_whole(name, content), (name, what))
            if name == "r.json":
                self.assertLessEqual(findings_of(content), findings_of(self.whole.left[name]), what)

    def judge_message(self, fault, failed, done, what):
        said = done.err + done.out.decode(errors="replace") + "".join(
            content.decode(errors="replace") for name, content in sorted(done.left.items()))
        self.assertRegex(said, REASONS.get(fault.kind, "."), what)


@deep
class Checks(Faults):
    def test_standard_output(self):
        for form in ("lines", "json", "ndjson", "sarif", "github", "junit", "html"):
            self.sweep("-j1", "-f", form, "mod")

    def test_several_reports(self):
        self.sweep("-j1", "-f", "sarif=r.sarif", "-f", "html=r.html", "-f", "junit=r.xml", "-f", "ndjson=r.ndjson",
                   "mod/error.xmf")

    def test_step_summary(self):
        self.write("summary.md", b"# Before\n")
        self.sweep("-j1", "-f", "github", "--fail-on=note", "mod", GITHUB_STEP_SUMMARY="summary.md")

    def test_packages(self):
        self.pack("mod/ext_01", {"part-lod1.xmf": meshes.error(), "a.lua": b"return", "b.xmf": meshes.clean()})
        self.zip("mod/pack.zip", {"a.xmf": meshes.error(), "b.xmf": meshes.clean()})
        self.sweep("-j1", "-f", "json=r.json", "mod/ext_01.cat", "mod/pack.zip")

    def test_packages_of_libarchive(self):
        with tarfile.open(os.path.join(self.folder, "mod/pack.tar.gz"), "w:gz") as tar:
            tar.add(os.path.join(self.folder, "mod/error.xmf"), "error.xmf")
        self.sweep("-j1", "-f", "json=r.json", "mod/pack.tar.gz")

    def test_mods(self):
        for name, content in (good_mods.X4 | {"assets/ship_data/hull-lod1.xmf": b""}).items():
            self.write(f"ship/{name}", content)
        for name, content in good_mods.PARADOX.items():
            if not re.search(r"soldier\d\d", name):
                self.write(f"soldiers/{name}", content)
        self.sweep("-j1", "-f", "json=r.json", "ship", "--with", "soldiers")
        self.sweep("-j1", "-f", "json=r.json", "soldiers")

    def test_lists(self):
        self.sweep("-j1", "--select=xmf/*,file/*", "--level", "xmf/limit=off", "--files-from=list")
        self.sweep("-j1", "--files-from=-", "--exclude=a*", input=b"mod/sub\nmod/error.xmf\n")
        self.sweep("-j1", "-", "--stdin-name=a.xmf", input=meshes.error())

    def test_configuration(self):
        self.configure(suppressions=[{"rule": "xmf/usage-index", "path": "mod/sub/notes.xmf", "reason": "known"},
                                     {"rule": "xmf/*", "path": "absent.xmf", "reason": "gone"}],
                       budgets=[{"paths": ["**"], "triangles": 1}], exclude=["mod/left/**"],
                       overrides=[{"paths": ["mod/sub/**"], "ignore": ["xmf/data-*"]}])
        self.write("mod/error.xmf.assetlintignore", b"xmf/index-range buffers[0].data\n")
        self.run_raw("--write-baseline", "baseline.json", "mod/error.xmf")
        self.sweep("-j1", "-f", "json=r.json", "--baseline=baseline.json", "mod")
        self.sweep("-j1", "--write-baseline=baseline.json", "mod")

    def test_workers(self):
        """A thread that can't start leaves its work to the others."""
        self.sweep("-j4", "-f", "json=r.json", "mod", "list")

    def test_shard(self):
        self.sweep("--shard=1/2", "-f", "ndjson=1.ndjson", "mod")

    def test_rules(self):
        self.sweep("rules", "-f", "json")
        self.sweep("rules")
        self.sweep("explain", "xmf/limit")

    def test_dump(self):
        self.sweep("dump", "mod/error.xmf")
        self.sweep("dump", "--full", "-f", "json", "mod/error.xmf")


class MainChecks(Faults):
    """Those that run after every change."""

    def test_report_over_an_earlier_one(self):
        """The earlier report stays if the new one can't be written."""
        self.run_raw("-f", "json=r.json", "mod/sub")
        self.assertTrue(self.read("r.json").startswith(b'{"tool"'))
        self.sweep("-j1", "--show=note", "-f", "json=r.json", "-f", "text", "--max-per-rule=2", "mod")

    def test_no_report_over_an_asset(self):
        """Also if it can't be read."""
        self.write("asset.xmf", meshes.error())
        self.sweep("-j1", "-f", "json=asset.xmf", "mod")


@deep
class EveryCall(MainChecks):
    """The same with each call of a call stack."""

    EVERY = True


# ---- Calls that no library stands before ----------------------------------------------------------------------------------

# The error of each: stdio writes, mmap gives memory, clone starts a thread, the others make the sandbox.
ERRORS = {"write": "ENOSPC", "mmap": "ENOMEM", "clone": "EAGAIN", "ftruncate": "EIO", "fcntl": "EBADF",
          "landlock_create_ruleset": "ENOSYS", "landlock_add_rule": "ENOMEM", "landlock_restrict_self": "EPERM",
          "seccomp": "EINVAL", "prctl": "EINVAL"}
# The first call of the program itself: everything before it is the loader's.
START = "SIGPIPE"
CALL = re.compile(r"^\d+ +(\w+)\(")


class Traced(Room):
    def setUp(self):
        super().setUp()
        if shutil.which("strace") is None or not case.ESCAPE:
            self.skipTest("needs strace, and a program without a sanitizer or coverage")
        if self.traced("log", [], ["--version"]).returncode != 0:
            self.skipTest("strace may not trace here")
        os.remove(f"{self.folder}/log")
        self.before = self.contents()

    def traced(self, log, options, arguments):
        return subprocess.run(["strace", "-f", "-qq", "-o", log, *options, case.PROGRAM, *arguments], cwd=self.folder,
                              env=case.clean_environment(), stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=case.SECONDS)

    def calls(self, arguments):
        """The outcome without faults, and of each kind of call the numbers of those that the program itself makes."""
        done = self.traced("log", ["-e", "trace=rt_sigaction," + ",".join(ERRORS)], arguments)
        lines = self.read("log").decode(errors="replace").splitlines()
        os.remove(f"{self.folder}/log")
        counts, first = {}, None
        for line in lines:
            first = dict(counts) if first is None and START in line else first
            match = CALL.match(line)
            if match:
                counts[match[1]] = counts.get(match[1], 0) + 1
        return done, [(kind, number) for kind in ERRORS for number in range(first.get(kind, 0) + 1, counts.get(kind, 0) + 1)]

    def judge(self, what, done, left, whole, whole_left):
        self.assertIn(done.returncode, (0, 1, 2, 3), what)
        self.assertLessEqual(left.keys(), whole_left.keys(), what)
        self.assertTrue(all(is_whole(name, content) for name, content in left.items()), what)
        if (done.returncode, done.stdout, left) != (whole.returncode, whole.stdout, whole_left):
            self.assertEqual(done.returncode, 3, what)
            self.assertRegex(done.stderr, rb"assetlint: (out of memory|cannot (open|write)|[^:]*: out of memory)", what)

    def sweep(self, *arguments):
        whole, calls = self.calls(arguments)
        whole_left = self.restore(self.before)
        self.assertGreater(len(calls), 5)
        for kind, number in calls:
            inject = ["-e", f"trace={kind}", "-e", f"inject={kind}:error={ERRORS[kind]}:when={number}"]
            done = self.traced("/dev/null", inject, arguments)
            self.judge((kind, number, done), done, self.restore(self.before), whole, whole_left)
            Tally.enumerated += 1

    def test_dump(self):
        self.sweep("dump", "-f", "json", "mod/error.xmf")

    def test_check(self):
        """A failed write must not keep the thread that waits for interrupts alive."""
        self.sweep("-j1", "-f", "json=r.json", "mod")


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
