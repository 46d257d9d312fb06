/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls into HDF5: one thread at a time, without its printing, and with what it says when they
 * fail. Its state is global, so whoever calls it takes a turn first. */
#ifndef LUDO_TRAJECTORY_H5_H
#define LUDO_TRAJECTORY_H5_H

#include "core/memory.h"
#include "ludo/status.h"

#include <hdf5.h>

/* What HDF5 did with its errors before. */
typedef struct h5_turn {
    H5E_auto2_t print;
    void *data;
} h5_turn;

/* Wait for all others, then let HDF5 keep its errors to itself. */
h5_turn ludo_h5_enter(void);
void ludo_h5_leave(h5_turn turn);

/* Close anything that is open. */
static inline void h5_close(hid_t id)
{
    if (id >= 0) {
        (void)H5Idec_ref(id);
    }
}

/* A file that is being written or read, and who hears what is wrong with it. */
typedef struct h5_file {
    hid_t id;
    const char *path;
    ludo_allocator allocator;
    ludo_diagnostic *why; /* may be NULL */
} h5_file;

/* Say something of the file. @return the status */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
ludo_status
ludo_h5_say(const h5_file *f, ludo_status status, const char *format, ...);

/* Say what a status means. @return the status */
ludo_status ludo_h5_say_status(const h5_file *f, ludo_status status);

/* Say that there was no memory. @return LUDO_NO_MEMORY */
ludo_status ludo_h5_no_memory(const h5_file *f);

/* Say of the file what HDF5, or the system below it, said of the first call that failed in this
 * turn. @return LUDO_IO */
ludo_status ludo_h5_unwritten(const h5_file *f);

/* The same of something in it that could not be read.
 * @return LUDO_IO where the system said no, else LUDO_PARSE: what is there makes no sense */
ludo_status ludo_h5_unread(const h5_file *f, const char *name);

/* Say that something is not as in a trajectory: as `what` has it where HDF5 didn't fail, else what
 * it said. @return LUDO_PARSE, LUDO_IO */
ludo_status ludo_h5_unfit(const h5_file *f, const char *name, const char *what);

/* Forget what failed in this turn: it didn't matter. */
void ludo_h5_forget(void);

/* Whether what is below `name` ("a/b"), and each group on the way there, is in this file itself and
 * not in another one that it points to. */
bool ludo_h5_holds(const h5_file *f, const char *name);

/* The bytes of the file: nothing in it can be longer. */
hsize_t ludo_h5_length(const h5_file *f);

#endif
