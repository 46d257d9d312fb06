/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls into HDF5: serialized, without its own printing, with its error messages.
 *
 * HDF5 has global state, so every caller takes a turn first. */
#ifndef LUDO_TRAJECTORY_H5_H
#define LUDO_TRAJECTORY_H5_H

#include "core/memory.h"
#include "ludo/status.h"

#include <hdf5.h>

/* The error handler before the turn. */
typedef struct h5_turn {
    H5E_auto2_t print;
    void *data;
} h5_turn;

/* Wait for other threads, then install the error handler. */
h5_turn ludo_h5_enter(void);
void ludo_h5_leave(h5_turn turn);

/* Close anything that is open. */
static inline void h5_close(hid_t id)
{
    if (id >= 0) {
        (void)H5Idec_ref(id);
    }
}

/* An open file, and the receiver of its problems. */
typedef struct h5_file {
    hid_t id;
    const char *path;
    ludo_allocator allocator;
    ludo_diagnostic *why; /* may be NULL */
} h5_file;

/* Report a problem of the file. @return the status */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
ludo_status
ludo_h5_say(const h5_file *f, ludo_status status, const char *format, ...);

/* Report the text of a status. @return the status */
ludo_status ludo_h5_say_status(const h5_file *f, ludo_status status);

/* Report LUDO_NO_MEMORY. @return LUDO_NO_MEMORY */
ludo_status ludo_h5_no_memory(const h5_file *f);

/* Report that the file could not be written, with the first error of HDF5 or of the system in this
 * turn. @return LUDO_IO */
ludo_status ludo_h5_unwritten(const h5_file *f);

/* Report that an object could not be read, with that error.
 * @return LUDO_IO for an error of the system, else LUDO_PARSE: the contents are invalid */
ludo_status ludo_h5_unread(const h5_file *f, const char *name);

/* Report that an object is not as in a trajectory: by `what`, or by the error of HDF5 if one
 * occurred. @return LUDO_PARSE, LUDO_IO */
ludo_status ludo_h5_unfit(const h5_file *f, const char *name, const char *what);

/* Clear the recorded error of this turn, which is harmless. */
void ludo_h5_forget(void);

/* Whether object `name` ("a/b"), and each group on the way, is in this file itself and not behind a
 * link to another file. */
bool ludo_h5_holds(const h5_file *f, const char *name);

/* The bytes of the file: an upper bound of every size in it. */
hsize_t ludo_h5_length(const h5_file *f);

#endif
