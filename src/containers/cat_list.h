/* cat_list.h: the text of a .cat: a line for each member. The bytes of the members follow each other in the
 * .dat beside it.
 */
#ifndef AL_CONTAINERS_CAT_LIST_H
#define AL_CONTAINERS_CAT_LIST_H

#include "core/arena.h"
#include "core/findings.h"
#include "core/md5.h"
#include "core/span.h"
#include "kit/names.h"

/* Whether the bytes in the place of a member are its own, if the sizes of the .cat and .dat differ. */
typedef enum cat_owner { CAT_NOT_KNOWN, CAT_OWN, CAT_OTHERS } cat_owner;

typedef struct cat_line {
    al_span bytes;        /* the line, without its end; it begins with the path */
    uint64_t path_length; /* 0: the line doesn't parse */
    uint64_t start;       /* of the member, in the .dat */
    uint64_t size;        /* of the member */
    uint8_t md5[AL_MD5_SIZE];
    cat_owner own;
} cat_line;

typedef struct cat_list {
    cat_line *lines; /* only `bytes` is set of a line that doesn't parse */
    uint64_t count, capacity;
    uint64_t usable; /* lines before the first that doesn't parse: behind it no start of a member is known */
    uint64_t total;  /* bytes of their members; UINT64_MAX if that has more than 64 bits */
    al_names names;  /* of members, in small letters, with the numbers of their lines; from cat_list_judge */
} cat_list;

/* The four fields of a line as text. */
typedef struct cat_fields {
    al_span path, size, time, md5;
} cat_fields;

/* May hold blanks. */
static inline al_span cat_line_path(const cat_line *line)
{
    return al_slice_available(line->bytes, 0, line->path_length);
}

/* False if there are fewer. */
bool cat_line_split(const cat_line *line, cat_fields *fields) AL_MUST_USE;

/* Reads the lines. False if memory is short; then `list` has the lines up to there. */
bool cat_list_read(cat_list *list, al_span text, al_arena *arena) AL_MUST_USE;

/* Reports faults of the lines. False if memory is short. */
bool cat_list_judge(cat_list *list, al_arena *arena, al_sink *sink) AL_MUST_USE;

/* Finds the line of a member by its name, in any case, after cat_list_judge. False if memory is short;
 * `*number` is UINT64_MAX if there is none. */
bool cat_list_find(cat_list *list, const char *name, al_arena *arena, uint64_t *number) AL_MUST_USE;

/* The time of a line that parses: a number, or a text if it has more than 63 bits. */
al_value cat_time_value(al_span time);

/* A claim about a whole line. */
al_claim cat_line_claim(size_t rule, const cat_list *list, uint64_t number);

/* The path as al_member.name. NULL if memory is short. */
const char *cat_member_name(const cat_line *line, al_arena *arena) AL_MUST_USE;

#endif
