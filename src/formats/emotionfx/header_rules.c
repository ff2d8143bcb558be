/* header_rules.c: the rule about multiplyOrder in the header of XAC, XSM and XPM. */
#include "formats/emotionfx/chunks.h"

void efx_check_multiply_order(const efx_judging *j, size_t rule)
{
    const al_path path = al_field(j->up, "header");
    const al_span header = al_slice_available(j->file->bytes, 0, EFX_HEADER_BYTES);
    if (efx_header_is_legal(header, EFX_HEADER_AT_multiply_order))
        return;
    al_claim claim = efx_header_claim_at(rule, header, EFX_HEADER_AT_multiply_order, &path);
    claim.expected = al_text("0 or 1");
    al_report(j->job->sink, &claim, "multiplyOrder is %u, known orders are 0 and 1",
              al_u8_at(header, EFX_HEADER_AT_multiply_order));
}
