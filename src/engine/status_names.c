/* status_names.c: the words of the public interface's enums, and the version. */
#include <assetlint/assetlint.h>

const char *al_version(void)
{
    return AL_VERSION_STRING;
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
