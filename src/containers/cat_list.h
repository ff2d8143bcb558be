/* cat_list.h: the text of a .cat: a line for each member, whose bytes lie one after another in the .dat
 * beside it. */
#ifndef AL_CONTAINERS_CAT_LIST_H
#define AL_CONTAINERS_CAT_LIST_H

#include "core/arena.h"
#include "core/findings.h"
#include "core/md5.h"
#include "core/span.h"
#include "kit/names.h"

/* Whether the bytes in a member's place are its own, where that is not sure. */
typedef enum cat_owner { CAT_NOT_KNOWN, CAT_OWN, CAT_OTHERS } cat_owner;

typedef struct cat_line {
    al_span bytes;  /* without its end */
    al_span path;   /* in it, with its blanks */
    uint64_t start; /* of the member, in the .dat */
    uint64_t size;  /* of the member */
    uint8_t md5[AL_MD5_SIZE];
    cat_owner own;
} cat_line;

typedef struct cat_list {
    cat_line *lines; /* of an entry that doesn't parse only `bytes` are set */
    uint64_t count, capacity;
    uint64_t usable; /* lines before the first that doesn't parse: behind it no member's start is known */
    uint64_t total;  /* bytes of their members; UINT64_MAX when that is no number of 64 bits */
    al_names names;  /* of members, in small letters, with the numbers of their lines; from cat_list_judge */
} cat_list;

/* The four fields of a line as they are written. */
typedef struct cat_fields {
    al_span path, size, time, md5;
} cat_fields;

/* False when there are fewer. */
bool cat_line_split(const cat_line *line, cat_fields *fields) AL_MUST_USE;

/* Reads the lines. False when memory is short; `list` then holds those before. */
bool cat_list_read(cat_list *list, al_span text, al_arena *arena) AL_MUST_USE;

/* Reports what is wrong with the lines by themselves. False when memory is short. */
bool cat_list_judge(cat_list *list, al_arena *arena, al_sink *sink) AL_MUST_USE;

/* After that: finds the line of a member by its name, in letters of any size. False when memory is short;
 * `*number` is UINT64_MAX when there is none. */
bool cat_list_find(cat_list *list, const char *name, al_arena *arena, uint64_t *number) AL_MUST_USE;

/* The time of a line that parses: a number, or the text where it has more than 63 bits. */
al_value cat_time_value(al_span time);

/* A claim about a line: the place of all of it. */
al_claim cat_line_claim(size_t rule, const cat_list *list, uint64_t number);

/* The path as member names are: with `/`, and without "./" in front. NULL when memory is short. */
char *cat_member_name(const cat_line *line, al_arena *arena) AL_MUST_USE;

#endif
