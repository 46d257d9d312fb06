/* SPDX-License-Identifier: Apache-2.0
 *
 * The page template of web/ in the program: its parts before and after the contents. The build
 * writes them from the template (cmake/embed.cmake); without a template they are empty. */
#ifndef LUDO_APP_PAGE_PAGE_TEMPLATE_H
#define LUDO_APP_PAGE_PAGE_TEMPLATE_H

#include <stddef.h>

extern const unsigned char ludo_page_head[], ludo_page_tail[];
extern const size_t ludo_page_head_size, ludo_page_tail_size;

#endif
