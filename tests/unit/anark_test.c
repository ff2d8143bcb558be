/* anark_test.c: hashes computed by hand, and a BGP, a BGF and a BSG written byte by byte from the
 * description, so that the parser and the generator of the corpus can't share a mistake. */
#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/anark/attribute_names.h"
#include "formats/catalogue.h"
#include "kit/hooks.h"
#include "notes.h"
#include "results.h"

extern const al_hooks bgf_hooks, bsg_hooks, bgp_hooks;
extern const al_words bsg_node_type_words, bsg_asset_type_words;

/* ---- Hashes -------------------------------------------------------------------------------------------- */

static uint32_t hash_in_words(const char *name)
{
    return anark_hash(al_span_of(name, strlen(name)));
}

static void hashes_by_hand(void **state)
{
    (void)state;
    /* 0x1003F is 65599. "a" is 97: 97 * 65599, and the NUL adds 0. */
    assert_int_equal(hash_in_words("a"), 6363103);
    /* "ab": (6363103 + 98) * 65599 = 417419622399, and that modulo 4294967296. */
    assert_int_equal(hash_in_words("ab"), 807794687);
    assert_int_equal(hash_in_words(""), 0);
    assert_int_equal(hash_in_words("float"), 0xDA1352C4);
    assert_int_equal(hash_in_words("position.x"), 0x2A7C230D);
    assert_int_equal(hash_in_words("rendergroupidentifier"), 332010702); /* the longest */
}

#define ANARK_ATTRIBUTE(name) name,
static const char *const attributes[] = {
#include "formats/anark/attributes.def"
};
#undef ANARK_ATTRIBUTE

static void attributes_by_their_hashes(void **state)
{
    (void)state;
    const anark_index index = anark_index_attributes();
    assert_int_equal(sizeof attributes / sizeof attributes[0], 109);
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
        const uint32_t hash = hash_in_words(attributes[i]);
        assert_string_equal(anark_attribute_name(&index, hash), attributes[i]);
        assert_string_equal(anark_attribute_name(&index, hash & 0x7FFFFFF), attributes[i]);
        assert_string_equal(anark_attribute_name(&index, hash ^ 0xF8000000), attributes[i]);
        assert_null(anark_attribute_name(&index, hash ^ 0x4000000));
        for (size_t k = 0; k < i; k++)
            assert_int_not_equal(hash & 0x7FFFFFF, hash_in_words(attributes[k]) & 0x7FFFFFF);
    }
    assert_null(anark_attribute_name(&index, 0));
}

static void types_of_parameters(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        anark_param_kind kind;
    } types[] = {
        {"float", ANARK_PARAM_FLOAT},     {"float3.x", ANARK_PARAM_FLOAT},  {"float3.y", ANARK_PARAM_FLOAT},
        {"float3.z", ANARK_PARAM_FLOAT},  {"long", ANARK_PARAM_INT},        {"color4.r", ANARK_PARAM_COLOUR},
        {"color4.g", ANARK_PARAM_COLOUR}, {"color4.b", ANARK_PARAM_COLOUR}, {"color4.a", ANARK_PARAM_COLOUR},
        {"bool", ANARK_PARAM_BOOL},       {"string", ANARK_PARAM_STRING}};
    const char *name;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        assert_int_equal(anark_param_kind_of(hash_in_words(types[i].name), &name), types[i].kind);
        assert_string_equal(name, types[i].name);
    }
    assert_int_equal(anark_param_kind_of(hash_in_words("double"), &name), ANARK_PARAM_UNKNOWN);
    assert_null(name);
}

/* ---- A visitor that records the dump as text ----------------------------------------------------------- */

static void see_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    (void)offset;
    note(context, "%s(%" PRIu64 ")[ ", name, count);
}

static void see_list_end(void *context)
{
    note(context, "] ");
}

static void see_object(void *context, const char *name, int64_t index, uint64_t offset)
{
    (void)index;
    note(context, "%s@%" PRIx64 "{ ", name, offset);
}

static void see_object_end(void *context, al_extent e)
{
    (void)e;
    note(context, "} ");
}

static void see_value(void *context, const char *name, al_value v, const char *meaning, al_extent e)
{
    note(context, "%s@%" PRIx64 "=", name != NULL ? name : "", e.offset);
    switch (v.kind) {
    case AL_VALUE_NONE: break;
    case AL_VALUE_UINT: note(context, "%" PRIu64, v.as.uint_value); break;
    case AL_VALUE_INT: note(context, "%" PRId64, v.as.int_value); break;
    case AL_VALUE_REAL: note(context, "%g", v.as.real_value); break;
    case AL_VALUE_TEXT: note(context, "'%.*s'", (int)v.as.text.length, v.as.text.bytes); break;
    }
    if (meaning != NULL && strchr(meaning, ' ') == NULL) /* sentences are left out */
        note(context, "~%s", meaning);
    note(context, " ");
}

static void see_series(void *context, const char *name, const al_series *s, al_extent e)
{
    (void)name, (void)s, (void)e;
    fail_msg("nothing is summed up where all of it was asked for: %p", context);
}

static void see_item(void *context, const double *components, unsigned count, al_extent e)
{
    (void)components, (void)count, (void)e;
    fail_msg("the files have no numbers that are summed up: %p", context);
}

/* Asserts that the file is clean and that its dump is `expected`. */
static void assert_clean_and_shown(const char *name, const uint8_t *bytes, size_t size, const char *version,
                                   const char *expected)
{
    notes *n = calloc(1, sizeof *n);
    al_options *options = al_options_new();
    al_checker *checker = al_checker_new(options);
    al_result *result;
    const al_visitor visitor = {.size = sizeof(al_visitor),
                                .context = n,
                                .full = true,
                                .list = see_list,
                                .list_end = see_list_end,
                                .object = see_object,
                                .object_end = see_object_end,
                                .value = see_value,
                                .series = see_series,
                                .item = see_item};
    assert_non_null(n);
    assert_int_equal(al_dump_memory(checker, name, bytes, size, &visitor, &result), AL_OK);
    assert_int_equal(result->finding_count, 0);
    assert_int_equal(result->status, AL_FILE_CLEAN);
    assert_string_equal(result->version, version);
    assert_string_equal(n->text, expected);
    al_result_free(result);
    al_checker_free(checker);
    al_options_free(options);
    free(n);
}

/* ---- BGP ----------------------------------------------------------------------------------------------- */

static const uint8_t plan[] = {
    0x00,                                                     /* 00 endianness */
    0x01, 0x00, 0x00, 0x00,                                   /* 01 nAssets */
    0x02, 0x00, 0x00, 0x00, 'P', 0x00,                        /* 05 type */
    0x05, 0x00, 0x00, 0x00, 'm', 'e',  'n',  'u', 0x00,       /* 0b id */
    0x06, 0x00, 0x00, 0x00, 'm', '.',  'b',  'g', 'f',  0x00, /* 14 bgfFilePath */
    0x01, 0x00, 0x00, 0x00,                                   /* 1e nStates */
    0x03, 0x00, 0x00, 0x00, 's', '1',  0x00,                  /* 22 id */
    0x01, 0x00, 0x00, 0x00,                                   /* 29 prelude */
    0x05, 0x00, 0x00, 0x00, 's', 'h',  'o',  'w', 0x00,       /* 2d action */
    0x05, 0x00, 0x00, 0x00, 'm', 'e',  'n',  'u', 0x00,       /* 36 assetId */
    0x01, 0x00, 0x00, 0x00,                                   /* 3f nTransitions */
    0x03, 0x00, 0x00, 0x00, 's', '1',  0x00,                  /* 43 toStateId */
    0x02, 0x00, 0x00, 0x00, 'e', 0x00,                        /* 4a event */
    0x00, 0x00, 0x00, 0x00,                                   /* 50 actions */
    0x01, 0x00, 0x00, 0x00,                                   /* 54 postlude */
    0x05, 0x00, 0x00, 0x00, 'k', 'i',  'l',  'l', 0x00,       /* 58 action */
    0x05, 0x00, 0x00, 0x00, 'm', 'e',  'n',  'u', 0x00,       /* 61 assetId, up to 6a */
};

static void a_plan_byte_by_byte(void **state)
{
    (void)state;
    assert_int_equal(sizeof plan, 0x6A);
    assert_clean_and_shown(
        "m.bgp", plan, sizeof plan, "",
        "endianness@0=0~little-endian nAssets@1=1 "
        "assets(1)[ assets@5{ type@5='P' id@b='menu' bgfFilePath@14='m.bgf' } ] "
        "nStates@1e=1 states(1)[ states@22{ id@22='s1' "
        "nPrelude@29=1 prelude(1)[ prelude@2d{ action@2d='show' assetId@36='menu' } ] "
        "nTransitions@3f=1 transitions(1)[ transitions@43{ toStateId@43='s1' event@4a='e' "
        "nActions@50=0 actions(0)[ ] } ] "
        "nPostlude@54=1 postlude(1)[ postlude@58{ action@58='kill' assetId@61='menu' } ] } ] ");
}

/* ---- BGF ----------------------------------------------------------------------------------------------- */

static const uint8_t face[] = {
    0x00, 0x04,                                     /* 00 endianness, 4 */
    0x1A, 0x00, 0x00, 0x00,                         /* 02 headerSize: 6 + 26 is 32 */
    'A',  'n',  'a',  'r',  'k',  'B',  'G',  'F',  /* 06 magic */
    0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, /* 0e version, 0 */
    0x00, 0x05, 0xD0, 0x02,                         /* 16 width 1280, height 720 */
    0x01,                                           /* 1a fitMode */
    0x02, 0x00, 0x00, 0x00, 0x00,                   /* 1b numSceneItems, 0 */
    0x64, 0x00, 0x00, 0x00,                         /* 20 memory: 25 numbers */
    0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, /* 24 small elements, large elements */
    0x01, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, /* 2c attributes, contracts */
    0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, /* 34 event names */
    0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, /* 3c strings */
    0x01, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, /* 44 animations, keyframes */
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, /* 4c logics */
    0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, /* 54 parameters */
    0x01, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, /* 5c slides, slide element references */
    0x01, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, /* 64 slide element attributes, their references */
    0x00, 0x00, 0x00, 0x00,                         /* 6c paddings */
    0x07, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, /* 70 six that are ignored */
    0x09, 0x00, 0x00, 0x00, 0x0A, 0x00, 0x00, 0x00, /* 78 */
    0x0B, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, /* 80 */
    0x06, 0x00, 0x00, 0x00,                         /* 88 strings */
    0x02, 0x00, 0x00, 0x00, 'h',  'i',              /* 8c without a NUL */
    0x1F, 0x00, 0x00, 0x00,                         /* 92 elements */
    0x44, 0x33, 0x22, 0x11, 0xFF, 0xFF, 0xFF, 0xFF, /* 96 nameHash, parentIdx */
    0x02, 0x00, 0x00, 0x00, 0x08, 0x05, /* 9e sceneItemId, type contract, flags active and large */
    0x02, 0xF4, 0x01, 0x00, 0x00,       /* a4 2, period 500 */
    0x01, 0x00, 0x00, 0x00,             /* a9 nAttributes */
    0x0D, 0x23, 0x7C, 0x1A, 0x00, 0x00, 0xC0, 0x3F, /* ad float (3 << 27) position.x, 1.5 */
    0x0C, 0x00, 0x00, 0x00,                         /* b5 contracts */
    0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, /* b9 elementIdx, nEvents */
    0x00, 0x00, 0x00, 0x00,                         /* c1 stringIdx */
    0x24, 0x00, 0x00, 0x00,                         /* c5 animations */
    0x00, 0x00, 0x00, 0x00, 0x0D, 0x23, 0x7C, 0x2A, /* c9 elementIdx, attrNameHash */
    0x01, 0x00, 0x01, 0x00,                         /* d1 enabled, canSyncFirst, nKeys */
    0xFA, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x3F, /* d5 timeOffset 250, p0 1 */
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x40, /* dd 0, p1 2 */
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x40, 0xC0, /* e5 0, p2 -3 */
    0x00, 0x00, 0x00, 0x00,                         /* ed logic */
    0x08, 0x00, 0x00, 0x00,                         /* f1 parameters */
    0xC4, 0x52, 0x13, 0xDA, 0x00, 0x00, 0x00, 0x3F, /* f5 float, 0.5 */
    0x3A, 0x00, 0x00, 0x00,                         /* fd slides */
    'o',  'n',  'e',  0x00, 0x00, 0x00, 0x00, 0x00, /* 101 name */
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, /* 109 */
    0x00, 0x00, 0x00, 0x00, 0x03,                   /* 111 elementIdx, flags */
    0x05, 0x00, 0x00, 0x00, 0x06, 0x00, 0x00, 0x00, /* 116 beginMs, endMs */
    0x01, 0x00, 0x00, 0x00,                         /* 11e nSettings */
    0x00, 0x00, 0x00, 0x00, 0x01,                   /* 122 elementIdx, activate */
    0x01, 0x00, 0x00, 0x00,                         /* 127 nValues */
    0x95, 0x9D, 0xB7, 0x2E, 0x00, 0x00, 0x00, 0x00, /* 12b string (5 << 27) name, the first */
    0x01, 0x00, 0x00, 0x00,                         /* 133 nRefs */
    0x00, 0x01, 0x00, 0x00,                         /* 137 isLogic, enable, idx, up to 13b */
};

static const char face_shown[] =
    "header@0{ endianness@0=0~little-endian four@1=4 "
    "headerSize@2=26 magic@6='AnarkBGF' version@e=3 zero@12=0 "
    "width@16=1280 "
    "height@18=720 fitMode@1a=1 numSceneItems@1b=2 end@1f=0 } "
    "sections(8)[ sections@20{ sectionSize@20=100 } sections@88{ sectionSize@88=6 } "
    "sections@92{ sectionSize@92=31 } sections@b5{ sectionSize@b5=12 } sections@c5{ sectionSize@c5=36 } "
    "sections@ed{ sectionSize@ed=0 } sections@f1{ sectionSize@f1=8 } sections@fd{ sectionSize@fd=58 } ] "
    "memory@24{ counts(19)[ @24=0 @28=1 @2c=1~attributes @30=1~contracts @34=1 @38=0 @3c=1~strings @40=0 "
    "@44=1~animations @48=1~keyframes @4c=0~logics @50=0 @54=0 @58=1~parameters @5c=1~slides @60=1 "
    "@64=1 @68=1 "
    "@6c=0~paddings ] ignored(6)[ @70=7 @74=8 @78=9 @7c=10 @80=11 @84=-1 ] } "
    "strings(1)[ @8c='hi' ] "
    "elements(1)[ elements@96{ nameHash@96=287454020 parentIdx@9a=-1 sceneItemId@9e=2 type@a2=8~contract "
    "flags@a3=5 two@a4=2 period@a5=500 nAttributes@a9=1 "
    "attributes(1)[ attributes@ad{ typeAndName@ad=444343053~position.x value@b1=1.5 } ] } ] "
    "contracts(1)[ contracts@b9{ elementIdx@b9=0 nEvents@bd=1 stringIdx(1)[ @c1=0 ] } ] "
    "animations(1)[ animations@c9{ elementIdx@c9=0 attrNameHash@cd=712778509~position.x enabled@d1=1 "
    "canSyncFirst@d2=0 nKeys@d3=1 "
    "keys(1)[ keys@d5{ timeOffset@d5=250 p0@d9=1 unknown0@dd=0 p1@e1=2 unknown1@e5=0 p2@e9=-3 } ] } ] "
    "params(1)[ params@f5{ typeHash@f5=3658699460~float value@f9=0.5 } ] "
    "slides(1)[ slides@101{ name@101='one' elementIdx@111=0 flags@115=3 beginMs@116=5 endMs@11a=6 "
    "nSettings@11e=1 "
    "settings(1)[ settings@122{ elementIdx@122=0 activate@126=1 nValues@127=1 "
    "values(1)[ values@12b{ typeAndName@12b=783785365~name value@12f=0 } ] nRefs@133=1 "
    "refs(1)[ refs@137{ isLogic@137=0 enable@138=1 idx@139=0 } ] } ] } ] ";

static void a_face_byte_by_byte(void **state)
{
    (void)state;
    assert_int_equal(sizeof face, 0x13B);
    assert_clean_and_shown("m.bgf", face, sizeof face, "3", face_shown);
}

/* ---- BSG ----------------------------------------------------------------------------------------------- */

static const uint8_t graph[] = {
    0x00, 0x04, 0x00, 0x00,                         /* 00 endianness, 4, 0 */
    0x18, 0x00, 0x00, 0x00,                         /* 04 headerSize: 8 + 24 is 32 */
    'A',  'n',  'a',  'r',  'k',  'B',  'G',  'F',  /* 08 magic */
    0x02, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, /* 10 version, 2 */
    0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, /* 18 eight bytes without meaning */
    0x08, 0x00, 0x00, 0x00,                         /* 20 memory */
    0x01, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, /* 24 nNodes, nAssets */
    0x60, 0x00, 0x00, 0x00,                         /* 2c scene graph: 96 */
    0xFF, 0xFF, 0xFF, 0xFF, 0x2A, 0x00, 0x00, 0x00, /* 30 parentIdx, sceneNodeId */
    0x08, 0xAA, 0xBB, 0xCC,                         /* 38 type, three unknown */
    0x00, 0x00, 0x80, 0x3F, 0x00, 0x00, 0x00, 0x40, 0x00, 0x00, 0x40, 0x40, /* 3c translation 1, 2, 3 */
    0x00, 0x00, 0x00, 0x3F, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xBF, /* 48 rotation 0.5, 0, -0.5 */
    0x00, 0x00, 0x80, 0x3F, 0x00, 0x00, 0x80, 0x3F, 0x00, 0x00, 0x80, 0xBF, /* 54 scale 1, 1, -1 */
    0x00, 0x00, 0x80, 0x40, 0x00, 0x00, 0xA0, 0x40, 0x00, 0x00, 0xC0, 0x40, /* 60 pivot 4, 5, 6 */
    0x00, 0x00, 0x80, 0xBF, 0x00, 0x00, 0x00, 0xC0, 0x00, 0x00, 0x40, 0xC0, /* 6c boxMin -1, -2, -3 */
    0x00, 0x00, 0xE0, 0x40, 0x00, 0x00, 0x00, 0x41, 0x00, 0x00, 0x10, 0x41, /* 78 boxMax 7, 8, 9 */
    0x00, 0x00, 0x80, 0x3E,                                                 /* 84 opacity 0.25 */
    0x07, 0x04, 0x01,             /* 88 layer, rotationMethod, invertY */
    0x00, 0x00, 0x00, 0x00, 0x01, /* 8b 0, transparent */
    0x05, 0x00, 0x00, 0x00,       /* 90 assets */
    0xFE, 0xFF, 0xFF, 0xFF, 0x06, /* 94 sceneNodeId -2, type; up to 99 */
};

static void a_graph_byte_by_byte(void **state)
{
    (void)state;
    assert_int_equal(sizeof graph, 0x99);
    assert_clean_and_shown(
        "m.bsg", graph, sizeof graph, "2",
        "header@0{ endianness@0=0~little-endian four@1=4 "
        "zero@2=0 headerSize@4=24 magic@8='AnarkBGF' version@10=2 two@14=2 "
        "end(8)[ @18=1 @19=2 @1a=3 @1b=4 @1c=5 @1d=6 @1e=7 @1f=8 ] } "
        "sections(3)[ sections@20{ sectionSize@20=8 } sections@2c{ sectionSize@2c=96 } "
        "sections@90{ sectionSize@90=5 } ] memory@24{ nNodes@24=1 nAssets@28=1 } "
        "nodes(1)[ nodes@30{ parentIdx@30=-1 sceneNodeId@34=42 type@38=8~layer "
        "pad(3)[ @39=170 @3a=187 @3b=204 ] "
        "translation(3)[ @3c=1 @40=2 @44=3 ] rotation(3)[ @48=0.5 @4c=0 @50=-0.5 ] "
        "scale(3)[ @54=1 @58=1 @5c=-1 ] pivot(3)[ @60=4 @64=5 @68=6 ] boxMin(3)[ @6c=-1 @70=-2 @74=-3 ] "
        "boxMax(3)[ @78=7 @7c=8 @80=9 ] opacity@84=0.25 layer@88=7 rotationMethod@89=4 invertY@8a=1 "
        "zero@8b=0 "
        "transparent@8f=1 } ] assets(1)[ assets@94{ sceneNodeId@94=-2 type@98=6~material } ] ");
}

static void names_of_types_in_a_graph(void **state)
{
    static const char *const nodes[9] = {NULL,   "dummy", "geometry", "camera", "light",
                                         "text", NULL,    NULL,       "layer"};
    static const char *const assets[9] = {[6] = "material", [7] = "texture"};
    (void)state;
    for (int64_t type = 0; type <= 8; type++) {
        const char *node = al_find_word(&bsg_node_type_words, type);
        const char *asset = al_find_word(&bsg_asset_type_words, type);
        assert_string_equal(node != NULL ? node : "", nodes[type] != NULL ? nodes[type] : "");
        assert_string_equal(asset != NULL ? asset : "", assets[type] != NULL ? assets[type] : "");
    }
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

static void note_fact(void *context, const al_fact *fact)
{
    char field[64];
    if (fact->kind == AL_FACT_END) {
        note(context, "all");
        return;
    }
    al_path_format(fact->path, field, sizeof field);
    note(context, "%d%s %s@%" PRIx64 "+%zu", (int)fact->kind, fact->refers ? "?" : "", field,
         fact->field.base, fact->field.len);
    if (fact->name.len > 0)
        note(context, "='%.*s' ", (int)fact->name.len, (const char *)fact->name.ptr);
    else
        note(context, "=%" PRIu64 " ", fact->number);
}

/* Asserts the facts of a file without errors. */
static void assert_facts(const al_hooks *hooks, const uint8_t *bytes, size_t size, const char *expected)
{
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena arena = al_exempt_arena_on(&budget);
    al_setting settings[AL_MOST_RULES] = {{.level = AL_OFF}};
    al_sink sink = al_sink_of(&arena, al_catalogue, settings, "m", size);
    al_job job = {.name = "m", .file = al_span_of(bytes, size), .arena = &arena, .sink = &sink};
    notes *n = calloc(1, sizeof *n);
    const al_facts facts = {.context = n, .add = note_fact};
    void *document = al_alloc(&arena, 1, hooks->document_size);
    assert_non_null(n);
    assert_non_null(document);
    assert_int_equal(hooks->parse(&job, document), AL_READ);
    hooks->facts(document, &facts);
    assert_string_equal(n->text, expected);
    free(n);
    al_arena_free(&arena);
}

static void facts_for_other_files(void **state)
{
    (void)state;
    char expected[100];
    (void)snprintf(expected, sizeof expected, "%d? assets[0].bgfFilePath@14+10='m.bgf' ", AL_FACT_FACE);
    assert_facts(&bgp_hooks, plan, sizeof plan, expected);
    (void)snprintf(expected, sizeof expected, "%d? elements[0].sceneItemId@9e+4=2 ", AL_FACT_SCENE_ITEM);
    assert_facts(&bgf_hooks, face, sizeof face, expected);
    (void)snprintf(expected, sizeof expected, "%d nodes[0].sceneNodeId@34+4=42 all", AL_FACT_SCENE_ITEM);
    assert_facts(&bsg_hooks, graph, sizeof graph, expected); /* the asset has -2: nothing can refer to it */
    expected[strlen(expected) - strlen("all")] = '\0';
    assert_facts(&bsg_hooks, graph, sizeof graph - 1, expected); /* the asset's type is missing */
}

static void no_face_and_no_item(void **state)
{
    (void)state;
    uint8_t other_face[sizeof face], other_graph[sizeof graph];
    memcpy(other_face, face, sizeof face);
    other_face[0x9E] = 0; /* an element without an item */
    assert_facts(&bgf_hooks, other_face, sizeof other_face, "");
    uint8_t other_plan[sizeof plan];
    memcpy(other_plan, plan, sizeof plan);
    other_plan[0x18] = 0; /* a path without a letter */
    assert_facts(&bgp_hooks, other_plan, sizeof other_plan, "");
    memcpy(other_graph, graph, sizeof graph);
    other_graph[0x37] = 0x80; /* a node without a number */
    for (size_t i = 0x94; i < 0x98; i++)
        other_graph[i] = (uint8_t)(i - 0x93); /* and an asset with one: 0x04030201 */
    char expected[100];
    (void)snprintf(expected, sizeof expected, "%d assets[0].sceneNodeId@94+4=67305985 all",
                   AL_FACT_SCENE_ITEM);
    assert_facts(&bsg_hooks, other_graph, sizeof other_graph, expected);
}

/* ---- Recognition --------------------------------------------------------------------------------------- */

static const char *format_of(const char *name, const uint8_t *bytes, size_t size)
{
    al_options *options = al_options_new();
    al_checker *checker = al_checker_new(options);
    al_result *result;
    assert_int_equal(al_check_memory(checker, name, bytes, size, AL_NAMED, &result), AL_OK);
    const char *format = result->format; /* a text of the table of formats, so it outlives the result */
    al_result_free(result);
    al_checker_free(checker);
    al_options_free(options);
    return format;
}

/* The place of the magic decides, not the name. A plan has no magic, so its name decides. */
static void the_place_of_the_magic(void **state)
{
    (void)state;
    assert_string_equal(format_of("m.bsg", face, sizeof face), "bgf");
    assert_string_equal(format_of("m.bgf", graph, sizeof graph), "bsg");
    assert_string_equal(format_of("m.bgp", graph, sizeof graph), "bsg");
    assert_string_equal(format_of("m", face, sizeof face), "bgf");
    assert_string_equal(format_of("m.bgf", plan, sizeof plan), "bgf");
    assert_string_equal(format_of("m.bsg", plan, sizeof plan), "bsg");
    assert_string_equal(format_of("m.BGP", plan, sizeof plan), "bgp");
    assert_string_equal(format_of("m.bgp", NULL, 0), "bgp");
    assert_string_equal(format_of("m.txt", plan, sizeof plan), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_by_hand),
        cmocka_unit_test(attributes_by_their_hashes),
        cmocka_unit_test(types_of_parameters),
        cmocka_unit_test(a_plan_byte_by_byte),
        cmocka_unit_test(a_face_byte_by_byte),
        cmocka_unit_test(a_graph_byte_by_byte),
        cmocka_unit_test(names_of_types_in_a_graph),
        cmocka_unit_test(facts_for_other_files),
        cmocka_unit_test(no_face_and_no_item),
        cmocka_unit_test(the_place_of_the_magic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
