/* SPDX-License-Identifier: Apache-2.0
 *
 * Lets boxes tumble and reads their contacts; of examples/tumbling_boxes.xml or of the model file
 * that is named:
 *
 *     contacts [MODEL] */
#include "check.h"

enum { ROOM = 64, STEPS = 500 };

/* The heaviest contact of the last step; there may be more contacts than there is room for. */
static double heaviest(ludo_sim *sim)
{
    ludo_contact contacts[ROOM];
    int32_t count = 0;
    double force = 0.0;
    check(ludo_sim_contacts(sim, contacts, ROOM, &count), NULL);
    for (int32_t i = 0; i < count && i < ROOM; i++) {
        force = contacts[i].normal_force > force ? contacts[i].normal_force : force;
    }
    return force;
}

int main(int argc, char **argv)
{
    ludo_model *model = model_of(argc, argv, "examples/tumbling_boxes.xml");
    ludo_sim *sim = sim_of(model, NULL);
    ludo_contact_quality quality = {.struct_size = sizeof quality};
    double force = 0.0, penetration = 0.0;
    ludo_overlap deepest;
    int32_t overlaps = 0;
    check(ludo_sim_overlaps(sim, &deepest, 1, &overlaps), NULL);
    if (overlaps > 0) {
        printf("%d overlaps at the start, %g m at most\n", (int)overlaps, deepest.depth);
    }
    for (int i = 0; i < STEPS; i++) {
        check(ludo_step(sim, ludo_model_timestep(model), NULL), NULL);
        check(ludo_sim_contact_quality(sim, &quality), NULL);
        const double now = heaviest(sim);
        force = now > force ? now : force;
        penetration = quality.penetration > penetration ? quality.penetration : penetration;
    }
    printf("largest force %g N, deepest penetration %g m\n", force, penetration);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return 0;
}
