/* notices.h: what a run tells its client besides results. */
#ifndef AL_PROJECT_NOTICES_H
#define AL_PROJECT_NOTICES_H

#include <assetlint/assetlint.h>

/* Where notices go. All zero: nowhere. */
typedef struct al_notices {
    void *context;
    void (*notice)(void *context, const al_notice *notice);
} al_notices;

static inline void al_notify(const al_notices *to, al_notice_kind kind, const char *path, const char *text)
{
    const al_notice notice = {.kind = kind, .path = path, .text = text};
    if (to->notice != NULL)
        to->notice(to->context, &notice);
}

#endif
