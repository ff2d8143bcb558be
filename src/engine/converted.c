/* converted.c: file/line-ends. Converted line ends break every binary format, but the first finding that
 * follows may be hard to understand, or no rule may look at the broken bytes: so this is a rule of its own
 * for all formats.
 */
#include "engine/converted.h"

#include <inttypes.h>

#include "core/limits.h"
#include "kit/describe_content.h"

#define AL_RULES "rules/file.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

bool al_is_converted(const al_sink *s, al_span file, al_line_ends *ends)
{
    return s->settings[FILE_LINE_ENDS].level != AL_OFF && al_all_line_feeds_paired(file, ends) &&
           !al_is_text(al_slice_available(file, 0, AL_HEAD_SIZE)); /* a web page instead of the file */
}

void al_report_converted(al_sink *s, const al_line_ends *ends)
{
    const size_t first_rule = s->first_rule;
    const al_claim claim = {.rule = FILE_LINE_ENDS, .offset = ends->first, .length = 2, .root_cause = true};
    s->first_rule = 0; /* rules about files come first in the catalogue */
    if (ends->count > 1)
        al_report(
            s, &claim,
            "each of the %" PRIu64
            " line feeds has a carriage return before it: Git, or FTP in text mode, took the file for a "
            "text and put them there",
            ends->count);
    else
        al_report(s, &claim,
                  "the only line feed has a carriage return before it: Git, or FTP in text mode, may have "
                  "taken the file for a text and put it there");
    s->first_rule = first_rule;
}
