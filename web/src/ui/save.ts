// SPDX-License-Identifier: Apache-2.0
//
// What of the page can be kept as a file.

import type { App } from './app';

/** Hand something to the user as a file. */
export function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Keep the picture as it is, under the name of the run and the instant. */
export async function savePicture(app: App): Promise<void> {
  if (app.stage !== null) {
    const name = `${app.solidRun?.title ?? 'picture'} ${app.clock(app.player.time.get())} s.png`;
    download(name, await app.stage.image());
  }
}
