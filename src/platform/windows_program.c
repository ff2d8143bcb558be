/* windows_program.c: the program's start and its console. */
#include "platform/windows_internal.h"

#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#include <stdio.h>
#include <stdlib.h>

/* The settings of the console before the program changed them; restored at its end. */
static struct {
    DWORD mode;
    UINT code_page;
    bool takes_sequences;
    bool is_ours; /* determined at the start, because reports close standard output */
} console;

static void restore_console(void)
{
    if (console.code_page != 0)
        (void)SetConsoleOutputCP(console.code_page);
    const HANDLE handle =
        CreateFileW(L"CONOUT$", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                    OPEN_EXISTING, 0, NULL); /* standard output may be closed already */
    if (handle == INVALID_HANDLE_VALUE)
        return;
    if (console.takes_sequences)
        (void)SetConsoleMode(handle, console.mode);
    (void)CloseHandle(handle);
}

static bool is_console(DWORD stream)
{
    DWORD mode;
    return GetConsoleMode(GetStdHandle(stream), &mode) != 0;
}

static void prepare_console(void)
{
    DWORD processes[2];
    console.is_ours = is_console(STD_INPUT_HANDLE) && is_console(STD_OUTPUT_HANDLE) &&
                      is_console(STD_ERROR_HANDLE) && GetConsoleProcessList(processes, 2) == 1;
    const HANDLE handle = GetStdHandle(is_console(STD_OUTPUT_HANDLE) ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
    if (GetConsoleMode(handle, &console.mode) == 0)
        return;
    console.code_page = GetConsoleOutputCP();
    (void)SetConsoleOutputCP(CP_UTF8);
    /* Fails before Windows 10, whose consoles would show the sequences as text. */
    console.takes_sequences = SetConsoleMode(handle, console.mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
    (void)atexit(restore_console);
}

/* Binary mode: no carriage return is added before a line feed. The buffers are needed because the C library
 * would write each byte to the console separately, which breaks characters of several bytes. */
static bool prepare_streams(void)
{
    enum { BUFFER = 4096 };
    (void)_setmode(_fileno(stdin), _O_BINARY);
    (void)_setmode(_fileno(stdout), _O_BINARY);
    (void)_setmode(_fileno(stderr), _O_BINARY);
    return setvbuf(stdout, NULL, _IOFBF, BUFFER) == 0 && setvbuf(stderr, NULL, _IOFBF, BUFFER) == 0;
}

static void ignore_parameter(const wchar_t *expression, const wchar_t *function, const wchar_t *file,
                             unsigned line, uintptr_t reserved)
{
    (void)expression, (void)function, (void)file, (void)line, (void)reserved;
}

bool al_program_start(void)
{
    /* Don't show a dialog for a missing disk or a crash: a build server would wait for it for ever. */
    (void)SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    (void)_set_error_mode(_OUT_TO_STDERR);
    (void)_set_invalid_parameter_handler(ignore_parameter);
    prepare_console();
    return prepare_streams();
}

/* Ignores the arguments of main: they are in a code page that lacks most characters. */
char **al_program_arguments(int count, char **arguments)
{
    int wide_count = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &wide_count);
    char **narrow = wide != NULL ? calloc((size_t)wide_count + 1, sizeof *narrow) : NULL;
    (void)count, (void)arguments;
    bool complete = narrow != NULL;
    for (int i = 0; complete && i < wide_count; i++) {
        narrow[i] = al_narrow_path(wide[i], wcslen(wide[i]));
        complete = narrow[i] != NULL;
    }
    (void)LocalFree(wide);
    if (complete)
        return narrow;
    for (int i = 0; narrow != NULL && narrow[i] != NULL; i++)
        free(narrow[i]);
    free(narrow);
    return NULL;
}

int al_terminal_width(al_file file)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo(al_handle_of(file), &info))
        return 0;
    return info.srWindow.Right - info.srWindow.Left + 1;
}

bool al_terminal_takes_sequences(al_file file)
{
    return console.takes_sequences && al_file_is_terminal(file);
}

const char *al_end_of_input_keys(void)
{
    return "Ctrl-Z and Enter at the start of a line end it";
}

bool al_owns_console(void)
{
    return console.is_ours;
}

bool al_show_file(const char *path)
{
    wchar_t *file = al_wide_text(path);
    for (wchar_t *at = file; at != NULL && *at != L'\0'; at++)
        if (*at == L'/')
            *at = L'\\';
    SHELLEXECUTEINFOW request = {.cbSize = sizeof request,
                                 .fMask = SEE_MASK_FLAG_NO_UI | SEE_MASK_NOASYNC,
                                 .lpVerb = L"open",
                                 .lpFile = file,
                                 .nShow = SW_SHOWNORMAL};
    const bool shown = file != NULL && ShellExecuteExW(&request);
    free(file);
    return shown;
}

/* Ignores keys that were pressed before the call. */
int al_wait_for_key(void)
{
    const HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    (void)FlushConsoleInputBuffer(input);
    for (;;) {
        INPUT_RECORD event;
        DWORD count = 0;
        if (!ReadConsoleInputW(input, &event, 1, &count) || count == 0)
            return 0;
        if (event.EventType == KEY_EVENT && event.Event.KeyEvent.bKeyDown)
            return event.Event.KeyEvent
                .wVirtualKeyCode; /* those of letters and digits are their ASCII codes */
    }
}
