// SPDX-License-Identifier: Apache-2.0
//
// The directions of the world axes, and the grid spacing of the ground.

import { measure } from '../core/format';
import type { Vec3 } from '../data/page';
import type { App } from './app';
import { h, write } from './h';

const SPACE = 'http://www.w3.org/2000/svg';
const NAMES = ['x', 'y', 'z'] as const;
const LONG = 22; // pixels; length of an axis parallel to the screen
const BEYOND = 1.34; // distance of its letter / length

function drawn(name: string): { group: SVGGElement; place(axis: Vec3): void } {
  const group = document.createElementNS(SPACE, 'g');
  const line = document.createElementNS(SPACE, 'line');
  const letter = document.createElementNS(SPACE, 'text');
  letter.textContent = name;
  group.setAttribute('class', `axis-${name}`);
  group.append(line, letter);
  const place = ([right, up]: Vec3): void => {
    line.setAttribute('x2', (LONG * right).toFixed(2));
    line.setAttribute('y2', (-LONG * up).toFixed(2));
    letter.setAttribute('x', (BEYOND * LONG * right).toFixed(2));
    letter.setAttribute('y', (-BEYOND * LONG * up).toFixed(2));
  };
  return { group, place };
}

/** The axes; the stage must exist. */
export function triad(app: App): HTMLElement {
  const svg = document.createElementNS(SPACE, 'svg');
  svg.setAttribute('viewBox', '-34 -34 68 68');
  const axes = NAMES.map(drawn);
  app.stage?.onTurn((directions) => {
    axes.forEach(({ place }, k) => place(directions[k]));
    // axes towards the camera are drawn last
    const backToFront = [0, 1, 2].sort((a, b) => directions[a][2] - directions[b][2]);
    svg.append(...backToFront.map((k) => axes[k].group));
  });
  const grid = h('span', {});
  const update = (): void => write(grid, app.stage?.shows('ground') === true
    ? `grid ${measure(app.stage.cell, 'm')}` : '');
  app.layers.on(update);
  update();
  return h('div', { class: 'triad', 'aria-hidden': 'true' }, svg, grid);
}
