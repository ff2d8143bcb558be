# For Linux on 32-bit x86. Its programs run on x86-64 as they are.
set(processor i686)
set(machine i686-linux-gnu)
include("${CMAKE_CURRENT_LIST_DIR}/cross-linux.cmake")
