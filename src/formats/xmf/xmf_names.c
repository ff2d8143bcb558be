/* xmf_names.c: the words of an XMF: Direct3D's vertex declaration, and what a file's name says of the mesh.
 */
#include <string.h>

#include "core/text.h"
#include "formats/xmf/xmf.h"

typedef enum xmf_number { FLOATS, HALVES, BYTES, SHORTS, USHORTS, DEC3, UNUSED } xmf_number;

/* D3DDECLTYPE, from d3d9types.h. `numbers` is how many a component is shown as. */
static const struct {
    const char *name;
    uint32_t size;
    unsigned numbers;
    xmf_number kind;
} types[XMF_DECLTYPES + 1] = {
    {"FLOAT1", 4, 1, FLOATS},    {"FLOAT2", 8, 2, FLOATS},    {"FLOAT3", 12, 3, FLOATS},
    {"FLOAT4", 16, 4, FLOATS},   {"D3DCOLOR", 4, 4, BYTES},   {"UBYTE4", 4, 4, BYTES},
    {"SHORT2", 4, 2, SHORTS},    {"SHORT4", 8, 4, SHORTS},    {"UBYTE4N", 4, 4, BYTES},
    {"SHORT2N", 4, 2, SHORTS},   {"SHORT4N", 8, 4, SHORTS},   {"USHORT2N", 4, 2, USHORTS},
    {"USHORT4N", 8, 4, USHORTS}, {"UDEC3", 4, 3, DEC3},       {"DEC3N", 4, 3, DEC3},
    {"FLOAT16_2", 4, 2, HALVES}, {"FLOAT16_4", 8, 4, HALVES}, {"UNUSED", 0, 0, UNUSED},
};

static const char *const usages[XMF_DECLUSAGES] = {
    "POSITION", "BLENDWEIGHT", "BLENDINDICES", "NORMAL", "PSIZE", "TEXCOORD", "TANGENT",
    "BINORMAL", "TESSFACTOR",  "POSITIONT",    "COLOR",  "FOG",   "DEPTH",    "SAMPLE"};

static bool is_type(int32_t type)
{
    return type >= 0 && type < XMF_DECLTYPES;
}

uint32_t xmf_type_size(int32_t type)
{
    return is_type(type) ? types[type].size : 0;
}

const char *xmf_type_name(int32_t type)
{
    return type >= 0 && type <= XMF_DECLTYPES ? types[type].name : NULL;
}

const char *xmf_usage_name(int32_t usage)
{
    return usage >= 0 && usage < XMF_DECLUSAGES ? usages[usage] : NULL;
}

unsigned xmf_component_numbers(int32_t type)
{
    return is_type(type) ? types[type].numbers : 0;
}

static double number_at(al_span vertex, uint64_t at, xmf_number kind, unsigned i)
{
    switch (kind) {
    case FLOATS: return (double)al_f32_at(vertex, at + (uint64_t)i * 4);
    case HALVES: return (double)al_f16_at(vertex, at + (uint64_t)i * 2);
    case BYTES: return al_u8_at(vertex, at + i);
    case SHORTS: return al_i16_at(vertex, at + (uint64_t)i * 2);
    case USHORTS: return al_u16_at(vertex, at + (uint64_t)i * 2);
    case DEC3: return (al_u32_at(vertex, at) >> (10 * i)) & 0x3FF;
    case UNUSED: break;
    }
    return 0;
}

void xmf_decode_component(al_span vertex, const xmf_component *c, double *numbers)
{
    for (unsigned i = 0; i < xmf_component_numbers(c->type); i++)
        numbers[i] = number_at(vertex, c->offset, types[c->type].kind, i);
}

bool xmf_is_collision_name(const char *name)
{
    static const char word[] = "-collision";
    if (!al_has_extension(name, "xmf", 3))
        return false;
    for (size_t at = 0; name[at] != '\0'; at++)
        if (strlen(name + at) >= sizeof word - 1 && al_same_text(name + at, word, sizeof word - 1))
            return true;
    return false;
}

bool xmf_is_lod_name(const char *name)
{
    static const char word[] = "-lod";
    size_t end = strlen(name);
    if (!al_has_extension(name, "xmf", 3))
        return false;
    end -= sizeof ".xmf" - 1;
    const size_t digits_end = end;
    while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
        end--;
    return end < digits_end && end >= sizeof word - 1 &&
           al_same_text(name + end - (sizeof word - 1), word, sizeof word - 1);
}
