/* interrupt_watchdog.h: ends an interrupted run soon. Checks regularly ask whether the run is stopped, but
 * one rule may take any time for a large array. So a thread waits for an interrupt; if the run hasn't ended
 * half a second later, the thread writes the reports and ends the program while the other threads still work.
 */
#ifndef AL_CLI_INTERRUPT_WATCHDOG_H
#define AL_CLI_INTERRUPT_WATCHDOG_H

typedef struct interrupt_watchdog interrupt_watchdog;

/* Starts the thread. `close` writes the reports and returns the exit status; the program then ends at once.
 * NULL if the system refuses a thread: then an interrupted run ends when its checks notice the interrupt. */
interrupt_watchdog *interrupt_watchdog_begin(int (*close)(void *context), void *context);

/* Call it when the run has ended: `close` isn't called from then on. If the thread is calling `close`, this
 * function doesn't return. `watchdog` may be NULL. */
void interrupt_watchdog_end(interrupt_watchdog *watchdog);

#endif
