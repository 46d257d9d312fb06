/* SPDX-License-Identifier: Apache-2.0
 *
 * Export macro, version and the plain value types of the public interface.
 *
 * Conventions of the whole library, unless stated: SI units, radians, right-handed frames.
 * Quaternions are Hamilton, scalar first, body to world. Angular velocity and torque are given in
 * the BODY frame, linear velocity and force in the WORLD frame, of the centre of mass. Matrices are
 * row-major.
 *
 * A function that reads something writes it into memory of the caller and returns a status. It
 * returns a value only where the value alone says everything. A NULL object or output gives
 * LUDO_BAD_ARGUMENT where a status is returned; else 0, NULL, -1 or LUDO_NOT_FOUND. Functions that
 * return a double return NaN where they cannot answer.
 *
 * LUDO_BAD_ARGUMENT changes no output; after any other failure outputs are undefined. Contracts
 * that promise more say so. A function that creates an object sets its pointer to NULL first.
 *
 * Structs that may get more members in later versions begin with `struct_size`, which the caller
 * sets to sizeof the struct: ludo_x_default() does so for definitions and options, and
 *
 *     ludo_joint_info info = {.struct_size = sizeof info};                             in C
 *     ludo_joint_info info = LUDO_ZERO; info.struct_size = sizeof info;                in C++
 *
 * for outputs. A function returns LUDO_BAD_ARGUMENT for any other size. */
#ifndef LUDO_BASE_H
#define LUDO_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* On Windows LUDO_BUILD is defined while the library is built, LUDO_SHARED in programs that use it
 * as a DLL; neither in programs that link the static library. */
#if defined(_WIN32) && defined(LUDO_BUILD)
#define LUDO_API __declspec(dllexport)
#elif defined(_WIN32) && defined(LUDO_SHARED)
#define LUDO_API __declspec(dllimport)
#elif defined(_WIN32)
#define LUDO_API
#elif defined(__GNUC__)
#define LUDO_API __attribute__((visibility("default")))
#else
#define LUDO_API
#endif

/* clang-format off */
#ifdef __cplusplus
/** The initialiser of a struct whose members are all zero. */
#define LUDO_ZERO {}
#else
/** The initialiser of a struct whose members are all zero. */
#define LUDO_ZERO {0}
#endif
/* clang-format on */

/** The number that ludo_x_find() returns for an unknown name: no number of an element, and none
 * with a meaning, such as LUDO_WORLD. All functions refuse it, ludo_compile() in definitions. */
#define LUDO_NOT_FOUND (-2)

/** Version of the headers, first number. */
#define LUDO_VERSION_MAJOR 0
/** Version of the headers, second number. */
#define LUDO_VERSION_MINOR 2
/** Version of the headers, third number. */
#define LUDO_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/** Three numbers: a point [m], a direction [1], a velocity [m/s], ... as its user documents. */
typedef struct ludo_vec3 {
    double x, y, z;
} ludo_vec3;

/** A Hamilton quaternion, scalar first; rotations are unit quaternions, body to world. */
typedef struct ludo_quat {
    double w, x, y, z;
} ludo_quat;

/** Pose of a frame in another one: its origin [m] and its orientation, in that other frame. */
typedef struct ludo_frame {
    ludo_vec3 position; /* of its origin [m] */
    ludo_quat orientation;
} ludo_frame;

/** An allocator, the source of an object's memory; copied into the object at creation.
 *
 * `allocate` returns memory aligned for any type, or NULL; `release` takes what `allocate`
 * returned, never NULL. Both get `user`. A NULL allocator means the C library. */
typedef struct ludo_allocator {
    void *(*allocate)(size_t size, void *user);
    void (*release)(void *memory, void *user);
    void *user;
} ludo_allocator;

/** The version of the library that runs, such as "0.2.0"; static. */
LUDO_API const char *ludo_version(void);

#ifdef __cplusplus
}
#endif
#endif
