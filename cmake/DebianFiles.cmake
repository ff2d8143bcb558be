# CPack runs this on the files to pack: it makes them what Debian's policy requires of a package with a program. The
# package has no library and no header; they come with the sources and the archive.
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

# The policy requires a changelog of this form. Its time is SOURCE_DATE_EPOCH, if that is set.
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE "${doc}/changelog"
"assetlint (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * See /usr/share/doc/assetlint/CHANGELOG.md.gz.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")

# Compressed without names and times, so that the same files give the same package.
file(GLOB pages "${usr}/share/man/man*/*")
execute_process(COMMAND gzip -9n "${doc}/changelog" "${doc}/CHANGELOG.md" ${pages} COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE files "${usr}/share/*")
file(CHMOD ${files} FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
