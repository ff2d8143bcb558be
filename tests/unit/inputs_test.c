/* inputs_test.c: which files paths, folders, patterns and lists lead to. */
#include "test_folder.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/limits.h"
#include "platform/platform.h"
#include "project/inputs/input.h"

enum { SHOWN = 4096 };

/* "PATH", then its flags: n(amed by the user), f(ound in a folder) with the length of its path,
 * x (excluded), i (from standard input), s (it may have a .assetlintignore), l (a folder that could not be
 * listed), e(rror); and the folders that were left out. */
static const char *shown(const al_input_list *list)
{
    static char text[SHOWN];
    int length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < list->count; i++) {
        const al_input *in = &list->items[i];
        char found[24] = "";
        if (in->in_folder)
            (void)snprintf(found, sizeof found, "f%zu", in->folder_length);
        length +=
            snprintf(text + length, sizeof text - (size_t)length, "%s:%s%s%s%s%s%s%s ", in->path,
                     in->named_by_user ? "n" : "", found, in->excluded ? "x" : "", in->from_stdin ? "i" : "",
                     in->no_sidecar ? "" : "s", in->is_folder ? "l" : "", in->error != 0 ? "e" : "");
    }
    for (size_t i = 0; i < list->left_out_count; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "- %s ", list->left_out[i]);
    return text;
}

static void expect(al_input_list *list, const char *expected)
{
    al_input_sort(list);
    assert_string_equal(shown(list), expected);
    al_input_free(list);
    assert_null(list->items);
    assert_int_equal(list->count + list->left_out_count, 0);
}

static void expect_path(const char *path, const char *expected)
{
    al_input_list list = {.count = 0};
    assert_true(al_input_add_path(&list, path));
    expect(&list, expected);
}

static void add_mod(test_folder *f)
{
    static const char *const folders[] = {"mod", "mod/a", "mod/a/b", "mod/.git", "mod/.hidden", "mod/empty"};
    static const char *const files[] = {"mod/x.xmf",     "mod/a/y.xmf",     "mod/a/y.xmf.assetlintignore",
                                        "mod/a/b/z.xmf", "mod/.git/no.xmf", "mod/.hidden/h.xmf"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        test_folder_add_folder(f, folders[i]);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        test_folder_add_text(f, files[i], "");
    test_folder_add_link(f, "mod/link", "a");
}

/* ---- Paths and folders --------------------------------------------------------------------------------- */

static void paths_are_clean(void **state)
{
    test_folder *f = *state;
    char absolute[TEST_FOLDER_PATH + 16], expected[TEST_FOLDER_PATH + 16];
    add_mod(f);
    expect_path("mod//x.xmf", "mod/x.xmf:ns ");
    expect_path("./mod/./x.xmf", "./mod/./x.xmf:ns ");
    expect_path("mod/absent", "mod/absent:ns ");
    expect_path("mod/empty//", "");
    expect_path("mod/a/b///", "mod/a/b/z.xmf:f8 ");
    expect_path("mod/x.xmf/below", "mod/x.xmf/below:ns ");
    (void)snprintf(absolute, sizeof absolute, "/%s/mod//x.xmf/", f->path);
    (void)snprintf(expected, sizeof expected, "%s/mod/x.xmf:nse ", f->path);
    al_input_list list = {.count = 0};
    assert_true(al_input_add_path(&list, absolute));
    assert_int_equal(list.count, 1);
    assert_int_equal(strncmp(list.items[0].path, f->path, strlen(f->path)), 0);
    assert_string_equal(list.items[0].path + strlen(f->path), "/mod/x.xmf");
    al_input_free(&list);
}

static void folders_are_searched(void **state)
{
    add_mod(*state);
    expect_path("mod", "mod/.hidden/h.xmf:f4 mod/a/b/z.xmf:f4 mod/a/y.xmf:f4s "
                       "mod/a/y.xmf.assetlintignore:f4s mod/x.xmf:f4 ");
    expect_path("mod/a", "mod/a/b/z.xmf:f6 mod/a/y.xmf:f6s mod/a/y.xmf.assetlintignore:f6s ");
    expect_path("mod/.git", "mod/.git/no.xmf:f9 ");
    expect_path("mod/link", "mod/link/b/z.xmf:f9 mod/link/y.xmf:f9s mod/link/y.xmf.assetlintignore:f9s ");
    expect_path("./mod/a/b", "./mod/a/b/z.xmf:f10 ");
}

static void one_level_of_a_folder(void **state)
{
    add_mod(*state);
    al_input_list list = {.count = 0};
    assert_true(al_input_add_level(&list, "mod/a/"));
    expect(&list, "mod/a/y.xmf:f6s mod/a/y.xmf.assetlintignore:f6s ");
}

/* The folder itself is left out and listed as an error, under its name without the slash. */
static void one_level_of_no_folder(void **state)
{
    (void)state;
    al_input_list list = {.count = 0};
    assert_true(al_input_add_level(&list, "absent/"));
    assert_int_equal(list.items[0].error, ENOENT);
    expect(&list, "absent:nsle - absent ");
}

static void pipes_and_links_in_folders_are_skipped(void **state)
{
    test_folder *f = *state;
    add_mod(f);
    assert_int_equal(mkfifo("mod/empty/pipe", 0600), 0);
    test_folder_add_text(f, "mod/empty/x", "");
    expect_path("mod/empty", "mod/empty/x:f10 ");
    assert_int_equal(remove("mod/empty/pipe"), 0);
}

static void a_folder_that_cannot_be_listed(void **state)
{
    test_folder *f = *state;
    add_mod(f);
    test_folder_drop_superuser(f);
    assert_int_equal(chmod("mod/a", 0), 0);
    al_input_list list = {.count = 0};
    const bool ok = al_input_add_path(&list, "mod");
    assert_int_equal(chmod("mod/a", 0700), 0);
    assert_true(ok);
    expect(&list, "mod/.hidden/h.xmf:f4 mod/a:nsle mod/x.xmf:f4 - mod/a ");
}

static bool excludes_ships(const void *context, const char *path, bool *no_memory)
{
    assert_false(*no_memory);
    return strcmp(path, context) == 0;
}

static void patterns_exclude(void **state)
{
    add_mod(*state);
    static const struct {
        const char *pattern, *whole, *expected;
    } cases[] = {
        {"x.xmf", NULL,
         "mod/.hidden/h.xmf:f4 mod/a/b/z.xmf:f4 mod/a/y.xmf:f4s "
         "mod/a/y.xmf.assetlintignore:f4s mod/x.xmf:f4x "},
        {"a", NULL,
         "mod/.hidden/h.xmf:f4 mod/a/b/z.xmf:f4x mod/a/y.xmf:f4xs "
         "mod/a/y.xmf.assetlintignore:f4xs mod/x.xmf:f4 - mod/a "},
        {"a/", NULL,
         "mod/.hidden/h.xmf:f4 mod/a/b/z.xmf:f4x mod/a/y.xmf:f4xs "
         "mod/a/y.xmf.assetlintignore:f4xs mod/x.xmf:f4 - mod/a "},
        {"**/*.xmf", NULL,
         "mod/.hidden/h.xmf:f4x mod/a/b/z.xmf:f4x mod/a/y.xmf:f4xs "
         "mod/a/y.xmf.assetlintignore:f4s mod/x.xmf:f4x "},
        {"a/b", "mod/.hidden/",
         "mod/.hidden/h.xmf:f4x mod/a/b/z.xmf:f4x mod/a/y.xmf:f4s "
         "mod/a/y.xmf.assetlintignore:f4s mod/x.xmf:f4 - mod/.hidden - mod/a/b "},
        {"none", "mod/x.xmf",
         "mod/.hidden/h.xmf:f4 mod/a/b/z.xmf:f4 mod/a/y.xmf:f4s "
         "mod/a/y.xmf.assetlintignore:f4s mod/x.xmf:f4x "},
        {"mod/x.xmf", "mod/a",
         "mod/.hidden/h.xmf:f4 mod/a/b/z.xmf:f4x mod/a/y.xmf:f4xs "
         "mod/a/y.xmf.assetlintignore:f4xs mod/x.xmf:f4 - mod/a "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const patterns[] = {"unused", cases[i].pattern};
        al_input_list list = {.excluded = patterns, .excluded_count = 2, .context = cases[i].whole};
        list.excludes = cases[i].whole != NULL ? excludes_ships : NULL;
        assert_true(al_input_add_path(&list, "mod"));
        if (list.left_out_count == 2 && strcmp(list.left_out[0], list.left_out[1]) > 0) {
            char *first = list.left_out[0];
            list.left_out[0] = list.left_out[1];
            list.left_out[1] = first;
        }
        expect(&list, cases[i].expected);
    }
}

/* More than the list has room for at first. */
static void many_folders_are_left_out(void **state)
{
    enum { FOLDERS = 20 };
    test_folder *f = *state;
    static const char *const patterns[] = {"*"};
    for (size_t i = 0; i < FOLDERS; i++)
        test_folder_add_folder(f, (const char[]){'f', (char)('a' + i), '\0'});
    al_input_list list = {.excluded = patterns, .excluded_count = 1};
    assert_true(al_input_add_path(&list, "."));
    assert_int_equal(list.left_out_count, FOLDERS);
    bool seen[FOLDERS] = {false};
    for (size_t i = 0; i < FOLDERS; i++)
        seen[list.left_out[i][3] - 'a'] = true;
    for (size_t i = 0; i < FOLDERS; i++)
        assert_true(seen[i]);
    al_input_free(&list);
}

static void what_a_folder_leaves_out(void **state)
{
    (void)state;
    bool no_memory = false;
    static char left[] = "mod/tmp", slashed[] = "mod/a b";
    static char *folders[] = {left, slashed};
    static const char *const patterns[] = {"old/", "*.bak", "x/y"};
    const al_input_list list = {.excluded = patterns,
                                .excluded_count = 3,
                                .left_out = folders,
                                .left_out_count = 2,
                                .excludes = excludes_ships,
                                .context = "mod/ships/"};
    static const struct {
        const char *path;
        bool left_out;
    } cases[] = {
        {"mod/x.xmf", false},      {"mod/tmp/x.xmf", true},   {"mod/tmp", false},
        {"mod/tmpx/x.xmf", false}, {"mod/a b/x", true},       {"mod/old/x.xmf", true},
        {"mod/old", false},        {"mod/old/", true},        {"mod/a/old/x", false},
        {"mod/x.bak", true},       {"mod/x.bak/y", true},     {"mod/a/x.bak", false},
        {"mod/x/y", true},         {"mod/x/y/", true},        {"mod/x/z", false},
        {"mod/ships/x.xmf", true}, {"mod/ship/x.xmf", false}, {"mod/.git/x", true},
        {"mod/a/.svn/b/x", true},  {"mod/.git", false},       {"mod/.gitx/y", false},
        {"mod/a/.hg/", true},      {"mod/.bzr/", true},       {"mod/", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (al_input_leaves_out(&list, cases[i].path, 4, &no_memory) != cases[i].left_out)
            print_message("%s\n", cases[i].path);
        assert_int_equal(al_input_leaves_out(&list, cases[i].path, 4, &no_memory), cases[i].left_out);
    }
}

/* ---- The list ------------------------------------------------------------------------------------------ */

static void put(al_input_list *list, const char *path, al_input in)
{
    in.path = strdup(path);
    assert_true(al_input_append(list, in));
}

/* A pattern that matches everything still leaves the named folder itself. */
static void patterns_that_match_much(void **state)
{
    (void)state;
    static const char *const all[] = {"**"}, *const folders_only[] = {"*/"}, *const zero[] = {"x0"};
    static char path[] = "/m/a.xmf";
    static al_input item = {.path = path, .in_folder = true, .folder_length = 3};
    al_input_list list = {.items = &item, .count = 1, .excluded = all, .excluded_count = 1};
    al_input_folders folders;
    bool no_memory = false;
    assert_false(al_input_leaves_out(&list, "/m/", 3, &no_memory));
    assert_true(al_input_leaves_out(&list, "/m/x", 3, &no_memory));
    list.excluded = folders_only;
    assert_true(al_input_folders_of(&folders, &list));
    assert_true(al_input_folders_cover(&folders, &list, "/m", true, &no_memory));
    assert_false(al_input_folders_cover(&folders, &list, "/m/x", true, &no_memory));
    assert_true(al_input_folders_cover(&folders, &list, "/m/x", false, &no_memory));
    list.excluded = zero;
    assert_false(al_input_folders_cover(&folders, &list, "/m/x0", false, &no_memory));
    assert_true(al_input_folders_cover(&folders, &list, "/m/x", false, &no_memory));
    assert_false(no_memory);
    al_input_folders_free(&folders);
}

static void equal_paths_become_one(void **state)
{
    (void)state;
    static const struct {
        al_input first, second;
        const char *merged;
    } cases[] = {
        {{.named_by_user = true}, {.in_folder = true, .folder_length = 2}, "p:nf2s "},
        {{.in_folder = true, .folder_length = 4}, {.in_folder = true, .folder_length = 2}, "p:f2s "},
        {{.in_folder = true, .folder_length = 2, .excluded = true}, {.named_by_user = true}, "p:nf2s "},
        {{.in_folder = true, .folder_length = 4, .excluded = true},
         {.in_folder = true, .folder_length = 2},
         "p:f2s "},
        {{.excluded = true}, {.excluded = true}, "p:xs "},
        {{.from_stdin = true, .named_by_user = true}, {.named_by_user = true}, "p:nis "},
        {{.from_stdin = true}, {.excluded = true, .in_folder = true, .folder_length = 3}, "p:f3is "},
        {{.no_sidecar = true}, {.no_sidecar = true}, "p: "},
        {{.no_sidecar = true}, {.no_sidecar = false}, "p:s "},
        {{.error = 1}, {.is_folder = true}, "p:sle "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t turned = 0; turned < 2; turned++) {
            al_input_list list = {.count = 0};
            put(&list, "p", turned ? cases[i].second : cases[i].first);
            put(&list, "p", turned ? cases[i].first : cases[i].second);
            expect(&list, cases[i].merged);
        }
}

static void the_list_is_sorted(void **state)
{
    (void)state;
    al_input_list list = {.count = 0};
    al_input_sort(&list);
    assert_int_equal(list.count, 0);
    static const char *const paths[] = {"b", "a/x", "a", "\xC3", "a-", "b", "B"};
    for (size_t i = 0; i < 7; i++)
        put(&list, paths[i], (al_input){.no_sidecar = true});
    expect(&list, "B: a: a-: a/x: b: \xC3: ");
}

static void excluded_inputs_are_split_off(void **state)
{
    (void)state;
    al_input_list list = {.count = 0}, excluded = {.count = 0};
    for (char name = 'a'; name < 'g'; name++)
        put(&list, (char[]){name, '\0'}, (al_input){.excluded = name % 3 == 1, .no_sidecar = true});
    assert_true(al_input_split_excluded(&list, &excluded));
    assert_string_equal(shown(&excluded), "a:x d:x ");
    expect(&list, "b: c: e: f: ");
    al_input_free(&excluded);
}

static void memory_is_counted_and_limited(void **state)
{
    (void)state;
    enum { MANY = 65, EACH = 5 + 16 };
    al_input_list list = {.count = 0};
    assert_int_equal(al_input_memory(&list), 0);
    for (size_t i = 0; i < MANY; i++) {
        put(&list, "12345", (al_input){.error = 0});
        const uint64_t capacity = i < 64 ? 64 : 128;
        assert_int_equal(al_input_memory(&list), (i + 1) * EACH + capacity * sizeof(al_input));
        assert_int_equal(list.capacity, capacity);
    }
    list.most_bytes = al_input_memory(&list) + EACH;
    put(&list, "12345", (al_input){.error = 0});
    assert_false(al_input_append(&list, (al_input){.path = strdup("12345")}));
    assert_int_equal(list.count, MANY + 1);
    assert_false(al_input_append(&list, (al_input){.path = NULL}));
    al_input_free(&list);
    list.most_bytes = 1;
    assert_false(al_input_append(&list, (al_input){.path = strdup("1")}));
    assert_int_equal(list.count, 0);
}

static void standard_input_has_a_name(void **state)
{
    (void)state;
    al_input_list list = {.count = 0};
    assert_true(al_input_add_stdin(&list, "a//b.xmf"));
    assert_true(al_input_add_stdin(&list, "/"));
    expect(&list, "/:nis a/b.xmf:nis ");
}

static void files_that_are_added_are_counted(void **state)
{
    al_watch watch = {.stopped = NULL};
    al_input_list list = {.watch = &watch};
    add_mod(*state);
    assert_true(al_input_add_path(&list, "mod"));
    assert_int_equal(al_watch_bytes(&watch), 5);
    assert_true(al_input_add_path(&list, "mod/x.xmf"));
    assert_int_equal(al_watch_bytes(&watch), 6);
    al_input_free(&list);
}

static void given_paths_move_the_base(void **state)
{
    test_folder *f = *state;
    al_path_base base = {.current = NULL};
    al_input_list list = {.base = &base};
    char expected[TEST_FOLDER_PATH + 16];
    add_mod(f);
    assert_true(al_input_add_path(&list, "mod/a/b"));
    (void)snprintf(expected, sizeof expected, "%s/mod/a/b", f->path);
    assert_string_equal(base.given, expected);
    assert_true(al_input_add_path(&list, "mod/a/y.xmf"));
    assert_true(al_input_add_stdin(&list, "mod/a/c/z.xmf"));
    (void)snprintf(expected, sizeof expected, "%s/mod/a", f->path);
    assert_string_equal(base.given, expected);
    al_input_free(&list);
    al_path_base_free(&base);
    list.base = &base;
    assert_true(al_input_add_stdin(&list, "mod/a/c/z.xmf"));
    (void)snprintf(expected, sizeof expected, "%s/mod/a/c", f->path);
    assert_string_equal(base.given, expected);
    al_input_free(&list);
    al_path_base_free(&base);
}

/* ---- Patterns, lists, siblings ------------------------------------------------------------------------- */

static void patterns_match_names(void **state)
{
    test_folder *f = *state;
    add_mod(f);
    test_folder_add_text(f, "b.XMF", "");
    test_folder_add_text(f, ".c.xmf", "");
    static const struct {
        const char *pattern, *expected;
        bool any;
    } cases[] = {
        {"*.xmf", "b.XMF:ns ", true},
        {".*.XMF", ".c.xmf:ns ", true},
        {"?.xmf", "b.XMF:ns ", true},
        {"mod/?.xmf", "mod/x.xmf:ns ", true},
        {"mod/a/?", "mod/a/b/z.xmf:f8 ", true},
        {"mod/*.ani", "", false},
        {"b.XMF", "", false},
        {"m*d/x.xmf", "", false},
        {"no-folder/*", "", false},
        {"mod/l*", "", false}, /* links in folders are not followed */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        al_input_list list = {.count = 0};
        bool any = !cases[i].any;
        assert_true(al_input_add_pattern(&list, cases[i].pattern, &any));
        assert_int_equal(any, cases[i].any);
        expect(&list, cases[i].expected);
    }
}

/* No folder stays open. */
static void many_patterns(void **state)
{
    enum { MANY = 64 };
    struct rlimit before;
    add_mod(*state);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    const struct rlimit few = {.rlim_cur = MANY, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    for (size_t i = 0; i < MANY; i++) {
        al_input_list list = {.count = 0};
        bool any = false;
        assert_true(al_input_add_pattern(&list, "mod/*.xmf", &any));
        assert_true(any);
        al_input_free(&list);
    }
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
}

/* Where a shell expands patterns, a path may contain their characters. */
static void patterns_are_names_elsewhere(void **state)
{
    add_mod(*state);
    if (!al_must_expand_patterns())
        expect_path("mod/*.xmf", "mod/*.xmf:ns ");
}

static void patterns_in_the_root(void **state)
{
    test_folder *f = *state;
    al_input_list list = {.count = 0};
    bool any = true;
    test_folder_add_text(f, "no-such-name.xmf", "");
    assert_true(al_input_add_pattern(&list, "/no-such-name*", &any));
    assert_false(any);
    expect(&list, "");
}

static void expect_list(test_folder *f, const char *text, size_t size, char separator, const char *expected)
{
    char reason[AL_REASON_SIZE] = "";
    al_input_list list = {.count = 0};
    test_folder_add_file(f, "list", text, size);
    assert_int_equal(al_input_add_names(&list, "list", separator, reason), AL_NAMES_OK);
    expect(&list, expected);
}

static void lists_of_paths(void **state)
{
    test_folder *f = *state;
    add_mod(f);
    expect_list(f, "", 0, '\n', "");
    f->count--;
    expect_list(f, "\n\r\n\n", 4, '\n', "");
    f->count--;
    expect_list(f, "mod/x.xmf\r\nabsent \n\nmod/a/b", 28, '\n', "absent :ns mod/a/b/z.xmf:f8 mod/x.xmf:ns ");
    f->count--;
    expect_list(f, "a\nb\r\0c\0\0d", 9, '\0', "a\nb\r:ns c:ns d:ns ");
    f->count--;
    expect_list(f, "a\0b\nc\n", 6, '\n', "a:ns c:ns ");
}

/* Standard input stays open: the caller may read more from it. */
static void a_list_from_standard_input(void **state)
{
    test_folder *f = *state;
    char reason[AL_REASON_SIZE];
    al_input_list list = {.count = 0};
    const int before = dup(STDIN_FILENO);
    test_folder_add_text(f, "list", "a\nb\n");
    FILE *in = fopen("list", "r");
    assert_non_null(in);
    assert_int_equal(dup2(fileno(in), STDIN_FILENO), STDIN_FILENO);
    const al_names_status status = al_input_add_names(&list, "-", '\n', reason);
    const int still_open = fcntl(STDIN_FILENO, F_GETFD);
    if (before >= 0)
        assert_int_equal(dup2(before, STDIN_FILENO) | close(before), STDIN_FILENO);
    assert_int_equal(fclose(in), 0);
    assert_int_equal(status, AL_NAMES_OK);
    assert_int_not_equal(still_open, -1);
    expect(&list, "a:ns b:ns ");
}

static void a_list_from_a_pipe(void **state)
{
    (void)state;
    char reason[AL_REASON_SIZE];
    al_input_list list = {.count = 0};
    assert_int_equal(mkfifo("pipe", 0600), 0);
    const pid_t writer = fork();
    assert_true(writer >= 0);
    if (writer == 0) {
        const int out = open("pipe", O_WRONLY);
        _exit(out < 0 || write(out, "a\nb\n", 4) != 4);
    }
    const al_names_status status = al_input_add_names(&list, "pipe", '\n', reason);
    if (status != AL_NAMES_OK)
        (void)kill(writer, SIGKILL);
    assert_int_equal(waitpid(writer, NULL, 0), writer);
    assert_int_equal(remove("pipe"), 0);
    assert_int_equal(status, AL_NAMES_OK);
    expect(&list, "a:ns b:ns ");
}

static void lists_have_limits(void **state)
{
    test_folder *f = *state;
    char reason[AL_REASON_SIZE], expected[AL_REASON_SIZE], *text = malloc(AL_MAX_LISTED_PATH + 1);
    assert_non_null(text);
    memset(text, 'a', AL_MAX_LISTED_PATH + 1);
    for (size_t beyond = 0; beyond < 2; beyond++) {
        al_input_list list = {.count = 0};
        test_folder_add_file(f, "list", text, AL_MAX_LISTED_PATH - 1 + beyond);
        f->count -= beyond;
        const al_names_status status = al_input_add_names(&list, "list", '\n', reason);
        assert_int_equal(status, beyond ? AL_NAMES_UNREADABLE : AL_NAMES_OK);
        assert_int_equal(list.count, beyond ? 0 : 1);
        if (list.count == 1)
            assert_int_equal(strlen(list.items[0].path), AL_MAX_LISTED_PATH - 1);
        al_input_free(&list);
    }
    (void)snprintf(expected, sizeof expected,
                   "it has more than %u bytes in one path, so it is no list of files",
                   (unsigned)AL_MAX_LISTED_PATH);
    assert_string_equal(reason, expected);
    free(text);
}

static void lists_that_cannot_be_read(void **state)
{
    test_folder *f = *state;
    char reason[AL_REASON_SIZE];
    al_input_list list = {.count = 0};
    assert_int_equal(al_input_add_names(&list, "absent", '\n', reason), AL_NAMES_UNREADABLE);
    assert_string_equal(reason, "no such file or folder");
    test_folder_add_folder(f, "folder");
    assert_int_equal(al_input_add_names(&list, "folder", '\n', reason), AL_NAMES_UNREADABLE);
    assert_string_equal(reason, al_error_text(EISDIR));
    assert_int_equal(list.count, 0);
}

#define NAMED                 \
    {                         \
        .named_by_user = true \
    }

static void siblings_of_named_files(void **state)
{
    test_folder *f = *state;
    add_mod(f);
    test_folder_add_text(f, "y.bgf", "");
    test_folder_add_folder(f, "mod/a/c");
    test_folder_add_text(f, "mod/a/c/w.xmf", "");
    test_folder_add_folder(f, "other");
    test_folder_add_text(f, "other/v.xmf", "");
    static const struct {
        const char *path, *second;
        al_input in;
        const char *expected;
    } cases[] = {
        {"x.bgf", NULL, NAMED, "./y.bgf:f2 "},
        {"mod/a/x.SKL", NULL, NAMED, "mod/a/y.xmf:f6s mod/a/y.xmf.assetlintignore:f6s "},
        {"mod/a/x.bgp", NULL, NAMED,
         "mod/a/b/z.xmf:f6 mod/a/c/w.xmf:f6 mod/a/y.xmf:f6s mod/a/y.xmf.assetlintignore:f6s "},
        {"mod/a/x.bgp", "mod/a/b/x.bgp", NAMED,
         "mod/a/b/z.xmf:f6 mod/a/c/w.xmf:f6 mod/a/y.xmf:f6s mod/a/y.xmf.assetlintignore:f6s "},
        {"mod/a/b/x.skl", "mod/a/b/y.bgf", NAMED, "mod/a/b/z.xmf:f8 "},
        {"mod/a/b/x.bgp", "mod/x.skl", NAMED, "mod/a/b/z.xmf:f8 mod/x.xmf:f4 "},
        {"mod/a/b/x.bgp", "y.skl", NAMED, "./y.bgf:f2 mod/a/b/z.xmf:f8 "},
        {"mod/a/b/x.bgp", "mod/a/c/x.bgp", NAMED, "mod/a/b/z.xmf:f8 mod/a/c/w.xmf:f8 "},
        {"mod/a/b/x.bgp", "other/x.bgp", NAMED, "mod/a/b/z.xmf:f8 other/v.xmf:f6 "},
        {"mod/x.xmf", NULL, NAMED, ""},
        {"mod/x.skl", NULL, {.named_by_user = true, .in_folder = true, .folder_length = 4}, ""},
        {"mod/x.skl", NULL, {.named_by_user = true, .from_stdin = true}, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        al_input_list inputs = {.count = 0}, siblings = {.count = 0};
        put(&inputs, cases[i].path, cases[i].in);
        if (cases[i].second != NULL)
            put(&inputs, cases[i].second, cases[i].in);
        assert_true(al_input_add_siblings(&siblings, &inputs));
        for (size_t j = 1; j < siblings.count; j++)
            assert_true(strcmp(siblings.items[j - 1].path, siblings.items[j].path) < 0);
        expect(&siblings, cases[i].expected);
        al_input_free(&inputs);
    }
}

/* ---- Folders that the user named ----------------------------------------------------------------------- */

static void folders_cover(void **state)
{
    (void)state;
    bool no_memory = false;
    static char a[] = "/m/a.xmf", b[] = "/m/b.xmf", c[] = "/n/o/c.xmf", d[] = "/x.xmf", left[] = "/m/tmp";
    static char *left_out[] = {left};
    static al_input items[] = {{.path = a, .in_folder = true, .folder_length = 3},
                               {.path = b, .in_folder = true, .folder_length = 3},
                               {.path = c, .in_folder = true, .folder_length = 5},
                               {.path = d, .named_by_user = true}};
    const al_input_list list = {.items = items, .count = 4, .left_out = left_out, .left_out_count = 1};
    al_input_folders folders;
    assert_true(al_input_folders_of(&folders, &list));
    assert_int_equal(folders.count, 2);
    assert_string_equal(folders.items[0].path, "/m");
    assert_int_equal(folders.items[0].given_length, 3);
    assert_string_equal(folders.items[1].path, "/n/o");
    static const struct {
        const char *path;
        bool covers_file, covers_folder;
    } cases[] = {
        {"/m", true, true},     {"/m/x", true, true},       {"/mx", false, false},   {"/n", false, false},
        {"/n/o/p", true, true}, {"/m/tmp/x", false, false}, {"/m/tmp", true, false}, {"/x.xmf", false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *path = cases[i].path;
        assert_int_equal(al_input_folders_cover(&folders, &list, path, false, &no_memory),
                         cases[i].covers_file);
        assert_int_equal(al_input_folders_cover(&folders, &list, path, true, &no_memory),
                         cases[i].covers_folder);
    }
    assert_false(no_memory);
    al_input_folders_free(&folders);
    assert_int_equal(folders.count, 0);
}

static void references_lose_what_is_checked(void **state)
{
    (void)state;
    static const struct {
        const char *reference, *kept;
    } cases[] = {
        {"/ref", "/m/a/x: /ref/y: "},   {"/m", "/ref/y: "},          {"/m/a", "/ref/y: "},
        {"/m/a/b", "/m/a/x: /ref/y: "}, {"/mm", "/m/a/x: /ref/y: "},
    };
    static char checked[] = "/m/a/x";
    static al_input item = {.path = checked, .in_folder = true, .folder_length = 5};
    const al_input_list inputs = {.items = &item, .count = 1};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        al_input_folders folders;
        al_input_list list = {.count = 0};
        assert_true(al_input_folders_of(&folders, &inputs));
        put(&list, "/m/a/x", (al_input){.no_sidecar = true});
        put(&list, "/ref/y", (al_input){.no_sidecar = true});
        assert_true(al_input_drop_in_folders(&list, cases[i].reference, &folders));
        expect(&list, cases[i].kept);
        al_input_folders_free(&folders);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_TEST_FOLDER(paths_are_clean),
        IN_TEST_FOLDER(folders_are_searched),
        IN_TEST_FOLDER(one_level_of_a_folder),
        IN_TEST_FOLDER(one_level_of_no_folder),
        IN_TEST_FOLDER(pipes_and_links_in_folders_are_skipped),
        IN_TEST_FOLDER(a_folder_that_cannot_be_listed),
        IN_TEST_FOLDER(patterns_exclude),
        IN_TEST_FOLDER(many_folders_are_left_out),
        cmocka_unit_test(what_a_folder_leaves_out),
        cmocka_unit_test(patterns_that_match_much),
        cmocka_unit_test(equal_paths_become_one),
        cmocka_unit_test(the_list_is_sorted),
        cmocka_unit_test(excluded_inputs_are_split_off),
        cmocka_unit_test(memory_is_counted_and_limited),
        cmocka_unit_test(standard_input_has_a_name),
        IN_TEST_FOLDER(files_that_are_added_are_counted),
        IN_TEST_FOLDER(given_paths_move_the_base),
        IN_TEST_FOLDER(patterns_match_names),
        IN_TEST_FOLDER(many_patterns),
        IN_TEST_FOLDER(patterns_are_names_elsewhere),
        IN_TEST_FOLDER(patterns_in_the_root),
        IN_TEST_FOLDER(lists_of_paths),
        IN_TEST_FOLDER(a_list_from_standard_input),
        IN_TEST_FOLDER(a_list_from_a_pipe),
        IN_TEST_FOLDER(lists_have_limits),
        IN_TEST_FOLDER(lists_that_cannot_be_read),
        IN_TEST_FOLDER(siblings_of_named_files),
        cmocka_unit_test(folders_cover),
        cmocka_unit_test(references_lose_what_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
