/* status_line.h: a line at the bottom of the terminal (stderr), which shows progress. There is one terminal,
 * so there is one line. Code that writes anything else to the terminal hides the line meanwhile:
 *
 *     status_line_pause();
 *     fputs("something\n", stderr);
 *     status_line_resume();
 */
#ifndef ASSETLINT_CLI_STATUS_LINE_H
#define ASSETLINT_CLI_STATUS_LINE_H

#include <stdbool.h>

/* Call them while no other thread uses the line. False if the system can't make a lock. */
bool status_line_open(void);
void status_line_close(void);

/* Shows a text. It must be shorter than the terminal is wide. */
void status_line_show(const char *text);

/* status_line_pause clears the line and holds its lock until status_line_resume: other threads that show it
 * wait. Both do nothing when no line is open. They don't nest. */
void status_line_pause(void);
void status_line_resume(void);

#endif
