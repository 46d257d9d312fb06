/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of HDF5 made in memory, so that HDF5 touches no file of the user: the caller writes the
 * bytes. After the first failure all calls do nothing, and the end reports that failure.
 *
 * HDF5 is for one thread at a time: call these functions while no other thread uses it. */
#ifndef LUDO_APP_SWEEP_H5_IMAGE_H
#define LUDO_APP_SWEEP_H5_IMAGE_H

#include "ludo/status.h"

#include <hdf5.h>
#include <stdbool.h>

/* A file being made. */
typedef struct h5_image {
    hid_t file; /* its root group, too */
    bool failed;
    char why[256];     /* what failed first */
    H5E_auto2_t print; /* the error handler before, with its data */
    void *data;
} h5_image;

/* Types of values, with that of their elements. */
typedef enum h5_kind {
    H5_DOUBLE, /* double */
    H5_INT32,  /* int32_t */
    H5_TEXT    /* const char *; UTF-8, of any length */
} h5_kind;

/* Values of one kind; count < 0: a single one. */
typedef struct h5_values {
    h5_kind kind;
    int32_t count;
    const void *values;
} h5_values;

/* Begin a file; call ludo_sweep_h5_end() in any case. `bytes`: about the size of the file. */
void ludo_sweep_h5_begin(h5_image *f, size_t bytes);

/* Create a group of the root that keeps the order of its members. Close it. */
hid_t ludo_sweep_h5_group(h5_image *f, const char *name);

/* Write a dataset in a group. The name is `title` with '|' for '/', which HDF5 reserves; if it is
 * taken, with a number behind: "title#2". Close it. */
hid_t ludo_sweep_h5_dataset(h5_image *f, hid_t group, const char *title, h5_values values);

void ludo_sweep_h5_close(hid_t object);

/* Write an attribute of an object; the second one: a text, the third one: an integer. */
void ludo_sweep_h5_attribute(h5_image *f, hid_t object, const char *name, h5_values values);
void ludo_sweep_h5_text(h5_image *f, hid_t object, const char *name, const char *text);
void ludo_sweep_h5_integer(h5_image *f, hid_t object, const char *name, int32_t value);
void ludo_sweep_h5_number(h5_image *f, hid_t object, const char *name, double value);

/* Report a failure of the caller, unless one is known. */
void ludo_sweep_h5_fail(h5_image *f, const char *why);

/* End the file. Returns its bytes, which the caller frees; NULL: f->why says what failed. */
void *ludo_sweep_h5_end(h5_image *f, size_t *size);

#endif
