# For Linux on 32-bit x86. Its programs run on x86-64 without an emulator.
set(processor i686)
set(machine i686-linux-gnu)
include("${CMAKE_CURRENT_LIST_DIR}/cross-linux.cmake")
# gcc prints a note for every atomic number of 64 bits, whose alignment changed in gcc 11.
set(CMAKE_C_FLAGS_INIT "${CMAKE_C_FLAGS_INIT} -Wno-psabi")
