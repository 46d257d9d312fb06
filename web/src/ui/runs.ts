// SPDX-License-Identifier: Apache-2.0
//
// The choice of the run that the panels show.

import { runColour } from '../plots/colours';
import type { App } from './app';
import { h } from './h';

/** The name of a run with a patch of its colour. */
export function runName(app: App, run: number): HTMLElement {
  return h('span', { class: 'run' },
    h('i', { class: 'swatch', style: `--colour:${runColour(run)}` }),
    app.report.runs[run].title);
}

/** Buttons to choose a run; null: there is only one. */
export function runChoice(app: App): HTMLElement | null {
  const { runs } = app.report;
  if (runs.length < 2) {
    return null;
  }
  const buttons = runs.map((_, run) =>
    h('button', { type: 'button', class: 'small', click: () => app.run.set(run) },
      runName(app, run)));
  app.run.watch((chosen) => buttons.forEach((button, run) =>
    button.setAttribute('aria-pressed', String(run === chosen))));
  return h('div', { class: 'runs', role: 'group', 'aria-label': 'Run' }, ...buttons);
}
