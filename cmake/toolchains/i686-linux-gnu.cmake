# For Linux on 32-bit x86. Its programs run on x86-64 as they are.
set(processor i686)
set(machine i686-linux-gnu)
include("${CMAKE_CURRENT_LIST_DIR}/cross-linux.cmake")
# gcc notes wherever an atomic number of 64 bits is aligned otherwise than before gcc 11.
set(CMAKE_C_FLAGS_INIT "${CMAKE_C_FLAGS_INIT} -Wno-psabi")
