// SPDX-License-Identifier: Apache-2.0
//
// Dark or light: what was chosen here before, else what the reader asked the browser for.

import { Value } from '../core/signal';
import { wish } from '../core/wishes';
import type { Theme } from '../scene/stage';
import { recall, remember } from './session';

function first(): Theme {
  const kept = recall('theme');
  return kept === 'dark' || kept === 'light' ? kept : wish('dark') ? 'dark' : 'light';
}

/** The theme of the page, worn from now on. */
export function wornTheme(): Value<Theme> {
  const theme = new Value<Theme>(first());
  theme.watch((worn) => (document.documentElement.dataset.theme = worn));
  return theme;
}

/** Change to the other one, and remember it. */
export function turn(theme: Value<Theme>): void {
  theme.set(theme.get() === 'dark' ? 'light' : 'dark');
  remember('theme', theme.get());
}
