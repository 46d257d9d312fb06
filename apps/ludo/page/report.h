/* SPDX-License-Identifier: Apache-2.0
 *
 * Reports: a page of one run. */
#ifndef LUDO_APP_PAGE_REPORT_H
#define LUDO_APP_PAGE_REPORT_H

#include "terminal/errors.h"

/* Make a report of a trajectory; `file`: its file name shown in the page. Prints errors. */
outcome ludo_report_make(const char *trajectory, const char *file, const char *path);

#endif
