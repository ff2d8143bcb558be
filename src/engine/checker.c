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
