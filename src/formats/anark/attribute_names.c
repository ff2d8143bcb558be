/* attribute_names.c: the tables of known names. */
#include "formats/anark/attribute_names.h"

#include <string.h>

static const char *const attributes[] = {
#define ANARK_ATTRIBUTE(name) name,
#include "formats/anark/attributes.def"
#undef ANARK_ATTRIBUTE
};

_Static_assert(sizeof attributes / sizeof attributes[0] == ANARK_ATTRIBUTES, "one hash for each");

static const struct {
    const char *name;
    anark_param_kind kind;
} param_types[] = {
    {"float", ANARK_PARAM_FLOAT},     {"float3.x", ANARK_PARAM_FLOAT},  {"float3.y", ANARK_PARAM_FLOAT},
    {"float3.z", ANARK_PARAM_FLOAT},  {"long", ANARK_PARAM_INT},        {"color4.r", ANARK_PARAM_COLOUR},
    {"color4.g", ANARK_PARAM_COLOUR}, {"color4.b", ANARK_PARAM_COLOUR}, {"color4.a", ANARK_PARAM_COLOUR},
    {"bool", ANARK_PARAM_BOOL},       {"string", ANARK_PARAM_STRING},
};

uint32_t anark_hash(al_span name)
{
    enum { HASHED = 100 };
    uint64_t hash = 0;
    for (uint64_t i = 0; i < HASHED; i++) {
        const uint8_t character = al_u8_at(name, i); /* a NUL behind the end */
        const uint64_t sign = character > INT8_MAX ? UINT32_C(0xFFFFFF00) : 0;
        hash = (hash * 0x1003F + character + sign) & UINT32_MAX;
        if (character == 0)
            break;
    }
    return (uint32_t)hash;
}

static bool same_hash(uint32_t a, uint32_t b)
{
    return ((a ^ b) & ANARK_NAME_MASK) == 0;
}

static bool has_hash(const char *name, uint32_t hash)
{
    return same_hash(anark_hash(al_span_of(name, strlen(name))), hash);
}

anark_index anark_index_attributes(void)
{
    anark_index index = {.hashes = {0}};
    for (size_t i = 0; i < ANARK_ATTRIBUTES; i++)
        index.hashes[i] = anark_hash(al_span_of(attributes[i], strlen(attributes[i])));
    return index;
}

const char *anark_attribute_name(const anark_index *index, uint32_t hash)
{
    for (size_t i = 0; i < ANARK_ATTRIBUTES; i++)
        if (same_hash(index->hashes[i], hash))
            return attributes[i];
    return NULL;
}

anark_param_kind anark_param_kind_of(uint32_t hash, const char **name)
{
    *name = NULL;
    for (size_t i = 0; i < sizeof param_types / sizeof param_types[0]; i++) {
        if (!has_hash(param_types[i].name, hash))
            continue;
        *name = param_types[i].name;
        return param_types[i].kind;
    }
    return ANARK_PARAM_UNKNOWN;
}

/* ---- For layouts --------------------------------------------------------------------------------------- */

static const char *find_attribute(int64_t hash)
{
    for (size_t i = 0; i < ANARK_ATTRIBUTES; i++)
        if (has_hash(attributes[i], (uint32_t)hash))
            return attributes[i];
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
