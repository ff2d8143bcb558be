/* posix_error.c: texts of errors. */
#define _POSIX_C_SOURCE 200809L

#include "platform/common.h"
#include "platform/platform.h"

#include <locale.h>
#include <string.h>

const char *al_error_text(int error)
{
    const char *text = al_usual_error_text(error);
    if (text != NULL)
        return text;
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0)
        return "unknown error";
    text = strerror_l(error, plain);
    freelocale(plain);
    return text;
}
