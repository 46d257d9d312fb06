/* SPDX-License-Identifier: Apache-2.0
 *
 * Models that tests of dynamics run over, each at a moving state. */
#ifndef LUDO_TESTS_DYNAMICS_MODELS_H
#define LUDO_TESTS_DYNAMICS_MODELS_H

#include "moved.h"

/* A model file at its start with random rates. */
static inline dynamics_of open_file(const char *file)
{
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_load_file(file, NULL, NULL, &spec, NULL), LUDO_OK);
    dynamics_of s = dynamics_of_run(run_open(LUDO_OK, spec, NULL));
    random_stream random = random_from(7);
    random_numbers(&random, s.v, s.dof);
    write_state(&s.r, s.q, s.v);
    return s;
}

/* A chain of two joints of three hinges each, which are solved as balls. */
static inline dynamics_of open_three_hinges(void)
{
    ludo_spec *spec = NULL;
    const double on = 1.0;
    assert_int_equal(ludo_scene_joint_chain("hinge+hinge+hinge", 2, NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "merge", &on, 1), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "spherical", &on, 1), LUDO_OK);
    dynamics_of s = dynamics_of_run(run_open(LUDO_OK, spec, NULL));
    random_stream random = random_from(3);
    random_numbers(&random, s.q, s.dof);
    random_numbers(&random, s.v, s.dof);
    write_state(&s.r, s.q, s.v);
    return s;
}

/* Trees with every joint type, files with merged bodies and bodies without mass, three hinges as a
 * ball. */
enum { FILES = 4, MODELS = 12 + FILES + 1 };

static inline dynamics_of open_model(int k)
{
    static const char *const file[FILES] = {"tests/models/massless.xml", "tests/models/frames.xml",
                                            "tests/models/several_joints.xml",
                                            "tests/models/fixed_links.xml"};
    return k < 12           ? idle_everything((uint64_t)k + 1)
           : k < 12 + FILES ? open_file(file[k - 12])
                            : open_three_hinges();
}

#endif
