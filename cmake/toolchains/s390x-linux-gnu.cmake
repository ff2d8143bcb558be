# For Linux on s390x, which is big-endian.
set(processor s390x)
set(machine s390x-linux-gnu)
set(emulator qemu-s390x-static)
include("${CMAKE_CURRENT_LIST_DIR}/cross-linux.cmake")
