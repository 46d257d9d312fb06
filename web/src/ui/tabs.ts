// SPDX-License-Identifier: Apache-2.0
//
// The panels behind a row of tabs. A panel is made when it is first shown; one that fails shows the
// reason, and the others work.

import type { App } from './app';
import { h, refill } from './h';
import { Live } from './live';
import { message } from './message';
import type { Panel } from './panels';

interface Leaf {
  panel: Panel;
  tab: HTMLButtonElement;
  body: HTMLElement;
  live: Live;
  made: boolean;
}

function make(app: App, leaf: Leaf): void {
  leaf.made = true;
  try {
    leaf.body.append(leaf.panel.build(app, leaf.live));
  } catch (error) {
    refill(leaf.body, message(`${leaf.panel.title} can’t be shown`, error));
  }
}

function leafOf(app: App, panel: Panel): Leaf {
  const tab = h('button', {
    type: 'button', role: 'tab', id: `tab-${panel.id}`, 'aria-controls': `panel-${panel.id}`,
    click: () => app.tab.set(panel.id),
  }, panel.title);
  const body = h('div', {
    role: 'tabpanel', id: `panel-${panel.id}`, class: 'panel', 'aria-labelledby': tab.id,
  });
  return { panel, tab, body, live: new Live(), made: false };
}

/** Arrow keys move along the tabs, as the ARIA practices recommend. */
function listen(app: App, leaves: readonly Leaf[], row: HTMLElement): void {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
  row.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (step !== undefined) {
      const at = leaves.findIndex(({ panel }) => panel.id === app.tab.get());
      const next = leaves[(at + step + leaves.length) % leaves.length];
      app.tab.set(next.panel.id);
      next.tab.focus();
      event.preventDefault();
    }
  });
}

/** The panels that apply; `live` sends updates to the shown one. */
export function tabs(app: App, live: Live, panels: readonly Panel[]): HTMLElement {
  const leaves = panels.filter((panel) => panel.applies(app.report))
    .map((panel) => leafOf(app, panel));
  const row = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Panels' },
    ...leaves.map(({ tab }) => tab));
  for (const leaf of leaves) {
    live.frame.on((time) => leaf.live.sendFrame(time));
    live.tick.on((time) => leaf.live.sendTick(time));
  }
  listen(app, leaves, row);
  const element = h('aside', { class: 'panels', 'aria-label': 'Plots and numbers' }, row,
    ...leaves.map(({ body }) => body));
  app.tab.set(leaves[0]?.panel.id ?? '');
  app.tab.watch((id) => {
    for (const leaf of leaves) {
      const open = leaf.panel.id === id;
      leaf.tab.setAttribute('aria-selected', String(open));
      leaf.tab.tabIndex = open ? 0 : -1;
      leaf.body.hidden = !open;
      if (open && !leaf.made) {
        make(app, leaf);
      }
      leaf.live.show(open, app.player.time.get());
    }
  });
  return element;
}
