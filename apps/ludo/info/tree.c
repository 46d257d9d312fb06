/* SPDX-License-Identifier: Apache-2.0
 *
 * The tree of bodies as text: one paragraph per body with mass, with its parent joint, the bodies
 * merged with it, and its geoms. A massless body is an intermediate link of the joint below it and
 * is printed there. */
#include "info/info.h"

#include "info/body_groups.h"
#include "reading.h"
#include "terminal/counts.h"

enum { DEEPEST_INDENT = 20 }; /* levels; deeper bodies have their level in front */

/* ---- joints ---- */

static void print_figure(paragraph *p, const char *what, double value)
{
    if (value != 0.0) {
        ludo_paragraph_add(p, ",", "%s %.6g", what, value);
    }
}

/* Print the parameters of a coordinate. */
static void print_along(paragraph *p, const ludo_dof_def *d)
{
    print_figure(p, "armature", d->armature);
    print_figure(p, "stiffness", d->stiffness);
    if (d->stiffness != 0.0 && d->rest != 0.0) {
        ludo_paragraph_add(p, "", "(rest %.6g)", d->rest);
    }
    print_figure(p, "damping", d->damping);
    print_figure(p, "friction loss", d->friction_loss);
    if (d->limited) {
        ludo_paragraph_add(p, ",", "range %.6g to %.6g", d->range[0], d->range[1]);
    }
    print_figure(p, "effort", d->effort);
    print_figure(p, "speed", d->speed);
}

/* Print a joint; `from`: its parent frame if that is not the parent body, else NULL. */
static void print_joint(paragraph *p, const ludo_joint_info *joint, const char *from)
{
    const ludo_vec3 n = joint->axis;
    if (n.x != 0.0 || n.y != 0.0 || n.z != 0.0) {
        ludo_paragraph_add(p, "", "along %.4g %.4g %.4g", n.x, n.y, n.z);
    }
    if (from != NULL) {
        ludo_paragraph_add(p, "", "from %s", from);
    }
    for (int32_t i = 0; i < joint->dof; i++) {
        print_along(p, &joint->along[i]);
    }
}

/* Print the parts of a body's joint; each part after the first begins a line. */
static void print_joints(paragraph *p, const ludo_model *m, const body_groups *f, int32_t b)
{
    const char *from = NULL;
    ludo_joint_info joint = joint_info_of(m, f->joint[b]);
    if (joint.parent != f->parent[b]) {
        from = ludo_model_body_name(m, joint.parent);
    }
    for (int32_t j = f->joint[b]; joint.name != NULL && joint.child == b && joint.loop < 0; j++) {
        if (joint.continues) {
            ludo_paragraph_break(p, ",", "then %s %s", joint.type, joint.name);
        } else {
            ludo_paragraph_add(p, ",", "on %s %s", joint.type, joint.name);
        }
        print_joint(p, &joint, from);
        from = NULL;
        joint = joint_info_of(m, j + 1);
    }
}

/* ---- bodies ---- */

/* True for a massless body: its joint and that of its only child form one joint. */
static bool is_massless(const ludo_model *m, int32_t body)
{
    return body != LUDO_WORLD && body_info_of(m, body).mass == 0.0;
}

/* Print the bodies merged with a body. */
static void print_merged(paragraph *p, const ludo_model *m, const body_groups *f, int32_t owner,
                         const char *separator)
{
    for (int32_t b = grouping_first(&f->merged, owner); b != BODY_GROUPS_END;
         b = f->merged.next[b]) {
        const bool first = b == grouping_first(&f->merged, owner);
        ludo_paragraph_add(p, first ? separator : ",", first ? "with %s" : "%s",
                           ludo_model_body_name(m, b));
    }
}

static void print_geoms(paragraph *p, const ludo_model *m, const body_groups *f, int32_t owner)
{
    counts t = {.kinds = 0};
    for (int32_t g = grouping_first(&f->geoms, owner); g != BODY_GROUPS_END; g = f->geoms.next[g]) {
        ludo_counts_add(&t, geom_info_of(m, g).type);
    }
    ludo_counts_print(p, ";", &t);
}

/* Print the joint between a body and the next body above with mass, with all intermediate links. */
static void print_parent_joint(paragraph *p, const ludo_model *m, const body_groups *f, int32_t b)
{
    int32_t link = b;
    while (is_massless(m, f->parent[link])) {
        link = f->parent[link];
    }
    print_joints(p, m, f, link);
    while (link != b) {
        ludo_paragraph_add(p, ",", "to massless %s", ludo_model_body_name(m, link));
        print_merged(p, m, f, link, "");
        link = grouping_first(&f->children, link);
        print_joints(p, m, f, link);
    }
}

static void print_body(FILE *file, const ludo_model *m, const body_groups *f, int32_t b,
                       int32_t depth)
{
    const ludo_body_info body = body_info_of(m, b);
    const int indent = 2 * (int)(depth < DEEPEST_INDENT ? depth : DEEPEST_INDENT);
    char level[16] = "";
    if (depth > DEEPEST_INDENT) {
        (void)snprintf(level, sizeof level, "(%d) ", (int)depth);
    }
    paragraph p = ludo_paragraph_begin(file, indent + 4, "%*s%s%s, %.6g kg", indent, "", level,
                                       body.name, body.mass);
    print_parent_joint(&p, m, f, b);
    print_merged(&p, m, f, b, ";");
    print_geoms(&p, m, f, b);
    ludo_paragraph_end(&p);
}

/* ---- the tree ---- */

static void print_world(FILE *file, const ludo_model *m, const body_groups *f)
{
    paragraph p = ludo_paragraph_begin(file, 4, "world");
    print_merged(&p, m, f, LUDO_WORLD, ";");
    print_geoms(&p, m, f, LUDO_WORLD);
    ludo_paragraph_end(&p);
}

/* Depth first, children in the model's order, without recursion. */
static void print_tree(FILE *file, const ludo_model *m, const body_groups *f)
{
    int32_t b = grouping_first(&f->children, LUDO_WORLD), depth = 1;
    print_world(file, m, f);
    while (b != BODY_GROUPS_END) {
        if (!is_massless(m, b)) {
            print_body(file, m, f, b, depth);
        }
        if (grouping_first(&f->children, b) != BODY_GROUPS_END) {
            depth += !is_massless(m, b);
            b = grouping_first(&f->children, b);
            continue;
        }
        while (b != LUDO_WORLD && f->children.next[b] == BODY_GROUPS_END) {
            b = f->parent[b];
            depth -= !is_massless(m, b);
        }
        b = b != LUDO_WORLD ? f->children.next[b] : BODY_GROUPS_END;
    }
}

outcome ludo_info_print_tree(FILE *file, const ludo_model *m)
{
    body_groups f;
    if (!ludo_body_groups_find(&f, m)) {
        return ludo_error_memory();
    }
    print_tree(file, m, &f);
    ludo_body_groups_release(&f);
    return OUTCOME_DONE;
}
