# Finds libdeflate: the target Libdeflate::Libdeflate. Releases before 1.15 have no CMake package. This file is
# installed with the CMake package of assetlint, whose static library needs libdeflate.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(PC_LIBDEFLATE QUIET libdeflate)
endif()
find_path(Libdeflate_INCLUDE_DIR libdeflate.h HINTS ${PC_LIBDEFLATE_INCLUDEDIR})
find_library(Libdeflate_LIBRARY deflate HINTS ${PC_LIBDEFLATE_LIBDIR})
mark_as_advanced(Libdeflate_INCLUDE_DIR Libdeflate_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libdeflate
    REQUIRED_VARS Libdeflate_LIBRARY Libdeflate_INCLUDE_DIR
    VERSION_VAR PC_LIBDEFLATE_VERSION
    REASON_FAILURE_MESSAGE "on Debian it is the package libdeflate-dev")

if(Libdeflate_FOUND AND NOT TARGET Libdeflate::Libdeflate)
    add_library(Libdeflate::Libdeflate UNKNOWN IMPORTED)
    set_target_properties(Libdeflate::Libdeflate PROPERTIES
        IMPORTED_LOCATION "${Libdeflate_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${Libdeflate_INCLUDE_DIR}")
endif()
