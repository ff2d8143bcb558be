/* page_views_test.c: which files an HTML report draws when not all of them fit. */
#include "unit.h"

#include <assetlint/assetlint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/page_views.h"
#include "seed.h"
#include "test_folder.h"

enum { MOST_PATH = 512, ALL = 32000000 };

/* The report of a folder with two files that belong together: each result is drawn. */
typedef struct page {
    al_options *options;
    al_project *project;
    page_views views;
    uint64_t files;
    uint64_t shown; /* number of files with findings, which come first */
    unsigned more;  /* copies of each other one */
} page;

static bool on_result(void *context, const al_result *result)
{
    page *p = context;
    const uint64_t number = p->files++;
    if (number >= p->shown) {
        bool ok = true;
        for (unsigned i = 0; i <= p->more; i++)
            ok = ok && page_views_add_partners(&p->views, p->project, result, number + i, false) == REPORT_OK;
        return ok;
    }
    return page_views_add(&p->views, result, number) == REPORT_OK &&
           page_views_add_partners(&p->views, p->project, result, number, true) == REPORT_OK;
}

/* The text that the page gets, to be freed. */
static char *write(page *p)
{
    FILE *out = tmpfile();
    assert_non_null(out);
    assert_int_equal(page_views_write(&p->views, out), REPORT_OK);
    const long size = ftell(out);
    char *text = calloc((size_t)size + 1, 1);
    assert_non_null(text);
    rewind(out);
    assert_int_equal(fread(text, 1, (size_t)size, out), size);
    (void)fclose(out);
    return text;
}

static char *page_of_path(const char *path, uint64_t most, uint64_t shown, unsigned more)
{
    page p = {.options = al_options_new(), .shown = shown, .more = more};
    const al_client client = {.size = sizeof client, .context = &p, .result = on_result};
    p.project = al_project_new(p.options);
    assert_true(page_views_begin(&p.views, p.options, most));
    assert_true(page_views_are_drawn(&p.views));
    assert_int_equal(al_project_add_path(p.project, path), AL_OK);
    assert_int_equal(al_project_run(p.project, &client), AL_OK);
    char *text = write(&p);
    page_views_end(&p.views);
    al_project_free(p.project);
    al_options_free(p.options);
    return text;
}

static char *page_with(const char *fixture, uint64_t most, uint64_t shown, unsigned more)
{
    char path[MOST_PATH];
    (void)snprintf(path, sizeof path, "%s/%s", UNIT_RULES, fixture);
    return page_of_path(path, most, shown, more);
}

static char *page_of(const char *fixture, uint64_t most, bool draws_partners_only)
{
    return page_with(fixture, most, draws_partners_only ? 1 : UINT64_MAX, 0);
}

/* How often a text occurs. */
static unsigned count(const char *text, const char *part)
{
    unsigned found = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part))
        found++;
    return found;
}

static void all_fit(void **state)
{
    (void)state;
    char *text = page_of("xmf/lod-extent/fires-large", ALL, false);
    assert_int_equal(count(text, "data-views=\"0\">{"), 1);
    assert_int_equal(count(text, "data-views=\"1\">{"), 1);
    assert_int_equal(count(text, "data-views=\"with-"), 0); /* each was drawn with its findings */
    assert_int_equal(count(text, "left out"), 0);
    assert_int_equal(count(text, "{\"file\":0,\"role\":\"level\",\"path\":"), 1);
    assert_int_equal(count(text, "{\"file\":1,\"role\":\"level\",\"path\":"), 1);
    free(text);
}

static void a_partner_without_findings_has_a_key(void **state)
{
    (void)state;
    char key[] = "with-0123456789abcdef";
    char *text = page_of("xmf/lod-extent/fires-large", ALL, true);
    const char *at = strstr(text, "\"views\":\"");
    assert_int_equal(count(text, "data-views=\"0\">{"), 1);
    assert_non_null(at);
    memcpy(key, at + strlen("\"views\":\""), sizeof key - 1);
    assert_int_equal(count(text, key), 2);
    free(text);
}

/* But not without end, and its own partners are not drawn. */
static void a_file_without_findings_has_partners(void **state)
{
    (void)state;
    char *text = page_with("xmf/lod-extent/fires-large", ALL, 0, 0);
    assert_int_equal(count(text, "{\"file\":1,\"role\":\"level\",\"path\":"), 1);
    assert_int_equal(count(text, "\">{"), 0);
    free(text);
    text = page_with("xmf/lod-extent/fires-large", ALL, 0, 1000);
    const unsigned records = count(text, "\"role\":\"level\"");
    assert_true(records > 400 && records < 1000);
    free(text);
}

static uint64_t size_of(const char *text, const char *start)
{
    const char *at = strstr(text, start);
    assert_non_null(at);
    at += strlen(start);
    return (uint64_t)(strstr(at, "</script>") - at);
}

/* What has findings comes first, then the smallest; what doesn't fit is listed. */
static void what_does_not_fit_is_left_out(void **state)
{
    (void)state;
    char *text = page_of("xmf/lod-extent/fires-large", ALL, false);
    const uint64_t first = size_of(text, "data-views=\"0\">"), second = size_of(text, "data-views=\"1\">");
    const unsigned smaller = first <= second ? 0 : 1;
    char wanted[64];
    free(text);
    text = page_of("xmf/lod-extent/fires-large", first + second - 1, false);
    (void)snprintf(wanted, sizeof wanted, "data-views=\"left out\">[%u]</script>", 1 - smaller);
    assert_int_equal(count(text, wanted), 1);
    (void)snprintf(wanted, sizeof wanted, "data-views=\"%u\">{", smaller);
    assert_int_equal(count(text, wanted), 1);
    (void)snprintf(wanted, sizeof wanted, "data-views=\"%u\">{", 1 - smaller);
    assert_int_equal(count(text, wanted), 0);
    free(text);
    text = page_of("xmf/lod-extent/fires-large", first, true);
    assert_int_equal(count(text, "data-views=\"left out\">[\"with-"), 1);
    assert_int_equal(count(text, "data-views=\"0\">{"), 1);
    free(text);
    text = page_of("xmf/lod-extent/fires-large", 0, false);
    assert_int_equal(count(text, "\">{"), 0);
    assert_int_equal(count(text, "data-views=\"left out\">["), 1);
    free(text);
}

/* Partners whose views are of one size are drawn in the order of their keys. */
static void equal_partners_have_an_order(void **state)
{
    enum { LEVELS = 8, MOST_BYTES = 4096 };
    uint8_t bytes[MOST_BYTES];
    const size_t size = read_seed(UNIT_RULES, "xmf/lod-extent/near-alone.xmf", bytes, sizeof bytes);
    test_folder_add_folder(*state, "mod");
    for (int i = 0; i < LEVELS; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "mod/part-lod%d.xmf", i);
        test_folder_add_file(*state, name, bytes, size);
    }
    char *text = page_of_path("mod", ALL, 1, 0);
    const char *before = "", *start = "data-views=\"with-";
    unsigned partners = 0;
    for (const char *at = strstr(text, start); at != NULL; at = strstr(at + 1, start), partners++) {
        assert_true(partners == 0 || strncmp(before, at, strlen(start) + 16) < 0);
        before = at;
    }
    assert_int_equal(partners, LEVELS - 1);
    free(text);
}

/* A file whose views need more memory than there is. */
static void what_is_too_large_is_left_out(void **state)
{
    (void)state;
    page p = {.files = 0};
    const al_result result = {.raw_path = UNIT_RULES "/xmf/lod-extent/near-alone.xmf", .member = ""};
    al_options *options = al_options_new();
    al_options_set_limit(options, AL_LIMIT_MEMORY, 1);
    assert_true(page_views_begin(&p.views, options, ALL));
    assert_int_equal(al_options_limit(p.views.options, AL_LIMIT_MEMORY), 1);
    assert_int_equal(page_views_add(&p.views, &result, 7), REPORT_OK);
    assert_int_equal(page_views_add_partners(&p.views, NULL, &result, 7, true), REPORT_OK);
    char *text = write(&p);
    assert_string_equal(text, "<script type=\"application/json\" data-views=\"left out\">[7]</script>\n");
    free(text);
    page_views_end(&p.views);
    al_options_set_limit(options, AL_LIMIT_MEMORY, UINT64_MAX);
    assert_true(page_views_begin(&p.views, options, ALL));
    assert_int_equal(al_options_limit(p.views.options, AL_LIMIT_MEMORY), 24 << 20);
    page_views_end(&p.views);
    al_options_free(options);
}

/* ---- Textures ------------------------------------------------------------------------------------------ */

static void a_texture_is_drawn_for_its_model(void **state)
{
    (void)state;
    char *text = page_of("pdx/missing-texture/near-found-3", ALL, true);
    assert_int_equal(count(text, "{\"file\":0,\"role\":\"texture\",\"path\":"), 1);
    assert_int_equal(count(text, "\"texture\":\"flag\",\"views\":\"with-"), 1);
    assert_int_equal(count(text, "data-views=\"with-"), 1);
    assert_int_equal(count(text, "\"role\":\"referrer\""), 0); /* of the picture, which has no findings */
    free(text);
    text = page_of("pdx/missing-texture/fires-end-0", ALL, false);
    assert_int_equal(count(text, "\"role\":\"missing texture\",\"path\":\"body.\",\"texture\":\"body.\""), 1);
    assert_int_equal(count(text, "data-views=\"with-"), 0);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_fit),
                                       cmocka_unit_test(a_partner_without_findings_has_a_key),
                                       cmocka_unit_test(a_file_without_findings_has_partners),
                                       cmocka_unit_test(what_does_not_fit_is_left_out),
                                       IN_TEST_FOLDER(equal_partners_have_an_order),
                                       cmocka_unit_test(what_is_too_large_is_left_out),
                                       cmocka_unit_test(a_texture_is_drawn_for_its_model)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
