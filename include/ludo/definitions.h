/* SPDX-License-Identifier: Apache-2.0
 *
 * Definitions of the elements of a mechanism: bodies, joints, geoms, springs, ... Each has a
 * default function, with which to begin: it sets `struct_size`, too. Actuators and sensors are in
 * devices.h. */
#ifndef LUDO_DEFINITIONS_H
#define LUDO_DEFINITIONS_H

#include "ludo/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The world, where a body is asked for. */
#define LUDO_WORLD (-1)

/** A place in a file, for messages; all zero for definitions built from C. `file` may be NULL. */
typedef struct ludo_place {
    const char *file;
    int32_t line, column;
} ludo_place;

/** A rigid body. Its frame is free to choose; the centre of mass may lie anywhere in it.
 *
 * A body without mass between two joints of hinges or slides is an intermediate link: a frame
 * inside a composite joint, which carries the next body. Bodies that are merged rigidly (option
 * "merge") share one mass, so that only their sum has to be physically possible. */
typedef struct ludo_body_def {
    size_t struct_size;
    const char *name;  /* NULL or "": body<i> */
    double mass;       /* [kg], > 0, or 0 with all of the inertia 0 */
    ludo_vec3 com;     /* centre of mass in the body frame [m] */
    double inertia[6]; /* about the centre of mass, in body axes: xx yy zz xy xz yz [kg m^2] */
    ludo_place place;
    double gravity_compensation; /* part of the body's weight that a force at its centre of mass
                                    takes away, >= 0: 1 all, above 1 the body rises */
    ludo_quat drag_axes; /* axes of its box of drag, body frame: principal axes of the inertia;
                            zero: found from the inertia, not unique where moments are equal */
} ludo_body_def;

/** A body without mass whose frame is its centre of mass. Set its mass and inertia. */
static inline ludo_body_def ludo_body_default(void)
{
    ludo_body_def def = LUDO_ZERO;
    def.struct_size = sizeof def;
    return def;
}

/** A medium of uniform density around all bodies, which resists their motion: drag, lift, and the
 * part of the added mass that turns them. It has no buoyancy. Each body with mass has the drag of a
 * box with its moments of inertia; a body with geoms that are ellipsoids of drag has theirs
 * instead. The laws are those of MuJoCo. See ludo_fluid_def for an ideal fluid. */
typedef struct ludo_medium {
    size_t struct_size;
    double density;   /* [kg/m^3] */
    double viscosity; /* [Pa s] */
    ludo_vec3 wind;   /* velocity of the medium, world [m/s] */
} ludo_medium;

/** A vacuum. */
static inline ludo_medium ludo_medium_default(void)
{
    ludo_medium medium = LUDO_ZERO;
    medium.struct_size = sizeof medium;
    return medium;
}

/** An ideal fluid around a body: at rest far away, without friction and vortices, and unbounded
 * [dq2016 section 4.1]. The fluid gives a body of any shape an added mass: the body moves as if
 * its inertia were larger, by different amounts along and about different axes. The fluid transmits
 * no forces between bodies. At most one per body; merged bodies have the sum of their fluids.
 * Bodies fixed to the world, and intermediate links without mass, cannot be in a fluid. */
typedef struct ludo_fluid_def {
    size_t struct_size;
    int32_t body;
    double added_mass[6][6]; /* about the origin of the body frame, in its axes, angular part first:
                                energy 1/2 chi.A chi of chi = (angular, linear) velocity of the
                                origin [kg m^2, kg m; kg m, kg]. Symmetric to 1e-12 and positive
                                semidefinite to 1e-6, relative to the diagonal; only its symmetric
                                part is used */
    double displaced_mass;   /* mass of the displaced fluid, >= 0 [kg]: its weight lifts the body */
    ludo_vec3 buoyancy;      /* centre of the displaced fluid, body frame [m] */
    ludo_place place;
} ludo_fluid_def;

/** A fluid around body 0 without added mass or buoyancy. */
static inline ludo_fluid_def ludo_fluid_default(void)
{
    ludo_fluid_def def = LUDO_ZERO;
    def.struct_size = sizeof def;
    return def;
}

/** The most degrees of freedom that a joint has. */
#define LUDO_MAX_DOF 6

/** Forces, inertia and limits along one degree of freedom of a joint; all zero: none. Units are
 * [N m] along an angle and [N] along a length. The three rates of a quaternion share the entry of
 * the first: an isotropic spring towards the orientation where the joint frames coincide, an
 * isotropic damper, an isotropic armature. The spring acts along the shorter rotation; its torque
 * reverses with a jump at half a turn.
 *
 * A free joint has no limits or dry friction, and rest 0. The entry of its first rate is shared by
 * the three translations: a spring from the origin of the body frame to its place at the reference,
 * a damper of the velocity of the origin, an armature that moves with the origin. The entry of the
 * fourth rate is shared by the rotation, as of a ball. These forces act from the world: they change
 * the total momentum, and armatures of free joints are part of it. Gravity does not act on them. */
typedef struct ludo_dof_def {
    double stiffness;     /* of a spring, >= 0 [N m/rad, N/m] */
    double rest;          /* coordinate where the spring exerts no force [rad, m]; of a ball 0 */
    double damping;       /* >= 0 [N m s/rad, N s/m] */
    double armature;      /* inertia that moves with the coordinate alone, >= 0 [kg m^2, kg] */
    bool limited;         /* `range` is enforced, as a hard stop */
    double range[2];      /* lowest and highest coordinate [rad, m]; of a ball the largest angle is
                             range[1] */
    double friction_loss; /* largest force of dry friction, >= 0 [N m, N] */
    double effort; /* largest sum of what actuators and servos exert along a scalar coordinate,
                      those along tendons through joints included, >= 0; 0: none [N m, N] */
    double speed;  /* largest rate, >= 0, of a scalar coordinate that an actuator or a servo acts
                      along: a hard limit of integrator maximal, as `range`; 0: none [rad/s, m/s] */
} ludo_dof_def;

/** A joint between two bodies.
 *
 * The joint has a frame on the parent and a frame on the child; the two coincide where all its
 * coordinates are zero (or equal to `reference`). A body that is the child of no joint floats. Of
 * several joints with the same child the first one that was added carries it. All others are
 * closures: they close loops, have no coordinates, and no force can act along them. In a cycle of
 * joints that is not connected to the world the body with the lowest number floats. The coordinates
 * of a joint, lengths before angles, by type (a quaternion is the child's joint frame in the
 * parent's; its rates are the relative angular velocity in the child's joint frame):
 *
 *     fixed             none
 *     hinge             angle about axis
 *     slide             length along axis
 *     cylindrical       length along axis, angle about it
 *     universal         angle about axis (of the parent), then about axis2 (of the child)
 *     planar            two lengths orthogonal to axis, angle about axis
 *     ball              quaternion
 *     point-on-line     length along axis, quaternion
 *     free-planar       two lengths orthogonal to axis, quaternion
 *     orientation-only  three lengths along the parent's joint frame; the child can't turn
 *     free              position of the body frame in the world, quaternion of the body
 *
 * The two lengths orthogonal to `axis` are along directions e1 and e2. Let n be the axis x, y or z
 * of the joint frame that is nearest to `axis` (the first of several). Then e1 is the axis after n
 * (x after z), made orthogonal to `axis`, and e2 = axis x e1. For the axis z they are x and y.
 *
 * Several hinges and slides between the same two bodies, each after the first marked `continues`,
 * form a composite joint, in sequence from the parent to the child. Each keeps its number, name,
 * coordinate and dof entry. All their frames are given at the pose where every coordinate is at its
 * reference. At most LUDO_MAX_DOF of them. */
typedef struct ludo_joint_def {
    size_t struct_size;
    const char *name; /* NULL or "": <child>.joint<k> */
    const char *type; /* of the list above */
    int32_t parent;   /* body or LUDO_WORLD; a free joint's parent is LUDO_WORLD */
    int32_t child;    /* body */
    bool continues;   /* follows the joint that was added last, between the same bodies */
    ludo_frame
        in_parent;       /* the joint frame in the parent's body frame; a zero quaternion means 1 */
    ludo_frame in_child; /* the joint frame in the child's body frame; a zero quaternion means 1 */
    ludo_vec3 axis;      /* in the joint frame; any length > 0 */
    ludo_vec3 axis2;     /* of universal, in the joint frame, orthogonal to axis; any length > 0 */
    double reference;    /* coordinate of hinge [rad] or slide [m] where the frames coincide */
    ludo_dof_def along[LUDO_MAX_DOF]; /* per rate */
    ludo_place place;
    /* per rate with a scalar coordinate, beside the constants of `along`: with x from the rest and
     * the rate v the forces -(stiffness + curve[0] x + curve[1] x^2) x and
     * -(damping + curve[0] |v| + curve[1] v^2) v */
    double stiffness_curve[LUDO_MAX_DOF][2]; /* [N m/rad^2, N m/rad^3; N/m^2, N/m^3] */
    double damping_curve[LUDO_MAX_DOF][2];   /* >= 0 */
} ludo_joint_def;

/** A hinge of body 0 on the world about the z axes of both bodies. */
static inline ludo_joint_def ludo_joint_default(void)
{
    ludo_joint_def def = LUDO_ZERO;
    def.struct_size = sizeof def;
    def.type = "hinge";
    def.parent = LUDO_WORLD;
    def.in_parent.orientation.w = 1.0;
    def.in_child.orientation.w = 1.0;
    def.axis.z = 1.0;
    return def;
}

/** A polynomial between two scalar coordinates, held exactly at position level:
 *
 *     q - reference = sum over k of coefficient[k] (q_from - reference_from)^k
 *
 * or, with of_springs, between the lengths of two springs (of any type but wrench), which are sums
 * over joints or lengths of paths. The reference of a length is the length with all coordinates at
 * their references: a rope of constant length is a coupling without from_spring whose coefficients
 * are 0. A coupling is a loop constraint, as closures are. */
typedef struct ludo_coupling_def {
    size_t struct_size;
    const char *name;       /* NULL or "": coupling<i> */
    int32_t joint, dof;     /* the coordinate q, by its joint and rate */
    int32_t from, from_dof; /* from -1: no joint, the polynomial is its coefficient[0] */
    double coefficient[5];
    ludo_place place;
    bool of_springs;             /* couples lengths of springs; joint and from are ignored */
    int32_t spring, from_spring; /* with of_springs; from_spring -1: none */
} ludo_coupling_def;

/** A coupling that holds the first coordinate of joint 0 at its reference. */
static inline ludo_coupling_def ludo_coupling_default(void)
{
    ludo_coupling_def def = LUDO_ZERO;
    def.struct_size = sizeof def;
    def.from = -1;
    def.from_spring = -1;
    return def;
}

/** A named frame on a body. */
typedef struct ludo_site_def {
    size_t struct_size;
    const char *name; /* NULL or "": site<i> */
    int32_t body;     /* body or LUDO_WORLD */
    ludo_frame frame; /* in the body frame; a zero quaternion means 1 */
    ludo_place place;
    const char *type; /* its shape, for touch sensors, as of a geom: sphere, capsule, cylinder, box
                         or ellipsoid; NULL or "": sphere */
    double size[3];   /* of its shape, as of a geom [m]; all 0: a sphere of 5 mm */
} ludo_site_def;

/** The frame of body 0, with a sphere of 5 mm. */
static inline ludo_site_def ludo_site_default(void)
{
    ludo_site_def def = LUDO_ZERO;
    def.struct_size = sizeof def;
    def.frame.orientation.w = 1.0;
    return def;
}

/** How the mass of a mesh is distributed. */
typedef enum ludo_mesh_inertia {
    LUDO_MESH_CONVEX, /* over the volume of its convex hull */
    LUDO_MESH_EXACT,  /* over the volume that its surface encloses */
    LUDO_MESH_LEGACY, /* the sum of tetrahedra from the centroid of the surface, all counted
                         positive: overlapping parts count twice */
    LUDO_MESH_SHELL   /* over its surface */
} ludo_mesh_inertia;

/** A surface of triangles, for geoms. */
typedef struct ludo_mesh_def {
    size_t struct_size;
    const char *name;          /* NULL or "": mesh<i> */
    const char *file;          /* the file that it was read from; NULL or "": none */
    const double *vertex;      /* x y z of each, as used: already scaled [m] */
    int32_t vertex_count;      /* 0: the file was not read */
    const int32_t *face;       /* three vertices of each, counter-clockwise seen from outside */
    int32_t face_count;        /* 0: the convex hull of the vertices */
    ludo_vec3 scale;           /* factor on the coordinates of the file; zero means 1 1 1 */
    ludo_mesh_inertia inertia; /* how its mass is distributed */
    ludo_place place;
} ludo_mesh_def;

/** A mesh without vertices, of scale 1. */
static inline ludo_mesh_def ludo_mesh_default(void)
{
    ludo_mesh_def def = LUDO_ZERO;
    def.struct_size = sizeof def;
    def.scale.x = 1.0;
    def.scale.y = 1.0;
    def.scale.z = 1.0;
    return def;
}

/** A shape on a body. Types and their sizes [m], all > 0 but those of a plane:
 *
 *     plane      half lengths along x and y for drawing, 0: unbounded; z is the normal; no mass
 *     sphere     radius
 *     capsule    radius, half length along z of the cylinder between its caps
 *     cylinder   radius, half length along z
 *     box        half lengths along x, y, z
 *     ellipsoid  radii along x, y, z
 *     mesh       of `mesh`, in the frame of its vertices
 *     hfield     depth of the base: the solid from the surface of `mesh` down to z = - this depth;
 *                the vertices of the mesh are rows of a regular grid, x first, of increasing x and
 *                y. It has no mass; where it touches others it is fixed in the world
 *
 * ludo_spec_weigh() gives a body the mass of its geoms. In contacts a mesh is its convex hull,
 * unless `concave` is set. */
typedef struct ludo_geom_def {
    size_t struct_size;
    const char *name; /* NULL or "": geom<i> */
    const char *type; /* of the list above */
    int32_t body;     /* body or LUDO_WORLD */
    ludo_frame frame; /* in the body frame; a zero quaternion means 1 */
    double size[3];   /* of the list above [m] */
    int32_t mesh;     /* of types mesh and hfield; else ignored */
    double mass;      /* [kg]; < 0: density times volume */
    double density;   /* [kg/m^3]; of a shell [kg/m^2] */
    bool shell;       /* the mass is on the surface; of a mesh its `inertia` decides */
    int32_t group;    /* for choosing which geoms to show or weigh */
    double rgba[4];   /* colour for drawing, 0 to 1 */
    /* of contacts: two geoms can touch if contype of one and conaffinity of the other share a bit;
     * condim is 1, 3, 4 or 6 */
    int32_t contype, conaffinity, condim, priority;
    double friction[3]; /* of sliding (condim 3, 4, 6), spinning about the normal (4, 6) [m] and
                           rolling (6) [m], >= 0; of a pair of geoms each is the greater one, and
                           condim too, or all are those of the higher priority */
    double restitution; /* 0 to 1: speed of separation over speed of approach; of a pair the
                           greater */
    bool concave; /* of type mesh: in contacts it is the surface itself, with its hollows; where
                     it touches others it is fixed in the world */
    ludo_place place;
    bool drag_ellipsoid; /* in a medium it has the drag and lift of an ellipsoid: a sphere, capsule,
                            cylinder or box has that with its half lengths */
    double drag[5];      /* coefficients of that: blunt drag, slender drag, angular drag, Kutta
                            lift, Magnus lift */
} ludo_geom_def;

/** A white sphere without a size on body 0, of density 1000, that can touch all other geoms. */
static inline ludo_geom_def ludo_geom_default(void)
{
    ludo_geom_def def = LUDO_ZERO;
    def.struct_size = sizeof def;
    def.type = "sphere";
    def.frame.orientation.w = 1.0;
    def.mass = -1.0;
    def.density = 1000.0;
    def.rgba[0] = def.rgba[1] = def.rgba[2] = def.rgba[3] = 1.0;
    def.contype = 1;
    def.conaffinity = 1;
    def.condim = 3;
    def.friction[0] = 1.0;
    def.friction[1] = 0.005;
    def.friction[2] = 0.0001;
    def.drag[0] = 0.5;
    def.drag[1] = 0.25;
    def.drag[2] = 1.5;
    def.drag[3] = 1.0;
    def.drag[4] = 1.0;
    return def;
}

/** Two geoms that can touch whatever the filters say, with contact parameters of their own. */
typedef struct ludo_pair_def {
    size_t struct_size;
    const char *name;       /* NULL or "": pair<i> */
    int32_t geom_a, geom_b; /* two geoms */
    int32_t condim;         /* 1, 3, 4 or 6 */
    double friction;        /* of sliding, >= 0 */
    double restitution;     /* 0 to 1 */
    ludo_place place;
    double spin_friction; /* of spinning about the normal with condim 4 and 6 [m], >= 0 */
    double roll_friction; /* of rolling with condim 6 [m], >= 0 */
} ludo_pair_def;

/** A contact without friction or restitution of geoms 0 and 1; condim 3. */
static inline ludo_pair_def ludo_pair_default(void)
{
    ludo_pair_def def = LUDO_ZERO;
    def.struct_size = sizeof def;
    def.geom_b = 1;
    def.condim = 3;
    return def;
}

/** Two bodies without contacts between them. A body and its parent have none in any case, unless
 * the parent is the world; bodies that are fixed to one another have none either. Nor have two
 * geoms that overlap in every position of the joints between them, unless a pair names them. */
typedef struct ludo_exclude_def {
    size_t struct_size;
    const char *name;       /* NULL or "": exclude<i> */
    int32_t body_a, body_b; /* bodies or LUDO_WORLD */
    bool implied;           /* by a rule of the file's format, so that writers of it leave it out */
    ludo_place place;
} ludo_exclude_def;

/** No contacts between bodies 0 and 1. */
static inline ludo_exclude_def ludo_exclude_default(void)
{
    ludo_exclude_def def = LUDO_ZERO;
    def.struct_size = sizeof def;
    def.body_b = 1;
    return def;
}

/** A joint's scalar coordinate times a weight, as a part of a tendon; or one of its rates. */
typedef struct ludo_tendon_term {
    int32_t joint;
    int32_t dof;   /* which rate of the joint; of type tendon not one of a quaternion */
    double weight; /* [m/rad, 1] */
} ludo_tendon_term;

/** A point of a spring's path: a site that the path passes, a sphere or cylinder that it wraps
 * around, or a pulley that begins a branch. Exactly one of `site`, `geom`, `divisor` is set. */
typedef struct ludo_path_point {
    int32_t site;   /* else -1 */
    int32_t geom;   /* of type sphere or cylinder, between two sites; else -1 */
    int32_t side;   /* of a geom: a site on the side where the path passes, or within the geom: then
                       the path passes through the geom and touches its surface from inside; -1: the
                       path takes the shorter way around */
    double divisor; /* of a pulley: what the lengths after it are divided by, > 0; else 0 */
} ludo_path_point;

/** A spring, or tendon: a length of the mechanism, with a spring and a damper along it. Without
 * either it is a length to read and to act along with actuators. Types:
 *
 *     distance  between two sites. Where they coincide there is no direction and no force.
 *     path      from site to site, around spheres and cylinders (a spatial tendon of MJCF). Pulleys
 *               begin branches: sites before and after a pulley are not connected.
 *     tendon    the sum of joint coordinates times weights (a fixed tendon of MJCF)
 *
 * These types are for actuators alone, and have no stiffness, damping, range, friction or armature:
 *
 *     wrench        a wrench on the body of site_b at that site: gear has its force and torque
 *                   along the axes of site_a, whose body takes the opposite wrench at the same
 *                   point, or, if site_a is LUDO_WORLD, along those of site_b. L is the position
 *                   and rotation of site_b in the axes of site_a, weighted by the gear; without
 *                   site_a 0
 *     slider_crank  the position on the z axis of site_a of a slider that a rod of length `rod`
 *                   joins to site_b
 *     rates         rates of one ball or free joint times weights: a torque about axes of the
 *                   child's joint frame, whose opposite acts on the parent; of a free joint a force
 *                   along axes of the world at the origin of the body frame, and a torque about
 *                   axes of the body. L is the rotation vector of a ball, weighted; of a free joint
 *                   0
 *     rates_in_parent  likewise, with torques about axes of the parent's joint frame or the world
 *
 * Positions of servos (gain = -bias[1]) along rotations alone count modulo whole turns: of a ball,
 * and of a wrench with site_a whose gear has no force. */
typedef struct ludo_spring_def {
    size_t struct_size;
    const char *name;             /* NULL or "": spring<i> */
    const char *type;             /* of the list above */
    int32_t site_a, site_b;       /* distance: sites */
    const ludo_tendon_term *term; /* tendon, rates: term_count of them */
    int32_t term_count;
    double stiffness; /* >= 0 [N/m] */
    double damping;   /* >= 0 [N s/m] */
    double rest[2];   /* the spring is slack from rest[0] to rest[1] [m]; equal: a plain spring */
    ludo_place place;
    double gear[6];              /* wrench: force [1], torque [m] per force of an actuator */
    double rod;                  /* slider_crank: > 0 [m] */
    const ludo_path_point *path; /* path: path_count of them */
    int32_t path_count;
    bool limited;         /* whether the range below applies */
    double range[2];      /* least and largest length, hard limits [m] */
    double friction_loss; /* dry friction along the length, >= 0 [N] */
    double armature;      /* inertia along the length, >= 0: adds armature / 2 (dL/dt)^2 to the
                             kinetic energy [kg] */
} ludo_spring_def;

/** A distance between sites 0 and 1 without forces. Set stiffness and damping. */
static inline ludo_spring_def ludo_spring_default(void)
{
    ludo_spring_def def = LUDO_ZERO;
    def.struct_size = sizeof def;
    def.type = "distance";
    def.site_b = 1;
    return def;
}

/** A named state: joint coordinates and rates of all joints in order (model.h says how many each
 * has). NULL with a count of 0 leaves positions at the reference pose, velocities at zero. */
typedef struct ludo_keyframe_def {
    size_t struct_size;
    const char *name;       /* NULL or "": keyframe<i> */
    double time;            /* [s] */
    const double *position; /* coordinates of all joints */
    int32_t position_count;
    const double *velocity; /* rates of all joints */
    int32_t velocity_count;
    const double *control; /* of all actuators; a count of 0 leaves them at zero */
    int32_t control_count;
    ludo_place place;
    const double *activation; /* of all actuators that have one; a count of 0 leaves them at zero */
    int32_t activation_count;
} ludo_keyframe_def;

/** The reference pose at rest, t = 0. */
static inline ludo_keyframe_def ludo_keyframe_default(void)
{
    ludo_keyframe_def def = LUDO_ZERO;
    def.struct_size = sizeof def;
    return def;
}

/** The kind of a note of an importer. */
typedef enum ludo_note_kind {
    LUDO_NOTE_WARNING,     /* an element without an effect on the motion */
    LUDO_NOTE_UNSUPPORTED, /* an element that would change the motion and is not supported: the
                              model can be inspected, not simulated */
    LUDO_NOTE_CONTACT,     /* a part of contacts that is not simulated */
    LUDO_NOTE_LIMIT        /* a part of limits that is not simulated */
} ludo_note_kind;

/** A note, with its place; pointers live as long as the description or model that returned it. */
typedef struct ludo_note_info {
    size_t struct_size;
    ludo_note_kind kind; /* what it means for the motion */
    ludo_place place;
    const char *message; /* in words */
} ludo_note_info;

#ifdef __cplusplus
}
#endif
#endif
