/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing URDF: the robot, its links with their masses, and the connection to the world. */
#include "formats/urdf/write.h"

#include "formats/text/rpy.h"
#include "math/symmetric.h"
#include "spec/items.h"

/* ---- frames ---- */

ludo_frame ludo_urdf_in_link(const urdf_out *u, int32_t body, ludo_frame in_body)
{
    const ludo_frame f = frame_clean(in_body);
    if (body < 0) {
        return f;
    }
    const ludo_frame *to = &u->to_link[body];
    return q_is_identity(to->orientation)
               ? (ludo_frame){v3_add(to->position, f.position), f.orientation}
               : frame_mul(*to, f);
}

const char *ludo_urdf_link_name(const urdf_out *u, int32_t body)
{
    return body >= 0 ? u->w->name[THING_BODY][body] : u->world;
}

void ludo_urdf_write_place(writer *w, ludo_frame f)
{
    double rpy[3];
    ludo_rpy_from_quat(f.orientation, rpy);
    ludo_write_vector_unless_zero(w, "xyz", f.position);
    ludo_write_vector_unless_zero(w, "rpy", v3(rpy[0], rpy[1], rpy[2]));
}

void ludo_urdf_write_origin(writer *w, ludo_frame f)
{
    if (v3_max(f.position) == 0.0 && q_is_identity(f.orientation)) {
        return;
    }
    ludo_write_open(w, "origin");
    ludo_urdf_write_place(w, f);
    ludo_write_close(w, "origin");
}

/* Readers normalize directions: the normal form is written, so that writing again gives the same
 * text. */
void ludo_urdf_write_axis(writer *w, const char *element, ludo_vec3 axis)
{
    ludo_write_open(w, element);
    ludo_write_vector(w, "xyz", ludo_normal_form_direction(axis));
    ludo_write_close(w, element);
}

void ludo_urdf_write_value(writer *w, const char *element, const char *attribute, const char *value)
{
    ludo_write_open(w, element);
    ludo_write_text(w, attribute, value);
    ludo_write_close(w, element);
}

/* ---- links ---- */

static void write_inertial(const urdf_out *u, int32_t body)
{
    static const char *const moments[] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    writer *w = u->w;
    const ludo_body_def *b = ludo_spec_body_at(w->spec, body);
    if (body_is_weightless(b)) {
        return;
    }
    const ludo_frame com = ludo_urdf_in_link(u, body, (ludo_frame){b->com, q_identity()});
    const sym3 J = q_is_identity(com.orientation)
                       ? s3_from(b->inertia)
                       : s3_turn(q_matrix(com.orientation), s3_from(b->inertia));
    const double numbers[] = {J.xx, J.yy, J.zz, J.xy, J.xz, J.yz};
    ludo_write_open(w, "inertial");
    ludo_urdf_write_origin(w, (ludo_frame){com.position, q_identity()});
    ludo_write_open(w, "mass");
    ludo_write_number(w, "value", b->mass);
    ludo_write_close(w, "mass");
    ludo_write_open(w, "inertia");
    for (int i = 0; i < 6; i++) {
        ludo_write_number(w, moments[i], numbers[i]);
    }
    ludo_write_close(w, "inertia");
    ludo_write_close(w, "inertial");
}

/* A site becomes a massless link on a fixed joint. */
static void write_sites(const urdf_out *u, int32_t first)
{
    writer *w = u->w;
    for (int32_t i = first; i >= 0 && w->status == LUDO_OK; i = u->o.next_site[i]) {
        const ludo_site_def *s = ludo_spec_site_at(w->spec, i);
        const char *name = w->name[THING_SITE][i];
        ludo_urdf_write_fixed(u, "", s->body, s->frame, name);
        ludo_urdf_write_value(w, "link", "name", name);
        ludo_write_remark(w, "URDF has no sites: a massless link is written", s->place, "site '%s'",
                          name);
    }
}

static void write_link(const urdf_out *u, int32_t body)
{
    writer *w = u->w;
    const outline_body *b = &u->o.body[body];
    ludo_urdf_write_joints(u, body);
    ludo_write_open(w, "link");
    ludo_write_text(w, "name", w->name[THING_BODY][body]);
    write_inertial(u, body);
    ludo_urdf_write_geoms(u, b->geom);
    ludo_write_close(w, "link");
    ludo_urdf_write_friction(u, w->name[THING_BODY][body], b->geom);
    write_sites(u, b->site);
}

/* ---- world ---- */

/* Whether a body becomes the root link: it is fixed to the world at its origin by a nameless joint,
 * and there is nothing else on the world. */
static bool is_root(const urdf_out *u, int32_t body)
{
    const ludo_spec *spec = u->w->spec;
    const outline_body *b = &u->o.body[body];
    bool alone = b->fixed && b->next_sibling < 0 && u->o.world_geom < 0 && u->o.world_site < 0 &&
                 *ludo_spec_joint_at(spec, b->joint)->name == '\0' &&
                 v3_max(b->in_parent.position) == 0.0 && q_is_identity(b->in_parent.orientation);
    for (int32_t i = 0; i < u->o.loop_count && alone; i++) {
        const ludo_joint_def *c = u->o.loop[i].def;
        alone = c->parent != LUDO_WORLD && c->child != LUDO_WORLD;
    }
    return alone;
}

/* Links are named for all things that have a place in the file; the first is the root. */
static void write_world(const urdf_out *u)
{
    if (u->world == NULL) {
        return;
    }
    ludo_write_open(u->w, "link");
    ludo_write_text(u->w, "name", u->world);
    ludo_urdf_write_geoms(u, u->o.world_geom);
    ludo_write_close(u->w, "link");
    ludo_urdf_write_friction(u, u->world, u->o.world_geom);
    write_sites(u, u->o.world_site);
}

/* ---- names ---- */

/* Bodies and sites become links; only the world may be named world. */
static void name_links(urdf_out *u)
{
    writer *w = u->w;
    (void)ludo_write_claim(w, URDF_LINKS, "world");
    ludo_write_names(w, URDF_LINKS, THING_BODY);
    ludo_write_names(w, URDF_LINKS, THING_SITE);
    ludo_write_names(w, URDF_GEOMS, THING_GEOM);
    ludo_write_names(w, URDF_PAIRS, THING_PAIR);
    ludo_write_names(w, URDF_EXCLUDES, THING_EXCLUDE);
    ludo_write_names(w, URDF_SPRINGS, THING_SPRING);
    ludo_write_names(w, URDF_ACTUATORS, THING_ACTUATOR);
    ludo_write_names(w, URDF_SENSORS, THING_SENSOR);
    ludo_write_names(w, URDF_KEYFRAMES, THING_KEYFRAME);
    ludo_write_names(w, URDF_LOOPS, THING_CLOSURE);
}

static void name_links_between(urdf_out *u, int32_t body)
{
    writer *w = u->w;
    const outline_body *b = &u->o.body[body];
    for (int32_t i = 0; i + 1 < b->parts && w->status == LUDO_OK; i++) {
        const char *link = ludo_write_say(w, "%s.link%d", w->name[THING_BODY][body], (int)i);
        u->between[b->part + i] = ludo_write_variant(w, URDF_LINKS, link);
    }
}

/* ---- file ---- */

/* A link's frame is that of the last joint that carries it: at the joint, and aligned with it if
 * the coordinates are about its axes. */
static void find_link_frames(urdf_out *u)
{
    for (int32_t i = 0; i < ludo_spec_body_count(u->w->spec); i++) {
        const outline_body *b = &u->o.body[i];
        const outline_part *p = b->parts > 0 ? &u->o.part[b->part + b->parts - 1] : NULL;
        ludo_frame *to = &u->to_link[i];
        *to = frame_identity();
        if (p != NULL && p->type != PART_FREE) {
            const bool turned = p->type == PART_BALL || p->type == PART_PLANAR;
            to->orientation = turned ? q_conj(p->turn) : to->orientation;
            to->position = q_rotate(to->orientation, v3_scale(-1.0, p->at));
        }
    }
}

static bool prepare(urdf_out *u)
{
    static const joint_form forms[] = {
        {"fixed", ""},
        {"hinge", "h"},
        {"slide", "s"},
        {"ball", "b"},
        {"free", "f"},
        {"cylindrical", "sh"},
        {"universal", "hk"},
        {"planar", "e"},
        {"point-on-line", "sijl"},
        {"free-planar", "pqijl"},
        {"orientation-only", "xyz"},
        {NULL, NULL},
    };
    writer *w = u->w;
    ludo_outline_make(w, &u->o, forms, false);
    name_links(u);
    ludo_outline_name_joints(w, &u->o, URDF_JOINTS);
    ludo_outline_name_loops(w, &u->o, URDF_LOOPS);
    const size_t parts = (size_t)u->o.part_count;
    u->to_link = ludo_write_take(w, (size_t)ludo_spec_body_count(w->spec), sizeof *u->to_link);
    u->between = ludo_write_take(w, parts, sizeof *u->between);
    u->follows = ludo_write_take(w, parts, sizeof *u->follows);
    if (w->status != LUDO_OK) {
        return false;
    }
    find_link_frames(u);
    for (int32_t b = 0; b < ludo_spec_body_count(w->spec); b++) {
        name_links_between(u, b);
    }
    ludo_urdf_find_followers(u);
    const bool alone = ludo_spec_body_count(w->spec) > 0 && is_root(u, u->o.order[0]);
    u->world = alone ? NULL : "world";
    return w->status == LUDO_OK;
}

/* Gravity and time step are an extension that MuJoCo reads too; its compiler must keep all
 * links. */
static void write_settings(writer *w)
{
    ludo_write_open(w, "mujoco");
    ludo_write_open(w, "compiler");
    ludo_write_text(w, "strippath", "false");
    ludo_write_text(w, "discardvisual", "false");
    ludo_write_text(w, "fusestatic", "false");
    ludo_write_text(w, "inertiafromgeom", "false");
    ludo_write_close(w, "compiler");
    ludo_write_option(w, false);
    ludo_write_close(w, "mujoco");
}

/* Readers take names with $ for unprocessed xacro. */
static void refuse_xacro(writer *w)
{
    for (size_t i = 1; i < w->length; i++) {
        if (w->text[i - 1] == '$' && (w->text[i] == '{' || w->text[i] == '(')) {
            ludo_write_fail(w, LUDO_UNSUPPORTED, (ludo_place){w->path, 0, 0},
                            "a name contains '$%c', which xacro reserves in URDF: rename it",
                            w->text[i]);
            return;
        }
    }
}

void ludo_urdf_write(writer *w)
{
    urdf_out u = {.w = w};
    if (!prepare(&u)) {
        return;
    }
    ludo_write_open(w, "robot");
    ludo_write_text(w, "name", ludo_spec_name(w->spec));
    write_settings(w);
    write_world(&u);
    for (int32_t i = 0; i < ludo_spec_body_count(w->spec) && w->status == LUDO_OK; i++) {
        write_link(&u, u.o.order[i]);
    }
    ludo_urdf_write_loops(&u);
    ludo_urdf_write_motors(&u);
    ludo_urdf_remark_rest(&u);
    ludo_write_close(w, "robot");
    refuse_xacro(w);
}
