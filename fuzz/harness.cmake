# harness.cmake: the part of the fuzz targets that tests of the same promises use, too.
# Sets assetlint_formats, the ids of all formats, and assetlint_archives; adds the targets fuzz_harness and fuzz_replay.

set(formats_def "${PROJECT_SOURCE_DIR}/src/formats/formats.def")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${formats_def}")
file(STRINGS "${formats_def}" rows REGEX "^AL_FORMAT\\(")
set(assetlint_formats "")
foreach(row IN LISTS rows)
    if(NOT row MATCHES "^AL_FORMAT\\([A-Z0-9_]+, ([a-z0-9_]+),")
        message(FATAL_ERROR "${formats_def}: a row without an id: ${row}")
    endif()
    list(APPEND assetlint_formats "${CMAKE_MATCH_1}")
endforeach()

# Packages of one file. No trusting reader reads their members.
set(assetlint_archives zip 7z tar)

if(NOT TARGET fuzz_harness)
    set(fuzz_folder "${PROJECT_SOURCE_DIR}/fuzz")
    set(checks promise cat_promise mods_promise report dump_check views_check fix_check crash_note files readings)
    set(believers believe)
    foreach(format IN LISTS assetlint_formats)
        list(APPEND believers believe_${format})
    endforeach()
    list(APPEND believers mods_believe_x4 mods_believe_pdx)
    list(TRANSFORM checks REPLACE "(.+)" "${fuzz_folder}/\\1.c")
    list(TRANSFORM believers REPLACE "(.+)" "${fuzz_folder}/\\1.c")
    add_library(fuzz_harness STATIC ${checks} ${believers})
    target_include_directories(fuzz_harness PUBLIC "${fuzz_folder}"
        PRIVATE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/src")
    if(CMAKE_C_FLAGS MATCHES "fuzzer-no-link")
        # Only new paths through the library and the trusting readers are worth a fuzzer's attention.
        set_source_files_properties(${checks} PROPERTIES COMPILE_OPTIONS -fno-sanitize=fuzzer-no-link)
    endif()
    target_link_libraries(fuzz_harness PUBLIC libassetlint assetlint_flags PRIVATE ZLIB::ZLIB EXPAT::EXPAT)
    if(ASSETLINT_HAVE_LIBDEFLATE)
        target_compile_definitions(fuzz_harness PRIVATE AL_HAVE_LIBDEFLATE=1)
        target_link_libraries(fuzz_harness PRIVATE Libdeflate::Libdeflate)
    endif()
    if(ASSETLINT_LIBM)
        target_link_libraries(fuzz_harness PRIVATE ${ASSETLINT_LIBM})
    endif()

    add_executable(fuzz_replay "${fuzz_folder}/replay.c")
    target_link_libraries(fuzz_replay PRIVATE fuzz_harness)
    set_target_properties(fuzz_replay PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzz")
endif()
