/* SPDX-License-Identifier: Apache-2.0
 *
 * Contents of an HDF5 file for scripts:
 *
 *     h5_reader FILE PATH ...
 *
 * prints a line for each path, a JSON array: the values of the dataset PATH, those of the attribute
 * OBJECT@NAME, or the names in the group GROUP/ in the order of their creation. Exit code 1: the
 * file has no such thing. */
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_text(const char *text)
{
    putchar('"');
    for (const char *c = text != NULL ? text : ""; *c != '\0'; c++) {
        if ((unsigned char)*c < 0x20) {
            printf("\\u%04x", (unsigned)*c);
        } else {
            printf(*c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
        }
    }
    putchar('"');
}

static void print_number(double value)
{
    if (isnan(value)) {
        fputs("NaN", stdout);
    } else {
        printf("%.17g", value);
    }
}

/* An open dataset or attribute with its type, and the memory type of its class. */
typedef struct contents {
    hid_t object, type, memory;
    hssize_t count;
    int is_attribute;
} contents;

static hid_t memory_type(hid_t type)
{
    if (H5Tget_class(type) != H5T_STRING) {
        return H5Tcopy(H5T_NATIVE_DOUBLE);
    }
    const hid_t text = H5Tcopy(H5T_C_S1);
    (void)H5Tset_size(text, H5T_VARIABLE);
    (void)H5Tset_cset(text, H5T_CSET_UTF8);
    return text;
}

static contents open_contents(hid_t file, char *path)
{
    contents c = {.object = H5I_INVALID_HID};
    char *at = strchr(path, '@');
    if (at != NULL) {
        *at = '\0';
        c.is_attribute = 1;
        c.object =
            H5Aopen_by_name(file, *path != '\0' ? path : "/", at + 1, H5P_DEFAULT, H5P_DEFAULT);
    } else {
        c.object = H5Dopen2(file, path, H5P_DEFAULT);
    }
    if (c.object >= 0) {
        const hid_t space = at != NULL ? H5Aget_space(c.object) : H5Dget_space(c.object);
        c.type = at != NULL ? H5Aget_type(c.object) : H5Dget_type(c.object);
        c.memory = memory_type(c.type);
        c.count = H5Sget_simple_extent_npoints(space);
        (void)H5Sclose(space);
    }
    return c;
}

/* Print values read as doubles or as texts, which are smaller or as large. */
static int print_values(const contents *c)
{
    double *values = calloc((size_t)c->count + 1, sizeof *values);
    if (values == NULL || (c->is_attribute ? H5Aread(c->object, c->memory, values)
                                           : H5Dread(c->object, c->memory, H5S_ALL, H5S_ALL,
                                                     H5P_DEFAULT, values)) < 0) {
        return 1;
    }
    for (hssize_t i = 0; i < c->count; i++) {
        fputs(i > 0 ? ", " : "", stdout);
        if (H5Tget_class(c->type) == H5T_STRING) {
            char *text;
            memcpy(&text, (char *)values + (size_t)i * sizeof text, sizeof text);
            print_text(text);
            (void)H5free_memory(text);
        } else {
            print_number(values[i]);
        }
    }
    free(values);
    return 0;
}

static int print_names(hid_t file, const char *path)
{
    const hid_t group = H5Gopen2(file, path, H5P_DEFAULT);
    H5G_info_t info = {.nlinks = 0};
    int missing = group < 0 || H5Gget_info(group, &info) < 0;
    for (hsize_t i = 0; i < info.nlinks && !missing; i++) {
        char name[256];
        fputs(i > 0 ? ", " : "", stdout);
        missing = H5Lget_name_by_idx(group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, i, name,
                                     sizeof name, H5P_DEFAULT) < 0;
        print_text(missing ? "" : name);
    }
    (void)H5Gclose(group);
    return missing;
}

static int print_path(hid_t file, char *path)
{
    if (path[strlen(path) - 1] == '/') {
        return print_names(file, path);
    }
    const contents c = open_contents(file, path);
    if (c.object < 0) {
        return 1;
    }
    const int missing = print_values(&c);
    (void)H5Tclose(c.memory);
    (void)H5Tclose(c.type);
    (void)H5Idec_ref(c.object);
    return missing;
}

int main(int argc, char **argv)
{
    const hid_t file = argc > 1 ? H5Fopen(argv[1], H5F_ACC_RDONLY, H5P_DEFAULT) : H5I_INVALID_HID;
    int missing = file < 0;
    for (int i = 2; i < argc && !missing; i++) {
        putchar('[');
        missing = print_path(file, argv[i]);
        fputs("]\n", stdout);
    }
    (void)H5Fclose(file);
    return missing;
}
