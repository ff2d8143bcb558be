/* containers.c: the table of containers. */
#include <string.h>

#include "containers/members.h"
#include "core/text.h"

static const al_container *const containers[] = {&al_zip_container, &al_seven_container, &al_tar_container,
                                                 &al_cat_container};

static const char all_extensions[] =
    ZIP_EXTENSIONS " " SEVEN_EXTENSIONS " " TAR_EXTENSIONS " " CAT_EXTENSIONS;

size_t al_package_count(void)
{
    return sizeof containers / sizeof containers[0];
}

const al_format_info *al_package_at(size_t number)
{
    return number < al_package_count() ? &containers[number]->info : NULL;
}

const al_container *al_container_at(size_t index)
{
    return index < al_package_count() ? containers[index] : NULL;
}

/* Most files are no packages: one look refuses them. */
const al_container *al_container_of(const char *name)
{
    if (!al_has_extension_of(name, all_extensions))
        return NULL;
    for (size_t i = 0; i < al_package_count(); i++)
        if (al_has_extension_of(name, containers[i]->info.extensions))
            return containers[i];
    return NULL;
}

bool al_is_container_data(const char *name)
{
    for (size_t i = 0; i < al_package_count(); i++)
        if (containers[i]->data != NULL && al_has_extension_of(name, containers[i]->data))
            return true;
    return false;
}
