# Finds cJSON: the target CJSON::CJSON, for <cjson/cJSON.h>.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(PC_CJSON QUIET libcjson)
endif()
find_path(CJSON_INCLUDE_DIR cjson/cJSON.h HINTS ${PC_CJSON_INCLUDEDIR})
find_library(CJSON_LIBRARY cjson HINTS ${PC_CJSON_LIBDIR})
mark_as_advanced(CJSON_INCLUDE_DIR CJSON_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CJSON
    REQUIRED_VARS CJSON_LIBRARY CJSON_INCLUDE_DIR
    VERSION_VAR PC_CJSON_VERSION
    REASON_FAILURE_MESSAGE "on Debian it is the package libcjson-dev")

if(CJSON_FOUND AND NOT TARGET CJSON::CJSON)
    add_library(CJSON::CJSON UNKNOWN IMPORTED)
    set_target_properties(CJSON::CJSON PROPERTIES
        IMPORTED_LOCATION "${CJSON_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${CJSON_INCLUDE_DIR}")
endif()
