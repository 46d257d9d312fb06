/* SPDX-License-Identifier: Apache-2.0
 *
 * Asks a compiled model for sizes, names and numbers, here of the robot in examples/quadruped.xml
 * or of the model file that is named:
 *
 *     model [MODEL] */
#include "check.h"

/* Index of a joint's coordinates in a keyframe, by the joint's name. */
static int32_t first_coordinate(const ludo_model *model, const char *name)
{
    ludo_joint_info joint = {.struct_size = sizeof joint};
    const int32_t number = ludo_model_joint_find(model, name);
    return ludo_model_joint(model, number, &joint) == LUDO_OK ? joint.position_first : -1;
}

static void print_bodies(const ludo_model *model)
{
    ludo_body_info body = {.struct_size = sizeof body};
    ludo_fluid_info fluid = {.struct_size = sizeof fluid};
    const int32_t *order = ludo_model_order(model);
    for (int32_t i = 0; i < ludo_model_body_count(model); i++) {
        check(ludo_model_body(model, order[i], &body), NULL);
        printf("body %s: %g kg, carried by %s\n", body.name, body.mass,
               body.parent == LUDO_WORLD ? "the world" : ludo_model_body_name(model, body.parent));
        expect(ludo_model_body_find(model, body.name) == order[i], "names find their bodies");
    }
    for (int32_t i = 0; i < ludo_model_fluid_count(model); i++) {
        check(ludo_model_fluid(model, i, &fluid), NULL);
        printf("fluid around %s\n", ludo_model_body_name(model, fluid.body));
    }
}

static void print_joints(const ludo_model *model)
{
    ludo_loop_info loop = {.struct_size = sizeof loop};
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        const char *name = ludo_model_joint_name(model, i);
        printf("joint %s: coordinates from %d\n", name, first_coordinate(model, name));
    }
    for (int32_t i = 0; i < ludo_model_loop_count(model); i++) {
        check(ludo_model_loop(model, i, &loop), NULL);
        printf("loop %s: %d rows\n", ludo_model_loop_name(model, i), loop.rows);
        expect(ludo_model_loop_find(model, loop.name) == i, "names find their loops");
    }
}

static void print_points(const ludo_model *model)
{
    ludo_site_info site = {.struct_size = sizeof site};
    ludo_geom_info geom = {.struct_size = sizeof geom};
    for (int32_t i = 0; i < ludo_model_site_count(model); i++) {
        check(ludo_model_site(model, i, &site), NULL);
        printf("site %s on body %d\n", ludo_model_site_name(model, i), site.body);
        expect(ludo_model_site_find(model, site.name) == i, "names find their sites");
    }
    for (int32_t i = 0; i < ludo_model_geom_count(model); i++) {
        check(ludo_model_geom(model, i, &geom), NULL);
        printf("geom %s: %s\n", ludo_model_geom_name(model, i), geom.type);
        expect(ludo_model_geom_find(model, geom.name) == i, "names find their geoms");
    }
}

static void print_forces(const ludo_model *model)
{
    ludo_spring_info spring = {.struct_size = sizeof spring};
    ludo_actuator_info actuator = {.struct_size = sizeof actuator};
    ludo_keyframe_info keyframe = {.struct_size = sizeof keyframe};
    for (int32_t i = 0; i < ludo_model_spring_count(model); i++) {
        check(ludo_model_spring(model, i, &spring), NULL);
        printf("spring %s: %g N/m\n", ludo_model_spring_name(model, i), spring.stiffness);
        expect(ludo_model_spring_find(model, spring.name) == i, "names find their springs");
    }
    printf("%d activations\n", (int)ludo_model_activation_count(model));
    for (int32_t i = 0; i < ludo_model_actuator_count(model); i++) {
        check(ludo_model_actuator(model, i, &actuator), NULL);
        printf("actuator %s: gear %g\n", ludo_model_actuator_name(model, i), actuator.gear);
        expect(ludo_model_actuator_find(model, actuator.name) == i, "names find actuators");
    }
    for (int32_t i = 0; i < ludo_model_keyframe_count(model); i++) {
        check(ludo_model_keyframe(model, i, &keyframe), NULL);
        printf("keyframe %s: t = %g\n", ludo_model_keyframe_name(model, i), keyframe.time);
        expect(ludo_model_keyframe_find(model, keyframe.name) == i, "names find keyframes");
    }
}

/* What compilation and the reader of the file had to say. */
static void print_notes(const ludo_model *model)
{
    ludo_note_info note = {.struct_size = sizeof note};
    for (int32_t i = 0; i < ludo_model_note_count(model); i++) {
        check(ludo_model_note(model, i, &note), NULL);
        printf("line %d: %s\n", note.place.line, note.message);
    }
}

int main(int argc, char **argv)
{
    ludo_diagnostic why = {.message = ""};
    ludo_vec3 gravity;
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    check(ludo_load_file(argc > 1 ? argv[1] : "examples/quadruped.xml", NULL, NULL, &spec, &why),
          &why);
    check(ludo_compile(spec, NULL, &model, &why), &why);
    ludo_spec_destroy(spec); /* the model has copies of all */
    check(ludo_model_gravity(model, &gravity), NULL);
    ludo_medium medium = ludo_medium_default();
    check(ludo_model_medium(model, &medium), NULL);
    printf("around it a medium of %g kg/m^3\n", medium.density);
    printf("%s: %g kg, gravity %g, steps of %g s\n", ludo_model_name(model), ludo_model_mass(model),
           gravity.z, ludo_model_timestep(model));
    printf("%d coordinates, %d rates, %d constraint rows\n", ludo_model_position_count(model),
           ludo_model_dof(model), ludo_model_rows(model));
    print_bodies(model);
    print_joints(model);
    print_points(model);
    print_forces(model);
    print_notes(model);
    ludo_model_destroy(model);
    return 0;
}
