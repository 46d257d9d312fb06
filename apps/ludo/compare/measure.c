/* SPDX-License-Identifier: Apache-2.0
 *
 * The difference of two motions at an instant. */
#include "compare/measure.h"

#include "terminal/printable.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The choice of a measure: the files, and the one whose names are used. */
typedef struct choice {
    measure *m;
    const columns *const *files;
    int32_t count;
    const columns *name_source;
} choice;

/* ---- parts ---- */

static bool all_have(const choice *c, const char *name)
{
    bool have = true;
    for (int32_t i = 0; i < c->count && have; i++) {
        have = c->files[i] == c->name_source || ludo_columns_find(c->files[i], name) >= 0;
    }
    return have;
}

/* Add columns of the name source as a part, if all files have them. */
static bool add_part(choice *c, bool is_rotation, const int32_t *number, int32_t count)
{
    measure *m = c->m;
    for (int32_t i = 0; i < count; i++) {
        if (!all_have(c, ludo_columns_name(c->name_source, number[i]))) {
            return false;
        }
    }
    m->part[m->part_count++] = (measure_part){is_rotation, m->column_count, count};
    for (int32_t i = 0; i < count; i++) { /* no column twice, so that the array is large enough */
        m->column[m->column_count++] = ludo_columns_name(c->name_source, number[i]);
    }
    return true;
}

static void add_thing(choice *c, bool is_rotation, const int32_t *number, int32_t count)
{
    const bool taken = add_part(c, is_rotation, number, count);
    c->m->things += taken;
    c->m->left_out += !taken;
}

/* ---- names ---- */

/* The length of a name without `suffix`; 0 if it has another ending. */
static size_t stem_length(const char *name, const char *suffix)
{
    const size_t length = strlen(name), tail = strlen(suffix);
    return length > tail && strcmp(name + length - tail, suffix) == 0 ? length - tail : 0;
}

/* The column whose name is the first `length` bytes of another column's name and `suffix`, or -1.
 */
static int32_t find_sibling(const columns *c, int32_t number, size_t length, const char *suffix)
{
    return ludo_columns_find_split(c, (split_name){ludo_columns_name(c, number), length, suffix});
}

/* ---- bodies ---- */

static void add_body(choice *c, int32_t number)
{
    const quantity *q = ludo_columns_quantity(c->name_source, number);
    const char *name = ludo_columns_name(c->name_source, number);
    const size_t stem = stem_length(name, ".x");
    if (stem == 0 || (q != NULL && strcmp(q->group, "body") != 0)) {
        return;
    }
    const int32_t at[] = {number, find_sibling(c->name_source, number, stem, ".y"),
                          find_sibling(c->name_source, number, stem, ".z")};
    if (at[1] < 0 || at[2] < 0) {
        return;
    }
    add_thing(c, false, at, 3);

    /* a body may rotate about its origin: compare the orientation, too, if all files have it */
    const int32_t turned[] = {find_sibling(c->name_source, number, stem, ".qw"),
                              find_sibling(c->name_source, number, stem, ".qx"),
                              find_sibling(c->name_source, number, stem, ".qy"),
                              find_sibling(c->name_source, number, stem, ".qz")};
    if (turned[0] >= 0 && turned[1] >= 0 && turned[2] >= 0 && turned[3] >= 0) {
        c->m->angles |= add_part(c, true, turned, 4);
    }
}

/* ---- joints ---- */

/* In a trajectory the unit determines the kind of a coordinate; four without a unit are a
 * quaternion. */
static int32_t add_quantity(choice *c, int32_t number)
{
    const quantity *q = ludo_columns_quantity(c->name_source, number);
    if (strcmp(q->group, "joint") != 0) {
        return 1;
    }
    const bool is_rotation = *q->unit == '\0';
    const int32_t quaternion[] = {number, number + 1, number + 2, number + 3};
    add_thing(c, is_rotation, quaternion, is_rotation ? 4 : 1);
    c->m->lengths |= strcmp(q->unit, "m") == 0;
    c->m->angles |= strcmp(q->unit, "m") != 0;
    return is_rotation ? 4 : 1;
}

/* For NAME.3 the length of NAME; 0 if no number follows the last point. */
static size_t numbered_length(const char *name)
{
    const char *dot = strrchr(name, '.');
    const size_t digits = dot != NULL ? strspn(dot + 1, "0123456789") : 0;
    return digits > 0 && dot[1 + digits] == '\0' ? (size_t)(dot - name) : 0;
}

/* True if a column of a table is not a coordinate. */
static bool is_not_coordinate(const char *name)
{
    static const char rate[] = ".rate";
    const size_t length = numbered_length(name), tail = sizeof rate - 1;
    return strcmp(name, "energy") == 0 || stem_length(name, ".control") > 0 ||
           stem_length(name, rate) > 0 ||
           (length > tail && strncmp(name + length - tail, rate, tail) == 0);
}

/* List the columns NAME.0, NAME.1, ... if `number` is the first of them. Returns their number; 1
 * for a name without number; 0 if `number` is a later one. */
static int32_t list_numbered(const columns *c, int32_t number, int32_t numbers[LUDO_MAX_DOF + 1])
{
    const char *name = ludo_columns_name(c, number);
    const size_t length = numbered_length(name);
    char suffix[] = ".0";
    const int32_t first = length > 0 ? find_sibling(c, number, length, suffix) : -1;
    int32_t count = 1;
    numbers[0] = number;
    while (first >= 0 && count <= LUDO_MAX_DOF) {
        suffix[1]++;
        numbers[count] = find_sibling(c, number, length, suffix);
        if (numbers[count] < 0) {
            break;
        }
        count++;
    }
    return first < 0 || first == number ? count : 0;
}

/* In a table the names determine the kind: of four or more numbers of one name the last four are a
 * quaternion. */
static int32_t add_by_name(choice *c, int32_t number)
{
    int32_t numbers[LUDO_MAX_DOF + 1];
    if (!is_not_coordinate(ludo_columns_name(c->name_source, number))) {
        const int32_t count = list_numbered(c->name_source, number, numbers);
        const int32_t plain = count >= 4 ? count - 4 : count;
        for (int32_t i = 0; i < plain; i++) {
            add_thing(c, false, &numbers[i], 1);
        }
        if (plain < count) {
            add_thing(c, true, &numbers[plain], 4);
        }
    }
    c->m->lengths = c->m->angles = true; /* unknown units */
    return 1;
}

/* ---- choosing ---- */

static void add_bodies(choice *c)
{
    c->m->bodies = c->m->lengths = true;
    for (int32_t i = 0; i < c->name_source->count; i++) {
        add_body(c, i);
    }
}

static void add_joints(choice *c)
{
    for (int32_t i = 0; i < c->name_source->count;) {
        i += c->name_source->recorded.trajectory != NULL ? add_quantity(c, i) : add_by_name(c, i);
    }
}

/* The first trajectory; the first table if there is none. */
static const columns *choose_name_source(const columns *const *files, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (files[i]->recorded.trajectory != NULL) {
            return files[i];
        }
    }
    return files[0];
}

static outcome choose(choice *c)
{
    static void (*const kinds[])(choice * c) = {add_bodies, add_joints};
    measure *m = c->m;
    const size_t room = (size_t)c->name_source->count + 1;
    *m =
        (measure){.part = calloc(room, sizeof *m->part), .column = calloc(room, sizeof *m->column)};
    if (m->part == NULL || m->column == NULL) {
        return ludo_error_memory();
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && m->things == 0; i++) {
        *m = (measure){.part = m->part, .column = m->column};
        kinds[i](c);
    }
    return OUTCOME_DONE;
}

/* Report the first file that has nothing in common with the name source; if each has something in
 * common, the last one. */
static outcome report_nothing_common(const choice *c)
{
    const columns *other = c->name_source;
    for (int32_t i = 0, things = 1; i < c->count && things > 0; i++) {
        if (c->files[i] != c->name_source) {
            measure probe = {.things = 0};
            other = c->files[i];
            const outcome how = choose(&(choice){&probe, &other, 1, c->name_source});
            things = probe.things;
            ludo_measure_release(&probe);
            if (how != OUTCOME_DONE) {
                return how;
            }
        }
    }
    return ludo_error(
        OUTCOME_USAGE,
        "%s and %s have no bodies and no joint coordinates in common; give runs with equal "
        "body or joint names",
        c->name_source->path, other->path);
}

outcome ludo_measure_choose(measure *m, const columns *const *files, int32_t count)
{
    choice c = {m, files, count, choose_name_source(files, count)};
    const outcome how = choose(&c);
    return how == OUTCOME_DONE && m->things == 0 ? report_nothing_common(&c) : how;
}

void ludo_measure_release(measure *m)
{
    free(m->part);
    free(m->column);
    *m = (measure){.part_count = 0};
}

/* ---- measuring ---- */

static double distance(const double *a, const double *b, int32_t count)
{
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return count == 1 ? fabs(*a - *b) : sqrt(sum);
}

/* The angle between two orientations: twice that of conj(a) b, independent of the norms. */
static double angle(const double *a, const double *b)
{
    const double w = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    double squares = 0.0;
    for (int i = 1; i <= 3; i++) {
        const int j = i % 3 + 1, k = j % 3 + 1;
        const double v = a[0] * b[i] - a[i] * b[0] - (a[j] * b[k] - a[k] * b[j]);
        squares += v * v;
    }
    return 2.0 * atan2(sqrt(squares), fabs(w));
}

double ludo_measure_difference(const measure *m, const double *a, const double *b)
{
    double largest = 0.0;
    for (int32_t i = 0; i < m->part_count; i++) {
        const measure_part *p = &m->part[i];
        const double difference = p->is_rotation ? angle(a + p->first, b + p->first)
                                                 : distance(a + p->first, b + p->first, p->count);
        if (!(difference <= largest)) {
            largest = difference;
        }
        if (isnan(difference)) {
            break;
        }
    }
    return largest;
}

/* ---- texts ---- */

const char *ludo_measure_unit(const measure *m)
{
    return m->lengths && m->angles ? "m, rad" : m->lengths ? "m" : "rad";
}

/* The measured quantity, between "largest" and the number of things. */
static const char *name_of_measure(const measure *m)
{
    if (!m->bodies) {
        return "difference of";
    }
    return m->angles ? "distance between origins, or angle between orientations, of"
                     : "distance between the origins of";
}

measure_words ludo_measure_describe(const measure *m)
{
    measure_words words;
    const char *things = m->bodies ? (m->things == 1 ? "body" : "bodies") : "joint coordinate";
    const int width =
        snprintf(words.text, sizeof words.text, "largest %s %d %s%s", name_of_measure(m),
                 (int)m->things, things, m->bodies ? "" : ludo_printable_plural(m->things));
    if (m->left_out > 0 && width > 0) {
        (void)snprintf(words.text + width, sizeof words.text - (size_t)width,
                       " (%d more are not in all)", (int)m->left_out);
    }
    return words;
}
