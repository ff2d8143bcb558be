/* mutants_checks.c: the checks of mutants_sample.c. mutants_checks PART exits with 1 if PART breaks. */
#include <stdbool.h>
#include <string.h>

bool sample_in_range(int value);
int sample_sum(const int *values, int count);
int sample_note(int value);
int sample_smaller(int a, int b);
void sample_copy(char *to, const char *from);
bool sample_ends(bool at_once);

static bool check_numbers(void)
{
    const int values[] = {1, 2, 4};
    return sample_in_range(0) && sample_in_range(9) && !sample_in_range(-1) && !sample_in_range(11) &&
           sample_sum(values, 3) == 7 && sample_smaller(1, 2) == 1 && sample_note(3) == 6;
}

static bool check_bytes(void)
{
    char copy[4] = "";
    sample_copy(copy, "abc");
    return memcmp(copy, "abc", 4) == 0 && sample_ends(false);
}

int main(int argc, char **argv)
{
    const bool numbers = argc == 2 && strcmp(argv[1], "numbers") == 0;
    return (numbers ? check_numbers() : check_bytes()) ? 0 : 1;
}
