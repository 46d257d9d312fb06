/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the coordinates, rates and controls of a description are in keyframes, without compiling
 * it. */
#ifndef LUDO_EDITING_COORDINATES_H
#define LUDO_EDITING_COORDINATES_H

#include "model/check/body_tree.h"
#include "spec/element.h"

/* The numbers of a free joint. */
enum { FREE_POSITIONS = 7, FREE_RATES = 6 };

/* The lists of a keyframe. */
typedef enum keyframe_list {
    LIST_POSITION,
    LIST_VELOCITY,
    LIST_CONTROL,
    LIST_ACTIVATION,
    KEYFRAME_LISTS
} keyframe_list;

/* The layout of keyframes. Owners of coordinates and rates are the joints, then the bodies: a body
 * owns those of the free joint that compiling adds to it if it floats. Owners of controls and
 * activations are the actuators. */
typedef struct coordinates {
    bool known; /* false: compiling would refuse the joints; then only controls and
                   activations are known */
    int32_t joints, bodies;
    int32_t owners[KEYFRAME_LISTS];
    int32_t *first[KEYFRAME_LISTS]; /* per owner its first number; then their count */
    body_tree tree;                 /* if known */
    ludo_allocator allocator;
    void *memory;
} coordinates;

/* Whether the numbers of a list belong to actuators, not to joints. */
static inline bool list_is_of_actuators(keyframe_list list)
{
    return list == LIST_CONTROL || list == LIST_ACTIVATION;
}

/* Find the layout. @return LUDO_OK, LUDO_NO_MEMORY; the caller releases the layout in either case
 */
ludo_status ludo_coordinates_find(const ludo_spec *spec, coordinates *out);
void ludo_coordinates_release(coordinates *c);

/* The count of numbers of a list. */
static inline int32_t coordinates_count(const coordinates *c, keyframe_list list)
{
    return c->first[list][c->owners[list]];
}

/* Whether a body floats without a free joint of the description. Requires a known layout. */
static inline bool coordinates_float(const coordinates *c, int32_t body)
{
    return c->tree.parent_joint[body] < 0;
}

/* Write the values of new coordinates to a list: reference positions, zeros. */
void ludo_coordinates_write_reference(const ludo_spec *spec, const coordinates *c,
                                      keyframe_list list, double *out);

#endif
