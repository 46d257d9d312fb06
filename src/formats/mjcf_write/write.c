/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing MJCF: settings, and bodies with their content. Angles are radians, orientations
 * quaternions; no value relies on defaults that differ between versions of MuJoCo. */
#include "formats/mjcf_write/write.h"
#include "formats/text/xml.h"
#include "math/symmetric.h"
#include "spec/items.h"

void ludo_mjcf_open_section(writer *w, const char *section, int32_t i)
{
    if (i == 0) {
        ludo_write_open(w, section);
    }
}

void ludo_mjcf_close_section(writer *w, const char *section, int32_t count)
{
    if (count > 0) {
        ludo_write_close(w, section);
    }
}

void ludo_mjcf_write_range(writer *w, const char *attribute, const char *limited, bool holds,
                           const double range[2])
{
    if (holds || range[0] != 0.0 || range[1] != 0.0) {
        ludo_write_numbers(w, attribute, range, 2);
    }
    if (!holds && (range[0] != 0.0 || range[1] != 0.0)) {
        ludo_write_text(w, limited, "false");
    }
}

void ludo_mjcf_write_frame(writer *w, ludo_frame f)
{
    const ludo_quat q = ludo_normal_form_quat(frame_clean(f).orientation);
    ludo_write_vector_unless_zero(w, "pos", f.position);
    if (!q_is_identity(q)) {
        ludo_write_numbers(w, "quat", (double[]){q.w, q.x, q.y, q.z}, 4);
    }
}

/* ---- settings ---- */

static void write_settings(writer *w)
{
    ludo_write_open(w, "compiler");
    ludo_write_text(w, "angle", "radian");
    ludo_write_text(w, "autolimits", "true");
    ludo_write_text(w, "inertiafromgeom", "false");
    ludo_write_close(w, "compiler");
    ludo_write_option(w, true);
}

/* ---- bodies ---- */

/* Write moments along the axes of the box of drag, which MuJoCo takes from the element; false if
 * the body has no such axes or they are no principal axes. */
static bool write_moments_along(writer *w, const ludo_body_def *body)
{
    if (!(q_dot(body->drag_axes, body->drag_axes) > 0.0)) {
        return false;
    }
    const ludo_quat q = q_normalized(body->drag_axes);
    const sym3 J = s3_turn(q_matrix(q_conj(q)), s3_from(body->inertia));
    const double least = 1e-12 * (J.xx + J.yy + J.zz); /* round-off of the rotation */
    if (fabs(J.xy) > least || fabs(J.xz) > least || fabs(J.yz) > least) {
        return false;
    }
    ludo_write_numbers(w, "quat", (double[]){q.w, q.x, q.y, q.z}, 4);
    ludo_write_numbers(w, "diaginertia", (double[]){J.xx, J.yy, J.zz}, 3);
    return true;
}

static void write_inertial(writer *w, const ludo_body_def *body)
{
    const double *J = body->inertia;
    if (body_is_weightless(body)) {
        return;
    }
    ludo_write_open(w, "inertial");
    ludo_write_vector(w, "pos", body->com);
    ludo_write_number(w, "mass", body->mass);
    if (write_moments_along(w, body)) {
        ludo_write_close(w, "inertial");
        return;
    }
    if (J[3] == 0.0 && J[4] == 0.0 && J[5] == 0.0) {
        ludo_write_numbers(w, "diaginertia", J, 3);
    } else {
        ludo_write_numbers(w, "fullinertia", J, 6);
    }
    ludo_write_close(w, "inertial");
}

static void write_site(writer *w, int32_t site)
{
    const ludo_site_def *s = ludo_spec_site_at(w->spec, site);
    ludo_write_open(w, "site");
    ludo_write_text(w, "name", w->name[THING_SITE][site]);
    ludo_mjcf_write_frame(w, s->frame);
    if (s->size[0] != 0.0) {
        ludo_write_text(w, "type", *s->type != '\0' ? s->type : NULL);
        ludo_write_numbers(w, "size", s->size, 3);
    }
    ludo_write_close(w, "site");
}

static void write_attached(writer *w, const outline *o, int32_t geom, int32_t site)
{
    for (; geom >= 0; geom = o->next_geom[geom]) {
        ludo_mjcf_write_geom(w, geom);
    }
    for (; site >= 0; site = o->next_site[site]) {
        write_site(w, site);
    }
}

/* The frame of a body in its parent, chosen such that readers find the first joint's place in the
 * parent to the bit. */
static ludo_frame frame_in_parent(const outline *o, const outline_body *b)
{
    ludo_frame f = b->in_parent;
    if (b->parts > 0 && o->part[b->part].type != PART_FREE) {
        const ludo_vec3 arm = q_rotate(f.orientation, o->part[b->part].at);
        f.position.x = ludo_number_addend(f.position.x, arm.x, b->anchor.x);
        f.position.y = ludo_number_addend(f.position.y, arm.y, b->anchor.y);
        f.position.z = ludo_number_addend(f.position.z, arm.z, b->anchor.z);
    }
    return f;
}

/* Whether a body with possible mass is fixed on a body. */
static bool carries_fixed(const outline *o, const outline_body *b)
{
    for (int32_t c = b->first_child; c >= 0; c = o->body[c].next_sibling) {
        if (o->body[c].fixed) {
            return true;
        }
    }
    return false;
}

static void remark_body(writer *w, const outline *o, int32_t body)
{
    const outline_body *b = &o->body[body];
    const ludo_body_def *def = ludo_spec_body_at(w->spec, body);
    if (b->folded) {
        ludo_write_remark(
            w,
            "MJCF has no massless bodies between joints: their joints are moved to the body below",
            def->place, "body '%s'", w->name[THING_BODY][body]);
    } else if (def->mass == 0.0 && b->parts > 0 && !carries_fixed(o, b)) {
        ludo_write_remark(w, "MuJoCo refuses moving bodies without mass; Ludo accepts them",
                          def->place, "body '%s'", w->name[THING_BODY][body]);
    }
}

/* Open the frames around an outermost body, the body itself, and write its content. */
enum { AROUND_BODIES = 4 };

static void open_body(writer *w, const outline *o, const closure_ends *ends, int32_t body)
{
    const outline_body *b = &o->body[body];
    if (b->depth > XML_MAX_DEPTH - AROUND_BODIES) {
        ludo_write_fail(w, LUDO_UNSUPPORTED, ludo_spec_body_at(w->spec, body)->place,
                        "body '%.200s' is nested deeper than readers support",
                        w->name[THING_BODY][body]);
    }
    ludo_write_open(w, "body");
    ludo_write_text(w, "name", w->name[THING_BODY][body]);
    ludo_write_number_unless(w, "gravcomp", ludo_spec_body_at(w->spec, body)->gravity_compensation,
                             0.0);
    ludo_mjcf_write_frame(w, frame_in_parent(o, b));
    write_inertial(w, ludo_spec_body_at(w->spec, body));
    ludo_mjcf_write_joints(w, o, body);
    write_attached(w, o, b->geom, b->site);
    ludo_mjcf_write_ends(w, ends, body);
}

/* Depth first: a body is closed before its next sibling is opened. */
static void write_bodies(writer *w, const outline *o, const closure_ends *ends)
{
    int32_t open = 0;
    for (int32_t i = 0; i < ludo_spec_body_count(w->spec) && w->status == LUDO_OK; i++) {
        const outline_body *b = &o->body[o->order[i]];
        remark_body(w, o, o->order[i]);
        if (b->folded) {
            continue;
        }
        for (; open > b->depth; open--) {
            ludo_write_close(w, "body");
        }
        open_body(w, o, ends, o->order[i]);
        open++;
    }
    for (; open > 0; open--) {
        ludo_write_close(w, "body");
    }
}

/* ---- file ---- */

static void take_names(writer *w)
{
    static const struct {
        enum mjcf_write_family family;
        thing kind;
    } families[] = {
        {MJCF_BODIES, THING_BODY},        {MJCF_SITES, THING_SITE},
        {MJCF_MESHES, THING_MESH},        {MJCF_GEOMS, THING_GEOM},
        {MJCF_GEOMS, THING_PAIR},         {MJCF_EXCLUDES, THING_EXCLUDE},
        {MJCF_TENDONS, THING_SPRING},     {MJCF_ACTUATORS, THING_ACTUATOR},
        {MJCF_SENSORS, THING_SENSOR},     {MJCF_KEYS, THING_KEYFRAME},
        {MJCF_EQUALITIES, THING_CLOSURE}, {MJCF_EQUALITIES, THING_COUPLING},
    };
    (void)ludo_write_claim(w, MJCF_BODIES, "world");
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        ludo_write_names(w, (int32_t)families[i].family, families[i].kind);
    }
    ludo_mjcf_name_contacts(w);
}

/* Planar joints and the like become sequences; the first letter is next to the parent. */
static const joint_form forms[] = {
    {"fixed", ""},
    {"hinge", "h"},
    {"slide", "s"},
    {"ball", "b"},
    {"free", "f"},
    {"cylindrical", "sh"},
    {"universal", "hk"},
    {"planar", "pqh"},
    {"point-on-line", "sb"},
    {"free-planar", "pqb"},
    {"orientation-only", "xyz"},
    {NULL, NULL},
};

void ludo_mjcf_write(writer *w)
{
    outline o;
    ludo_outline_make(w, &o, forms, true);
    take_names(w);
    if (w->status != LUDO_OK) {
        return;
    }
    ludo_outline_name_joints(w, &o, MJCF_JOINTS);
    ludo_outline_name_loops(w, &o, MJCF_EQUALITIES);
    const closure_ends ends = ludo_mjcf_find_ends(w, &o);
    if (w->status != LUDO_OK) {
        return;
    }
    ludo_write_open(w, "mujoco");
    ludo_write_text(w, "model", *ludo_spec_name(w->spec) != '\0' ? ludo_spec_name(w->spec) : NULL);
    write_settings(w);
    ludo_mjcf_write_meshes(w);
    ludo_write_open(w, "worldbody");
    write_attached(w, &o, o.world_geom, o.world_site);
    ludo_mjcf_write_ends(w, &ends, LUDO_WORLD);
    write_bodies(w, &o, &ends);
    ludo_write_close(w, "worldbody");
    ludo_mjcf_write_contacts(w, &o);
    ludo_mjcf_write_fluids(w, &o);
    ludo_mjcf_write_tendons(w, &o);
    ludo_mjcf_write_equalities(w, &o, &ends);
    ludo_mjcf_write_actuators(w, &o);
    ludo_mjcf_write_sensors(w, &o);
    ludo_mjcf_write_keyframes(w, &o);
    ludo_write_close(w, "mujoco");
}
