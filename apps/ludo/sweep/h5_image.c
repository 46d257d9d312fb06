/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of HDF5 in memory: the core driver without a file behind it. The files have no time stamps,
 * so that equal contents are equal bytes. They have the oldest format that fits: newer ones mark
 * files that are being written, and H5Fget_file_image() clears the mark but leaves the checksum
 * above it. */
#include "sweep/h5_image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- failures ---- */

/* HDF5's error walk starts at the innermost error: keep that one. */
static herr_t take_reason(unsigned number, const H5E_error2_t *error, void *to)
{
    h5_image *f = to;
    if (number == 0) {
        (void)snprintf(f->why, sizeof f->why, "HDF5: %s", error->desc);
    }
    return 0;
}

void ludo_sweep_h5_fail(h5_image *f, const char *why)
{
    if (!f->failed) {
        f->failed = true;
        (void)snprintf(f->why, sizeof f->why, "%s", why);
    }
}

/* Keep the first failure of HDF5; returns whether there is none. */
static bool check(h5_image *f, bool good)
{
    if (!good && !f->failed) {
        ludo_sweep_h5_fail(f, "HDF5 failed");
        (void)H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_reason, f);
    }
    return !f->failed;
}

void ludo_sweep_h5_close(hid_t object)
{
    if (object >= 0) {
        (void)H5Idec_ref(object);
    }
}

/* ---- types and spaces ---- */

/* The type of elements in the file, or in memory. The types of HDF5 are known at run time only. */
static hid_t type_of(h5_kind kind, bool in_file)
{
    if (kind == H5_DOUBLE) {
        return H5Tcopy(in_file ? H5T_IEEE_F64LE : H5T_NATIVE_DOUBLE);
    }
    if (kind == H5_INT32) {
        return H5Tcopy(in_file ? H5T_STD_I32LE : H5T_NATIVE_INT32);
    }
    const hid_t text = H5Tcopy(H5T_C_S1);
    if (H5Tset_size(text, H5T_VARIABLE) < 0 || H5Tset_cset(text, H5T_CSET_UTF8) < 0) {
        ludo_sweep_h5_close(text);
        return H5I_INVALID_HID;
    }
    return text;
}

/* The types and the space of values. */
typedef struct h5_form {
    hid_t in_file, in_memory, space;
} h5_form;

static h5_form form_of(const h5_values *v)
{
    const hsize_t count = v->count > 0 ? (hsize_t)v->count : 0;
    return (h5_form){type_of(v->kind, true), type_of(v->kind, false),
                     v->count < 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, NULL)};
}

static void release_form(const h5_form *form)
{
    ludo_sweep_h5_close(form->in_file);
    ludo_sweep_h5_close(form->in_memory);
    ludo_sweep_h5_close(form->space);
}

/* ---- objects ---- */

static const unsigned in_order = H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED;

/* Create objects without time stamps, with attributes in order: the form of objects that has such
 * an order also has attributes of more than 64 kB. */
static bool keep_order(hid_t how)
{
    return H5Pset_obj_track_times(how, false) >= 0 &&
           H5Pset_attr_creation_order(how, in_order) >= 0;
}

/* ---- attributes ---- */

void ludo_sweep_h5_attribute(h5_image *f, hid_t object, const char *name, h5_values values)
{
    if (f->failed) {
        return;
    }
    const h5_form form = form_of(&values);
    const hid_t made = H5Acreate2(object, name, form.in_file, form.space, H5P_DEFAULT, H5P_DEFAULT);
    (void)check(f, made >= 0 && H5Awrite(made, form.in_memory, values.values) >= 0);
    ludo_sweep_h5_close(made);
    release_form(&form);
}

void ludo_sweep_h5_text(h5_image *f, hid_t object, const char *name, const char *text)
{
    ludo_sweep_h5_attribute(f, object, name, (h5_values){H5_TEXT, -1, &text});
}

void ludo_sweep_h5_integer(h5_image *f, hid_t object, const char *name, int32_t value)
{
    ludo_sweep_h5_attribute(f, object, name, (h5_values){H5_INT32, -1, &value});
}

void ludo_sweep_h5_number(h5_image *f, hid_t object, const char *name, double value)
{
    ludo_sweep_h5_attribute(f, object, name, (h5_values){H5_DOUBLE, -1, &value});
}

/* ---- datasets ---- */

enum { NUMBER_ROOM = 16 };

/* Whether a group has a member of this name, or can't have one: "." is the group itself. */
static bool is_taken(hid_t group, const char *name)
{
    return *name == '\0' || strcmp(name, ".") == 0 || H5Lexists(group, name, H5P_DEFAULT) > 0;
}

/* A free name in a group; the caller frees it; NULL without memory. */
static char *free_name(hid_t group, const char *title)
{
    const size_t length = strlen(title);
    char *name = malloc(length + NUMBER_ROOM);
    if (name == NULL) {
        return NULL;
    }
    memcpy(name, title, length + 1);
    for (char *c = strchr(name, '/'); c != NULL; c = strchr(c, '/')) {
        *c = '|';
    }
    for (int number = 2; is_taken(group, name); number++) {
        (void)snprintf(name + length, NUMBER_ROOM, "#%d", number);
    }
    return name;
}

/* The properties of a dataset without a time stamp, and of a link with a name in UTF-8. */
typedef struct h5_making {
    hid_t dataset, link;
} h5_making;

static h5_making begin_making(h5_image *f)
{
    const h5_making how = {H5Pcreate(H5P_DATASET_CREATE), H5Pcreate(H5P_LINK_CREATE)};
    (void)check(f, keep_order(how.dataset) && H5Pset_char_encoding(how.link, H5T_CSET_UTF8) >= 0);
    return how;
}

static hid_t make_dataset(h5_image *f, hid_t group, const char *name, const h5_values *values)
{
    const h5_form form = form_of(values);
    const h5_making how = begin_making(f);
    const hid_t made =
        H5Dcreate2(group, name, form.in_file, form.space, how.link, how.dataset, H5P_DEFAULT);
    (void)check(f, made >= 0 && H5Dwrite(made, form.in_memory, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                                         values->values) >= 0);
    ludo_sweep_h5_close(how.dataset);
    ludo_sweep_h5_close(how.link);
    release_form(&form);
    return made;
}

hid_t ludo_sweep_h5_dataset(h5_image *f, hid_t group, const char *title, h5_values values)
{
    char *name = f->failed ? NULL : free_name(group, title);
    hid_t made = H5I_INVALID_HID;
    if (name != NULL) {
        made = make_dataset(f, group, name, &values);
    } else {
        ludo_sweep_h5_fail(f, ludo_status_text(LUDO_NO_MEMORY));
    }
    free(name);
    return made;
}

hid_t ludo_sweep_h5_group(h5_image *f, const char *name)
{
    if (f->failed) {
        return H5I_INVALID_HID;
    }
    const hid_t how = H5Pcreate(H5P_GROUP_CREATE);
    (void)check(f, keep_order(how) && H5Pset_link_creation_order(how, in_order) >= 0);
    const hid_t made = H5Gcreate2(f->file, name, H5P_DEFAULT, how, H5P_DEFAULT);
    (void)check(f, made >= 0);
    ludo_sweep_h5_close(how);
    return made;
}

/* ---- the file ---- */

enum { LEAST_GROWTH = 1 << 20 }; /* of the file in memory [bytes] */

/* HDF5 would load an existing file of the name: a path below a non-folder cannot exist. */
void ludo_sweep_h5_begin(h5_image *f, size_t bytes)
{
    *f = (h5_image){.file = H5I_INVALID_HID};
    (void)H5dont_atexit(); /* at exit HDF5 would close again what it failed to close, and say so */
    (void)H5Eget_auto2(H5E_DEFAULT, &f->print, &f->data);
    (void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS), how = H5Pcreate(H5P_FILE_CREATE);
    (void)check(f, H5Pset_fapl_core(access, bytes + LEAST_GROWTH, false) >= 0 && keep_order(how));
    f->file = f->failed ? f->file : H5Fcreate("/dev/null/table", H5F_ACC_TRUNC, how, access);
    (void)check(f, f->file >= 0);
    ludo_sweep_h5_close(access);
    ludo_sweep_h5_close(how);
}

/* A copy of the file's bytes; NULL after a failure. */
static void *image_of(h5_image *f, size_t *size)
{
    const ssize_t bytes = f->failed || !check(f, H5Fflush(f->file, H5F_SCOPE_GLOBAL) >= 0)
                              ? -1
                              : H5Fget_file_image(f->file, NULL, 0);
    if (!check(f, bytes > 0)) {
        return NULL;
    }
    *size = (size_t)bytes;
    void *image = malloc(*size);
    if (image == NULL) {
        ludo_sweep_h5_fail(f, ludo_status_text(LUDO_NO_MEMORY));
    } else if (!check(f, H5Fget_file_image(f->file, image, *size) == bytes)) {
        free(image);
        image = NULL;
    }
    return image;
}

void *ludo_sweep_h5_end(h5_image *f, size_t *size)
{
    void *image = image_of(f, size);
    ludo_sweep_h5_close(f->file);
    (void)H5Eclear2(H5E_DEFAULT);
    (void)H5Eset_auto2(H5E_DEFAULT, f->print, f->data);
    return image;
}
