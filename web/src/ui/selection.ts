// SPDX-License-Identifier: Apache-2.0
//
// The selected body, where it is and how fast, and the followed one; written over the picture.

import { measure, steady } from '../core/format';
import type { Motion } from '../data/film';
import { FRAME } from '../data/frames';
import { between } from '../data/search';
import type { App } from './app';
import { h, icon, refill, write } from './h';
import type { Live } from './live';

const AXES = ['x', 'y', 'z'] as const;

/** Where the origin of a body is, in the world, and how fast it goes from one picture of the film
 * to the next. */
export function whereabouts(motion: Motion, body: number, time: number):
  { place: number[]; speed: number } {
  const placeAt = (instant: number): number[] =>
    Array.from(motion.at(instant).subarray(FRAME * body, FRAME * body + 3));
  const times = motion.time, { before, after } = between(times, time);
  const from = placeAt(times[before]), to = placeAt(times[after]);
  const way = Math.hypot(...to.map((x, c) => x - from[c])), span = times[after] - times[before];
  return { place: placeAt(time), speed: span > 0 ? way / span : NaN };
}

/** Numbers of a body that follow the time. */
function numbers(app: App, live: Live, body: number): { element: HTMLElement; stop(): void } {
  const element = h('span', { class: 'whereabouts', 'data-part': 'whereabouts' });
  const read = (time: number): void => {
    const motion = app.solidRun?.motion;
    if (!motion) {
      return;
    }
    const { place, speed } = whereabouts(motion, body, time);
    const size = Math.max(...place.map(Math.abs));
    const where = place.map((x, c) => `${AXES[c]} ${steady(x, 10 * size)}`).join('  ');
    const goes = Number.isFinite(speed) ? `  ${measure(speed, 'm/s', 3)}` : '';
    write(element, `${where}\u00a0m${goes}`);
  };
  read(app.player.time.get());
  return { element, stop: live.tick.on(read) };
}

/** What is selected and what is followed, with what to do about it. */
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
    const told = selected === null ? null : numbers(app, live, selected);
    stop = told?.stop ?? ((): void => {});
    refill(line,
      selected !== null && h('span', { class: 'chip', 'data-part': 'selected' }, name(selected)),
      told?.element,
      selected !== null && h('button', {
        type: 'button', class: 'small', title: 'Plot where it goes', click: () => plot(selected),
      }, 'plot'),
      selected !== null && selected !== followed && h('button', {
        type: 'button', class: 'small', click: () => app.followed.set(selected),
      }, 'follow'),
      followed !== null && h('button', {
        type: 'button', class: 'small', 'data-part': 'followed', title: 'Free camera (Esc)',
        click: () => app.followed.set(null),
      }, `following ${name(followed)}`, icon('close')));
  };
  app.selected.watch(show);
  app.followed.changed.on(show);
  return line;
}
