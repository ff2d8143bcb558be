/* data_path.h: the path of the second file of a package: the .dat of a .cat. */
#ifndef AL_CONTAINERS_DATA_PATH_H
#define AL_CONTAINERS_DATA_PATH_H

/* Replaces the extension of a package's path, letter by letter, keeping the case of each. `extension` has as
 * many letters as the one it replaces. */
void al_name_container_data(char *path, const char *extension);

#endif
