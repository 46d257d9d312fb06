/* SPDX-License-Identifier: Apache-2.0
 *
 * A run of qhull over the vertices of a surface. The reentrant library keeps its data in one object
 * and returns an error number; its messages go to the null file. */
#ifndef LUDO_GEOMETRY_QHULL_RUN_H
#define LUDO_GEOMETRY_QHULL_RUN_H

#include "geometry/surface.h"

#include <libqhull_r/qhull_ra.h>

/* Read the hull that qhull found. */
typedef ludo_status hull_read(qhT *qh, const surface *s, const ludo_allocator *a, void *out);

/* Run qhull with the options of a command line and read the hull. qhull's points are the vertices,
 * scaled so that their bounding box is the cube from -1 to 1.
 * @return the status of `read`; LUDO_NO_MEMORY, LUDO_BAD_MODEL (fewer than four vertices, or all in
 *         a plane) without calling it */
ludo_status ludo_qhull_run(const surface *s, const char *options, const ludo_allocator *a,
                           hull_read *read, void *out, const char **problem);

/* Number the vertices that belong to the hull, whose numbers are >= 0, in their order.
 * @return their count */
int32_t ludo_qhull_number(int32_t *number, int32_t vertex_count);

/* The vertices of a facet with three, counter-clockwise seen from outside. */
static inline void qhull_corners(qhT *qh, const facetT *facet, int32_t corner[3])
{
    const bool clockwise = (bool)facet->toporient != (bool)qh_ORIENTclock;
    for (int k = 0; k < 3; k++) {
        const vertexT *v = SETelemt_(facet->vertices, k, vertexT);
        corner[clockwise ? 2 - k : k] = qh_pointid(qh, v->point);
    }
}

#endif
