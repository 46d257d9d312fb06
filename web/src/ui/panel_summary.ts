// SPDX-License-Identifier: Apache-2.0
//
// The runs in numbers: a line per quantity, a column per run.

import type { App } from './app';
import { h } from './h';
import { summaryLines, type Reading } from './summary_lines';
import type { Panel } from './panels';
import { runName } from './runs';

function cell(app: App, reading: Reading | null): HTMLElement {
  if (reading === null) {
    return h('td', { class: 'faint' }, '–');
  }
  const { text, full, at } = reading;
  return h('td', {},
    h('span', { class: 'value', title: full, 'data-value': full }, text),
    at !== undefined && h('button', {
      type: 'button', class: 'small', title: 'Go to this time', 'data-time': at,
      click: () => app.player.jump(at),
    }, `at ${app.clock(at)} s`));
}

function build(app: App): HTMLElement {
  const { runs } = app.report;
  const rows = summaryLines
    .map(({ title, read }) => ({ title, all: runs.map((run) => read(run)) }))
    .filter(({ all }) => all.some((reading) => reading !== null));
  const head = runs.length > 1 && h('thead', {}, h('tr', {}, h('td', {}),
    ...runs.map((_, run) => h('th', { scope: 'col' }, runName(app, run)))));
  return h('div', { class: 'wide' }, h('table', { class: 'summary' }, head, h('tbody', {},
    ...rows.map(({ title, all }) => h('tr', { 'data-line': title },
      h('th', { scope: 'row' }, title), ...all.map((reading) => cell(app, reading)))))));
}

export const summaryPanel: Panel = {
  id: 'summary',
  title: 'Summary',
  applies: () => true,
  build,
};
