/* bgf_document.c: the records of a BGF, and values packed in their fields. */
#include "formats/anark/bgf/bgf.h"

#define AL_LAYOUT        "formats/anark/bgf/layout.def"
#define AL_LAYOUT_LIST   bgf_layouts
#define AL_LAYOUT_SHARED ANARK_LAYOUTS
#include "kit/layout_define.h"
#undef AL_LAYOUT

uint32_t bgf_type_of(uint32_t type_and_name)
{
    return type_and_name >> ANARK_NAME_BITS & 7;
}
