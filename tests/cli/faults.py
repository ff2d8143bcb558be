"""faults.py: the environment in which calls of the system fail, as faults.c makes them."""

import os


def environment(library, fault=None, log=None):
    """`library`: faults.c, built. `fault`: "KIND:N" or "KIND:N:PATH"; None: no call fails."""
    asan = os.environ.get("ASAN_OPTIONS", "")
    variables = {"LD_PRELOAD": str(library), "FAULT": fault, "FAULT_LOG": log,
                 "LSAN_OPTIONS": "print_suppressions=0",
                 "ASAN_OPTIONS": f"{asan}:verify_asan_link_order=0:allocator_may_return_null=1"}
    return {name: value for name, value in variables.items() if value is not None}
