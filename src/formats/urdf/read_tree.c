/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF: the tree of links, in any order of the file. */
#include "formats/urdf/read.h"

#include "spec/items.h"

#include <stdio.h>
#include <string.h>

/* The robot's element stands for the world where joints name it as their parent, but no link
 * declares it. */
enum { UNDECLARED_WORLD = 0 };

static const char *name_of(const urdf *u, int32_t element)
{
    return element == UNDECLARED_WORLD ? "world" : ludo_xml_attribute(u->r.doc, element, "name");
}

/* The link that an element in a joint names; -1, and a failure, if it is missing. */
static int32_t read_end(urdf *u, int32_t joint, const char *end)
{
    const int32_t e = ludo_reader_needed(&u->r, joint, end);
    return e >= 0 ? ludo_urdf_named(u, FAMILY_LINK, e, "link") : -1;
}

/* Whether the parent of a joint is the world, which no link declares. */
static bool is_on_undeclared_world(const urdf *u, int32_t joint)
{
    const int32_t e = ludo_urdf_next(u, joint, -1, "parent");
    const char *link = e >= 0 ? ludo_xml_attribute(u->r.doc, e, "link") : NULL;
    return link != NULL && strcmp(link, "world") == 0 &&
           ludo_name_table_find(&u->r.names, FAMILY_LINK, "", link) == 0;
}

static int32_t read_parent(urdf *u, int32_t joint)
{
    if (!is_on_undeclared_world(u, joint)) {
        return read_end(u, joint, "parent");
    }
    (void)ludo_reader_needed(&u->r, joint, "parent"); /* the only one */
    u->root = UNDECLARED_WORLD;
    return UNDECLARED_WORLD;
}

void ludo_urdf_connect(urdf *u, int32_t joint)
{
    urdf_scope *s = &u->scope[joint];
    s->parent = read_parent(u, joint);
    s->child = read_end(u, joint, "child");
    s->frame = ludo_urdf_origin(u, joint);
    (void)ludo_reader_text(&u->r, joint, "type");
    if (s->parent < 0 || s->child < 0) {
        return;
    }
    int32_t *carrier = &u->scope[s->child].carrier;
    if (*carrier >= 0) {
        ludo_reader_fail(&u->r, LUDO_BAD_MODEL, joint,
                         "its child, link '%.64s', is also the child of joint '%.64s' in line %d: "
                         "close loops by a loop_joint",
                         name_of(u, s->child), name_of(u, *carrier),
                         (int)xml_at(u->r.doc, *carrier)->line);
    }
    *carrier = joint;
}

/* The parent of a link; -1 for the root. */
static int32_t below(const urdf *u, int32_t link)
{
    const int32_t carrier = u->scope[link].carrier;
    return carrier >= 0 ? u->scope[carrier].parent : -1;
}

/* Report a cycle of links, naming as many as fit. */
static void refuse_circle(urdf *u, int32_t link)
{
    char names[192] = "";
    int32_t e = link;
    do {
        const size_t used = strlen(names);
        (void)snprintf(names + used, sizeof names - used, " '%.32s'", name_of(u, e));
        e = below(u, e);
    } while (e != link);
    ludo_reader_fail(&u->r, LUDO_BAD_MODEL, u->scope[link].carrier,
                     "closes a cycle of links, each the child of the next:%s", names);
}

/* Walk from a link to the root, or to a link of an earlier walk. */
void ludo_urdf_check_path_to_root(urdf *u, int32_t link)
{
    int32_t e = link;
    while (e >= 0 && u->scope[e].visit == 0) {
        u->scope[e].visit = link;
        e = below(u, e);
    }
    if (e >= 0 && u->scope[e].visit == link) {
        refuse_circle(u, e);
    }
}

/* The first joint whose parent is the undeclared world. */
static int32_t first_on_world(const urdf *u)
{
    int32_t e = 0;
    while (u->scope[e].parent != UNDECLARED_WORLD) {
        e++;
    }
    return e;
}

void ludo_urdf_find_root(urdf *u, int32_t link)
{
    if (u->scope[link].carrier >= 0) {
        return;
    }
    if (u->root == UNDECLARED_WORLD) {
        ludo_reader_fail(&u->r, LUDO_BAD_MODEL, link,
                         "is the child of no joint, while the parent of joint '%.64s' is the "
                         "world: a robot must have one root; connect the link by a fixed joint",
                         name_of(u, first_on_world(u)));
    } else if (u->root >= 0) {
        ludo_reader_fail(
            &u->r, LUDO_BAD_MODEL, link,
            "is the child of no joint, like link '%.64s' in line %d: a robot must have one root; "
            "connect the two by a fixed joint, or load them from two files",
            name_of(u, u->root), (int)xml_at(u->r.doc, u->root)->line);
    }
    u->root = link;
}

void ludo_urdf_check_root(urdf *u, int32_t robot)
{
    u->floats = u->r.files->options->base == LUDO_BASE_FREE;
    if (u->root < 0) {
        ludo_reader_fail(&u->r, LUDO_BAD_MODEL, robot, "has no links");
    }
}

/* Whether fixed joints alone lead from the root to a link. */
static bool is_on_root(const urdf *u, int32_t link)
{
    int32_t e = link;
    while (u->scope[e].carrier >= 0 &&
           strcmp(ludo_xml_attribute(u->r.doc, u->scope[e].carrier, "type"), "fixed") == 0) {
        e = u->scope[u->scope[e].carrier].parent;
    }
    return e == u->root;
}

void ludo_urdf_check_floating(urdf *u, int32_t joint)
{
    const char *type = ludo_xml_attribute(u->r.doc, joint, "type");
    if (u->floats && strcmp(type, "floating") == 0 && is_on_root(u, u->scope[joint].parent)) {
        u->floats = false;
        ludo_reader_note(&u->r, LUDO_NOTE_WARNING, joint,
                         "the robot floats by this joint: its root stays fixed");
    }
}

bool ludo_urdf_is_world(const urdf *u, int32_t link)
{
    return link == u->root && strcmp(name_of(u, link), "world") == 0;
}

void ludo_urdf_check_world(urdf *u, int32_t robot)
{
    (void)robot;
    if (!u->floats || !ludo_urdf_is_world(u, u->root)) {
        return;
    }
    u->floats = false;
    if (u->root == UNDECLARED_WORLD) {
        ludo_reader_note(&u->r, LUDO_NOTE_WARNING, first_on_world(u),
                         "its parent is the world: the robot is fixed to it; remove the joint to "
                         "let the robot float");
    } else {
        ludo_reader_note(&u->r, LUDO_NOTE_WARNING, u->root,
                         "this link is the world: the robot is fixed to it; rename the link to let "
                         "the robot float");
    }
}

/* The motion of a joint from zero to the nearest value of its range. */
static ludo_frame move_into_range(urdf *u, int32_t joint)
{
    ludo_frame motion = frame_identity();
    const ludo_joint_def *j = ludo_spec_joint_at(u->r.spec, u->scope[joint].number);
    if (j == NULL || !j->along[0].limited) {
        return motion;
    }
    const double nearest = fmax(j->along[0].range[0], fmin(0.0, j->along[0].range[1]));
    u->leaves_zero = u->leaves_zero || nearest != 0.0;
    if (strcmp(j->type, "hinge") == 0) {
        motion.orientation = q_about(j->axis, nearest);
    } else {
        motion.position = v3_scale(nearest, j->axis);
    }
    return motion;
}

/* Whether a link moves, and its pose in the world, from those of its parent. */
static void place_link(urdf *u, int32_t link)
{
    urdf_scope *s = &u->scope[link];
    if (s->carrier < 0) {
        s->mobility = u->floats ? MOBILITY_MOVES : MOBILITY_FIXED;
        s->frame = s->in_range = frame_identity();
        return;
    }
    const urdf_scope *carrier = &u->scope[s->carrier], *parent = &u->scope[carrier->parent];
    const char *type = ludo_xml_attribute(u->r.doc, s->carrier, "type");
    s->mobility = strcmp(type, "fixed") == 0 ? parent->mobility : MOBILITY_MOVES;
    s->frame = frame_mul(parent->frame, carrier->frame);
    s->in_range =
        frame_mul(frame_mul(parent->in_range, carrier->frame), move_into_range(u, s->carrier));
}

bool ludo_urdf_is_fixed(urdf *u, int32_t link, ludo_frame *frame)
{
    int32_t lowest = -1;
    /* down to a placed link, and back up the same way */
    for (int32_t e = link; e >= 0 && u->scope[e].mobility == MOBILITY_UNKNOWN; e = below(u, e)) {
        u->scope[e].above = lowest;
        lowest = e;
    }
    for (int32_t e = lowest; e >= 0; e = u->scope[e].above) {
        place_link(u, e);
    }
    *frame = u->scope[link].frame;
    return u->scope[link].mobility == MOBILITY_FIXED;
}
