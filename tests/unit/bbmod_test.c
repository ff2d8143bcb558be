/* bbmod_test.c: BBMOD and BBANIM files that fixtures can't have: with very many items, and with very deep
 * trees. */
#include "unit.h"

#include <stdlib.h>

#include "core/limits.h"
#include "fact_text.h"
#include "results.h"
#include "writer.h"

/* ---- Facts --------------------------------------------------------------------------------------------- */

/* Counts of 8 bytes become facts, too. */
static void a_model_has_nodes_and_materials(void **state)
{
    (void)state;
    assert_facts("bbmod", "bbmod/seeds/wide.bbmod",
                 "has node count nodeCount 0xAA+8 3\n"
                 "has node nodes[0].name 0xB2+5 root\n"
                 "has node nodes[1].name 0xF4+4 hip\n"
                 "has node nodes[2].name 0x12D+5 knee\n"
                 "has bone count boneCount 0x167+8 2\n"
                 "has material materials[0].name 0x1BF+6 steel\n");
    assert_null(fact_text("bbmod", "BBMOD\0\2\0", 8));
}

static void an_animation_needs_nodes_and_bones(void **state)
{
    (void)state;
    assert_facts("bbanim", "bbanim/seeds/plain-3.4.bbanim",
                 "needs node count nodeCount 0x1A+4 2\n"
                 "needs bone count boneCount 0x1E+4 1\n");
    char *cut = fact_text("bbanim", "BBANIM\0\3\4\1", 10);
    assert_string_equal(cut, "");
    free(cut);
    writer w = writer_start(64, "BBANIM\0\3\4\1", 10);
    put_f64(&w, 1);
    put_f64(&w, 30);
    put_u32(&w, UINT32_MAX); /* more nodes than a file of this size can hold */
    put_u32(&w, 0);
    char *damaged = fact_text("bbanim", w.bytes, w.size);
    assert_string_equal(damaged, "");
    free(damaged);
    free(w.bytes);
}

/* ---- BBANIM -------------------------------------------------------------------------------------------- */

static writer animation_with_events(uint32_t count, double frame)
{
    writer w = writer_start(96 + (size_t)count * 9, "BBANIM\0\3\4\1", 10);
    put_f64(&w, 1);
    put_f64(&w, 30);
    put_u32(&w, 1);
    put_u32(&w, 0);
    for (int i = 0; i < 8; i++) /* the transform of the node */
        put_f32(&w, i == 3 ? 1 : 0);
    put_u32(&w, count);
    for (uint32_t i = 0; i < count; i++) {
        put_f64(&w, frame);
        put(&w, "", 1);
    }
    return w;
}

static void more_findings_than_are_listed(void **state)
{
    (void)state;
    writer w = animation_with_events(AL_MAX_FINDINGS + 1, -1);
    al_result *r = writer_check(&w, "a.bbanim", NULL);
    assert_int_equal(r->status, AL_FILE_FINDINGS);
    assert_int_equal(r->finding_count, AL_MAX_FINDINGS);
    assert_int_equal(r->warnings, AL_MAX_FINDINGS);
    assert_int_equal(r->omitted, 1);
    assert_int_equal(r->omitted_level, AL_WARNING);
    (void)result_finding(r, "bbanim/event-frame", "events[999].frame");
    al_result_free(r);
    w = animation_with_events(AL_MAX_FINDINGS, -1);
    r = writer_check(&w, "a.bbanim", NULL);
    assert_int_equal(r->status, AL_FILE_FINDINGS);
    assert_int_equal(r->finding_count, AL_MAX_FINDINGS);
    assert_int_equal(r->omitted, 0);
    assert_int_equal(r->omitted_level, AL_OFF);
    al_result_free(r);
    w = animation_with_events(AL_MAX_FINDINGS + 1, 0.5);
    r = writer_check(&w, "a.bbanim", NULL);
    assert_int_equal(r->status, AL_FILE_CLEAN);
    al_result_free(r);
}

/* ---- BBMOD --------------------------------------------------------------------------------------------- */

static void put_node(writer *w, float index, uint32_t children)
{
    put(w, "", 1);
    put_f32(w, index);
    put(w, "", 1);
    for (int i = 0; i < 8; i++)
        put_f32(w, i == 3 ? 1 : 0);
    put_u32(w, 0);
    put_u32(w, children);
}

/* A model of only nodes: each has `children` nodes, until `count` is reached. */
static writer model_of_nodes(uint32_t count, uint32_t children)
{
    writer w = writer_start(64 + (size_t)count * 46, "BBMOD\0\3\4", 8);
    uint32_t left = count - 1;
    put_u32(&w, 0);
    put_u32(&w, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t some = children < left ? children : left;
        put_node(&w, (float)i, some);
        left -= some;
    }
    put_u32(&w, 0);
    put_u32(&w, 0);
    return w;
}

static void a_tree_of_any_depth_is_read(void **state)
{
    (void)state;
    enum { NODES = 200000 };
    writer w = model_of_nodes(NODES, 1);
    al_result *r = writer_check(&w, "a.bbmod", NULL);
    assert_int_equal(r->errors, 1);
    assert_int_equal(r->finding_count, 2); /* the second finding: there are no meshes */
    const al_finding *f = result_finding(r, "bbmod/nesting", "nodes[1000]");
    assert_true(f->count == NODES - AL_MAX_NODE_LEVEL);
    assert_int_equal(f->elements[7], AL_MAX_NODE_LEVEL + 7);
    al_result_free(r);
    w = model_of_nodes(NODES, NODES);
    r = writer_check(&w, "a.bbmod", NULL);
    assert_int_equal(r->errors, 0);
    assert_int_equal(r->finding_count, 1);
    al_result_free(r);
}

/* A node needs memory only for its name, and these have none. */
static void many_nodes_take_little_memory(void **state)
{
    (void)state;
    writer w = model_of_nodes(100000, 3);
    al_options *options = al_options_new();
    al_options_set_limit(options, AL_LIMIT_MEMORY, 2 * w.size);
    al_result *r = writer_check(&w, "a.bbmod", options);
    assert_int_equal(r->status, AL_FILE_FINDINGS);
    al_result_free(r);
    al_options_free(options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_has_nodes_and_materials),
        cmocka_unit_test(an_animation_needs_nodes_and_bones),
        cmocka_unit_test(more_findings_than_are_listed),
        cmocka_unit_test(a_tree_of_any_depth_is_read),
        cmocka_unit_test(many_nodes_take_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
