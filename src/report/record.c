/* record.c: a table for each kind of record, one function that writes all keys, and one that reads them. */
#include "report/record.h"

#include <inttypes.h>
#include <string.h>

#include "formats/catalogue.h"
#include "project/configuration/parts.h"
#include "report/record_values.h"

/* ---- The tables ---------------------------------------------------------------------------------------- */

/* The kinds of values, with the type of their place in the struct. A value of 0, NULL, "", false or AL_OFF is
 * not written unless its key is needed. */
typedef enum kind {
    WORD,        /* no place: the value is the text key->what */
    TEXT,        /* const char * */
    PATH,        /* const char *: the path after al_escape */
    PATH_BYTES,  /* const char *: the bytes of the path, if al_escape changes them */
    WORDS,       /* al_value: as reports show it */
    BYTES,       /* al_value: its bytes, if al_escape changes them */
    NUMBER,      /* uint64_t */
    COUNT,       /* uint64_t, at least 1 */
    NUMBERS,     /* AL_JSON_LIST of uint64_t */
    HEXADECIMAL, /* uint64_t, 16 digits */
    TRUTH,       /* bool */
    LEVEL,       /* al_level; AL_OFF is named key->what */
    STATUS,      /* al_file_status */
    EXIT,        /* int */
    CONFIDENCE,  /* al_confidence */
    RULE,        /* const al_rule * */
    INFLATED,    /* al_finding, as the next three */
    MESSAGE,
    ELEMENTS,
    FINGERPRINT,
    SUPPRESSED, /* file_record */
    ENTRIES,    /* const al_json * */
    TOOL,       /* report_part, as the next three */
    PART,
    PER_RULE,
    RULES,
    INTERRUPTED, /* bool: true is refused */
    OWN,         /* part_own */
    UNDECIDED,   /* AL_JSON_LIST of undecided_finding */
    NOT_JUDGED   /* AL_JSON_LIST of al_not_judged */
} kind;

static al_json_read_value read_value;

#define KEY(label, type, at) .name = (label), .read = read_value, .kind = (type), .place = (at)
#define NEEDED               .needed = true
#define OF_TEXT              .needed_with = "line"
#define IN_LINES             .flags = RECORD_LINES
#define IN_PARTS             .flags = RECORD_PART

#define AT(member) offsetof(finding_record, member)
static const al_json_key finding_keys[] = {
    {KEY("kind", WORD, 0), .what = "finding", IN_LINES},
    {KEY("rule", RULE, AT(finding.rule)), NEEDED},
    {KEY("level", LEVEL, AT(finding.level)), NEEDED},
    {KEY("confidence", CONFIDENCE, AT(finding.confidence)), NEEDED},
    {KEY("crash", TRUTH, AT(finding.crash)), NEEDED},
    {KEY("path", TEXT, AT(path)), NEEDED},
    {KEY("member", TEXT, AT(member))},
    {KEY("format", TEXT, AT(finding.format)), NEEDED},
    {KEY("offset", NUMBER, AT(finding.offset)), NEEDED},
    {KEY("length", NUMBER, AT(finding.length)), NEEDED},
    {KEY("inflatedOffset", INFLATED, AT(finding))},
    {KEY("line", COUNT, AT(finding.line))},
    {KEY("column", COUNT, AT(finding.column)), OF_TEXT},
    {KEY("field", TEXT, AT(finding.field)), NEEDED},
    {KEY("message", MESSAGE, AT(finding)), NEEDED},
    {KEY("expected", WORDS, AT(finding.expected))},
    {KEY("actual", WORDS, AT(finding.actual))},
    {KEY("count", COUNT, AT(finding.count)), NEEDED},
    {KEY("elements", ELEMENTS, AT(finding)), NEEDED},
    {KEY("fingerprint", FINGERPRINT, AT(finding)), NEEDED},
    {KEY("endLine", COUNT, AT(finding.end_line)), OF_TEXT, IN_PARTS},
    {KEY("endColumn", COUNT, AT(finding.end_column)), OF_TEXT, IN_PARTS},
    {KEY("expectedBytes", BYTES, AT(finding.expected)), IN_PARTS},
    {KEY("actualBytes", BYTES, AT(finding.actual)), IN_PARTS},
    {KEY("justification", TEXT, AT(justification)), IN_PARTS},
    {KEY("inBaseline", TRUTH, AT(in_baseline)), IN_PARTS},
    {KEY("entry", HEXADECIMAL, AT(entry)), IN_PARTS},
    {KEY("entries", ENTRIES, AT(entries)), IN_PARTS}};
#undef AT

#define AT(member) offsetof(file_record, member)
static const al_json_key file_keys[] = {{KEY("kind", WORD, 0), NEEDED, .what = "file", IN_LINES},
                                        {KEY("path", TEXT, AT(result.path)), NEEDED},
                                        {KEY("member", TEXT, AT(result.member))},
                                        {KEY("format", TEXT, AT(result.format)), NEEDED},
                                        {KEY("version", TEXT, AT(result.version)), NEEDED},
                                        {KEY("size", NUMBER, AT(result.size)), NEEDED},
                                        {KEY("status", STATUS, AT(result.status)), NEEDED},
                                        {KEY("omitted", NUMBER, AT(result.omitted))},
                                        {KEY("omittedLevel", LEVEL, AT(result.omitted_level)), IN_PARTS},
                                        {KEY("pathBytes", PATH_BYTES, AT(result.raw_path)), IN_PARTS},
                                        {KEY("basePath", TEXT, AT(result.base_path)), IN_PARTS},
                                        {KEY("suppressed", SUPPRESSED, 0), IN_PARTS},
                                        {KEY("entries", ENTRIES, AT(entries)), IN_PARTS}};

static const al_json_key entry_keys[] = {{KEY("member", TEXT, AT(result.member)), NEEDED},
                                         {KEY("status", STATUS, AT(result.status)), NEEDED},
                                         {KEY("suppressed", SUPPRESSED, 0)}};
#undef AT

#define AT(member) offsetof(part_own, member)
static const al_json_key own_keys[] = {
    {KEY("path", TEXT, AT(path)), NEEDED},
    {KEY("pathBytes", PATH_BYTES, AT(raw_path))},
    {KEY("basePath", TEXT, AT(base_path))},
    {KEY("size", NUMBER, AT(size)), NEEDED},
    {KEY("used", NUMBERS, AT(used)), .count = AT(used_count) - AT(used), NEEDED},
    {KEY("findings", UNDECIDED, AT(undecided)), .count = AT(undecided_count) - AT(undecided), NEEDED}};
#undef AT

#define AT(member) offsetof(report_part, member)
static const al_json_key part_keys[] = {{KEY("tool", TOOL, 0)},
                                        {KEY("files", HEXADECIMAL, AT(files)), NEEDED},
                                        {KEY("options", HEXADECIMAL, AT(options)), NEEDED},
                                        {KEY("failOn", LEVEL, AT(fail_on)), NEEDED, .what = "never"},
                                        {KEY("show", LEVEL, AT(show))},
                                        {KEY("maxPerRule", PER_RULE, 0)},
                                        {KEY("mustFind", TRUTH, AT(must_find)), NEEDED},
                                        {KEY("interrupted", INTERRUPTED, AT(interrupted))},
                                        {KEY("folder", PATH, AT(folder))},
                                        {KEY("folderBytes", PATH_BYTES, AT(folder))},
                                        {KEY("root", PATH, AT(root))},
                                        {KEY("rootBytes", PATH_BYTES, AT(root))},
                                        {KEY("rules", RULES, 0), NEEDED},
                                        {KEY("configuration", OWN, AT(own[PART_CONFIGURATION]))},
                                        {KEY("baseline", OWN, AT(own[PART_BASELINE]))}};
#undef AT

#define AT(member) offsetof(al_not_judged, member)
static const al_json_key not_judged_keys[] = {
    {KEY("rule", RULE, AT(rule)), NEEDED},           {KEY("count", COUNT, AT(count)), NEEDED},
    {KEY("files", COUNT, AT(files)), NEEDED},        {KEY("reason", TEXT, AT(reason)), NEEDED},
    {KEY("path", TEXT, AT(path)), NEEDED, IN_PARTS}, {KEY("pathBytes", PATH_BYTES, AT(raw_path)), IN_PARTS},
    {KEY("member", TEXT, AT(member)), IN_PARTS}};
#undef AT

#define AT(member) offsetof(summary_record, member)
static const al_json_key summary_keys[] = {{KEY("kind", WORD, 0), NEEDED, .what = "summary", IN_LINES},
                                           {KEY("files", NUMBER, AT(totals.files)), NEEDED},
                                           {KEY("clean", NUMBER, AT(totals.clean)), NEEDED},
                                           {KEY("errors", NUMBER, AT(totals.errors)), NEEDED},
                                           {KEY("warnings", NUMBER, AT(totals.warnings)), NEEDED},
                                           {KEY("notes", NUMBER, AT(totals.notes)), NEEDED},
                                           {KEY("unreadable", NUMBER, AT(totals.unreadable)), NEEDED},
                                           {KEY("suppressed", NUMBER, AT(totals.suppressed)), NEEDED},
                                           {KEY("omitted", NUMBER, AT(totals.omitted))},
                                           {KEY("notJudged", NOT_JUDGED, AT(totals.not_judged)),
                                            .count = AT(totals.not_judged_count) - AT(totals.not_judged),
                                            NEEDED},
                                           {KEY("exit", EXIT, AT(totals.exit_status)), NEEDED},
                                           {KEY("shard", TEXT, AT(shard)), NEEDED, IN_PARTS},
                                           {KEY("part", PART, AT(part)), NEEDED, IN_PARTS}};
#undef AT

#define TABLE(list, label, gap)                                \
    {                                                          \
        (label), (gap), (list), sizeof(list) / sizeof(list)[0] \
    }

static const al_json_table finding_table = TABLE(finding_keys, "a finding", "this finding has no"),
                           file_table = TABLE(file_keys, "a file", "this file has no"),
                           entry_table = TABLE(entry_keys, "an entry", "this entry has no"),
                           own_table = TABLE(own_keys, "a file of the project", "this file has no"),
                           not_judged_table =
                               TABLE(not_judged_keys, "a rule that could not judge", "this rule has no"),
                           part_table = TABLE(part_keys, "a part", "this part has no"),
                           summary_table = TABLE(summary_keys, "a summary", "this summary has no");

/* ---- Writing ------------------------------------------------------------------------------------------- */

/* An object that is being written. */
typedef struct writer {
    json_object *object;
    json_place to;
    unsigned flags;
} writer;

static void add_keys(writer w, const al_json_table *table, const void *record);

static void add_number(writer w, const al_json_key *key, bool given, uint64_t number)
{
    if (key->needed || given)
        json_number(w.object, w.to, key->name, number);
}

static void add_text(writer w, const al_json_key *key, const char *text)
{
    if (key->needed || (text != NULL && text[0] != '\0'))
        json_text(w.object, w.to, key->name, text);
}

static void add_truth(writer w, const al_json_key *key, bool truth)
{
    if (key->needed || truth)
        json_bool(w.object, w.to, key->name, truth);
}

static void add_message(writer w, const al_json_key *key, const al_finding *finding)
{
    char message[AL_MESSAGE_SIZE];
    (void)al_finding_message(finding, message, sizeof message);
    json_text(w.object, w.to, key->name, message);
}

static void add_numbers(writer w, const al_json_key *key, const void *place)
{
    const uint64_t *const *numbers = place;
    const size_t *count = (const void *)((const char *)place + key->count);
    value_add_numbers(w.object, w.to, key->name, *numbers, *count);
}

/* The levels that differ from the catalogue's. */
static void add_rules(writer w, const al_json_key *key, const al_level *levels)
{
    const json_place rules = json_child(w.object, w.to, key->name);
    for (size_t i = 0; i < al_rule_count(); i++)
        if (levels[i] != al_rule_at(i)->level)
            json_text(w.object, rules, al_rule_at(i)->id, al_level_name(levels[i]));
}

static finding_record record_of(const al_result *result, const al_finding *finding)
{
    finding_record record = {.finding = *finding, .path = result->path, .member = result->member};
    if (finding->format == NULL)
        record.finding.format = result->format;
    return record;
}

static void add_suppressed(writer w, const al_json_key *key, const al_result *result)
{
    if (result->suppressed_count == 0)
        return;
    const json_place list = json_array(w.object, w.to, key->name);
    for (size_t i = 0; i < result->suppressed_count; i++) {
        const al_suppressed *s = &result->suppressed[i];
        const writer item = {w.object, json_child_item(w.object, list), RECORD_PART};
        const finding_record record = record_of(result, &s->finding);
        add_keys(item, &finding_table, &record);
        json_text(w.object, item.to, "justification", s->justification);
        json_bool(w.object, item.to, "inBaseline", s->in_baseline);
    }
}

static void add_not_judged(writer w, const al_json_key *key, const void *place)
{
    const al_not_judged *const *items = place;
    const size_t *count = (const void *)((const char *)place + key->count);
    const json_place list = json_array(w.object, w.to, key->name);
    for (size_t i = 0; i < *count; i++)
        add_keys((writer){w.object, json_child_item(w.object, list), w.flags}, &not_judged_table,
                 &(*items)[i]);
}

static void add_key(writer w, const al_json_key *key, const void *place)
{
    const char *name = key->name, *const *text = place;
    const uint64_t *number = place;
    const al_level *level = place;
    const al_finding *f = place;
    const al_rule *const *rule = place;
    const report_part *part = place;
    const int *status = place;
    const uint64_t per_rule = key->kind == PER_RULE && part->per_rule != UINT64_MAX ? part->per_rule : 0;
    switch ((kind)key->kind) {
    case WORD: json_text(w.object, w.to, name, key->what); break;
    case TEXT: add_text(w, key, *text); break;
    case PATH:
        if (*text != NULL)
            value_add_path(w.object, w.to, name, *text);
        break;
    case PATH_BYTES:
        if (*text != NULL)
            value_add_path_bytes(w.object, w.to, name, *text);
        break;
    case WORDS: value_add_words(w.object, w.to, name, place); break;
    case BYTES: value_add_bytes(w.object, w.to, name, place); break;
    case NUMBER:
    case COUNT: add_number(w, key, *number > 0, *number); break;
    case NUMBERS: add_numbers(w, key, place); break;
    case HEXADECIMAL:
        if (key->needed || *number > 0)
            value_add_fingerprint(w.object, w.to, name, *number);
        break;
    case INTERRUPTED:
    case TRUTH: add_truth(w, key, *(const bool *)place); break;
    case LEVEL: add_text(w, key, *level == AL_OFF ? key->what : al_level_name(*level)); break;
    case STATUS: add_text(w, key, al_file_status_name(*(const al_file_status *)place)); break;
    case RULE: add_text(w, key, (*rule)->id); break;
    case CONFIDENCE: add_text(w, key, al_confidence_name(*(const al_confidence *)place)); break;
    case INFLATED: add_number(w, key, f->in_inflated, f->inflated_offset); break;
    case MESSAGE: add_message(w, key, f); break;
    case ELEMENTS: value_add_numbers(w.object, w.to, name, f->elements, f->element_count); break;
    case FINGERPRINT: add_text(w, key, f->fingerprint); break;
    case SUPPRESSED: add_suppressed(w, key, &((const file_record *)place)->result); break;
    case TOOL: json_add_tool(w.object, w.to, name); break;
    case RULES: add_rules(w, key, part->levels); break;
    case PER_RULE: add_number(w, key, part->per_rule_given, per_rule); break;
    case EXIT: add_number(w, key, true, (uint64_t)*status); break;
    case NOT_JUDGED: add_not_judged(w, key, place); break;
    case ENTRIES: /* these may be long, so json_report and part write them piece by piece */
    case UNDECIDED:
    case OWN:
    case PART: break;
    }
}

static void add_keys(writer w, const al_json_table *table, const void *record)
{
    for (size_t i = 0; i < table->count; i++)
        if ((table->keys[i].flags & ~w.flags) == 0)
            add_key(w, &table->keys[i], (const char *)record + table->keys[i].place);
}

static char *object_text(const al_json_table *table, const void *record, unsigned flags)
{
    json_object object = json_begin();
    add_keys((writer){&object, JSON_ROOT, flags}, table, record);
    return json_end(&object);
}

char *record_finding(const al_result *result, const al_finding *finding, unsigned flags)
{
    const finding_record record = record_of(result, finding);
    return object_text(&finding_table, &record, flags);
}

char *record_undecided(const al_result *of, const undecided_finding *undecided)
{
    finding_record record = record_of(of, &undecided->finding);
    record.entry = undecided->entry;
    record.in_baseline = undecided->in_baseline;
    return object_text(&finding_table, &record, RECORD_PART);
}

char *record_file(const al_result *result, unsigned flags)
{
    file_record record = {.result = *result};
    if (result->base_path != NULL && strcmp(result->base_path, result->path) == 0)
        record.result.base_path = NULL; /* the reader knows */
    return object_text(&file_table, &record, flags);
}

char *record_entry(const al_result *result)
{
    const file_record record = {.result = *result};
    return object_text(&entry_table, &record, RECORD_PART);
}

char *record_summary(const report_totals *totals, unsigned flags, const report_part *part)
{
    char shard[48];
    const summary_record record = {.totals = *totals, .shard = shard};
    if (part != NULL)
        (void)snprintf(shard, sizeof shard, "%" PRIu64 "/%" PRIu64, part->number, part->count);
    return object_text(&summary_table, &record, flags);
}

char *record_part(const report_part *part)
{
    return object_text(&part_table, part, RECORD_PART);
}

char *record_own(const part_own *own)
{
    return object_text(&own_table, own, RECORD_PART);
}

/* ---- Reading: findings --------------------------------------------------------------------------------- */

static bool read_rule(al_json_file *file, const al_json *value, const al_rule **rule)
{
    const char *id;
    size_t index;
    if (!value_read_text(file, value, &id) || !value_read_rule(file, value->at, id, &index))
        return false;
    *rule = &al_catalogue[index];
    return true;
}

/* A message in a record is complete text: it becomes the only value of the sentence "%s". */
static bool read_message(al_json_file *file, const al_json *value, al_finding *f)
{
    static const char sentence[] = "%s";
    al_value *words = al_alloc(file->arena, 1, sizeof *words);
    if (words == NULL)
        return al_json_refuse_memory(file);
    f->sentence = sentence;
    f->values = words;
    f->value_count = 1;
    return value_read_words(file, value, words);
}

static bool read_elements(al_json_file *file, const al_json *value, al_finding *f)
{
    uint64_t *elements;
    size_t count;
    if (!value_read_numbers(file, value, &elements, &count))
        return false;
    f->elements = elements;
    f->element_count = (unsigned)(count <= AL_FINDING_ELEMENTS ? count : 0);
    return count <= AL_FINDING_ELEMENTS ||
           al_json_refuse(file, value->at, "a finding lists at most eight elements");
}

static bool read_fingerprint(al_json_file *file, const al_json *value, const al_json_key *key, al_finding *f)
{
    const char *text;
    if (!al_read_fingerprint(file, value, key, &text))
        return false;
    memcpy(f->fingerprint, text, sizeof f->fingerprint);
    return true;
}

static bool read_suppressed_item(al_json_file *file, const al_json *value, const al_json_key *key,
                                 void *place)
{
    finding_record record;
    (void)key;
    if (!record_read_finding(file, value, &record))
        return false;
    *(al_suppressed *)place = (al_suppressed){record.finding, record.justification, record.in_baseline};
    return record.justification != NULL ||
           al_json_refuse(file, value->at, "this finding has no \"justification\"");
}

static bool read_suppressed(al_json_file *file, const al_json *value, file_record *record)
{
    static const al_json_key item = {.read = read_suppressed_item};
    static const al_json_key list = {
        .what = "a list of findings", .item = &item, AL_JSON_LIST(file_record, suppressed, suppressed_count)};
    if (!al_json_read_list(file, value, &list, &record->suppressed))
        return false;
    record->result.suppressed = record->suppressed;
    record->result.suppressed_count = record->suppressed_count;
    return true;
}

/* ---- Reading: parts ------------------------------------------------------------------------------------ */

static bool read_undecided(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    finding_record record;
    (void)key;
    if (!record_read_finding(file, value, &record))
        return false;
    record.finding.format = NULL; /* that of its file */
    *(undecided_finding *)place = (undecided_finding){record.finding, record.entry, record.in_baseline};
    return true;
}

static bool read_undecided_list(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    static const al_json_key item = {.read = read_undecided};
    const al_json_key list = {.what = "a list of findings",
                              .item = &item,
                              .item_size = sizeof(undecided_finding),
                              .count = key->count};
    return al_json_read_list(file, value, &list, place);
}

static bool read_not_judged(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    al_not_judged *item = place;
    (void)key;
    *item = (al_not_judged){.member = ""};
    if (!al_json_read_object(file, value, &not_judged_table, item))
        return false;
    item->raw_path = item->raw_path != NULL ? item->raw_path : item->path;
    return true;
}

static bool read_not_judged_list(al_json_file *file, const al_json *value, const al_json_key *key,
                                 void *place)
{
    static const al_json_key item = {.read = read_not_judged};
    const al_json_key list = {
        .what = "a list of rules", .item = &item, .item_size = sizeof(al_not_judged), .count = key->count};
    return al_json_read_list(file, value, &list, place);
}

static bool read_own(al_json_file *file, const al_json *value, part_own *own)
{
    *own = (part_own){.given = true};
    if (!al_json_read_object(file, value, &own_table, own))
        return false;
    own->raw_path = own->raw_path != NULL ? own->raw_path : own->path;
    own->base_path = own->base_path != NULL ? own->base_path : own->path;
    return true;
}

/* In the file 0 stands for no limit. */
static bool read_per_rule(al_json_file *file, const al_json *value, report_part *part)
{
    part->per_rule_given = true;
    if (!value_read_number(file, value, 0, &part->per_rule))
        return false;
    part->per_rule = part->per_rule == 0 ? UINT64_MAX : part->per_rule;
    return true;
}

/* The report of the whole run would lack the files that this part did not check. */
static bool read_interrupted(al_json_file *file, const al_json *value, bool *interrupted)
{
    if (!value_read_truth(file, value, interrupted))
        return false;
    return !*interrupted ||
           al_json_refuse(file, value->at, "this part was interrupted: check its shard again");
}

static bool read_rules(al_json_file *file, const al_json *value, const report_part *part)
{
    static const al_json_key level = {.what = "off"};
    size_t index;
    if (!al_json_expect(file, value, AL_JSON_OBJECT, "rules in braces"))
        return false;
    for (const al_json *rule = value->first; rule != NULL; rule = rule->next)
        if (!value_read_rule(file, rule->key_at, rule->key, &index) ||
            !al_read_level(file, rule, &level, &part->levels[index]))
            return false;
    return true;
}

static bool read_part(al_json_file *file, const al_json *value, report_part *part)
{
    const size_t rules = al_rule_count();
    part->levels = al_alloc(file->arena, rules, sizeof *part->levels);
    if (part->levels == NULL)
        return al_json_refuse_memory(file);
    for (size_t i = 0; i < rules; i++)
        part->levels[i] = al_catalogue[i].level;
    return al_json_read_object(file, value, &part_table, part);
}

static bool read_exit(al_json_file *file, const al_json *value, int *status)
{
    enum { MOST = 3 };
    uint64_t number;
    if (!value_read_number(file, value, 0, &number))
        return false;
    *status = (int)(number <= MOST ? number : 0);
    return number <= MOST || al_json_refuse(file, value->at, "an exit status is 0 to 3");
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

static bool read_value(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    al_finding *f = place;
    void *count = (char *)place + key->count;
    switch ((kind)key->kind) {
    case WORD: return value_read_word(file, value, key->what);
    case TEXT:
    case PATH: return value_read_text(file, value, place);
    case PATH_BYTES: return value_read_path_bytes(file, value, place);
    case WORDS: return value_read_words(file, value, place);
    case BYTES: return value_read_bytes(file, value, place);
    case NUMBER: return value_read_number(file, value, 0, place);
    case COUNT: return value_read_number(file, value, 1, place);
    case NUMBERS: return value_read_numbers(file, value, place, count);
    case HEXADECIMAL: return al_read_fingerprint_number(file, value, key, place);
    case TRUTH: return value_read_truth(file, value, place);
    case LEVEL: return al_read_level(file, value, key, place);
    case STATUS: return value_read_status(file, value, place);
    case RULE: return read_rule(file, value, place);
    case CONFIDENCE: return value_read_confidence(file, value, place);
    case INFLATED: f->in_inflated = true; return value_read_number(file, value, 0, &f->inflated_offset);
    case MESSAGE: return read_message(file, value, f);
    case ELEMENTS: return read_elements(file, value, f);
    case FINGERPRINT: return read_fingerprint(file, value, key, f);
    case SUPPRESSED: return read_suppressed(file, value, place);
    case ENTRIES:
        *(const al_json **)place = value->first;
        return al_json_expect(file, value, AL_JSON_ARRAY, "a list of entries");
    case UNDECIDED: return read_undecided_list(file, value, key, place);
    case OWN: return read_own(file, value, place);
    case TOOL: return true; /* check_version has read it */
    case RULES: return read_rules(file, value, place);
    case PER_RULE: return read_per_rule(file, value, place);
    case INTERRUPTED: return read_interrupted(file, value, place);
    case EXIT: return read_exit(file, value, place);
    case PART: return read_part(file, value, place);
    case NOT_JUDGED: return read_not_judged_list(file, value, key, place);
    }
    return false;
}

bool record_read_finding(al_json_file *file, const al_json *value, finding_record *record)
{
    *record = (finding_record){.member = ""};
    if (!al_json_read_object(file, value, &finding_table, record))
        return false;
    record->finding.rule_number = (size_t)(record->finding.rule - al_catalogue);
    return true;
}

bool record_read_file(al_json_file *file, const al_json *value, file_record *record)
{
    *record = (file_record){.result = {.member = "", .format = "", .version = ""}};
    al_result *r = &record->result;
    if (!al_json_read_object(file, value, &file_table, record))
        return false;
    r->raw_path = r->raw_path != NULL ? r->raw_path : r->path;
    r->base_path = r->base_path != NULL ? r->base_path : r->path;
    for (size_t i = 0; i < record->suppressed_count; i++) /* NULL is the format of the file */
        if (strcmp(record->suppressed[i].finding.format, r->format) == 0)
            record->suppressed[i].finding.format = NULL;
    return true;
}

bool record_read_entry(al_json_file *file, const al_json *value, file_record *record)
{
    *record = (file_record){.result = {.member = "", .format = "", .version = "", .entry_only = true}};
    return al_json_read_object(file, value, &entry_table, record);
}

static const al_json *member_of(const al_json *object, const char *key)
{
    return object != NULL && object->kind == AL_JSON_OBJECT ? al_json_find(object, key) : NULL;
}

/* Is called before all other keys are read, since another version may have others. */
static bool check_version(al_json_file *file, const al_json *root)
{
    const al_json *part = member_of(root, "part"), *tool = member_of(part, "tool");
    const al_json *name = member_of(tool, "name"), *version = member_of(tool, "version");
    const char *text;
    if (part == NULL)
        return al_json_refuse(file, root->at, "this is not a part of a run: check --shard I/N writes parts");
    if (name == NULL || version == NULL)
        return al_json_refuse(file, part->at, "this part has no \"tool\" with a \"name\" and a \"version\"");
    return value_read_word(file, name, "assetlint") && value_read_text(file, version, &text) &&
           (strcmp(text, al_version()) == 0 ||
            al_json_refuse(file, version->at, "this part is of assetlint %.40s, and this is assetlint %s",
                           text, al_version()));
}

bool record_read_summary(al_json_file *file, const al_json *value, summary_record *record)
{
    *record = (summary_record){.shard = ""};
    return check_version(file, value) && al_json_read_object(file, value, &summary_table, record);
}
