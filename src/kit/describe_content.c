/* describe_content.c: recognises what often lies in the place of a supported file: pointers of version
 * control, failed downloads, archives, sources of exports, and renamed files of other formats.
 */
#include "kit/describe_content.h"

#include <stddef.h>

#include "core/reduce/bytes.h"
#include "core/text.h"

enum {
    SHORTEST_TEXT = 16, /* bytes: fewer letters may be chance */
    TEXT_START = 256,   /* bytes: a binary format has a control character among them */
    OBJ_START = 2048    /* bytes: comments may come first */
};

typedef struct beginning {
    const char *bytes;
    size_t length;
    const char *clause;
    bool damage; /* al_is_damaged */
} beginning;

#define IT_IS ": it is "
#define BEGINS(literal, words)                             \
    {                                                      \
        (literal), sizeof(literal) - 1, IT_IS words, false \
    }
#define DAMAGED(literal, words)                           \
    {                                                     \
        (literal), sizeof(literal) - 1, IT_IS words, true \
    }

/* The first match counts. */
static const beginning binaries[] = {
    BEGINS("\0\5\x16\7", "metadata of macOS, delete it"),
    BEGINS("PK\3\4", "a zip archive, unpack it"),
    BEGINS("PK\5\6", "an empty zip archive"),
    BEGINS("7z\xBC\xAF\x27\x1C", "a 7z archive, unpack it"),
    BEGINS("Rar!\x1A\7", "a RAR archive, unpack it"),
    BEGINS("\x1F\x8B\x08", "packed with gzip, unpack it"),
    BEGINS("\x28\xB5\x2F\xFD", "packed with zstd, as Blender packs its scenes"),
    BEGINS("\x89PNG\r\n\x1A\n", "a PNG picture"),
    BEGINS("\xFF\xD8\xFF", "a JPEG picture"),
    BEGINS("DDS ", "a DDS texture"),
    BEGINS("BLENDER", "a Blender scene, export the model from it"),
    BEGINS("Kaydara FBX Binary", "an FBX model, export the scene as this format"),
    BEGINS("glTF", "a glTF model, export the scene as this format"),
    DAMAGED("\xEF\xBF\xBD", "damaged by a program that took it for UTF-8 text, take a copy from before that"),
    BEGINS("ACTR", "an actor of O3DE, not of these games"),
    BEGINS("XPM2", "a morph motion of O3DE, not of these games"),
    BEGINS("GR01", "a file of Gothic, not of these games"),
    BEGINS("GENOMFLE", "a file of Risen, not of these games"),
    BEGINS("\xFF\xFE", "text in UTF-16, as a Windows console writes it"),
};

/* Files of Lost Saga whose contents nobody has described. */
static const beginning undescribed[] = {
    BEGINS("MTL\0", "a Lost Saga material"), BEGINS("FNT\0", "a Lost Saga font"),
    BEGINS("PGF\0", "a Lost Saga PGF file"), BEGINS("AFX\0", "a Lost Saga animated effect"),
    BEGINS("EDG\0", "a Lost Saga outline"),
};

/* Texts, after a byte order mark and blanks, in upper or lower case. */
static const beginning texts[] = {
    DAMAGED("version https://git-lfs.github.com/", "a Git LFS pointer, run git lfs pull"),
    DAMAGED("version https://hawser.github.com/", "a Git LFS pointer, run git lfs pull"),
    DAMAGED("<!doctype html", "a web page, download the file itself"),
    DAMAGED("<html", "a web page, download the file itself"),
    DAMAGED("404: not found", "a server's error message, the download failed"),
    DAMAGED("404 not found", "a server's error message, the download failed"),
    DAMAGED("{\"message\"", "a server's error message, the download failed"),
    BEGINS("; FBX ", "an FBX model as text, export the scene as this format"),
    BEGINS("<?xml", "an XML file"),
    BEGINS("<", "an XML file"),
};

/* How the first line of an OBJ after its comments begins. */
static const beginning obj_lines[] = {BEGINS("v ", ""),      BEGINS("vn ", ""),    BEGINS("vt ", ""),
                                      BEGINS("o ", ""),      BEGINS("g ", ""),     BEGINS("s ", ""),
                                      BEGINS("mtllib ", ""), BEGINS("usemtl ", "")};

static const beginning nothing = {"", 0, NULL, false};

static const beginning *find(al_span file, const beginning *rows, size_t count)
{
    al_span start;
    for (size_t i = 0; i < count; i++)
        if (al_slice(file, 0, rows[i].length, &start) &&
            al_same_ignoring_case((const char *)start.ptr, rows[i].bytes, rows[i].length))
            return &rows[i];
    return &nothing;
}

#define FIND(file, rows) find((file), (rows), sizeof(rows) / sizeof(rows)[0])

static bool is_blank(uint8_t byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

/* The bytes after a byte order mark and blanks. */
static al_span without_blanks(al_span file)
{
    static const char mark[] = "\xEF\xBB\xBF";
    uint64_t at = al_starts_with(file, mark, sizeof mark - 1) ? sizeof mark - 1 : 0;
    while (at < TEXT_START && is_blank(al_u8_at(file, at)))
        at++;
    return al_slice_available(file, at, UINT64_MAX);
}

bool al_is_text(al_span start)
{
    for (uint64_t i = 0; i < start.len; i++)
        if (al_u8_at(start, i) < ' ' && !is_blank(al_u8_at(start, i)))
            return false;
    return true;
}

static bool is_obj(al_span file)
{
    uint64_t at = 0;
    while (at < OBJ_START && at < file.len) {
        const al_span line = without_blanks(al_slice_available(file, at, UINT64_MAX));
        if (al_u8_at(line, 0) != '#')
            return FIND(line, obj_lines) != &nothing;
        at = line.base - file.base;
        while (at < file.len && al_u8_at(file, at) != '\n')
            at++;
    }
    return false;
}

bool al_is_damaged(al_span start)
{
    return (start.len > 0 && al_is_all_zero(start)) || FIND(start, binaries)->damage ||
           FIND(without_blanks(start), texts)->damage;
}

const char *al_describe_damage(al_span start)
{
    static const char metadata[] = "\0\5\x16\7";
    const bool is_metadata = al_starts_with(start, metadata, sizeof metadata - 1);
    return is_metadata || al_is_damaged(start) ? al_describe_content(start) : "";
}

const char *al_undescribed_content(al_span file)
{
    const char *clause = FIND(file, undescribed)->clause;
    return clause != NULL ? clause + (sizeof IT_IS - 1) : NULL;
}

const char *al_describe_content(al_span file)
{
    const char *clause = FIND(file, binaries)->clause;
    if (clause == NULL)
        clause = FIND(file, undescribed)->clause;
    if (clause != NULL)
        return clause;
    if (file.len > 0 && al_is_all_zero(file))
        return ": it is nothing but zeros, as a disk or a copy that failed leaves it";
    if (!al_is_text(al_slice_available(file, 0, TEXT_START)))
        return "";
    clause = FIND(without_blanks(file), texts)->clause;
    if (clause != NULL)
        return clause;
    if (is_obj(file))
        return ": it is an OBJ model, export the scene as this format";
    return file.len >= SHORTEST_TEXT ? ": it is a text" : "";
}
