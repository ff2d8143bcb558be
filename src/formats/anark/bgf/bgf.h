/* bgf.h: the document of a BGF, and what its rules share. */
#ifndef AL_ANARK_BGF_H
#define AL_ANARK_BGF_H

#include "core/map.h"
#include "formats/anark/anark.h"
#include "formats/anark/attribute_names.h"

#define AL_RULES "rules/bgf.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "formats/anark/bgf/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

/* The sections, in the order of the file. */
enum {
    BGF_SECTION_MEMORY,
    BGF_SECTION_STRINGS,
    BGF_SECTION_ELEMENTS,
    BGF_SECTION_CONTRACTS,
    BGF_SECTION_ANIMATIONS,
    BGF_SECTION_LOGIC,
    BGF_SECTION_PARAMS,
    BGF_SECTION_SLIDES,
    BGF_SECTIONS
};

/* The counts of the memory section with a known meaning, which bgf_count_words gives. */
enum {
    BGF_COUNT_SMALL = 0,
    BGF_COUNT_LARGE = 1,
    BGF_COUNT_ATTRIBUTES = 2,
    BGF_COUNT_CONTRACTS = 3,
    BGF_COUNT_EVENTS = 4,
    BGF_COUNT_STRINGS = 6,
    BGF_COUNT_ANIMATIONS = 8,
    BGF_COUNT_KEYS = 9,
    BGF_COUNT_LOGICS = 10,
    BGF_COUNT_PARAMS = 13,
    BGF_COUNT_SLIDES = 14,
    BGF_COUNT_SETTINGS = 15,
    BGF_COUNT_VALUES = 16,
    BGF_COUNT_REFS = 17,
    BGF_COUNT_PADDINGS = 18,
    BGF_COUNTS = 19
};

/* Bits of an element's flags. */
enum { BGF_FLAG_ACTIVE = 1, BGF_FLAG_LARGE = 4 };

/* Data types, in bits 27 to 29 of typeAndName. */
enum { BGF_TYPE_INT = 1, BGF_TYPE_FLOAT = 3, BGF_TYPE_BOOL = 4, BGF_TYPE_STRING = 5 };

enum { BGF_EVENT_BYTES = 4 }; /* the number of a string */

/* Where an element lies, so that rules need not walk to it again. */
typedef struct bgf_place {
    uint64_t at;         /* in the file */
    uint64_t attributes; /* complete ones */
} bgf_place;

typedef struct bgf_file {
    anark_file file;
    bgf_header header;
    al_path memory_path;
    al_span memory; /* the part that exists */
    uint32_t counts[BGF_COUNTS];
    bool counted[BGF_COUNTS];          /* the count exists, and the file is large enough for it */
    uint64_t held[BGF_COUNTS];         /* totals that the sections really have */
    uint32_t items[BGF_SECTIONS];      /* length of the section's list, as far as it is walked */
    bool elements_counted;             /* the file is large enough for all small and large elements */
    bool list_known[BGF_SECTIONS];     /* the length of the list is known: */
    uint64_t list_total[BGF_SECTIONS]; /* that length: counted, or else declared */
    uint64_t element_count;            /* elements found */
    bgf_place *elements;               /* the place of each */
    al_map names; /* from the hash of a string to its place in its section; only for a listener */
} bgf_file;

extern const al_layout *const bgf_layouts[];
extern const al_hooks bgf_hooks;

al_parsed bgf_parse(al_job *job, void *document);

/* The data type in a typeAndName. */
uint32_t bgf_type_of(uint32_t type_and_name);

/* Views of the parts that exist, valid during a visit. An array may end with a part of an item. */
typedef struct bgf_element {
    al_path path;
    al_span record, attributes;
} bgf_element;

bgf_element bgf_element_at(const bgf_file *f, uint64_t number);
al_span bgf_element_record_at(const bgf_file *f, uint64_t number);

typedef struct bgf_contract {
    al_path path;
    al_span record, events;
} bgf_contract;

typedef struct bgf_animation {
    al_path path;
    al_span record, keys;
} bgf_animation;

typedef struct bgf_slide {
    al_path path;
    al_span record;
} bgf_slide;

typedef struct bgf_setting {
    al_path path; /* in its slide */
    al_span record, values, refs;
} bgf_setting;

typedef struct bgf_visitor {
    void *context;
    void (*element)(void *context, const bgf_element *element);
    void (*contract)(void *context, const bgf_contract *contract);
    void (*animation)(void *context, const bgf_animation *animation);
    void (*params)(void *context, al_span params);
    void (*slide)(void *context, const bgf_slide *slide);
    void (*setting)(void *context, const bgf_setting *setting);
} bgf_visitor;

/* Walks a section again, silently, if its contents fit its size and count. Callbacks of the visitor may be
 * NULL. */
void bgf_visit_section(const bgf_file *f, uint32_t section, const bgf_visitor *visitor);

#endif
