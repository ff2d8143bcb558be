/* posix_interrupt.h: how those who wait for bytes hear that somebody wants the program to end. */
#ifndef AL_PLATFORM_POSIX_INTERRUPT_H
#define AL_PLATFORM_POSIX_INTERRUPT_H

/* A descriptor that can be read from once there was an interrupt, and never before; -1: nobody notes any. */
int al_interrupt_pipe(void);

#endif
