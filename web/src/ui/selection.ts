// SPDX-License-Identifier: Apache-2.0
//
// The selected body with its position and speed, and the followed body, shown over the picture.

import { measure, steady } from '../core/format';
import type { Motion } from '../data/film';
import { FRAME } from '../data/frames';
import { between } from '../data/search';
import type { App } from './app';
import { h, icon, refill, write } from './h';
import type { Live } from './live';

const AXES = ['x', 'y', 'z'] as const;

/** World position of the origin of a body, and its mean speed between two frames of the film. */
export function motionOf(motion: Motion, body: number, time: number):
  { place: number[]; speed: number } {
  const placeAt = (instant: number): number[] =>
    Array.from(motion.at(instant).subarray(FRAME * body, FRAME * body + 3));
  const times = motion.time, { before, after } = between(times, time);
  const from = placeAt(times[before]), to = placeAt(times[after]);
  const distance = Math.hypot(...to.map((x, c) => x - from[c]));
  const interval = times[after] - times[before];
  return { place: placeAt(time), speed: interval > 0 ? distance / interval : NaN };
}

/** Position and speed of a body, updated with the time. */
function readout(app: App, live: Live, body: number): { element: HTMLElement; stop(): void } {
  const element = h('span', { class: 'whereabouts', 'data-part': 'whereabouts' });
  const update = (time: number): void => {
    const motion = app.solidRun?.motion;
    if (!motion) {
      return;
    }
    const { place, speed } = motionOf(motion, body, time);
    const size = Math.max(...place.map(Math.abs));
    const where = place.map((x, c) => `${AXES[c]} ${steady(x, 10 * size)}`).join('  ');
    const speedText = Number.isFinite(speed) ? `  ${measure(speed, 'm/s', 3)}` : '';
    write(element, `${where}\u00a0m${speedText}`);
  };
  update(app.player.time.get());
  return { element, stop: live.tick.on(update) };
}

/** The selected and the followed body with their buttons. */
export function selection(app: App, live: Live): HTMLElement {
  const line = h('div', { class: 'chosen' });
  const name = (body: number): string =>
    app.solidRun?.model?.bodies[body]?.name ?? `body ${body}`;
  const plot = (body: number): void => {
    AXES.forEach((axis) => app.pick(`${name(body)}.${axis}`));
    app.panels.set(true);
    app.tab.set('plots');
  };
  let stop = (): void => {};
  const show = (): void => {
    const selected = app.selected.get(), followed = app.followed.get();
    stop();
    const shown = selected === null ? null : readout(app, live, selected);
    stop = shown?.stop ?? ((): void => {});
    refill(line,
      selected !== null && h('span', { class: 'chip', 'data-part': 'selected' }, name(selected)),
      shown?.element,
      selected !== null && h('button', {
        type: 'button', class: 'small', title: 'Plot the position', click: () => plot(selected),
      }, 'plot'),
      selected !== null && selected !== followed && h('button', {
        type: 'button', class: 'small', click: () => app.followed.set(selected),
      }, 'follow'),
      followed !== null && h('button', {
        type: 'button', class: 'small', 'data-part': 'followed', title: 'Stop following (Esc)',
        click: () => app.followed.set(null),
      }, `following ${name(followed)}`, icon('close')));
  };
  app.selected.watch(show);
  app.followed.changed.on(show);
  return line;
}
