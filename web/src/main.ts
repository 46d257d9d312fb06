// SPDX-License-Identifier: Apache-2.0
//
// The page: it reads what the program wrote into it and shows it, the picture first.

import './style.css';
import { decodePage } from './data/decode';
import { refill } from './ui/h';
import { failure, show } from './ui/page';

async function open(root: HTMLElement): Promise<void> {
  try {
    show(root, await decodePage(document));
  } catch (error) {
    refill(root, failure(error));
  }
}

const root = document.getElementById('app');
if (root !== null) {
  void open(root);
}
