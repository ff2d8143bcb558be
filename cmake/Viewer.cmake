# assetlint_viewer: the viewer in HTML reports, a C file made from web/viewer. Link it with the sources of reports.
file(GLOB viewer_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/web/viewer/*")
add_custom_command(OUTPUT "${PROJECT_BINARY_DIR}/html_viewer.c"
    COMMAND "${CMAKE_COMMAND}" "-DWEB=${PROJECT_SOURCE_DIR}/web" "-DOUTPUT=${PROJECT_BINARY_DIR}/html_viewer.c"
        -P "${PROJECT_SOURCE_DIR}/cmake/join_viewer.cmake"
    DEPENDS ${viewer_files} "${PROJECT_SOURCE_DIR}/cmake/join_viewer.cmake"
    COMMENT "Joining the viewer" VERBATIM)
add_library(assetlint_viewer STATIC "${PROJECT_BINARY_DIR}/html_viewer.c")
target_include_directories(assetlint_viewer PRIVATE "${PROJECT_SOURCE_DIR}/src")
target_link_libraries(assetlint_viewer PRIVATE assetlint_flags)
assetlint_optimise_library(assetlint_viewer)
