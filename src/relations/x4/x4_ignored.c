/* x4_ignored.c: reads .gitignore files as gitignore(5) describes them: a pattern with a slash before its end
 * is relative to the folder of the file, others match a name in any folder, `!` takes back an earlier
 * pattern, and the last pattern that matches counts. Case doesn't matter here, since it doesn't for the game.
 */
#include "relations/x4/x4.h"

#include <string.h>

#include "core/glob.h"
#include "core/text.h"
#include "relations/file_names.h"

bool x4_is_ignore_file(const char *path)
{
    return strcmp(al_base_name(path), ".gitignore") == 0;
}

/* Drops blanks and the end of the line, and behind the name of a folder a slash and one or two stars. */
static size_t pattern_end(const char *text)
{
    size_t end = strlen(text);
    while (end > 0 && strchr(" \t\r", text[end - 1]) != NULL)
        end--;
    size_t stars = end;
    while (stars > 0 && end - stars < 2 && text[stars - 1] == '*')
        stars--;
    if (stars > 1 && stars < end && text[stars - 1] == '/')
        end = stars;
    while (end > 0 && text[end - 1] == '/')
        end--;
    return end;
}

/* Takes a line, which is in small letters. `folder` is that of the file. */
static bool take_line(x4_state *v, uint32_t tree, const char *folder, char *line)
{
    x4_pattern p = {.tree = tree, .folder = folder, .takes_back = *line == '!'};
    line += p.takes_back;
    line[pattern_end(line)] = '\0';
    p.anchored = strchr(line, '/') != NULL;
    p.text = line + (*line == '/');
    return *p.text == '\0' || *p.text == '#' || AL_ADD(v->base.arena, v->ignored, p);
}

bool x4_read_ignored(x4_state *v, size_t number, const al_content *content)
{
    const uint32_t tree = v->trees.tree_of[number];
    if (content->state != AL_CONTENT_READ)
        return true;
    const char *path = al_full_path(v->base.arena, &v->base.all->files[number]);
    char *text = al_lower_bytes(v->base.arena, content->bytes);
    if (path == NULL || text == NULL)
        return false;
    path += strlen(v->trees.items[tree].root);
    const char *folder = al_lower_copy(v->base.arena, path, al_folder_length(path));
    while (text != NULL && folder != NULL) {
        char *end = strchr(text, '\n');
        if (end != NULL)
            *end++ = '\0';
        if (!take_line(v, tree, folder, text))
            return false;
        text = end;
    }
    return folder != NULL;
}

/* Whether the pattern names the folder that the first `length` bytes of a path are. */
static bool names(const x4_pattern *p, const char *path, char *copy, size_t length)
{
    const size_t inside = strlen(p->folder);
    if (length <= inside || memcmp(path, p->folder, inside) != 0)
        return false;
    memcpy(copy, path, length);
    copy[length] = '\0';
    return al_glob_matches(p->text, p->anchored ? copy + inside : al_base_name(copy));
}

/* Whether the last pattern that names a folder, by the first `length` bytes of a path, ignores it. */
static bool is_named(x4_state *v, uint32_t tree, const char *path, char *copy, size_t length)
{
    bool ignored = false;
    for (uint64_t i = 0; i < v->ignored.count && al_work_pay(&v->guesses, 1); i++) {
        const x4_pattern *p = &v->ignored.items[i];
        if (p->tree == tree && p->takes_back == ignored &&
            al_work_pay(&v->guesses, (strlen(p->text) + 1) * (length + 1)) && names(p, path, copy, length))
            ignored = !p->takes_back;
    }
    return ignored;
}

bool x4_is_ignored(x4_state *v, uint32_t tree, const char *folder)
{
    char copy[X4_LONGEST_PATH];
    const size_t length = strlen(folder);
    bool ignored = false;
    if (length >= sizeof copy)
        return false;
    for (size_t at = 1; at <= length && !ignored; at++)
        if (folder[at] == '/' || folder[at] == '\0')
            ignored = is_named(v, tree, folder, copy, at);
    return ignored;
}
