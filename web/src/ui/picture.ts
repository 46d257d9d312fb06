// SPDX-License-Identifier: Apache-2.0
//
// The part of the page that shows the mechanism moving, with what is written over it.

import { createStage } from '../scene/create';
import type { App } from './app';
import { h, icon, refill } from './h';
import { layerMenu } from './layers';
import { message } from './message';
import { tool } from './tool';

/** What is selected and what is followed, with what to do about it. */
function chosen(app: App): HTMLElement {
  const line = h('div', { class: 'chosen' });
  const name = (body: number): string =>
    app.actor?.model?.bodies[body]?.name ?? `body ${body}`;
  const show = (): void => {
    const selected = app.selected.get();
    const followed = app.followed.get();
    refill(line,
      selected !== null && h('span', { class: 'chip', 'data-part': 'selected' }, name(selected)),
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

function bind(app: App, canvas: HTMLCanvasElement): void {
  const { stage } = app;
  if (stage === null) {
    return;
  }
  stage.onSelect((body) => app.selected.set(body));
  stage.onFollow((body) => app.followed.set(body));
  app.selected.changed.on((body) => stage.select(body));
  app.followed.changed.on((body) => stage.follow(body));
  app.trails.watch((sites) => stage.trail(sites));
  app.theme.changed.on((theme) => stage.theme(theme));
  new ResizeObserver(() => stage.resize()).observe(canvas);
}

/** Whether the browser can draw in space; asked without a word of it in the console. */
function canDraw(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

/** The canvas of the picture, and all over it; where there is none, why. */
export interface Picture {
  element: HTMLElement;
  canvas: HTMLElement;
}

/** Make the picture of the runs that have a film; null: none has. */
export function picture(app: App): Picture | null {
  if (app.actor === null) {
    return null;
  }
  const canvas = h('canvas', {
    tabindex: 0, role: 'img', 'aria-label': 'The mechanism in motion; F1 lists the keys',
  });
  const element = h('div', { class: 'picture' }, canvas);
  // the stage measures its canvas: it must stand in the page
  requestAnimationFrame(() => {
    try {
      if (!canDraw()) {
        throw new Error('This browser has no WebGL 2, or it is turned off.');
      }
      app.stage = createStage(canvas, app.report.runs, app.theme.get());
      bind(app, canvas);
      element.append(chosen(app), h('div', { class: 'tools' },
        tool('home', 'Look at all of the motion (Home)', () => {
          app.followed.set(null);
          app.stage?.home();
        }),
        layerMenu(app)));
      app.stage.draw(app.player.time.get());
    } catch (error) {
      refill(element, message('No picture', error, 'Plots and tables work without it.'));
    }
  });
  return { element, canvas };
}
