// SPDX-License-Identifier: Apache-2.0
//
// The picture of the mechanism with its overlays: labels, tools, the axes of the world.

import { createStage } from '../scene/create';
import type { App } from './app';
import { selection } from './selection';
import { h, refill, write } from './h';
import { savePicture } from './save';
import { layerMenu } from './layers';
import type { Live } from './live';
import { message } from './message';
import { forceScale } from './force_scale';
import { tool } from './tool';
import { triad } from './triad';

/** The name of the body under the mouse, beside the mouse. */
function label(app: App): HTMLElement {
  const element = h('span', { class: 'label', hidden: true, 'data-part': 'hovered' });
  app.stage?.onHover((under) => {
    element.hidden = under === null;
    if (under !== null) {
      write(element, app.solidRun?.model?.bodies[under.body]?.name ?? 'world');
      element.style.transform = `translate(${under.x}px, ${under.y}px)`;
    }
  });
  return element;
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

/** Whether the browser has WebGL 2; tested without messages in the console. */
function hasWebGL(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

function tools(app: App): HTMLElement {
  return h('div', { class: 'tools' },
    tool('camera', 'Save this picture (P)', () => void savePicture(app)),
    tool('home', 'Show the whole motion (Home)', () => {
      app.followed.set(null);
      app.stage?.home();
    }),
    layerMenu(app));
}

/** The canvas of the picture and its overlays; without WebGL, the reason instead. */
export interface Picture {
  element: HTMLElement;
  canvas: HTMLElement;
  /** Create the stage and draw the first frame. The stage measures the canvas, so `element` must be
   * in the document. */
  start(): void;
}

/** The picture of the runs that have a film; null: no run has one. */
export function picture(app: App, live: Live): Picture | null {
  if (app.solidRun === null) {
    return null;
  }
  const canvas = h('canvas', {
    tabindex: 0, role: 'img', 'aria-label': 'The mechanism in motion; F1 lists the keys',
  });
  const element = h('div', { class: 'picture' }, canvas);
  const start = (): void => {
    try {
      if (!hasWebGL()) {
        throw new Error('This browser has no WebGL 2, or WebGL is turned off.');
      }
      app.stage = createStage(canvas, app.report.runs, app.theme.get());
      bind(app, canvas);
      element.append(triad(app), label(app), selection(app, live), forceScale(app), tools(app));
      app.stage.draw(app.player.time.get());
    } catch (error) {
      refill(element, message('No picture', error, 'Plots and tables work without the picture.'));
    }
  };
  return { element, canvas, start };
}
