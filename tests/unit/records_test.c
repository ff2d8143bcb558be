/* records_test.c: the bytes and records of findings, in a file that a made parser announces. */
#include "layout_sample.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "stream.h"
#include "view/view.h"

enum { FILE_SIZE = 16000, PACKED_AT = 5000, PACKED_SIZE = 400000, MOST_TEXT = 4096 };

/* ---- The file ------------------------------------------------------------------------------------------ */

static uint8_t file[FILE_SIZE];
static size_t packed_length; /* of the stream at PACKED_AT */

static void make_file(void)
{
    static uint8_t items[PACKED_SIZE];
    size_t length;
    for (size_t i = 0; i < FILE_SIZE; i++)
        file[i] = (uint8_t)(i % 251);
    for (size_t i = 0; i < PACKED_SIZE; i++)
        items[i] = (uint8_t)(i % 16 == 0 ? i / 16 / 50 : 7); /* changes with each fiftieth item */
    uint8_t *stream = stream_of(items, sizeof items, 9, Z_DEFAULT_STRATEGY, &length);
    assert_in_range(length, 1, 9000 - PACKED_AT);
    memcpy(file + PACKED_AT, stream, length);
    packed_length = length;
    free(stream);
}

static al_span at(uint64_t offset, size_t length)
{
    al_span bytes = al_span_of(file + offset, length);
    bytes.base = offset;
    return bytes;
}

static void record(const al_listener *l, const char *name, uint64_t offset, size_t length)
{
    const al_path path = {.name = name, .index = -1};
    l->record(l->context, &path, &small_layout, at(offset, length));
}

static void array(const al_listener *l, const char *name, const al_form *form, al_array a)
{
    const al_path path = {.name = name, .index = -1};
    a.path = &path;
    a.form = form;
    a.size = a.size > 0 ? a.size : a.bytes.len;
    l->array(l->context, &a);
}

/* Announces: records of 16 bytes or more, one in another one; a text; arrays, of which one is interleaved,
 * one has no items, one is compressed and one has records. */
static al_parsed parse(al_job *job, void *document)
{
    static const al_form numbers = {.type = AL_TYPE_u16, .numbers = 2, .at = 4, .stride = 12},
                         runs = {.type = AL_TYPE_u8, .numbers = 3, .stride = 4, .detached = true},
                         bytes = {.type = AL_TYPE_u8},
                         packed = {.type = AL_TYPE_u32, .numbers = 1, .stride = 16},
                         records = {.layout = &small_layout, .stride = 3},
                         ones = {.type = AL_TYPE_u8, .numbers = 1, .stride = 1};
    const al_listener *l = job->listener;
    (void)document;
    record(l, "head", 0, 16);
    record(l, "next", 16, 8);
    record(l, "box", 100, 100);
    record(l, "inner", 120, 10);
    record(l, "behind", 150, 10);
    const al_string name = {.path = {.name = "name", .index = -1}, .field = at(300, 8), .text = at(304, 4)};
    l->text(l->context, &name);
    const al_path path = {.name = "sample", .index = -1};
    l->record(l->context, &path, &sample_layout, at(330, 45));
    array(l, "items", &numbers, (al_array){.bytes = at(400, 125)}); /* ten and a half */
    array(l, "runs", &runs, (al_array){.bytes = at(1000, 100), .run = 8, .step = 32});
    array(l, "bytes", &bytes, (al_array){.bytes = at(1200, 50)});
    record(l, "far", 2000, 20);
    record(l, "near", 2270, 50); /* 256 bytes behind `far` is the finding in it */
    record(l, "empty", 2560, 0);
    record(l, "wide", 2600, 2000);
    array(l, "small", &records, (al_array){.bytes = at(4800, 9)});
    array(l, "packed", &packed,
          (al_array){.bytes = at(PACKED_AT, packed_length), .compressed = true, .size = PACKED_SIZE});
    record(l, "outer", 10000, 100);
    record(l, "elsewhere", 10200, 10);
    record(l, "late", 10020, 10);
    record(l, "later", 10300, 4);
    record(l, "twin", 10600, 12);
    record(l, "other twin", 10600, 12);
    record(l, "lesser", 11000, 4);
    record(l, "same", 11012, 12);
    record(l, "larger", 11024, 20);
    array(l, "over", &numbers, (al_array){.bytes = at(11000, 60)});
    record(l, "following", 11100, 8);
    array(l, "ones", &ones, (al_array){.bytes = at(11500, 50)});
    record(l, "last", FILE_SIZE - 10, 10);
    return AL_READ;
}

/* ---- Findings ------------------------------------------------------------------------------------------ */

static const struct {
    uint64_t offset, length;
    const char *field;
    int64_t element;  /* -1: it lists none */
    int64_t inflated; /* the offset in the inflated data; -1: it is in the file */
    const char *place;
} cases[] = {
    {2, 1, "head.only", -1, -1, "2+1 of 0+32; head 0+16 only:u8@2+1=2; next 16+8 only:u8@18+1=18"},
    {16, 1, "", -1, -1,
     "16+1 of 0+208; head 0+16 only:u8@2+1=2; next 16+8 only:u8@18+1=18; box 100+100 only:u8@102+1=102"},
    {102, 1, "box.only", -1, -1,
     "102+1 of 16+304; next 16+8 only:u8@18+1=18; box 100+100 only:u8@102+1=102; name 300+8 "
     "text:text@300+8=5678"},
    {122, 1, "inner.only", -1, -1,
     "122+1 of 112+64; inner 120+10 only:u8@122+1=122; behind 150+10 only:u8@152+1=152"},
    {129, 1, "inner", -1, -1,
     "129+1 of 112+64; inner 120+10 only:u8@122+1=122; behind 150+10 only:u8@152+1=152"},
    {130, 1, "box", -1, -1,
     "130+1 of 16+304; next 16+8 only:u8@18+1=18; box 100+100 only:u8@102+1=102; name 300+8 "
     "text:text@300+8=5678"},
    {152, 1, "behind.only", -1, -1,
     "152+1 of 112+208; inner 120+10 only:u8@122+1=122; behind 150+10 only:u8@152+1=152; name 300+8 "
     "text:text@300+8=5678"},
    {304, 4, "name", -1, -1,
     "304+4 of 144+240; behind 150+10 only:u8@152+1=152; name 300+8 text:text@300+8=5678; sample 330+45 "
     "kind:u8@330+1=79 width:u16@331+2=20816 shift:i16@333+2=21330 count:u32@335+4=1465275732 "
     "parent:i32@339+4=1532647768 weight:f32@343+4=1.60231e+19 time:f64@347+8=1.24732e+190 "
     "triangle[0]:u16@355+2=26984 triangle[1]:u16@357+2=27498 triangle[2]:u16@359+2=28012 "
     "uv[0]:f32@361+4=1.19058e+30 uv[1]:f32@365+4=3.09878e+32 word:text@369+6=vwxyz{"},
    {340, 1, "sample", -1, -1,
     "340+1 of 288+240; name 300+8 text:text@300+8=5678; sample 330+45 kind:u8@330+1=79 "
     "width:u16@331+2=20816 shift:i16@333+2=21330 count:u32@335+4=1465275732 "
     "parent:i32@339+4=1532647768 weight:f32@343+4=1.60231e+19 time:f64@347+8=1.24732e+190 "
     "triangle[0]:u16@355+2=26984 triangle[1]:u16@357+2=27498 triangle[2]:u16@359+2=28012 "
     "uv[0]:f32@361+4=1.19058e+30 uv[1]:f32@365+4=3.09878e+32 word:text@369+6=vwxyz{; items 400+125 "
     "0:u16@404+2=39577 1:u16@406+2=40091"},
    {400, 12, "items", -1, -1,
     "404+4 of 400+32; items[0] 400+12 0:u16@404+2=39577 1:u16@406+2=40091; items[1] 412+12 "
     "0:u16@416+2=42661 1:u16@418+2=43175"},
    {412, 4, "items", -1, -1,
     "416+4 of 400+48; items[0] 400+12 0:u16@404+2=39577 1:u16@406+2=40091; items[1] 412+12 "
     "0:u16@416+2=42661 1:u16@418+2=43175; items[2] 424+12 0:u16@428+2=45745 1:u16@430+2=46259"},
    {400, 125, "items", 9, -1,
     "512+4 of 496+32; items[8] 496+12 0:u16@500+2=64249 1:u16@502+2=256; items[9] 508+12 "
     "0:u16@512+2=2826 1:u16@514+2=3340"},
    {400, 125, "items", 10, -1, "400+125 of 400+128"},
    {400, 125, "items", 0, -1,
     "404+4 of 400+32; items[0] 400+12 0:u16@404+2=39577 1:u16@406+2=40091; items[1] 412+12 "
     "0:u16@416+2=42661 1:u16@418+2=43175"},
    {400, 125, "other", 3, -1, "400+125 of 400+128"},
    {1000, 100, "runs", 1, -1,
     "1004+3 of 992+48; runs[0] 1000+4 0:u8@1000+1=247 1:u8@1001+1=248 2:u8@1002+1=249; runs[1] 1004+4 "
     "0:u8@1004+1=0 1:u8@1005+1=1 2:u8@1006+1=2; runs[2] 1032+4 0:u8@1032+1=28 1:u8@1033+1=29 "
     "2:u8@1034+1=30"},
    {1000, 100, "runs", 2, -1,
     "1032+3 of 992+64; runs[1] 1004+4 0:u8@1004+1=0 1:u8@1005+1=1 2:u8@1006+1=2; runs[2] 1032+4 "
     "0:u8@1032+1=28 1:u8@1033+1=29 2:u8@1034+1=30; runs[3] 1036+4 0:u8@1036+1=32 1:u8@1037+1=33 "
     "2:u8@1038+1=34"},
    {1000, 100, "runs", 100, -1, "1000+100 of 992+112"},
    {1000, 4, "runs", -1, -1, "1000+4 of 992+16"},
    {1210, 1, "bytes", 3, -1, "1210+1 of 1200+16"},
    {1500, 4, "", -1, -1, "1500+4 of 1488+32"},
    {2002, 1, "far.only", -1, -1,
     "2002+1 of 2000+336; far 2000+20 only:u8@2002+1=245; near 2270+50 only:u8@2272+1=13"},
    {2100, 1, "", -1, -1, "2100+1 of 2096+16"},
    {2276, 1, "near.only", -1, -1, "2276+1 of 2256+320; near 2270+50 only:u8@2272+1=13"},
    {2560, 0, "empty", -1, -1, "2560+0 of 2560+16"},
    {2602, 1, "wide.only", -1, -1, "2602+1 of 2560+2256; wide 2600+2000 only:u8@2602+1=92"},
    {2602, 5000, "wide", -1, -1, "2602+5000 of 2560+4096; wide 2600+2000 only:u8@2602+1=92"},
    {4000, 1, "wide", -1, -1, "4000+1 of 2976+1840; wide 2600+2000 only:u8@2602+1=92"},
    {4802, 1, "small[0].only", -1, -1,
     "4802+1 of 4800+16; small[0] 4800+3 only:u8@4802+1=33; small[1] 4803+3 only:u8@4805+1=36"},
    {4803, 3, "small", 1, -1,
     "4803+3 of 4800+16; small[0] 4800+3 only:u8@4802+1=33; small[1] 4803+3 only:u8@4805+1=36; small[2] "
     "4806+3 only:u8@4808+1=39"},
    {PACKED_AT, 9, "packed", 0, 0,
     "0+4 of 0+48 packed; packed[0] 0+16 0:u32@0+4=117901056; packed[1] 16+16 0:u32@16+4=117901056"},
    {PACKED_AT, 9, "packed", 49, 784,
     "784+4 of 768+64 packed; packed[48] 768+16 0:u32@768+4=117901056; packed[49] 784+16 "
     "0:u32@784+4=117901056; packed[50] 800+16 0:u32@800+4=117901057"},
    {PACKED_AT, 9, "packed", 100, 1600,
     "1600+4 of 1584+64 packed; packed[99] 1584+16 0:u32@1584+4=117901057; packed[100] 1600+16 "
     "0:u32@1600+4=117901058; packed[101] 1616+16 0:u32@1616+4=117901058"},
    {PACKED_AT, 9, "packed", 2048, 32768,
     "32768+4 of 32752+64 packed; packed[2047] 32752+16 0:u32@32752+4=117901096; packed[2048] 32768+16 "
     "0:u32@32768+4=117901096; packed[2049] 32784+16 0:u32@32784+4=117901096"},
    {PACKED_AT, 9, "packed", 16400, 262400,
     "262400+4 of 262384+64 packed; packed[16399] 262384+16 0:u32@262384+4=117901127; packed[16400] "
     "262400+16 0:u32@262400+4=117901128; packed[16401] 262416+16 0:u32@262416+4=117901128"},
    {PACKED_AT, 9, "packed", 24999, PACKED_SIZE - 16,
     "399984+4 of 399968+32 packed; packed[24998] 399968+16 0:u32@399968+4=117901299; packed[24999] "
     "399984+16 0:u32@399984+4=117901299"},
    {PACKED_AT, 9, "packed", 24999, PACKED_SIZE - 1,
     "399984+4 of 399968+32 packed; packed[24998] 399968+16 0:u32@399968+4=117901299; packed[24999] "
     "399984+16 0:u32@399984+4=117901299"},
    {PACKED_AT, 9, "packed", 25000, PACKED_SIZE,
     "400000+0 of 399744+256 packed; packed[24999] 399984+16 0:u32@399984+4=117901299"},
    {PACKED_AT, 9, "others", 2, 32, "5000+9 of 4992+32"},
    {PACKED_AT, 9, "packed", -1, -1, "5000+9 of 4992+32"},
    {10022, 1, "late.only", -1, -1,
     "10022+1 of 10016+304; late 10020+10 only:u8@10022+1=233; later 10300+4 only:u8@10302+1=11"},
    {10602, 1, "twin.only", -1, -1,
     "10602+1 of 10592+416; twin 10600+12 only:u8@10602+1=60; lesser 11000+4 only:u8@11002+1=209"},
    {11000, 60, "over", 0, -1,
     "11000+60 of 10992+80; lesser 11000+4 only:u8@11002+1=209; same 11012+12 only:u8@11014+1=221"},
    {11012, 12, "over", 1, -1,
     "11012+12 of 10992+64; lesser 11000+4 only:u8@11002+1=209; same 11012+12 only:u8@11014+1=221; "
     "larger 11024+20 only:u8@11026+1=233"},
    {11024, 12, "over", -1, -1,
     "11028+4 of 11008+48; over[1] 11012+12 0:u16@11016+2=57567 1:u16@11018+2=58081; over[2] 11024+12 "
     "0:u16@11028+2=60651 1:u16@11030+2=61165; over[3] 11036+12 0:u16@11040+2=63735 1:u16@11042+2=64249"},
    {11500, 50, "ones", 5, -1,
     "11505+1 of 11504+16; ones[4] 11504+1 0:u8@11504+1=209; ones[5] 11505+1 0:u8@11505+1=210; ones[6] "
     "11506+1 0:u8@11506+1=211"},
    {FILE_SIZE, 0, "", -1, -1, "16000+0 of 15744+256"},
    {FILE_SIZE - 8, 1, "last.only", -1, -1, "15992+1 of 15984+16; last 15990+10 only:u8@15992+1=179"},
    {10, 0, "", -1, -1, "10+0 of 0+32; head 0+16 only:u8@2+1=2; next 16+8 only:u8@18+1=18"},
};

static size_t show_value(char *text, size_t room, const al_view_field *f)
{
    if (f->value.kind == AL_VALUE_TEXT)
        return (size_t)snprintf(text, room, " %s:%s@%u+%u=%.*s", f->name, f->type, (unsigned)f->offset,
                                (unsigned)f->length, (int)f->value.as.text.length, f->value.as.text.bytes);
    if (f->value.kind == AL_VALUE_REAL)
        return (size_t)snprintf(text, room, " %s:%s@%u+%u=%g", f->name, f->type, (unsigned)f->offset,
                                (unsigned)f->length, f->value.as.real_value);
    return (size_t)snprintf(text, room, " %s:%s@%u+%u=%u", f->name, f->type, (unsigned)f->offset,
                            (unsigned)f->length, (unsigned)f->value.as.uint_value);
}

/* "OFFSET+LENGTH of FROM+SIZE; FIELD OFFSET+LENGTH NAME:TYPE@OFFSET+LENGTH=VALUE; ..." */
static void show(const al_view_place *p, char text[MOST_TEXT])
{
    size_t at_end = (size_t)snprintf(
        text, MOST_TEXT, "%u+%u of %u+%u%s%s", (unsigned)p->offset, (unsigned)p->length, (unsigned)p->from,
        (unsigned)p->size, p->inflated_of != NULL ? " " : "", p->inflated_of != NULL ? p->inflated_of : "");
    for (size_t i = 0; i < p->record_count; i++) {
        const al_view_record *r = &p->records[i];
        at_end += (size_t)snprintf(text + at_end, MOST_TEXT - at_end, "; %s %u+%u", r->field,
                                   (unsigned)r->offset, (unsigned)r->length);
        for (size_t k = 0; k < r->field_count; k++)
            at_end += show_value(text + at_end, MOST_TEXT - at_end, &r->fields[k]);
        assert_true(at_end < MOST_TEXT);
    }
}

static size_t case_of(const char *field, int64_t element)
{
    size_t i = 0;
    while (strcmp(cases[i].field, field) != 0 || cases[i].element != element)
        i++;
    return i;
}

/* A job and what it needs, for findings of the cases from `first` on. */
typedef struct search {
    al_budget budget;
    al_arena arena;
    al_inflater *inflater;
    al_job job;
    al_finding findings[sizeof cases / sizeof cases[0]];
    uint64_t elements[sizeof cases / sizeof cases[0]];
    al_aim aims[sizeof cases / sizeof cases[0]];
    al_view_place places[sizeof cases / sizeof cases[0]];
    al_result result;
} search;

static void begin(search *s, size_t first, size_t count)
{
    *s = (search){.budget = al_budget_of(UINT64_MAX, 0), .inflater = al_inflater_new()};
    s->arena = al_arena_on(&s->budget);
    assert_non_null(s->inflater);
    al_inflater_start(s->inflater, &s->budget);
    s->job = (al_job){.name = "a",
                      .file = at(0, FILE_SIZE),
                      .arena = &s->arena,
                      .inflater = s->inflater,
                      .max_inflated = UINT64_MAX};
    for (size_t i = 0; i < count; i++) {
        al_finding *f = &s->findings[i];
        s->elements[i] = (uint64_t)cases[first + i].element;
        *f = (al_finding){.offset = cases[first + i].offset,
                          .length = cases[first + i].length,
                          .field = cases[first + i].field,
                          .elements = &s->elements[i],
                          .element_count = cases[first + i].element >= 0,
                          .in_inflated = cases[first + i].inflated >= 0};
        f->inflated_offset = f->in_inflated ? (uint64_t)cases[first + i].inflated : 0;
    }
    s->result = (al_result){.findings = s->findings, .finding_count = count};
}

static bool run(search *s)
{
    static const al_hooks hooks = {.document_size = 1, .parse = parse};
    return al_view_find_records(&s->job, &hooks, &s->arena, &s->result, s->aims, s->places);
}

static void end(search *s)
{
    al_inflater_free(s->inflater);
    al_arena_free(&s->arena);
}

static void assert_place(const search *s, size_t number, size_t of_case)
{
    char text[MOST_TEXT];
    const al_view_place *p = &s->places[number];
    show(p, text);
    if (strcmp(text, cases[of_case].place) != 0)
        print_message("case %zu\n", of_case);
    assert_string_equal(text, cases[of_case].place);
    if (p->inflated_of == NULL)
        assert_memory_equal(p->bytes, file + p->from, p->size);
}

/* ---- Tests --------------------------------------------------------------------------------------------- */

static void each_finding_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        search s;
        begin(&s, i, 1);
        assert_true(run(&s));
        assert_place(&s, 0, i);
        end(&s);
    }
}

/* Findings don't take records from each other. */
static void all_findings_together(void **state)
{
    (void)state;
    search s;
    begin(&s, 0, sizeof cases / sizeof cases[0]);
    assert_true(run(&s));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_place(&s, i, i);
    end(&s);
}

/* A finding in a text file has lines instead. */
static void texts_have_no_bytes(void **state)
{
    (void)state;
    search s;
    begin(&s, 0, 1);
    s.findings[0].line = 1;
    assert_true(run(&s));
    assert_null(s.places[0].bytes);
    end(&s);
}

/* Each allocation fails once: that is told, or the place is whole. */
static void shortage_is_told(void **state)
{
    (void)state;
    const size_t of_cases[] = {case_of("inner.only", -1), case_of("sample", -1), case_of("items", 9),
                               case_of("packed", 100)};
    for (size_t i = 0; i < sizeof of_cases / sizeof of_cases[0]; i++) {
        bool failed = true;
        for (uint64_t n = 1; failed; n++) {
            search s;
            begin(&s, of_cases[i], 1);
            s.budget.fail_at = s.budget.calls + n;
            const bool ok = run(&s);
            failed = s.budget.shortage != AL_SHORTAGE_NONE;
            assert_true(ok || failed);
            if (ok)
                assert_place(&s, 0, of_cases[i]);
            end(&s);
        }
    }
}

/* What may be inflated is shared by all findings. */
static void so_much_is_inflated(void **state)
{
    (void)state;
    const size_t first = case_of("packed", 49);
    search s;
    begin(&s, first, 2);
    s.job.max_inflated = 2 * PACKED_SIZE - 1;
    assert_true(run(&s));
    assert_place(&s, 0, first);
    assert_null(s.places[1].inflated_of);
    end(&s);
    begin(&s, first, 2);
    s.job.max_inflated = 2 * PACKED_SIZE;
    assert_true(run(&s));
    assert_place(&s, 1, first + 1);
    end(&s);
}

/* Of a record with very many fields the first ones are shown. */
static al_parsed parse_large(al_job *job, void *document)
{
    static const al_row row = {.type = AL_TYPE_u8, .count = 70, .name = "many"};
    static const al_layout layout = {.title = "large", .size = 70, .rows = &row, .row_count = 1};
    const al_path path = {.name = "large", .index = -1};
    (void)document;
    job->listener->record(job->listener->context, &path, &layout, at(0, 70));
    return AL_READ;
}

static void so_many_fields_are_shown(void **state)
{
    (void)state;
    static const al_hooks hooks = {.document_size = 1, .parse = parse_large};
    search s;
    begin(&s, 0, 1);
    assert_true(al_view_find_records(&s.job, &hooks, &s.arena, &s.result, s.aims, s.places));
    assert_int_equal(s.places[0].record_count, 1);
    assert_int_equal(s.places[0].records[0].field_count, 64);
    assert_string_equal(s.places[0].records[0].fields[63].name, "many[63]");
    end(&s);
}

static al_parsed parse_nothing(al_job *job, void *document)
{
    (void)job, (void)document;
    return AL_READ;
}

static al_parsed parse_without_memory(al_job *job, void *document)
{
    (void)job, (void)document;
    return AL_NO_MEMORY;
}

/* The bytes in front of the end, 256 or all. */
static void where_a_short_file_ends(void **state)
{
    (void)state;
    static const struct {
        size_t size;
        uint64_t from;
    } files[] = {{0, 0}, {100, 0}, {256, 0}, {257, 0}, {272, 16}};
    static const al_hooks hooks = {.document_size = 1, .parse = parse_nothing},
                          short_of_memory = {.document_size = 1, .parse = parse_without_memory};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        search s;
        begin(&s, 0, 1);
        s.job.file = al_span_of(file, files[i].size);
        s.findings[0].offset = files[i].size;
        s.findings[0].length = 0;
        assert_true(al_view_find_records(&s.job, &hooks, &s.arena, &s.result, s.aims, s.places));
        assert_int_equal(s.places[0].from, files[i].from);
        assert_int_equal(s.places[0].size, files[i].size - files[i].from);
        assert_false(al_view_find_records(&s.job, &short_of_memory, &s.arena, &s.result, s.aims, s.places));
        end(&s);
    }
}

/* The first vertex of a triangle is the item that a finding about triangles is about; a finding whose
 * elements are no items of its field is about none. */
static void elements_of_another_kind(void **state)
{
    (void)state;
    static const al_target indices = {.marks = AL_MARKS_INDICES}, vertices = {.marks = AL_MARKS_VERTICES};
    static const struct {
        const al_target *target;
        al_marks marks;
        uint64_t element, offset; /* of the item; 404: of the finding's bytes */
    } aimed[] = {{NULL, AL_MARKS_NOTHING, 3, 440},        {&vertices, AL_MARKS_VERTICES, 3, 440},
                 {&vertices, AL_MARKS_TRIANGLES, 3, 404}, {&indices, AL_MARKS_INDICES, 3, 440},
                 {&indices, AL_MARKS_TRIANGLES, 2, 476},  {&indices, AL_MARKS_TRIANGLES, UINT32_MAX, 404},
                 {&indices, AL_MARKS_VERTICES, 2, 404}};
    for (size_t i = 0; i < sizeof aimed / sizeof aimed[0]; i++) {
        search s;
        begin(&s, 0, 1);
        s.elements[0] = aimed[i].element;
        s.findings[0].field = "items";
        s.findings[0].element_count = 1;
        s.findings[0].offset = 400;
        s.findings[0].length = 12;
        s.aims[0] = (al_aim){.target = aimed[i].target, .marks = aimed[i].marks};
        assert_true(run(&s));
        assert_int_equal(s.places[0].offset, aimed[i].offset);
        end(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_finding_alone),      cmocka_unit_test(all_findings_together),
        cmocka_unit_test(texts_have_no_bytes),     cmocka_unit_test(shortage_is_told),
        cmocka_unit_test(so_much_is_inflated),     cmocka_unit_test(so_many_fields_are_shown),
        cmocka_unit_test(where_a_short_file_ends), cmocka_unit_test(elements_of_another_kind),
    };
    make_file();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
