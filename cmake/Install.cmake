# What `cmake --install` installs: the program, the library and its header, a pkg-config file and a CMake package. What a
# program that uses the library is built with is the component dev; all else is the component program.

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/assetlint")

install(TARGETS assetlint RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS libassetlint EXPORT assetlint
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_COMPONENT dev
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# Only clang itself can read its bytecode: then the archive stays as it is.
if(NOT BUILD_SHARED_LIBS AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND CMAKE_OBJCOPY
    AND (CMAKE_C_COMPILER_ID STREQUAL "GNU" OR NOT ASSETLINT_LTO_USED))
    include(Exports)
    cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_LIBDIR BASE_DIRECTORY "\${CMAKE_INSTALL_PREFIX}" OUTPUT_VARIABLE libdir)
    assetlint_install_only("${libdir}/libassetlint.a" "${PROJECT_SOURCE_DIR}/include/assetlint/assetlint.h")
endif()
install(FILES include/assetlint/assetlint.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/assetlint COMPONENT dev)
foreach(page README.md CHANGELOG.md LICENSE)
    if(EXISTS "${PROJECT_SOURCE_DIR}/${page}")
        install(FILES ${page} DESTINATION ${CMAKE_INSTALL_DOCDIR})
    endif()
endforeach()

# The program must find the shared library of its prefix without LD_LIBRARY_PATH.
if(BUILD_SHARED_LIBS AND NOT APPLE AND NOT IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    file(RELATIVE_PATH to_lib "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
    set_target_properties(assetlint PROPERTIES INSTALL_RPATH "\$ORIGIN/${to_lib}")
endif()

# The CMake package
install(EXPORT assetlint NAMESPACE assetlint:: FILE assetlintTargets.cmake DESTINATION ${package_dir} COMPONENT dev)
configure_package_config_file(cmake/assetlintConfig.cmake.in "${PROJECT_BINARY_DIR}/assetlintConfig.cmake"
    INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/assetlintConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
install(FILES
    "${PROJECT_BINARY_DIR}/assetlintConfig.cmake"
    "${PROJECT_BINARY_DIR}/assetlintConfigVersion.cmake"
    DESTINATION ${package_dir} COMPONENT dev)
if(NOT BUILD_SHARED_LIBS)
    install(FILES cmake/FindCJSON.cmake DESTINATION ${package_dir} COMPONENT dev)
    if(ASSETLINT_HAVE_LIBDEFLATE)
        install(FILES cmake/FindLibdeflate.cmake DESTINATION ${package_dir} COMPONENT dev)
    endif()
endif()
if(ASSETLINT_HAVE_SECCOMP AND NOT BUILD_SHARED_LIBS)
    install(FILES cmake/FindLibseccomp.cmake DESTINATION ${package_dir} COMPONENT dev)
endif()

# The pkg-config file. Its paths are relative to itself, so that the prefix may be moved.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(pc_prefix "${CMAKE_INSTALL_PREFIX}")
    set(pc_libdir "${CMAKE_INSTALL_FULL_LIBDIR}")
    set(pc_includedir "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
else()
    file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
    string(REGEX REPLACE "/$" "" up "${up}")
    set(pc_prefix "\${pcfiledir}/${up}")
    set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
    set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
set(needed "zlib expat libcjson libarchive")
if(ASSETLINT_HAVE_LIBDEFLATE)
    string(APPEND needed " libdeflate")
endif()
if(ASSETLINT_HAVE_SECCOMP)
    string(APPEND needed " libseccomp")
endif()
set(pc_libs "-L\${libdir} -lassetlint")
set(pc_requires "")
set(pc_requires_private "")
# With a static library every program has to link its dependencies, not only those that ask for --static.
if(BUILD_SHARED_LIBS)
    set(pc_requires_private ${needed})
else()
    set(pc_requires ${needed})
    if(ASSETLINT_LIBM)
        string(APPEND pc_libs " -lm")
    endif()
endif()
set(pc_url "")
if(ASSETLINT_HOMEPAGE)
    set(pc_url "URL: ${ASSETLINT_HOMEPAGE}\n")
endif()
configure_file(cmake/assetlint.pc.in "${PROJECT_BINARY_DIR}/assetlint.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/assetlint.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
