/* SPDX-License-Identifier: Apache-2.0
 *
 * The page of sweeps, page.html, in the program: its parts before and after the contents. The build
 * writes them (cmake/embed.cmake). */
#ifndef LUDO_APP_SWEEP_PAGE_TEMPLATE_H
#define LUDO_APP_SWEEP_PAGE_TEMPLATE_H

#include <stddef.h>

extern const unsigned char ludo_sweep_page_head[], ludo_sweep_page_tail[];
extern const size_t ludo_sweep_page_head_size, ludo_sweep_page_tail_size;

#endif
