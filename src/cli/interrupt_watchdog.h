/* interrupt_watchdog.h: sees to it that an interrupted run ends soon. Whoever checks a file looks now and
 * then whether that is still wanted, but there is no bound on how long a rule may take over a large array. So
 * a thread of its own waits for the interrupt, and when the run hasn't ended by itself a moment later, it
 * writes the reports and ends the program in the middle of whatever the others do.
 */
#ifndef AL_CLI_INTERRUPT_WATCHDOG_H
#define AL_CLI_INTERRUPT_WATCHDOG_H

typedef struct closer closer;

/* `close` writes what there is to write and returns the exit status, which the program ends with at once.
 * NULL when the system refuses: then nobody waits, and an interrupt takes as long as it takes. All functions
 * take that, too. */
closer *closer_begin(int (*close)(void *context), void *context);

/* Around whatever touches what `close` touches. */
void closer_enter(closer *c);
void closer_leave(closer *c);

/* The run ends by itself: `close` isn't called any more. Doesn't return where it is being called. */
void closer_end(closer *c);

#endif
