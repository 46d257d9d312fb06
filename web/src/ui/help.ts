// SPDX-License-Identifier: Apache-2.0
//
// The dialog that lists keys and gestures.

import type { App } from './app';
import { h, icon } from './h';
import { keys, layerKeys, mouse } from './keys';

function listed(title: string, entries: readonly { shown: string; help: string }[]): HTMLElement {
  return h('section', {}, h('h3', {}, title), h('dl', { class: 'keys' },
    ...entries.flatMap(({ shown, help }) =>
      [h('dt', {}, h('kbd', {}, shown)), h('dd', {}, help)])));
}

export function helpSheet(app: App): HTMLDialogElement {
  const close = h('button', { class: 'tool', 'aria-label': 'Close', click: () => sheet.close() },
    icon('close'));
  const sheet = h('dialog', { class: 'help', 'aria-labelledby': 'help-title' },
    h('header', {}, h('h2', { id: 'help-title' }, 'Keys and mouse'), close),
    h('div', { class: 'columns' }, listed('Keys', keys), listed('Mouse and touch', mouse),
      listed('Show or hide', layerKeys)),
    h('p', { class: 'faint' }, `Written by ${app.report.generator}. `
      + 'This file is complete: it works without a network and can be sent by mail.'));
  sheet.addEventListener('click', (event) => {
    if (event.target === sheet) {
      sheet.close();
    }
  });
  app.help.on(() => (sheet.open ? sheet.close() : sheet.showModal()));
  return sheet;
}
