/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads a model file, writes it in another format, reads that again; saves the state of a
 * simulation and continues from it:
 *
 *     files [MODEL [FOLDER]] */
#include "check.h"

/* The file that a message is about, or the text in memory. */
static void print_warning(void *user, ludo_place place, const char *message)
{
    (void)user;
    printf("%s:%d: %s\n", place.file != NULL ? place.file : "model", place.line, message);
}

/* A pendulum as a text: other files that it names would be looked for beside `name`. */
static ludo_spec *pendulum(void)
{
    static const char text[] = "<mujoco><worldbody><body><joint axis='0 1 0'/>"
                               "<geom type='sphere' size='0.1' pos='0 0 -1'/>"
                               "</body></worldbody></mujoco>";
    ludo_diagnostic why = {.message = ""};
    ludo_spec *spec = NULL;
    check(ludo_load_string(text, sizeof text - 1, "pendulum.xml", NULL, NULL, &spec, &why), &why);
    return spec;
}

/* A robot with a free base, whose meshes are in a package. */
static ludo_spec *robot(const char *path)
{
    static const char *const packages[] = {"examples"};
    ludo_load_options options = ludo_load_options_default();
    ludo_diagnostic why = {.message = ""};
    ludo_spec *spec = NULL;
    options.base = LUDO_BASE_FREE, options.package_dirs = packages, options.package_dir_count = 1;
    check(ludo_load_file(path, &options, NULL, &spec, &why), &why);
    return spec;
}

/* A second robot of the same file, 2 m beside the first. */
static void add_twin(ludo_spec *spec, const char *path)
{
    ludo_diagnostic why = {.message = ""};
    ludo_attachment at = ludo_attachment_default();
    at.prefix = "second_";
    at.frame.position.x = 2.0;
    check(ludo_load_append(spec, path, NULL, &at, NULL, &why), &why);
}

/* The same motion from a saved state. */
static void save_and_continue(const ludo_spec *spec, const char *path)
{
    ludo_diagnostic why = {.message = ""};
    ludo_model *model = NULL;
    check(ludo_compile(spec, NULL, &model, &why), &why);
    ludo_sim *first = sim_of(model, NULL), *second = sim_of(model, NULL);
    check(ludo_step(first, 0.01, NULL), NULL);
    check(ludo_save_state(first, path, &why), &why);
    check(ludo_load_state(second, path, &why), &why);
    expect(ludo_sim_time(first) == ludo_sim_time(second), "a saved state has its time");
    ludo_sim_destroy(first);
    ludo_sim_destroy(second);
    ludo_model_destroy(model);
}

int main(int argc, char **argv)
{
    char model[512], state[512];
    const char *folder = argc > 2 ? argv[2] : ".";
    ludo_diagnostic why = {.message = ""};
    const char *path = argc > 1 ? argv[1] : "examples/robot_arm.urdf";
    ludo_spec *spec = robot(path), *bob = pendulum();
    add_twin(spec, path);
    snprintf(model, sizeof model, "%s/model.xml", folder);
    snprintf(state, sizeof state, "%s/state.bin", folder);
    check(ludo_save_file(spec, model, "mjcf", print_warning, NULL, &why), &why);
    ludo_spec_destroy(spec);
    ludo_model *back = NULL;
    check(ludo_load_model(model, NULL, NULL, &back, &why), &why);
    save_and_continue(bob, state);
    printf("wrote %s, of %d bodies, and %s\n", model, (int)ludo_model_body_count(back), state);
    ludo_model_destroy(back);
    ludo_spec_destroy(bob);
    return 0;
}
