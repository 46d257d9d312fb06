// SPDX-License-Identifier: Apache-2.0
//
// Saves parts of the page as files.

import type { App } from './app';

/** Download a file. */
export function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Save the present picture, named by run and time. */
export async function savePicture(app: App): Promise<void> {
  if (app.stage !== null) {
    const name = `${app.solidRun?.title ?? 'picture'} ${app.clock(app.player.time.get())} s.png`;
    download(name, await app.stage.image());
  }
}
