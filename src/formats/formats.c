/* formats.c: the table of formats, and which of them a file is. */
#include "formats/format.h"

#include <inttypes.h>
#include <string.h>

#include "formats/catalogue.h"

#define AL_FORMAT(ID, id, name, extensions, magic, offset) \
    extern const al_layout *const id##_layouts[];          \
    void id##_check(al_job *job);                          \
    void id##_dump(al_job *job, const al_visitor *visitor);
#define AL_FORMAT_OF_TWO_MAGICS(ID, id, name, extensions, magic, other, offset) \
    AL_FORMAT(ID, id, name, extensions, magic, offset)
#define AL_FORMAT_WITHOUT_MAGIC(ID, id, name, extensions) \
    AL_FORMAT(ID, id, name, extensions, NULL, 0)          \
    bool id##_match(al_span head, const char *base_name);
#include "formats/formats.def"
#undef AL_FORMAT
#undef AL_FORMAT_OF_TWO_MAGICS
#undef AL_FORMAT_WITHOUT_MAGIC

const al_format al_formats[] = {
#define AL_FORMAT(ID, id_, name_, extensions_, magic_, offset_) \
    AL_FORMAT_OF_TWO_MAGICS(ID, id_, name_, extensions_, magic_, magic_, offset_)
#define AL_FORMAT_OF_TWO_MAGICS(ID, id_, name_, extensions_, magic_, other_, offset_) \
    {.info = {.id = #id_, .name = (name_), .extensions = (extensions_)},              \
     .magic = (magic_),                                                               \
     .other_magic = (other_),                                                         \
     .magic_length = sizeof(magic_) - 1,                                              \
     .magic_offset = (offset_),                                                       \
     .limit_rule = ID##_LIMIT,                                                        \
     .layouts = id_##_layouts,                                                        \
     .check = id_##_check,                                                            \
     .dump = id_##_dump},
#define AL_FORMAT_WITHOUT_MAGIC(ID, id_, name_, extensions_)             \
    {.info = {.id = #id_, .name = (name_), .extensions = (extensions_)}, \
     .match = id_##_match,                                               \
     .limit_rule = ID##_LIMIT,                                           \
     .layouts = id_##_layouts,                                           \
     .check = id_##_check,                                               \
     .dump = id_##_dump},
#include "formats/formats.def"
#undef AL_FORMAT
#undef AL_FORMAT_OF_TWO_MAGICS
#undef AL_FORMAT_WITHOUT_MAGIC
};

static const size_t format_count = sizeof al_formats / sizeof al_formats[0];

size_t al_format_count(void)
{
    return format_count;
}

const al_format_info *al_format_at(size_t number)
{
    return number < format_count ? &al_formats[number].info : NULL;
}

/* ASCII alone: the answer must not depend on the locale. */
static uint8_t lower(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c - 'A' + 'a') : c;
}

bool al_same_text(const char *a, const char *b, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (lower((uint8_t)a[i]) != lower((uint8_t)b[i]))
            return false;
    return true;
}

int al_compare_text(al_span a, al_span b)
{
    for (uint64_t i = 0;; i++) {
        const uint8_t x = lower(al_u8_at(a, i)), y = lower(al_u8_at(b, i)); /* 0 beyond the end */
        if (x != y)
            return x < y ? -1 : 1;
        if (x == '\0')
            return 0;
    }
}

bool al_ends_with(const char *name, const char *end, size_t len)
{
    const size_t length = strlen(name);
    return length >= len && al_same_text(name + length - len, end, len);
}

bool al_has_extension(const char *name, const char *extension, size_t len)
{
    const size_t length = strlen(name);
    return length > len + 1 && name[length - len - 1] == '.' && al_ends_with(name, extension, len);
}

static bool has_extension_of(const al_format *format, const char *name)
{
    for (const char *word = format->info.extensions; *word != '\0'; word += strspn(word, " ")) {
        const size_t len = strcspn(word, " ");
        if (al_has_extension(name, word, len))
            return true;
        word += len;
    }
    return false;
}

/* Whether a format without magic has the extension, too: then the extension says nothing, since a file of the
 * one kind isn't a broken one of the other. */
static bool has_ambiguous_extension(const char *name)
{
    for (size_t i = 0; i < format_count; i++)
        if (al_formats[i].magic == NULL && has_extension_of(&al_formats[i], name))
            return true;
    return false;
}

bool al_has_known_extension(const char *name)
{
    for (size_t i = 0; i < format_count; i++)
        if (has_extension_of(&al_formats[i], name))
            return true;
    return false;
}

static bool has_magic_of(const al_format *format, al_span head)
{
    al_span at;
    return al_slice(head, format->magic_offset, format->magic_length, &at) &&
           (al_starts_with(at, format->magic, format->magic_length) ||
            al_starts_with(at, format->other_magic, format->magic_length));
}

/* Whether a file is of a format of others that has an extension of ours: X PixMaps are pictures. */
static bool is_of_others(al_span head, const char *name)
{
    return al_has_extension(name, "xpm", 3) &&
           (al_starts_with(head, "/* XPM", 6) || al_starts_with(head, "! XPM2", 6));
}

const al_format *al_recognize(al_span head, const char *name)
{
    for (size_t i = 0; i < format_count; i++)
        if (al_formats[i].magic != NULL && has_magic_of(&al_formats[i], head))
            return &al_formats[i];
    for (size_t i = 0; i < format_count; i++)
        if (al_formats[i].magic == NULL && al_formats[i].match(head, name))
            return &al_formats[i];
    if (has_ambiguous_extension(name) || is_of_others(head, name))
        return NULL;
    for (size_t i = 0; i < format_count; i++)
        if (al_formats[i].magic != NULL && has_extension_of(&al_formats[i], name))
            return &al_formats[i];
    return NULL;
}

void al_report_memory_limit(al_job *job, size_t rule, al_path path, uint64_t offset, uint64_t length)
{
    if (job->arena->budget->shortage == AL_SHORTAGE_SYSTEM)
        return;
    const al_claim claim = {.rule = rule, .offset = offset, .length = length, .path = path, .limit = true};
    al_report(job->sink, &claim, "judging it takes more memory than the limit of %" PRIu64 " bytes",
              job->arena->budget->limit);
}

void al_report_magic(al_sink *s, const al_claim *claim, al_span there, size_t size, const char *magic,
                     const char *behind)
{
    if (there.len < size)
        al_report(s, claim, "file of %zu byte%s is too short to begin with \"%s\"%s", there.len,
                  AL_S(there.len), magic, behind);
    else
        al_report(s, claim, "file begins with %s, not with \"%s\"%s", al_show_bytes(there).text, magic,
                  behind);
}
