/* SPDX-License-Identifier: Apache-2.0
 *
 * Packages: folders of files that models name by the package's name. A folder is package NAME
 * where the <name> in its package.xml, or its own name, is NAME. */
#ifndef LUDO_FORMATS_FILES_PACKAGES_H
#define LUDO_FORMATS_FILES_PACKAGES_H

#include "formats/files/paths.h"
#include "formats/files/resolver.h"

/* Looking for a package. */
typedef struct package_search {
    sources *sources;
    const char *name;
    /* Asked of every folder that is the package: whether to look no further. `trusted`: found by
     * the environment. */
    bool (*look)(void *user, const char *folder, bool trusted);
    void *user;
} package_search;

/* Ask in the order of docs/formats.md: in the folders that the user gave, above the model, by
 * ROS_PACKAGE_PATH, by AMENT_PREFIX_PATH. @return LUDO_OK, also where nothing was found;
 * LUDO_NO_MEMORY */
ludo_status ludo_package_search(const package_search *p);

/* The package that a model is in: the folder of its file or the first one above that holds a
 * package.xml, but not the root of all; false where there is none. */
bool ludo_package_around(const char *model, pathname *folder);

/* Whether a resolved folder is where the environment has its packages: below a folder of
 * ROS_PACKAGE_PATH, or share in one of AMENT_PREFIX_PATH. */
bool ludo_package_by_environment(const pathname *resolved);

/* Forget which packages there are. */
void ludo_packages_release(sources *s);

#endif
