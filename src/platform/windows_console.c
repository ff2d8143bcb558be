/* windows_console.c: the start of a program, its words and its console. */
#include "platform/platform.h"
#include "platform/windows_error.h"
#include "platform/windows_file.h"
#include "platform/windows_text.h"

#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#include <stdlib.h>

const char *const al_end_of_input_keys = "Ctrl-Z and Enter at the start of a line end it";
const bool al_must_expand_patterns = true;

/* What the console was before us: whoever uses it next wants it so. */
static struct {
    DWORD mode;
    UINT code_page;
    bool takes_sequences;
    bool is_ours; /* asked at the start: reports close standard output */
} console;

static void restore_console(void)
{
    if (console.code_page != 0)
        (void)SetConsoleOutputCP(console.code_page);
    const HANDLE handle =
        CreateFileW(L"CONOUT$", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                    OPEN_EXISTING, 0, NULL); /* standard output is closed by now */
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
    /* Consoles before Windows 10 would show the sequences themselves. */
    console.takes_sequences = SetConsoleMode(handle, console.mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
    (void)atexit(restore_console);
}

/* Bytes go out as they are: no carriage return before a line end. The C library would hand each byte to a
 * console by itself, which tears characters apart. */
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
    /* Neither a missing disk nor a fault of ours shows a window, for which a build server would wait. */
    (void)SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    (void)_set_error_mode(_OUT_TO_STDERR);
    (void)_set_invalid_parameter_handler(ignore_parameter);
    prepare_console();
    return prepare_streams();
}

char **al_program_arguments(int count, char **words)
{
    int wide_count = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &wide_count);
    char **narrow = wide != NULL ? calloc((size_t)wide_count + 1, sizeof *narrow) : NULL;
    (void)count, (void)words; /* they are in a code page that has few characters */
    bool is_whole = narrow != NULL;
    for (int i = 0; is_whole && i < wide_count; i++) {
        narrow[i] = al_narrow_path(wide[i], wcslen(wide[i]));
        is_whole = narrow[i] != NULL;
    }
    (void)LocalFree(wide);
    if (is_whole)
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

bool al_owns_console(void)
{
    return console.is_ours;
}

/* Keys that were pressed before, while nothing was shown yet, don't count. */
void al_wait_for_key(void)
{
    const HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    (void)FlushConsoleInputBuffer(input);
    for (;;) {
        INPUT_RECORD event;
        DWORD count = 0;
        if (!ReadConsoleInputW(input, &event, 1, &count) || count == 0 ||
            (event.EventType == KEY_EVENT && event.Event.KeyEvent.bKeyDown))
            return;
    }
}
