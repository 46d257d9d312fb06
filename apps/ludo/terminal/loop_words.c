/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts about loop constraints. */
#include "terminal/loop_words.h"

#include <stdio.h>
#include <string.h>

const char *ludo_loop_words_noun(const ludo_loop_info *loop)
{
    if (strcmp(loop->type, "coupling") == 0) {
        return "coupling";
    }
    return loop->joint >= 0 ? "joint" : "closure";
}

/* Smaller errors are round-off [m, rad]. */
static const double closed = 1e-9;

bool ludo_loop_words_is_open(double gap, double tilt)
{
    return gap > closed || tilt > closed;
}

phrase ludo_loop_words_error(double gap, double tilt)
{
    static const double degrees = 57.295779513082320877;
    phrase p;
    if (tilt <= closed) {
        (void)snprintf(p.text, sizeof p.text, "%.3g m", gap);
    } else if (gap <= closed) {
        (void)snprintf(p.text, sizeof p.text, "%.3g degrees", degrees * tilt);
    } else {
        (void)snprintf(p.text, sizeof p.text, "%.3g m and %.3g degrees", gap, degrees * tilt);
    }
    return p;
}

/* Indexed by the number of rows of a kind minus 1, and by the row. */
typedef const char *row_names[3][3];

static const row_names translations = {
    {"translation along the axis"},
    {"first translation across the axis", "second translation across the axis"},
    {"translation along x", "translation along y", "translation along z"},
};

static const row_names rotations = {
    {"rotation between the axes"},
    {"first rotation across the axis", "second rotation across the axis"},
    {"rotation about x", "rotation about y", "rotation about z"},
};

phrase ludo_loop_words_row(const ludo_loop_info *loop, int32_t row)
{
    const bool turns = row >= loop->translations;
    const int32_t count = turns ? loop->rows - loop->translations : loop->translations;
    const int32_t which = turns ? row - loop->translations : row;
    phrase p;
    if (strcmp(loop->type, "coupling") == 0) {
        (void)snprintf(p.text, sizeof p.text, loop->spring >= 0 ? "the length" : "the coordinate");
    } else if (count > 3) { /* a composite joint */
        (void)snprintf(p.text, sizeof p.text, "row %d", (int)row);
    } else {
        (void)snprintf(p.text, sizeof p.text, "%s",
                       (turns ? rotations : translations)[count - 1][which]);
    }
    return p;
}
