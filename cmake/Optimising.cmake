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

# clang would use one instruction for a*b+c on machines that have it, and round the sum otherwise than elsewhere.
assetlint_add_known_flags(-ffp-contract=off)

# The x87 unit of 32-bit x86 computes sums with more bits than a double has, so last digits and comparisons with a
# tolerance would differ from other machines. SSE2, which these processors have since 2003, does not. On s390x gcc itself
# uses more bits if a standard of C is selected.
check_c_source_compiles([[
    #include <float.h>
    #if FLT_EVAL_METHOD != 0
    #error "sums have more bits than their type"
    #endif
    int main(void) { return 0; }]] assetlint_has_plain_sums)
if(NOT assetlint_has_plain_sums)
    assetlint_add_known_flags(-msse2 -mfpmath=sse -fexcess-precision=fast)
endif()

if(ASSETLINT_HARDENING)
    assetlint_add_known_flags(-fstack-protector-strong -fcf-protection)
    if(NOT MINGW) # on Windows each function probes the stack in any case, and gcc 12 crashes with this flag
        assetlint_add_known_flags(-fstack-clash-protection)
    endif()
    # The level is undefined first, since the compilers of some distributions predefine another one. Without
    # optimisation the definition would only cause a warning.
    target_compile_options(assetlint_flags INTERFACE
        $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
    if(MINGW) # its C library has neither stack guard nor checked copies; gcc has both
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

# One file that runs on every distribution, at any address if the C library can do that. -static together with CMake's
# own -pie would make a program that needs a loader.
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

# For a folder of programs that are not installed: compiles them with an optimisation level, and links the library's
# ordinary code, as programs without link-time optimisation do. The program assetlint itself is built as it is shipped.
macro(assetlint_link_plainly level)
    if(ASSETLINT_LTO_USED AND NOT BUILD_SHARED_LIBS AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
        set(CMAKE_INTERPROCEDURAL_OPTIMIZATION OFF)
        add_compile_options(${level})
        add_link_options(-fno-lto)
    endif()
endmacro()

function(assetlint_optimise_library target)
    # In position-independent code gcc doesn't inline functions that a program might replace; none replaces ours.
    check_c_compiler_flag(-fno-semantic-interposition assetlint_has_no_interposition)
    if(assetlint_has_no_interposition AND NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
        target_compile_options(${target} PRIVATE -fno-semantic-interposition)
    endif()
    # Only this very compiler could link an archive of bytecode alone. The archive is installed, so it holds ordinary
    # code, too, which assetlint_link_plainly also needs.
    if(ASSETLINT_LTO_USED AND NOT BUILD_SHARED_LIBS AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${target} PRIVATE -ffat-lto-objects)
    endif()
endfunction()
