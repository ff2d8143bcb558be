# Shared by the toolchains for Linux on other machines, with Debian's cross compilers. They set `processor`, `machine`, the
# prefix of the compilers' names, and `emulator`. The programs are static, so the emulators need no system folder.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR "${processor}")
set(CMAKE_C_COMPILER "${machine}-gcc")

list(APPEND CMAKE_FIND_ROOT_PATH "/usr/${machine}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR ${emulator})
