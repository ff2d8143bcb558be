/* anark.h: what BGF and BSG share: a header, and sections with sizes.
 *
 * A section starts where the one before it ends by its size. The contents are walked from there, and have to
 * end there, too. One wrong size loses all sections after it. So if the sizes don't lead to the end of the
 * file, but would if one section ended with its contents, the size of that section is reported as wrong.
 */
#ifndef AL_ANARK_H
#define AL_ANARK_H

#include "kit/hooks.h"
#include "kit/walk.h"

#define AL_LAYOUT "formats/anark/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

extern const al_layout *const anark_layouts[];

#define ANARK_LAYOUTS &anark_section_record_layout,

enum { ANARK_SECTIONS = 8 };

struct anark_file;

/* For anark_format.contents_end: the end is not known. */
#define ANARK_NO_END UINT64_MAX

/* A format of the family. */
typedef struct anark_format {
    const al_layout *header;
    const al_magic *magic;
    uint32_t endianness_at, header_size_at, version_at;
    int32_t header_size, version;
    struct {
        size_t bad_magic, unsupported_version, big_endian, truncated, trailing_bytes, count_range,
            header_size, section_size;
    } rules;
    uint32_t section_count;
    const char *sections[ANARK_SECTIONS]; /* "the section of the elements" */

    /* Returns the size of a section's contents, which start `rest`, by the counts alone. All sections before
     * it have been found. */
    uint64_t (*contents_end)(const struct anark_file *f, uint32_t number, al_span rest);
    uint32_t guessed; /* the section whose contents_end is only a guess; ANARK_SECTIONS: no section */
} anark_format;

/* The rules and the offsets of header fields of a format, by the prefix of their names. */
#define ANARK_FORMAT(P, layout)                                                            \
    .header = &(layout), .endianness_at = P##_HEADER_AT_endianness,                        \
    .header_size_at = P##_HEADER_AT_header_size, .magic = &P##_HEADER_MAGIC,               \
    .version_at = P##_HEADER_AT_version, .header_size = P##_HEADER_IS_header_size,         \
    .version = P##_HEADER_IS_version, .section_count = P##_SECTIONS,                       \
    .rules = {P##_BAD_MAGIC,      P##_UNSUPPORTED_VERSION, P##_BIG_ENDIAN,  P##_TRUNCATED, \
              P##_TRAILING_BYTES, P##_COUNT_RANGE,         P##_HEADER_SIZE, P##_SECTION_SIZE}

typedef struct anark_section {
    al_path path;
    al_span record;    /* its size */
    uint32_t declared; /* size in bytes, if the file is large enough for it */
    al_span contents;  /* the part that exists; up to the end of the file if the size leads beyond it */
    bool sized;        /* all declared bytes exist, or the size was corrected */
    bool cut;          /* the file ends in the section */
    bool skipped;      /* left by its size, because the number of its items is not known */
    bool whole;        /* its contents were read to their end */
} anark_section;

typedef struct anark_file {
    al_job *job;
    const anark_format *format;
    al_span header; /* in the file's byte order, like all spans after it */
    al_path header_path;
    bool readable;          /* the header is valid: sections follow */
    uint32_t section_count; /* found ones */
    anark_section sections[ANARK_SECTIONS];
    al_walk walk; /* from section to section */
    al_claim end; /* reported if something leaves the section that is read */
} anark_file;

/* Reads the header and finds the sections. False if the rules have nothing to check. */
bool anark_open(anark_file *f, al_job *job, const anark_format *format) AL_MUST_USE;

/* A walk through the contents of a section, which reports what leaves their declared end. Call
 * anark_end_section after the first walk and before the next one; further walks are silent. */
al_walk anark_walk(anark_file *f, uint32_t number);
al_walk anark_walk_again(const anark_file *f, uint32_t number);

/* Leaves the rest of a section unread. */
void anark_skip_section(anark_file *f, uint32_t number, al_walk *w);

/* Reports contents that don't end with their section. */
void anark_end_section(anark_file *f, uint32_t number, const al_walk *w);

/* The rules about the header and the end of the file. */
void anark_judge(const anark_file *f);

/* Lists whose items have parents in the same list: elements of a BGF, nodes of a BSG. */
typedef struct anark_parents {
    size_t index_rule, cycle_rule, nesting_rule;
    const char *list, *one; /* "elements", "element" */
    const al_layout *layout;
    uint32_t field;       /* of the record */
    uint64_t count;       /* items that were read */
    uint64_t there;       /* items that the file has */
    const void *document; /* for `record` */
    al_span (*record)(const void *document, uint64_t number);
} anark_parents;

/* parent-index, parent-cycle and nesting. False when memory is short. */
bool anark_check_parents(al_job *job, const anark_parents *p) AL_MUST_USE;

#endif
