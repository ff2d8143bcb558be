/* data_path.h: where the data of a package lies that is a file of its own. */
#ifndef AL_CONTAINERS_DATA_PATH_H
#define AL_CONTAINERS_DATA_PATH_H

/* Makes the path of a package that of its data, whose extension has as many letters: each becomes as large as
 * the one in its place. */
void al_name_container_data(char *path, const char *extension);

#endif
