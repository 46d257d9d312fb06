// SPDX-License-Identifier: Apache-2.0
//
// What the parts of each layer are made by, and which layers are seen at first.

import { bones } from './bones';
import { geoms } from './geoms';
import { axes, loops, masses, sites } from './marks';
import type { Mechanism, Part } from './part';
import type { Layer } from './stage';

/** Makers of parts; those of `ghost` are asked of further runs, too. */
export const MAKERS: readonly { make: (mechanism: Mechanism) => Part[]; ghost: boolean }[] = [
  { make: geoms, ghost: true },
  { make: bones, ghost: true },
  { make: axes, ghost: false },
  { make: loops, ghost: false },
  { make: sites, ghost: false },
  { make: masses, ghost: false },
];

export const SHOWN_AT_FIRST: Record<Layer, boolean> = {
  geoms: true,
  bones: false,
  axes: false,
  loops: true,
  springs: true,
  sites: false,
  trails: true,
  contacts: true,
  masses: false,
  ground: true,
  shadows: true,
};
