/* windows_sandbox.c: gives up what the program never needs, by process mitigation policies of Windows 8 and
 * later. Windows has no way to forbid files by their paths to a program that runs already. */
#include "platform/platform.h"

#include <string.h>
#include <windows.h>

/* PROCESS_MITIGATION_POLICY, for programs that must start on Windows 7, too. Strict checks of handles are
 * left out: they end the program where a parent has closed a standard stream. */
enum { DYNAMIC_CODE = 2, EXTENSION_POINTS = 6, IMAGE_LOAD = 10, CHILD_PROCESS = 13 };

/* Each policy is one word of flags. */
static const struct {
    int number;
    DWORD flags;
} policies[] = {
    {DYNAMIC_CODE, 1},     /* no code but that of files */
    {EXTENSION_POINTS, 1}, /* no DLLs of others by hooks and input methods */
    {IMAGE_LOAD, 7},       /* no DLL of a network folder or of low integrity; those of Windows first */
    {CHILD_PROCESS, 1},
};

typedef BOOL(WINAPI *set_policy)(int number, void *flags, SIZE_T size);

/* NULL on Windows 7. */
static set_policy find_set_policy(void)
{
    set_policy found = NULL;
    const HMODULE kernel = GetModuleHandleW(L"kernel32.dll");
    const FARPROC function = kernel != NULL ? GetProcAddress(kernel, "SetProcessMitigationPolicy") : NULL;
    if (function != NULL)
        memcpy(&found, &function, sizeof found);
    return found;
}

const char *al_sandbox_enter(al_sandbox *sandbox)
{
    bool code = false, processes = false;
    const set_policy set = find_set_policy();
    (void)sandbox;
    for (size_t i = 0; set != NULL && i < sizeof policies / sizeof policies[0]; i++) {
        if (policies[i].number == CHILD_PROCESS && al_owns_console())
            continue; /* the window of a drop may start the browser */
        DWORD flags = policies[i].flags;
        const bool done = set(policies[i].number, &flags, sizeof flags);
        code = code || (done && policies[i].number == DYNAMIC_CODE);
        processes = processes || (done && policies[i].number == CHILD_PROCESS);
    }
    if (code && processes)
        return "new code, programs (process mitigation)";
    return code ? "new code (process mitigation)" : "none";
}
