/* assetlint.h: the public interface of libassetlint, the validator and linter of the binary assets that mods
 * ship.
 *
 * In short:
 *
 *     al_options *options = al_options_new();
 *     al_checker *checker = al_checker_new(options);
 *     al_result *result;
 *     char message[AL_MESSAGE_SIZE];
 *     if (al_check_file(checker, "ships/hull.xmf", 0, &result) == AL_OK)
 *         for (size_t i = 0; i < result->finding_count; i++) {
 *             al_finding_message(&result->findings[i], message, sizeof message);
 *             puts(message);
 *         }
 *     al_result_free(result);
 *     al_checker_free(checker);
 *     al_options_free(options);
 *
 * Threads: options may be shared once they are set up; a checker and what it is doing belong to one thread at
 * a time; a result is independent of the checker that made it. The library has no global state and writes
 * nothing by itself.
 *
 * Offsets and lengths are bytes. Every string that the library hands out is valid UTF-8 without control
 * characters, as al_escape makes it: bytes of a file that are neither are written as \xNN. Strings live as
 * long as the object they hang on. What comes with a length instead of a NUL (the texts of values) is as it
 * is in the file: al_escape makes it fit to print. No word that the library makes depends on the locale.
 */
#ifndef ASSETLINT_H
#define ASSETLINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a call came to. Everything that is wrong with a file is a finding, never a status. */
typedef enum al_status {
    AL_OK = 0,
    AL_OUT_OF_MEMORY, /* an allocation failed; nothing was handed out */
    AL_BAD_ARGUMENT   /* a rule pattern that matches no rule, a level or game that is none */
} al_status;

typedef enum al_level { AL_OFF = 0, AL_NOTE, AL_WARNING, AL_ERROR } al_level;

/* How sure a rule is that what it flags is wrong. */
typedef enum al_confidence { AL_POSSIBLE = 0, AL_LIKELY, AL_CERTAIN } al_confidence;

/* The library's version as "major.minor.patch". */
const char *al_version(void);

/* "error", "warning", "note", "off"; "certain", "likely", "possible". */
const char *al_level_name(al_level level);
const char *al_confidence_name(al_confidence confidence);

/* ---- The catalogue ------------------------------------------------------------------------------------- */

/* The games that files are made for. Each is a bit, so that several make a set. */
enum al_games {
    AL_X_REBIRTH = 1,
    AL_X4 = 2,
    AL_VICTORIA2 = 4, /* with its kin: Hearts of Iron 3, Europa Universalis 3, Crusader Kings II */
    AL_BBMOD = 8,     /* whatever loads its models with GameMaker's BBMOD library */
    AL_LOST_SAGA = 16,
    AL_EVERY_GAME = 31
};

/* The name of the game of that number, which is that of its bit: "x-rebirth" is 0. NULL beyond the last. */
const char *al_game_name(size_t number);

/* The same for people, with the games of its kin: "X Rebirth". */
const char *al_game_title(size_t number);

/* A rule as its row in rules/<format>.def describes it. */
typedef struct al_rule {
    const char *id;     /* "xmf/data-range": stable for ever */
    const char *format; /* "xmf", or "file" for what holds for every file */
    al_level level;     /* the most severe it reports at, unless overridden */
    al_confidence confidence;
    const char *title;  /* one line, no full stop */
    const char *why;    /* what happens in the game */
    const char *fix;    /* how to fix it in the tool that wrote the file */
    const char *source; /* where the fact comes from */
    const char *since;  /* the version of assetlint that it came with: "0.1.0" */
    unsigned games;     /* those that it is about, of al_games */
    bool crash; /* a reader that trusts the file crashes or reads out of bounds, or the game is known to */
} al_rule;

/* Rules in catalogue order: formats in the order of al_format_at, the rules of a format in the order of its
 * page. */
size_t al_rule_count(void);

/* The rule of that number, NULL beyond the last. */
const al_rule *al_rule_at(size_t number);

/* The rule of that id, NULL when there is none. */
const al_rule *al_rule_find(const char *id);

/* ---- Formats ------------------------------------------------------------------------------------------- */

typedef struct al_format_info {
    const char *id;         /* "xmf": the prefix of its rules */
    const char *name;       /* "XMF mesh (X Rebirth, X4)" */
    const char *extensions; /* "xmf": without dots, separated by blanks */
} al_format_info;

size_t al_format_count(void);
const al_format_info *al_format_at(size_t number);

/* The same of packages: what is in a file with one of their extensions is checked too. */
size_t al_package_count(void);
const al_format_info *al_package_at(size_t number);

/* The name that goes with the prefix of rules: of a format or a package, of rules across the files of a mod,
 * or "Every file". */
const char *al_prefix_name(const char *prefix);

/* ---- Options ------------------------------------------------------------------------------------------- */

typedef struct al_options al_options;

typedef enum al_limit {
    AL_LIMIT_FILE_SIZE, /* bytes of one file that the library reads; default 1 GiB */
    AL_LIMIT_INFLATED,  /* bytes that one file may inflate to, over all its buffers; default 1 GiB */
    AL_LIMIT_MEMORY     /* bytes that the check of one file may hold, the file too if the library reads it;
                           default 1 GiB */
} al_limit;

/* Options with every rule on at its level and the default limits; NULL when out of memory. All functions that
 * free something may be given NULL. */
al_options *al_options_new(void);
void al_options_free(al_options *options);

void al_options_set_limit(al_options *options, al_limit limit, uint64_t bytes);
uint64_t al_options_limit(const al_options *options, al_limit limit);

/* `patterns` are rule ids or globs (`*` any run of characters, `?` one) with commas between them.
 * After the first al_options_select only what was selected is on; al_options_ignore wins over it, in any
 * order. AL_BAD_ARGUMENT when one of the patterns matches no rule: `bad`, when not NULL, is set to where it
 * starts. */
al_status al_options_select(al_options *options, const char *patterns, const char **bad);
al_status al_options_ignore(al_options *options, const char *patterns, const char **bad);

/* Sets the level of every rule that `pattern` matches, also where a rule would report lower than its
 * catalogue level. The later call wins; AL_OFF is as good as ignoring. */
al_status al_options_set_level(al_options *options, const char *pattern, al_level level);

/* Turns off every rule that is about none of these games, a set of al_games. By default it is all of them.
 * AL_BAD_ARGUMENT when there is no game in the set, or one that isn't known. */
al_status al_options_set_games(al_options *options, unsigned games);

/* The level a rule of that number reports at: AL_OFF when it is not selected, ignored, off, or about other
 * games. */
al_level al_options_level(const al_options *options, size_t rule_number);

/* For tests of programs that use the library: the n-th allocation of every check (1 is the first) fails; 0,
 * none does. */
void al_options_fail_allocation(al_options *options, uint64_t n);

/* ---- Values ------------------------------------------------------------------------------------------- */

typedef enum al_value_kind {
    AL_VALUE_NONE = 0,
    AL_VALUE_UINT,
    AL_VALUE_INT,
    AL_VALUE_REAL,
    AL_VALUE_TEXT
} al_value_kind;

typedef struct al_value {
    al_value_kind kind;
    union {
        uint64_t uint_value;
        int64_t int_value;
        double real_value;
        struct {
            const char *bytes; /* as they are in the file, not terminated */
            size_t length;
        } text;
    } as;
} al_value;

/* Words of a value, a message or a part of it take less than this; longer ones end in "...". */
enum { AL_MESSAGE_SIZE = 512 };

/* The following write words into `out`, which holds `size` bytes with the NUL: as many whole characters as
 * find room. They return the length that all of it takes. */

/* A value as reports show it: a real with nine digits, of a text what is fit to print; nothing for
 * AL_VALUE_NONE. Less than AL_MESSAGE_SIZE bytes. */
size_t al_value_words(al_value value, char *out, size_t size);

/* A real with the fewest digits that read back as the same number, or as the same float where it is one;
 * "NaN", "infinity" and "-infinity". */
size_t al_real_words(double real, char *out, size_t size);

/* `length` bytes of text, with \xNN for each byte that is not UTF-8 or belongs to a control character (C0,
 * DEL, C1, the non-characters U+FFFE and U+FFFF that XML forbids), and \u{N} for marks of writing direction,
 * separators of lines and paragraphs, and U+FEFF: they are not seen, and could make one name look like
 * another. No escape is cut in two either. */
size_t al_escape(const char *text, size_t length, char *out, size_t size);

/* ---- Findings ------------------------------------------------------------------------------------------ */

enum { AL_FINDING_ELEMENTS = 8 };

/* One rule broken by one object. offset + length never exceeds the size of the file. What it says is kept as
 * values; al_finding_message makes words of them. */
typedef struct al_finding {
    const al_rule *rule;
    size_t rule_number;       /* al_rule_at(rule_number) == rule */
    uint64_t offset;          /* of the field as it lies in the file */
    uint64_t length;          /* and its bytes; of what is missing, those that are there */
    uint64_t inflated_offset; /* where in the inflated data, if in_inflated */
    uint64_t line, column;    /* of the offset in a text file, from 1; 0 in all others. Columns are characters
                                 in XML, bytes in .gfx */
    uint64_t end_line, end_column; /* of the first byte behind the range; column and end_column are the same
                                      where it is empty */
    const char *field;             /* "buffers[1].elements[3].usage"; "" is the whole file */
    const char *format;     /* "zip": of the package, where it is about an entry of one; NULL: of the file */
    const char *sentence;   /* of the message, with a directive of printf for each of */
    const al_value *values; /* these, which al_finding_message puts in; a character is its number */
    al_value expected;      /* AL_VALUE_NONE where there is no such value */
    al_value actual;        /* AL_VALUE_NONE where there is no such value */
    uint64_t count;         /* how many elements break the rule, at least 1 */
    uint64_t *elements;     /* the positions of the first of them, */
    unsigned element_count; /* at most AL_FINDING_ELEMENTS; 0 where the object has no elements */
    unsigned value_count;
    al_level level;       /* after the options */
    bool crash;           /* the rule's, unless this case of it is one of its milder ones */
    bool in_inflated;     /* offset and length are those of the compressed buffer */
    char fingerprint[17]; /* of rule, path, member and field, so that it survives a new export */
} al_finding;

/* A sentence with the values that decided it, no full stop. Less than AL_MESSAGE_SIZE bytes; see
 * al_value_words. */
size_t al_finding_message(const al_finding *finding, char *out, size_t size);

/* A finding that doesn't count, since the configuration or a baseline says so. */
typedef struct al_suppressed {
    al_finding finding;
    const char *justification; /* why not */
    bool in_baseline;          /* a baseline says so */
} al_suppressed;

typedef enum al_file_status {
    AL_FILE_CLEAN,
    AL_FILE_FINDINGS,
    AL_FILE_UNREADABLE,
    AL_FILE_LIMIT,       /* a limit stopped the check; there may be findings of what was checked */
    AL_FILE_UNRECOGNIZED /* none of our formats */
} al_file_status;

/* "clean", "findings", "unreadable", "limit", "unrecognized". */
const char *al_file_status_name(al_file_status status);

typedef struct al_result {
    const char *path;     /* for people, with `/`, escaped as all strings are */
    const char *raw_path; /* the bytes that were given */
    const char *member;   /* the path inside of `path`, a package, escaped too: OUTER!/INNER of what is in a
                             package in it; "" for a file */
    const char *format;   /* "xmf"; "" when unrecognised. "xml" or "clausewitz" of a text file that rules
                             across files judge */
    const char *version;  /* of the format, as the file states it; "" when not known */
    uint64_t size;        /* bytes of the file, as far as it is known */
    al_file_status status;
    const al_finding *findings; /* by offset, then rule id, then field; file/line-ends first */
    size_t finding_count;
    uint64_t errors, warnings, notes;
    const al_suppressed *suppressed; /* in the same order; the counts above are without them, */
    size_t suppressed_count;         /* but a file with nothing else isn't clean */
    bool entry_only; /* it has only what is said of an entry of a package, which is no file of a known format
                      */
    struct al_result *const *members; /* what is in a package and of a known format, by its path inside; */
    size_t member_count;              /* freed with it */
} al_result;

void al_result_free(al_result *result);

/* ---- Checking ------------------------------------------------------------------------------------------ */

typedef struct al_checker al_checker;

/* A checker keeps its buffers from file to file, so use one for many. `options` must outlive it; NULL is the
 * default options. NULL when out of memory. */
al_checker *al_checker_new(const al_options *options);
void al_checker_free(al_checker *checker);

enum al_check_flags {
    AL_NAMED = 1 /* somebody named this very file: that it is of no known format is worth a finding */
};

/* Checks `size` bytes. `path` gives the extension and the base name, which some formats and rules go by, and
 * is what findings are about; it is not opened, so of a .cat only the list of its members is checked. On
 * AL_OK `*result` is the caller's, to be freed with al_result_free; otherwise it is NULL. `data` is not kept.
 */
al_status al_check_memory(al_checker *checker, const char *path, const void *data, size_t size,
                          unsigned flags, al_result **result);

/* The same for a file that is opened and read; `path` is a path of this system. What is of no known format is
 * not read beyond its first bytes. Whatever keeps the file from being read is a finding (file/unreadable,
 * file/limit). Of a package all that is in it is checked, too: `members` of the result, among them what is
 * in a package in the package; what belongs to one (a .dat) is read through it alone. */
al_status al_check_file(al_checker *checker, const char *path, unsigned flags, al_result **result);

/* Reads up to `size` bytes, at least 1, into `buffer`. Returns how many that were, which may be fewer than
 * there are left; 0 at the end; a negative number when they can't be read. After 0 or a negative number it
 * isn't called again. */
typedef int64_t al_read(void *context, void *buffer, size_t size);

/* Bytes that come from somewhere else than a path or memory. */
typedef struct al_stream {
    void *context; /* for the functions; the library only passes it on */
    al_read *read;
    /* Says, after `read` failed, why it did; the text is copied. May be NULL and may return NULL: no reason
     * is known. */
    const char *(*reason)(void *context);
    /* How many bytes there are, 0 where that isn't known. Reading ends there, and what is larger than
     * AL_LIMIT_FILE_SIZE isn't read to find that out. Fewer may come: then that is the size. */
    uint64_t size;
} al_stream;

/* The same for a stream, which is read to its end unless a limit or an unknown format ends that before;
 * `path` is its name. `stream` and its context belong to the caller and aren't used after the call. A `read`
 * that fails is a finding (file/unreadable) with the reason. Where memory runs out, nothing more is read. */
al_status al_check_stream(al_checker *checker, const char *path, const al_stream *stream, unsigned flags,
                          al_result **result);

/* The same for a member of a package that the caller has unpacked: `path` is the package, `member` the path
 * inside it, which gives the extension and the base name. Findings and their offsets are about the member. A
 * member that is a package itself is judged by its list alone. */
al_status al_check_member(al_checker *checker, const char *path, const char *member, const void *data,
                          size_t size, unsigned flags, al_result **result);

/* ---- The decoded structure ----------------------------------------------------------------------------- */

/* Where something lies: in the file, or, when `inflated`, in the inflated data of the region announced last.
 */
typedef struct al_extent {
    uint64_t offset, length;
    bool inflated;
} al_extent;

/* An array too large to show: `count` items of `components` numbers each, with their least and greatest.
 * Numbers that are not finite are not among them; `minimum` is above `maximum` where nothing was. */
enum { AL_SERIES_COMPONENTS = 4 };
typedef struct al_series {
    const char *type; /* "FLOAT3" */
    uint64_t count;
    unsigned components;
    double minimum[AL_SERIES_COMPONENTS], maximum[AL_SERIES_COMPONENTS];
} al_series;

/* For a list whose length nothing in the file says. */
#define AL_UNKNOWN_COUNT UINT64_MAX

/* Called in the order of the file. Names are those of findings' fields, so that `object("buffers", 1)` and
 * within it `value("itemSize")` is `buffers[1].itemSize`. */
typedef struct al_visitor {
    void *context;
    bool full; /* asks for every value of large arrays (`item`) instead of `series` */
    /* Objects or values follow: `count` of them, or AL_UNKNOWN_COUNT. */
    void (*list)(void *context, const char *name, uint64_t count, uint64_t offset);
    void (*list_end)(void *context);
    void (*object)(void *context, const char *name, int64_t index,
                   uint64_t offset);                     /* index -1: not of a list */
    void (*object_end)(void *context, al_extent extent); /* all of the object */
    /* `meaning` is a word for the value ("FLOAT3"), or NULL. `name` is NULL for a value of a list. Text is as
     * it is in the file, up to its NUL. */
    void (*value)(void *context, const char *name, al_value value, const char *meaning, al_extent extent);
    void (*series)(void *context, const char *name, const al_series *series, al_extent extent);
    /* One item of a large array, between list and list_end. */
    void (*item)(void *context, const double *components, unsigned count, al_extent extent);
} al_visitor;

/* Checks the file as al_check_file does, and shows the visitor what could be decoded of it on the way. Of a
 * package that is its list: the members aren't read. */
al_status al_dump_file(al_checker *checker, const char *path, const al_visitor *visitor, al_result **result);
al_status al_dump_memory(al_checker *checker, const char *path, const void *data, size_t size,
                         const al_visitor *visitor, al_result **result);

#ifdef __cplusplus
}
#endif

#endif
