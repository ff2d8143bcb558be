/* strings.c: checks the characters of texts. */
#include "kit/strings.h"

#include <inttypes.h>

#include "core/reduce/bytes.h"

al_claim al_string_claim(size_t rule, const al_string *string)
{
    return (al_claim){
        .rule = rule, .offset = string->field.base, .length = string->field.len, .path = string->path};
}

void al_check_string(al_job *job, size_t rule, const al_string *string)
{
    al_tally bad = {.count = 0};
    if (!al_any_control_char(string->text))
        return;
    for (uint64_t i = 0; i < string->text.len; i++) {
        const uint8_t byte = al_u8_at(string->text, i);
        if (byte < 0x20 || byte == 0x7F)
            al_tally_add(&bad, i);
    }
    al_claim claim = al_string_claim(rule, string);
    claim.actual = al_text_bytes(string->text);
    claim.tally = &bad;
    al_report(job->sink, &claim,
              "control characters in the text: %" PRIu64 " of %zu byte%s, the first is 0x%02X at %" PRIu64,
              bad.count, string->text.len, AL_S(string->text.len), al_u8_at(string->text, bad.first[0]),
              bad.first[0]);
}
