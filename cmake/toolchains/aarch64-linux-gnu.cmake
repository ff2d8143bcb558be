# For Linux on arm64.
set(processor aarch64)
set(machine aarch64-linux-gnu)
set(emulator qemu-aarch64-static)
include("${CMAKE_CURRENT_LIST_DIR}/cross-linux.cmake")
# In some loops gcc 12 computes the address of an array's element from two numbers, then believes that the function writes
# nothing, and removes calls of it: code_fixed() of tests/unit/stream.c at -O1.
set(CMAKE_C_FLAGS_INIT "${CMAKE_C_FLAGS_INIT} -fno-ivopts")
