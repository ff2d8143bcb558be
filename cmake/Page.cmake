# The page where files are dropped: index.html in the build folder, beside assetlint.wasm. On a server its service worker,
# which is a file of its own by the rules of browsers, makes it work without a network.
file(GLOB page_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/web/*.js" "${PROJECT_SOURCE_DIR}/web/page/*")
add_custom_command(OUTPUT "${PROJECT_BINARY_DIR}/index.html"
    COMMAND "${CMAKE_COMMAND}" "-DWEB=${PROJECT_SOURCE_DIR}/web" "-DPROGRAM=$<TARGET_FILE:assetlint>"
        "-DEXAMPLE=${PROJECT_SOURCE_DIR}/corpus/first_look" "-DPAGE=${PROJECT_BINARY_DIR}/index.html"
        -P "${PROJECT_SOURCE_DIR}/cmake/join_page.cmake"
    DEPENDS assetlint ${viewer_files} ${page_files} "${PROJECT_SOURCE_DIR}/cmake/join_viewer.cmake"
        "${PROJECT_SOURCE_DIR}/cmake/join_page.cmake"
    COMMENT "Making index.html" VERBATIM)
configure_file("${PROJECT_SOURCE_DIR}/web/page/service_worker.js" "${PROJECT_BINARY_DIR}/service_worker.js" COPYONLY)
add_custom_target(page ALL DEPENDS "${PROJECT_BINARY_DIR}/index.html")
