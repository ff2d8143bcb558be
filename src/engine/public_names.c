/* public_names.c: the words for the enums of the public header, and the version. */
#include <assetlint/assetlint.h>

#include "containers/members.h"

const char *al_version(void)
{
    return AL_VERSION_STRING;
}

const char *al_status_text(al_status status)
{
    switch (status) {
    case AL_OK: return "success";
    case AL_OUT_OF_MEMORY: return "out of memory";
    case AL_BAD_ARGUMENT: return "an argument is not valid";
    case AL_CONFIG_ERROR: return "the configuration or the baseline has a mistake";
    case AL_UNREADABLE: return "the list of paths cannot be read";
    case AL_STOPPED: return "stopped before all files were checked";
    }
    return "unknown status";
}

const char *al_level_name(al_level level)
{
    switch (level) {
    case AL_OFF: return "off";
    case AL_NOTE: return "note";
    case AL_WARNING: return "warning";
    case AL_ERROR: return "error";
    }
    return "";
}

const char *al_confidence_name(al_confidence confidence)
{
    switch (confidence) {
    case AL_POSSIBLE: return "possible";
    case AL_LIKELY: return "likely";
    case AL_CERTAIN: return "certain";
    }
    return "";
}

const char *al_fix_kind_name(al_fix_kind kind)
{
    switch (kind) {
    case AL_FIX_NONE: return "";
    case AL_FIX_SAFE: return "safe";
    case AL_FIX_UNSAFE: return "unsafe";
    }
    return "";
}

const char *al_file_status_name(al_file_status status)
{
    switch (status) {
    case AL_FILE_CLEAN: return "clean";
    case AL_FILE_FINDINGS: return "findings";
    case AL_FILE_UNREADABLE: return "unreadable";
    case AL_FILE_LIMIT: return "limit";
    case AL_FILE_UNRECOGNIZED: return "unrecognized";
    }
    return "";
}

al_path_kind al_path_kind_of(const char *path)
{
    if (al_container_of(path) != NULL)
        return AL_PATH_PACKAGE;
    return al_is_container_data(path) ? AL_PATH_PACKAGE_DATA : AL_PATH_FILE;
}
