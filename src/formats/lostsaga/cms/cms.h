/* cms.h: the document of a Lost Saga CMS, for the rules. */
#ifndef AL_LOSTSAGA_CMS_H
#define AL_LOSTSAGA_CMS_H

#include "formats/lostsaga/lostsaga.h"
#include "kit/hooks.h"

#define AL_RULES "rules/cms.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

#define AL_LAYOUT "formats/lostsaga/cms/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

typedef struct cms_file {
    lsa_file file;
    uint32_t vertices, faces;
    bool has_vertices; /* the file is large enough for the count */
    bool has_faces;
    al_span positions;  /* the part that exists */
    al_span face_count; /* the record */
    al_span face_bytes;
} cms_file;

extern const al_layout *const cms_layouts[];
extern const al_hooks cms_hooks;

al_parsed cms_parse(al_job *job, void *document);

#endif
