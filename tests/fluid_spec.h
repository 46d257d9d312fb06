/* SPDX-License-Identifier: Apache-2.0
 *
 * Small descriptions of bodies in a fluid. */
#ifndef LUDO_TESTS_FLUID_SPEC_H
#define LUDO_TESTS_FLUID_SPEC_H

#include "small_spec.h"

/* A floating body "hull" with its centre of mass at `com`. */
static inline ludo_spec *hull_spec(ludo_vec3 com)
{
    ludo_spec *spec = new_spec();
    const ludo_body_def hull = {.struct_size = sizeof hull,
                                .name = "hull",
                                .mass = 2.0,
                                .com = com,
                                .inertia = {0.1, 0.2, 0.3, 0.0, 0.0, 0.0},
                                .place = {"model.xml", 3, 1}};
    assert_int_equal(ludo_spec_add_body(spec, &hull, NULL), LUDO_OK);
    return spec;
}

static inline void add_fluid(ludo_spec *spec, const ludo_fluid_def *f)
{
    assert_int_equal(ludo_spec_add_fluid(spec, f, NULL), LUDO_OK);
}

/* Of a sphere about its center, which is at `c`: half of what it displaces, along all axes.
 *
 *     A = (mass/2) [ -c^ c^   c^ ]
 *                  [   -c^     1 ] */
static inline ludo_fluid_def sphere(double displaced, ludo_vec3 c)
{
    const mat3 C = m3_skew(c), CC = m3_mul_t(C, C);
    ludo_fluid_def f = {.struct_size = sizeof f, .displaced_mass = displaced, .buoyancy = c};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            f.added_mass[i][j] = 0.5 * displaced * CC.m[3 * i + j];
            f.added_mass[i][3 + j] = f.added_mass[3 + j][i] = 0.5 * displaced * C.m[3 * i + j];
        }
        f.added_mass[3 + i][3 + i] = 0.5 * displaced;
    }
    return f;
}

#endif
