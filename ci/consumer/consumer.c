/* consumer.c: somebody else's program, built against the installed library by ci/install.sh. */
#include <stdio.h>
#include <string.h>

#include <assetlint/assetlint.h>

/* Functions of this program whose names are also those of internal functions of the library. */
int xmf_parse(void);
int run_free(void);

int xmf_parse(void)
{
    return 1;
}

int run_free(void)
{
    return 2;
}

int main(void)
{
    static const char bytes[] = "these bytes are no mesh";
    al_checker *checker = al_checker_new(NULL);
    al_result *result = NULL;
    al_status status = al_check_memory(checker, "hull.xmf", bytes, strlen(bytes), AL_NAMED, &result);
    bool found = status == AL_OK && result->finding_count > 0;
    if (found)
        printf("assetlint %s, %zu rules: %s [%s]\n", al_version(), al_rule_count(),
               result->findings[0].message, result->findings[0].rule->id);
    char *json = found ? al_result_json(result) : NULL;
    found = json != NULL && strncmp(json, "{\"kind\":\"file\",", 15) == 0;
    al_json_free(json);
    al_result_free(result);
    al_checker_free(checker);
    return found && xmf_parse() + run_free() == 3 ? 0 : 1;
}
