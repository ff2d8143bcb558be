#!/usr/bin/env python3
"""test_sandbox.py: what the program can still do once it knows its inputs, and what it does without a sandbox."""

import ctypes
import errno
import os
import platform
import re
import struct
import subprocess
import sys
import tempfile
import threading

import case
import meshes
from case import Case

BOTH = "files (Landlock), system calls (seccomp)"
FILES = "files (Landlock)"
CALLS = "system calls (seccomp)"

# The numbers of Landlock's first call and of seccomp.
LANDLOCK = 444
SECCOMP = {"x86_64": 317, "aarch64": 277}.get(platform.machine())


def sandbox_of_kernel():
    """What the program must have in force: the answer of the kernel, not that of the program."""
    library = ctypes.CDLL(None)
    files = library.syscall(LANDLOCK, None, 0, 1) >= 1          # the version of Landlock
    refuses = ctypes.c_uint32(0x00050000)                       # SECCOMP_RET_ERRNO
    calls = not case.NO_SECCOMP and library.syscall(SECCOMP, 2, 0, ctypes.byref(refuses)) == 0
    parts = [FILES] * files + [CALLS] * calls
    return ", ".join(parts) or "none"


REFUSED_BY_FILES = {
    "read elsewhere", "list elsewhere", "write elsewhere", "write to the secret", "write to the input",
    "write beside the report", "make a folder", "make a link", "rename elsewhere", "remove elsewhere",
    "read elsewhere in a thread"}
REFUSED_BY_CALLS = {
    "write elsewhere", "write to the secret", "write to the input", "write beside the report", "truncate the input",
    "truncate the input and read it", "change the mode of the input", "make a folder", "make a link", "internet",
    "local socket", "fork", "spawn", "signal the parent", "trace the parent", "read the parent", "map code",
    "make data code", "make all data code", "a call of the future", "limit the parent", "read a limit of the parent", "set a limit",
    "set the parent's priority", "set the parent's processors", "set the parent's scheduler", "set the parent's parameters",
    "set the parent's input priority", "shared memory", "attach shared memory", "control shared memory", "semaphores", "messages",
    "own a file's signals", "choose a file's signal", "lease a file", "set flags of a file"}
ALLOWED = {"read the input", "map data", "thread"}


def without(*calls):
    """Makes system calls fail as those that the kernel doesn't have, in the child that is about to run the program."""
    code = [(0x20, 0, 0, 0)]                                    # load the number
    for number in calls:
        code += [(0x15, 0, 1, number), (0x06, 0, 0, 0x00050000 | errno.ENOSYS)]
    code.append((0x06, 0, 0, 0x7FFF0000))                       # allow
    packed = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *one) for one in code))
    program = ctypes.create_string_buffer(struct.pack("@HP", len(code), ctypes.addressof(packed)))
    library = ctypes.CDLL(None)

    def install(_kept=packed):
        if library.prctl(38, 1, 0, 0, 0) != 0 or library.prctl(22, 2, program, 0, 0) != 0:
            os._exit(99)
    return install


class Sandbox(Case):
    def setUp(self):
        super().setUp()
        if not case.ESCAPE:
            self.skipTest("escape was not built: sanitizers and coverage need what a sandbox forbids")
        if SECCOMP is None:
            self.skipTest("the number of seccomp is not known here")
        self.in_force = sandbox_of_kernel()
        self.write("in/error.xmf", meshes.error())
        self.elsewhere = tempfile.mkdtemp(prefix="assetlint-cli-")
        self.addCleanup(case.shutil.rmtree, self.elsewhere)
        self.make_secret()

    def make_secret(self):
        with open(f"{self.elsewhere}/secret", "wb") as file:
            file.write(meshes.error())

    def needs(self, *parts):
        if self.in_force not in parts:
            self.skipTest(f"the sandbox of this system: {self.in_force}")

    def attempts(self, *arguments, **options):
        """Runs the program, which tries to escape at its end. Returns the outcome of each attempt, and the exit status."""
        self.make_secret()
        for name in ("new", "folder", "link"):
            subprocess.run(["rm", "-rf", f"{self.elsewhere}/{name}"], check=True)
        done = self.run_text(*arguments, env={"LD_PRELOAD": case.ESCAPE, "ESCAPE_ELSEWHERE": self.elsewhere,
                                              "ESCAPE_INPUT": os.path.join(self.folder, "in/error.xmf")}, **options)
        outcome = dict(line.split(": ") for line in done.err.splitlines())
        return outcome, done.status

    def expect_refused(self, outcome, refused):
        for attempt in refused:
            self.assertIn(outcome[attempt], {str(errno.EACCES), str(errno.EPERM), str(errno.ENOSYS), str(errno.EXDEV)}, attempt)
        for attempt in ALLOWED:
            self.assertEqual(outcome[attempt], "done", attempt)

    def test_version(self):
        self.expect(["--version"], 0, f"assetlint 0.1.0\nsandbox: {self.in_force}\n")

    def test_check(self):
        self.needs(BOTH)
        for arguments in (["in"], ["in/error.xmf"], ["-f", "json=report.json", "in"], ["-j4", "in"]):
            outcome, status = self.attempts(*arguments)
            self.expect_refused(outcome, REFUSED_BY_FILES | REFUSED_BY_CALLS)
            self.assertEqual(status, 1)
        self.assertEqual(self.read("in/error.xmf"), meshes.error())
        self.assertIn(b"xmf/", self.read("report.json"))

    def test_a_package(self):
        self.needs(BOTH)
        self.zip("in/mod.zip", {"a.xmf": meshes.error()})
        outcome, status = self.attempts("in")
        self.expect_refused(outcome, REFUSED_BY_FILES | REFUSED_BY_CALLS)
        self.assertEqual(status, 1)

    def test_dump(self):
        self.needs(BOTH)
        for form in ("text", "views"):
            outcome, status = self.attempts("dump", "-f", form, "in/error.xmf")
            self.expect_refused(outcome, REFUSED_BY_FILES | REFUSED_BY_CALLS)
            self.assertEqual(status, 0)

    def test_fix(self):
        """Only with --in-place may it write to its inputs, and never elsewhere."""
        self.needs(BOTH)
        own = {"write to the input"}
        for arguments, allowed in ((["in"], set()), (["-o", "out", "in"], set()), (["--in-place", "in"], own)):
            outcome, status = self.attempts("fix", *arguments)
            self.expect_refused(outcome, (REFUSED_BY_FILES | REFUSED_BY_CALLS) - allowed)
            self.assertEqual({attempt for attempt in own if outcome[attempt] == "done"}, allowed)
            self.assertEqual(status, 0)

    def test_none(self):
        self.needs(BOTH, FILES, CALLS)
        for arguments in (["--no-sandbox", "in"], ["dump", "--no-sandbox", "in/error.xmf"]):
            outcome, _ = self.attempts(*arguments)
            for attempt in ("read elsewhere", "write elsewhere", "make a folder", "internet", "fork", "spawn", "map code"):
                self.assertEqual(outcome[attempt], "done", attempt)

    def test_older_kernels(self):
        self.needs(BOTH)
        for missing, said, refused in (((LANDLOCK,), CALLS, REFUSED_BY_CALLS), ((SECCOMP,), FILES, REFUSED_BY_FILES),
                                       ((LANDLOCK, SECCOMP), "none", set())):
            options = {"preexec_fn": without(*missing)}
            self.expect(["--version"], 0, f"assetlint 0.1.0\nsandbox: {said}\n", **options)
            outcome, status = self.attempts("-f", "json=report.json", "in", **options)
            self.expect_refused(outcome, refused)
            self.assertEqual(status, 1)
            self.assertIn(b"xmf/", self.read("report.json"))

    def same(self, *arguments, status=1, **options):
        """The sandbox changes nothing."""
        free = self.expect(["check", "--no-sandbox", *arguments], status, None, **options)
        self.assertEqual(self.expect(["check", *arguments], status, None, **options), free)

    def test_inputs_that_lie_elsewhere(self):
        os.symlink(f"{self.elsewhere}/secret", f"{self.folder}/link.xmf")
        os.symlink(self.elsewhere, f"{self.folder}/folder")
        os.rename(f"{self.elsewhere}/secret", f"{self.elsewhere}/there.xmf")
        self.write("list", f"{self.elsewhere}/there.xmf\n".encode())
        os.symlink(f"{self.elsewhere}/there.xmf", f"{self.folder}/also.xmf")
        for arguments in (["folder"], ["folder/there.xmf"], ["also.xmf"], ["--files-from=list"], ["in", "--with", "folder"],
                          [f"{self.elsewhere}/there.xmf", "in"]):
            self.same(*arguments)
        self.pack("in/p", {"a.xmf": meshes.error()})
        os.rename(f"{self.folder}/in/p.dat", f"{self.elsewhere}/p.dat")
        os.symlink(f"{self.elsewhere}/p.dat", f"{self.folder}/in/p.dat")
        self.same("in")
        self.same("in/p.cat")

    def test_standard_input(self):
        for data in (meshes.error(), b"in\n"):
            arguments = ["--files-from=-"] if data == b"in\n" else ["--stdin-name=a.xmf", "-"]
            self.same(*arguments, input=data)
        with open(f"{self.folder}/in/error.xmf", "rb") as file:
            self.assertEqual(self.expect(["/dev/stdin"], 1, None, stdin=file), self.expect(["--no-sandbox", "/dev/stdin"], 1, None, stdin=file))
        self.same("/dev/stdin", input=meshes.error())

    def test_pipes(self):
        os.mkfifo(f"{self.folder}/pipe.xmf")

        def feed():
            with open(f"{self.folder}/pipe.xmf", "wb") as pipe:
                pipe.write(meshes.error())
        for arguments in (["pipe.xmf"], ["--no-sandbox", "pipe.xmf"]):
            writer = threading.Thread(target=feed)
            writer.start()
            self.expect(arguments, 1, re.compile("pipe.xmf"), None)
            writer.join()

    def test_outputs(self):
        os.symlink(f"{self.elsewhere}/report.json", f"{self.folder}/link.json")
        memory = tempfile.mkdtemp(prefix="assetlint-cli-", dir="/dev/shm") if os.path.isdir("/dev/shm") else self.elsewhere
        self.addCleanup(case.shutil.rmtree, memory, True)
        os.mkdir(f"{self.folder}/new")
        for _ in range(2):                                      # the second time over the first reports
            self.expect(["-f", "json=link.json", "-f", f"sarif={memory}/report.sarif", "-f", "junit=report.xml",
                         "-f", "html=report.html", "-f", "lines=/dev/stderr", "--write-baseline", "new/known.json", "in"],
                        0, None, re.compile("xmf/"))
        for path in (f"{self.elsewhere}/report.json", f"{memory}/report.sarif", f"{self.folder}/report.xml",
                     f"{self.folder}/report.html", f"{self.folder}/new/known.json"):
            with open(path, "rb") as file:
                self.assertIn(b"xmf/", file.read(), path)
        self.assertEqual(sorted(os.listdir(self.folder)), ["in", "link.json", "new", "report.html", "report.xml"])
        summary = f"{self.elsewhere}/summary.md"
        self.expect(["-f", "github", "in"], 1, None, env={"GITHUB_STEP_SUMMARY": summary})
        self.assertTrue(os.path.getsize(summary))

    def test_temporary_files_are_opened_before(self):
        self.needs(BOTH)
        for name in ("note", "warning"):
            self.write(f"in/{name}.xmf", getattr(meshes, name)())
        self.zip("in/mod.zip", {"a.xmf": meshes.error(), "b.xmf": meshes.notes(200)})
        forms = ("json", "ndjson", "sarif", "junit", "html")
        all_forms = [word for form in forms for word in ("-f", f"{form}=a.{form}")]
        for arguments in (all_forms, *(["-f", f"{form}=a.{form}"] for form in forms)):
            outcome, _ = self.attempts(*arguments, "--show=note", "--fail-on=note", "-j2", "in", "absent.xmf")
            self.assertEqual(outcome["files in memory"], "0", arguments)


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
