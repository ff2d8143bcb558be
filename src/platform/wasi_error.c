/* wasi_error.c: texts of errors. */
#include "platform/platform.h"

#include <stddef.h>
#include <string.h>

#include "platform/common.h"

const char *al_error_text(int error)
{
    const char *text = al_usual_error_text(error);
    return text != NULL ? text : strerror(error);
}
