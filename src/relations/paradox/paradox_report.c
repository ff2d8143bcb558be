/* paradox_report.c: the words of what was found. */
#include <string.h>

#include "formats/catalogue.h"
#include "relations/paradox/paradox_model.h"

#define AL_RULES "rules/pdx.def"
#include "kit/rule_numbers.h"
#undef AL_RULES
#define AL_RULES "rules/xsm.def"
#include "kit/rule_numbers.h"
#undef AL_RULES
#define AL_RULES "rules/xpm.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

/* A clause about a file that is there instead, around its name. */
static const char *before_near(const char *near)
{
    return near != NULL ? "; did you mean \"" : "";
}

static const char *behind_near(const char *near)
{
    return near != NULL ? "\"?" : "";
}

static void report_file(const pdx_finding *f, al_claim *claim, al_sink *sink)
{
    const char *near = f->b != NULL ? f->b : "";
    if (f->said == PDX_SAID_MISSING_ACTOR) {
        claim->rule = PDX_MISSING_ACTOR_FILE;
        al_report(sink, claim, "actor \"%s\" is not drawn: there is no file %s%s%s%s", f->a, f->actual,
                  before_near(f->b), near, behind_near(f->b));
    } else if (f->said == PDX_SAID_MISSING_MOTION) {
        claim->rule = PDX_MISSING_MOTION;
        al_report(sink, claim, "actor \"%s\" stands still in its motion \"%s\": there is no file %s%s%s%s",
                  f->a, f->c, f->actual, before_near(f->b), near, behind_near(f->b));
    } else if (f->said == PDX_SAID_MISSING_SPRITE) {
        claim->rule = PDX_MISSING_SPRITE;
        al_report(sink, claim, "\"%s\" is not drawn: there is no picture %s", f->a, f->actual);
    } else {
        claim->rule = PDX_UNUSED_FILE;
        al_report(sink, claim, "no .gfx of the mod names %s", f->a);
    }
}

static void report_texture(const pdx_finding *f, al_claim *claim, al_sink *sink)
{
    claim->rule = PDX_MISSING_TEXTURE;
    if (f->said == PDX_SAID_NEAR_TEXTURE)
        al_report(sink, claim, "there is no picture of the name \"%s\", but there is %s", f->actual, f->b);
    else
        al_report(sink, claim, "there is no picture \"%s\" beside the actor, in gfx/anims or below gfx%s",
                  f->actual, f->number != 0 ? ": the part is drawn without its colours" : "");
}

static void report_type(const pdx_finding *f, al_claim *claim, al_sink *sink)
{
    claim->rule = PDX_DUPLICATE_TYPE;
    if (f->said == PDX_SAID_TWO_ACTORS) {
        al_report(sink, claim, "type \"%s\" is in this file twice, with %s and with %s: one is never seen",
                  f->a, f->b, f->c);
    } else if (f->said == PDX_SAID_TWICE) {
        al_report(sink, claim, "type \"%s\" is in this file twice", f->a);
    } else if (f->said == PDX_SAID_TWO_FILES) {
        al_report(sink, claim, "type \"%s\" is in %s, too", f->a, f->b);
    } else if (f->said == PDX_SAID_NESTED) {
        claim->rule = PDX_NESTED_TYPE;
        al_report(sink, claim, "type \"%s\" lies in another type: the one before it lacks its }", f->a);
    } else if (f->said == PDX_SAID_MISSING_KEY) {
        claim->rule = PDX_MISSING_KEY;
        al_report(sink, claim, "type \"%s\" has no %s", f->a, f->b);
    } else {
        claim->rule = PDX_DUPLICATE_KEY;
        al_report(sink, claim, "type \"%s\" has %s twice", f->a, f->b);
    }
}

static void report_attached(const pdx_finding *f, al_claim *claim, al_sink *sink)
{
    if (f->said == PDX_SAID_ATTACH_NODE) {
        claim->rule = PDX_ATTACH_NODE;
        al_report(sink, claim, "\"%s\" hangs on node \"%s\", which %s has not", f->a, f->actual, f->b);
    } else {
        claim->rule = PDX_ATTACH_TYPE;
        al_report(sink, claim, "no EMFXActorType is called \"%s\": nothing hangs on \"%s\" there", f->actual,
                  f->a);
    }
}

static void report_text(const pdx_finding *f, al_claim *claim, al_sink *sink)
{
    claim->rule = PDX_LIMIT;
    claim->limit = true;
    if (f->said == PDX_SAID_TOO_DEEP) {
        al_report(sink, claim, "braces in braces are read to level 64: what is deeper was not checked");
    } else if (f->said == PDX_SAID_UNREAD) {
        if (sink->limited) /* it was said of the file */
            return;
        al_report(sink, claim, "file is too large for --max-file-size or --max-memory and was not read");
    } else if (f->said == PDX_SAID_TOO_MUCH) {
        al_report(sink, claim, "comparing the motion with all its actors takes too much work");
    } else {
        claim->rule = PDX_SYNTAX;
        claim->limit = false;
        al_report(sink, claim, "%s", f->a);
    }
}

static void report_motion(const pdx_finding *f, al_claim *claim, al_sink *sink)
{
    if (f->said == PDX_SAID_NO_NODE) {
        sink->first_rule = al_first_rule("xsm");
        claim->rule = XSM_NO_NODE_MATCHES;
        if (f->number == 1)
            al_report(sink, claim, "motion moves no node of %s: it is for \"%s\"%s", f->b, f->a, f->c);
        else
            al_report(sink, claim, "motion moves no node of its %u actors, such as %s: it is for \"%s\"%s",
                      (unsigned)f->number, f->b, f->a, f->c);
    } else {
        sink->first_rule = al_first_rule("xpm");
        claim->rule = XPM_UNKNOWN_TARGET;
        if (f->number == 1)
            al_report(sink, claim, "%s has no morph target \"%s\"", f->b, f->a);
        else
            al_report(sink, claim, "none of %u actors with morph targets, such as %s, has one called \"%s\"",
                      (unsigned)f->number, f->b, f->a);
    }
}

static al_claim claim_of(const pdx_finding *f, uint64_t size)
{
    const pdx_place *p = &f->place;
    al_claim claim = {.level = f->level, .tally = f->tally};
    if (f->field[0] != '\0')
        claim.path = al_field(NULL, f->field);
    if (p->offset <= size && p->length <= size - p->offset) { /* the file may have changed since */
        claim.offset = p->offset;
        claim.length = p->length;
        claim.line = p->line;
        claim.column = p->column;
        claim.end_line = p->end_line;
        claim.end_column = p->end_column;
    }
    if (f->actual != NULL)
        claim.actual = al_text(f->actual);
    if (f->expected != NULL)
        claim.expected = al_text(f->expected);
    return claim;
}

void pdx_report(const pdx_finding *f, al_sink *sink)
{
    const size_t first = sink->first_rule;
    al_claim claim = claim_of(f, sink->size);
    switch (f->said) {
    case PDX_SAID_MISSING_ACTOR:
    case PDX_SAID_MISSING_MOTION:
    case PDX_SAID_MISSING_SPRITE:
    case PDX_SAID_UNUSED: report_file(f, &claim, sink); break;
    case PDX_SAID_NEAR_TEXTURE:
    case PDX_SAID_MISSING_TEXTURE: report_texture(f, &claim, sink); break;
    case PDX_SAID_ATTACH_NODE:
    case PDX_SAID_ATTACH_TYPE: report_attached(f, &claim, sink); break;
    case PDX_SAID_TWO_ACTORS:
    case PDX_SAID_TWICE:
    case PDX_SAID_TWO_FILES:
    case PDX_SAID_NESTED:
    case PDX_SAID_MISSING_KEY:
    case PDX_SAID_DUPLICATE_KEY: report_type(f, &claim, sink); break;
    case PDX_SAID_SYNTAX:
    case PDX_SAID_TOO_DEEP:
    case PDX_SAID_UNREAD:
    case PDX_SAID_TOO_MUCH: report_text(f, &claim, sink); break;
    case PDX_SAID_NO_NODE:
    case PDX_SAID_NO_TARGET: report_motion(f, &claim, sink); break;
    }
    sink->first_rule = first;
}
