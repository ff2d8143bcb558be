/* dump_test.c: the dump of a file: the calls of a visitor and their order, and that the result is that of a
 * check.
 */
#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/compiler.h"
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_in_the_order_of_the_file),
        cmocka_unit_test(every_item_when_asked_for),
        cmocka_unit_test(a_mesh_cut_anywhere),
        cmocka_unit_test(an_animation_in_the_order_of_the_file),
        cmocka_unit_test(unknown_formats_have_no_dump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
