/* mutants_sample.c: has each kind of mutant. mutants_test.py knows which of them its checks kill. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define DOUBLE(x)         ((x) + (x))
#define NAMED(name, call) call
#define note(...)         NAMED(#__VA_ARGS__, note(__VA_ARGS__))
#define SHOWN(x)          (x) > 0 ? (x) : 0

bool sample_in_range(int value)
{
    assert(value != 77);
    return value >= 0 && value < 10;
}

int sample_sum(const int *values, int count)
{
    static const int start[2] = {0, 1};
    int sum = start[0], unused[1] = {0};
    for (int i = 0; i < count; i++)
        sum = sum + values[i];
    (void)unused;
    return sum;
}

static int noted;

static void(note)(int first, int second)
{
    noted = first + second;
}

int sample_note(int value)
{
    (void)note(value, SHOWN(value));
    return noted;
}

int sample_smaller(int a, int b)
{
    return a < b ? a : b;
}

void sample_copy(char *to, const char *from)
{
    char *copy = malloc(DOUBLE(4));
    if (!copy)
        abort();
    memcpy(copy, from, 4);
    memcpy(to, copy, 4);
    free(copy);
}

bool sample_ends(bool at_once)
{
    while (!at_once)
        at_once = true;
    return at_once;
}
