/* SPDX-License-Identifier: Apache-2.0
 *
 * Edits the rarer elements of a description: closures, couplings, meshes, pairs, excluded pairs,
 * fluids, keyframes, notes. Each has a find by name, a set and a remove. */
#include "check.h"

static const char text[] =
    "<mujoco><asset><mesh name='wedge' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody>"
    "<geom name='floor' type='plane' size='0 0 1'/>"
    "<body name='a' pos='0 0 1'><joint name='x' axis='0 1 0'/><geom name='ball' size='0.1'/>"
    "</body>"
    "<body name='b' pos='0 0 2'><joint name='y' axis='0 1 0'/>"
    "<geom name='block' type='mesh' mesh='wedge'/></body>"
    "</worldbody><contact><pair name='touch' geom1='floor' geom2='ball'/>"
    "<exclude name='apart' body1='a' body2='b'/></contact>"
    "<equality><joint name='gear' joint1='x' joint2='y'/>"
    "<connect name='pin' body1='a' body2='b' anchor='0 0 1'/></equality>"
    "<keyframe><key name='start' qpos='0.1 0.1'/></keyframe></mujoco>";

static void replace_loops(ludo_spec *spec)
{
    const int32_t pin = ludo_spec_closure_find(spec, "pin");
    const int32_t gear = ludo_spec_coupling_find(spec, "gear");
    ludo_joint_def closure = ludo_joint_default();
    ludo_coupling_def coupling = ludo_coupling_default();
    check(ludo_spec_closure(spec, pin, &closure), NULL);
    closure.type = "point-on-line", closure.axis.z = 1.0;
    check(ludo_spec_set_closure(spec, pin, &closure), NULL);
    check(ludo_spec_coupling(spec, gear, &coupling), NULL);
    coupling.coefficient[1] = -1.0;
    check(ludo_spec_set_coupling(spec, gear, &coupling), NULL);
}

static void replace_contacts(ludo_spec *spec)
{
    const int32_t wedge = ludo_spec_mesh_find(spec, "wedge");
    const int32_t touch = ludo_spec_pair_find(spec, "touch");
    const int32_t apart = ludo_spec_exclude_find(spec, "apart");
    ludo_mesh_def mesh = ludo_mesh_default();
    ludo_pair_def pair = ludo_pair_default();
    ludo_exclude_def exclude = ludo_exclude_default();
    check(ludo_spec_mesh(spec, wedge, &mesh), NULL);
    mesh.inertia = LUDO_MESH_SHELL;
    check(ludo_spec_set_mesh(spec, wedge, &mesh), NULL);
    check(ludo_spec_pair(spec, touch, &pair), NULL);
    pair.friction = 0.3;
    check(ludo_spec_set_pair(spec, touch, &pair), NULL);
    check(ludo_spec_exclude(spec, apart, &exclude), NULL);
    exclude.name = "never";
    check(ludo_spec_set_exclude(spec, apart, &exclude), NULL);
}

/* The first body floats in water, and starts elsewhere. */
static void replace_start(ludo_spec *spec)
{
    const int32_t start = ludo_spec_keyframe_find(spec, "start");
    ludo_keyframe_def keyframe = ludo_keyframe_default();
    ludo_fluid_def fluid = ludo_fluid_default();
    check(ludo_spec_keyframe(spec, start, &keyframe), NULL);
    keyframe.time = 1.0;
    check(ludo_spec_set_keyframe(spec, start, &keyframe), NULL);
    check(ludo_spec_add_fluid(spec, &fluid, NULL), NULL);
    fluid.displaced_mass = 0.1;
    check(ludo_spec_set_fluid(spec, 0, &fluid), NULL);
}

int main(void)
{
    ludo_diagnostic why = {.message = ""};
    ludo_spec *spec = NULL;
    const ludo_place nowhere = {NULL, 0, 0};
    check(ludo_load_string(text, sizeof text - 1, NULL, NULL, NULL, &spec, &why), &why);
    replace_loops(spec);
    replace_contacts(spec);
    replace_start(spec);

    check(ludo_spec_remove_closure(spec, 0), NULL);
    check(ludo_spec_remove_coupling(spec, 0), NULL);
    check(ludo_spec_remove_pair(spec, 0), NULL);
    check(ludo_spec_remove_exclude(spec, 0), NULL);
    check(ludo_spec_remove_fluid(spec, 0), NULL);
    check(ludo_spec_remove_keyframe(spec, 0), NULL);
    check(ludo_spec_remove_mesh(spec, 0), NULL);
    check(ludo_spec_add_note(spec, LUDO_NOTE_WARNING, nowhere, "the gear is gone"), NULL);
    check(ludo_spec_remove_note(spec, ludo_spec_note_count(spec) - 1), NULL);
    printf("%d geoms are left\n", ludo_spec_geom_count(spec));
    ludo_spec_destroy(spec);
    return 0;
}
