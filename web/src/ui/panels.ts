// SPDX-License-Identifier: Apache-2.0
//
// The panels of the page in the order of their tabs. To add a panel, add a file and an entry.

import type { Report } from '../data/decode';
import type { App } from './app';
import type { Live } from './live';
import { comparePanel } from './panel_compare';
import { jointsPanel } from './panel_joints';
import { modelPanel } from './panel_model';
import { plotsPanel } from './panel_plots';
import { summaryPanel } from './panel_summary';

export interface Panel {
  id: string;
  title: string;
  /** Whether the page has data for the panel. */
  applies(report: Report): boolean;
  /** Make the panel, once; `live` sends updates while it is shown. */
  build(app: App, live: Live): HTMLElement;
}

export const panels: readonly Panel[] = [
  comparePanel,
  plotsPanel,
  jointsPanel,
  summaryPanel,
  modelPanel,
];
