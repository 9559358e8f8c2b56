import type { Browser, WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import type { HighlightTexts, PageToWrite, WriteTexts } from '../../transfer';
import type { OffscreenDocument } from './offscreen-document';

/** The port of the background to its offscreen document. */
const TEXTS_PORT = 'highlight-texts';

const Texts: z.ZodMiniType<readonly HighlightTexts[]> = z.array(
  z.object({ part: z.object({ key: z.string(), markdown: z.string() }), whole: z.string() }),
);

type Port = Pick<Browser.runtime.Port, 'name' | 'sender' | 'postMessage' | 'disconnect'> & {
  readonly onMessage: Pick<Browser.runtime.Port['onMessage'], 'addListener'>;
  readonly onDisconnect: Pick<Browser.runtime.Port['onDisconnect'], 'addListener'>;
};

/** Writes the texts of highlights in the offscreen document of Chromium. */
export const createOffscreenTexts =
  (
    document: Pick<OffscreenDocument, 'hold'>,
    runtime: Pick<WxtBrowser['runtime'], 'connect'>,
  ): WriteTexts =>
  async (pages) => {
    const leave = await document.hold();
    try {
      const port: Port = runtime.connect({ name: TEXTS_PORT });
      const answer = await new Promise<unknown>((resolve) => {
        port.onMessage.addListener(resolve);
        port.onDisconnect.addListener(() => resolve(null));
        port.postMessage(pages);
      });
      port.disconnect();
      return Texts.parse(answer);
    } finally {
      await leave();
    }
  };

/** Answers the background, in the offscreen document. */
export function serveOffscreenTexts(port: Port, write: WriteTexts): void {
  // Scripts in tabs may connect, too.
  if (port.name !== TEXTS_PORT || port.sender?.tab !== undefined) return;
  port.onMessage.addListener(async (message: unknown) => {
    // Only the background opens this port.
    port.postMessage(await write(message as readonly PageToWrite[]));
  });
}
