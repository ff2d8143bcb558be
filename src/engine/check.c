/* check.c: the life of a checker, and the public checks of one file, each of which says where the bytes come
 * from. */
#include "engine/check.h"

#include <stdlib.h>

al_checker *al_checker_new(const al_options *options)
{
    al_checker *checker = calloc(1, sizeof *checker);
    if (checker == NULL)
        return NULL;
    checker->own_options = options == NULL ? al_options_new() : NULL;
    checker->options = options != NULL ? options : checker->own_options;
    checker->inflater = al_inflater_new();
    if (checker->options != NULL && checker->inflater != NULL)
        return checker;
    al_checker_free(checker);
    return NULL;
}

void al_checker_free(al_checker *checker)
{
    if (checker == NULL)
        return;
    al_buffer_free(&checker->file);
    al_inflater_free(checker->inflater);
    al_options_free(checker->own_options);
    free(checker);
}

void al_checker_watch(al_checker *checker, al_watch *watch)
{
    checker->watch = watch;
}

/* ---- Checks -------------------------------------------------------------------------------------------- */

static al_status check_memory(al_checker *checker, const al_subject *about, al_span data, al_result **result)
{
    al_source source = al_source_of_memory(data);
    return al_check_source(checker, about, &source, result);
}

static al_status check_path(al_checker *checker, const al_subject *about, al_result **result)
{
    al_source source;
    al_source_open(&source, about->path);
    const al_status status = al_check_source(checker, about, &source, result);
    al_source_close(&source);
    return status;
}

al_status al_check_memory(al_checker *checker, const char *path, const void *data, size_t size,
                          unsigned flags, al_result **result)
{
    const al_subject about = {.path = path, .member = "", .flags = flags};
    return check_memory(checker, &about, al_span_of(data, size), result);
}

al_status al_check_member(al_checker *checker, const char *path, const char *member, const void *data,
                          size_t size, unsigned flags, al_result **result)
{
    const al_subject about = {.path = path, .member = member, .flags = flags};
    return check_memory(checker, &about, al_span_of(data, size), result);
}

al_status al_check_file(al_checker *checker, const char *path, unsigned flags, al_result **result)
{
    const al_subject about = {.path = path, .member = "", .flags = flags};
    return check_path(checker, &about, result);
}

al_status al_check_stream(al_checker *checker, const char *path, const al_stream *stream, unsigned flags,
                          al_result **result)
{
    const al_subject about = {.path = path, .member = "", .flags = flags};
    *result = NULL;
    if (stream->size < sizeof *stream)
        return AL_BAD_ARGUMENT;
    al_source source = al_source_of_stream(stream);
    return al_check_source(checker, &about, &source, result);
}

/* A visitor that was made without its size can't be trusted to have all functions. */
static bool is_whole(const al_visitor *visitor, al_result **result)
{
    *result = NULL;
    return visitor->size >= sizeof *visitor;
}

al_status al_tap_memory(al_checker *checker, const char *path, al_span data, const al_visitor *visitor,
                        const al_listener *tap, al_result **result)
{
    const al_subject about = {.path = path, .member = "", .flags = AL_NAMED, .visitor = visitor, .tap = tap};
    if (!is_whole(visitor, result))
        return AL_BAD_ARGUMENT;
    return check_memory(checker, &about, data, result);
}

al_status al_dump_memory(al_checker *checker, const char *path, const void *data, size_t size,
                         const al_visitor *visitor, al_result **result)
{
    return al_tap_memory(checker, path, al_span_of(data, size), visitor, NULL, result);
}

al_status al_dump_file(al_checker *checker, const char *path, const al_visitor *visitor, al_result **result)
{
    const al_subject about = {.path = path, .member = "", .flags = AL_NAMED, .visitor = visitor};
    if (!is_whole(visitor, result))
        return AL_BAD_ARGUMENT;
    return check_path(checker, &about, result);
}
