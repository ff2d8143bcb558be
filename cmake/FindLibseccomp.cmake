# Finds libseccomp: the target Libseccomp::Libseccomp. It has no CMake package. This file is installed with
# the CMake package of assetlint, whose static library needs libseccomp.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(PC_LIBSECCOMP QUIET libseccomp)
endif()
find_path(Libseccomp_INCLUDE_DIR seccomp.h HINTS ${PC_LIBSECCOMP_INCLUDEDIR})
find_library(Libseccomp_LIBRARY seccomp HINTS ${PC_LIBSECCOMP_LIBDIR})
mark_as_advanced(Libseccomp_INCLUDE_DIR Libseccomp_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libseccomp
    REQUIRED_VARS Libseccomp_LIBRARY Libseccomp_INCLUDE_DIR
    VERSION_VAR PC_LIBSECCOMP_VERSION
    REASON_FAILURE_MESSAGE "on Debian it is the package libseccomp-dev")

if(Libseccomp_FOUND AND NOT TARGET Libseccomp::Libseccomp)
    add_library(Libseccomp::Libseccomp UNKNOWN IMPORTED)
    set_target_properties(Libseccomp::Libseccomp PROPERTIES
        IMPORTED_LOCATION "${Libseccomp_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${Libseccomp_INCLUDE_DIR}")
endif()
