/* SPDX-License-Identifier: Apache-2.0
 *
 * A run of qhull: its points, its options, its errors. */
#include "geometry/qhull_run.h"

#include <string.h>

/* Most characters of options. */
enum { MOST_OPTIONS = 32 };

/* The vertices for qhull, scaled so that their bounding box is the cube from -1 to 1: position,
 * size and aspect ratio then have no influence. */
static bool fill_unit_box(const surface *s, double *point)
{
    for (int32_t axis = 0; axis < 3; axis++) {
        double low = s->vertex[axis], high = low;
        for (ptrdiff_t i = axis; i < 3 * (ptrdiff_t)s->vertex_count; i += 3) {
            low = s->vertex[i] < low ? s->vertex[i] : low;
            high = s->vertex[i] > high ? s->vertex[i] : high;
        }
        const double middle = 0.5 * low + 0.5 * high, half = 0.5 * high - 0.5 * low;
        if (!(half > 0.0)) {
            return false;
        }
        for (ptrdiff_t i = axis; i < 3 * (ptrdiff_t)s->vertex_count; i += 3) {
            point[i] = (s->vertex[i] - middle) / half;
        }
    }
    return true;
}

/* Open the null file. */
static FILE *open_nowhere(void)
{
    FILE *nowhere = fopen("/dev/null", "w");
    return nowhere != NULL ? nowhere : tmpfile();
}

int32_t ludo_qhull_number(int32_t *number, int32_t vertex_count)
{
    int32_t count = 0;
    for (int32_t i = 0; i < vertex_count; i++) {
        number[i] = number[i] >= 0 ? count++ : -1;
    }
    return count;
}

/* The options of a run, and the reader of its result. */
typedef struct qhull_task {
    const char *options;
    hull_read *read;
    void *out;
} qhull_task;

/* The hull of points in the unit box. */
static ludo_status run(const surface *s, double *point, const qhull_task *task,
                       const ludo_allocator *a, const char **problem)
{
    char command[MOST_OPTIONS];
    qhT qh;
    int unused_long = 0, unused_total = 0;
    FILE *nowhere = open_nowhere();
    if (nowhere == NULL) {
        return LUDO_NO_MEMORY;
    }
    (void)snprintf(command, sizeof command, "qhull %s", task->options);
    qh_zero(&qh, nowhere);
    const int failed = qh_new_qhull(&qh, 3, s->vertex_count, point, False, command, NULL, nowhere);
    ludo_status status = failed == qh_ERRmem ? LUDO_NO_MEMORY : LUDO_BAD_MODEL;
    if (failed == 0) {
        status = task->read(&qh, s, a, task->out);
    }
    if (failed == qh_ERRsingular) {
        *problem = "has no convex hull: all vertices are in a plane";
    } else if (status == LUDO_BAD_MODEL) {
        *problem = "has a convex hull that cannot be computed";
    }
    qh_freeqhull(&qh, !qh_ALL);
    qh_memfreeshort(&qh, &unused_long, &unused_total);
    (void)fclose(nowhere);
    return status;
}

ludo_status ludo_qhull_run(const surface *s, const char *options, const ludo_allocator *a,
                           hull_read *read, void *out, const char **problem)
{
    const qhull_task task = {options, read, out};
    *problem = NULL;
    if (s->vertex_count < 4) {
        *problem = "has no convex hull: it has fewer than four vertices";
        return LUDO_BAD_MODEL;
    }
    double *point = memory_take(a, 3 * (size_t)s->vertex_count * sizeof *point);
    ludo_status status = LUDO_NO_MEMORY;
    if (point != NULL && fill_unit_box(s, point)) {
        status = run(s, point, &task, a, problem);
    } else if (point != NULL) {
        *problem = "has no convex hull: all vertices are in a plane";
        status = LUDO_BAD_MODEL;
    }
    memory_give(a, point);
    return status;
}
