/* anark.h: what BGF and BSG have in common: a header, and sections that say how long they are.
 *
 * The next section begins where the one before it says that it ends. Its contents are walked from its start,
 * and have to end there, too. One size that is wrong loses all sections behind it; so where the sizes don't
 * lead to the end of the file, and would from where the contents of a section end, its size is what is wrong.
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

/* For anark_format.contents_end: nobody knows. */
#define ANARK_NO_END UINT64_MAX

/* A format of the family. */
typedef struct anark_format {
    const al_layout *header;
    uint32_t endianness_at, header_size_at, magic_at, version_at;
    int32_t header_size, version;
    struct {
        size_t bad_magic, unsupported_version, big_endian, truncated, trailing_bytes, count_range,
            header_size, section_size;
    } rules;
    uint32_t section_count;
    const char *sections[ANARK_SECTIONS]; /* "the section of the elements" */

    /* After how many bytes the contents of a section end that begin with `rest`, by the counts alone. The
     * sections in front of it are found. */
    uint64_t (*contents_end)(const struct anark_file *f, uint32_t number, al_span rest);
    uint32_t guessed; /* the section of which that is no more than a guess; ANARK_SECTIONS: none */
} anark_format;

/* The rules of a format by the prefix of their numbers, and where its header, BGF_HEADER, has what. */
#define ANARK_FORMAT(P, layout)                                                            \
    .header = &(layout), .endianness_at = P##_HEADER_AT_endianness,                        \
    .header_size_at = P##_HEADER_AT_header_size, .magic_at = P##_HEADER_AT_magic,          \
    .version_at = P##_HEADER_AT_version, .section_count = P##_SECTIONS,                    \
    .rules = {P##_BAD_MAGIC,      P##_UNSUPPORTED_VERSION, P##_BIG_ENDIAN,  P##_TRUNCATED, \
              P##_TRAILING_BYTES, P##_COUNT_RANGE,         P##_HEADER_SIZE, P##_SECTION_SIZE}

typedef struct anark_section {
    al_path path;
    al_span record;    /* its size */
    uint32_t declared; /* bytes, when that can be */
    al_span contents;  /* what there is of them: to the end of the file where the size leads beyond it */
    bool sized;        /* all that it declares is there, or what its contents are instead */
    bool cut;          /* the file ends before the section */
    bool skipped;      /* by its size: how many things it holds is not known */
    bool whole;        /* its contents were read to their end */
} anark_section;

typedef struct anark_file {
    al_job *job;
    const anark_format *format;
    al_span header; /* in the file's byte order, as all that follows */
    al_path header_path;
    bool readable;          /* the header is a right one: sections follow */
    uint32_t section_count; /* sections that were found */
    anark_section sections[ANARK_SECTIONS];
    al_walk walk; /* from section to section */
    al_claim end; /* for what goes beyond the section that is read */
} anark_file;

/* Reads the header and finds the sections. False when there is nothing to judge. */
bool anark_open(anark_file *f, al_job *job, const anark_format *format) AL_MUST_USE;

/* A walk through the contents of a section. What goes beyond their declared end is reported there. The first
 * walk ends with anark_end_section before the next begins; others are silent. */
al_walk anark_walk(anark_file *f, uint32_t number);
al_walk anark_walk_again(const anark_file *f, uint32_t number);

/* Leaves the rest of a section unread. */
void anark_skip_section(anark_file *f, uint32_t number, al_walk *w);

/* Whether the contents of a section end where it says. */
void anark_end_section(anark_file *f, uint32_t number, const al_walk *w);

/* The rules about the header and the end of the file. */
void anark_judge(const anark_file *f);

#endif
