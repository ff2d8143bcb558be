/* windows_interrupt.c: records the first Ctrl-C; the second one ends the program. Windows calls the handler
 * in a new thread. */
#include "platform/common.h"
#include "platform/windows_internal.h"

#include <stdatomic.h>

static struct {
    HANDLE event; /* NULL before al_catch_interrupts */
    atomic_bool caught;
    UINT exit_status;
} interrupt;

HANDLE al_interrupt_event(void)
{
    return interrupt.event;
}

bool al_is_caught_event(DWORD event)
{
    return interrupt.event != NULL && (event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT);
}

static BOOL WINAPI handle_event(DWORD event)
{
    if (!al_is_caught_event(event))
        return FALSE; /* the window is closing: not enough time to finish a report */
    if (!atomic_exchange(&interrupt.caught, true)) {
        (void)SetEvent(interrupt.event);
        return TRUE;
    }
    al_remove_unfinished();
    ExitProcess(interrupt.exit_status);
}

bool al_catch_interrupts(int exit_status)
{
    interrupt.exit_status = (UINT)exit_status;
    interrupt.event = CreateEventW(NULL, TRUE, FALSE, NULL);
    return interrupt.event != NULL && SetConsoleCtrlHandler(handle_event, TRUE) != 0;
}

bool al_interrupted(void)
{
    return atomic_load_explicit(&interrupt.caught, memory_order_relaxed);
}

uint64_t al_clock(void)
{
    return GetTickCount64();
}
