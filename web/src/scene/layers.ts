// SPDX-License-Identifier: Apache-2.0
//
// The functions that make the parts of each layer, and the layers that are shown at first.

import { bones } from './bones';
import { geoms } from './geoms';
import { axes, loops, masses, sites } from './marks';
import type { Mechanism, Part } from './part';
import type { Layer } from './stage';

/** Functions that make parts; `ghost`: also for runs after the first. */
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
  patches: true,
  masses: false,
  ground: true,
  shadows: true,
};
