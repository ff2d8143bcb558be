/* paradox_gfx.c: keeps the items of a .gfx that rules need. */

#include <string.h>

#include "core/lines.h"
#include "core/sort.h"
#include "core/text.h"
#include "kit/describe_content.h"
#include "relations/file_names.h"
#include "relations/paradox/clausewitz.h"
#include "relations/paradox/paradox.h"

static const char type_key[] = "EMFXActorType";

/* Keys that a type may have only once. */
static const char *const single_keys[] = {"name", "actorfile", "idle", "move", "attack", "scale"};
enum { SINGLE_KEYS = sizeof single_keys / sizeof single_keys[0], KEY_NAME = 0, KEY_ACTOR_FILE = 1 };

/* An object that is open. */
typedef struct frame {
    uint32_t item; /* PDX_NO_ITEM: it isn't kept yet */
    uint32_t type; /* the innermost EMFXActorType; PDX_NO_ITEM: none */
    al_span key;
    al_text_place place; /* of the key */
    const char *name;
    bool is_type, is_attach;
    bool seen[SINGLE_KEYS];
} frame;

typedef struct reading {
    pdx_gfx *gfx; /* its lists grow in `scratch`, and are copied at the end */
    uint64_t item_capacity, type_capacity;
    al_kept_texts *texts;
    al_arena *scratch;
    al_lines lines;
    al_lines again;                        /* from the start, for flaws that are found at the end */
    frame frames[AL_CLAUSEWITZ_DEPTH + 1]; /* the first is the file */
    uint32_t depth;
    bool no_memory;
} reading;

bool pdx_is_reference(const char *value)
{
    return al_has_extension_of(value, "xac xsm");
}

/* ---- Places and texts ---------------------------------------------------------------------------------- */

static al_text_place place_of(al_lines *lines, al_span span)
{
    al_lines_advance(lines, span.base);
    const al_lines start = *lines;
    al_lines_advance(lines, al_end_of(span));
    return al_place_between(&start, lines);
}

static const char *checked(reading *r, const char *text)
{
    r->no_memory = r->no_memory || text == NULL;
    return text != NULL ? text : "";
}

static const char *copy(reading *r, al_span text)
{
    return checked(r, al_keep_text(r->texts, text.len > 0 ? (const char *)text.ptr : "", text.len));
}

static const char *small_copy(reading *r, al_span text)
{
    return checked(r, al_keep_small(r->texts, text.len > 0 ? (const char *)text.ptr : "", text.len));
}

static const char *file_name(reading *r, const char *value)
{
    return checked(r, al_plain_path(r->texts->arena, al_span_of(value, strlen(value))));
}

static bool is(al_span text, const char *word)
{
    return al_compare_ignoring_case(text, al_span_of(word, strlen(word))) == 0;
}

/* ---- Items --------------------------------------------------------------------------------------------- */

/* PDX_NO_ITEM if memory is short. */
static uint32_t add_item(reading *r, const pdx_item *item)
{
    pdx_gfx *g = r->gfx;
    r->no_memory = r->no_memory || g->item_count >= PDX_NO_ITEM ||
                   !AL_APPEND(r->scratch, g->items, g->item_count, r->item_capacity, *item);
    return r->no_memory ? PDX_NO_ITEM : g->item_count - 1;
}

static void add_type(reading *r, frame *f, bool nested)
{
    pdx_gfx *g = r->gfx;
    const pdx_item item = {
        .up = PDX_NO_ITEM, .type = PDX_NO_ITEM, .key = type_key, .text = "", .place = f->place};
    f->item = add_item(r, &item);
    const pdx_type type = {.item = f->item, .name = "", .nested = nested};
    r->no_memory = r->no_memory || !AL_APPEND(r->scratch, g->types, g->type_count, r->type_capacity, type);
    f->type = r->no_memory ? PDX_NO_ITEM : g->type_count - 1;
}

/* Keeps an object in a type, since values in it may be kept. */
static void add_block(reading *r, frame *f, const frame *up)
{
    const pdx_item item = {
        .up = up->item, .type = up->type, .key = small_copy(r, f->key), .text = "", .place = f->place};
    f->item = add_item(r, &item);
}

static void take_open(void *context, const al_clausewitz_item *object)
{
    reading *r = context;
    const frame *up = &r->frames[r->depth];
    frame *f = &r->frames[r->depth + 1];
    r->depth++;
    *f = (frame){.item = PDX_NO_ITEM,
                 .type = up->type,
                 .key = object->key,
                 .name = "",
                 .is_type = is(object->key, type_key)};
    f->is_attach = up->is_type && is(object->key, "attach");
    if (r->no_memory || (!f->is_type && up->type == PDX_NO_ITEM))
        return;
    f->place = place_of(&r->lines, object->key);
    if (f->is_type)
        add_type(r, f, up->type != PDX_NO_ITEM);
    else
        add_block(r, f, up);
}

static void name_items(reading *r, const frame *f)
{
    if (f->item == PDX_NO_ITEM || r->no_memory)
        return;
    r->gfx->items[f->item].text = f->name;
    if (f->is_type)
        r->gfx->types[f->type].name = f->name;
}

static void take_close(void *context)
{
    reading *r = context;
    name_items(r, &r->frames[r->depth]);
    r->depth--;
}

/* ---- Values -------------------------------------------------------------------------------------------- */

/* Whether a type has had the key before. */
static bool is_again(frame *f, al_span key)
{
    for (size_t i = 0; i < SINGLE_KEYS && f->is_type; i++) {
        if (!is(key, single_keys[i]))
            continue;
        const bool seen = f->seen[i];
        f->seen[i] = true;
        return seen;
    }
    return false;
}

/* The first of two is taken; which one the games take is unknown. `file`: the value as files are named; NULL:
 * it names none. */
static void take_key_of_type(reading *r, const frame *f, const al_clausewitz_item *v, const char *text,
                             const char *file)
{
    pdx_type *type = &r->gfx->types[f->type];
    if (is(v->key, single_keys[KEY_NAME]))
        type->named = true;
    if (is(v->key, single_keys[KEY_ACTOR_FILE]))
        type->actor_file = file != NULL ? file : file_name(r, text);
}

static pdx_role role_of(const frame *f, const al_clausewitz_item *v, const char *text, bool again)
{
    if (f->type != PDX_NO_ITEM && pdx_is_reference(text))
        return PDX_REFERENCE;
    if (is(v->key, "texturefile"))
        return PDX_PICTURE;
    if (f->is_attach && is(v->key, "node"))
        return PDX_NODE_NAME;
    if (f->is_attach && is(v->key, "name"))
        return PDX_TYPE_NAME;
    if (pdx_is_reference(text))
        return PDX_ELSEWHERE;
    return again ? PDX_AGAIN : PDX_OBJECT;
}

/* Keeps the object of a picture; its name may come later. */
static void keep_object(reading *r, frame *f)
{
    const pdx_item item = {.up = PDX_NO_ITEM, .type = PDX_NO_ITEM, .key = copy(r, f->key), .text = ""};
    if (f->item == PDX_NO_ITEM)
        f->item = add_item(r, &item);
}

static void keep_value(reading *r, frame *f, const al_clausewitz_item *v, const char *text, const char *file,
                       bool again)
{
    const pdx_role role = role_of(f, v, text, again);
    if (role == PDX_OBJECT)
        return;
    if (role == PDX_PICTURE) {
        keep_object(r, f);
        file = file != NULL ? file : file_name(r, text);
    }
    const pdx_item item = {.role = (uint8_t)role,
                           .again = again,
                           .up = f->item,
                           .type = f->type,
                           .key = small_copy(r, v->key),
                           .text = text,
                           .file = file,
                           .place = place_of(&r->lines, v->whole)};
    (void)add_item(r, &item);
}

/* Most values are not needed. */
static bool is_wanted(const frame *f, const al_clausewitz_item *v)
{
    static const char *const ends[] = {".xac", ".xsm"};
    al_span end;
    if (f->is_type || f->is_attach || is(v->key, "name") || is(v->key, "texturefile"))
        return true;
    for (size_t i = 0; i < 2; i++)
        if (v->value.len > 4 && al_slice(v->value, v->value.len - 4, 4, &end) && is(end, ends[i]))
            return true;
    return false;
}

static void take_value(void *context, const al_clausewitz_item *v)
{
    reading *r = context;
    frame *f = &r->frames[r->depth];
    if (r->no_memory || !is_wanted(f, v))
        return;
    const bool again = is_again(f, v->key);
    const char *text = copy(r, v->value), *file = pdx_is_reference(text) ? file_name(r, text) : NULL;
    if (is(v->key, "name") && !again)
        f->name = text;
    if (f->is_type && !again)
        take_key_of_type(r, f, v, text, file);
    keep_value(r, f, v, text, file, again);
}

/* ---- Oddities ------------------------------------------------------------------------------------------ */

/* `lines` stays at the start of the token, which may also be a value that is kept. */
static void add_oddity(pdx_oddity *to, al_lines *lines, const char *what, al_span token)
{
    al_lines_advance(lines, token.base);
    al_lines behind = *lines;
    const al_text_place place = place_of(&behind, token);
    if (to->what == NULL) {
        to->what = what;
        to->place = place;
    }
    al_tally_add(&to->lines, place.line);
}

/* The same for a key, which the message names without its quotes, or an operator. */
static void add_named_oddity(reading *r, const char *what, al_span token)
{
    pdx_oddity *to = &r->gfx->wrong;
    const bool first = to->what == NULL, quoted = al_u8_at(token, 0) == '"';
    add_oddity(to, &r->lines, what, token);
    if (first)
        to->name = copy(r, quoted ? al_slice_available(token, 1, token.len - 2) : token);
}

static void take_flaw(void *context, al_clausewitz_flaw flaw, al_span token)
{
    reading *r = context;
    pdx_gfx *g = r->gfx;
    switch (flaw) {
    case AL_FLAW_OPEN_QUOTE:
        add_oddity(&g->wrong, &r->lines, "a quote is still open at the end of its line", token);
        break;
    case AL_FLAW_NO_VALUE: add_named_oddity(r, "has no value", token); break;
    case AL_FLAW_NO_KEY: add_named_oddity(r, "has no key before it", token); break;
    case AL_FLAW_STRAY:
        add_oddity(&g->wrong, &r->lines, "a } closes nothing, and more comes after it", token);
        break;
    case AL_FLAW_STRAY_AT_END: add_oddity(&g->odd, &r->lines, "a } at the end closes nothing", token); break;
    case AL_FLAW_OPEN_BRACE:
        add_oddity(&g->odd, &r->again, "a { is still open at the end of the file", token);
        break;
    case AL_FLAW_OPEN_OBJECT:
        add_oddity(&g->odd, &r->again, "the { is not closed before another object of its kind", token);
        break;
    case AL_FLAW_TOO_DEEP:
        add_oddity(&g->deep, &r->lines, "braces are read to level 64: what lies deeper was not checked",
                   token);
        break;
    }
}

/* ---- Ordinals ------------------------------------------------------------------------------------------ */

static int compare_items(const void *left, const void *right, void *context)
{
    const pdx_item *items = context;
    const uint32_t *first = left, *second = right;
    const pdx_item *a = &items[*first], *b = &items[*second];
    if ((a->role == PDX_OBJECT) != (b->role == PDX_OBJECT))
        return a->role == PDX_OBJECT ? -1 : 1;
    if (a->up != b->up)
        return a->up < b->up ? -1 : 1;
    int order = strcmp(a->key, b->key);
    order = order != 0 ? order : strcmp(a->text, b->text);
    if (order != 0)
        return order;
    return *first < *second ? -1 : *first > *second;
}

static bool number_items(pdx_gfx *g, al_arena *scratch)
{
    uint32_t *order = al_alloc(scratch, g->item_count, sizeof *order);
    if (order == NULL)
        return false;
    for (uint32_t i = 0; i < g->item_count; i++)
        order[i] = i;
    al_sort(order, g->item_count, sizeof *order, compare_items, g->items);
    for (uint32_t i = 1; i < g->item_count; i++) {
        pdx_item *item = &g->items[order[i]];
        const pdx_item *last = &g->items[order[i - 1]];
        const bool same = item->role == PDX_OBJECT && last->role == PDX_OBJECT && item->up == last->up &&
                          strcmp(item->key, last->key) == 0 && strcmp(item->text, last->text) == 0;
        item->ordinal = same ? last->ordinal + 1 : 0;
    }
    return true;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

/* Files of Scaleform have the same extension. */
static bool is_foreign(al_span text)
{
    return al_starts_with(text, "GFX", 3) || al_starts_with(text, "CFX", 3) ||
           al_text_length(text) < text.len;
}

static const char *wide_mark(al_span text)
{
    if (al_starts_with(text, "\xFF\xFE", 2))
        return "0xFFFE";
    return al_starts_with(text, "\xFE\xFF", 2) ? "0xFEFF" : NULL;
}

/* Copies the lists out of the scratch memory, without room to spare. */
static bool keep_lists(pdx_gfx *g, al_arena *arena)
{
    g->items = al_copy_memory(arena, g->items, g->item_count * sizeof *g->items);
    g->types = al_copy_memory(arena, g->types, g->type_count * sizeof *g->types);
    return g->items != NULL && g->types != NULL;
}

bool pdx_gfx_read(pdx_gfx *gfx, al_span text, al_kept_texts *texts, al_arena *scratch)
{
    reading *r = al_alloc(scratch, 1, sizeof *r);
    if (r == NULL)
        return false;
    gfx->wide = wide_mark(text);
    gfx->foreign = is_foreign(text);
    if (gfx->wide != NULL || gfx->foreign)
        return true;
    *r = (reading){.gfx = gfx, .texts = texts, .scratch = scratch};
    r->lines = r->again = al_lines_of(text, AL_COLUMNS_BYTES);
    const char *damage = al_describe_damage(text);
    gfx->damaged = damage[0] != '\0';
    if (gfx->damaged) {
        add_oddity(&gfx->wrong, &r->lines, damage + strlen(": "), al_slice_available(text, 0, 1));
        return !r->no_memory;
    }
    r->frames[0] = (frame){.item = PDX_NO_ITEM, .type = PDX_NO_ITEM, .name = ""};
    const al_clausewitz_visitor visitor = {
        .context = r, .open = take_open, .close = take_close, .value = take_value, .flaw = take_flaw};
    al_clausewitz_read(text, &visitor);
    for (; r->depth > 0; r->depth--)
        name_items(r, &r->frames[r->depth]);
    return !r->no_memory && number_items(gfx, scratch) && keep_lists(gfx, texts->arena);
}

/* ---- .mod ---------------------------------------------------------------------------------------------- */

typedef struct mod_reading {
    al_arena *arena;
    al_lines lines;
    pdx_description *mod;
    unsigned depth;
    bool failed;
} mod_reading;

static void enter(void *context, const al_clausewitz_item *object)
{
    mod_reading *r = context;
    (void)object;
    r->depth++;
}

static void leave(void *context)
{
    mod_reading *r = context;
    r->depth--;
}

/* Folders of types and pictures are the only ones that rules look into. */
static bool is_used_folder(const char *name)
{
    return strcmp(name, "interface") == 0 || strcmp(name, "gfx") == 0 || pdx_is_below(name, "gfx/");
}

static void take_mod_value(void *context, const al_clausewitz_item *v)
{
    mod_reading *r = context;
    const bool path = is(v->key, "path");
    if (r->failed || r->depth > 0 || v->value.len == 0 || (!path && !is(v->key, "replace_path")))
        return;
    char *name = al_plain_path(r->arena, al_slice_available(v->value, 0, al_text_length(v->value)));
    const size_t length = name != NULL ? strlen(name) : 0;
    if (length > 0 && name[length - 1] == '/')
        name[length - 1] = '\0';
    if (path) {
        r->mod->path = name;
        r->mod->written = al_copy_bytes(r->arena, v->value);
        r->mod->place = place_of(&r->lines, v->whole);
    }
    r->failed = name == NULL || (path && r->mod->written == NULL) ||
                (!path && is_used_folder(name) && !al_name_list_add(&r->mod->replaced, r->arena, name));
}

static void ignore_flaw(void *context, al_clausewitz_flaw flaw, al_span token)
{
    (void)context, (void)flaw, (void)token;
}

bool pdx_mod_read(pdx_description *mod, al_span text, al_arena *arena)
{
    mod_reading r = {.arena = arena, .mod = mod, .lines = al_lines_of(text, AL_COLUMNS_BYTES)};
    const al_clausewitz_visitor reader = {
        .context = &r, .open = enter, .close = leave, .value = take_mod_value, .flaw = ignore_flaw};
    al_clausewitz_read(text, &reader);
    return !r.failed;
}

/* ---- Paths --------------------------------------------------------------------------------------------- */

static void put(pdx_field_text *w, const char *text)
{
    const size_t length = strlen(text), room = sizeof w->text - 1 - w->length;
    const size_t fits = length < room ? length : room;
    memcpy(w->text + w->length, text, fits);
    w->length += fits;
}

static void put_escaped(pdx_field_text *w, const char *text)
{
    char escaped[AL_MAX_FIELD];
    al_escape_start(text, escaped, sizeof escaped);
    put(w, escaped);
}

/* EMFXActorType["Horse"].animation["idle"][1].file */
void pdx_field(pdx_field_text *field, const pdx_gfx *gfx, uint32_t item)
{
    uint32_t chain[AL_CLAUSEWITZ_DEPTH + 1];
    size_t count = 0;
    field->length = 0;
    for (uint32_t i = item; i != PDX_NO_ITEM && count <= AL_CLAUSEWITZ_DEPTH; i = gfx->items[i].up)
        chain[count++] = i;
    for (size_t i = count; i > 0; i--) {
        const pdx_item *at = &gfx->items[chain[i - 1]];
        if (field->length > 0 && at->key[0] != '\0')
            put(field, ".");
        put_escaped(field, at->key);
        if (at->role == PDX_OBJECT && (at->text[0] != '\0' || at->up == PDX_NO_ITEM)) {
            put(field, "[\"");
            put_escaped(field, at->text);
            put(field, "\"]");
        }
        if (at->ordinal > 0) {
            put(field, "[");
            put(field, al_show_unsigned(at->ordinal).text);
            put(field, "]");
        }
    }
    field->text[field->length] = '\0';
}
