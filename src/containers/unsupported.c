/* unsupported.c: recognises archives of kinds that assetlint can't read. */
#include "containers/unsupported.h"

#include <string.h>

#include "containers/members.h"
#include "core/text.h"
#include "formats/catalogue.h"

#define AL_RULES "rules/archive.def"
#include "kit/rule_numbers.h"

/* How the files of a kind begin. */
typedef struct beginning {
    const char *bytes;
    size_t length;
    uint64_t offset;
    const char *kind;
    const char *renamed; /* the extension of a kind that assetlint can read; else NULL */
    bool named;          /* only a file with the extension of an archive is one */
} beginning;

#define BEGINS(literal, ...)                        \
    {                                               \
        (literal), sizeof(literal) - 1, __VA_ARGS__ \
    }

/* "-lh" begins the name of a method, such as "-lh5-". Other files are packed with zstd, too: Blender's. */
static const beginning beginnings[] = {
    BEGINS("Rar!\x1A\7", 0, "a RAR archive", NULL, false),
    BEGINS("MSCF\0\0\0\0", 0, "a CAB archive", NULL, false),
    BEGINS("-lh", 2, "an LZH archive", NULL, false),
    BEGINS("ISc(", 0, "an InstallShield CAB archive", NULL, true),
    BEGINS("\x28\xB5\x2F\xFD", 0, "packed with zstd", NULL, true),
    BEGINS("PK\3\4", 0, "a zip archive", ".zip", true),
    BEGINS("7z\xBC\xAF\x27\x1C", 0, "a 7z archive", ".7z", true),
    BEGINS("\x1F\x8B\x08", 0, "packed with gzip", ".tar.gz", true),
    BEGINS("\xFD\x37zXZ\0", 0, "packed with xz", ".tar.xz", true),
    BEGINS("BZh", 0, "packed with bzip2", ".tar.bz2", true),
};

typedef struct extension {
    const char *list; /* as al_has_extension_of takes it */
    const char *kind;
} extension;

static const extension extensions[] = {{"rar", "a RAR archive"},
                                       {"tar.zst tzst zst", "packed with zstd"},
                                       {"cab", "a CAB archive"},
                                       {"lzh lha", "an LZH archive"}};

/* The end of the method's name, as in "-lh5-". */
static bool is_lzh(al_span head)
{
    enum { METHOD = 5, CLOSING = 6 };
    const uint8_t method = al_u8_at(head, METHOD);
    return al_u8_at(head, CLOSING) == '-' && ((method >= '0' && method <= '7') || method == 'd');
}

static bool begins(al_span head, const beginning *b)
{
    al_span there;
    return al_slice(head, b->offset, b->length, &there) && al_starts_with(there, b->bytes, b->length) &&
           (b->offset == 0 || is_lzh(head));
}

bool al_find_unsupported(al_span head, const char *name, al_unsupported *archive)
{
    const bool can_read = al_container_of(name) != NULL;
    *archive = (al_unsupported){.name = NULL};
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++)
        if (archive->name == NULL && al_has_extension_of(name, extensions[i].list))
            archive->name = extensions[i].kind;
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        const beginning *b = &beginnings[i];
        const bool possible = !b->named || archive->name != NULL || (can_read && b->renamed == NULL);
        if (archive->kind != NULL || !possible || !begins(head, b))
            continue;
        archive->kind = b->kind;
        archive->renamed = b->renamed;
    }
    return archive->kind != NULL || archive->name != NULL;
}

void al_report_unsupported(const al_unsupported *a, al_sink *sink)
{
    const size_t first_rule = sink->first_rule;
    const al_claim claim = {.rule = ARCHIVE_UNSUPPORTED};
    sink->first_rule = al_first_rule("archive");
    if (a->kind == NULL)
        al_report(sink, &claim,
                  "by its name the file is %s, but it begins like no known archive, so it was not checked: "
                  "unpack it and check the folder",
                  a->name);
    else if (a->renamed != NULL)
        al_report(
            sink, &claim,
            "the file is %s, but its name doesn't end in %s, so it was not checked: rename it, or unpack "
            "it and check the folder",
            a->kind, a->renamed);
    else
        al_report(
            sink, &claim,
            "the file is %s, which assetlint can't read, so it was not checked: unpack it and check the "
            "folder",
            a->kind);
    sink->first_rule = first_rule;
}
