/* windows_interrupt.h: lets functions that wait also wait for an interrupt. */
#ifndef AL_PLATFORM_WINDOWS_INTERRUPT_H
#define AL_PLATFORM_WINDOWS_INTERRUPT_H

#include "platform/platform.h"
#include "platform/windows_error.h"

/* The event that the first interrupt sets; NULL if al_catch_interrupts was not called. */
HANDLE al_interrupt_event(void);

/* True for an event of the console that al_catch_interrupts handles. */
bool al_is_caught_event(DWORD event);

#endif
