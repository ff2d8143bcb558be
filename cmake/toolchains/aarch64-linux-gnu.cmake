# For Linux on arm64.
set(processor aarch64)
set(machine aarch64-linux-gnu)
set(emulator qemu-aarch64-static)
include("${CMAKE_CURRENT_LIST_DIR}/cross-linux.cmake")
