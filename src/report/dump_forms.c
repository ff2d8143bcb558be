/* dump_forms.c: the list of all forms of a dump. */
#include "report/dump.h"

static const dump_form *const forms[] = {&dump_text_form, &dump_json_form};

const dump_form *dump_form_at(size_t number)
{
    return number < sizeof forms / sizeof forms[0] ? forms[number] : NULL;
}
