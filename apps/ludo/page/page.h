/* SPDX-License-Identifier: Apache-2.0
 *
 * Pages for browsers: one file with the template of web/, a JSON text and a block of numbers.
 * web/src/data/page.ts defines their contents.
 *
 * A page without its meshes should have at most PAGE_LARGEST bytes. Budgets limit the numbers of
 * frames and points; a page that is too large is composed again with half the budgets, down to a
 * minimum. A page that is still too large is written with a warning. */
#ifndef LUDO_APP_PAGE_PAGE_H
#define LUDO_APP_PAGE_PAGE_H

#include "data/recorded_run.h"
#include "page/deflate_block.h"

#include "ludo/ludo.h"

enum { PAGE_LARGEST = 2000000 };

/* A page being composed. */
typedef struct page {
    json j;                /* inside the page's object */
    deflate_block numbers; /* of all runs */
    int32_t runs;          /* number of runs */
    double share;          /* of the budgets: 1, 1/2, 1/4, ... */
    bool reducible;        /* a smaller share would make the page smaller */
} page;

/* A function that writes the members `runs` and `comparison` of a page; called repeatedly. Prints
 * errors. */
typedef outcome page_content(page *p, const void *of);

/* Check that this program has a page template; prints an error (OUTCOME_USAGE) if not. */
outcome ludo_page_check(void);

/* Write a page of `runs` runs; replaces the file at the path. Warns if the page is too large. */
outcome ludo_page_make(const char *path, int32_t runs, page_content *content, const void *of);

/* Write a recorded run; `file`: its file name shown in the page. */
outcome ludo_page_write_run(page *p, const char *key, recorded_run *r, const char *file);

/* Write the model of a run. */
outcome ludo_page_write_model(page *p, const char *key, const recorded_run *r, const char *file);

/* The number of points of each of `among` quantities with `knots` knots. */
int32_t ludo_page_points(page *p, int32_t among, int64_t knots);

/* The number of frames of a film of `bodies` bodies and `knots` knots that lasts `duration` [s]. */
int32_t ludo_page_frames(page *p, int32_t bodies, int64_t knots, double duration);

#endif
