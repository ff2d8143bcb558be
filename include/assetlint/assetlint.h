/* assetlint.h: the public interface of libassetlint, which finds files that crash a game or look wrong in it.
 *
 * One file:
 *
 *     al_checker *checker = al_checker_new(NULL);
 *     al_result *result;
 *     if (al_check_file(checker, "ships/hull.xmf", 0, &result) == AL_OK)
 *         print(result);
 *     al_result_free(result);
 *     al_checker_free(checker);
 *
 * A mod, with the rules across its files and its assetlint.json:
 *
 *     al_project *project = al_project_new(NULL);
 *     al_project_add_path(project, "my_mod");
 *     al_status status = al_project_find_configuration(project);
 *     if (status == AL_OK)
 *         status = al_project_run(project, &client);
 *     al_project_free(project);
 *
 * docs/library.md has a whole program.
 *
 * Threads: options may be shared once they are set up. A checker, a project and what they do belong to one
 * thread at a time, except for the functions that say otherwise. A result is independent of its checker. The
 * library has no global state and writes nothing by itself.
 *
 * Offsets, lengths and limits are bytes. Every string that the library hands out is valid UTF-8 without
 * control characters, as al_escape makes it: other bytes of a file are written as \xNN. A string lives as
 * long as the object that has it. Texts of values come with a length instead of a NUL and are as they are in
 * the file: al_escape makes them fit to print. No word that the library makes depends on the locale.
 *
 * Structures that a caller makes begin with their size, so that later versions can add fields:
 *
 *     al_client client = {.size = sizeof client, .result = print};
 */
#ifndef ASSETLINT_H
#define ASSETLINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. al_version tells that of the library, which may be newer. */
#define AL_VERSION_MAJOR 0
#define AL_VERSION_MINOR 1
#define AL_VERSION_PATCH 0

/* How a call ended. Everything that is wrong with a checked file is a finding, never a status. */
typedef enum al_status {
    AL_OK = 0,
    AL_OUT_OF_MEMORY, /* an allocation failed, or a check was stopped; nothing was handed out */
    AL_BAD_ARGUMENT,  /* a pattern that matches no rule; a level, game, date or shard that doesn't exist */
    AL_CONFIG_ERROR,  /* a configuration or baseline can't be read or has a mistake: see al_project_mistake */
    AL_UNREADABLE,    /* a list of paths can't be read */
    AL_STOPPED        /* the run ended before all files were checked, because the caller wanted it */
} al_status;

/* "out of memory": a status in English, never NULL. */
const char *al_status_text(al_status status);

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
    AL_BBMOD = 8,     /* games that load models with GameMaker's BBMOD library */
    AL_LOST_SAGA = 16
};

/* All games that the library knows; later versions may know more. */
unsigned al_every_game(void);

/* The name of the game whose bit has that number: 0 is "x-rebirth". NULL beyond the last. */
const char *al_game_name(size_t number);

/* The game's title, with related games: "X Rebirth". NULL beyond the last. */
const char *al_game_title(size_t number);

/* What can be done about a finding without a person: see Fixes below. */
typedef enum al_fix_kind {
    AL_FIX_NONE = 0,
    AL_FIX_SAFE,  /* the file means what it meant, or what its other fields already say */
    AL_FIX_UNSAFE /* a choice is made */
} al_fix_kind;

/* "", "safe", "unsafe". */
const char *al_fix_kind_name(al_fix_kind kind);

/* A rule as its row in rules/<format>.def describes it. */
typedef struct al_rule {
    const char *id;     /* "xmf/data-range": stable for ever */
    const char *format; /* "xmf", or "file" for what holds for every file */
    al_level level;     /* the most severe it reports at, unless overridden */
    al_confidence confidence;
    const char *title;    /* one line, no full stop */
    const char *why;      /* what happens in the game */
    const char *fix;      /* how to fix it in the program that wrote the file */
    const char *source;   /* where the fact comes from */
    const char *since;    /* the first version of assetlint that has the rule: "0.1.0" */
    unsigned games;       /* the al_games that the rule is about */
    bool crash;           /* the game crashes, or a reader that trusts the file reads out of bounds */
    bool cause;           /* other findings of a file that breaks the rule may follow from that */
    bool stops;           /* readers stop there: people should look at it before other findings */
    al_fix_kind fix_kind; /* whether there is a fix for its findings, unless a finding says otherwise */
} al_rule;

/* Rules in catalogue order: formats in the order of al_format_at, the rules of a format in the order of its
 * page. */
size_t al_rule_count(void);

/* NULL beyond the last. */
const al_rule *al_rule_at(size_t number);

/* NULL where no rule has that id. */
const al_rule *al_rule_find(const char *id);

/* ---- Formats ------------------------------------------------------------------------------------------- */

typedef struct al_format_info {
    const char *id;         /* "xmf": the prefix of its rules */
    const char *name;       /* "XMF mesh (X Rebirth, X4)" */
    const char *extensions; /* "xmf": without dots, separated by blanks */
} al_format_info;

size_t al_format_count(void);
const al_format_info *al_format_at(size_t number);

/* Packages, whose members are checked. */
size_t al_package_count(void);
const al_format_info *al_package_at(size_t number);

/* What a file is by its name alone. */
typedef enum al_path_kind {
    AL_PATH_FILE,
    AL_PATH_PACKAGE,     /* "a.zip" */
    AL_PATH_PACKAGE_DATA /* "01.dat": read together with its .cat */
} al_path_kind;

al_path_kind al_path_kind_of(const char *path);

/* The name of what rules with that prefix are about: a format, a package, the files of a mod, or "Every
 * file". */
const char *al_prefix_name(const char *prefix);

/* ---- Options ------------------------------------------------------------------------------------------- */

typedef struct al_options al_options;

typedef enum al_limit {
    AL_LIMIT_FILE_SIZE, /* bytes of one file; default 1 GiB */
    AL_LIMIT_INFLATED,  /* bytes that one file may inflate to, over all its buffers; default 1 GiB */
    AL_LIMIT_MEMORY /* bytes of memory of one check; default 1 GiB. A project may take that for each job */
} al_limit;

/* Options with every rule on at its level and the default limits; NULL when out of memory. All functions that
 * free something accept NULL. */
al_options *al_options_new(void);
void al_options_free(al_options *options);

/* A copy, for example for a checker with another limit; NULL when out of memory. */
al_options *al_options_copy(const al_options *options);

void al_options_set_limit(al_options *options, al_limit limit, uint64_t bytes);
uint64_t al_options_limit(const al_options *options, al_limit limit);

/* `patterns` are rule ids or globs (`*` any run of characters, `?` one), separated by commas. After the first
 * al_options_select only selected rules are on; al_options_ignore wins over it, in any order. AL_BAD_ARGUMENT
 * when a pattern matches no rule: then nothing has changed, and `*bad`, unless `bad` is NULL, is where that
 * pattern begins. */
al_status al_options_select(al_options *options, const char *patterns, const char **bad);
al_status al_options_ignore(al_options *options, const char *patterns, const char **bad);

/* Sets the level of every rule that `pattern` matches, also where a rule would report lower than its level in
 * the catalogue. Later calls win; AL_OFF is the same as ignoring. AL_BAD_ARGUMENT when the pattern matches no
 * rule, with `*bad` set to it, or when the level doesn't exist, with `*bad` set to NULL. */
al_status al_options_set_level(al_options *options, const char *pattern, al_level level, const char **bad);

/* Turns off every rule that is about none of these al_games. The default is al_every_game(). AL_BAD_ARGUMENT
 * when `games` is 0 or has a game that the library doesn't know. */
al_status al_options_set_games(al_options *options, unsigned games);

/* The level that a rule reports at, by its number; AL_OFF when it is not selected, ignored, off, or about
 * other games. */
al_level al_options_level(const al_options *options, size_t rule_number);

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

/* The following functions write a text into `out`, which has `size` bytes: as many whole characters as fit,
 * and a NUL. They return the length of the whole text. */

/* A value as reports show it: a real with nine digits, a text as al_escape writes it; an empty text for
 * AL_VALUE_NONE. Less than AL_MESSAGE_SIZE bytes. */
size_t al_value_words(al_value value, char *out, size_t size);

/* A real with the fewest digits that read back as the same number, or as the same float where it is one;
 * "NaN", "infinity" and "-infinity". */
size_t al_real_words(double real, char *out, size_t size);

/* `length` bytes of text, with \xNN for each byte that is not UTF-8 or belongs to a control character (C0,
 * DEL, C1, the non-characters U+FFFE and U+FFFF that XML forbids), and \u{N} for format characters (Unicode
 * Cf: marks of writing direction, zero-width characters, tags, U+FEFF) and separators of lines and
 * paragraphs: they are invisible, and could make one name look like another. `##[` becomes `#\x23[`, and
 * `##vso[` `#\x23vso[`: Azure Pipelines obeys them in its logs. No escape is cut in two. */
size_t al_escape(const char *text, size_t length, char *out, size_t size);

/* ---- Findings ------------------------------------------------------------------------------------------ */

enum { AL_FINDING_ELEMENTS = 8 };

/* The lines of a text file around a finding, for people: escaped, with blanks for tabs, and "..." where a
 * long line is cut. The line of the finding is in three parts, which follow one another without a gap. */
typedef struct al_excerpt {
    const char *above, *below; /* the lines before and behind it; NULL: there is none, or it is too long */
    const char *before;
    const char *marked; /* the range of the finding, as far as it is on this line */
    const char *behind;
} al_excerpt;

/* One rule broken by one object. offset + length never exceeds the size of the file. */
typedef struct al_finding {
    const al_rule *rule;
    size_t rule_number;       /* al_rule_at(rule_number) == rule */
    uint64_t offset;          /* where the field begins in the file */
    uint64_t length;          /* its bytes; of a field that is cut short, those that exist */
    uint64_t inflated_offset; /* where in the inflated data, if in_inflated */
    uint64_t line, column;    /* of the offset in a text file, from 1; 0 in all others. Columns are characters
                                 in XML, bytes in .gfx */
    uint64_t end_line, end_column; /* of the first byte behind the range; column and end_column are the same
                                      where it is empty */
    const al_excerpt *excerpt;     /* the lines around it in a text file; NULL: there are none */
    const char *field;             /* "buffers[1].elements[3].usage"; "" is the whole file */
    const char *format;    /* "zip": of the package, where it is about an entry of one; NULL: of the file */
    const char *message;   /* a sentence with the values that decided it, without a full stop; escaped as by
                              al_escape, and shorter than AL_MESSAGE_SIZE */
    al_value expected;     /* AL_VALUE_NONE where there is no such value */
    al_value actual;       /* AL_VALUE_NONE where there is no such value */
    uint64_t count;        /* how many elements break the rule, at least 1 */
    uint64_t consequences; /* of a cause: how many findings follow from it; they are not listed */
    const uint64_t *elements; /* the positions of the first of them, */
    unsigned element_count;   /* at most AL_FINDING_ELEMENTS; 0 where the object has no elements */
    al_level level;           /* after the options */
    al_confidence confidence; /* the rule's, unless the evidence of this case is weaker */
    bool crash;               /* the rule's, unless this case is a milder one */
    bool in_inflated;         /* offset and length are those of the compressed buffer */
    al_fix_kind fix_kind;     /* what a fix would be; it may still be refused */
    char fingerprint[17];     /* of rule, base path, member and field, so that it survives a new export */
} al_finding;

/* A finding that doesn't count: the configuration of a project, or a baseline, says so. */
typedef struct al_suppressed {
    al_finding finding;
    const char *justification; /* the reason that the configuration gives */
    bool in_baseline;
} al_suppressed;

typedef enum al_file_status {
    AL_FILE_CLEAN,
    AL_FILE_FINDINGS,
    AL_FILE_UNREADABLE,
    AL_FILE_LIMIT,       /* a limit stopped the check; there may be findings of what was checked */
    AL_FILE_UNRECOGNIZED /* of no known format */
} al_file_status;

/* "clean", "findings", "unreadable", "limit", "unrecognized". */
const char *al_file_status_name(al_file_status status);

/* Counts of a file, as it declares them, if it is large enough for that; 0 if the format has no such thing.
 * docs/configuration.md says what counts in each format. */
typedef struct al_measures {
    uint64_t triangles, vertices, materials, bones;
    uint64_t uv_sets;       /* of texture coordinates: the most that a mesh has */
    uint64_t width, height; /* pixels of a picture, and */
    uint64_t texture_bytes; /* its size, unpacked if it is in a gzip */
} al_measures;

typedef struct al_result {
    const char *path;     /* for people, with `/`, escaped as all strings are */
    const char *raw_path; /* the bytes that were given */
    const char *member;   /* the path inside of `path`, a package, escaped too: OUTER!/INNER of what is in a
                             package in it; "" for a file */
    const char *format;   /* "xmf"; "" when unrecognised. "xml" or "clausewitz" of a text file that rules
                             across files judge */
    const char *version;  /* of the format, as the file states it; "" when not known */
    uint64_t size;        /* bytes of the file, as far as it is known */
    al_measures measures;
    al_file_status status;
    const al_finding *findings; /* causes first, then by offset, rule id and field; at most 1,000 */
    size_t finding_count;
    uint64_t errors, warnings, notes;
    uint64_t omitted;       /* findings beyond these 1,000, which are the most severe ones; */
    al_level omitted_level; /* the level of the most severe of them; AL_OFF: there are none */
    /* Findings that follow from a cause: neither in `findings` nor counted above. In the same order; at most
     * 1,000 together with `findings`. */
    const al_finding *consequences;
    size_t consequence_count;
    const al_suppressed *suppressed; /* in the same order, and not counted above; a file that has only such */
    size_t suppressed_count;         /* findings is not clean. Always empty without a project */
    const char *base_path;           /* `path` from its base, as fingerprints and baselines have it, see
                                        docs/configuration.md; without a project the same as `path` */
    bool entry_only; /* about an entry of a package that is not checked, such as one with a bad name */
    struct al_result *const *members; /* the members of a package that are of a known format, by `member`; */
    size_t member_count;              /* al_result_free frees them, too. Empty in the results of a project */
} al_result;

void al_result_free(al_result *result);

/* The result as `assetlint check -f ndjson` writes it: a line for the file and one for each of its findings,
 * then the same for each member. Each line is a JSON object. The text is UTF-8 with a NUL at its end, and the
 * caller's, to be freed with al_json_free; NULL when out of memory. */
char *al_result_json(const al_result *result);
void al_json_free(char *json);

/* ---- Checking ------------------------------------------------------------------------------------------ */

typedef struct al_checker al_checker;

/* A checker keeps its buffers from file to file, so use one for many. `options` must outlive it; NULL is the
 * default options. NULL when out of memory. */
al_checker *al_checker_new(const al_options *options);
void al_checker_free(al_checker *checker);

enum al_check_flags {
    AL_NAMED = 1 /* the user named this very file: an unknown format is then a finding */
};

/* Checks `size` bytes. `path` gives the extension and the base name, which some formats and rules go by, and
 * is what findings are about; it is not opened, so of a .cat only the list of its members is checked. On
 * AL_OK `*result` is the caller's, to be freed with al_result_free; otherwise it is NULL. `data` is not kept.
 */
al_status al_check_memory(al_checker *checker, const char *path, const void *data, size_t size,
                          unsigned flags, al_result **result);

/* The same for a file that is opened and read; `path` is a path of this system. Of a file of
 * no known format only the first bytes are read. If the file can't be read, that is a finding
 * (file/unreadable, file/limit). All members of a package are checked, too, also those of a package in it:
 * they are the `members` of the result. The data of a package (a .dat) is read through its list alone. */
al_status al_check_file(al_checker *checker, const char *path, unsigned flags, al_result **result);

/* Reads up to `size` bytes, at least 1, into `buffer`. Returns how many, which may be fewer than are left; 0
 * at the end; a negative number when they can't be read. After 0 or a negative number it isn't called again.
 */
typedef int64_t al_read(void *context, void *buffer, size_t size);

/* Bytes that the caller reads. */
typedef struct al_stream {
    size_t size;   /* of this structure */
    void *context; /* handed to the functions */
    al_read *read;
    /* Says why `read` failed; the text is copied. May be NULL and may return NULL: the reason is unknown. */
    const char *(*reason)(void *context);
    /* How many bytes there are, 0 if that is unknown. Reading ends there, and a stream that is larger than
     * AL_LIMIT_FILE_SIZE isn't read at all. If fewer come, they are the file. */
    uint64_t length;
} al_stream;

/* The same for a stream, which is read to its end unless a limit or an unknown format ends that before;
 * `path` is its name. The stream belongs to the caller and isn't used after the call. A `read` that fails is
 * a finding (file/unreadable) with the reason. When memory runs out, nothing more is read. */
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
    size_t size; /* of this structure */
    void *context;
    bool full; /* asks for every value of large arrays (`item`) instead of `series` */
    /* Objects or values follow: `count` of them, or AL_UNKNOWN_COUNT. */
    void (*list)(void *context, const char *name, uint64_t count, uint64_t offset);
    void (*list_end)(void *context);
    void (*object)(void *context, const char *name, int64_t index,
                   uint64_t offset);                     /* index -1: not of a list */
    void (*object_end)(void *context, al_extent extent); /* all of the object */
    /* `meaning` has the word of the value ("FLOAT3"), or those of its bits ("position, normal"); it is NULL
     * without one, and valid during the call. `name` is NULL for a value of a list. Text is as
     * it is in the file, up to its NUL. */
    void (*value)(void *context, const char *name, al_value value, const char *meaning, al_extent extent);
    void (*series)(void *context, const char *name, const al_series *series, al_extent extent);
    /* One item of a large array, between list and list_end. */
    void (*item)(void *context, const double *components, unsigned count, al_extent extent);
    /* The file is a gzip: all that follows lies in the `size` bytes that `packed` gives. NULL: not asked. */
    void (*unpacked)(void *context, uint64_t size, al_extent packed);
} al_visitor;

/* Checks the file as al_check_file does, and shows the visitor what could be decoded. For a package that is
 * the list of its members, which aren't read. */
al_status al_dump_file(al_checker *checker, const char *path, const al_visitor *visitor, al_result **result);
al_status al_dump_memory(al_checker *checker, const char *path, const void *data, size_t size,
                         const al_visitor *visitor, al_result **result);

/* ---- Fixes --------------------------------------------------------------------------------------------- */

/* What can be mended in a file without a guess. A fix is planned, applied in memory, and kept only if the
 * check of what it gives no longer has the findings that it is about, has no other finding at warning or
 * above that was not there, and if all values but those that it means to change are the same. Nothing is
 * written: the caller gets the bytes of the fixed file.
 *
 *     al_fix *fix;
 *     if (al_fix_file(checker, "ships/hull.xmf", "", NULL, 0, &fix) == AL_OK)
 *         show(fix);
 *     al_fix_free(fix);
 */
typedef struct al_fix al_fix;

enum al_fix_flags { AL_FIX_ALSO_UNSAFE = 1 };

/* Reads and checks a file, or with a `member` other than "" that member of the package `path`, and plans the
 * fixes of all findings that have one. `result` has the findings that may be fixed, such as those of a
 * project, which suppresses some: it must be about the same file. NULL: the findings of this check. Of what
 * the result suppresses nothing is changed. References in XML and in .gfx are fixed only with such a result:
 * it takes the check of a whole mod to know what they should be. On AL_OK `*fix` is the caller's, to be freed
 * with al_fix_free; otherwise it is NULL. It holds as much memory as the checker's AL_LIMIT_MEMORY allows;
 * what needs more is refused. */
al_status al_fix_file(al_checker *checker, const char *path, const char *member, const al_result *result,
                      unsigned flags, al_fix **fix);

/* The same for `size` bytes, which are not kept. `member` names the file in the package `path`, or is "". */
al_status al_fix_memory(al_checker *checker, const char *path, const char *member, const void *data,
                        size_t size, const al_result *result, unsigned flags, al_fix **fix);

void al_fix_free(al_fix *fix);

/* A run of bytes that a fix replaces, or one field that it sets. */
typedef struct al_change {
    const al_rule *rule;
    al_fix_kind kind;
    const char *field; /* as in findings; "" is the file as a whole */
    uint64_t offset; /* where the bytes begin in the file that the rules before this one gave; of a reference
                        in a text, in the file as it was */
    uint64_t removed, added;    /* bytes */
    const char *before, *after; /* what was there, and what is: "7" and "8"; escaped */
} al_change;

/* A rule whose findings stay, though it has a fix. */
typedef struct al_refusal {
    const al_rule *rule;
    al_fix_kind kind;
    uint64_t count; /* findings */
    bool held_back; /* only because AL_FIX_ALSO_UNSAFE was not given */
    const char *reason;
} al_refusal;

/* In the order in which they were made. NULL beyond the last. */
size_t al_fix_change_count(const al_fix *fix);
const al_change *al_fix_change(const al_fix *fix, size_t number);

/* NULL beyond the last. */
size_t al_fix_refusal_count(const al_fix *fix);
const al_refusal *al_fix_refusal(const al_fix *fix, size_t number);

/* The bytes of the fixed file, which belong to the fix. NULL if nothing was changed. */
const uint8_t *al_fix_bytes(const al_fix *fix, size_t *size);

/* ---- Views --------------------------------------------------------------------------------------------- */

/* What can be drawn of a file, for programs that show people where a finding is: its meshes, skeletons,
 * curves and pictures, and for each finding what to mark in them and which bytes of the file it is about. A
 * broken file has views of what can be read; a file of which nothing can be drawn has none.
 *
 *     al_views *views;
 *     if (al_view_file(checker, "mod.zip", "ships/hull.xmf", NULL, &views) == AL_OK)
 *         draw(views);
 *     al_views_free(views);
 */
typedef struct al_views al_views;

/* Reads and checks a file, or with a `member` other than "" that member of the package `path`, and hands out
 * its views. `result` has the findings to mark, such as those of a project, whose rules across files find
 * more: it must live as long as the views, and be about the same file. NULL: the findings of this check.
 * On AL_OK `*views` is the caller's, to be freed with al_views_free; otherwise it is NULL. The views hold as
 * much memory as the checker's AL_LIMIT_MEMORY allows; what needs more is left out: see al_views_are_whole.
 */
al_status al_view_file(al_checker *checker, const char *path, const char *member, const al_result *result,
                       al_views **views);

/* The same for `size` bytes, which are not kept. */
al_status al_view_memory(al_checker *checker, const char *path, const char *member, const void *data,
                         size_t size, const al_result *result, al_views **views);

void al_views_free(al_views *views);

/* The result whose findings are marked: the one that was given, or that of the file or member; of the
 * package, if that can't be read. NULL when the package has no such member. Belongs to the views unless it
 * was given. */
const al_result *al_views_result(const al_views *views);

/* False when a limit of the checker, or a file that can't be read, kept a view or a mark from being made. */
bool al_views_are_whole(const al_views *views);

typedef enum al_view_kind { AL_VIEW_MESH, AL_VIEW_SKELETON, AL_VIEW_CURVES, AL_VIEW_PICTURE } al_view_kind;

/* "mesh", "skeleton", "curves", "picture". */
const char *al_view_kind_name(al_view_kind kind);

/* The triangles that are drawn with one material. */
typedef struct al_view_range {
    const char *name;      /* of the material; "" without one */
    const char *field;     /* the object path in the file: "materials[2]" */
    uint32_t first, count; /* triangles of the view */
    int64_t material;      /* its number in the file; -1: unknown */
    const char *texture;   /* of the material: the picture with its colours, as the file names it; "" if the
                              file names none */
} al_view_range;

/* A bone or node. Place and turn are relative to the parent. */
typedef struct al_view_bone {
    const char *name, *field;
    int64_t parent;                           /* the number of a bone of the same view; -1: none */
    int64_t number;                           /* by which motions name it; -1: they use its name */
    float position[3], rotation[4], scale[3]; /* the rotation is a quaternion x, y, z, w */
    bool has_offset; /* what brings skinned vertices to the space of the bone; without one, these were bound
                        to the bone where it is here: */
    float offset_position[3], offset_rotation[4];
} al_view_bone;

/* One changing value of an animation. */
typedef struct al_view_track {
    const char *name, *field; /* the field is that of its keys */
    const char *bone;         /* the name of what it moves; "" where the file doesn't say */
    int64_t number;           /* of the bone (al_view_bone), if motions name bones by numbers; else -1 */
    const char *channel;      /* "position", "rotation", "scale", "weight", ... */
    uint32_t keys;
    uint32_t components; /* numbers of each value */
    const float *times;  /* one for each key; may be NaN, as values may */
    const float *values; /* `components` for each key */
} al_view_track;

enum { AL_VIEW_SIDE = 512 };

/* A level of a picture, from the top left pixel on. One that is larger than AL_VIEW_SIDE is sampled down: of
 * it each `step`-th pixel of each `step`-th row is shown. Pixels that the file doesn't have are transparent.
 */
typedef struct al_view_level {
    uint32_t number;        /* in the picture: 0 is the largest */
    uint32_t width, height; /* in the file */
    uint32_t step;
    uint32_t shown_width, shown_height; /* of `pixels` */
    uint32_t first_missing,
        missing;           /* rows that the file doesn't have, or not as a whole; `missing` of them */
    const uint8_t *pixels; /* red, green, blue and alpha of each; 0 is transparent */
} al_view_level;

enum { AL_VIEW_UV_SETS = 4 };

/* What is wrong with the weights of a vertex. */
typedef enum al_view_flaw {
    AL_FLAW_NONE,
    AL_FLAW_SUM,      /* they don't add up to 1 */
    AL_FLAW_NO_WEIGHT /* there is none */
} al_view_flaw;

/* One thing to draw. Vertices that are not finite are not drawn, nor are triangles that use one of them or a
 * vertex that doesn't exist; so the numbers of vertices and triangles may differ from those of the file. */
typedef struct al_view {
    al_view_kind kind;
    const char *name;  /* of the object; "" without one */
    const char *field; /* its object path: "chunks[4]"; "" is the whole file */

    /* A mesh: */
    uint64_t vertices, triangles; /* that the file has */
    uint64_t not_finite;          /* vertices whose position is not finite */
    uint64_t beyond;              /* indices beyond the vertices */
    bool part;  /* of more than AL_VIEW_TRIANGLES triangles only some are here, among them all marked ones */
    bool exact; /* a finding is about positions, so they shouldn't be rounded */
    uint32_t vertex_count, triangle_count; /* that are here: */
    float box[6];           /* the least x, y, z of the vertices and the greatest; 0 without any */
    const float *positions; /* three for each vertex */
    const int8_t *normals;  /* the same, 127 is 1; NULL: the file has none that can be shown */
    const int8_t *tangents;
    const float *uvs[AL_VIEW_UV_SETS]; /* texture coordinates, two for each vertex; may be NaN */
    size_t uv_count;
    const uint32_t *indices;   /* three for each triangle, all below vertex_count */
    const uint32_t *vertex_of; /* the number in the file of each vertex; NULL: the same */
    const uint32_t *triangle_of;
    const al_view_range *ranges;
    size_t range_count;
    const uint16_t *skin_bones;  /* four for each vertex: bones of the skeleton; NULL without skin */
    const uint8_t *skin_weights; /* the weight of each of the four; 255 is 1 */
    const uint8_t *skin_flaws;   /* an al_view_flaw for each vertex */
    int64_t skeleton;            /* the number of the view with the skeleton; -1: none */
    int64_t bone;                /* of the skeleton, which the positions are relative to; -1: to the model */
    const char *const *skin_names; /* without a skeleton: the names of the bones; else NULL */
    size_t skin_name_count;

    /* A skeleton: */
    const al_view_bone *bones;
    size_t bone_count;

    /* Curves: */
    const char *unit;  /* of times: "seconds", "frames" */
    double per_second; /* of these units; 0: unknown */
    const char *space; /* what places and turns are relative to: "parent", "world", or "bone": where the
                          bone is at rest */
    const al_view_track *tracks;
    size_t track_count;

    /* A picture, of several ones the first: */
    const char *coding;          /* how its pixels are stored: "DXT5", "32 bits" */
    uint32_t width, height;      /* pixels of its largest level */
    uint32_t all_levels;         /* that it has. Here are those that are no larger than AL_VIEW_SIDE, and the
                                    largest one, if the file has none of these as a whole: */
    const al_view_level *levels; /* by size, the largest first; none if the coding can't be decoded */
    size_t level_count;
} al_view;

enum { AL_VIEW_TRIANGLES = 200000, AL_VIEW_MARKS = 1000 };

/* NULL beyond the last. A skeleton stands before the meshes that use it. */
size_t al_views_count(const al_views *views);
const al_view *al_views_at(const al_views *views, size_t number);

typedef struct al_view_run {
    uint32_t first, count;
} al_view_run;

/* Rows of a level, from the top. */
typedef struct al_view_rows {
    uint32_t level; /* by its place among the levels of the view */
    uint32_t first, count;
} al_view_rows;

/* What to mark in one view for a finding. All numbers are numbers in the view, at most AL_VIEW_MARKS of each
 * kind. Without any, the finding is about the view as a whole. */
typedef struct al_view_mark {
    size_t view;
    const al_view_run *triangles;
    size_t triangle_count;
    const uint32_t *vertices;
    size_t vertex_count;
    const uint32_t *bones; /* of the skeleton, or of the mesh's skin_names */
    size_t bone_count;
    const uint32_t *ranges;
    size_t range_count;
    int64_t track; /* of the keys; -1: none */
    const uint32_t *keys;
    size_t key_count;
    const al_view_rows *rows; /* of a picture */
    size_t row_count;
    uint64_t total; /* how many elements break the rule; there may be more of them than marks */
    bool whole;     /* the finding is about the view as a whole */
    bool corners;   /* vertices: the corners of triangles that can't be drawn because of what the finding is
                       about */
} al_view_mark;

/* A value of a record, with its word ("FLOAT3") or NULL. */
typedef struct al_view_field {
    const char *name;
    const char *type; /* "u32", "f32", "text" */
    uint64_t offset, length;
    al_value value; /* a text is escaped */
    const char *words;
} al_view_field;

typedef struct al_view_record {
    const char *field;       /* its object path */
    uint64_t offset, length; /* where the bytes of the finding are */
    const al_view_field *fields;
    size_t field_count;
} al_view_record;

/* Where a finding is: in the views, and in the bytes. */
typedef struct al_view_place {
    const al_view_mark *marks;
    size_t mark_count;
    uint64_t offset, length; /* in the file, or in the inflated data: */
    const char *inflated_of; /* the field of the compressed buffer; NULL: in the file */
    uint64_t from;           /* where `bytes` begin */
    const uint8_t *bytes;    /* `size` of them, around the field; none where there are none */
    size_t size;
    const al_view_record *records; /* the record that has the field, the one before and the one after */
    size_t record_count;
} al_view_place;

/* One for each finding of al_views_result, in their order; NULL beyond the last. */
const al_view_place *al_views_place(const al_views *views, size_t finding);

/* ---- Projects ------------------------------------------------------------------------------------------ */

/* The check of many files: folders, packages and lists, with the rules across files, assetlint.json, a
 * baseline, .assetlintignore files, references, several threads, or a shard. Set it up, run it once, free it.
 */
typedef struct al_project al_project;

/* The options are copied; NULL is the default options. NULL when out of memory. */
al_project *al_project_new(const al_options *options);
void al_project_free(al_project *project);

/* Adds a file, a package, or all files of a folder and below: links in folders are not followed, and folders
 * of version control are left out unless they are named. What the path leads to is looked up when the project
 * runs. All texts that a project is given are copied. */
al_status al_project_add_path(al_project *project, const char *path);

/* Adds standard input, which is checked as a file of that name. */
al_status al_project_add_standard_input(al_project *project, const char *name);

/* Adds the paths that a file names ("-": standard input): one a line, or, if `separator` is '\0', one before
 * each NUL. A project has one such list at most: AL_BAD_ARGUMENT for a second one. */
al_status al_project_add_list(al_project *project, const char *path, char separator);

/* Adds a reference, as --with does: a file or folder that is read for names, never checked or reported. It
 * may be a file of names (al_project_write_names): listing the files gives AL_CONFIG_ERROR if a line of it is
 * wrong, which al_project_mistake tells. */
al_status al_project_add_reference(al_project *project, const char *path);

/* Leaves out paths below an added folder that match a glob (`*` and `?` within a part, `**` across parts). */
al_status al_project_exclude(al_project *project, const char *glob);

/* How many files are checked at once; 0, the default, is one per processor. */
void al_project_set_jobs(al_project *project, uint64_t jobs);

/* Checks every `count`-th file only: file k of the sorted list, from 0, belongs to shard k % count + 1. Rules
 * across files see all of them. AL_BAD_ARGUMENT unless 1 <= shard <= count. */
al_status al_project_set_shard(al_project *project, uint64_t shard, uint64_t count);

/* The day that suppressions expire by, "YYYY-MM-DD" in UTC; without one, none expires. To be called before
 * the configuration is read. AL_BAD_ARGUMENT unless the calendar has that day. */
al_status al_project_set_date(al_project *project, const char *date);

/* The lowest level of findings that fails a run, whatever the configuration says; AL_OFF: none does. Without
 * this it is the "fail-on" of the configuration, or AL_ERROR. */
void al_project_set_fail_on(al_project *project, al_level level);

/* What is wrong with a configuration, a baseline or a file of names. */
enum { AL_MISTAKE_SIZE = 512 };
typedef struct al_mistake {
    const char *path;           /* of the file, as it was given or found */
    uint64_t line, column;      /* both from 1; columns are characters */
    bool no_memory;             /* the status was AL_OUT_OF_MEMORY, and nothing else is set */
    char text[AL_MISTAKE_SIZE]; /* a sentence without its full stop */
} al_mistake;

/* Reads assetlint.json, and from then on honours .assetlintignore files. The first reads the file of that
 * path, the second the one in the folder of the first added path or the nearest folder above: AL_OK also
 * where there is none. AL_CONFIG_ERROR when the file can't be used: al_project_mistake says why. To be called
 * after all paths have been added; AL_BAD_ARGUMENT when a configuration was read already. */
al_status al_project_read_configuration(al_project *project, const char *path);
al_status al_project_find_configuration(al_project *project);

/* What the configuration says to the caller; NULL where there is none. */
typedef struct al_configuration_info {
    const char *path;        /* of assetlint.json, as it was found */
    bool has_fail_on;        /* it says which level fails a run: */
    al_level fail_on;        /* AL_OFF: none does */
    size_t exclude_count;    /* of its globs */
    const char *unused_with; /* the first path of "with" that leads out of its folder, and isn't used for
                                that: it was found, and not in the working folder; NULL: none */
    uint64_t left_out;       /* so far, findings of rules that it turns off */
    bool changes_exit; /* so far, the run fails, or doesn't, only because of its levels, rules or fail-on */
} al_configuration_info;

const al_configuration_info *al_project_configuration(const al_project *project);

/* Reads a baseline: findings that it has are suppressed. To be called after the configuration was read;
 * AL_BAD_ARGUMENT when a baseline was read already. */
al_status al_project_read_baseline(al_project *project, const char *path);

/* Why the last of these functions returned AL_CONFIG_ERROR. */
const al_mistake *al_project_mistake(const al_project *project);

/* The project's options, with what the configuration adds. */
const al_options *al_project_options(const al_project *project);

/* Something that the caller may want to tell its user while a project runs. */
typedef enum al_notice_kind {
    AL_NOTICE_NO_MEMORY, /* there was no memory for the check of `path`; a result without findings and with
                            the status AL_FILE_UNREADABLE follows */
    AL_NOTICE_LIST,      /* the list of paths can't be read: `text` says why */
    AL_NOTICE_READS_TERMINAL, /* a list (`text` is "the list of files") or a file is read from the terminal */
    AL_NOTICE_WAITS_FOR_INPUT, /* the same of standard input that gives nothing yet */
    AL_NOTICE_READS_PIPE,      /* the list of paths is read from the pipe `path` */
    AL_NOTICE_WAITS_FOR_PIPE,  /* nothing has written to the pipe `path` yet */
    AL_NOTICE_UNREAD,     /* rules across files need the file `path` (or PATH!/MEMBER), but it can't be read:
                             `text` says why. The file has no result: it is a file of a reference, for
                             example. The rules don't report it as missing */
    AL_NOTICE_BASE_BELOW, /* the paths of the baseline `path` count from a folder above the base of this run:
                             the folder `text` was taken off them */
    AL_NOTICE_BASE_ABOVE, /* they count from a folder below it: `text` was put in front of them */
    AL_NOTICE_UNUSED_CONFIGURATION, /* the assetlint.json `path` in a checked folder is not used, since only
                                       one is; `text`: " and 2 others" or "" */
    AL_NOTICE_FOREIGN_CONFIGURATION /* the one that was found, `path`, is used for the path `text`, too, which
                                       is not in its folder */
} al_notice_kind;

typedef struct al_notice {
    al_notice_kind kind;
    const char *path; /* as it was given, not escaped; or NULL */
    const char *text; /* or NULL */
} al_notice;

/* Gets what a run finds. Each function may be NULL. */
typedef struct al_client {
    size_t size; /* of this structure */
    void *context;

    /* A result, in the order of paths and members, on the thread that called al_project_run (or
     * al_project_abandon). It is valid during the call. A package comes before its members, each of which has
     * a result of its own. False ends the run. */
    bool (*result)(void *context, const al_result *result);

    /* Called on any thread of the run. */
    void (*notice)(void *context, const al_notice *notice);

    /* Whether the run is to end. Called often, from several threads at once. */
    bool (*stopped)(void *context);
} al_client;

/* Lists the files that will be checked, as al_project_run does first, for callers that want to know them
 * before. `client` may be NULL; AL_BAD_ARGUMENT if its size is not set. AL_UNREADABLE when the list of paths
 * can't be read; what was found is listed all the same. AL_CONFIG_ERROR when a file of names has a mistake.
 */
al_status al_project_list(al_project *project, const al_client *client);

/* The files that are checked, of all shards, once they are listed; NULL beyond the last. */
size_t al_project_file_count(const al_project *project);
const char *al_project_file(const al_project *project, size_t number);

/* Gets what a run will open. */
typedef struct al_access_listener {
    size_t size; /* of this structure */
    void *context;
    void (*reads)(void *context, const char *path); /* a file, or a folder with all that is in it */
} al_access_listener;

/* Tells what al_project_run will open: for a program that gives up the right to open anything else. To be
 * called once the files are listed. AL_OUT_OF_MEMORY when not all was told; AL_BAD_ARGUMENT if the size of
 * the listener is not set. */
al_status al_project_tell_access(const al_project *project, const al_access_listener *listener);

/* Lets rules across files read other bytes than those of the file `path`, which is the raw_path of a result:
 * for a caller that wants to know what a run finds if the references of a text are fixed. The path and the
 * bytes must live until the end of the next run, which forgets them. */
al_status al_project_substitute(al_project *project, const char *path, const void *data, size_t size);

/* Checks all files, and hands out the results. AL_STOPPED when the run ended before all were checked:
 * the finished results were handed out, and al_project_summary tells how many files were checked. May be
 * called again while no other thread uses the project: that checks the same files. */
al_status al_project_run(al_project *project, const al_client *client);

/* Gets a part of a text that is written, in order. False ends the writing. */
typedef bool al_text_writer(void *context, const char *text);

/* Writes a file of names instead: all that rules across files look for in the only reference of a project
 * without paths. Such a file serves as a reference in place of the game that it was made of. AL_UNREADABLE
 * when not all of the reference can be read, and then nothing is written; AL_STOPPED when `write` returned
 * false. */
al_status al_project_write_names(al_project *project, const al_client *client, al_text_writer *write,
                                 void *context);

/* Ends a run soon, as if `stopped` had returned true. For any thread, and for a client's functions. */
void al_project_stop(al_project *project);

/* Hands out the results that are finished and wait, on the calling thread, while al_project_run runs on
 * another one, which hands out nothing more. For programs that must end at once: afterwards the project can't
 * be used or freed, and al_project_run may not return. */
void al_project_abandon(al_project *project);

/* How far a run has come. */
typedef enum al_phase {
    AL_PHASE_LIST,   /* files are listed: `files` were found so far */
    AL_PHASE_SURVEY, /* files are read for the rules across files: `bytes` so far */
    AL_PHASE_CHECK   /* files are checked */
} al_phase;

typedef struct al_progress {
    size_t size; /* of this structure */
    al_phase phase;
    uint64_t files;     /* all that are checked, or that were found so far */
    uint64_t done;      /* files whose results were handed out */
    uint64_t bytes;     /* that were checked, with those of files that are being checked */
    uint64_t all_bytes; /* of all files; 0 while that is unknown */
    const char *path;   /* the first file that is being checked, as given; or NULL. Valid until the project is
                           freed */
} al_progress;

/* May be called from one other thread while the project runs. The first call of the check phase asks the
 * system for the size of each file, which takes a while if there are many. */
void al_project_progress(al_project *project, al_progress *progress);

/* The sum of a run, once it has ended. */
typedef struct al_summary {
    size_t size;     /* of this structure */
    uint64_t inputs; /* files and packages that were to be checked */
    uint64_t done;   /* of these were checked */
    uint64_t files; /* that have a result: members of packages have, files of no known format have none unless
                       they were named */
    bool listed;    /* false: the run was stopped before it knew all files */
    bool stopped;   /* not all of them were checked, because the caller ended the run */
    uint64_t unread; /* number of notices AL_NOTICE_UNREAD */
} al_summary;

void al_project_summary(const al_project *project, al_summary *summary);

/* What a run that has ended means for the one who started it, for example as the exit status of a program.
 * Findings that are suppressed don't count. */
typedef enum al_exit {
    AL_EXIT_FINE = 0,
    AL_EXIT_FINDINGS = 1, /* there are findings at or above the level that fails a run */
    AL_EXIT_UNCHECKED = 3 /* something could not be checked, or the run was stopped; whatever was found */
} al_exit;

al_exit al_project_exit(const al_project *project);

/* What another file is to a file, if both are best looked at together. */
typedef enum al_partner_role {
    AL_PARTNER_SKELETON,       /* it has the bones that the file moves, or that the file's mesh hangs on */
    AL_PARTNER_LEVEL,          /* another level of detail of the same part */
    AL_PARTNER_COLLISION,      /* the collision mesh of the part */
    AL_PARTNER_REFERRER,       /* the first file that leads to the file, a picture */
    AL_PARTNER_TEXTURE,        /* the picture with the colours of a material */
    AL_PARTNER_MISSING_TEXTURE /* no file: a rule reports that this picture is missing */
} al_partner_role;

/* "skeleton", "level", "collision", "referrer", "texture", "missing texture". */
const char *al_partner_role_name(al_partner_role role);

typedef struct al_partner {
    size_t size; /* of this structure */
    al_partner_role role;
    const char *path;    /* as it was given; of a missing texture, as the reference to it has it */
    const char *member;  /* its path inside of `path`, a package, not escaped; or "" */
    const char *texture; /* of a texture: the ranges of a mesh whose `texture` this is, or, if they name none,
                            whose `name` it is, in any case, have it; not escaped. Else "" */
} al_partner;

enum { AL_MOST_PARTNERS = 32 }; /* of a file */

/* Writes the partner with that number, from 0, of the file of a result; their order stays the same. False
 * beyond the last one, or if the size is not set. Only for a client's `result`, during the run: rules across
 * files know which files belong together. */
bool al_project_partner(const al_project *project, const al_result *result, size_t number,
                        al_partner *partner);

/* References that no rule could judge, since what they refer to may be in the game or in another mod. */
typedef struct al_not_judged {
    const al_rule *rule;
    uint64_t count;       /* references */
    uint64_t files;       /* that have such references */
    const char *path;     /* of the first of these files */
    const char *raw_path; /* the same as the bytes that were given */
    const char *member;   /* its path inside of `path`, a package; or "" */
    const char *reason;   /* "the targets may be in the game (--with GAME looks)" */
} al_not_judged;

/* One for each rule and reason, after a run; NULL beyond the last. A shard counts those in its own files. */
size_t al_project_not_judged_count(const al_project *project);
const al_not_judged *al_project_not_judged(const al_project *project, size_t number);

#ifdef __cplusplus
}
#endif

#endif
