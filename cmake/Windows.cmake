# What a program of Windows carries: its icon, its version, and that its texts are UTF-8 and its paths may be long.
enable_language(RC)
configure_file(cmake/windows/assetlint.manifest assetlint.manifest @ONLY)
configure_file(cmake/windows/assetlint.rc.in assetlint.rc @ONLY)
target_sources(assetlint PRIVATE "${PROJECT_BINARY_DIR}/assetlint.rc")
set_source_files_properties("${PROJECT_BINARY_DIR}/assetlint.rc" PROPERTIES
    OBJECT_DEPENDS "${PROJECT_BINARY_DIR}/assetlint.manifest;${PROJECT_SOURCE_DIR}/cmake/windows/assetlint.ico")
# The flags are for C.
set(CMAKE_RC_COMPILE_OBJECT "<CMAKE_RC_COMPILER> -O coff <SOURCE> <OBJECT>")
# The same sources give the same program, whenever it is linked.
target_link_options(assetlint PRIVATE -Wl,--no-insert-timestamp)
