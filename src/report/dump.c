/* dump.c: levels and numbers, for all forms of a dump. */
#include "report/dump.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

void dump_open(dump *d, bool list)
{
    if (d->depth == d->capacity) {
        const size_t capacity = d->capacity == 0 ? 16 : d->capacity * 2;
        dump_level *levels =
            capacity > SIZE_MAX / sizeof *levels ? NULL : realloc(d->levels, capacity * sizeof *levels);
        if (levels == NULL) {
            d->failed = true;
            return;
        }
        d->levels = levels;
        d->capacity = capacity;
    }
    d->levels[d->depth++] = (dump_level){.list = list};
}

void dump_close(dump *d)
{
    if (!d->failed && d->depth > 1)
        d->depth--;
}

void dump_begin(dump *d, FILE *out, const char *path)
{
    *d = (dump){.out = out, .path = path};
    dump_open(d, false);
}

void dump_end(dump *d)
{
    free(d->levels);
    *d = (dump){0};
}

bool dump_has_range(const al_series *series)
{
    for (unsigned i = 0; i < series->components; i++)
        if (series->minimum[i] > series->maximum[i])
            return false;
    return series->components > 0;
}

void dump_real(FILE *out, double value, const char *quote)
{
    char digits[64];
    if (isnan(value)) {
        fprintf(out, "%snan%s", quote, quote);
    } else if (isinf(value)) {
        fprintf(out, "%s%sinf%s", quote, value < 0 ? "-" : "", quote);
    } else {
        (void)al_real_words(value, digits, sizeof digits);
        (void)fputs(digits, out);
    }
}
