// SPDX-License-Identifier: Apache-2.0
//
// Entry point of the page: decodes the data that the program wrote into the page and shows them.

import './style.css';
import { decodePage } from './data/decode';
import { refill } from './ui/h';
import { message } from './ui/message';
import { show } from './ui/page';
import { pageTheme } from './ui/theme';

async function open(root: HTMLElement): Promise<void> {
  const theme = pageTheme();
  try {
    show(root, await decodePage(document), theme);
  } catch (error) {
    refill(root, message('This report can’t be shown', error));
  }
}

const root = document.getElementById('app');
if (root !== null) {
  void open(root);
}
