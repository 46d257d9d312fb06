// SPDX-License-Identifier: Apache-2.0
//
// Legend of the contact forces, shown over the picture with the layer of contacts.

import { measure } from '../core/format';
import { MARKS } from '../scene/colours';
import type { App } from './app';
import { h } from './h';

const swatch = (colour: number): HTMLElement =>
  h('i', { class: 'swatch', style: `--colour:#${colour.toString(16).padStart(6, '0')}` });

export function forceScale(app: App): HTMLElement {
  const force = app.stage?.force ?? null;
  const line = h('div', { class: 'scale faint', 'data-part': 'scale' },
    swatch(MARKS.push), 'normal force', swatch(MARKS.friction), 'friction',
    force !== null && h('span', { class: 'value' }, `1 m is ${measure(force, 'N', 3)}`));
  const follow = (): void => {
    line.hidden = force === null || !(app.stage?.shows('contacts') ?? false);
  };
  app.layers.on(follow);
  follow();
  return line;
}
