import type { WxtBrowser } from 'wxt/browser';
import { createSerialQueue } from '../../background/serial-queue';

export type OffscreenDocument = ReturnType<typeof createOffscreenDocument>;

/**
 * The offscreen document of Chromium, whose background has no DOM, starts no worker and gives no file
 * an address. There can be only one.
 *
 * The document outlives the background, so one that is there at the start is closed: it belongs to a
 * background that was stopped.
 */
export function createOffscreenDocument(
  offscreen: Pick<WxtBrowser['offscreen'], 'createDocument' | 'closeDocument'>,
) {
  // It rejects if there is none.
  const close = () => offscreen.closeDocument().catch(() => {});
  const inTurn = createSerialQueue();
  void inTurn(close);
  let holders = 0;
  let isOpen = false;

  async function settle(): Promise<void> {
    if (holders > 0 === isOpen) return;
    if (isOpen) await close();
    else
      await offscreen.createDocument({
        url: '/offscreen.html',
        reasons: ['WORKERS', 'DOM_PARSER', 'BLOBS'],
        justification: 'Imports and exports files.',
      });
    isOpen = !isOpen;
  }
  const leave = () => {
    holders -= 1;
    return inTurn(settle);
  };

  return {
    /**
     * Opens the document if it is not open. It stays until each holder has called the returned
     * function.
     */
    async hold(): Promise<() => Promise<void>> {
      holders += 1;
      try {
        await inTurn(settle);
      } catch (error) {
        holders -= 1;
        throw error;
      }
      return leave;
    },
    /** Ends what hangs in the document, and opens it again for its other holders. */
    restart: (): Promise<void> =>
      inTurn(async () => {
        if (isOpen) await close();
        isOpen = false;
        await settle();
      }),
  };
}
