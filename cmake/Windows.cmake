# Resources of the program for Windows: its icon and version, and the manifest for UTF-8 texts and long paths.
enable_language(RC)
configure_file(cmake/windows/assetlint.manifest assetlint.manifest @ONLY)
configure_file(cmake/windows/assetlint.rc.in assetlint.rc @ONLY)
target_sources(assetlint PRIVATE "${PROJECT_BINARY_DIR}/assetlint.rc")
set_source_files_properties("${PROJECT_BINARY_DIR}/assetlint.rc" PROPERTIES
    OBJECT_DEPENDS "${PROJECT_BINARY_DIR}/assetlint.manifest;${PROJECT_SOURCE_DIR}/cmake/windows/assetlint.ico")
# Without the flags for C.
set(CMAKE_RC_COMPILE_OBJECT "<CMAKE_RC_COMPILER> -O coff <SOURCE> <OBJECT>")
# Without a time stamp the same sources give the same program.
target_link_options(assetlint PRIVATE -Wl,--no-insert-timestamp)
