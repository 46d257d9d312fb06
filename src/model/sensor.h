/* SPDX-License-Identifier: Apache-2.0
 *
 * A compiled sensor, and the table of operations of a type of sensor. */
#ifndef LUDO_MODEL_SENSOR_H
#define LUDO_MODEL_SENSOR_H

#include "geometry/shape.h"
#include "model/attached_frame.h"

/* Quantities beside poses and velocities that a type of sensor reads, as bits. */
enum {
    SENSOR_NEEDS_ACCELERATIONS = 1, /* of joints, and of frames on bodies */
    SENSOR_NEEDS_REACTIONS = 2,     /* wrenches of joints */
    SENSOR_NEEDS_FORCES = 4,        /* forces of actuators at the knot */
    SENSOR_NEEDS_RAYS = 8           /* the surfaces of all geoms */
};

/* The range of values within a cutoff. */
typedef enum sensor_bound {
    SENSOR_BOTH_SIDES, /* from -cutoff to cutoff */
    SENSOR_ABOVE,      /* up to cutoff */
    SENSOR_UNBOUNDED   /* no cutoff */
} sensor_bound;

typedef struct sensor_data sensor_data;

/* The simulation with scratch for reading sensors (sim/sensing.h). */
struct sensing;

/* A type of sensor. */
typedef struct sensor_kind {
    const char *name;
    int32_t size;  /* numbers that it reads */
    uint32_t on;   /* bits of what it can be on: SENSOR_ON(object), ... */
    bool relative; /* can have a reference frame */
    sensor_bound bound;
    uint32_t needs;
    ludo_status (*read)(struct sensing *s, const sensor_data *d, double *out);
} sensor_kind;

#define SENSOR_ON(object) (1u << LUDO_OBJECT_##object)
#define SENSOR_ON_FRAMES (SENSOR_ON(BODY) | SENSOR_ON(CENTER) | SENSOR_ON(SITE) | SENSOR_ON(GEOM))

/* The list of types, implemented in the room sensors. */
int32_t ludo_sensor_kind_count(void);
const sensor_kind *ludo_sensor_kind_at(int32_t number);
const sensor_kind *ludo_sensor_kind_find(const char *name);

/* A frame on a body or on the world. */
typedef struct sensor_frame {
    int32_t body;      /* or LUDO_WORLD */
    ludo_frame frame;  /* in the body frame */
    attached_frame on; /* the frame, as it moves */
} sensor_frame;

/* The shape of a geom or site. */
typedef struct sensor_shape {
    const shape_kind *kind;
    double size[3];
} sensor_shape;

struct sensor_data {
    const sensor_kind *kind;
    int32_t object, dof;
    bool has_reference;
    sensor_frame frame, reference; /* frame: of a site, geom or body */
    sensor_shape shape;            /* of its site */
    double cutoff;
    int32_t first; /* the first of its values among those of all sensors */
};

/* A geom that rays can hit. */
typedef struct ray_target {
    sensor_frame frame;
    sensor_shape shape;
    ray_surface surface; /* of a mesh or grid */
} ray_target;

#endif
