// SPDX-License-Identifier: Apache-2.0
//
// Dark or light: what was chosen here before, else what the reader asked the browser for.

import { Value } from '../core/signal';
import { prefers } from '../core/preferences';
import type { Theme } from '../scene/stage';
import { loadSetting, saveSetting } from './storage';

function first(): Theme {
  const kept = loadSetting('theme');
  return kept === 'dark' || kept === 'light' ? kept : prefers('dark') ? 'dark' : 'light';
}

/** The theme of the page, worn from now on. */
export function pageTheme(): Value<Theme> {
  const theme = new Value<Theme>(first());
  theme.watch((worn) => (document.documentElement.dataset.theme = worn));
  return theme;
}

/** Change to the other one, and saveSetting it. */
export function toggleTheme(theme: Value<Theme>): void {
  theme.set(theme.get() === 'dark' ? 'light' : 'dark');
  saveSetting('theme', theme.get());
}
