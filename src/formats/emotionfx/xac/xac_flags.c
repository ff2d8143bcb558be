/* xac_flags.c: bytes that should be 0 or 1. */
#include "formats/emotionfx/xac/xac.h"

bool xac_flag_claim(const al_layout *layout, al_span record, uint32_t field, const al_path *path,
                    al_claim *claim)
{
    if (al_u8_at(record, field) <= 1)
        return false;
    *claim = al_field_claim(XAC_BOOL_VALUE, layout, record, field, path);
    claim->expected = al_text("0 or 1");
    return true;
}
