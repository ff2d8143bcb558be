# For Linux on arm64.
set(processor aarch64)
set(machine aarch64-linux-gnu)
set(emulator qemu-aarch64-static)
include("${CMAKE_CURRENT_LIST_DIR}/cross-linux.cmake")
# gcc 12 counts the address of an array's element from two numbers in some loops, then takes the function for one that
# writes nothing, and drops calls of it: code_fixed() of tests/unit/stream.c at -O1.
set(CMAKE_C_FLAGS_INIT "${CMAKE_C_FLAGS_INIT} -fno-ivopts")
