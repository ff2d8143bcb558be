/* sarif_rules.c: writes rules of the catalogue as reporting descriptors of SARIF. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/sarif.h"
#include "report/texts.h"

/* XmfDataRange for xmf/data-range. Letters behind separators become capitals, so different ids get different
 * names. */
static void add_name(json_object *rule, const char *id)
{
    char name[128];
    size_t length = 0;
    bool capital = true;
    for (; *id != '\0' && length < sizeof name - 1; id++) {
        if (isalnum((unsigned char)*id))
            name[length++] = (char)(capital ? toupper((unsigned char)*id) : *id);
        capital = !isalnum((unsigned char)*id);
    }
    name[length] = '\0';
    json_text(rule, JSON_ROOT, "name", name);
}

static void add_message(json_object *rule, const char *key, const char *text)
{
    json_text(rule, json_child(rule, JSON_ROOT, key), "text", text);
}

static void add_help_text(json_object *object, json_place help, const al_rule *rule)
{
    char *text = text_of("%s\n\nHow to fix it: %s\n\nHow sure: %s. %s", rule->why, rule->fix,
                         al_confidence_name(rule->confidence), rule->source);
    json_text(object, help, "text", text);
    free(text);
}

static void add_help_markdown(json_object *object, json_place help, const al_rule *rule)
{
    char *why = markdown_of(rule->why);
    char *fix = markdown_of(rule->fix);
    char *source = markdown_of(rule->source);
    char *text = NULL;
    if (why != NULL && fix != NULL && source != NULL)
        text = text_of("%s\n\n**How to fix it:** %s\n\n**How sure:** %s. %s", why, fix,
                       al_confidence_name(rule->confidence), source);
    json_text(object, help, "markdown", text);
    free(text);
    free(source);
    free(fix);
    free(why);
}

static void add_help(json_object *object, const al_rule *rule)
{
    const json_place help = json_child(object, JSON_ROOT, "help");
    add_help_text(object, help, rule);
    add_help_markdown(object, help, rule);
}

/* Without a homepage there is no address, only the help text. */
static void add_help_uri(json_object *object, const al_rule *rule, const char *homepage)
{
    if (homepage == NULL)
        return;
    char *uri = text_of("%s/rules/%s", homepage, rule->id);
    json_text(object, JSON_ROOT, "helpUri", uri);
    free(uri);
}

static const char *precision(al_confidence confidence)
{
    switch (confidence) {
    case AL_POSSIBLE: return "medium";
    case AL_LIKELY: return "high";
    case AL_CERTAIN: return "very-high";
    }
    return "medium";
}

/* Not `security`: a broken mesh is a bug of the mod, and must not be ranked as a vulnerability. */
static void add_properties(json_object *object, const al_rule *rule)
{
    const json_place properties = json_child(object, JSON_ROOT, "properties");
    json_text(object, properties, "precision", precision(rule->confidence));
    const json_place tags = json_array(object, properties, "tags");
    json_text(object, tags, NULL, rule->format);
    for (size_t i = 0; al_game_name(i) != NULL; i++) /* a tag must not be there twice: bbmod is both */
        if ((rule->games >> i & 1) != 0 && strcmp(al_game_name(i), rule->format) != 0)
            json_text(object, tags, NULL, al_game_name(i));
    if (rule->crash)
        json_text(object, tags, NULL, "crash");
}

static bool write_rule(FILE *out, const al_rule *rule, al_level level, const char *homepage)
{
    json_object object = json_begin();
    json_text(&object, JSON_ROOT, "id", rule->id);
    add_name(&object, rule->id);
    add_message(&object, "shortDescription", rule->title);
    add_message(&object, "fullDescription", rule->why);
    add_help(&object, rule);
    add_help_uri(&object, rule, homepage);
    json_text(&object, json_child(&object, JSON_ROOT, "defaultConfiguration"), "level", al_level_name(level));
    add_properties(&object, rule);
    return json_write(&object, out);
}

/* A rule that is off for most files may be on for some, by an override. */
static al_level usual_level(const al_options *options, size_t number)
{
    const al_level level = al_options_level(options, number);
    return level == AL_OFF ? al_rule_at(number)->level : level;
}

bool sarif_write_rules(FILE *out, const al_options *options, const int *index, const char *homepage)
{
    const char *separator = "";
    const size_t rules = al_rule_count();
    bool ok = true;
    fputc('[', out);
    for (size_t i = 0; i < rules && ok; i++) {
        if (index[i] == SARIF_NO_RULE)
            continue;
        fputs(separator, out);
        separator = ",";
        ok = write_rule(out, al_rule_at(i), usual_level(options, i), homepage);
    }
    fputc(']', out);
    return ok;
}
