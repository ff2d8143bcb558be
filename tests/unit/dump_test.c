/* dump_test.c: the dump of a file: the calls of a visitor and their order, and that the result is that of a
 * check.
 */
#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/compiler.h"
#include "engine/check.h"
#include "mesh.h"
#include "results.h"

/* ---- A visitor that records the dump as text ----------------------------------------------------------- */

enum { MOST_DEPTH = 16 };

typedef struct dump {
    FILE *out;
    char *text;
    size_t size;
    uint64_t file_size;
    char open[MOST_DEPTH]; /* open lists and objects, which must be closed in order */
    size_t depth;
    unsigned items;
} dump;

static void note(dump *d, const char *format, ...) AL_PRINTF(2, 3);

static void note(dump *d, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    assert_true(vfprintf(d->out, format, values) >= 0);
    va_end(values);
}

static void assert_inside(const dump *d, al_extent e)
{
    if (e.inflated)
        return;
    assert_in_range(e.offset, 0, d->file_size);
    assert_in_range(e.length, 0, d->file_size - e.offset);
}

static void enter(dump *d, char what)
{
    assert_in_range(d->depth, 0, MOST_DEPTH - 1);
    d->open[d->depth++] = what;
}

static void leave(dump *d, char what)
{
    assert_int_not_equal(d->depth, 0);
    assert_int_equal(d->open[--d->depth], what);
    note(d, "%c", what);
}

static void see_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    assert_inside(context, (al_extent){.offset = offset});
    note(context, "%s#%" PRIu64 "(", name, count);
    enter(context, ')');
}

static void see_list_end(void *context)
{
    leave(context, ')');
}

static void see_object(void *context, const char *name, int64_t index, uint64_t offset)
{
    assert_inside(context, (al_extent){.offset = offset});
    note(context, "%s[%" PRId64 "]@%" PRIu64 "{", name, index, offset);
    enter(context, '}');
}

static void see_object_end(void *context, al_extent e)
{
    assert_inside(context, e);
    leave(context, '}');
    note(context, "+%" PRIu64, e.length);
}

static void see_value(void *context, const char *name, al_value v, const char *meaning, al_extent e)
{
    dump *d = context;
    assert_inside(d, e);
    assert_int_equal(name == NULL, d->open[d->depth - 1] == ')');
    note(d, "%s=", name != NULL ? name : "");
    switch (v.kind) {
    case AL_VALUE_NONE: break;
    case AL_VALUE_UINT: note(d, "%" PRIu64, v.as.uint_value); break;
    case AL_VALUE_INT: note(d, "%" PRId64, v.as.int_value); break;
    case AL_VALUE_REAL: note(d, "%g", v.as.real_value); break;
    case AL_VALUE_TEXT: note(d, "'%.*s'", (int)v.as.text.length, v.as.text.bytes); break;
    }
    note(d, "%s%s ", meaning != NULL ? "~" : "", meaning != NULL ? meaning : "");
}

static void see_series(void *context, const char *name, const al_series *s, al_extent e)
{
    assert_inside(context, e);
    note(context, "%s:%s*%" PRIu64, name, s->type, s->count);
    for (unsigned i = 0; i < s->components; i++)
        note(context, " %g..%g", s->minimum[i], s->maximum[i]);
    note(context, " ");
}

static void see_item(void *context, const double *components, unsigned count, al_extent e)
{
    dump *d = context;
    assert_inside(d, e);
    if (d->items++ < 2)
        for (unsigned i = 0; i < count; i++)
            note(d, "%s%g", i > 0 ? "," : "<", components[i]);
    note(d, "%s", d->items <= 2 ? ">" : ".");
}

/* Dumps a file, and asserts that the result is that of a check. The caller frees the text of the dump. */
static char *dump_of(const mesh *m, const char *name, bool full, unsigned *items)
{
    dump d = {.file_size = m->size};
    const al_visitor visitor = {.size = sizeof(al_visitor),
                                .context = &d,
                                .full = full,
                                .list = see_list,
                                .list_end = see_list_end,
                                .object = see_object,
                                .object_end = see_object_end,
                                .value = see_value,
                                .series = see_series,
                                .item = see_item};
    al_checker *checker = al_checker_new(NULL);
    al_result *dumped = NULL, *checked = NULL;
    d.out = open_memstream(&d.text, &d.size);
    assert_true(d.out != NULL && checker != NULL);
    assert_int_equal(al_dump_memory(checker, name, m->bytes, m->size, &visitor, &dumped), AL_OK);
    assert_int_equal(al_check_memory(checker, name, m->bytes, m->size, AL_NAMED, &checked), AL_OK);
    assert_same_result(dumped, checked); /* each thing is reported once */
    assert_int_equal(d.depth, 0);
    assert_int_equal(fclose(d.out), 0);
    al_result_free(dumped);
    al_result_free(checked);
    al_checker_free(checker);
    if (items != NULL)
        *items = d.items;
    return d.text;
}

/* Asserts that the text has these pieces, up to a NULL, in this order. */
static void assert_order(const char *text, const char *const *pieces)
{
    const char *at = text;
    for (; *pieces != NULL; pieces++) {
        const char *found = strstr(at, *pieces);
        if (found == NULL)
            fail_msg("no \"%s\" in \"%s\"", *pieces, at);
        at = found + strlen(*pieces);
    }
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

static void a_mesh_in_the_order_of_the_file(void **state)
{
    (void)state;
    for (unsigned compressed = 0; compressed <= 1; compressed++) {
        mesh m = mesh_plain(30, compressed != 0);
        char *text = dump_of(&m, "hull.xmf", false, NULL);
        const char *const pieces[] = {"header[-1]@0{",
                                      "magic='XUMF' ",
                                      "version=3 ",
                                      "primitiveType=4 ",
                                      "}+64buffers#2(",
                                      "buffers[0]@64{",
                                      "itemsPerSection=30 ",
                                      "itemSize=12 ",
                                      "data:FLOAT3*30 0..7.25 0..0 0..6 }+188",
                                      "buffers[1]@252{",
                                      "data:INDEX16*30 0..29 }+188",
                                      ")materials#1(materials[0]@440{",
                                      "numIndices=30 ",
                                      "name='ships.hull' }+136)",
                                      NULL};
        assert_order(text, pieces);
        free(text);
        mesh_free(&m);
    }
}

static void every_item_when_asked_for(void **state)
{
    (void)state;
    mesh m = mesh_plain(30000, true);
    unsigned items;
    char *text = dump_of(&m, "hull.xmf", true, &items);
    assert_int_equal(items, 60000);
    const char *const pieces[] = {"data#30000(<0,0,0><0.25,0,1>....", ")}+188buffers[1]@", "data#30000(....",
                                  ")}+188)materials#1(", NULL};
    assert_order(text, pieces);
    assert_null(strstr(text, "data:"));
    free(text);
    mesh_free(&m);
}

/* A broken file is shown as far as it can be read. */
static void a_mesh_cut_anywhere(void **state)
{
    (void)state;
    mesh m = mesh_plain(30, false);
    const size_t whole = m.size;
    for (m.size = 0; m.size < whole; m.size++) {
        char *text = dump_of(&m, "hull.xmf", m.size % 2 == 0, NULL);
        assert_int_equal(strncmp(text, m.size > 0 ? "header[-1]@0{" : "", 13), 0);
        assert_int_equal(strstr(text, "buffers#") != NULL, m.size >= MESH_HEADER);
        assert_int_equal(strstr(text, "buffers[1]") != NULL, m.size > mesh_data_at(1, 0));
        assert_int_equal(strstr(text, "materials[0]") != NULL, m.size > mesh_data_at(2, 0));
        free(text);
    }
    mesh_free(&m);
}

/* ---- Animations, and other files ----------------------------------------------------------------------- */

static void an_animation_in_the_order_of_the_file(void **state)
{
    (void)state;
    mesh m = anim_plain(3);
    char *text = dump_of(&m, "ship.ani", false, NULL);
    const char *const pieces[] = {"header[-1]@0{numAnims=1 keyOffset=176 version=1 ",
                                  "anims#1(anims[0]@16{name='part' subName='anim' nPos=3 ",
                                  "posKeys[-1]@176{value:f32*3 0..0",
                                  "postScaleKeys#0()",
                                  "}+160)",
                                  NULL};
    assert_order(text, pieces);
    free(text);
    text = dump_of(&m, "ship.ani", true, NULL);
    const char *const keys[] = {"posKeys#3(posKeys[0]@176{", "}+128posKeys[1]@304{", "}+128posKeys[2]@432{",
                                "}+128)rotKeys#0()", NULL};
    assert_order(text, keys);
    free(text);
    mesh_free(&m);
}

static void unknown_formats_have_no_dump(void **state)
{
    (void)state;
    mesh m = anim_plain(0);
    char *text = dump_of(&m, "notes.txt", false, NULL);
    assert_string_equal(text, "");
    free(text);
    mesh_free(&m);
}

/* ---- Gzips --------------------------------------------------------------------------------------------- */

/* What was shown of a gzip. */
typedef struct unpacked {
    unsigned announced, objects, values, lists, taps;
    uint64_t size, packed;
    uint64_t height_at;
} unpacked;

static void unpack_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    unpacked *u = context;
    (void)name, (void)count, (void)offset;
    u->lists++;
}

static void unpack_list_end(void *context)
{
    (void)context;
}

static void unpack_object(void *context, const char *name, int64_t index, uint64_t offset)
{
    (void)context, (void)name, (void)index, (void)offset;
}

static void unpack_object_end(void *context, al_extent e)
{
    unpacked *u = context;
    assert_true(e.inflated);
    u->objects++;
}

static void unpack_value(void *context, const char *name, al_value value, const char *meaning, al_extent e)
{
    unpacked *u = context;
    (void)value, (void)meaning;
    assert_int_equal(u->announced, 1);
    assert_true(e.inflated);
    u->values++;
    if (name != NULL && strcmp(name, "height") == 0)
        u->height_at = e.offset;
}

static void unpack_all(void *context, uint64_t size, al_extent packed)
{
    unpacked *u = context;
    assert_false(packed.inflated);
    assert_int_equal(packed.offset, 0);
    u->announced++;
    u->size = size;
    u->packed = packed.length;
}

static void tap_record(void *context, const al_path *path, const al_layout *layout, al_span record)
{
    unpacked *u = context;
    (void)path, (void)layout, (void)record;
    u->taps++;
}

enum { DDS_BYTES = 136, GZIP_HEAD = 15, GZIP_BYTES = GZIP_HEAD + DDS_BYTES + 8 + 1 };

/* A gzip of one stored block, with a DDS of one block in it, and a byte behind it. */
static void make_gzip(uint8_t *gzip)
{
    static const uint8_t head[GZIP_HEAD] = {
        0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, DDS_BYTES, 0, 0xFF - DDS_BYTES, 0xFF};
    static const uint8_t end[] = {0x3A, 0x94, 0x96, 0xC8, DDS_BYTES, 0, 0, 0};
    uint8_t *dds = gzip + GZIP_HEAD;
    memset(gzip, 0, GZIP_BYTES);
    memcpy(gzip, head, sizeof head);
    memcpy(dds, "DDS \x7C\0\0\0\7\x10\0\0\4\0\0\0\4", 17);
    memcpy(dds + 76, "\x20\0\0\0\4\0\0\0DXT1", 12);
    memcpy(dds + DDS_BYTES, end, sizeof end);
}

/* A tap is told places in the file: of what a gzip holds it gets nothing. */
static void a_gzip_is_shown_unpacked(void **state)
{
    unpacked u = {.announced = 0};
    uint8_t gzip[GZIP_BYTES];
    const al_listener tap = {.context = &u, .record = tap_record};
    al_visitor visitor = {.size = sizeof visitor,
                          .context = &u,
                          .list = unpack_list,
                          .list_end = unpack_list_end,
                          .object = unpack_object,
                          .object_end = unpack_object_end,
                          .value = unpack_value,
                          .unpacked = unpack_all};
    al_checker *checker = al_checker_new(NULL);
    al_result *r = NULL;
    (void)state;
    make_gzip(gzip);
    const al_span file = al_span_of(gzip, sizeof gzip);
    assert_int_equal(al_tap_memory(checker, "a.gz", file, &visitor, &tap, &r), AL_OK);
    assert_int_equal(r->finding_count, 1); /* dds/gzip-trailing */
    al_result_free(r);
    assert_int_equal(u.size, DDS_BYTES);
    assert_int_equal(u.packed, GZIP_BYTES - 1);
    assert_int_equal(u.objects, 1);
    assert_int_equal(u.height_at, 12);
    assert_true(u.values > 20 && u.lists > 0);
    assert_int_equal(u.taps, 0);
    visitor.unpacked = NULL; /* a visitor need not ask */
    const unsigned values = u.values;
    u = (unpacked){.announced = 1};
    assert_int_equal(al_tap_memory(checker, "a.gz", file, &visitor, &tap, &r), AL_OK);
    al_result_free(r);
    assert_int_equal(u.values, values);
    al_checker_free(checker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_in_the_order_of_the_file),
        cmocka_unit_test(every_item_when_asked_for),
        cmocka_unit_test(a_mesh_cut_anywhere),
        cmocka_unit_test(an_animation_in_the_order_of_the_file),
        cmocka_unit_test(unknown_formats_have_no_dump),
        cmocka_unit_test(a_gzip_is_shown_unpacked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
