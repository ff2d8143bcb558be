/* status_line.h: one line at the bottom of the terminal that stderr is, which comes and goes. There is one
 * terminal, so there is one line, and whatever else is written to that terminal makes it step aside:
 *
 *     status_line_pause();
 *     fputs("something\n", stderr);
 *     status_line_resume();
 */
#ifndef ASSETLINT_CLI_STATUS_LINE_H
#define ASSETLINT_CLI_STATUS_LINE_H

#include <stdbool.h>

/* Before other threads begin, and after they ended. False when the system refuses. */
bool status_line_open(void);
void status_line_close(void);

/* Puts a text there, which is shorter than the terminal is wide. */
void status_line_show(const char *text);

/* Takes the line away until it is shown anew; nobody shows it before status_line_resume. Both do nothing when
 * no line is open. They don't nest. */
void status_line_pause(void);
void status_line_resume(void);

#endif
