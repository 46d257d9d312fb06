/* SPDX-License-Identifier: Apache-2.0
 *
 * The file as a whole. It is written such that other programs can read it at any moment (HDF5:
 * SWMR), and the file of a killed run opens. All parts have checksums. A kill can interrupt a write
 * between two pages of memory, so metadata of HDF5 are kept in pages of that size: each is written
 * completely or not at all. */
#define _XOPEN_SOURCE 700

#include "trajectory/run_file.h"

#include "trajectory/attributes.h"
#include "trajectory/dataset.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>
#include <unistd.h>

enum { LAYOUT = 1 };

/* Growth of files in memory, block size of writes, reserve for HDF5's own data, which need far less
 * [bytes]. */
enum { GROW_BYTES = 1 << 18, ZEROS = 1 << 16, SLACK = 1 << 19 };

static const char format[] = "ludo-trajectory";

/* ---- opening ---- */

/* Refuse non-files before HDF5 opens them: it would wait for pipes. */
static ludo_status look_at(const h5_file *f, bool must_exist)
{
    struct stat what;
    if (stat(f->path, &what) != 0) {
        return must_exist || errno != ENOENT ? ludo_h5_say(f, LUDO_IO, "%s", strerror(errno))
                                             : LUDO_OK;
    }
    return S_ISREG(what.st_mode) ? LUDO_OK
                                 : ludo_h5_say(f, LUDO_IO, "the path is not an ordinary file");
}

/* The format of HDF5 1.10, whose metadata have checksums. */
static hid_t file_access(void)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    (void)H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
    return access;
}

/* Pages of 4096 bytes, no time stamps. */
static hid_t file_creation(void)
{
    const hid_t how = H5Pcreate(H5P_FILE_CREATE);
    (void)H5Pset_obj_track_times(how, false);
    (void)H5Pset_file_space_strategy(how, H5F_FSPACE_STRATEGY_PAGE, false, 1);
    return how;
}

/* HDF5 creates the object of the page settings with default properties: without a time stamp only
 * if the defaults are changed meanwhile. */
static hid_t create_timeless(const char *path, hid_t how, hid_t access)
{
    hbool_t before = true;
    (void)H5Pget_obj_track_times(H5P_GROUP_CREATE_DEFAULT, &before);
    (void)H5Pset_obj_track_times(H5P_GROUP_CREATE_DEFAULT, false);
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, how, access);
    (void)H5Pset_obj_track_times(H5P_GROUP_CREATE_DEFAULT, before);
    return file;
}

ludo_status ludo_run_file_create(h5_file *f, bool in_memory)
{
    /* HDF5 would load an existing file of that name: a path below a non-folder cannot exist, and is
     * not created */
    static const char nowhere[] = "/dev/null/trajectory";
    const ludo_status status = look_at(f, false);
    if (status != LUDO_OK) {
        return status;
    }
    const hid_t how = file_creation(), access = file_access();
    if (in_memory) {
        (void)H5Pset_fapl_core(access, GROW_BYTES, false);
    }
    f->id = create_timeless(in_memory ? nowhere : f->path, how, access);
    const ludo_status created = f->id >= 0 ? LUDO_OK : ludo_h5_unwritten(f);
    h5_close(access);
    h5_close(how);
    return created;
}

ludo_status ludo_run_file_probe(const h5_file *f, size_t bytes)
{
    static const char zeros[ZEROS], suffix[] = ".XXXXXX";
    const size_t length = strlen(f->path);
    char *name = memory_take(&f->allocator, length + sizeof suffix);
    if (name == NULL) {
        return ludo_h5_no_memory(f);
    }
    memcpy(name, f->path, length);
    memcpy(name + length, suffix, sizeof suffix);
    const int probe = mkstemp(name);
    bool fits = probe >= 0;
    for (size_t written = 0; fits && written < bytes + SLACK; written += ZEROS) {
        fits = write(probe, zeros, ZEROS) == ZEROS;
    }
    const ludo_status status = fits ? LUDO_OK : ludo_h5_say(f, LUDO_IO, "%s", strerror(errno));
    if (probe >= 0) {
        (void)close(probe);
        (void)remove(name);
    }
    memory_give(&f->allocator, name);
    return status;
}

/* The only writer: readers do not lock it. */
ludo_status ludo_run_file_continue(h5_file *f)
{
    const hid_t access = file_access();
    (void)H5Pset_file_locking(access, false, true);
    f->id = H5Fopen(f->path, H5F_ACC_RDWR, access);
    h5_close(access);
    return f->id >= 0 ? LUDO_OK : ludo_h5_unwritten(f);
}

ludo_status ludo_run_file_reserve(const h5_file *f, size_t bytes, int64_t *reserved)
{
    static const char zeros[ZEROS]; /* posix_fallocate takes as much time */
    hsize_t used = 0;
    int *descriptor = NULL;
    if (H5Fget_filesize(f->id, &used) < 0 ||
        H5Fget_vfd_handle(f->id, H5P_DEFAULT, (void **)&descriptor) < 0) {
        return ludo_h5_unwritten(f);
    }
    const int64_t end = (int64_t)(used + bytes + SLACK);
    *reserved = *reserved > (int64_t)used ? *reserved : (int64_t)used;
    while (*reserved < end) {
        const size_t part = end - *reserved < ZEROS ? (size_t)(end - *reserved) : ZEROS;
        const ssize_t written = pwrite(*descriptor, zeros, part, (off_t)*reserved);
        if (written <= 0) {
            return ludo_h5_say(f, LUDO_IO, "%s", strerror(errno));
        }
        *reserved += written;
    }
    return LUDO_OK;
}

ludo_status ludo_run_file_open(h5_file *f)
{
    const ludo_status status = look_at(f, true);
    if (status != LUDO_OK) {
        return status;
    }
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    (void)H5Pset_metadata_read_attempts(access, 3); /* repeated, because it may be written now */
    f->id = H5Fopen(f->path, H5F_ACC_RDONLY, access);
    if (f->id < 0) {
        ludo_h5_forget();
        f->id = H5Fopen(f->path, H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access);
    }
    h5_close(access);
    if (f->id >= 0) {
        return LUDO_OK;
    }
    return H5Fis_hdf5(f->path) == 0
               ? ludo_h5_say(f, LUDO_PARSE, "the file is not a trajectory of Ludo: it is not HDF5")
               : ludo_h5_unread(f, "this");
}

/* ---- identity ---- */

typedef struct file_mark {
    const char *format;
    int32_t layout;
    const char *ludo; /* library version of the writer */
} file_mark;

static const field mark_fields[] = {TEXT(file_mark, format), INT(file_mark, layout),
                                    TEXT(file_mark, ludo)};
static const record mark = RECORD_OF(file_mark, mark_fields);
static const record mark_name = {mark_fields, 1, sizeof(file_mark)};

ludo_status ludo_run_file_mark(const h5_file *f)
{
    const file_mark m = {format, LAYOUT, ludo_version()};
    return ludo_attributes_write(f, "/", &mark, &m);
}

ludo_status ludo_run_file_check(const h5_file *f)
{
    file_mark m = {.format = NULL};
    char *texts = NULL;
    ludo_status status = ludo_attributes_read(f, "/", &mark_name, &m, &texts);
    const bool ours = status == LUDO_OK && m.format != NULL && strcmp(m.format, format) == 0;
    memory_give(&f->allocator, texts);
    texts = NULL;
    if (status == LUDO_NO_MEMORY) {
        return status;
    }
    if (!ours) {
        return ludo_h5_unfit(f, "this", "is not a trajectory of Ludo");
    }
    status = ludo_attributes_read(f, "/", &mark, &m, &texts);
    memory_give(&f->allocator, texts);
    if (status == LUDO_OK && (m.layout < 1 || m.layout > LAYOUT)) {
        return ludo_h5_say(f, LUDO_PARSE,
                           "unsupported layout version %d: this version of Ludo reads 1 to %d",
                           (int)m.layout, LAYOUT);
    }
    return status;
}

/* ---- the run ---- */

static const field mobility_fields[] = {INT(ludo_mobility, rows), INT(ludo_mobility, rank),
                                        INT(ludo_mobility, redundant), INT(ludo_mobility, freedom)};
static const record mobility = RECORD_OF(ludo_mobility, mobility_fields);

static const field facts_fields[] = {TEXT(ludo_run_facts, title),
                                     TEXT(ludo_run_facts, integrator),
                                     LATE_TEXT(ludo_run_facts, scheme),
                                     TEXT(ludo_run_facts, version),
                                     INT(ludo_run_facts, order),
                                     REAL(ludo_run_facts, dt),
                                     INT(ludo_run_facts, every),
                                     FLAG(ludo_run_facts, complete),
                                     LONG(ludo_run_facts, steps),
                                     LONG(ludo_run_facts, solves),
                                     LONG(ludo_run_facts, iterations),
                                     LONG(ludo_run_facts, factorizations),
                                     LONG(ludo_run_facts, subdivided),
                                     REAL(ludo_run_facts, wall),
                                     RECORD(ludo_run_facts, mobility, ludo_mobility, &mobility),
                                     TEXT(ludo_run_facts, message)};
static const record facts_record = RECORD_OF(ludo_run_facts, facts_fields);

ludo_status ludo_run_file_write_facts(const h5_file *f, const ludo_run_facts *facts)
{
    ludo_status status = ludo_h5_holds(f, "run") ? LUDO_OK : ludo_dataset_create_group(f, "run");
    if (status == LUDO_OK) {
        status = ludo_attributes_write(f, "run", &facts_record, facts);
    }
    return status == LUDO_OK && facts->summary != NULL && facts->summary[0] != '\0'
               ? ludo_dataset_write_texts(f, "run/summary", &facts->summary, 1)
               : status;
}

static const char *or_empty(const char *text)
{
    return text != NULL ? text : "";
}

/* The summary is optional. */
static ludo_status read_summary(const h5_file *f, ludo_run_facts *facts, char **summary)
{
    static const field text = {.kind = FIELD_TEXT, .count = 1};
    packed_rows rows = {NULL, 0, 0};
    if (!ludo_h5_holds(f, "run/summary")) {
        return LUDO_OK;
    }
    const ludo_status status = ludo_dataset_read_fields(f, "run/summary", &text, &rows);
    *summary = rows.bytes;
    if (status == LUDO_OK && rows.rows > 0) {
        (void)ludo_field_unpack(&text, rows.width, rows.bytes, &facts->summary);
    }
    return status;
}

ludo_status ludo_run_file_read_facts(const h5_file *f, ludo_run_facts *facts, char **texts,
                                     char **summary)
{
    *facts = (ludo_run_facts){.title = NULL};
    *texts = *summary = NULL;
    if (!ludo_h5_holds(f, "run")) {
        return ludo_h5_unfit(f, "run", "is missing");
    }
    ludo_status status = ludo_attributes_read(f, "run", &facts_record, facts, texts);
    status = status == LUDO_OK ? read_summary(f, facts, summary) : status;
    facts->title = or_empty(facts->title);
    facts->integrator = or_empty(facts->integrator);
    facts->scheme = or_empty(facts->scheme);
    facts->version = or_empty(facts->version);
    facts->message = or_empty(facts->message);
    facts->summary = or_empty(facts->summary);
    return status;
}
