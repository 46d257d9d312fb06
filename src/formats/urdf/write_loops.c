/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing loops of URDF, mimic joints, and remarks on other losses. */
#include "formats/urdf/write.h"
#include "spec/items.h"

#include <string.h>

/* ---- mimic joints ---- */

static bool is_linear(const ludo_coupling_def *c)
{
    return c->from >= 0 && c->coefficient[2] == 0.0 && c->coefficient[3] == 0.0 &&
           c->coefficient[4] == 0.0;
}

void ludo_urdf_find_followers(urdf_out *u)
{
    writer *w = u->w;
    for (int32_t i = 0; i < u->o.part_count && w->status == LUDO_OK; i++) {
        u->follows[i] = -1;
    }
    for (int32_t i = 0; i < ludo_spec_coupling_count(w->spec) && w->status == LUDO_OK; i++) {
        const ludo_coupling_def *c = ludo_spec_coupling_at(w->spec, i);
        if (c->of_springs) {
            ludo_write_remark(w, "left out: URDF couples joints, not lengths of springs", c->place,
                              "coupling '%s'", c->name);
            continue;
        }
        const outline_part *p = ludo_outline_scalar(w, &u->o, c->joint, c->dof, c->place);
        if (p == NULL) {
            return;
        }
        int32_t *follows = &u->follows[p - u->o.part];
        if (*follows >= 0 || !is_linear(c)) {
            ludo_write_remark(w, "left out: a URDF joint can only follow one other joint linearly",
                              c->place, "coupling '%s' of joint '%s'", c->name, p->name);
        } else {
            *follows = i;
        }
    }
}

/* ---- loops ---- */

static void write_end(const urdf_out *u, const char *element, int32_t body, ludo_frame in_body)
{
    ludo_write_open(u->w, element);
    ludo_write_text(u->w, "link", ludo_urdf_link_name(u, body));
    ludo_urdf_write_place(u->w, ludo_urdf_in_link(u, body, in_body));
    ludo_write_close(u->w, element);
}

/* URDF types, with their number of axes. */
static const struct loop_type {
    const char *type, *word;
    int32_t axes;
} types[] = {
    {"fixed", "fixed", 0},
    {"hinge", "continuous", 1},
    {"slide", "prismatic", 1},
    {"ball", "spherical", 0},
    {"cylindrical", "cylindrical", 1},
    {"universal", "universal", 2},
    {"planar", "planar", 1},
    {"point-on-line", "point-on-line", 1},
    {"free-planar", "free-planar", 1},
    {"orientation-only", "orientation-only", 0},
};

static const struct loop_type *find_type(writer *w, const ludo_joint_def *c)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].type, c->type) == 0) {
            return &types[i];
        }
    }
    ludo_write_fail(w, LUDO_BAD_MODEL, c->place, "closure '%.200s' has an unknown type", c->name);
    return &types[0];
}

static void write_loop(const urdf_out *u, const outline_loop *loop)
{
    writer *w = u->w;
    const ludo_joint_def *c = loop->def;
    const struct loop_type *type = find_type(w, c);
    ludo_write_open(w, "loop_joint");
    ludo_write_text(w, "name", loop->name);
    ludo_write_text(w, "type", type->word);
    write_end(u, "link1", c->parent, c->in_parent);
    write_end(u, "link2", c->child, c->in_child);
    if (type->axes > 0) {
        ludo_urdf_write_axis(w, "axis", c->axis);
    }
    if (type->axes > 1) {
        ludo_urdf_write_axis(w, "axis2", c->axis2);
    }
    ludo_write_close(w, "loop_joint");
}

void ludo_urdf_write_loops(const urdf_out *u)
{
    for (int32_t i = 0; i < u->o.loop_count && u->w->status == LUDO_OK; i++) {
        write_loop(u, &u->o.loop[i]);
    }
}

/* ---- losses ---- */

static void remark_contacts(writer *w)
{
    for (int32_t i = 0; i < ludo_spec_pair_count(w->spec); i++) {
        ludo_write_remark(w, "left out: URDF has no contact pairs",
                          ludo_spec_pair_at(w->spec, i)->place, "pair '%s'",
                          w->name[THING_PAIR][i]);
    }
    for (int32_t i = 0; i < ludo_spec_exclude_count(w->spec); i++) {
        const ludo_exclude_def *e = ludo_spec_exclude_at(w->spec, i);
        if (!e->implied) {
            ludo_write_remark(w, "left out: URDF has no contact exclusions", e->place,
                              "exclude '%s'", w->name[THING_EXCLUDE][i]);
        }
    }
}

static void remark_fluids(writer *w)
{
    for (int32_t i = 0; i < ludo_spec_fluid_count(w->spec); i++) {
        const ludo_fluid_def *f = ludo_spec_fluid_at(w->spec, i);
        const ludo_body_def *b = ludo_spec_body_at(w->spec, f->body);
        ludo_write_remark(w, "left out: URDF has no fluids", f->place, "fluid around body '%s'",
                          b != NULL ? w->name[THING_BODY][f->body] : "");
    }
}

static void remark_weights(writer *w)
{
    ludo_medium medium = ludo_medium_default();
    (void)ludo_spec_medium(w->spec, &medium);
    if (medium.density > 0.0 || medium.viscosity > 0.0) {
        ludo_write_remark(w, "left out: URDF has no medium", (ludo_place){0}, "density %g",
                          medium.density);
    }
    for (int32_t i = 0; i < ludo_spec_body_count(w->spec); i++) {
        const ludo_body_def *b = ludo_spec_body_at(w->spec, i);
        if (b->gravity_compensation != 0.0) {
            ludo_write_remark(w, "URDF has no gravity compensation", b->place, "body '%s'",
                              w->name[THING_BODY][i]);
        }
    }
}

void ludo_urdf_remark_rest(const urdf_out *u)
{
    writer *w = u->w;
    remark_weights(w);
    remark_contacts(w);
    remark_fluids(w);
    for (int32_t i = 0; i < ludo_spec_spring_count(w->spec); i++) {
        ludo_write_remark(w, "left out: URDF has no tendons or springs",
                          ludo_spec_spring_at(w->spec, i)->place, "spring '%s'",
                          w->name[THING_SPRING][i]);
    }
    for (int32_t i = 0; i < ludo_spec_sensor_count(w->spec); i++) {
        ludo_write_remark(w, "left out: URDF has no sensors",
                          ludo_spec_sensor_at(w->spec, i)->place, "sensor '%s'",
                          w->name[THING_SENSOR][i]);
    }
    for (int32_t i = 0; i < ludo_spec_keyframe_count(w->spec); i++) {
        ludo_write_remark(w, "left out: URDF has no keyframes",
                          ludo_spec_keyframe_at(w->spec, i)->place, "keyframe '%s'",
                          w->name[THING_KEYFRAME][i]);
    }
}
