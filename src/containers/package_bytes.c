/* package_bytes.c: reads pieces of a package. */
#include "containers/package_bytes.h"

#include <string.h>

al_package_bytes al_package_bytes_of(const al_container_input *in)
{
    if (in->on_disk)
        return (al_package_bytes){
            .file = in->disk, .on_disk = true, .size = in->size, .watch = in->arena->budget->watch};
    return (al_package_bytes){.memory = in->file, .size = in->file.len};
}

static bool is_inside(const al_package_bytes *bytes, uint64_t offset, uint64_t size)
{
    return offset <= bytes->size && size <= bytes->size - offset;
}

static bool read_file(al_package_bytes *bytes, uint64_t offset, uint8_t *buffer, size_t size)
{
    size_t done = 0;
    bytes->error = al_file_seek(bytes->file, offset);
    while (bytes->error == 0 && done < size) {
        const size_t got = al_file_read(bytes->file, &buffer[done], size - done, &bytes->error);
        if (got == 0) /* the file has become shorter, or can't be read */
            break;
        done += got;
        al_watch_add(bytes->watch, got);
    }
    if (bytes->first_error == 0)
        bytes->first_error = bytes->error;
    return done == size;
}

bool al_package_bytes_read(al_package_bytes *bytes, uint64_t offset, void *buffer, size_t size)
{
    al_span there;
    if (size == 0 || !is_inside(bytes, offset, size))
        return size == 0;
    if (bytes->on_disk)
        return read_file(bytes, offset, buffer, size);
    if (!al_slice(bytes->memory, offset, size, &there))
        return false;
    memcpy(buffer, there.ptr, size);
    return true;
}

bool al_package_bytes_borrow(al_package_bytes *bytes, uint64_t offset, uint64_t size, uint8_t *buffer,
                             al_span *span)
{
    if (!bytes->on_disk)
        return al_slice(bytes->memory, offset, size, span);
    *span = al_span_of(buffer, (size_t)size);
    return al_package_bytes_read(bytes, offset, buffer, (size_t)size);
}

bool al_package_bytes_span(al_package_bytes *bytes, uint64_t offset, uint64_t size, al_arena *arena,
                           al_span *span)
{
    if (!is_inside(bytes, offset, size))
        return false;
    uint8_t *memory = bytes->on_disk ? al_alloc(arena, size, 1) : NULL;
    return (!bytes->on_disk || memory != NULL) && al_package_bytes_borrow(bytes, offset, size, memory, span);
}
