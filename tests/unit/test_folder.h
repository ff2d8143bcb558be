/* test_folder.h: a folder of its own for each test, which is the current one while the test runs. */
#ifndef ASSETLINT_TESTS_TEST_FOLDER_H
#define ASSETLINT_TESTS_TEST_FOLDER_H

#include <stddef.h>

enum { TEST_FOLDER_PATH = 256, TEST_FOLDER_ENTRIES = 128 };

typedef struct test_folder {
    char path[TEST_FOLDER_PATH]; /* without links */
    char before[TEST_FOLDER_PATH];
    char entries[TEST_FOLDER_ENTRIES][TEST_FOLDER_PATH];
    size_t count;
} test_folder;

/* Makes the folder and enters it. Like all setup functions of cmocka, both return 0 on success. */
int test_folder_begin(test_folder *f);

/* Removes the folder and everything that was added to it. */
int test_folder_end(test_folder *f);

/* The same for a test whose state is the folder. */
int test_folder_begin_test(void **state);
int test_folder_end_test(void **state);
#define IN_TEST_FOLDER(test) \
    cmocka_unit_test_setup_teardown(test, test_folder_begin_test, test_folder_end_test)

/* Each adds one entry; its name may be a path below folders that were added before. */
void test_folder_add_folder(test_folder *f, const char *name);
void test_folder_add_file(test_folder *f, const char *name, const void *bytes, size_t size);
void test_folder_add_text(test_folder *f, const char *name, const char *text);
void test_folder_add_link(test_folder *f, const char *name, const char *target);

/* The superuser reads and lists everything. So the folder and its entries go to another user, as whom the
 * test goes on until test_folder_end. */
void test_folder_drop_superuser(const test_folder *f);

#endif
