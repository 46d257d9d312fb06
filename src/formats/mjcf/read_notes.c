/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF: warnings, and notes on unsupported elements. */
#include "formats/mjcf/read.h"

void ludo_mjcf_unsupported(mjcf *r, int32_t element, const char *message)
{
    ludo_reader_unsupported(&r->base, element, message);
}

void ludo_mjcf_warn(mjcf *r, ludo_note_kind kind, int32_t element, const char *what,
                    const char *detail)
{
    ludo_reader_warn(&r->base, kind, element, "", what, detail);
}
