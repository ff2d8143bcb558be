# Run by CPack on what is to be packed: makes of it what Debian's policy asks of a package with a program. The library and
# its header are for those who build from the sources, or take the archive.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
    return()
endif()
set(usr "${CPACK_TEMPORARY_DIRECTORY}/usr")
set(doc "${usr}/share/doc/assetlint")

file(REMOVE_RECURSE "${usr}/include" "${usr}/lib" "${doc}/LICENSE")

file(READ "${CPACK_RESOURCE_FILE_LICENSE}" license)
string(REGEX MATCH "Copyright \\(c\\) ([^\n]*)" holders "${license}")
set(holders "${CMAKE_MATCH_1}")
string(REGEX REPLACE "^.*(Permission is hereby)" "\\1" license "${license}")
string(STRIP "${license}" license)
string(REPLACE "\n\n" "\n.\n" license "${license}")
string(REPLACE "\n" "\n " license "${license}")
file(WRITE "${doc}/copyright"
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: assetlint

Files: *
Copyright: ${holders}
License: Expat

License: Expat
 ${license}
")

# Policy wants one of its own form. The present is SOURCE_DATE_EPOCH, where that is set.
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE "${doc}/changelog"
"assetlint (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * What is new stands in /usr/share/doc/assetlint/CHANGELOG.md.gz.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")

# Without names and times, so that the same files give the same package.
file(GLOB pages "${usr}/share/man/man*/*")
execute_process(COMMAND gzip -9n "${doc}/changelog" "${doc}/CHANGELOG.md" ${pages} COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE files "${usr}/share/*")
file(CHMOD ${files} FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
