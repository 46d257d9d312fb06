// SPDX-License-Identifier: Apache-2.0
//
// Legend of contact forces and contact patches, shown over the picture with their layers.

import { measure } from '../core/format';
import { MARKS } from '../scene/colours';
import type { Layer } from '../scene/stage';
import type { App } from './app';
import { h } from './h';

const swatch = (colour: number): HTMLElement =>
  h('i', { class: 'swatch', style: `--colour:#${colour.toString(16).padStart(6, '0')}` });

export function forceScale(app: App): HTMLElement {
  const force = app.stage?.force ?? null;
  const named = (colour: number, name: string): HTMLElement =>
    h('span', {}, swatch(colour), name);
  const entries: readonly [Layer, HTMLElement][] = [
    ['contacts', named(MARKS.push, 'normal force')],
    ['contacts', named(MARKS.friction, 'friction')],
    ['patches', named(MARKS.patch, 'patch')],
  ];
  const line = h('div', { class: 'scale faint', 'data-part': 'scale' },
    ...entries.map(([, entry]) => entry),
    force !== null && h('span', { class: 'value' }, `1 m is ${measure(force, 'N', 3)}`));
  const follow = (): void => {
    for (const [layer, entry] of entries) {
      entry.hidden = !(app.stage?.shows(layer) ?? false);
    }
    line.hidden = force === null || entries.every(([, entry]) => entry.hidden);
  };
  app.layers.on(follow);
  follow();
  return line;
}
