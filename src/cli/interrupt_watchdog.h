/* interrupt_watchdog.h: ends an interrupted run soon. A check asks now and then whether the run is stopped,
 * but how long one rule takes over a large array has no bound. So a thread waits for an interrupt, and if the
 * run hasn't ended half a second later, it writes the reports and ends the program while the other threads
 * are at work.
 */
#ifndef AL_CLI_INTERRUPT_WATCHDOG_H
#define AL_CLI_INTERRUPT_WATCHDOG_H

typedef struct interrupt_watchdog interrupt_watchdog;

/* `close` writes the reports and returns the exit status, with which the program ends at once. NULL when the
 * system refuses a thread: then an interrupted run ends when its checks have noticed. */
interrupt_watchdog *interrupt_watchdog_begin(int (*close)(void *context), void *context);

/* The run has ended: `close` isn't called any more. Doesn't return while it is being called. May be given
 * NULL. */
void interrupt_watchdog_end(interrupt_watchdog *watchdog);

#endif
