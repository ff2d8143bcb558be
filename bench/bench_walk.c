/* bench_walk.c: the least work of a program that reads a tree: lists its folders, opens, reads and closes
 * each file, and touches every byte.
 *
 *     bench_walk [--xml | --pictures] FOLDER
 *
 * With --xml, expat reads each .xml file as well, with no handlers. With --pictures, only the headers of each
 * .dds are read, and the system is asked for the size of each file: the two must agree. It prints the number
 * of files and bytes, and the sum of the bytes, so that the compiler does not remove the reads.
 */
#include <dirent.h>
#include <expat.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 1 << 18, DDS_HEADERS = 148 };

typedef struct walk {
    bool xml, pictures;
    uint64_t files, bytes, sum;
    uint8_t piece[PIECE];
} walk;

static bool ends_with(const char *name, const char *extension)
{
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, extension) == 0;
}

static void read_file(walk *w, int folder, const char *name)
{
    const int file = openat(folder, name, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    XML_Parser parser = w->xml && ends_with(name, ".xml") ? XML_ParserCreate(NULL) : NULL;
    const bool headers = w->pictures && ends_with(name, ".dds");
    struct stat about;
    if (w->pictures && fstat(file, &about) == 0)
        w->sum += (uint64_t)about.st_size;
    ssize_t got;
    w->files++;
    while ((got = read(file, w->piece, headers ? DDS_HEADERS : PIECE)) > 0) {
        w->bytes += (uint64_t)got;
        for (ssize_t i = 0; i < got; i++)
            w->sum += w->piece[i];
        if (parser != NULL)
            (void)XML_Parse(parser, (const char *)w->piece, (int)got, 0);
        if (headers)
            break;
    }
    if (parser != NULL) {
        (void)XML_Parse(parser, "", 0, 1);
        XML_ParserFree(parser);
    }
    (void)close(file);
}

/* Takes over the descriptor. The depth is that of the folders. */
static void read_folder(walk *w, int folder) /* NOLINT(misc-no-recursion) */
{
    DIR *list = fdopendir(folder);
    if (list == NULL) {
        (void)close(folder);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(list)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (entry->d_type != DT_DIR) {
            read_file(w, folder, entry->d_name);
            continue;
        }
        const int inner = openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (inner >= 0)
            read_folder(w, inner);
    }
    (void)closedir(list);
}

int main(int count, char **arguments)
{
    static walk w;
    w.xml = count == 3 && strcmp(arguments[1], "--xml") == 0;
    w.pictures = count == 3 && strcmp(arguments[1], "--pictures") == 0;
    const bool option = w.xml || w.pictures;
    const char *path = count == 2 + option ? arguments[1 + option] : "";
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) {
        (void)fputs("usage: bench_walk [--xml | --pictures] FOLDER\n", stderr);
        return 2;
    }
    read_folder(&w, folder);
    printf("%" PRIu64 " files, %" PRIu64 " bytes, sum %" PRIu64 "\n", w.files, w.bytes, w.sum);
    return 0;
}
