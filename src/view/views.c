/* views.c: the views of a file. The file is checked first, since its findings decide what a view must have.
 * Then it is parsed again, and reports nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/judge.h"
#include "engine/result.h"
#include "formats/catalogue.h"
#include "view/view.h"

/* ---- Bones --------------------------------------------------------------------------------------------- */

enum { UNKNOWN, ON_THE_WAY, ENDS };

/* Follows the parents of a bone up to a root or a bone that is known to have one. If it meets a bone of this
 * way, that bone becomes a root. */
static void follow(al_view_bone *bones, uint8_t *state, size_t first)
{
    size_t at = first;
    while (state[at] == UNKNOWN) {
        state[at] = ON_THE_WAY;
        if (bones[at].parent < 0)
            break;
        const size_t up = (size_t)bones[at].parent;
        if (state[up] == ON_THE_WAY) {
            bones[at].parent = -1;
            break;
        }
        at = up;
    }
    for (at = first; state[at] == ON_THE_WAY; at = (size_t)bones[at].parent) {
        state[at] = ENDS;
        if (bones[at].parent < 0)
            break;
    }
}

/* Lets each bone have only a parent that leads to a root: of bones that are their own ancestors one becomes a
 * root. False if memory is short. */
static bool clean_bones(al_arena *work, al_drawn *skeleton)
{
    const size_t count = skeleton->view.bone_count;
    al_view_bone *bones = skeleton->bones;
    uint8_t *state = al_alloc(work, count, 1);
    if (state == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        if (bones[i].parent < 0 || (uint64_t)bones[i].parent >= count)
            bones[i].parent = -1;
    for (size_t i = 0; i < count; i++)
        follow(bones, state, i);
    return true;
}

/* A file whose views are made. */
typedef struct viewing {
    al_views *views;
    const al_checked *checked;
    const al_format *format;
    const al_result *result;
    al_rereading reading; /* its arena is freed at the end */
    al_drawing drawing;
    al_aim *aims;
    al_left_triangles *left;
} viewing;

/* ---- The second reading -------------------------------------------------------------------------------- */

/* Draws what the format has. */
static void draw(viewing *v)
{
    const al_hooks *hooks = v->format->hooks;
    v->drawing.arena = &v->views->arena;
    if (hooks->draw == NULL)
        return;
    void *document = al_alloc(&v->reading.arena, 1, hooks->document_size);
    const al_parsed parsed = document != NULL ? hooks->parse(&v->reading.job, document) : AL_NO_MEMORY;
    if (parsed == AL_READ)
        hooks->draw(&v->reading.job, document, &v->drawing);
    v->drawing.partial = v->drawing.partial || parsed == AL_NO_MEMORY;
}

/* ---- What is handed out -------------------------------------------------------------------------------- */

static void clean_bones_of_mesh(const al_drawing *d, al_drawn *mesh)
{
    al_view *v = &mesh->view;
    const bool has_skeleton = v->skeleton >= 0;
    const size_t bones = has_skeleton ? d->views[v->skeleton].view.bone_count : v->skin_name_count;
    if (!has_skeleton || v->bone < 0 || (uint64_t)v->bone >= bones)
        v->bone = -1;
    al_view_clean_skin(mesh, bones);
}

static bool make_views(viewing *v)
{
    al_drawing *d = &v->drawing;
    const size_t count = (size_t)d->view_count;
    al_view *views = al_alloc(&v->views->arena, count, sizeof *views);
    v->left = al_alloc(&v->reading.arena, count, sizeof *v->left);
    if (views == NULL || v->left == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        al_drawn *drawn = &d->views[i];
        if (drawn->mesh != NULL &&
            !al_view_mesh_part(&v->views->arena, drawn, v->aims, v->result->finding_count, &v->left[i]))
            return false;
        if (drawn->view.kind == AL_VIEW_SKELETON && !clean_bones(&v->reading.arena, drawn))
            return false;
        if (drawn->mesh != NULL)
            clean_bones_of_mesh(d, drawn);
        views[i] = drawn->view;
    }
    v->views->views = views;
    v->views->count = count;
    return true;
}

static bool mark(viewing *v)
{
    for (size_t i = 0; i < v->result->finding_count; i++)
        if (!al_view_add_mark(&v->views->arena, &v->drawing, v->left, &v->aims[i], &v->result->findings[i],
                              &v->views->places[i]))
            return false;
    return true;
}

static bool make(viewing *v)
{
    const size_t count = v->result->finding_count;
    v->aims = al_alloc(&v->reading.arena, count, sizeof *v->aims);
    v->views->places = al_alloc(&v->views->arena, count, sizeof *v->views->places);
    if (v->aims == NULL || v->views->places == NULL)
        return false;
    draw(v);
    al_views_aim(&v->drawing, v->format, v->result, v->aims);
    if (!make_views(v) || !mark(v))
        return false;
    const bool found = count == 0 || v->reading.job.unpacked ||
                       al_view_find_records(&v->reading.job, v->format->hooks, &v->views->arena, v->result,
                                            v->aims, v->views->places);
    return found && !v->drawing.partial;
}

/* A package may have two members of that name: the first one counts, as in find_result. */
static void receive(void *receiver, const al_checked *checked)
{
    al_views *views = receiver;
    if (views->received)
        return;
    views->received = true;
    viewing v = {.views = views, .checked = checked};
    v.result = views->wanted_result ? views->result : checked->result;
    v.format = al_find_format(checked->result->format);
    views->budget = al_budget_of(checked->memory, checked->checker->options->fail_allocation);
    views->arena = al_arena_on(&views->budget);
    if (v.format == NULL)
        return;
    al_reread(&v.reading, checked->checker, &views->budget, v.format, checked->name, checked->bytes);
    views->partial = !make(&v);
    al_arena_return(&v.reading.arena);
}

/* ---- The door ------------------------------------------------------------------------------------------ */

/* The result of the member among those of a package; that of the package, if it says why there is none. */
static const al_result *find_result(const al_result *whole, const char *member)
{
    if (member[0] == '\0')
        return whole;
    for (size_t i = 0; i < whole->member_count; i++)
        if (strcmp(whole->members[i]->member, member) == 0)
            return whole->members[i];
    return al_is_unchecked(whole) ? whole : NULL;
}

static al_status finish(al_views *made, const char *member, al_status status, al_views **views)
{
    const bool failed = made->budget.shortage == AL_SHORTAGE_SYSTEM;
    if (status != AL_OK || failed) {
        al_views_free(made);
        return failed ? AL_OUT_OF_MEMORY : status;
    }
    const al_result *own = find_result(made->own, member);
    if (own != NULL && al_is_unchecked(own))
        made->partial = true;
    if (!made->wanted_result)
        made->result = own;
    if (made->result == NULL || strcmp(made->result->member, member) != 0)
        made->places = NULL;
    *views = made;
    return AL_OK;
}

static al_status view_source(al_checker *checker, al_source *source, al_subject about, const char *member,
                             const al_result *result, al_views **views)
{
    *views = NULL;
    al_views *made = calloc(1, sizeof *made);
    if (made == NULL)
        return AL_OUT_OF_MEMORY;
    made->result = result;
    made->wanted_result = result != NULL;
    about.member = "";
    about.flags = AL_NAMED;
    about.only = member;
    about.receive = receive;
    about.receiver = made;
    const al_status status = al_check_source(checker, &about, source, &made->own);
    return finish(made, member, status, views);
}

al_status al_view_file(al_checker *checker, const char *path, const char *member, const al_result *result,
                       al_views **views)
{
    const al_subject about = {.path = path};
    al_source source;
    al_source_open(&source, path);
    const al_status status = view_source(checker, &source, about, member, result, views);
    al_source_close(&source);
    return status;
}

al_status al_view_memory(al_checker *checker, const char *path, const char *member, const void *data,
                         size_t size, const al_result *result, al_views **views)
{
    const al_subject about = {.path = path};
    al_source source = al_source_of_memory(al_span_of(data, size));
    return view_source(checker, &source, about, member, result, views);
}

void al_views_free(al_views *views)
{
    if (views == NULL)
        return;
    al_arena_free(&views->arena);
    al_result_free(views->own);
    free(views);
}

const al_result *al_views_result(const al_views *views)
{
    return views->result;
}

bool al_views_are_whole(const al_views *views)
{
    return !views->partial;
}

const char *al_view_kind_name(al_view_kind kind)
{
    static const char *const names[] = {"mesh", "skeleton", "curves", "picture"};
    return names[kind];
}

size_t al_views_count(const al_views *views)
{
    return views->count;
}

const al_view *al_views_at(const al_views *views, size_t number)
{
    return number < views->count ? &views->views[number] : NULL;
}

const al_view_place *al_views_place(const al_views *views, size_t finding)
{
    const size_t count = views->places != NULL && views->result != NULL ? views->result->finding_count : 0;
    return finding < count ? &views->places[finding] : NULL;
}
