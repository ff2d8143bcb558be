#!/usr/bin/env python3
"""run.py: runs the quick tests against mutants of the library, and tells which ones no test notices.

    run.py [--build FOLDER] [--only AREA_OR_PATH]... [--sample N [--seed S]] [--tests REGEX] [--resume] [--jobs N]
           [--seconds S]

Each mutant meets the tests that reach it until one kills it: fails, crashes or hangs. Those that are fast and reach little
else come first, and it meets at most SECONDS of tests (10): what only the slowest notice counts as survived. The results are in FOLDER/mutants/report.txt and
report.json. Exit status 1 if fewer than 95 % of the mutants that aren't equivalent are killed, if one survives without a
reason in survivors.tsv, or if a row of that list applies to no mutant or to one that is killed.

--resume keeps the results of earlier runs: killed mutants stay killed, survivors meet only changed tests again.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import pathlib
import random
import sys
import threading

import compile as areas
import quick_tests
import survivors

LEAST = 95.0
EQUIVALENT = survivors.KINDS[0]


def read_mutants(build, only):
    """Mutants by file, without files that have none. Keys are given before a choice is made, so a choice doesn't change them."""
    found = {}
    folder = build / "mutants"
    for path in sorted((folder / "src").rglob("*.json")):
        name = path.relative_to(folder).with_suffix(".c").as_posix()
        mutants = json.loads(path.read_text(encoding="utf-8"))
        if not mutants or not (areas.ROOT / name).exists():
            continue
        survivors.add_keys(name, mutants)
        if not only or any(areas.area_of(name) == word or name.startswith(word) for word in only):
            found[name] = [{**mutant, "file": name, "area": areas.area_of(name)} for mutant in mutants]
    return found


def sample(found, count, seed):
    every = [mutant for mutants in found.values() for mutant in mutants]
    chosen = {mutant["key"] for mutant in random.Random(seed).sample(every, min(count, len(every)))}
    found = {name: [m for m in mutants if m["key"] in chosen] for name, mutants in found.items()}
    return {name: mutants for name, mutants in found.items() if mutants}


class Judge:
    """Runs the tests, and keeps the results in a file, a line each."""

    def __init__(self, tests, seconds, kept_at, resume):
        self.tests, self.seconds, self.lock = tests, seconds, threading.Lock()
        self.kept = {}
        if resume and kept_at.exists():
            rows = [json.loads(line) for line in kept_at.read_text(encoding="utf-8").splitlines()]
            self.kept = {row["key"]: row for row in rows}
        self.stream = open(kept_at, "a" if resume else "w", encoding="utf-8")

    def choose(self, mutant):
        """The tests that reach a mutant, the fast and narrow ones first, as many as the time allows; and their digest."""
        reaching = [t for t in self.tests if mutant["number"] in t.reached.get(mutant["file"], ())]
        chosen, spent = [], 0.0
        for test in sorted(reaching, key=lambda t: (t.seconds * t.breadth(), t.name)):
            if not chosen or spent + test.seconds <= self.seconds:
                chosen.append(test)
                spent += test.seconds
        stamps = json.dumps([[t.name, t.stamp()] for t in sorted(chosen, key=lambda t: t.name)])
        return chosen, hashlib.sha256(stamps.encode()).hexdigest()[:16]

    def judge(self, mutant, first):
        """The result of a mutant. The tests of `first` run before the others: they killed the last ones here."""
        chosen, digest = self.choose(mutant)
        kept = self.kept.get(mutant["key"])
        if kept is not None and (kept["how"] not in ("survives", "unreached") or kept["tests"] == digest):
            return kept
        result = {"key": mutant["key"], "how": "survives" if chosen else "unreached", "by": "", "tests": digest}
        for test in sorted(chosen, key=lambda t: t.name not in first):
            how = test.kills(f"{mutant['file']}:{mutant['number']}")
            if how is not None:
                result.update(how=how, by=test.name)
                break
        with self.lock:
            self.stream.write(json.dumps(result) + "\n")
            self.stream.flush()
        return result

    def judge_file(self, mutants, say):
        killers = collections.defaultdict(lambda: collections.deque(maxlen=3))
        for mutant in mutants:
            mutant.update(self.judge(mutant, killers[mutant["function"]]))
            if mutant["by"]:
                killers[mutant["function"]].append(mutant["by"])
        killed = sum(bool(mutant["by"]) for mutant in mutants)
        say(f"{mutants[0]['file']}: {killed} of {len(mutants)} killed")


# ---- The report ----

def count(mutants, reasons):
    """Figures of mutants: all, killed, equivalent, survived, and how many of these no test reaches."""
    equivalent = sum(not m["by"] and reasons.get(survivors.row_of(m["key"], reasons), "").startswith(EQUIVALENT)
                     for m in mutants)
    killed = sum(bool(m["by"]) for m in mutants)
    unreached = sum(m["how"] == "unreached" for m in mutants)
    return len(mutants), killed, equivalent, len(mutants) - killed - equivalent, unreached


def rate(figures):
    every, killed, equivalent = figures[:3]
    return 100.0 * killed / (every - equivalent) if every > equivalent else 100.0


def describe(mutant):
    return (f"{mutant['file']}:{mutant['line']}: {mutant['function']}: {mutant['operator']}: {mutant['change']} in "
            f"`{mutant['text']}`")


def problems_of(mutants, reasons, found, whole):
    """What the list of survivors doesn't explain, and what it explains in vain. `found` has the mutants of the build by
    file. Only a whole run shows that a row with a * applies to no survivor."""
    used = set()
    for mutant in mutants:
        row = survivors.row_of(mutant["key"], reasons)
        if not mutant["by"] and row is None:
            yield f"{mutant['how']}: {describe(mutant)}"
        elif not mutant["by"]:
            used.add(row)
        elif mutant["key"] in reasons:
            yield f"killed by {mutant['by']}, and in survivors.tsv: {describe(mutant)}"
    known = {mutant["key"] for those in found.values() for mutant in those}
    chosen = {mutant["file"] for mutant in mutants} if whole else ()
    for row in reasons:
        file, any_change = row.split("\t")[0], row.endswith("\t*")
        if (row not in known and not any_change) or (any_change and file in chosen and row not in used):
            yield f"survivors.tsv has a row that applies to no mutant: {row!r}"


def write_report(folder, mutants, reasons, problems):
    rows = [f"{'area':12} {'mutants':>8} {'killed':>8} {'equivalent':>10} {'survived':>8} {'unreached':>9} {'rate':>7}"]
    for area in [*areas.AREAS, "all"]:
        mine = [m for m in mutants if area in (m["area"], "all")]
        if mine:
            figures = count(mine, reasons)
            rows.append("{:12} {:8} {:8} {:10} {:8} {:9} {:6.1f}%".format(area, *figures, rate(figures)))
    ends = [f"{m['how']} {m['by'] or '-'}: {describe(m)}" for m in mutants]
    text = "\n".join([*rows, "", *problems, "", *ends, ""])
    (folder / "report.txt").write_text(text, encoding="utf-8")
    (folder / "report.json").write_text(json.dumps(mutants, indent=1), encoding="utf-8")
    print("\n".join([*rows, *problems]))


def main():
    parser = argparse.ArgumentParser(description="Run the quick tests against mutants of the library.")
    parser.add_argument("--build", type=lambda path: pathlib.Path(path).resolve(), default=areas.ROOT / "build" / "mutants")
    parser.add_argument("--only", action="append", default=[], help="an area, or the start of a path; repeatable")
    parser.add_argument("--sample", type=int, help="only so many mutants, drawn by the seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", default=".", help="only the quick tests that ctest -R selects by this expression")
    parser.add_argument("--resume", action="store_true", help="keep the results of earlier runs")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10.0, help="of tests for each mutant")
    arguments = parser.parse_args()
    reasons = survivors.read()
    every = read_mutants(arguments.build, [])
    found = read_mutants(arguments.build, arguments.only)
    if arguments.sample is not None:
        found = sample(found, arguments.sample, arguments.seed)

    def say(text):
        print(text, file=sys.stderr, flush=True)
    tests = quick_tests.record(arguments.build, every, arguments.tests, say)
    folder = arguments.build / "mutants"
    judge = Judge(tests, arguments.seconds, folder / "results.jsonl", arguments.resume)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for done in [pool.submit(judge.judge_file, mutants, say) for mutants in found.values()]:
            done.result()
    mutants = [mutant for mutants in found.values() for mutant in mutants]
    problems = list(problems_of(mutants, reasons, every, whole=arguments.sample is None))
    write_report(folder, mutants, reasons, problems)
    return 1 if problems or rate(count(mutants, reasons)) < LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
