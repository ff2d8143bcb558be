/* checker.c: the life of a checker. */
#include "engine/checker.h"

#include <stdlib.h>

al_checker *al_checker_new(const al_options *options)
{
    al_checker *checker = calloc(1, sizeof *checker);
    if (checker == NULL)
        return NULL;
    checker->own_options = options == NULL ? al_options_new() : NULL;
    checker->options = options != NULL ? options : checker->own_options;
    if (checker->options != NULL && al_checker_has_inflater(checker))
        return checker;
    al_checker_free(checker);
    return NULL;
}

void al_checker_free(al_checker *checker)
{
    if (checker == NULL)
        return;
    al_checker_release_buffers(checker);
    al_options_free(checker->own_options);
    free(checker);
}

bool al_checker_has_inflater(al_checker *checker)
{
    if (checker->inflater != NULL)
        return true;
    if (!al_share_take(checker->share, al_inflater_memory()))
        return false;
    checker->inflater = al_inflater_new();
    if (checker->inflater == NULL)
        al_share_give(checker->share, al_inflater_memory());
    return checker->inflater != NULL;
}

void al_checker_release_buffers(al_checker *checker)
{
    al_buffer_free(&checker->file);
    if (checker->inflater != NULL)
        al_share_give(checker->share, al_inflater_memory());
    al_inflater_free(checker->inflater);
    checker->inflater = NULL;
}

void al_checker_share(al_checker *checker, al_share *share)
{
    al_checker_release_buffers(checker);
    checker->share = share;
}

void al_checker_reserve(al_checker *checker, uint64_t bytes)
{
    checker->reserved = bytes;
}

void al_checker_watch(al_checker *checker, al_watch *watch)
{
    checker->watch = watch;
}
