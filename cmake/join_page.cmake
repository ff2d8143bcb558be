# join_page.cmake: makes the page where files are dropped, from web/page, web/viewer and the program. Everything is in it, so
# that it works from any server, from a file, and without a network. Needs gzip and base64.
#
#     cmake -DWEB=web -DPROGRAM=assetlint.wasm -DEXAMPLE=corpus/first_look -DPAGE=index.html -P cmake/join_page.cmake
include("${CMAKE_CURRENT_LIST_DIR}/join_viewer.cmake")

# The modules besides the viewer's own, which opens no report by itself here.
set(PAGE_SCRIPTS dropped saved zip fixes program bundles page)

function(base64_of command result)
    execute_process(COMMAND sh -c "${command} | base64 -w0" OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    set(${result} "${text}" PARENT_SCOPE)
endfunction()

list(REMOVE_ITEM VIEWER_SCRIPTS open)
join_modules("${WEB}/viewer" "${VIEWER_SCRIPTS}" viewer)
join_modules("${WEB}/page" "${PAGE_SCRIPTS}" page)
# One block, so that the page sees the names of the viewer.
string(REGEX REPLACE "}\n$" "" viewer "${viewer}")
string(REPLACE "\n\"use strict\";\n{" "" page "${page}")
set(script "${viewer}${page}")
join_modules("${WEB}" "wasi;memory;assetlint;worker" worker)
read_style("${WEB}/viewer/viewer.css" style)
read_style("${WEB}/page/page.css" page_style)
string(APPEND style "${page_style}")
policy_hash("${script}" script_hash)
policy_hash("${style}" style_hash)
base64_of("gzip -9nc '${PROGRAM}'" program)
set(example "")
file(GLOB paths "${EXAMPLE}/*")
foreach(path IN LISTS paths)
    base64_of("cat '${path}'" content)
    cmake_path(GET path FILENAME name)
    list(APPEND example "\"first_look/${name}\":\"${content}\"")
endforeach()
list(JOIN example "," example)

file(READ "${WEB}/page/index.html" html)
string(REPLACE "%script-hash%" "${script_hash}" html "${html}")
string(REPLACE "%style-hash%" "${style_hash}" html "${html}")
foreach(part style worker program script)
    string(REPLACE "%${part}%" "${${part}}" html "${html}")
endforeach()
string(REPLACE "%example%" "{${example}}" html "${html}")
file(WRITE "${PAGE}" "${html}")
