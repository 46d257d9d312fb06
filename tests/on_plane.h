/* SPDX-License-Identifier: Apache-2.0
 *
 * Scenes of bodies on a plane, written as MJCF. */
#ifndef LUDO_TESTS_ON_PLANE_H
#define LUDO_TESTS_ON_PLANE_H

#include "running.h"

#include <stdio.h>
#include <string.h>

/* Bodies on a horizontal plane of friction 0.6 through the origin; `more` are further elements of
 * the model, such as options. */
static inline ludo_spec *spec_on_plane(const char *bodies, const char *more)
{
    static char text[16384];
    ludo_spec *spec = NULL;
    const int length = snprintf(text, sizeof text,
                                "<mujoco>%s<worldbody><geom type='plane' size='50 50 1' "
                                "friction='.6'/>%s</worldbody></mujoco>",
                                more, bodies);
    assert_true(length > 0 && (size_t)length < sizeof text);
    assert_int_equal(ludo_load_string(text, strlen(text), "on_plane.xml", NULL, NULL, &spec, NULL),
                     LUDO_OK);
    return spec;
}

static inline running run_on_plane(const char *bodies, const char *more,
                                   const ludo_sim_options *options)
{
    return run_open(LUDO_OK, spec_on_plane(bodies, more), options);
}

#endif
