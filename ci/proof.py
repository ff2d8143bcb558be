#!/usr/bin/env python3
"""proof.py: proves the contracts of the functions that handle the bounds of untrusted files, and that these functions have no
run-time error: no access outside of what their contracts require, no overflow, signed or unsigned, no division by zero.

    ci/proof.py [--only SOURCE] [--seconds N]

Frama-C's plug-in WP makes goals from the contracts, which are comments in ACSL in our sources, and Z3 or CVC4 proves them.
Each function of SOURCES must either be proved whole, or stand in ci/proof/unproven.tsv with the reason; a row there that
names no function is a failure, too. ci/proof.sh installs what this needs. Exit 1 if a goal is lost, 2 if a tool is missing."""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
UNPROVEN = Path("ci/proof/unproven.tsv")
# Each source with WP's model of memory. Typed+Cast also accepts the cast from a host's `void *` to bytes.
SOURCES = {"src/core/span.c": "Typed+Cast", "src/core/arena.c": "Typed", "src/kit/walk.c": "Typed"}
PARSE = ["frama-c", "-machdep", "gcc_x86_64", "-cpp-extra-args=-Isrc -Iinclude -include ci/proof/library.h"]
# NaN and infinity are values of a file like others.
PROVE = ["-wp", "-wp-rte", "-warn-unsigned-overflow", "-warn-special-float", "none", "-wp-cache", "none",
         "-wp-prover", "tip,z3,cvc4", "-wp-auto", "wp:bitshift,wp:split", "-wp-session", "build/proof"]


def run(arguments: list[str]) -> str:
    done = subprocess.run(arguments, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"proof.py: {' '.join(arguments)}\n{done.stdout}")
    return done.stdout


def functions_of(source: str) -> set[str]:
    """The functions with a body in a source, and the inline ones of the headers that it includes."""
    return set(re.findall(r"annotating function (\w+)", run([*PARSE, "-rte", source])))


def unproven() -> set[str]:
    """The functions that the table excepts, each with a reason."""
    rows = set()
    for line in (ROOT / UNPROVEN).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            function, reason = line.split("\t")
            if not reason:
                sys.exit(f"{UNPROVEN}: {function} has no reason")
            rows.add(function)
    return rows


def prove(source: str, functions: set[str], seconds: int) -> tuple[int, int, list[str]]:
    """The goals that are proved, all goals, and what was said of the others."""
    said = run([*PARSE, source, *PROVE, "-wp-model", SOURCES[source], "-wp-timeout", str(seconds),
                "-wp-fct", ",".join(sorted(functions))])
    sums = re.search(r"Proved goals:\s+(\d+) / (\d+)", said)
    if sums is None:
        sys.exit(f"proof.py: no goals in {source}\n{said}")
    without = re.findall(r"No 'assigns' specification for function '(\w+)'", said)
    lost = re.findall(r"Goal (\S+)[^:\n]*$", said, re.MULTILINE) + [f"{name}: no contract" for name in without]
    return int(sums[1]), int(sums[2]), lost


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", choices=SOURCES, help="one source")
    parser.add_argument("--seconds", type=int, default=120, help="for each goal (120); most need less than one")
    options = parser.parse_args()
    for tool in ("frama-c", "z3", "cvc4", "why3"):
        if shutil.which(tool) is None:
            print(f"proof.py: needs {tool}: ./ci/proof.sh installs it", file=sys.stderr)
            return 2
    listed, found, failed = unproven(), set(), False
    for source in [options.only] if options.only else SOURCES:
        functions = functions_of(source)
        found |= functions
        proved, goals, lost = prove(source, functions - listed, options.seconds)
        print(f"{source}: {proved} of {goals} goals proved, of {len(functions - listed)} functions; "
              f"{len(functions & listed)} functions are excepted", flush=True)
        for what in lost:
            print(f"  lost: {what}")
        failed |= proved < goals or bool(lost)
    for function in sorted(listed - found) if options.only is None else ():
        print(f"{UNPROVEN}: no source has a function {function}")
        failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
