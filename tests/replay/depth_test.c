/* depth_test.c: which promises the bytes of an input choose. */
#include "depth.h"

#include <stdio.h>
#include <string.h>

enum { INPUTS = 1 << 14, LONGEST = 64, KINDS = 32 };

static unsigned failed;

static void expect(bool held, const char *what)
{
    if (!held)
        printf("%s\n", what);
    failed += !held;
}

/* Small inputs that differ little, as a fuzzer makes them, choose each kind equally often. */
static void kinds_are_as_frequent(void)
{
    unsigned counts[KINDS] = {0}, due = 0;
    uint8_t input[LONGEST] = {0};
    for (unsigned i = 0; i < INPUTS; i++) {
        input[i % 8] = (uint8_t)(input[i % 8] + 1);
        input[40] = (uint8_t)(i >> 6);
        counts[depth_choice(input, LONGEST - i % 5) % KINDS]++;
        due += depth_is_due(PROMISE_FAST, input, LONGEST - i % 5);
    }
    for (unsigned i = 0; i < KINDS; i++)
        expect(counts[i] > INPUTS / KINDS / 2 && counts[i] < INPUTS / KINDS * 2,
               "a kind is rare or frequent");
    expect(due > INPUTS / 12 && due < INPUTS / 6, "an eighth of the inputs is due");
}

static void bytes_and_size_decide(void)
{
    const uint8_t a[] = {1, 2, 3, 0}, same[] = {1, 2, 3}, b[] = {2, 1, 3, 0};
    expect(depth_choice(a, 3) == depth_choice(same, 3), "the same bytes choose the same");
    expect(depth_choice(a, 3) != depth_choice(a, 4), "another size chooses something else");
    expect(depth_choice(a, 3) != depth_choice(b, 3), "another order chooses something else");
    expect(depth_choice(NULL, 0) == depth_choice(a, 0), "no bytes choose the same");
    expect(depth_is_due(PROMISE_QUICK, a, 3) && depth_is_due(PROMISE_THOROUGH, a, 3),
           "the sweep and the replay test everything");
}

int main(void)
{
    kinds_are_as_frequent();
    bytes_and_size_decide();
    printf("enumerated: %d cases\n%s\n", INPUTS, failed == 0 ? "passed" : "failed");
    return failed == 0 ? 0 : 1;
}
