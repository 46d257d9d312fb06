// SPDX-License-Identifier: Apache-2.0
//
// The theme, dark or light: the one chosen on an earlier visit, else the preference of the browser.

import { Value } from '../core/signal';
import { prefers } from '../core/preferences';
import type { Theme } from '../scene/stage';
import { loadSetting, saveSetting } from './storage';

function first(): Theme {
  const kept = loadSetting('theme');
  return kept === 'dark' || kept === 'light' ? kept : prefers('dark') ? 'dark' : 'light';
}

/** The theme, applied to the page now and when it changes. */
export function pageTheme(): Value<Theme> {
  const theme = new Value<Theme>(first());
  theme.watch((name) => (document.documentElement.dataset.theme = name));
  return theme;
}

/** Change the theme and store the choice. */
export function toggleTheme(theme: Value<Theme>): void {
  theme.set(theme.get() === 'dark' ? 'light' : 'dark');
  saveSetting('theme', theme.get());
}
