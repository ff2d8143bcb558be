# The warnings of assetlint_flags. Strict on purpose: most mistakes of a parser are unnoticed conversions.

set(warnings
    -Wall -Wextra -Wpedantic
    -Wcast-align -Wcast-qual -Wconversion -Wdate-time -Wdouble-promotion -Wformat=2 -Wimplicit-fallthrough
    -Wmissing-declarations -Wmissing-prototypes -Wold-style-definition -Wredundant-decls -Wshadow
    -Wsign-conversion -Wstrict-prototypes -Wswitch-enum -Wundef -Wvla -Wwrite-strings)
set(gcc_warnings -Walloca -Wduplicated-branches -Wduplicated-cond -Wjump-misses-init -Wlogical-op -Wtrampolines)
set(clang_warnings
    -Wassign-enum -Wcomma -Wconditional-uninitialized -Wcovered-switch-default -Wextra-semi
    -Wloop-analysis -Wmissing-variable-declarations -Wshift-sign-overflow -Wunreachable-code-aggressive)

if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    # gcc finds null dereferences by data flow: without optimisation it finds none, and with -fsanitize=null it warns about
    # the sanitizer's own branches.
    target_compile_options(assetlint_flags INTERFACE
        ${warnings} ${gcc_warnings} $<$<CONFIG:Release>:-Wnull-dereference>)
    # mingw's isnan and isfinite contain a conversion in a branch that never runs.
    if(MINGW)
        target_compile_options(assetlint_flags INTERFACE -Wno-float-conversion)
    endif()
elseif(CMAKE_C_COMPILER_ID MATCHES "Clang")
    target_compile_options(assetlint_flags INTERFACE ${warnings} ${clang_warnings})
endif()

if(ASSETLINT_WERROR)
    if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        target_compile_options(assetlint_flags INTERFACE -Werror)
    else()
        message(WARNING "ASSETLINT_WERROR is for gcc and clang")
    endif()
endif()
