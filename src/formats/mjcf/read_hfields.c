/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF height fields: elevations from inline numbers or a file, as a mesh whose vertices are a
 * grid. As in MuJoCo elevations are scaled to 0 .. 1; rows that are inline or of an image begin
 * with that of the greatest y, and rows of a binary file with that of the least. */
#include "core/diagnostic.h"
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_values.h"
#include "formats/mesh/grey_image.h"
#include "formats/mesh/mesh_source.h"
#include "spec/items.h"

#include <string.h>

/* Elevations, row by row from the least y on. */
typedef struct elevations {
    int32_t rows, columns;
    double *value; /* rows times columns, of the document's allocator */
} elevations;

enum { RADIUS_X, RADIUS_Y, TOP, BASE, SIZES };

static void fail(mjcf *r, int32_t element, const char *problem)
{
    if (r->base.status == LUDO_OK) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "%s", problem);
    }
}

/* Whether the numbers of rows and columns can be those of a grid. */
static bool check_counts(mjcf *r, int32_t element, int32_t rows, int32_t columns)
{
    if (rows < 2 || columns < 2 || rows > MESH_MAX_VERTICES / columns) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "the height field has %d rows and %d columns; it needs 2 of each at "
                         "least, and %d elevations at most",
                         (int)rows, (int)columns, (int)MESH_MAX_VERTICES);
    }
    return r->base.status == LUDO_OK;
}

/* Take memory for the elevations, all zero. */
static bool take_values(mjcf *r, int32_t element, elevations *e)
{
    const size_t count = (size_t)e->rows * (size_t)e->columns;
    e->value = memory_take(&r->base.doc->allocator, count * sizeof *e->value);
    if (e->value == NULL) {
        ludo_reader_check(&r->base, element, LUDO_NO_MEMORY);
        return false;
    }
    memset(e->value, 0, count * sizeof *e->value);
    return true;
}

/* ---- inline numbers ---- */

/* Numbers are optional: the field is flat without. */
static void read_numbers(mjcf *r, int32_t element, elevations *e)
{
    double *n;
    int32_t count;
    e->rows = ludo_mjcf_integer(r, element, "nrow", 0);
    e->columns = ludo_mjcf_integer(r, element, "ncol", 0);
    if (r->base.status != LUDO_OK || !check_counts(r, element, e->rows, e->columns)) {
        return;
    }
    ludo_mjcf_all_numbers(r, element, "elevation", &n, &count);
    if (r->base.status == LUDO_OK && n != NULL && count != e->rows * e->columns) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "'elevation' has %d numbers; nrow x ncol = %d x %d are %d", (int)count,
                         (int)e->rows, (int)e->columns, (int)(e->rows * e->columns));
    }
    if (r->base.status == LUDO_OK && take_values(r, element, e)) {
        const size_t row = (size_t)e->columns;
        for (size_t i = 0; i < (size_t)e->rows && n != NULL; i++) {
            memcpy(e->value + i * row, n + ((size_t)e->rows - 1 - i) * row, row * sizeof *n);
        }
    }
    memory_give(&r->base.doc->allocator, n);
}

/* ---- files ---- */

/* Numbers of four bytes, the lowest first. */
static uint32_t word_at(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double single_at(const char *bytes)
{
    const uint32_t word = word_at(bytes);
    float value;
    memcpy(&value, &word, sizeof value);
    return (double)value;
}

/* MuJoCo's format: the numbers of rows and columns, then elevations, each of four bytes. */
static void decode(mjcf *r, int32_t element, const whole_file *c, const char *path, elevations *e)
{
    enum { WORD = 4, HEAD = 2 * WORD };
    const bool has_head = c->length >= HEAD;
    const uint32_t rows = has_head ? word_at(c->bytes) : 0;
    const uint32_t columns = has_head ? word_at(c->bytes + WORD) : 0;
    if (rows > MESH_MAX_VERTICES || columns > MESH_MAX_VERTICES ||
        c->length != HEAD + WORD * (uint64_t)rows * columns) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "the file '%.200s' has %zu bytes; a height field of r rows and c columns "
                         "has 8 + 4 r c: r and c, then r c elevations, of four bytes each",
                         path, c->length);
        return;
    }
    e->rows = (int32_t)rows;
    e->columns = (int32_t)columns;
    if (check_counts(r, element, e->rows, e->columns) && take_values(r, element, e)) {
        for (size_t i = 0; i < (size_t)rows * columns; i++) {
            e->value[i] = single_at(c->bytes + HEAD + WORD * i);
        }
    }
}

/* An image: black is the lowest, the first row that of the greatest y. */
static void decode_image(mjcf *r, int32_t element, image_bytes file, const char *path,
                         elevations *e)
{
    const ludo_allocator *a = &r->base.doc->allocator;
    ludo_diagnostic why = {.line = 0};
    grey_image image;
    const ludo_status status = ludo_grey_image_read(file, MESH_MAX_VERTICES, a, &image, &why);
    if (status == LUDO_NO_MEMORY) {
        ludo_reader_check(&r->base, element, status);
    } else if (status != LUDO_OK) {
        ludo_reader_fail(&r->base, status, element, "the PNG image '%.200s' cannot be read: %.200s",
                         path, why.message);
    }
    if (image.is_cut) {
        ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, "16 bits of an image",
                       "the upper eight count, as in MuJoCo");
    }
    e->rows = image.rows;
    e->columns = image.columns;
    if (status == LUDO_OK && check_counts(r, element, e->rows, e->columns) &&
        take_values(r, element, e)) {
        for (int32_t i = 0; i < e->rows * e->columns; i++) {
            const int32_t row = e->rows - 1 - i / e->columns;
            e->value[i] = image.value[row * e->columns + i % e->columns];
        }
    }
    memory_give(a, image.value);
}

static image_bytes bytes_of(const whole_file *c)
{
    return (image_bytes){c->bytes, c->length};
}

static void read_file(mjcf *r, int32_t element, const char *text, elevations *e)
{
    whole_file c = {.bytes = NULL};
    ludo_diagnostic why = {.line = 0};
    char *path = NULL;
    const mjcf_part *part = mjcf_part_of(r, element);
    const char *file = part->strip_path ? ludo_mesh_source_file_name(text) : text;
    const file_reference reference = {part->model, xml_place(r->base.doc, element).file,
                                      part->mesh_folder, file};
    ludo_status status = ludo_resolver_find_from(r->base.files, &reference, &path, &why);
    if (status == LUDO_OK) {
        status = ludo_resolver_read(r->base.files, path, &c, &why);
    }
    if (status == LUDO_NO_MEMORY) {
        ludo_reader_check(&r->base, element, status);
    } else if (status != LUDO_OK) {
        ludo_reader_fail(&r->base, status, element, "%.400s", why.message);
    } else if (ludo_grey_image_is(bytes_of(&c))) {
        decode_image(r, element, bytes_of(&c), path, e);
    } else {
        decode(r, element, &c, path, e);
    }
    memory_give(&r->base.files->allocator, c.bytes);
    memory_give(&r->base.files->allocator, path);
}

/* ---- from elevations to the model ---- */

/* Scale the elevations to 0 .. `top`. */
static void scale_to(elevations *e, double top)
{
    const size_t count = (size_t)e->rows * (size_t)e->columns;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t i = 0; i < count; i++) {
        low = fmin(low, e->value[i]);
        high = fmax(high, e->value[i]);
    }
    for (size_t i = 0; i < count; i++) {
        const double from_low = e->value[i] - low;
        e->value[i] = high > low ? top * (from_low / (high - low)) : 0.0;
    }
}

/* The vertices of the grid and two triangles per cell, along its diagonal. */
static ludo_status make_surface(const mjcf *r, const elevations *e, const double *size,
                                mesh_surface *out)
{
    const ludo_allocator *a = &r->base.doc->allocator;
    for (int32_t i = 0; i < e->rows * e->columns; i++) {
        const int32_t row = i / e->columns, column = i % e->columns;
        double *v = ludo_growing_add(&out->vertices, sizeof(double[3]), a);
        if (v == NULL) {
            return LUDO_NO_MEMORY;
        }
        v[0] = size[RADIUS_X] * (2.0 * column / (e->columns - 1) - 1.0);
        v[1] = size[RADIUS_Y] * (2.0 * row / (e->rows - 1) - 1.0);
        v[2] = e->value[i];
    }
    for (int32_t i = 0; i < 2 * (e->rows - 1) * (e->columns - 1); i++) {
        const int32_t cell = i / 2, row = cell / (e->columns - 1);
        const int32_t first = row * e->columns + cell % (e->columns - 1),
                      above = first + e->columns;
        int32_t *f = ludo_growing_add(&out->faces, sizeof(int32_t[3]), a);
        if (f == NULL) {
            return LUDO_NO_MEMORY;
        }
        f[0] = first;
        f[1] = i % 2 == 0 ? first + 1 : above + 1;
        f[2] = i % 2 == 0 ? above + 1 : above;
    }
    return LUDO_OK;
}

/* The name of a field is its own or that of its file. */
static void add_field(mjcf *r, int32_t element, const char *file, const elevations *e,
                      const double *size)
{
    pathname stem;
    mesh_surface surface = {.vertices = {.count = 0}};
    ludo_reader_check(&r->base, element, make_surface(r, e, size, &surface));
    ludo_mesh_def mesh = ludo_mesh_default();
    mesh.name = ludo_xml_attribute(r->base.doc, element, "name");
    if (mesh.name == NULL && file != NULL && ludo_mesh_source_stem(&stem, file)) {
        mesh.name = stem.text;
    }
    mesh.vertex = surface.vertices.items;
    mesh.vertex_count = surface.vertices.count;
    mesh.face = surface.faces.items;
    mesh.face_count = surface.faces.count;
    mesh.place = xml_place(r->base.doc, element);
    if (r->base.status == LUDO_OK) {
        ludo_reader_check(&r->base, element,
                          ludo_spec_add_mesh(r->base.spec, &mesh, &r->scope[element].number));
    }
    ludo_mesh_surface_release(&surface, &r->base.doc->allocator);
}

void ludo_mjcf_read_hfield(mjcf *r, int32_t element)
{
    double size[SIZES];
    elevations e = {.value = NULL};
    const char *file = ludo_xml_attribute(r->base.doc, element, "file");
    if (!ludo_mjcf_numbers(r, element, "size", SIZES, size)) {
        fail(r, element, "the height field needs 'size': radius x, radius y, top, base");
        return;
    }
    for (int32_t i = 0; i < SIZES; i++) {
        if (!(size[i] > 0.0)) {
            fail(r, element, "a height field needs four positive sizes");
        }
    }
    if (r->base.status == LUDO_OK && file != NULL) {
        read_file(r, element, file, &e);
    } else if (r->base.status == LUDO_OK) {
        read_numbers(r, element, &e);
    }
    if (r->base.status == LUDO_OK) {
        scale_to(&e, size[TOP]);
        add_field(r, element, file, &e, size);
    }
    if (r->base.status == LUDO_OK) {
        ludo_mjcf_register_as(r, FAMILY_FIELD, element,
                              ludo_spec_mesh_at(r->base.spec, r->scope[element].number)->name);
    }
    memory_give(&r->base.doc->allocator, e.value);
}

double ludo_mjcf_field_base(mjcf *r, int32_t element)
{
    double size[SIZES] = {0.0};
    (void)ludo_mjcf_numbers(r, element, "size", SIZES, size);
    return size[BASE];
}
