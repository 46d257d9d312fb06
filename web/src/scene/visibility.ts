// SPDX-License-Identifier: Apache-2.0
//
// Visibility of layers and of groups of geoms.

import type { Model } from '../data/page';
import { SHOWN_GROUPS, drawable, bodiesWithVisuals } from './geoms';
import { SHOWN_AT_FIRST } from './layers';
import type { Part } from './part';
import type { Layer } from './stage';

const GROUPS = 6;

/** Groups shown at first; without group 0 if all its geoms are covered by visual geoms. */
function groupsAtFirst(model: Model): boolean[] {
  const groups = Array.from({ length: GROUPS }, (_, group) => group < SHOWN_GROUPS);
  const geoms = drawable(model), covering = bodiesWithVisuals(geoms);
  const rough = geoms.filter((g) => g.group === 0 && g.type !== 'plane');
  groups[0] = rough.length === 0 || !rough.every((g) => covering.has(g.body));
  return groups;
}

export class Visibility {
  readonly layers = { ...SHOWN_AT_FIRST };
  private readonly groups: boolean[];
  private uncovered = false; // the reader has shown the covered geoms

  constructor(model: Model) {
    this.groups = groupsAtFirst(model);
  }

  show(layer: Layer, visible: boolean): void {
    this.layers[layer] = visible;
  }

  group(group: number): boolean {
    return this.groups[group] ?? false;
  }

  showGroup(group: number, visible: boolean): void {
    this.groups[group] = visible;
    this.uncovered ||= group === 0 && visible;
  }

  part({ layer, group, covered }: Part): boolean {
    const { layers } = this;
    if (layer !== 'geoms') {
      return layers[layer];
    }
    return group < 0 ? layers.geoms || layers.bones
      : layers.geoms && this.groups[group] && (!covered || this.uncovered);
  }
}
