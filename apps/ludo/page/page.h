/* SPDX-License-Identifier: Apache-2.0
 *
 * Pages for browsers: the template of web/ with a JSON text and a block of numbers in it, in one
 * file. web/src/data/page.ts says what they hold.
 *
 * A page without its meshes is to be no larger than PAGE_LARGEST bytes. Budgets say how many frames
 * and points there may be; what turns out larger is made again with half of them, as long as they
 * leave something to look at; one that is still too large is made, and it is said. */
#ifndef LUDO_APP_PAGE_PAGE_H
#define LUDO_APP_PAGE_PAGE_H

#include "page/deflate_block.h"
#include "data/recorded_run.h"

#include "ludo/ludo.h"

enum { PAGE_LARGEST = 2000000 };

/* A page that is being made. */
typedef struct page {
    json j;                /* in the page's object */
    deflate_block numbers; /* of all runs */
    int32_t runs;          /* how many there are */
    double share;          /* of the budgets: 1, then half of it, ... */
    bool spare;            /* whether with a smaller share there would be less in it */
} page;

/* What writes the members `runs` and `comparison` into a page, as often as it is asked. Says what
 * goes wrong. */
typedef outcome page_content(page *p, const void *of);

/* Look whether this program has pages at all. Says so where it has not: a misuse. */
outcome ludo_page_check(void);

/* Make a page of so many runs: the file at the path is replaced. Warns where it is too large. */
outcome ludo_page_make(const char *path, int32_t runs, page_content *content, const void *of);

/* Write a run that was recorded, whose file is called `file` in the page. */
outcome ludo_page_write_run(page *p, const char *key, recorded_run *r, const char *file);

/* Write the mechanism of a run. */
outcome ludo_page_write_model(page *p, const char *key, const recorded_run *r, const char *file);

/* How many points a quantity may have, in a run of so many quantities and knots. */
int32_t ludo_page_points(page *p, int32_t among, int64_t knots);

/* How many frames a film may have, of so many bodies and knots for so long [s]. */
int32_t ludo_page_frames(page *p, int32_t bodies, int64_t knots, double duration);

#endif
