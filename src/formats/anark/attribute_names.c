/* attribute_names.c: the tables of known names, with their hashes as constants. */
#include "formats/anark/attribute_names.h"

typedef struct anark_name {
    const char *text;
    uint32_t hash;
} anark_name;

#define ANARK_ATTRIBUTE(name) {(name), ANARK_HASH(name)},
static const anark_name attributes[] = {
#include "formats/anark/attributes.def"
};
#undef ANARK_ATTRIBUTE

#define ANARK_ATTRIBUTE(name) _Static_assert(sizeof(name) <= ANARK_HASH_MOST + 1, "too long for ANARK_HASH");
#include "formats/anark/attributes.def"
#undef ANARK_ATTRIBUTE

enum { ATTRIBUTES = sizeof attributes / sizeof attributes[0] };
_Static_assert(ATTRIBUTES < UINT8_MAX && ATTRIBUTES < ANARK_SLOTS / 2, "an index has room for no more");

static const struct {
    anark_name name;
    anark_param_kind kind;
} param_types[] = {
    {{"float", ANARK_HASH("float")}, ANARK_PARAM_FLOAT},
    {{"float3.x", ANARK_HASH("float3.x")}, ANARK_PARAM_FLOAT},
    {{"float3.y", ANARK_HASH("float3.y")}, ANARK_PARAM_FLOAT},
    {{"float3.z", ANARK_HASH("float3.z")}, ANARK_PARAM_FLOAT},
    {{"long", ANARK_HASH("long")}, ANARK_PARAM_INT},
    {{"color4.r", ANARK_HASH("color4.r")}, ANARK_PARAM_COLOUR},
    {{"color4.g", ANARK_HASH("color4.g")}, ANARK_PARAM_COLOUR},
    {{"color4.b", ANARK_HASH("color4.b")}, ANARK_PARAM_COLOUR},
    {{"color4.a", ANARK_HASH("color4.a")}, ANARK_PARAM_COLOUR},
    {{"bool", ANARK_HASH("bool")}, ANARK_PARAM_BOOL},
    {{"string", ANARK_HASH("string")}, ANARK_PARAM_STRING},
};

static bool same_name(uint32_t a, uint32_t b)
{
    return ((a ^ b) & ANARK_NAME_MASK) == 0;
}

/* The slot of a hash in the index, or the free slot for it. */
static uint32_t slot_of(const anark_index *index, uint32_t hash)
{
    uint32_t slot = hash % ANARK_SLOTS;
    while (index->slots[slot] != 0 && !same_name(attributes[index->slots[slot] - 1].hash, hash))
        slot = (slot + 1) % ANARK_SLOTS;
    return slot;
}

anark_index anark_index_attributes(void)
{
    anark_index index = {.slots = {0}};
    for (uint32_t i = 0; i < ATTRIBUTES; i++)
        index.slots[slot_of(&index, attributes[i].hash)] = (uint8_t)(i + 1);
    return index;
}

const char *anark_attribute_name(const anark_index *index, uint32_t hash)
{
    const uint8_t number = index->slots[slot_of(index, hash)];
    return number != 0 ? attributes[number - 1].text : NULL;
}

anark_param_kind anark_param_kind_of(uint32_t hash, const char **name)
{
    *name = NULL;
    for (size_t i = 0; i < sizeof param_types / sizeof param_types[0]; i++) {
        if (!same_name(param_types[i].name.hash, hash))
            continue;
        *name = param_types[i].name.text;
        return param_types[i].kind;
    }
    return ANARK_PARAM_UNKNOWN;
}

/* ---- For layouts --------------------------------------------------------------------------------------- */

static const char *find_attribute(int64_t hash)
{
    for (size_t i = 0; i < ATTRIBUTES; i++)
        if (same_name(attributes[i].hash, (uint32_t)hash))
            return attributes[i].text;
    return NULL;
}

static const char *find_param_type(int64_t hash)
{
    const char *name;
    (void)anark_param_kind_of((uint32_t)hash, &name);
    return name;
}

const al_words anark_attribute_words = {.find = find_attribute};
const al_words anark_param_type_words = {.find = find_param_type};
