/* dump_forms.c: the list of all forms of a dump. */
#include "report/dump.h"
#include "report/views_json.h"

static bool write_views(FILE *out, const al_views *views)
{
    const bool whole = write_views_json(out, views);
    (void)fputc('\n', out);
    return whole;
}

const dump_form dump_views_form = {.name = "views", .write_views = write_views};

static const dump_form *const forms[] = {&dump_text_form, &dump_json_form, &dump_views_form};

const dump_form *dump_form_at(size_t number)
{
    return number < sizeof forms / sizeof forms[0] ? forms[number] : NULL;
}
