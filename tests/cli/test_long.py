#!/usr/bin/env python3
"""test_long.py: long runs: how they show their progress, and what they report when they are interrupted.

    test_long.py --program PATH [--only quick|deep] [TEST...]

Most of them wait for a pipe without a writer. The last line is `N passed, N failed, N skipped`.
"""

import fcntl
import gzip
import json
import os
import re
import resource
import select
import signal
import struct
import subprocess
import sys
import tarfile
import termios
import threading
import time

import meshes
import case
from case import clean_environment, deep, not_under_tsan, posix, SECONDS

sys.path.insert(0, str(case.ROOT / "tests" / "memory"))

import worst  # noqa: E402

HALF = "assetlint: interrupted: 1 of 3 files were done\n"
WAITS = b"assetlint: waiting for a program to write to the pipe b.xmf\n"


class Run(subprocess.Popen):
    """ThreadSanitizer may keep a signal that comes just before a call that waits, until the next one comes. By then the run
    has said that it waits."""
    RESEND = 10  # seconds

    def send_signal(self, number):
        super().send_signal(number)
        if case.UNDER_TSAN and number != signal.SIGKILL:
            again = threading.Timer(self.RESEND, super().send_signal, [number])
            again.daemon = True
            again.start()

    def communicate(self, *arguments, **options):
        out, err = super().communicate(*arguments, **options)
        return out, err.replace(WAITS, b"") if case.UNDER_TSAN and err is not None else err


class Case(case.Case):
    """a.xmf, which has an error, b.xmf, a pipe, and c.xmf, which is clean."""

    def setUp(self):
        super().setUp()
        self.write("a.xmf", meshes.error())
        self.pipe = os.path.join(self.folder, "b.xmf")
        os.mkfifo(self.pipe)
        self.write("c.xmf", meshes.clean())
        self.alone = self.run_text("-f", "json", "a.xmf")

    def start(self, *arguments, **options):
        options.setdefault("stdin", subprocess.DEVNULL)
        options["env"] = clean_environment(options.pop("env", None))
        process = Run([case.PROGRAM, *arguments], cwd=self.folder,
                      **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options})
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def waiting_run(self, *arguments, **options):
        """A run that has checked a.xmf and waits for the pipe b.xmf, and the end of the pipe that lets it continue."""
        process = self.start("-j1", *arguments, "a.xmf", "b.xmf", "c.xmf", **options)
        return process, open(self.pipe, "wb", buffering=0)

    def interrupt(self, *arguments, number=signal.SIGINT, **options):
        """Interrupts a run. Returns its exit status, stdout and stderr."""
        process, pipe = self.waiting_run(*arguments, **options)
        with pipe:
            process.send_signal(number)
            out, err = process.communicate(timeout=SECONDS)
        return process.returncode, out.decode(), err.decode()


@posix("signals, terminals and pipes that have a name")
class Interrupted(Case):
    def test_text(self):
        status, out, err = self.interrupt()
        whole = self.run_text("a.xmf").out
        self.assertEqual((status, err), (3, HALF))
        self.assertEqual(out, whole.rstrip("\n") + "; interrupted, 2 more were not checked\n")
        self.assertTrue(out.splitlines()[-1].startswith("FAILED: 1 file checked: 1 with errors, "), out)
        self.assertEqual(self.interrupt("-q"), (3, self.run_text("-q", "a.xmf").out, HALF))

    def test_it_never_passes(self):
        self.assertEqual(self.interrupt("--select", "xmf/limit"),
                         (3, "FAILED: 1 file checked: 0 with errors, 0 with warnings, 1 without; "
                             "interrupted, 2 more were not checked\n", HALF))

    def test_lines(self):
        status, out, err = self.interrupt("-f", "lines")
        self.assertEqual((status, err), (3, HALF))
        self.assertEqual(out, self.run_text("-f", "lines", "a.xmf").out.rstrip("\n") +
                         ", interrupted, 2 more were not checked\n")

    def test_json(self):
        expected = json.loads(self.alone.out)
        expected["summary"]["exit"] = 3
        for number in (signal.SIGINT, signal.SIGTERM):
            status, out, err = self.interrupt("-f", "json", number=number)
            self.assertEqual((status, json.loads(out), err), (3, expected, HALF))

    def test_ndjson(self):
        status, out, err = self.interrupt("-f", "ndjson")
        records = [json.loads(line) for line in out.splitlines()]
        expected = [json.loads(line) for line in self.run_text("-f", "ndjson", "a.xmf").out.splitlines()]
        expected[-1]["exit"] = 3
        self.assertEqual((status, records, err), (3, expected, HALF))

    def test_sarif(self):
        status, out, err = self.interrupt("-f", "sarif")
        run = json.loads(out)["runs"][0]
        self.assertEqual((status, err), (3, HALF))
        self.assertEqual(run["results"], json.loads(self.run_text("-f", "sarif", "a.xmf").out)["runs"][0]["results"])
        self.assertEqual(run["invocations"], [{
            "executionSuccessful": False, "exitCode": 3, "toolExecutionNotifications": [
                {"level": "error", "message": {"text": "interrupted, 2 more were not checked"}}]}])

    def test_files_are_whole(self):
        self.write("out/r.json", b"old")
        formats = ("json", "ndjson", "sarif", "lines")
        status, _, err = self.interrupt(*(f"--format={name}=out/r.{name}" for name in formats))
        self.assertEqual((status, err), (3, HALF))
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, "out"))), sorted(f"r.{name}" for name in formats))
        for name in formats:
            self.assertEqual(self.read(f"out/r.{name}").decode(), self.interrupt("-f", name)[1])

    def test_with_several_workers(self):
        """Files after the interrupted one that other workers have checked are reported, too. On a busy machine the first
        file may not be done when the pipe is opened."""
        process = self.start("-j2", "-f", "json", "a.xmf", "b.xmf", "c.xmf")
        with open(self.pipe, "wb"):
            process.send_signal(signal.SIGTERM)
            out, err = process.communicate(timeout=SECONDS)
        report = json.loads(out)
        paths = [file["path"] for file in report["files"]]
        self.assertIn(paths, ([], ["a.xmf"], ["a.xmf", "c.xmf"]))
        self.assertEqual((process.returncode, report["summary"]["exit"], report["summary"]["files"]), (3, 3, len(paths)))
        self.assertEqual(err.decode(), f"assetlint: interrupted: {len(paths)} of 3 files were done\n")

    def test_in_the_middle_of_a_pipe(self):
        process, pipe = self.waiting_run("-f", "json")
        with pipe:
            pipe.write(meshes.clean()[:100])
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=SECONDS)
        self.assertEqual([file["path"] for file in json.loads(out)["files"]], ["a.xmf"])
        self.assertEqual(process.returncode, 3)

    @deep
    def test_standard_input(self):
        for arguments, said in ((["-"], "0 of 1 file was done"), (["--files-from=-"], "nothing was checked yet")):
            main, secondary = os.openpty()
            process = self.start("-f", "json", *arguments, stdin=subprocess.PIPE, stderr=secondary)
            self.assertRegex(os.read(main, 1000), rb"^assetlint: waiting for .* on standard input\r\n$")
            process.send_signal(signal.SIGINT)
            out = process.stdout.read()
            report = json.loads(out)
            self.assertEqual((report["files"], report["summary"]["exit"]), ([], 3))
            self.assertEqual(process.wait(SECONDS), 3)
            self.assertTrue(os.read(main, 1000).decode().endswith(f"assetlint: interrupted: {said}\r\n"))
            os.close(main)
            os.close(secondary)

    def test_a_list_out_of_a_pipe(self):
        process = self.start("--files-from", "b.xmf")
        with open(self.pipe, "wb", buffering=0) as pipe:
            pipe.write(b"a.xmf\nc.xm")
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=SECONDS)
        self.assertEqual((process.returncode, err), (3, b"assetlint: interrupted: nothing was checked yet\n"))
        self.assertEqual(out, b"FAILED: 0 files checked: 0 with errors, 0 with warnings, 0 without; interrupted\n")

    def test_no_baseline(self):
        self.write("old.json", b"old")
        for name in ("old.json", "new.json"):
            status, _, err = self.interrupt("--write-baseline", name)
            self.assertEqual((status, err), (3, HALF + "assetlint: no baseline is written, since not all was checked\n"))
        self.assertEqual(self.read("old.json"), b"old")
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.xmf", "b.xmf", "c.xmf", "old.json"])

    def test_unused_suppressions(self):
        """Suppressions are reported as unused only for files that were checked."""
        def suppression(rule, path):
            return {"rule": rule, "path": path, "reason": "known"}

        unused = [suppression("xmf/bad-magic", path) for path in ("a.xmf", "c.xmf", "*.xmf")]
        unused.append({"rule": "xmf/inflate", "reason": "known"})
        self.configure(suppressions=unused)
        os.remove(self.pipe)
        self.write("b.xmf", meshes.clean())
        fields = [finding["field"] for finding in self.report(".")["findings"]
                  if finding["rule"] == "config/unused-suppression"]
        self.assertEqual(fields, [f"suppressions[{number}]" for number in range(4)])
        os.remove(self.pipe)
        os.mkfifo(self.pipe)
        process = self.start("-j1", "-f", "json", ".", "./b.xmf")
        with open(self.pipe, "wb"):
            process.send_signal(signal.SIGINT)
            report = json.loads(process.communicate(timeout=SECONDS)[0])
        self.assertEqual([file["path"] for file in report["files"] if file["format"] == "xmf"], ["./a.xmf"])
        self.assertEqual([(finding["rule"], finding["field"]) for finding in report["findings"] if finding["path"] != "./a.xmf"],
                         [("config/unused-suppression", "suppressions[0]")])

    def test_a_baseline_that_matches_nothing(self):
        entries = [{"fingerprint": f"{number:016x}", "rule": "xmf/bad-magic", "path": path, "field": ""}
                   for number, path in enumerate(("a.xmf", "c.xmf"), 1)]
        self.write("known.json", json.dumps({"tool": "assetlint", "version": 1, "findings": entries}).encode())
        report = json.loads(self.interrupt("-f", "json", "--baseline", "known.json")[1])
        self.assertEqual([(finding["path"], finding["field"]) for finding in report["findings"]
                          if finding["rule"] == "baseline/unmatched"], [("known.json", "findings[0]")])

    def test_two_signals_at_once(self):
        """timeout of GNU coreutils sends several signals."""
        process, pipe = self.waiting_run("-f", "json")
        with pipe:
            process.send_signal(signal.SIGTERM)
            process.send_signal(signal.SIGTERM)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=SECONDS)
        self.assertEqual((process.returncode, json.loads(out)["summary"]["exit"], err.decode()), (3, 3, HALF))

    @deep
    @not_under_tsan("it delivers a signal after the call of write(), which waits")
    def test_the_second_ends_it_at_once(self):
        """The run can't write its report, since the pipe at stdout has no reader."""
        names = [f"many{number}.xmf" for number in range(10)]
        for name in names:
            self.write(name, meshes.notes(250))
        self.write("out/r.json", b"old")
        process = self.start("-j1", "-f", "json=out/r.json", "-f", "lines", "--show=note", "--max-per-rule=0", *names)
        self.wait_until_full(process.stdout)
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)                     # so that the next signal counts as a second one
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(SECONDS), 3)
        self.assertEqual((os.listdir(os.path.join(self.folder, "out")), self.read("out/r.json")), (["r.json"], b"old"))

    def wait_until_full(self, stream):
        until, size, before = time.monotonic() + SECONDS, struct.pack("i", 0), -1
        while time.monotonic() < until:
            there = struct.unpack("i", fcntl.ioctl(stream, termios.FIONREAD, size))[0]
            if there >= 60000 and there == before:
                return
            before = there
            time.sleep(0.05)
        self.fail("it writes too little")

    def test_an_ignored_signal_stays_ignored(self):
        process, pipe = self.waiting_run(preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        with pipe:
            process.send_signal(signal.SIGINT)
            pipe.write(meshes.clean())
        out, err = process.communicate(timeout=SECONDS)
        self.assertEqual((process.returncode, err), (1, b""))
        self.assertIn(b"FAILED: 3 files checked: 1 with errors, 0 with warnings, 2 without\n", out)

    def test_after_the_last_file(self):
        """A signal after the last file doesn't make the report incomplete."""
        process, pipe = self.waiting_run("-f", "json")
        with pipe:
            pipe.write(meshes.clean())
        out, _ = process.communicate(timeout=SECONDS)
        self.assertEqual((process.returncode, json.loads(out)["summary"]["files"]), (1, 3))


@deep
@posix("signals, terminals, pipes that have a name, and /proc")
class InterruptedInTheMiddle(Case):
    """While a large input is checked: that check ends without a result."""

    def wait_for_work(self, process):
        """Waits until the program has used a second of processor time: a busy machine may not have given it any in a second."""
        until = time.monotonic() + SECONDS
        while process.poll() is None and time.monotonic() < until:
            with open(f"/proc/{process.pid}/stat", encoding="ascii") as stat:
                user, system = map(int, stat.read().rpartition(")")[2].split()[11:13])
            if user + system >= os.sysconf("SC_CLK_TCK"):
                return
            time.sleep(0.05)

    def stop(self, path, *arguments, jobs="-j1"):
        process = self.start(jobs, "-f", "json", "--no-config", *arguments, "a.xmf", path)
        self.wait_for_work(process)
        self.assertIsNone(process.poll(), "it was too fast")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=SECONDS)
        self.assertEqual(process.returncode, 3)
        report = json.loads(out)
        self.assertEqual(report["summary"]["exit"], 3)
        return [file["path"] for file in report["files"]], err.decode()

    def test_of_a_file(self):
        """A file on which rules loop over millions of items."""
        self.write("b.msh", worst.msh_bones(100_000_000))
        for jobs in ("-j1", "-j2"):
            self.assertEqual(self.stop("b.msh", "--max-memory=8G", jobs=jobs),
                             (["a.xmf"], "assetlint: interrupted: 1 of 2 files were done\n"))

    def sparse_package(self):
        """Its data takes no room on the disk, but as long to read as any other."""
        members, size = 8, 1 << 30
        self.write("b.cat", "".join(f"b{number}.lua {size} 1700000000 {'0' * 32}\n" for number in range(members)).encode())
        self.write("b.dat", b"")
        os.truncate(os.path.join(self.folder, "b.dat"), members * size)

    def test_of_a_package(self):
        self.sparse_package()
        for jobs in ("-j1", "-j2"):
            self.assertEqual(self.stop("b.cat", jobs=jobs),
                             (["a.xmf"], "assetlint: interrupted: 1 of 2 files were done\n"))

    def test_of_the_survey(self):
        """The survey unpacks a whole tar to list its entries."""
        block = gzip.compress(bytes(1 << 26), 1)
        head = tarfile.TarInfo("b.lua")
        head.size = 200 << 26
        with open(os.path.join(self.folder, "b.tar.gz"), "wb") as file:
            file.write(gzip.compress(head.tobuf(tarfile.GNU_FORMAT), 1))
            for _ in range(200):
                file.write(block)
        self.assertEqual(self.stop("b.tar.gz", "--max-inflated=100G"),
                         ([], "assetlint: interrupted: 0 of 2 files were done\n"))

    def test_progress_moves_within_a_package(self):
        self.sparse_package()
        main, secondary = os.openpty()
        process = self.start("--no-config", "b.cat", stderr=secondary, stdout=subprocess.DEVNULL)
        seen, until = b"", time.monotonic() + SECONDS
        while len(set(re.findall(rb"files?, ([0-9.]+ [KMG]?i?B) of 8\.0 GiB", seen))) < 5 and time.monotonic() < until:
            seen += os.read(main, 1000)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(SECONDS), 3)
        shown = re.findall(rb"\rchecking: 0 of 1 file, ([0-9.]+) ([KMG]iB) of 8\.0 GiB, (?:(\d+):)?(\d+):(\d\d) left, "
                           rb"([0-9.]+) ([KMG]iB)/s, b\.cat\033", seen)
        self.assertTrue(shown, seen)
        for done, unit, hours, minutes, seconds, rate, rate_unit in shown:
            # Sizes are rounded down to tenths.
            units = {b"KiB": 1 << 10, b"MiB": 1 << 20, b"GiB": 1 << 30}
            done, rate, unit, rate_unit = float(done), float(rate), units[unit], units[rate_unit]
            time_left = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
            self.assertLessEqual(time_left, ((8 << 30) - done * unit) / (rate * rate_unit), seen)
            self.assertGreater(time_left + 1, ((8 << 30) - (done + 0.1) * unit) / ((rate + 0.1) * rate_unit), seen)
        os.close(main)
        os.close(secondary)


@posix("signals, terminals and pipes that have a name")
class Progress(Case):
    def terminal(self, columns=80):
        main, secondary = os.openpty()
        for descriptor in (main, secondary):
            self.addCleanup(os.close, descriptor)
        self.set_width(secondary, columns)
        return main, secondary

    def set_width(self, terminal, columns):
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 25, columns, 0, 0))

    def read_until(self, main, pattern):
        seen, until = b"", time.monotonic() + SECONDS
        while not re.search(pattern, seen):
            ready = select.select([main], [], [], max(0, until - time.monotonic()))[0]
            self.assertTrue(ready, seen)
            seen += os.read(main, 4096)
        return seen

    def read_all(self, main):
        """The rest of the output, after the program has ended."""
        seen = b""
        while select.select([main], [], [], 0)[0]:
            seen += os.read(main, 4096)
        return seen

    def screen(self, seen):
        """The lines on the screen at the end. A terminal's driver writes \r\n for \n."""
        lines = [""]
        for part in re.findall(r"\033\[K|\r\n|\r|[^\r\033]+|\033", seen.decode()):
            if part == "\r\n":
                lines.append("")
            elif part == "\r":
                lines[-1] = "\r" + lines[-1]
            elif part == "\033[K":
                lines[-1] = lines[-1][1:] if lines[-1][:1] != "\r" else ""
            else:
                lines[-1] = part if lines[-1][:1] == "\r" else lines[-1] + part
        return lines

    @deep
    def test_on_a_terminal(self):
        main, secondary = self.terminal()
        process, pipe = self.waiting_run(stderr=secondary, stdout=subprocess.DEVNULL)
        with pipe:
            seen = self.read_until(main, rb"\033\[K")
            pipe.write(meshes.clean())
        self.assertEqual(process.wait(SECONDS), 1)
        self.assertRegex(seen, rb"^\rchecking: 1 of 3 files, \S+ K?i?B of \S+ K?i?B, b\.xmf\033\[K$")
        self.assertTrue(self.read_all(main).endswith(b"\r\033[K"))

    @deep
    def test_the_report_is_the_same(self):
        """The report goes to the same terminal, and has the same lines as without progress."""
        main, secondary = self.terminal(100)
        process, pipe = self.waiting_run("--color=never", stderr=secondary, stdout=secondary)
        with pipe:
            seen = self.read_until(main, rb"checking: 1 of 3")
            pipe.write(meshes.error())
        self.assertEqual(process.wait(SECONDS), 1)
        seen += self.read_all(main)
        os.remove(self.pipe)
        self.write("b.xmf", meshes.error())
        plain, other = self.terminal(100)
        self.run_raw("--color=never", "a.xmf", "b.xmf", "c.xmf", stdout=other, stdin=subprocess.DEVNULL)
        expected = self.read_all(plain).decode()
        self.assertIn("\033[K", seen.decode())
        self.assertEqual(self.screen(seen), expected.split("\r\n"))

    @deep
    def test_an_interrupt_leaves_an_empty_line(self):
        main, secondary = self.terminal()
        process, pipe = self.waiting_run(stderr=secondary, stdout=subprocess.DEVNULL)
        with pipe:
            seen = self.read_until(main, rb"checking[^\033]*\033\[K")
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(SECONDS), 3)
        self.assertEqual(self.screen(seen + self.read_all(main)), [HALF.rstrip("\n"), ""])

    def test_dump_tells_what_it_reads(self):
        main, secondary = self.terminal()
        said = b"assetlint: reading the pipe b.xmf\r\n"
        for form in ("text", "json", "views"):
            for name, stderr, told in (("b.xmf", secondary, said), ("b.xmf", subprocess.DEVNULL, b""), ("c.xmf", secondary, b"")):
                process = self.start("dump", "-f", form, name, stderr=stderr)
                if name == "b.xmf":
                    with open(self.pipe, "wb") as pipe:
                        pipe.write(meshes.clean())
                out, _ = process.communicate(timeout=SECONDS)
                self.assertEqual((process.returncode, self.read_all(main), out != b""), (0, told, True), (form, name))

    def test_a_short_run_shows_nothing(self):
        main, secondary = self.terminal()
        for arguments in ((), ("--progress=always",)):
            done = subprocess.run([case.PROGRAM, *arguments, "a.xmf", "c.xmf"], cwd=self.folder, stdout=subprocess.DEVNULL,
                                  stderr=secondary, timeout=SECONDS, env=clean_environment(), check=False)
            self.assertEqual((done.returncode, self.read_all(main)), (1, b""))

    @deep
    def test_runs_without_progress(self):
        cases = [((), {"stdout": subprocess.PIPE}), (("-q",), {}), (("--progress=never",), {}), ((), {"env": {"TERM": "dumb"}})]
        for arguments, options in cases:
            with self.subTest((arguments, options)):
                main, secondary = self.terminal()
                process, pipe = self.waiting_run(*arguments, stderr=secondary, **{"stdout": subprocess.DEVNULL, **options})
                with pipe:
                    time.sleep(0.8)
                    pipe.write(meshes.clean())
                process.communicate(timeout=SECONDS)
                self.assertNotIn(b"checking", self.read_all(main))

    @deep
    def test_lines_without_a_terminal(self):
        process, pipe = self.waiting_run("--progress=always", env={"NO_COLOR": "1"})
        with pipe:
            self.assertRegex(process.stderr.readline(), rb"^assetlint: waiting for a program to write to the pipe b\.xmf\n$"
                             rb"|^assetlint: checking: 1 of 3 files, \S+ K?i?B of \S+ K?i?B, b\.xmf\n$")
            pipe.write(meshes.clean())
        _, err = process.communicate(timeout=SECONDS)
        self.assertNotIn(b"\033", err)
        self.assertNotIn(b"\r", err)

    @deep
    def test_a_dumb_terminal_that_always_shows(self):
        main, secondary = self.terminal()
        process, pipe = self.waiting_run("--progress=always", stderr=secondary, stdout=subprocess.DEVNULL, env={"TERM": "dumb"})
        with pipe:
            seen = self.read_until(main, rb"\r\n")
            pipe.write(meshes.clean())
        process.wait(SECONDS)
        self.assertRegex(seen, rb"^assetlint: checking: 1 of 3 files, [^\033]*, b\.xmf\r\n$")

    @deep
    def test_it_fits_the_terminal(self):
        for columns in (10, 30, 50, 79, 200):
            main, secondary = self.terminal(columns)
            process, pipe = self.waiting_run("--progress=always", stderr=secondary)
            with pipe:
                seen = self.read_until(main, rb"\r[^\033]*\033\[K")
                self.set_width(secondary, 20)
                again = self.read_until(main, rb"\r.{0,19}\033\[K")
                pipe.write(meshes.clean())
            process.communicate(timeout=SECONDS)
            self.assertLess(len(re.match(rb"\r([^\033]*)", seen).group(1)), columns)
            self.assertNotIn(b"\n", seen + again)

    @deep
    def test_names_are_escaped(self):
        os.rename(self.pipe, os.path.join(self.folder, "b\033[2J\n.xmf"))
        main, secondary = self.terminal()
        process = self.start("-j1", "a.xmf", "b\033[2J\n.xmf", stderr=secondary, stdout=subprocess.DEVNULL)
        with open(os.path.join(self.folder, "b\033[2J\n.xmf"), "wb") as pipe:
            seen = self.read_until(main, rb"\033\[K")
            pipe.write(meshes.clean())
        process.wait(SECONDS)
        self.assertIn(rb", b\x1B[2J\x0A.xmf" + b"\033[K", seen)


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
