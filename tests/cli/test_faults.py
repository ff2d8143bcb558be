#!/usr/bin/env python3
"""test_faults.py: each call of the system fails once, as strace injects it: the exit status and a message say so, no
report is half-written, and no temporary file stays.

A run without faults counts the calls of each kind after the program's own start; then there is a run for each of them. It
needs strace; without it the tests are skipped. The program is the one that is released: it has no switch for this.
"""

import os
import re
import shutil
import subprocess
import sys

import case
import meshes
from case import Case, Tally

# The error of each call. mmap gives memory, clone starts a thread. brk is left out: the kernel reports no error for it.
ERRORS = {"openat": "EMFILE", "read": "EIO", "write": "ENOSPC", "close": "EIO", "rename": "EACCES", "getdents64": "EIO",
          "newfstatat": "EIO", "lseek": "EIO", "readlink": "EIO", "getcwd": "ENOENT", "pipe2": "EMFILE", "clone": "EAGAIN",
          "mmap": "ENOMEM", "memfd_create": "EMFILE", "ftruncate": "EIO", "fcntl": "EBADF",
          "landlock_create_ruleset": "ENOSYS", "landlock_add_rule": "ENOMEM", "landlock_restrict_self": "EPERM",
          "seccomp": "EINVAL", "prctl": "EINVAL"}
# The first call of the program itself: everything before it is the loader's.
START = "SIGPIPE"
CALL = re.compile(r"^\d+ +(\w+)\(")
REPORT = b'{"tool":{"name":"assetlint"'


class Faults(Case):
    def setUp(self):
        super().setUp()
        if shutil.which("strace") is None or not case.ESCAPE:
            self.skipTest("needs strace, and a program without a sanitizer or coverage")
        self.write("mod/error.xmf", meshes.error())
        self.write("mod/sub/notes.xmf", meshes.notes(3))
        self.zip("mod/pack.zip", {"a.xmf": meshes.error()})
        self.write("list", b"mod/error.xmf\nmod/sub\n")
        self.before = self.content()
        if self.traced("log", [], ["--version"]).returncode != 0:
            self.skipTest("strace may not trace here")
        os.remove(f"{self.folder}/log")

    def traced(self, log, faults, arguments):
        return subprocess.run(["strace", "-f", "-qq", "-o", log, *faults, case.PROGRAM, *arguments], cwd=self.folder,
                              env=case.clean_environment(), stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=case.SECONDS)

    def content(self):
        """All files in the folder, by their names."""
        return {os.path.relpath(os.path.join(folder, name), self.folder): self.read(os.path.join(folder, name))
                for folder, _, names in os.walk(self.folder) for name in names}

    def restore(self):
        """Returns the files that a run has left, and removes them."""
        left = {name: content for name, content in self.content().items() if self.before.get(name) != content}
        for name in left:
            os.remove(os.path.join(self.folder, name))
            if name in self.before:
                self.write(name, self.before[name])
        return left

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

    def judge(self, kind, number, done, left, whole, whole_left):
        what = (kind, number, done)
        self.assertIn(done.returncode, (0, 1, 2, 3), what)
        self.assertEqual([name for name in left if name.endswith(".tmp")], [], what)
        for name, content in left.items():
            self.assertEqual(self.before.get(name, REPORT)[:len(REPORT)], REPORT, what)
            self.assertTrue(content.startswith(REPORT) and content.endswith(b"}\n"), (what, name, content[-80:]))
        if (done.returncode, done.stdout, left) == (whole.returncode, whole.stdout, whole_left):
            return
        self.assertIn(done.returncode, (2, 3), what)
        said = done.stdout + done.stderr + b"".join(left.values())
        self.assertRegex(said, rb"(?i)assetlint: |could not|cannot|out of memory|unreadable|too many open files", what)

    def judge_fault(self, kind, number, arguments, whole, whole_left):
        done = self.traced("/dev/null", ["-e", f"trace={kind}", "-e", f"inject={kind}:error={ERRORS[kind]}:when={number}"],
                           arguments)
        self.judge(kind, number, done, self.restore(), whole, whole_left)
        Tally.enumerated += 1

    def sweep(self, *arguments):
        whole, calls = self.calls(arguments)
        whole_left = self.restore()
        self.assertGreater(len(calls), 20)
        for kind, number in calls:
            self.judge_fault(kind, number, arguments, whole, whole_left)

    def test_dump(self):
        self.sweep("dump", "-f", "json", "mod/error.xmf")

    def test_writes_of_a_check(self):
        """A failed write must not keep the thread that waits for interrupts alive."""
        whole, calls = self.calls(["-j1", "-f", "json=report.json", "mod"])
        whole_left = self.restore()
        for kind, number in calls:
            if kind in ("write", "rename"):
                self.judge_fault(kind, number, ["-j1", "-f", "json=report.json", "mod"], whole, whole_left)


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
