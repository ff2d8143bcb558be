# What the build folder holds besides assetlint.wasm: index.html, the page where files are dropped, and the files of the npm
# package, which package.json lists. On a server the page's service worker, which is a file of its own by the rules of browsers,
# makes it work without a network.
file(GLOB page_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/web/*.js" "${PROJECT_SOURCE_DIR}/web/page/*")
add_custom_command(OUTPUT "${PROJECT_BINARY_DIR}/index.html"
    COMMAND "${CMAKE_COMMAND}" "-DWEB=${PROJECT_SOURCE_DIR}/web" "-DPROGRAM=$<TARGET_FILE:assetlint>"
        "-DEXAMPLE=${PROJECT_SOURCE_DIR}/corpus/first_look" "-DPAGE=${PROJECT_BINARY_DIR}/index.html"
        -P "${PROJECT_SOURCE_DIR}/cmake/join_page.cmake"
    DEPENDS assetlint ${viewer_files} ${page_files} "${PROJECT_SOURCE_DIR}/cmake/join_viewer.cmake"
        "${PROJECT_SOURCE_DIR}/cmake/join_page.cmake"
    COMMENT "Making index.html" VERBATIM)
configure_file("${PROJECT_SOURCE_DIR}/web/page/service_worker.js" "${PROJECT_BINARY_DIR}/service_worker.js" COPYONLY)
# The licences of the libraries in the program, for `npm pack`. The sources of libraries are Debian's, and so are the texts.
find_package(Python3 COMPONENTS Interpreter REQUIRED)
add_custom_command(OUTPUT "${PROJECT_BINARY_DIR}/licences/zlib.txt"
    COMMAND Python3::Interpreter -B "${PROJECT_SOURCE_DIR}/ci/release/linked.py" licences-of "${PROJECT_BINARY_DIR}"
        "${PROJECT_BINARY_DIR}/licences"
    DEPENDS assetlint "${PROJECT_SOURCE_DIR}/ci/release/linked.py" COMMENT "Copying licences" VERBATIM)
add_custom_target(licences ALL DEPENDS "${PROJECT_BINARY_DIR}/licences/zlib.txt")

add_custom_target(page ALL DEPENDS "${PROJECT_BINARY_DIR}/index.html")

file(GLOB package_scripts CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/web"
    "${PROJECT_SOURCE_DIR}/web/*.js" "${PROJECT_SOURCE_DIR}/web/*.d.ts" "${PROJECT_SOURCE_DIR}/web/node/*.js")
foreach(file IN LISTS package_scripts ITEMS README.md)
    configure_file("web/${file}" "${PROJECT_BINARY_DIR}/${file}" COPYONLY)
endforeach()
configure_file(LICENSE "${PROJECT_BINARY_DIR}/LICENSE" COPYONLY)
set(package_homepage "")
if(ASSETLINT_HOMEPAGE)
    set(package_homepage "\n  \"homepage\": \"${ASSETLINT_HOMEPAGE}\",")
endif()
configure_file(web/package.json.in "${PROJECT_BINARY_DIR}/package.json" @ONLY)
