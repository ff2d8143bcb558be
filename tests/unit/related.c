/* related.c: the list of files. */
#include "notes.h"
#include "words.h"

#include <inttypes.h>
#include <string.h>

#include "formats/catalogue.h"
#include "listed_facts.h"
#include "related.h"

void related_begin(related *r)
{
    *r = (related){.budget = al_budget_of(UINT64_MAX, 0)};
    r->arena = al_arena_on(&r->budget);
    r->all = (al_related_files){.files = r->files, .with = r->with, .with_file = r->with_file};
}

void related_end(related *r)
{
    al_arena_free(&r->arena);
    al_options_free(r->options);
}

int related_begin_test(void **state)
{
    static related r;
    related_begin(&r);
    *state = &r;
    return 0;
}

int related_end_test(void **state)
{
    related_end(*state);
    return 0;
}

al_related_file *related_add(related *r, const char *path, const char *member)
{
    assert_true(r->all.count < RELATED_MOST);
    r->files[r->all.count] =
        (al_related_file){.path = path, .member = member, .with = (unsigned)r->all.with_count};
    r->all.checked += r->all.with_count == 0;
    return &r->files[r->all.count++];
}

void related_add_of(related *r, const char *path, const char *format)
{
    const size_t number = (size_t)(related_add(r, path, "") - r->files);
    r->formats[number] = format;
}

void related_add_reference(related *r, const char *path, bool file)
{
    assert_true(r->all.with_count < RELATED_MOST_WITH);
    r->with[r->all.with_count] = path;
    r->with_file[r->all.with_count++] = file;
}

void related_add_text(related *r, const char *path, const char *text)
{
    const size_t number = (size_t)(related_add(r, path, "") - r->files);
    r->texts[number] = text;
}

void related_add_facts(related *r, const char *path, const char *format, const char *facts)
{
    const size_t number = (size_t)(related_add(r, path, "") - r->files);
    r->formats[number] = format;
    r->texts[number] = facts;
    r->has_facts[number] = true;
}

void related_add_sibling(related *r, const char *path, const char *format, const char *facts)
{
    const size_t number = r->all.count + r->all.siblings++;
    assert_true(number < RELATED_MOST);
    r->files[number] = (al_related_file){
        .path = path, .member = "", .with = (unsigned)r->all.with_count + 1, .explicit = true};
    r->formats[number] = format;
    r->texts[number] = facts;
    r->has_facts[number] = facts != NULL;
}

void related_add_actors(related *r, const char *facts)
{
    enum { ACTORS = 50, LONGEST = 40 };
    static char names[ACTORS][LONGEST];
    related_add_reference(r, "game", false);
    for (unsigned i = 0; i < ACTORS; i++) {
        (void)snprintf(names[i], sizeof names[i], "game/gfx/anims/base%02u.xac", i);
        if (facts != NULL)
            related_add_facts(r, names[i], "xac", facts);
        else
            related_add(r, names[i], "");
    }
}

void related_add_mesh(related *r, const char *path, uint64_t vertices, float side)
{
    const size_t number = (size_t)(related_add(r, path, "") - r->files);
    r->boxes[number] = (al_mesh_bounds){.vertices = vertices, .high = {side, side, side}};
}

/* Lets a relation take a file. False if memory is short. */
static bool hand_out(const related *r, const al_relation *relation, void *state, size_t number,
                     al_budget *budget)
{
    al_arena scratch = al_arena_on(budget);
    const char *text = r->texts[number] != NULL ? r->texts[number] : "";
    const char *format = r->formats[number] != NULL && !r->unread[number] ? r->formats[number] : "";
    const bool mesh = r->boxes[number].vertices > 0;
    al_content content = {
        .format = format, .hooks = mesh ? &listed_boxes : &listed_facts, .scratch = &scratch};
    if (r->unread[number]) {
        content.state = AL_CONTENT_UNREADABLE;
    } else {
        content.bytes = al_span_of(text, strlen(text));
        content.size = strlen(text);
        content.document = mesh ? (const void *)&r->boxes[number] : r->has_facts[number] ? text : NULL;
    }
    const bool taken = relation->read(state, number, &content);
    al_arena_free(&scratch);
    return taken;
}

static void set_options(related *r)
{
    if (r->options == NULL)
        r->options = al_options_new();
    assert_non_null(r->options);
    r->all.unread = r->unread;
    r->all.settings = r->options->settings;
    r->all.scratch = &r->arena;
}

void related_set_level(related *r, const char *rule, al_level level)
{
    size_t i = 0;
    set_options(r);
    while (strcmp(al_catalogue[i].id, rule) != 0)
        assert_true(++i < al_rule_count());
    r->options->settings[i].level = level;
}

static bool is_done(const void *state)
{
    return ((const al_relation_state *)state)->done;
}

/* Lets the relation choose files until it is done. False if memory is short. */
static bool look(const related *r, const al_relation *relation, void *state, al_budget *budget)
{
    const size_t count = r->all.count + r->all.siblings;
    while (!is_done(state)) {
        uint8_t wanted[RELATED_MOST] = {AL_WANT_NOTHING};
        if (!relation->choose(state, wanted))
            return false;
        for (size_t n = 0; n < count; n++) {
            const size_t i = r->backwards ? count - 1 - n : n;
            const bool chosen = wanted[i] != AL_WANT_NOTHING && !r->lost[i];
            if (chosen && !hand_out(r, relation, state, i, budget))
                return false;
        }
    }
    return true;
}

void *related_look(related *r, const al_relation *relation)
{
    set_options(r);
    void *state = al_relation_new(relation, &r->all, &r->arena);
    assert_non_null(state);
    assert_true(look(r, relation, state, &r->budget));
    return state;
}

void related_report(const void *state, size_t file, al_sink *sink)
{
    const al_relation_state *s = state;
    for (uint64_t i = 0; i < s->finding_count; i++)
        if (s->findings[i].file == file)
            al_report_kept(&s->findings[i], 1, sink);
}

bool related_is_marked(const void *state, size_t file, unsigned mark)
{
    return (((const al_relation_state *)state)->marks[file] & mark) != 0;
}

void related_assert_shortage(related *r, const al_relation *relation)
{
    bool done = false;
    set_options(r);
    for (uint64_t n = 1; !done; n++) {
        al_budget budget = al_budget_of(UINT64_MAX, n);
        al_arena arena = al_arena_on(&budget);
        r->all.scratch = &arena;
        void *state = al_relation_new(relation, &r->all, &arena);
        done = state != NULL && look(r, relation, state, &budget);
        if (done != (budget.shortage == AL_SHORTAGE_NONE))
            fail_msg("allocation %u fails, and the relation doesn't say so", (unsigned)n);
        al_arena_free(&arena);
    }
}

void related_assert_text_too_large(related *r, const al_relation *relation, size_t number)
{
#if SIZE_MAX > UINT32_MAX
    const uint8_t byte = ' ';
    set_options(r);
    void *state = al_relation_new(relation, &r->all, &r->arena);
    assert_non_null(state);
    uint8_t wanted[RELATED_MOST] = {AL_WANT_NOTHING};
    assert_true(relation->choose(state, wanted));
    for (size_t i = 0; i < r->all.count; i++)
        if (i != number && wanted[i] != AL_WANT_NOTHING)
            assert_true(hand_out(r, relation, state, i, &r->budget));
    al_content content = {.format = "", .scratch = &r->arena}; /* nothing of it may be read */
    content.bytes = (al_span){.ptr = &byte, .len = (size_t)UINT32_MAX + 1};
    assert_true(relation->read(state, number, &content));
    while (!is_done(state))
        assert_true(relation->choose(state, wanted));
    const al_relation_state *base = state;
    assert_int_equal(base->finding_count, 1);
    assert_int_equal(base->findings[0].file, number);
    assert_true(base->findings[0].claim.limit);
#else
    (void)r, (void)relation, (void)number; /* there are no such texts */
#endif
}

/* cmocka cuts long texts. */
static void assert_text(const char *text, const char *expected)
{
    if (strcmp(text, expected) != 0)
        (void)fprintf(stderr, "the whole text:\n%s[end]\n", text);
    assert_string_equal(text, expected);
}

/* ---- Findings ------------------------------------------------------------------------------------------ */

static void note_values(notes *n, const al_finding *f)
{
    if (f->actual.kind != AL_VALUE_NONE)
        note(n, " | %s", words_of(f->actual).text);
    else if (f->expected.kind != AL_VALUE_NONE)
        note(n, " |");
    if (f->expected.kind != AL_VALUE_NONE)
        note(n, " | %s", words_of(f->expected).text);
}

static void note_finding(notes *n, const al_finding *f)
{
    if (f->line > 0)
        note(n, "%" PRIu64 ":%" PRIu64 "-%" PRIu64 ":%" PRIu64 " ", f->line, f->column, f->end_line,
             f->end_column);
    note(n, "%s%s %s %" PRIu64 "+%" PRIu64 " %s", al_level_name(f->level),
         f->confidence != f->rule->confidence ? "?" : "", f->rule->id, f->offset, f->length, f->field);
    if (f->count > 1 || f->element_count > 0)
        note(n, " x%" PRIu64, f->count);
    for (unsigned i = 0; i < f->element_count; i++)
        note(n, "%s%" PRIu64 "%s", i == 0 ? "[" : ",", f->elements[i], i + 1 == f->element_count ? "]" : "");
    note(n, " %s", f->message);
    note_values(n, f);
    note(n, "\n");
}

static void note_findings_of(notes *n, const related *r, const al_relation *relation, void *state,
                             size_t number)
{
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena arena = al_exempt_arena_on(&budget);
    const al_related_file *file = &r->files[number];
    const uint64_t size = r->texts[number] != NULL ? strlen(r->texts[number]) : 0;
    al_sink sink = al_sink_of(&arena, al_catalogue, r->options->settings, file->path, size);
    related_report(state, number, &sink);
    if (relation->compare_bounds != NULL && r->boxes[number].vertices > 0 && !file->unreported)
        relation->compare_bounds(state, number, &r->boxes[number], &sink);
    al_sink_finish(&sink);
    for (size_t i = 0; i < sink.count; i++) {
        if (i == 0)
            note(n, "%s%s%s ", file->path, file->member[0] != '\0' ? "!/" : "", file->member);
        note_finding(n, &sink.findings[i]);
    }
    al_arena_free(&arena);
}

void related_assert_findings(related *r, const al_relation *relation, const char *expected)
{
    static notes found;
    found.length = 0;
    found.text[0] = '\0';
    void *state = related_look(r, relation);
    for (size_t i = 0; i < r->all.checked; i++)
        note_findings_of(&found, r, relation, state, i);
    assert_text(found.text, expected);
}

/* ---- What is read, and what that says ------------------------------------------------------------------ */

void related_assert_reads(related *r, const al_relation *relation, const char *expected)
{
    static const char *const names[] = {"", "facts", "bytes"};
    static notes read;
    read.length = 0;
    read.text[0] = '\0';
    set_options(r);
    void *state = al_relation_new(relation, &r->all, &r->arena);
    assert_non_null(state);
    for (bool more = false;; more = true) {
        uint8_t wanted[RELATED_MOST] = {AL_WANT_NOTHING};
        const size_t before = read.length;
        assert_true(relation->choose(state, wanted));
        if (is_done(state))
            break;
        if (more)
            note(&read, "; ");
        for (size_t i = 0; i < r->all.count + r->all.siblings; i++) {
            if (wanted[i] == AL_WANT_NOTHING)
                continue;
            note(&read, "%s%s %s", read.length > before + (more ? 2 : 0) ? ", " : "", names[wanted[i]],
                 r->files[i].path);
            assert_true(hand_out(r, relation, state, i, &r->budget));
        }
    }
    assert_text(read.text, expected);
}

void related_assert_known(related *r, const al_relation *relation, const char *expected)
{
    char text[RELATED_MOST + 1] = "";
    const void *state = related_look(r, relation);
    for (size_t i = 0; i < r->all.checked; i++) {
        const bool compared = related_is_marked(state, i, AL_MARK_COMPARED);
        const bool unsure = related_is_marked(state, i, AL_MARK_UNSURE);
        text[i] = compared && unsure ? 'b' : compared ? 'c' : unsure ? 'u' : '.';
    }
    assert_string_equal(text, expected);
}

/* ---- Partners ------------------------------------------------------------------------------------------ */

void related_assert_partners(related *r, const al_relation *relation, size_t number, const char *expected)
{
    static notes found;
    al_partner_list list = {.count = 0};
    found.length = 0;
    found.text[0] = '\0';
    relation->find_partners(related_look(r, relation), number, &list);
    for (size_t i = 0; i < list.count; i++) {
        const al_listed_partner *p = &list.items[i];
        note(&found, "%s%s %s%s%s", i > 0 ? "; " : "", al_partner_role_name(p->role),
             p->missing != NULL ? p->missing : r->files[p->file].path, p->texture != NULL ? " for " : "",
             p->texture != NULL ? p->texture : "");
    }
    assert_string_equal(found.text, expected);
}

/* ---- References that are not judged -------------------------------------------------------------------- */

void related_assert_not_judged(related *r, const al_relation *relation, const char *expected)
{
    const al_kept_not_judged_list *list = &((al_relation_state *)related_look(r, relation))->not_judged;
    char text[2048] = "";
    for (size_t i = 0; i < list->count; i++) {
        const al_kept_not_judged *item = &list->items[i];
        const size_t used = strlen(text);
        (void)snprintf(text + used, sizeof text - used, "%s%s %d/%d %s: %s", i > 0 ? "; " : "",
                       al_catalogue[item->rule].id, (int)item->references, (int)item->files,
                       r->files[item->first_file].path, item->reason);
    }
    assert_text(text, expected);
}
