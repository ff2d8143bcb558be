/* catalogue.c: the rules as data, from the rows of rules/<format>.def. */
#include "formats/catalogue.h"

#include <string.h>

/* The values of the columns `crash` and `cause`. */
enum { AL_HARMLESS = false, AL_CRASH = true };
enum { AL_NO_CAUSE, AL_STOPS, AL_CAUSE };

/* The index of every rule. FIRST_X is the index of the first rule of X. */
enum {
#define AL_RULES_OF(ID)      FIRST_##ID, BEFORE_##ID = FIRST_##ID - 1,
#define AL_RULE(number, ...) AT_##number,
#include "rules/all.def"
#undef AL_RULE
#undef AL_RULES_OF
    RULE_COUNT
};
_Static_assert((int)RULE_COUNT <= (int)AL_MOST_RULES, "settings have room for every rule");

const size_t al_first_rules[] = {
#define AL_FORMAT(ID, id, name, extensions) FIRST_##ID,
#include "formats/formats.def"
#undef AL_FORMAT
};

/* For rules/all.def. Not public, because a client compiled with it would lack the games of a later library.
 */
enum { AL_EVERY_GAME = AL_X_REBIRTH | AL_X4 | AL_VICTORIA2 | AL_BBMOD | AL_LOST_SAGA };

/* The columns after `source`: since, and maybe games, cause, and the kind of fix. */
#define SINCE_OF(since_, ...)                          (since_)
#define GAMES_OF(since_, games_, ...)                  (games_)
#define CAUSE_OF(since_, games_, cause_, ...)          (cause_)
#define FIX_OF(since_, games_, cause_, fix_kind_, ...) (fix_kind_)

const al_rule al_catalogue[] = {
#define AL_RULES_OF(ID)
#define AL_RULE(number, id_, level_, crash_, confidence_, title_, why_, fix_, source_, ...)  \
    [AT_##number] = {.id = (id_),                                                            \
                     .format = AL_RULE_FORMAT,                                               \
                     .level = (level_),                                                      \
                     .confidence = (confidence_),                                            \
                     .crash = (crash_),                                                      \
                     .title = (title_),                                                      \
                     .why = (why_),                                                          \
                     .fix = (fix_),                                                          \
                     .source = (source_),                                                    \
                     .since = SINCE_OF(__VA_ARGS__, ),                                       \
                     .games = GAMES_OF(__VA_ARGS__, AL_RULE_GAMES, ),                        \
                     .cause = CAUSE_OF(__VA_ARGS__, AL_NO_CAUSE, AL_NO_CAUSE, ) == AL_CAUSE, \
                     .stops = CAUSE_OF(__VA_ARGS__, AL_NO_CAUSE, AL_NO_CAUSE, ) == AL_STOPS, \
                     .fix_kind = FIX_OF(__VA_ARGS__, AL_FIX_NONE, AL_FIX_NONE, AL_FIX_NONE, )},
#include "rules/all.def"
#undef AL_RULE
#undef AL_RULES_OF
};

static const struct {
    const char *text;
    size_t first; /* rule */
} prefixes[] = {
#define AL_RULES_OF(ID) {AL_RULE_FORMAT, FIRST_##ID},
#define AL_RULE(number, ...)
#include "rules/all.def"
#undef AL_RULE
#undef AL_RULES_OF
};

enum { PREFIXES = sizeof prefixes / sizeof prefixes[0] };

static const struct {
    const char *name, *title;
} games[] = {
    {"x-rebirth", "X Rebirth"},
    {"x4", "X4"},
    {"victoria2", "Victoria 2, Hearts of Iron 3, Europa Universalis 3, Crusader Kings II"},
    {"bbmod", "GameMaker's BBMOD library"},
    {"lost-saga", "Lost Saga"},
};
enum { GAMES = sizeof games / sizeof games[0] };
_Static_assert((1U << GAMES) - 1 == AL_EVERY_GAME, "a bit for each game");

unsigned al_every_game(void)
{
    return AL_EVERY_GAME;
}

const char *al_game_name(size_t number)
{
    return number < GAMES ? games[number].name : NULL;
}

const char *al_game_title(size_t number)
{
    return number < GAMES ? games[number].title : NULL;
}

const al_rule *al_rule_at(size_t number)
{
    return number < RULE_COUNT ? &al_catalogue[number] : NULL;
}

size_t al_first_rule(const char *prefix)
{
    for (size_t i = 0; i < PREFIXES; i++)
        if (strcmp(prefixes[i].text, prefix) == 0)
            return prefixes[i].first;
    return RULE_COUNT;
}

size_t al_rule_count(void)
{
    return RULE_COUNT;
}

const al_rule *al_rule_find(const char *id)
{
    const char *slash = strchr(id, '/');
    const size_t length = slash != NULL ? (size_t)(slash - id) : 0;
    for (size_t i = 0; slash != NULL && i < PREFIXES; i++) {
        if (strncmp(prefixes[i].text, id, length) != 0 || prefixes[i].text[length] != '\0')
            continue;
        const size_t end = i + 1 < PREFIXES ? prefixes[i + 1].first : RULE_COUNT;
        for (size_t rule = prefixes[i].first; rule < end; rule++)
            if (strcmp(al_catalogue[rule].id + length, slash) == 0)
                return &al_catalogue[rule];
    }
    return NULL;
}
