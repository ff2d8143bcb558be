/* msh_skin_rules.c: the rules about the bones of a Lost Saga MSH and their weights. */
#include <inttypes.h>
#include <math.h>

#include "formats/lostsaga/msh/msh.h"
#include "kit/names.h"

typedef struct skin {
    const msh_file *m;
    al_names names;
    uint8_t *used; /* by bone: a vertex has a weight for it; NULL: not needed */
} skin;

/* ---- Weights ------------------------------------------------------------------------------------------- */

msh_vertex msh_vertex_of(al_span item)
{
    msh_vertex v = {.sum = 0};
    for (uint64_t i = 0; i < MSH_WEIGHTS_OF_VERTEX; i++) {
        v.weight[i] = (double)al_f32_at(item, MSH_WEIGHTS_AT_weight + 4 * i);
        v.bone[i] = (double)al_f32_at(item, MSH_WEIGHTS_AT_bone + 4 * i);
        v.sum += v.weight[i];
    }
    return v;
}

static bool has_bad_weight(const msh_vertex *v)
{
    for (size_t i = 0; i < MSH_WEIGHTS_OF_VERTEX; i++)
        if (!(v->weight[i] >= 0))
            return true;
    return false;
}

bool msh_is_descending(const msh_vertex *v)
{
    for (size_t i = 1; i < MSH_WEIGHTS_OF_VERTEX; i++)
        if (v->weight[i] > v->weight[i - 1])
            return false;
    return true;
}

/* The game ignores weights after the first 0. */
static bool loses_weight(const msh_vertex *v)
{
    for (size_t i = 1; i < MSH_WEIGHTS_OF_VERTEX; i++)
        if (v->weight[i - 1] == 0 && v->weight[i] > 0)
            return true;
    return false;
}

/* Whether all bones with a weight exist; marks the existing ones as used. */
static bool marks_bones(const skin *k, const msh_vertex *v)
{
    bool good = true;
    for (size_t i = 0; i < MSH_WEIGHTS_OF_VERTEX; i++) {
        const double bone = v->bone[i];
        const bool there = bone >= 0 && bone < (double)k->m->bones && floor(bone) == bone;
        if (!(v->weight[i] > 0))
            continue;
        if (there)
            k->used[(uint32_t)bone] = 1;
        good = good && there;
    }
    return good;
}

typedef struct weight_tallies {
    al_tally value, sum, order, bone;
    bool loses; /* a vertex in `order` has a weight after a 0 */
} weight_tallies;

static weight_tallies tally_weights(const skin *k, const al_items *weights)
{
    weight_tallies t = {.value = {.count = 0}};
    for (uint64_t i = 0; i < al_items_count(weights); i++) {
        const msh_vertex v = msh_vertex_of(al_items_at(weights, i));
        if (has_bad_weight(&v))
            al_tally_add(&t.value, i);
        if (!isnan(v.sum) && !(fabs(v.sum - 1) <= MSH_SUM_TOLERANCE))
            al_tally_add(&t.sum, i);
        if (!isnan(v.sum) && !msh_is_descending(&v)) {
            al_tally_add(&t.order, i);
            t.loses = t.loses || loses_weight(&v);
        }
        if (!marks_bones(k, &v))
            al_tally_add(&t.bone, i);
    }
    return t;
}

static msh_vertex first_of(const al_items *weights, const al_tally *tally)
{
    return msh_vertex_of(al_items_at(weights, tally->first[0]));
}

static void report_order(al_sink *s, const al_items *weights, const weight_tallies *t)
{
    const al_claim claim = al_items_claim(MSH_WEIGHT_ORDER, weights, &t->order);
    const msh_vertex v = first_of(weights, &t->order);
    al_report(s, &claim,
              "vertices whose weights are not in descending order%s: %" PRIu64 " of %" PRIu64
              ", the first is vertex %" PRIu64 " with %s, %s, %s, %s",
              t->loses ? ", so that the game ignores those after a 0" : "", t->order.count,
              al_items_count(weights), t->order.first[0], al_show_number(v.weight[0]).text,
              al_show_number(v.weight[1]).text, al_show_number(v.weight[2]).text,
              al_show_number(v.weight[3]).text);
}

static void report_weights(const skin *k, const al_items *weights, const weight_tallies *t)
{
    al_sink *s = k->m->file.job->sink;
    const uint64_t count = al_items_count(weights);
    if (t->value.count > 0) {
        const al_claim claim = al_items_claim(MSH_WEIGHT_VALUE, weights, &t->value);
        al_report(s, &claim,
                  "vertices with a weight that is negative or not a number: %" PRIu64 " of %" PRIu64
                  ", the first is vertex %" PRIu64,
                  t->value.count, count, t->value.first[0]);
    }
    if (t->sum.count > 0) {
        const al_claim claim = al_items_claim(MSH_WEIGHT_SUM, weights, &t->sum);
        al_report(s, &claim,
                  "vertices whose weights don't add up to 1: %" PRIu64 " of %" PRIu64
                  ", the first is vertex %" PRIu64 " with %s",
                  t->sum.count, count, t->sum.first[0], al_show_number(first_of(weights, &t->sum).sum).text);
    }
    if (t->order.count > 0)
        report_order(s, weights, t);
    if (t->bone.count > 0) {
        const al_claim claim = al_items_claim(MSH_BONE_INDEX, weights, &t->bone);
        const msh_vertex v = first_of(weights, &t->bone);
        al_report(s, &claim,
                  "vertices with a weight for a bone that is not one of the %" PRIu32 ": %" PRIu64
                  " of %" PRIu64 ", the first is vertex %" PRIu64 " with the bones %s, %s, %s, %s",
                  k->m->bones, t->bone.count, count, t->bone.first[0], al_show_number(v.bone[0]).text,
                  al_show_number(v.bone[1]).text, al_show_number(v.bone[2]).text,
                  al_show_number(v.bone[3]).text);
    }
}

/* ---- Bones --------------------------------------------------------------------------------------------- */

static void check_bone_name(skin *k, uint32_t number, const al_string *name)
{
    const al_claim claim = al_string_claim(MSH_EMPTY_BONE_NAME, name);
    lsa_check_string(&k->m->file, name);
    if (name->text.len == 0)
        al_report(k->m->file.job->sink, &claim, "bone has no name");
    else
        al_names_add(&k->names, k->m->file.job->arena, name->text, 0, number);
}

static void report_repeated(void *context, const al_name *again, const al_name *first)
{
    const skin *k = context;
    const al_path bone = al_item(NULL, "bones", again->number);
    const al_claim claim = al_name_claim(MSH_DUPLICATE_BONE_NAME, again, &bone, "name");
    al_report(k->m->file.job->sink, &claim, "bone has the same name as bones[%" PRIu32 "]: \"%.*s\"",
              first->number, AL_SHOW(again->text));
}

static void check_used(const skin *k, uint32_t number, const al_string *name)
{
    al_claim claim = al_string_claim(MSH_UNUSED_BONE, name);
    claim.reach = AL_WHOLE_FILE; /* where the weights are */
    claim.path = al_item(NULL, "bones", number);
    if (k->used[number] == 0)
        al_report(k->m->file.job->sink, &claim, "no vertex has a weight for the bone \"%.*s\"",
                  AL_SHOW(name->text));
}

static void check_names(skin *k)
{
    al_walk w = al_walk_again(&k->m->file.walk, k->m->bones_at);
    msh_bone bone;
    for (uint32_t i = 0; i < k->m->bones && msh_read_bone(&w, i, &bone); i++)
        check_bone_name(k, i, &bone.name);
    if (!al_names_repeated(&k->names, k->m->file.job->arena, report_repeated, k))
        al_report_no_memory(k->m->file.job);
}

static void check_use(const skin *k)
{
    al_walk w = al_walk_again(&k->m->file.walk, k->m->bones_at);
    msh_bone bone;
    for (uint32_t i = 0; i < k->m->bones && msh_read_bone(&w, i, &bone); i++)
        check_used(k, i, &bone.name);
}

void msh_judge_skin(const msh_file *m)
{
    skin k = {.m = m};
    const al_path path = al_field(NULL, msh_components[MSH_WEIGHTS].name);
    const al_items weights = msh_array(m, MSH_WEIGHTS, &path);
    if (m->bones_at == 0) /* no weights in the mask, or not that far */
        return;
    check_names(&k);
    if (!m->has_bones)
        return;
    k.used = al_alloc(m->file.job->arena, m->bones, sizeof *k.used);
    if (k.used == NULL) {
        al_report_no_memory(m->file.job);
        return;
    }
    const weight_tallies t = tally_weights(&k, &weights);
    report_weights(&k, &weights, &t);
    if (weights.bytes.len == (uint64_t)m->vertices * MSH_WEIGHTS_BYTES)
        check_use(&k);
}
