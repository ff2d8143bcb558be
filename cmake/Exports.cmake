# Shows to other programs only the functions of the public header. The header needs no attributes, and no function is
# public by mistake.

# Sets `result` to a list of the functions that a header declares.
function(assetlint_public_functions header result)
    file(READ "${header}" text)
    # A prototype begins at the start of a line; comments and members of structs do not.
    string(REGEX MATCHALL "\n[a-z][A-Za-z0-9_ *]*[ *]al_[a-z0-9_]+\\(" prototypes "${text}")
    set(names "")
    foreach(prototype IN LISTS prototypes)
        string(REGEX MATCH "al_[a-z0-9_]+\\($" name "${prototype}")
        string(REPLACE "(" "" name "${name}")
        list(APPEND names "${name}")
    endforeach()
    if(names STREQUAL "")
        message(FATAL_ERROR "${header} declares no function")
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
    set(${result} "${names}" PARENT_SCOPE)
endfunction()

# The exports of a shared library.
function(assetlint_export_only target header)
    assetlint_public_functions("${header}" names)
    list(JOIN names ";\n        " symbols)
    string(PREPEND symbols "        ")
    string(APPEND symbols ";\n")
    include(CheckLinkerFlag)
    set(script "${PROJECT_BINARY_DIR}/exports.map")
    file(CONFIGURE OUTPUT "${script}" CONTENT "{\n    global:\n@symbols@    local:\n        *;\n};\n" @ONLY)
    check_linker_flag(C "-Wl,--version-script=${script}" assetlint_has_version_script)
    if(assetlint_has_version_script)
        target_link_options(${target} PRIVATE "-Wl,--version-script=${script}")
        set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${script}")
    endif()
endfunction()

# An archive has no exports: the names of all its functions would meet those of the program that links it. So the archive
# that is installed has one object file, in which the other functions are local. It has no bytecode for optimisation across
# files, but ordinary code.
function(assetlint_install_only archive header)
    assetlint_public_functions("${header}" names)
    list(JOIN names "\n" lines)
    set(list "${PROJECT_BINARY_DIR}/public_functions.txt")
    file(CONFIGURE OUTPUT "${list}" CONTENT "@lines@\n" @ONLY)
    install(CODE "
        set(archive \"\$ENV{DESTDIR}${archive}\")
        cmake_path(REPLACE_FILENAME archive assetlint.o OUTPUT_VARIABLE object)
        execute_process(COMMAND \"${CMAKE_C_COMPILER}\" -r -nostdlib -fno-lto -o \"\${object}\"
            -Wl,--whole-archive \"\${archive}\" COMMAND_ERROR_IS_FATAL ANY)
        execute_process(COMMAND \"${CMAKE_OBJCOPY}\" --keep-global-symbols=${list}
            --remove-section=.gnu.lto_* --remove-section=.gnu.debuglto_* \"\${object}\" COMMAND_ERROR_IS_FATAL ANY)
        file(REMOVE \"\${archive}\")
        execute_process(COMMAND \"${CMAKE_AR}\" qcD \"\${archive}\" \"\${object}\" COMMAND_ERROR_IS_FATAL ANY)
        file(REMOVE \"\${object}\")" COMPONENT dev)
endfunction()
