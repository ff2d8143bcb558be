# CPack runs this on the files to pack, a folder for each component: it makes them what Debian's policy requires of packages.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
    return()
endif()
file(READ "${CPACK_RESOURCE_FILE_LICENSE}" license)
string(REGEX MATCH "Copyright \\(c\\) ([^\n]*)" holders "${license}")
set(holders "${CMAKE_MATCH_1}")
string(REGEX REPLACE "^.*(Permission is hereby)" "\\1" license "${license}")
string(STRIP "${license}" license)
string(REPLACE "\n\n" "\n.\n" license "${license}")
string(REPLACE "\n" "\n " license "${license}")
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC) # SOURCE_DATE_EPOCH, if that is set

function(complete component package changes)
    set(usr "${CPACK_TEMPORARY_DIRECTORY}/${component}/usr")
    set(doc "${usr}/share/doc/${package}")
    file(REMOVE "${doc}/LICENSE")
    file(WRITE "${doc}/copyright"
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: assetlint

Files: *
Copyright: ${holders}
License: Expat

License: Expat
 ${license}
")
    # The policy requires a changelog of this form.
    file(WRITE "${doc}/changelog"
"assetlint (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * ${changes}

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
    # Compressed without names and times, so that the same files give the same package.
    file(GLOB pages "${usr}/share/man/man*/*" "${doc}/CHANGELOG.md")
    execute_process(COMMAND gzip -9n "${doc}/changelog" ${pages} COMMAND_ERROR_IS_FATAL ANY)
    file(GLOB_RECURSE files "${usr}/share/*")
    file(CHMOD ${files} FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endfunction()

complete(program assetlint "See /usr/share/doc/assetlint/CHANGELOG.md.gz.")
complete(dev libassetlint-dev "See the CHANGELOG.md.gz of the package assetlint.")
