# The preset `mutants` compiles library and program with all mutants of their sources in them; ci/mutants.sh runs the tests against each.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(mutants "${PROJECT_SOURCE_DIR}/tools/mutants")
target_sources(libassetlint PRIVATE "${mutants}/runtime.c")
set_source_files_properties("${mutants}/runtime.c" PROPERTIES COMPILE_DEFINITIONS _POSIX_C_SOURCE=200809L)
# For all targets that come after this, since tests compile sources of the program, too. compile.py leaves other sources alone.
list(PREPEND CMAKE_C_COMPILER_LAUNCHER "${Python3_EXECUTABLE}" -B "${mutants}/compile.py")
set_target_properties(libassetlint PROPERTIES C_COMPILER_LAUNCHER "${CMAKE_C_COMPILER_LAUNCHER}")
file(GLOB mutants_made_by "${mutants}/compile.py" "${mutants}/points.py" "${mutants}/mutants.h")
set_source_files_properties(${library_sources} ${report_sources} PROPERTIES OBJECT_DEPENDS "${mutants_made_by}")

# assetlint_include_mutants(TARGET SOURCE): a test that includes a source of the library gets the copy with mutants, which is
# there as soon as the library is.
function(assetlint_include_mutants target source)
    target_include_directories(${target} BEFORE PRIVATE "${PROJECT_BINARY_DIR}/mutants/src")
    set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${PROJECT_BINARY_DIR}/libassetlint.so")
endfunction()
