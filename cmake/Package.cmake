# For `cpack -G DEB` and `cpack -G TGZ` in the build folder: a package for Debian with the program, and an archive of all
# installed files.
string(TOLOWER "${CMAKE_SYSTEM_NAME}" package_system)
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_VENDOR "The assetlint authors")
set(CPACK_PACKAGE_CONTACT "The assetlint authors <authors@assetlint.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "validator and linter for the binary assets of game mods")
set(CPACK_PACKAGE_DESCRIPTION
"assetlint checks the binary files of game mods before a game loads them:
meshes, actors, animations, packages and archives. It reports where a file is
wrong, what happens in the game, and how to fix it. It also runs in continuous
integration.")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_FILE_NAME "assetlint-${PROJECT_VERSION}-${package_system}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_STRIP_FILES ON)
set(CPACK_ARCHIVE_UID 0)
set(CPACK_ARCHIVE_GID 0)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE "${ASSETLINT_HOMEPAGE}")
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/DebianFiles.cmake")
include(CPack)
