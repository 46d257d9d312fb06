/* SPDX-License-Identifier: Apache-2.0
 *
 * Packages: folders that models refer to by name. A folder is package NAME if the <name> in its
 * package.xml, or its own name, is NAME. */
#ifndef LUDO_FORMATS_FILES_PACKAGES_H
#define LUDO_FORMATS_FILES_PACKAGES_H

#include "formats/files/paths.h"
#include "formats/files/resolver.h"

/* A search for a package. */
typedef struct package_search {
    resolver *resolver;
    const char *name;
    /* Called with every folder that is the package; returns true to stop. `trusted`: found by the
     * environment. */
    bool (*look)(void *user, const char *folder, bool trusted);
    void *user;
} package_search;

/* Search in the order of docs/formats.md: the user's folders, above the model, ROS_PACKAGE_PATH,
 * AMENT_PREFIX_PATH. @return LUDO_OK, also if nothing was found; LUDO_NO_MEMORY */
ludo_status ludo_packages_search(const package_search *p);

/* The package that contains a model: its folder, or the first one above that has a package.xml, the
 * root excepted; false if there is none. */
bool ludo_packages_find_around(const char *model, pathname *folder);

/* Whether a resolved folder belongs to the environment: below a folder of ROS_PACKAGE_PATH, or
 * share in one of AMENT_PREFIX_PATH. */
bool ludo_packages_in_environment(const pathname *resolved);

/* Free the list of packages. */
void ludo_packages_release(resolver *s);

#endif
