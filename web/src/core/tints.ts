// SPDX-License-Identifier: Apache-2.0
//
// Colours that distinguish bodies and runs.

/** Colours of bodies in the picture, and of compared runs in the picture and in plots. */
export const TINTS: readonly number[] = [
  0x4c8dd6, 0xe8934a, 0x58b184, 0xd9626b, 0x9a7fd1, 0xd4b24c, 0x4fb3bf, 0xc97bb0, 0x8aa35a,
  0xa9806a,
];
