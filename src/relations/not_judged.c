/* not_judged.c: a short sorted list of counts. */
#include "relations/not_judged.h"

#include <assert.h>
#include <string.h>

#include "relations/relations.h"

static int compare(const al_not_judged *item, size_t rule, const char *reason)
{
    if (item->rule != rule)
        return item->rule < rule ? -1 : 1;
    return item->reason == reason ? 0 : strcmp(item->reason, reason);
}

void al_not_judged_add(al_not_judged_list *list, size_t rule, const char *reason, size_t file,
                       uint64_t references)
{
    const al_related_files *all = list->all;
    size_t at = 0;
    if (references == 0 || file >= all->checked || all->files[file].explicit ||
        all->settings[rule].level == AL_OFF)
        return;
    while (at < list->count && compare(&list->items[at], rule, reason) < 0)
        at++;
    al_not_judged *item = &list->items[at];
    if (at == list->count || compare(item, rule, reason) != 0) {
        assert(list->count < AL_MOST_NOT_JUDGED);
        memmove(item + 1, item, (list->count - at) * sizeof *item);
        list->count++;
        *item = (al_not_judged){.rule = rule, .reason = reason, .first_file = file};
    }
    item->files += item->references == 0 || item->last_file != file;
    item->references += references;
    item->first_file = file < item->first_file ? file : item->first_file;
    item->last_file = file;
}
