/* SPDX-License-Identifier: Apache-2.0
 *
 * Comes before each test of the program that has them all (all_tests.c): its main() goes by the
 * name of its file. */
#ifndef LUDO_TESTS_RENAMED_MAIN_H
#define LUDO_TESTS_RENAMED_MAIN_H

int LUDO_TEST(void);
#define main LUDO_TEST

#endif
