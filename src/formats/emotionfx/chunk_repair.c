/* chunk_repair.c: finds the one wrong value that keeps a chunk from being read.
 *
 * Wrong lengths and counts are the usual damage of these formats. Without this, everything behind one would
 * be unread, or be reported as wrong.
 *
 * It reads the chunk again and again, each time with one value changed: the version, a count, or the length
 * of a text. With the right value the contents end in the right place. Values near the declared one come
 * first, then those that other numbers imply, and fields near the place where reading stopped. In a list only
 * the first item that can't be right and the one before it are suspected, and trials begin there. All trials
 * are paid for.
 */
#include <inttypes.h>

#include "core/reduce/bytes.h"
#include "formats/emotionfx/chunk_parser.h"

/* The number of fields that are kept: the first of a chunk, and the last before reading stopped. */
enum { FIRST_SUSPECTS = 16, LAST_SUSPECTS = 80, SUSPECTS = FIRST_SUSPECTS + LAST_SUSPECTS };

/* The cost of a trial in units of work: a fixed part, and a part for each thing that it reads. */
enum { ATTEMPT_COST = 16, ITEM_COST = 4 };

/* A field with a possibly wrong value. */
typedef struct suspect {
    uint64_t at; /* offset in the bytes */
    uint32_t value;
    uint32_t width;         /* 1, 2 or 4 */
    const efx_count *count; /* NULL: the length of a text, or a count in another chunk */
    const efx_outer_count *outer_count;
    const efx_choice *choice;
    uint64_t number; /* of the record or text that has it, among all that are announced */
} suspect;

typedef struct repair {
    efx_parser *p;
    al_work *budget; /* what pays for trials */
    uint64_t at;     /* of the chunk */
    efx_chunk_header header;
    const efx_kind *kind;
    uint64_t end, limit;   /* where the contents have to end, and where a trial has to stop */
    efx_attempt first;     /* the trial with the original values */
    efx_doubt doubt;       /* where the list of the chunk begins to be wrong, if the kind has one */
    bool complete;         /* the file has the whole chunk, by its length */
    bool open_ended;       /* only the end of the file gives the end of the chunk */
    bool collecting;       /* suspects are being collected */
    bool beyond;           /* the item of doubt has been read: values behind it are not the reason */
    bool varied;           /* the chunk has something of variable size */
    uint64_t announced;    /* number of records, texts and arrays that a trial announced */
    uint64_t last_record;  /* the number of the last record among them */
    const al_layout *item; /* the layout of the records to count */
    uint64_t items;
    suspect *suspects;    /* SUSPECTS of them; NULL: none are collected */
    size_t suspect_count; /* including suspects that were not kept */
    efx_outer_count outer_count;
    efx_choice choice;
    bool found, exhausted;
    suspect which;
    uint32_t value;
    efx_attempt result;
} repair;

/* ---- Suspects ------------------------------------------------------------------------------------------ */

static size_t slot_of(size_t number)
{
    return number < FIRST_SUSPECTS ? number : FIRST_SUSPECTS + (number - FIRST_SUSPECTS) % LAST_SUSPECTS;
}

static bool is_remembered(const repair *r, size_t number)
{
    return number < FIRST_SUSPECTS || number + LAST_SUSPECTS >= r->suspect_count;
}

static uint32_t read_value(const efx_parser *p, uint64_t at, uint32_t width)
{
    const al_span bytes = p->file->bytes;
    return width == 1 ? al_u8_at(bytes, at) : width == 2 ? al_u16_at(bytes, at) : al_u32_at(bytes, at);
}

static void add_suspect(repair *r, suspect s)
{
    if (!r->collecting || r->beyond || s.at + s.width > r->limit)
        return;
    s.value = read_value(r->p, s.at, s.width);
    s.number = r->announced;
    r->suspects[slot_of(r->suspect_count)] = s;
    r->suspect_count++;
}

static uint64_t place_of(const repair *r, al_span part)
{
    return part.base - r->p->file->bytes.base;
}

static void on_record(void *context, const al_path *path, const al_layout *layout, al_span record)
{
    repair *r = context;
    const efx_format *format = r->p->file->format;
    r->announced++;
    r->beyond = r->beyond || (layout == r->doubt.layout && path->index > r->doubt.item);
    if (r->collecting)
        r->last_record = r->announced;
    r->items += layout == r->item && record.len == layout->size;
    for (size_t i = 0; i < format->count_count && r->collecting; i++) {
        const efx_count *count = &format->counts[i];
        if (count->layout != layout)
            continue;
        const uint32_t width = al_scalar_size(al_row_at(layout, count->field)->type);
        add_suspect(r, (suspect){.at = place_of(r, record) + count->field, .width = width, .count = count});
    }
}

static void on_text(void *context, const al_string *text)
{
    repair *r = context;
    r->announced++;
    r->varied = true;
    add_suspect(r, (suspect){.at = place_of(r, text->field), .width = 4});
}

static void on_array(void *context, const al_array *array)
{
    repair *r = context;
    r->announced++;
    r->varied = r->varied || array->bytes.len > 0;
}

/* ---- Attempts ------------------------------------------------------------------------------------------ */

/* Writes a value into the copy. False when memory is short. */
static bool put(efx_parser *p, uint64_t at, uint32_t width, uint32_t value)
{
    const al_span bytes = p->file->bytes;
    if (p->copy == NULL) {
        p->copy = al_copy_memory(p->r.walk.job->arena, bytes.ptr, bytes.len);
        if (p->copy == NULL) {
            p->r.out_of_memory = true;
            return false;
        }
        al_span copy = al_span_of(p->copy, bytes.len);
        copy.base = bytes.base;
        copy.big_endian = bytes.big_endian;
        p->file->bytes = p->r.walk.bytes = copy;
    }
    for (uint32_t i = 0; i < width; i++) {
        const uint32_t shift = 8 * (bytes.big_endian ? width - 1 - i : i);
        p->copy[at + i] = (uint8_t)(value >> shift);
    }
    return true;
}

/* Reads the chunk with the current values of the copy, from an item on. */
static efx_attempt attempt_from(repair *r, efx_place from, const al_listener *listener)
{
    const efx_attempt a = efx_attempt_from(r->p, r->at, from, r->limit, listener);
    if (!al_work_pay(r->budget, ATTEMPT_COST + ITEM_COST * a.steps))
        r->exhausted = true;
    return a;
}

/* Everything before the doubt is right, whatever the value that is tried. */
static efx_attempt attempt(repair *r)
{
    return attempt_from(r, r->doubt.before, NULL);
}

static efx_attempt attempt_announced(repair *r)
{
    const al_listener listener = {.context = r, .record = on_record, .text = on_text, .array = on_array};
    r->announced = 0;
    r->items = r->doubt.before.item;
    return attempt_from(r, r->doubt.before, &listener);
}

/* A silent walk through the chunk with the current values of the copy. */
static efx_reading reading_of(const repair *r)
{
    return efx_trial_at(r->p, r->at, r->limit, NULL);
}

/* Whether the contents end in the right place. */
static bool is_fit(repair *r, const efx_attempt *a)
{
    efx_parser *p = r->p;
    if (!a->whole || a->skips)
        return false;
    if (r->end != EFX_ANYWHERE)
        return a->at == r->end;
    if (a->at == p->file->bytes.len)
        return r->first.whole || r->kind->agrees != NULL; /* otherwise the file was cut there */
    const efx_lead lead = p->file->bytes.len - a->at >= EFX_CHUNK_BYTES ? efx_follow(p, a->at) : EFX_NOWHERE;
    return lead == EFX_TO_THE_END || lead == EFX_DOUBTFUL;
}

static void look_for_control_chars(void *context, const al_string *text)
{
    bool *found = context;
    *found = *found || al_any_control_char(text->text);
}

/* Whether the chunk in the copy is plausible: its values agree with each other, and its texts have no
 * control characters, as in all working files. */
static bool makes_sense(repair *r, const efx_attempt *a)
{
    bool control = false;
    const al_listener listener = {.context = &control, .text = look_for_control_chars};
    if (!al_work_pay(&r->p->search, a->at - r->at)) {
        r->exhausted = true;
        return false;
    }
    (void)efx_attempt_at(r->p, r->at, r->limit, &listener);
    efx_reading reading = reading_of(r);
    return !control && (r->kind->agrees == NULL || r->kind->agrees(&reading));
}

/* Tries one value. True if the search is over. */
static bool try_value(repair *r, const suspect *s, uint32_t value)
{
    if (value == s->value || r->exhausted || r->p->r.out_of_memory)
        return r->exhausted || r->p->r.out_of_memory;
    if (!put(r->p, s->at, s->width, value))
        return true;
    const efx_attempt a = attempt(r);
    const bool right = is_fit(r, &a) && makes_sense(r, &a);
    if (right) {
        r->found = true;
        r->which = *s;
        r->value = value;
        r->result = a;
    }
    return !put(r->p, s->at, s->width, s->value) || right;
}

static uint32_t most_of(const suspect *s)
{
    return s->width == 1 ? UINT8_MAX : s->width == 2 ? UINT16_MAX : UINT32_MAX;
}

/* ---- Rounds -------------------------------------------------------------------------------------------- */

static bool try_versions(repair *r)
{
    const suspect s = {.at = r->at + EFX_CHUNK_AT_version, .width = 4, .value = r->header.version};
    const efx_doubt doubt = r->doubt;
    bool over = false;
    r->doubt = (efx_doubt){.item = 0}; /* another version has other items */
    for (uint32_t version = 1; version <= r->kind->versions && !over; version++)
        over = try_value(r, &s, version);
    r->doubt = doubt;
    return over;
}

/* Tries other owners of the chunk. */
static bool try_choices(repair *r)
{
    efx_choice choice;
    efx_reading reading = reading_of(r);
    for (uint32_t i = 0; r->kind->choose != NULL && r->kind->choose(&reading, i, &choice); i++) {
        const uint64_t at = r->at + EFX_CHUNK_BYTES + choice.field;
        const suspect s = {.at = at, .width = 4, .value = read_value(r->p, at, 4), .choice = &r->choice};
        if (!try_value(r, &s, choice.value))
            continue;
        r->choice = choice;
        return true;
    }
    return false;
}

typedef bool suspect_trial(repair *r, const suspect *s);

/* Tries all suspects, the last one first. */
static bool each_suspect(repair *r, suspect_trial *trial)
{
    for (size_t number = r->suspect_count; number > 0; number--)
        if (is_remembered(r, number - 1) && trial(r, &r->suspects[slot_of(number - 1)]))
            return true;
    return false;
}

/* Whether the file may simply be cut in the data of the field. If only the end of the file gives the end of
 * the chunk, that is more likely than a wrong count. */
static bool may_be_cut(const repair *r, const suspect *s)
{
    const bool of_last = s->number >= r->last_record || (s->count != NULL && s->count->items != NULL);
    return r->open_ended && !r->first.whole && !r->complete && of_last;
}

static bool try_neighbours(repair *r, const suspect *s)
{
    if (may_be_cut(r, s))
        return false;
    return (s->value > 0 && try_value(r, s, s->value - 1)) ||
           (s->value < most_of(s) && try_value(r, s, s->value + 1));
}

/* Tries the number of records that fill the chunk. */
static bool try_all_items(repair *r, const suspect *s)
{
    if (s->count == NULL || s->outer_count != NULL || s->count->items == NULL)
        return false;
    const uint64_t room = (r->limit - r->at) / (s->count->items->size + 4); /* most have a text */
    r->item = s->count->items;
    if (!put(r->p, s->at, s->width, room < most_of(s) ? (uint32_t)room : most_of(s)))
        return true;
    (void)attempt_announced(r);
    const uint64_t items = r->items;
    r->item = NULL;
    return !put(r->p, s->at, s->width, s->value) || (items <= most_of(s) && try_value(r, s, (uint32_t)items));
}

/* Tries the size with which the last thing of variable size fills the chunk. */
static bool try_rest(repair *r, const suspect *s)
{
    efx_attempt with[2];
    if (s->outer_count != NULL && !s->outer_count->absurd)
        return false; /* the size may be right, and the chunk belong to another mesh */
    for (uint32_t value = 0; value < 2; value++) {
        if (r->exhausted || !put(r->p, s->at, s->width, value))
            return true;
        with[value] = attempt(r);
        if (!with[0].whole)
            break;
    }
    if (!put(r->p, s->at, s->width, s->value))
        return true;
    const bool grows = with[0].whole && with[1].whole && with[0].at < with[1].at && with[0].at <= r->end;
    if (!grows)
        return false;
    const uint64_t value = (r->end - with[0].at) / (with[1].at - with[0].at);
    return value <= most_of(s) && try_value(r, s, (uint32_t)value);
}

/* Tries all values of a field of one byte. They are few: the larger budget pays for them. */
static bool try_byte(repair *r, const suspect *s)
{
    bool over = false;
    r->budget = &r->p->search;
    for (uint32_t value = 0; s->width == 1 && value <= most_of(s) && !over; value++)
        over = try_value(r, s, value);
    r->budget = &r->p->trials;
    return over;
}

/* Finds the value that the other numbers of the chunk imply. */
static bool find_usual(const repair *r, const suspect *s, uint32_t *value)
{
    const efx_format *format = r->p->file->format;
    efx_reading reading = reading_of(r);
    if (s->count == NULL || s->outer_count != NULL || format->usual_count == NULL)
        return false;
    const al_span record =
        al_slice_available(r->p->file->bytes, s->at - s->count->field, s->count->layout->size);
    return format->usual_count(&reading, s->count, record, value);
}

static bool try_usual(repair *r, const suspect *s)
{
    uint32_t value;
    return find_usual(r, s, &value) && try_value(r, s, value);
}

/* Tries all values that the chunk has room for, until no more than `keep` of the budget is left. */
static bool try_values(repair *r, const suspect *s, uint64_t keep)
{
    const uint64_t most = s->outer_count == NULL ? r->limit - r->at : 0;
    for (uint64_t value = 0; value <= most && value <= most_of(s) && r->p->trials.left >= keep; value++)
        if (try_value(r, s, (uint32_t)value))
            return true;
    return false;
}

/* Whether the rest of the chunk is too small for the value. */
static bool is_absurd(const repair *r, const suspect *s)
{
    return s->at < r->limit && s->value > r->limit - s->at;
}

static bool try_absurd(repair *r, const suspect *s)
{
    return is_absurd(r, s) && try_values(r, s, r->p->trials.left / 2);
}

static bool try_others(repair *r, const suspect *s)
{
    return !is_absurd(r, s) && try_values(r, s, r->p->trials.left / 8 * 7);
}

static void search(repair *r)
{
    if (each_suspect(r, try_neighbours) || (r->end == EFX_ANYWHERE && each_suspect(r, try_byte)) ||
        try_versions(r) || r->first.skips || r->end == EFX_ANYWHERE)
        return;
    if (each_suspect(r, try_usual) || each_suspect(r, try_rest) || try_choices(r) ||
        each_suspect(r, try_all_items))
        return;
    if (!each_suspect(r, try_absurd))
        (void)each_suspect(r, try_others);
}

/* ---- Reports ------------------------------------------------------------------------------------------- */

static size_t rule_of(const repair *r)
{
    const efx_count *count = r->which.count;
    const bool little = count != NULL && count->rule != 0 && r->which.value <= r->header.length;
    return little ? count->rule : r->p->file->format->rules.count_range;
}

/* All of the chunk decides which of its numbers is wrong. */
static uint64_t reach_of(const repair *r)
{
    return r->end == EFX_ANYWHERE ? AL_WHOLE_FILE
                                  : r->p->file->bytes.base + r->at + EFX_CHUNK_BYTES + r->header.length;
}

static al_claim with_values(const repair *r, al_claim claim)
{
    claim.actual = al_uint(r->which.value);
    claim.expected = al_uint(r->value);
    claim.reach = reach_of(r);
    return claim;
}

static const char *kind_name(const repair *r)
{
    return al_find_word(&efx_chunk_kind_words, r->kind->id);
}

static void report_field(repair *r, const al_path *path, const al_layout *layout, al_span record,
                         uint32_t field)
{
    al_sink *sink = r->p->r.walk.job->sink;
    const al_claim claim = with_values(r, al_field_claim(rule_of(r), layout, record, field, path));
    const char *name = al_row_at(layout, field)->name;
    if (r->which.outer_count != NULL)
        al_report(sink, &claim, "%s is %u, but the %s chunk that depends on it fits %u", name, r->which.value,
                  kind_name(r), r->value);
    else if (r->end == EFX_ANYWHERE)
        al_report(sink, &claim, "%s is %u, but only with %u does the %s chunk end where the next one starts",
                  name, r->which.value, r->value, kind_name(r));
    else
        al_report(sink, &claim, "%s is %u, but the %s chunk and its length, %u bytes, fit %u", name,
                  r->which.value, kind_name(r), r->header.length, r->value);
}

static void report_record(void *context, const al_path *path, const al_layout *layout, al_span record)
{
    repair *r = context;
    const efx_count *count = r->which.count;
    if (count != NULL && count->layout == layout && place_of(r, record) + count->field == r->which.at)
        report_field(r, path, layout, record, count->field);
}

static void report_text(void *context, const al_string *text)
{
    repair *r = context;
    if (r->which.count != NULL || place_of(r, text->field) != r->which.at)
        return;
    const al_claim length = {.rule = rule_of(r), .offset = text->field.base, .length = 4, .path = text->path};
    const al_claim claim = with_values(r, length);
    al_report(r->p->r.walk.job->sink, &claim,
              "a text of %u byte%s in the %s chunk, but the data after it starts after %u: \"%.*s\"",
              r->which.value, AL_S(r->which.value), kind_name(r), r->value, AL_SHOW(text->text));
}

static void report_version(const repair *r)
{
    const efx_parser *p = r->p;
    const al_path path = efx_chunk_path(p->up, p->file->chunk_count);
    const al_span header = al_slice_available(p->file->bytes, r->at, EFX_CHUNK_BYTES);
    const al_claim claim = with_values(r, efx_chunk_header_claim_at(p->file->format->rules.chunk_length,
                                                                    header, EFX_CHUNK_AT_version, &path));
    al_report(p->r.walk.job->sink, &claim,
              "the %s chunk (%u) is of version %u, but its contents and its length are those of version %u",
              kind_name(r), r->kind->id, r->header.version, r->value);
}

static void report_choice(const repair *r)
{
    const efx_parser *p = r->p;
    const efx_choice *c = &r->choice;
    const al_path path = efx_chunk_path(p->up, p->file->chunk_count);
    const al_span record = al_slice_available(p->file->bytes, r->at + EFX_CHUNK_BYTES, c->layout->size);
    const al_claim claim = with_values(r, al_field_claim(c->rule, c->layout, record, c->field, &path));
    al_report(p->r.walk.job->sink, &claim, "%s is %u, but the %s chunk fits %u",
              al_row_at(c->layout, c->field)->name, r->which.value, kind_name(r), r->value);
}

static void report_elsewhere(repair *r)
{
    const efx_file *f = r->p->file;
    const efx_outer_count *e = r->which.outer_count;
    const al_path path = efx_chunk_path(r->p->up, e->chunk);
    report_field(r, &path, e->layout, efx_payload(f, e->chunk, e->layout->size), e->field);
}

/* Reports the value that the copy has corrected. */
static void report(repair *r)
{
    const al_listener listener = {.context = r, .record = report_record, .text = report_text};
    if (r->which.choice != NULL)
        report_choice(r);
    else if (r->which.outer_count != NULL)
        report_elsewhere(r);
    else if (r->which.at == r->at + EFX_CHUNK_AT_version)
        report_version(r);
    else
        (void)efx_attempt_at(r->p, r->at, r->limit, &listener);
}

/* ---- The whole file ------------------------------------------------------------------------------------ */

/* Reads the chunk with its original values and collects suspects. If reading stopped at a text, that was not
 * announced. */
static void collect(repair *r)
{
    efx_reading reading = reading_of(r);
    if (r->kind->find_doubt != NULL)
        r->doubt = r->kind->find_doubt(&reading);
    r->collecting = true;
    r->first = attempt_announced(r);
    if (!r->first.whole && !r->first.skips)
        add_suspect(r, (suspect){.at = r->first.at, .width = 4});
    reading = reading_of(r);
    if (r->kind->outer_count != NULL && efx_knows_version(r->kind, r->header.version) && !r->first.skips &&
        r->kind->outer_count(&reading, &r->outer_count)) {
        const uint64_t at =
            r->p->file->chunks[r->outer_count.chunk].at + EFX_CHUNK_BYTES + r->outer_count.field;
        add_suspect(r, (suspect){.at = at, .width = 4, .outer_count = &r->outer_count});
    }
    r->collecting = false;
    reading = reading_of(r);
    r->complete = r->kind->is_complete != NULL && r->kind->is_complete(&reading);
}

static repair begin(efx_parser *p, uint64_t at, uint64_t end)
{
    repair r = {.p = p, .at = at, .end = end, .limit = end < p->file->bytes.len ? end : p->file->bytes.len};
    r.header = efx_chunk_header_read(al_slice_available(p->file->bytes, at, EFX_CHUNK_BYTES));
    r.kind = efx_kind_of(p->file->format, r.header.id);
    r.budget = &p->trials;
    r.open_ended = efx_is_open_ended(p, r.kind, at);
    return r;
}

bool efx_repair(efx_parser *p, uint64_t at, uint64_t end, efx_attempt *out)
{
    repair r = begin(p, at, end);
    const bool known = efx_knows_version(r.kind, r.header.version);
    const uint64_t declared = at + EFX_CHUNK_BYTES + r.header.length;
    if (end == EFX_ANYWHERE && declared > p->file->bytes.len && !r.open_ended)
        return false;           /* the file was cut, or the length is wrong, which the contents show */
    suspect suspects[SUSPECTS]; /* not in `r`: zeroing them would take longer than many a trial */
    r.suspects = suspects;
    if (known)
        collect(&r);
    if (end == EFX_ANYWHERE && known && !r.first.whole && !r.open_ended && r.kind->usual_length == NULL)
        return false; /* neither the length nor the contents lead anywhere: no single value explains that */
    search(&r);
    if (!r.found || p->r.out_of_memory)
        return false;
    *out = r.result;
    if (!known)
        return true; /* a rule reports the version anyway */
    if (!put(p, r.which.at, r.which.width, r.value))
        return false;
    report(&r);
    if (r.which.outer_count != NULL)
        r.kind->corrected(p->document, r.outer_count.chunk, r.value);
    return true;
}

void efx_report_misfit(efx_parser *p, uint64_t at)
{
    const uint64_t end =
        at + EFX_CHUNK_BYTES +
        efx_chunk_header_read(al_slice_available(p->file->bytes, at, EFX_CHUNK_BYTES)).length;
    repair r = begin(p, at, end);
    r.first = attempt_announced(&r);
    efx_reading reading = efx_trial_at(p, at, end, NULL);
    if (r.kind->excused != NULL && r.kind->excused(&reading))
        return;
    const al_path path = efx_chunk_path(p->up, p->file->chunk_count);
    const size_t rule = p->file->format->rules.chunk_length;
    reading = efx_trial_at(p, at, end, NULL);
    const bool sane = !r.varied || (r.kind->is_plausible != NULL && r.kind->is_plausible(&reading));
    if (!r.first.whole && sane) { /* the wrong value is where it stopped */
        efx_read_reporting(p, at, end, rule);
        return;
    }
    const al_span header = al_slice_available(p->file->bytes, at, EFX_CHUNK_BYTES);
    al_claim claim = efx_chunk_header_claim_at(rule, header, EFX_CHUNK_AT_length, &path);
    claim.reach = reach_of(&r);
    al_report(p->r.walk.job->sink, &claim,
              "the length of the %s chunk, %u bytes, leads to the next chunk, but its contents do not: a "
              "number in it is wrong, and the rest of it was not checked",
              kind_name(&r), r.header.length);
}
