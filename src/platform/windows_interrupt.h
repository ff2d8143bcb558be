/* windows_interrupt.h: how the files of this folder hear that somebody wants the program to end. */
#ifndef AL_PLATFORM_WINDOWS_INTERRUPT_H
#define AL_PLATFORM_WINDOWS_INTERRUPT_H

#include "platform/platform.h"
#include "platform/windows_error.h"

/* An event that is set once there was an interrupt; NULL: nobody notes any. */
HANDLE al_interrupt_event(void);

/* Whether an event of the console is one that is noted. */
bool al_is_caught_event(DWORD event);

/* Removes the files that are not whole; nothing is written after that. */
void al_remove_unfinished(void);

#endif
