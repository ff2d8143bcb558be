/* recognize.c: compares the magic and the name of a file with those of all formats. */
#include "engine/recognize.h"

#include <string.h>

#include "core/limits.h"
#include "core/text.h"
#include "kit/describe_content.h"

static bool has_extension_of(const al_format *format, const char *name)
{
    return al_has_extension_of(name, format->info.extensions);
}

/* Whether a format without magic has the extension, too. Then the extension doesn't tell the format: a file
 * of one format is not a broken file of the other. */
static bool has_ambiguous_extension(const char *name)
{
    for (size_t i = 0; i < al_format_count(); i++)
        if (al_formats[i].hooks->magic == NULL && has_extension_of(&al_formats[i], name))
            return true;
    return false;
}

bool al_has_known_extension(const char *name)
{
    for (size_t i = 0; i < al_format_count(); i++)
        if (has_extension_of(&al_formats[i], name))
            return true;
    return false;
}

bool al_is_read_whole(const char *name)
{
    for (size_t i = 0; i < al_format_count(); i++) /* the pictures: a mod has more of them than of others */
        if (al_formats[i].hooks->bytes_needed != NULL && has_extension_of(&al_formats[i], name))
            return false;
    return al_has_known_extension(name);
}

const al_format *al_format_of_name(const al_format *format, const char *name)
{
    if (has_extension_of(format, name)) /* the usual case */
        return NULL;
    for (size_t i = 0; i < al_format_count(); i++)
        if (has_extension_of(&al_formats[i], name))
            return &al_formats[i];
    return NULL;
}

static bool has_magic(al_span head, const al_magic *magic)
{
    al_span there;
    return al_slice(head, magic->offset, magic->size, &there) &&
           (al_starts_with(there, magic->bytes, magic->size) ||
            al_starts_with(there, magic->other, magic->size));
}

/* Whether a file is of an unrelated format with a known extension: X PixMaps are pictures, and so are
 * animated cursors of Windows. */
static bool is_of_others(al_span head, const char *name)
{
    if (al_has_extension(name, "ani", 3) && al_starts_with(head, "RIFF", 4))
        return true;
    return al_has_extension(name, "xpm", 3) &&
           (al_starts_with(head, "/* XPM", 6) || al_starts_with(head, "! XPM2", 6));
}

/* Whether the extension is that of a format that is no picture. A picture of that name is a broken file of
 * that format: renaming doesn't convert it. */
static bool is_named_otherwise(const al_format *picture, const char *name)
{
    if (has_extension_of(picture, name)) /* the usual case */
        return false;
    for (size_t i = 0; i < al_format_count(); i++)
        if (!al_formats[i].hooks->is_picture && has_extension_of(&al_formats[i], name))
            return true;
    return false;
}

const al_format *al_recognize(al_span head, const char *name)
{
    for (size_t i = 0; i < al_format_count(); i++)
        if (al_formats[i].hooks->magic != NULL && has_magic(head, al_formats[i].hooks->magic) &&
            !(al_formats[i].hooks->is_picture && is_named_otherwise(&al_formats[i], name)))
            return &al_formats[i];
    for (size_t i = 0; i < al_format_count(); i++)
        if (al_formats[i].hooks->magic == NULL && al_formats[i].hooks->match(head, name))
            return &al_formats[i];
    if (has_ambiguous_extension(name) || is_of_others(head, name))
        return NULL;
    for (size_t i = 0; i < al_format_count(); i++)
        if (al_formats[i].hooks->magic != NULL && has_extension_of(&al_formats[i], name))
            return &al_formats[i];
    return NULL;
}

bool al_has_footer(al_span end, const al_format *format)
{
    const al_magic *footer = format->hooks->footer;
    al_span last;
    return footer != NULL && end.len >= footer->size &&
           al_slice(end, end.len - footer->size, footer->size, &last) &&
           al_starts_with(last, footer->bytes, footer->size);
}

const al_format *al_recognize_by_end(const al_format *format, al_span file)
{
    const al_hooks *hooks = format->hooks;
    if (hooks->magic != NULL && has_magic(file, hooks->magic))
        return format;
    for (size_t i = 0; i < al_format_count(); i++)
        if (al_has_footer(file, &al_formats[i]))
            return &al_formats[i];
    return format;
}

const al_format *al_recognize_met(al_span head, const char *name, bool among)
{
    const al_format *format = al_recognize(head, name);
    const al_magic *magic = format != NULL ? format->hooks->magic : NULL;
    const bool certain = format != NULL && (magic == NULL || has_magic(head, magic));
    if (certain || !al_has_extension_of(name, "ani skl msh"))
        return format;
    format = NULL;
    for (size_t i = 0; i < al_format_count() && (among || al_is_damaged(head)); i++)
        if (al_formats[i].hooks->magic != NULL && has_extension_of(&al_formats[i], name) &&
            !is_of_others(head, name))
            format = &al_formats[i];
    return format;
}

const al_format *al_recognize_in_place(al_span head, const char *name, const char *placed_as)
{
    const al_format *placed = NULL;
    if (is_of_others(head, name))
        return NULL;
    for (size_t i = 0; i < al_format_count(); i++) {
        const al_format *format = &al_formats[i];
        if (format->hooks->magic != NULL && has_extension_of(format, name) &&
            has_magic(head, format->hooks->magic))
            return format;
        if (strcmp(format->info.id, placed_as) == 0)
            placed = format;
    }
    return placed;
}
