// SPDX-License-Identifier: Apache-2.0
//
// The page as a whole: header, picture, playback, panels.

import { short } from '../core/format';
import type { Value } from '../core/signal';
import { prefers } from '../core/preferences';
import type { LoadedRun, Report } from '../data/decode';
import type { Theme } from '../scene/stage';
import { App } from './app';
import { h, refill } from './h';
import { helpSheet } from './help';
import { listenToKeys } from './keys';
import { keepMoving, Live } from './live';
import { panels } from './panels';
import { picture } from './picture';
import { tabs } from './tabs';
import { toggleTheme } from './theme';
import { tool } from './tool';
import { transport } from './transport';
import { stopNotices } from './stopped';

function factsOf({ facts }: LoadedRun): string {
  return facts === null ? ''
    : `${facts.integrator}, order ${facts.order}, ${short(facts.dt)} s steps`;
}

function titleOf({ runs }: Report): string {
  return runs.length === 1 ? runs[0].title : `${runs.length} runs compared`;
}

function header(app: App): HTMLElement {
  const { runs } = app.report;
  return h('header', { class: 'head' },
    h('h1', {}, titleOf(app.report)),
    runs.length === 1 && h('p', { class: 'faint' }, factsOf(runs[0])),
    h('div', { class: 'tools' },
      app.solidRun && tool('panel', 'Show or hide the panels (Tab in the picture)', () =>
        app.panels.set(!app.panels.get())),
      tool('theme', 'Dark or light theme (D)', () => toggleTheme(app.theme)),
      tool(document.createTextNode('?'), 'Keys and mouse (F1)', () => app.help.send())));
}

/** Focus the picture after a click on a button, so that it receives the keys. */
function returnFocus(canvas: HTMLElement): void {
  document.addEventListener('click', (event) => {
    const pushed = event.target instanceof Element
      && event.target.closest('button, summary, [type=checkbox]');
    if (pushed && event.detail > 0 && pushed.closest('dialog') === null) {
      canvas.focus({ preventScroll: true });
    }
  });
}

/** Show a report. The picture, the open panel and its plots are drawn in this task: a headless
 * screenshot may be taken before the first animation frame. */
export function show(root: HTMLElement, report: Report, theme: Value<Theme>): void {
  const app = new App(report, theme);
  const live = new Live();
  const view = picture(app, live);
  const side = h('div', { class: 'side' });
  const body = h('main', { class: view === null ? 'body bare' : 'body' },
    transport(app, live), side);
  document.title = titleOf(report);
  refill(root, header(app), h('div', { class: 'troubles' }, ...stopNotices(report)),
    body, helpSheet(app));
  if (view !== null) {
    // the canvas is the last element: Tab reaches all others before it, Shift+Tab leaves it
    body.append(view.element);
    view.start();
    returnFocus(view.canvas);
  }
  app.panels.watch((shown) => root.classList.toggle('alone', !shown));
  listenToKeys(app, view?.canvas ?? root);
  keepMoving(app, live);
  side.append(tabs(app, live, panels));
  app.player.playing.set(!prefers('reducedMotion') && view !== null
    && app.player.end > app.player.start);
  Object.assign(globalThis, { ludo: app }); // for the console and for tests of speed
}
