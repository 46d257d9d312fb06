/* SPDX-License-Identifier: Apache-2.0
 *
 * Prints everything that a description holds, here of the robot in examples/quadruped.xml or of the
 * model file that is named:
 *
 *     inspect [MODEL] */
#include "check.h"

/* Pointers of a definition live until the description changes. */
static void print_bodies(const ludo_spec *spec)
{
    ludo_body_def body = ludo_body_default();
    ludo_joint_def joint = ludo_joint_default();
    ludo_fluid_def fluid = ludo_fluid_default();
    for (int32_t i = 0; i < ludo_spec_body_count(spec); i++) {
        check(ludo_spec_body(spec, i, &body), NULL);
        printf("body %s: %g kg, line %d\n", body.name, body.mass, body.place.line);
    }
    for (int32_t i = 0; i < ludo_spec_joint_count(spec); i++) {
        check(ludo_spec_joint(spec, i, &joint), NULL);
        printf("joint %s: %s of body %d on %d\n", joint.name, joint.type, joint.child,
               joint.parent);
    }
    for (int32_t i = 0; i < ludo_spec_fluid_count(spec); i++) {
        check(ludo_spec_fluid(spec, i, &fluid), NULL);
        printf("fluid around body %d\n", fluid.body);
    }
}

static void print_loops(const ludo_spec *spec)
{
    ludo_joint_def closure = ludo_joint_default();
    ludo_coupling_def coupling = ludo_coupling_default();
    for (int32_t i = 0; i < ludo_spec_closure_count(spec); i++) {
        check(ludo_spec_closure(spec, i, &closure), NULL);
        printf("closure %s: %s\n", closure.name, closure.type);
    }
    for (int32_t i = 0; i < ludo_spec_coupling_count(spec); i++) {
        check(ludo_spec_coupling(spec, i, &coupling), NULL);
        printf("coupling %s of joint %d\n", coupling.name, coupling.joint);
    }
    for (int32_t i = 0; i < ludo_spec_held_count(spec); i++) {
        printf("held when loops are closed: joint %d\n", ludo_spec_held(spec, i));
    }
}

static void print_shapes(const ludo_spec *spec)
{
    ludo_mesh_def mesh = ludo_mesh_default();
    ludo_geom_def geom = ludo_geom_default();
    ludo_pair_def pair = ludo_pair_default();
    ludo_exclude_def exclude = ludo_exclude_default();
    for (int32_t i = 0; i < ludo_spec_mesh_count(spec); i++) {
        check(ludo_spec_mesh(spec, i, &mesh), NULL);
        printf("mesh %s: %d vertices\n", mesh.name, mesh.vertex_count);
    }
    for (int32_t i = 0; i < ludo_spec_geom_count(spec); i++) {
        check(ludo_spec_geom(spec, i, &geom), NULL);
        printf("geom %s: %s on body %d\n", geom.name, geom.type, geom.body);
    }
    for (int32_t i = 0; i < ludo_spec_pair_count(spec); i++) {
        check(ludo_spec_pair(spec, i, &pair), NULL);
        printf("pair of geoms %d and %d\n", pair.geom_a, pair.geom_b);
    }
    for (int32_t i = 0; i < ludo_spec_exclude_count(spec); i++) {
        check(ludo_spec_exclude(spec, i, &exclude), NULL);
        printf("no contacts of bodies %d and %d\n", exclude.body_a, exclude.body_b);
    }
}

static void print_forces(const ludo_spec *spec)
{
    ludo_site_def site = ludo_site_default();
    ludo_spring_def spring = ludo_spring_default();
    ludo_actuator_def actuator = ludo_actuator_default();
    ludo_keyframe_def keyframe = ludo_keyframe_default();
    for (int32_t i = 0; i < ludo_spec_site_count(spec); i++) {
        check(ludo_spec_site(spec, i, &site), NULL);
        printf("site %s on body %d\n", site.name, site.body);
    }
    for (int32_t i = 0; i < ludo_spec_spring_count(spec); i++) {
        check(ludo_spec_spring(spec, i, &spring), NULL);
        printf("spring %s: %g N/m\n", spring.name, spring.stiffness);
    }
    for (int32_t i = 0; i < ludo_spec_actuator_count(spec); i++) {
        check(ludo_spec_actuator(spec, i, &actuator), NULL);
        printf("actuator %s: gain %g\n", actuator.name, actuator.gain);
    }
    for (int32_t i = 0; i < ludo_spec_keyframe_count(spec); i++) {
        check(ludo_spec_keyframe(spec, i, &keyframe), NULL);
        printf("keyframe %s: %d coordinates\n", keyframe.name, keyframe.position_count);
    }
}

/* Elements of a file without an effect, each with its line. */
static void print_notes(const ludo_spec *spec)
{
    ludo_note_info note = {.struct_size = sizeof note};
    for (int32_t i = 0; i < ludo_spec_note_count(spec); i++) {
        check(ludo_spec_note(spec, i, &note), NULL);
        printf("line %d: %s\n", note.place.line, note.message);
    }
}

int main(int argc, char **argv)
{
    ludo_diagnostic why = {.message = ""};
    ludo_allocator allocator;
    ludo_vec3 gravity;
    ludo_spec *spec = NULL;
    ludo_medium medium = ludo_medium_default();
    check(ludo_load_file(argc > 1 ? argv[1] : "examples/quadruped.xml", NULL, NULL, &spec, &why),
          &why);
    check(ludo_spec_gravity(spec, &gravity), NULL);
    check(ludo_spec_medium(spec, &medium), NULL);
    check(ludo_spec_allocator(spec, &allocator), NULL); /* for objects beside it */
    printf("%s: gravity %g, steps of %g s\n", ludo_spec_name(spec), gravity.z,
           ludo_spec_timestep(spec));
    printf("a medium of %g kg/m^3 and %g Pa s\n", medium.density, medium.viscosity);
    printf("bodies on fixed joints are merged: %d; three hinges become a ball: %d\n",
           ludo_spec_merge(spec), ludo_spec_spherical(spec));
    print_bodies(spec);
    print_loops(spec);
    print_shapes(spec);
    print_forces(spec);
    print_notes(spec);
    ludo_spec_destroy(spec);
    return 0;
}
