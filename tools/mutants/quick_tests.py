"""quick_tests.py: the quick tests of a build, what they reach, and how they end with a mutant."""

import dataclasses
import json
import math
import os
import resource
import shutil
import signal
import subprocess
import threading

# A mutant that allocates or writes without an end must not take the machine along.
MEMORY = 8 << 30
FILE_SIZE = 8 << 30
# The labels of tests that run no code of the library.
OF_SCRIPTS = "^(tools|web)$"


@dataclasses.dataclass
class Test:
    name: str
    command: list
    folder: str
    environment: dict
    seconds: float = 0.0  # of processor time, without a mutant
    reached: dict = dataclasses.field(default_factory=dict)  # numbers of mutants by file

    def stamp(self):
        """Changes with the programs and scripts of the test."""
        return [os.stat(word).st_mtime_ns for word in self.command if os.path.isfile(word)]

    def breadth(self):
        """How many mutants it reaches: a test of few functions is more likely to notice a change of one of them."""
        return sum(map(len, self.reached.values()))

    def run(self, extra, seconds, wall):
        """Runs it; returns its exit status, negative for a signal, and its processor time. None: it did not end."""
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
        with subprocess.Popen(self.command, cwd=self.folder, env={**os.environ, **self.environment, **extra},
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              start_new_session=True, preexec_fn=limit) as process:
            alarm = Alarm(process.pid, wall)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            alarm.cancel()
        if alarm.rang or process.returncode == -signal.SIGXCPU:
            return None, 0.0
        return process.returncode, usage.ru_utime + usage.ru_stime

    def kills(self, mutant):
        """How the test ends with the mutant: "fails", "crashes", "hangs"; None if it passes."""
        status, _ = self.run({"AL_MUTANT": mutant}, math.ceil(4 * self.seconds + 0.5), 20 + 10 * self.seconds)
        if status is None:
            return "hangs"
        return None if status == 0 else "crashes" if status < 0 else "fails"


class Alarm:
    """Ends the processes of a session that take too long."""

    def __init__(self, session, seconds):
        self.rang, self.session = False, session
        self.timer = threading.Timer(seconds, self.ring)
        self.timer.daemon = True
        self.timer.start()

    def ring(self):
        self.rang = True
        os.killpg(self.session, signal.SIGKILL)

    def cancel(self):
        self.timer.cancel()


def is_missing(word, build):
    """Whether a word of a command names a file of the build that is not there: a program, or a library for it."""
    return word.startswith(f"{build}{os.sep}") and not os.path.exists(word)


def load(build, expression):
    """The quick tests of the build whose names match, in the order of these."""
    listed = subprocess.run(["ctest", "--test-dir", str(build), "--show-only=json-v1", "-L", "quick", "-LE", OF_SCRIPTS,
                             "-R", expression], stdout=subprocess.PIPE, check=True)
    tests = []
    for row in json.loads(listed.stdout)["tests"]:
        if "command" not in row:
            raise SystemExit(f"{row['name']}: its program is not built")
        missing = [word for word in row["command"] if is_missing(word, build)]
        if missing:
            raise SystemExit(f"{row['name']}: {missing[0]} is not built")
        properties = {p["name"]: p["value"] for p in row.get("properties", [])}
        environment = dict(line.split("=", 1) for line in properties.get("ENVIRONMENT", []))
        tests.append(Test(row["name"], row["command"], properties["WORKING_DIRECTORY"], environment))
    if not tests:
        raise SystemExit(f"{build}: no quick test matches {expression!r}")
    return sorted(tests, key=lambda test: test.name)


def record_one(test, folder, names):
    """Runs the test without a mutant and notes which ones it reaches."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    status, test.seconds = test.run({"AL_MUTANTS_RECORD": str(folder)}, 600, 1200)
    if status != 0:
        raise SystemExit(f"{test.name} fails without a mutant: run it alone")
    test.reached = {}
    for path in sorted(folder.iterdir()):
        numbers = [number for number, byte in enumerate(path.read_bytes()) if byte]
        if numbers and path.name in names:
            test.reached[names[path.name]] = numbers
    shutil.rmtree(folder)


def record(build, sources, expression, say):
    """The quick tests with their time and what they reach. Keeps what an earlier run recorded of the same programs."""
    names = {name.replace("/", "-"): name for name in sources}
    kept_at = build / "mutants" / "record.json"
    library = [os.stat(path).st_mtime_ns for path in sorted(build.glob("libassetlint.so"))]
    kept = json.loads(kept_at.read_text(encoding="utf-8")) if kept_at.exists() else {}
    tests, rows = load(build, expression), {}
    for test in tests:
        stamp = [library, test.stamp(), test.command]
        row = kept.get(test.name)
        if row is not None and row["stamp"] == stamp:
            test.seconds, test.reached = row["seconds"], row["reached"]
        else:
            say(f"recording {test.name}")
            record_one(test, build / "mutants" / "reached", names)
        rows[test.name] = {"stamp": stamp, "seconds": test.seconds, "reached": test.reached}
        kept_at.write_text(json.dumps({**kept, **rows}), encoding="utf-8")
    for test in tests:
        test.reached = {name: frozenset(numbers) for name, numbers in test.reached.items()}
    return [test for test in tests if test.reached]
