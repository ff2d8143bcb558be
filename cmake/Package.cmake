# For `cpack -G DEB` and `cpack -G TGZ` in the build folder: packages for Debian, one with the program and one with the
# library, and an archive of all installed files.
string(TOLOWER "${CMAKE_SYSTEM_NAME}" package_system)
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_VENDOR "The assetlint authors")
set(CPACK_PACKAGE_CONTACT "The assetlint authors <authors@assetlint.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "validator and linter for the binary assets of game mods")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_FILE_NAME "assetlint-${PROJECT_VERSION}-${package_system}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_STRIP_FILES ON)
set(CPACK_ARCHIVE_UID 0)
set(CPACK_ARCHIVE_GID 0)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_COMPONENTS_ALL program dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME assetlint)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION
"assetlint checks the binary files of game mods before a game loads them:
meshes, actors, animations, packages and archives. It reports where a file is
wrong, what happens in the game, and how to fix it. It also runs in continuous
integration.")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libassetlint-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_DESCRIPTION
"This package has the library of assetlint and its header, a pkg-config file and
a CMake package, for programs that check mods themselves.")
if(NOT BUILD_SHARED_LIBS) # then each program has to link what the library needs
    set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "zlib1g-dev, libexpat1-dev, libcjson-dev, libarchive-dev")
    if(ASSETLINT_HAVE_LIBDEFLATE)
        string(APPEND CPACK_DEBIAN_DEV_PACKAGE_DEPENDS ", libdeflate-dev")
    endif()
    if(ASSETLINT_HAVE_SECCOMP)
        string(APPEND CPACK_DEBIAN_DEV_PACKAGE_DEPENDS ", libseccomp-dev")
    endif()
endif()
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE "${ASSETLINT_HOMEPAGE}")
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/DebianFiles.cmake")
include(CPack)
