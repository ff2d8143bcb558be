/* common.h: what systems have in common whose errors are those of the C library. */
#ifndef AL_PLATFORM_COMMON_H
#define AL_PLATFORM_COMMON_H

/* The text of an error that C libraries put into different words; NULL of the others. */
const char *al_usual_error_text(int error);

#endif
