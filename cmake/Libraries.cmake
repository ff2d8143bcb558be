# Libraries for systems without packages in Debian. They are built while CMake configures, from Debian's source packages
# (ci/sources.sh), as static libraries with the same toolchain, and are found like libraries of the system.

set(ASSETLINT_BUILT_LIBRARIES "" CACHE STRING
    "Libraries to build from Debian's sources, by their names in Debian: zlib;libdeflate;cjson;expat;bzip2;xz-utils;libarchive;libseccomp;cmocka")

function(assetlint_run what)
    set(log "${PROJECT_BINARY_DIR}/libraries/log")
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_FILE "${log}" ERROR_FILE "${log}")
    if(NOT status EQUAL 0)
        file(READ "${log}" output)
        message(FATAL_ERROR "${what} failed:\n${output}")
    endif()
endfunction()

# Builds them into `prefix`. Libraries that are built already stay, so a second run takes a second.
function(assetlint_build_libraries prefix)
    file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/libraries")
    execute_process(COMMAND "${PROJECT_SOURCE_DIR}/ci/sources.sh" ${ASSETLINT_BUILT_LIBRARIES}
        RESULT_VARIABLE status OUTPUT_VARIABLE folders OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "the sources of libraries could not be fetched")
    endif()
    string(REPLACE "\n" ";" folders "${folders}")
    set(sources "")
    foreach(name folder IN ZIP_LISTS ASSETLINT_BUILT_LIBRARIES folders)
        list(APPEND sources "-DSOURCE_${name}=${folder}")
    endforeach()
    foreach(setting CMAKE_TOOLCHAIN_FILE CMAKE_C_COMPILER CMAKE_C_COMPILER_LAUNCHER CMAKE_C_FLAGS CMAKE_EXE_LINKER_FLAGS
            CMAKE_MAKE_PROGRAM)
        if(DEFINED CACHE{${setting}})
            list(APPEND sources "-D${setting}=$CACHE{${setting}}")
        endif()
    endforeach()
    list(JOIN ASSETLINT_BUILT_LIBRARIES " " names)
    message(STATUS "Building ${names} in ${PROJECT_BINARY_DIR}/libraries")
    assetlint_run("Configuring libraries" "${CMAKE_COMMAND}" -G "${CMAKE_GENERATOR}"
        -S "${PROJECT_SOURCE_DIR}/cmake/libraries" -B "${PROJECT_BINARY_DIR}/libraries"
        "-DLIBRARIES=${names}" "-DPREFIX=${prefix}" ${sources})
    assetlint_run("Building libraries" "${CMAKE_COMMAND}" --build "${PROJECT_BINARY_DIR}/libraries")
endfunction()

if(ASSETLINT_BUILT_LIBRARIES AND ASSETLINT_TESTS)
    list(APPEND ASSETLINT_BUILT_LIBRARIES cmocka)
endif()
if(ASSETLINT_BUILT_LIBRARIES)
    set(assetlint_prefix "${PROJECT_BINARY_DIR}/libraries/prefix")
    assetlint_build_libraries("${assetlint_prefix}")
    list(PREPEND CMAKE_FIND_ROOT_PATH "${assetlint_prefix}")
    list(PREPEND CMAKE_PREFIX_PATH "${assetlint_prefix}")
    set(CMAKE_FIND_LIBRARY_SUFFIXES .a) # no import library of a DLL, even if the system has one
    set(ENV{PKG_CONFIG_LIBDIR} "${assetlint_prefix}/lib/pkgconfig")
endif()

# Adds what a static library can't state itself: the libraries that it needs, and definitions for headers that declare a
# DLL by default.
function(assetlint_link_built_libraries)
    if(expat IN_LIST ASSETLINT_BUILT_LIBRARIES)
        set_property(TARGET EXPAT::EXPAT APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS XML_STATIC)
    endif()
    if(cjson IN_LIST ASSETLINT_BUILT_LIBRARIES AND WIN32)
        set_property(TARGET CJSON::CJSON APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS CJSON_HIDE_SYMBOLS)
    endif()
    if(libarchive IN_LIST ASSETLINT_BUILT_LIBRARIES)
        # CMake would look for the encoder of liblzma, which isn't built.
        set_property(TARGET LibArchive::LibArchive APPEND PROPERTY INTERFACE_LINK_LIBRARIES
            "${assetlint_prefix}/lib/liblzma.a" "${assetlint_prefix}/lib/libbz2.a" ZLIB::ZLIB)
        set_property(TARGET LibArchive::LibArchive APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS
            LIBARCHIVE_STATIC LZMA_API_STATIC)
    endif()
endfunction()
