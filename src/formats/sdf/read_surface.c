/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF surfaces. The friction of a pair of collisions is the smaller one, so that the geom with the
 * smaller friction gets the higher priority; of equal frictions the one with the smaller
 * restitution, then with the smaller torsional friction. */
#include "formats/sdf/read.h"

#include <stdlib.h>
#include <string.h>

/* Torque over force times patch radius of a round patch with uniform stress: 3 pi / 16. */
static const double patch_factor = 0x1.2d97c7f3321d2p-1;

/* The child of a child, and so on, by names that one blank separates; SDF_NONE. */
static int32_t find_path(sdf *s, int32_t element, const char *const *names)
{
    int32_t e = element;
    for (; *names != NULL && e >= 0; names++) {
        e = ludo_reader_child(&s->r, e, *names);
    }
    return e;
}

static const char *const friction_path[] = {"surface", "friction", "ode", NULL};

static void note_friction(sdf *s, int32_t collision)
{
    const int32_t ode = find_path(s, collision, friction_path);
    if (ode >= 0 && ludo_sdf_positive(s, ode, "mu", 1.0) != ludo_sdf_positive(s, ode, "mu2", 1.0)) {
        ludo_reader_warn(&s->r, LUDO_NOTE_CONTACT, ode, "friction", "mu2",
                         "(1 by default) differs from mu: mu is used in both directions");
    }
    if (ode >= 0 && (ludo_sdf_number(s, ode, "slip1", 0.0) != 0.0 ||
                     ludo_sdf_number(s, ode, "slip2", 0.0) != 0.0)) {
        ludo_reader_warn(&s->r, LUDO_NOTE_CONTACT, ode, "friction", "slip1 slip2",
                         "slip proportional to the force is not simulated");
    }
}

static double read_friction(sdf *s, int32_t collision)
{
    const int32_t ode = find_path(s, collision, friction_path);
    if (ode < 0) {
        return 1.0;
    }
    return ludo_sdf_positive(s, ode, "mu", 1.0);
}

/* Friction against spinning about the normal [m]. */
static double read_spin(sdf *s, int32_t collision)
{
    static const char *const path[] = {"surface", "friction", "torsional", NULL};
    const int32_t torsional = find_path(s, collision, path);
    if (torsional < 0 || !ludo_sdf_flag(s, torsional, "use_patch_radius", true)) {
        return 0.0; /* the radius of a patch grows with its depth, which is 0 */
    }
    return patch_factor * ludo_sdf_positive(s, torsional, "coefficient", 1.0) *
           ludo_sdf_positive(s, torsional, "patch_radius", 0.0);
}

static double read_restitution(sdf *s, int32_t collision)
{
    static const char *const path[] = {"surface", "bounce", NULL};
    const int32_t bounce = find_path(s, collision, path);
    return bounce >= 0 ? ludo_sdf_positive(s, bounce, "restitution_coefficient", 0.0) : 0.0;
}

static sdf_surface read_surface(sdf *s, int32_t collision)
{
    return (sdf_surface){read_friction(s, collision), read_restitution(s, collision),
                         read_spin(s, collision)};
}

/* ---- order ---- */

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare(const void *first, const void *second)
{
    const sdf_surface *a = first, *b = second;
    const int friction = compare_numbers(a->friction, b->friction);
    const int restitution = compare_numbers(a->restitution, b->restitution);
    return friction != 0      ? friction
           : restitution != 0 ? restitution
                              : compare_numbers(a->spin, b->spin);
}

void ludo_sdf_collect_surface(sdf *s, int32_t collision)
{
    const sdf_surface read = read_surface(s, collision);
    note_friction(s, collision);
    sdf_surface *added = ludo_growing_add(&s->surfaces, sizeof *added, &s->r.doc->allocator);
    if (added == NULL) {
        ludo_reader_check(&s->r, collision, LUDO_NO_MEMORY);
    } else {
        *added = read;
    }
}

/* Sort the surfaces and remove duplicates. */
void ludo_sdf_sort_surfaces(sdf *s, int32_t root)
{
    sdf_surface *all = s->surfaces.items;
    int32_t different = 0;
    bool ordered = true;
    if (s->surfaces.count == 0) {
        return;
    }
    qsort(all, (size_t)s->surfaces.count, sizeof *all, compare);
    for (int32_t i = 0; i < s->surfaces.count; i++) {
        if (i == 0 || compare(&all[i], &all[different - 1]) != 0) {
            all[different++] = all[i];
        }
    }
    s->surfaces.count = different;
    for (int32_t i = 1; i < different; i++) {
        ordered = ordered && all[i].restitution >= all[i - 1].restitution;
    }
    if (!ordered) {
        ludo_reader_note(
            &s->r, LUDO_NOTE_CONTACT, root,
            "the restitution of a pair of collisions is that of the one with the smaller "
            "friction, not the smaller restitution");
    }
}

/* ---- masks ---- */

static int32_t read_mask(sdf *s, int32_t contact, const char *name, int32_t otherwise)
{
    const double mask = ludo_sdf_positive(s, contact, name, (double)otherwise);
    if (mask > 65535.0) {
        ludo_reader_fail(&s->r, LUDO_BAD_MODEL, ludo_reader_child(&s->r, contact, name),
                         "is above 65535");
        return otherwise;
    }
    return (int32_t)mask;
}

static void read_masks(sdf *s, int32_t collision, ludo_geom_def *geom)
{
    static const char *const path[] = {"surface", "contact", NULL};
    const int32_t contact = find_path(s, collision, path);
    geom->contype = geom->conaffinity = s->masks ? 65535 : 1;
    if (contact < 0) {
        return;
    }
    if (s->masks) {
        geom->conaffinity = read_mask(s, contact, "collide_bitmask", 65535);
        geom->contype = read_mask(s, contact, "category_bitmask", geom->conaffinity);
    }
    if (ludo_sdf_flag(s, contact, "collide_without_contact", false)) {
        geom->contype = geom->conaffinity = 0;
    }
}

void ludo_sdf_set_surface(sdf *s, int32_t collision, ludo_geom_def *geom)
{
    const sdf_surface read = read_surface(s, collision);
    const sdf_surface *all = s->surfaces.items;
    const sdf_surface *own =
        s->surfaces.count > 0 ? bsearch(&read, all, (size_t)s->surfaces.count, sizeof *all, compare)
                              : NULL;
    geom->priority = own != NULL ? s->surfaces.count - 1 - (int32_t)(own - all) : 0;
    geom->friction[0] = read.friction;
    geom->friction[1] = read.spin;
    geom->condim = read.spin > 0.0 ? 4 : 3;
    geom->restitution = read.restitution;
    read_masks(s, collision, geom);
}
