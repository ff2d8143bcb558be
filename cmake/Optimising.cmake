# Code generation of assetlint_flags: the same results everywhere, hardening, and optimisation across files.
include(CheckCCompilerFlag)
include(CheckCSourceCompiles)
include(CheckIPOSupported)
include(CheckLinkerFlag)

# Adds each flag that the compiler knows. Flags that the linker needs too go to both.
function(assetlint_add_known_flags)
    foreach(flag IN LISTS ARGN)
        string(MAKE_C_IDENTIFIER "assetlint_has${flag}" known)
        check_c_compiler_flag(${flag} ${known})
        if(${known})
            target_compile_options(assetlint_flags INTERFACE ${flag})
        endif()
    endforeach()
endfunction()

# clang would fuse a*b+c on machines that have the instruction, and a sum would round otherwise than elsewhere.
assetlint_add_known_flags(-ffp-contract=off)

# The x87 unit of 32-bit x86 keeps sums longer than a double is: last digits, and what is just within a tolerance, would
# be others than elsewhere. Every such processor since 2003 has SSE2, which doesn't. On s390x gcc makes sums longer by
# itself, as long as a standard of C is asked for.
check_c_source_compiles([[
    #include <float.h>
    #if FLT_EVAL_METHOD != 0
    #error "sums are longer than their type"
    #endif
    int main(void) { return 0; }]] assetlint_has_plain_sums)
if(NOT assetlint_has_plain_sums)
    assetlint_add_known_flags(-msse2 -mfpmath=sse -fexcess-precision=fast)
endif()

if(ASSETLINT_HARDENING)
    assetlint_add_known_flags(-fstack-protector-strong -fstack-clash-protection -fcf-protection)
    # The level is undefined first: some distributions' compilers predefine another one. Without optimisation
    # it would only warn.
    target_compile_options(assetlint_flags INTERFACE
        $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
    if(MINGW) # whose C library has neither the guard of the stack nor checked copies; gcc brings them
        target_link_options(assetlint_flags INTERFACE -fstack-protector-strong)
        target_link_libraries(assetlint_flags INTERFACE ssp)
    endif()
    foreach(flag -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
        string(MAKE_C_IDENTIFIER "assetlint_has${flag}" known)
        check_linker_flag(C ${flag} ${known})
        if(${known})
            target_link_options(assetlint_flags INTERFACE ${flag})
        endif()
    endforeach()
endif()

# One file that runs on every distribution, and is put anywhere in memory where the C library can do that. -static beside
# CMake's own -pie would make a program that asks for a loader.
if(ASSETLINT_STATIC)
    check_linker_flag(C -static-pie assetlint_has_static_pie)
    set(CMAKE_C_LINK_OPTIONS_PIE -static)
    if(assetlint_has_static_pie)
        set(CMAKE_C_LINK_OPTIONS_PIE -static-pie)
    endif()
endif()

set(ASSETLINT_LTO_USED OFF)
if(ASSETLINT_LTO)
    check_ipo_supported(RESULT ASSETLINT_LTO_USED OUTPUT why LANGUAGES C)
    if(ASSETLINT_LTO_USED)
        set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
    else()
        message(WARNING "ASSETLINT_LTO has no effect: ${why}")
    endif()
endif()

# For a folder of programs that nobody installs: they are built quickly, and take the library's plain code, which is what
# those link who don't optimise across files. The program itself is what is shipped.
macro(assetlint_link_plainly)
    if(ASSETLINT_LTO_USED AND NOT BUILD_SHARED_LIBS AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
        set(CMAKE_INTERPROCEDURAL_OPTIMIZATION OFF)
        add_compile_options(-O1)
        add_link_options(-fno-lto)
    endif()
endmacro()

function(assetlint_optimise_library target)
    # Position-independent code would keep gcc from inlining what a program might replace; nobody replaces ours.
    check_c_compiler_flag(-fno-semantic-interposition assetlint_has_no_interposition)
    if(assetlint_has_no_interposition AND NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
        target_compile_options(${target} PRIVATE -fno-semantic-interposition)
    endif()
    # An archive of bytecode alone could be linked by this very compiler only; it is installed, so it holds both. What
    # is linked plainly (see above) needs the other, too.
    if(ASSETLINT_LTO_USED AND NOT BUILD_SHARED_LIBS AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${target} PRIVATE -ffat-lto-objects)
    endif()
endfunction()
