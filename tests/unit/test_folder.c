/* test_folder.c: a folder of its own for each test. */
#include "test_folder.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int test_folder_begin(test_folder *f)
{
    char name[] = "/tmp/assetlint_test.XXXXXX";
    f->count = 0;
    if (getcwd(f->before, sizeof f->before) == NULL || mkdtemp(name) == NULL || chdir(name) != 0)
        return -1;
    return getcwd(f->path, sizeof f->path) != NULL ? 0 : -1;
}

int test_folder_end(test_folder *f)
{
    int failed = seteuid(getuid());
    for (size_t i = f->count; i > 0; i--)
        failed |= remove(f->entries[i - 1]);
    failed |= chdir(f->before) | rmdir(f->path);
    return failed;
}

int test_folder_begin_test(void **state)
{
    test_folder *f = calloc(1, sizeof *f);
    *state = f;
    return f != NULL ? test_folder_begin(f) : -1;
}

int test_folder_end_test(void **state)
{
    const int failed = test_folder_end(*state);
    free(*state);
    return failed;
}

static const char *new_entry(test_folder *f, const char *name)
{
    assert_true(f->count < TEST_FOLDER_ENTRIES);
    (void)snprintf(f->entries[f->count], TEST_FOLDER_PATH, "%s", name);
    return f->entries[f->count++];
}

void test_folder_add_folder(test_folder *f, const char *name)
{
    assert_int_equal(mkdir(new_entry(f, name), 0700), 0);
}

void test_folder_add_file(test_folder *f, const char *name, const void *bytes, size_t size)
{
    FILE *out = fopen(new_entry(f, name), "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

void test_folder_add_text(test_folder *f, const char *name, const char *text)
{
    test_folder_add_file(f, name, text, strlen(text));
}

void test_folder_add_link(test_folder *f, const char *name, const char *target)
{
    assert_int_equal(symlink(target, new_entry(f, name)), 0);
}

void test_folder_drop_superuser(const test_folder *f)
{
    enum { USER = 65534 };
    if (geteuid() != 0)
        return;
    assert_int_equal(chown(".", USER, USER), 0);
    for (size_t i = 0; i < f->count; i++)
        assert_int_equal(lchown(f->entries[i], USER, USER), 0);
    assert_int_equal(seteuid(USER), 0);
}
