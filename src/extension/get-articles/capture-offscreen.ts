import type { Browser, WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import { createSerialQueue } from '../../background/serial-queue';
import { SECOND_MS } from '../../domain/time';
import { CaptureSchema } from '../capture/capture-outcome';
import type { OffscreenDocument } from '../transfer/offscreen-document';
import { type CapturePage, captureInPage, type PageToCapture } from './capture-in-page';
import { CAPTURE_TIME_LIMIT_MS } from './capture-in-worker';

/** The port of the background to its offscreen document. */
const CAPTURE_PORT = 'capture-page';
/** The document stays for the next page. */
const LINGER_MS = 10 * SECOND_MS;

const Answer = z.nullable(
  z.object({
    capture: CaptureSchema,
    inlineImages: z.array(z.tuple([z.string(), z.string()])),
  }),
);

/**
 * Captures in the offscreen document of Chromium, one page at a time, so that a page that never ends
 * is known. Then the document is opened again, and only this page is given up.
 */
export function createOffscreenCapture(
  document: Pick<OffscreenDocument, 'hold' | 'restart'>,
  runtime: Pick<WxtBrowser['runtime'], 'connect'>,
  timeLimitMs = CAPTURE_TIME_LIMIT_MS,
): CapturePage {
  const inTurn = createSerialQueue();
  let leaveDocument: (() => Promise<void>) | null = null;
  let linger: ReturnType<typeof setTimeout> | undefined;
  const leave = () => {
    void leaveDocument?.().catch(() => {});
    leaveDocument = null;
  };
  return (page) =>
    inTurn(async () => {
      clearTimeout(linger);
      try {
        leaveDocument ??= await document.hold();
        const answer = await answerOfPage(
          runtime.connect({ name: CAPTURE_PORT }),
          page,
          timeLimitMs,
        );
        if (answer === undefined) await document.restart();
        return Answer.safeParse(answer ?? null).data ?? null;
      } catch (error) {
        // The document did not open. The next page opens it.
        leave();
        throw error;
      } finally {
        linger = setTimeout(leave, LINGER_MS);
      }
    });
}

type Port = Pick<Browser.runtime.Port, 'name' | 'sender' | 'postMessage' | 'disconnect'> & {
  readonly onMessage: Pick<Browser.runtime.Port['onMessage'], 'addListener'>;
  readonly onDisconnect: Pick<Browser.runtime.Port['onDisconnect'], 'addListener'>;
};

/** Resolves to the answer; undefined if the document does not answer, or is gone. */
const answerOfPage = (port: Port, page: PageToCapture, timeLimitMs: number) =>
  new Promise<unknown>((resolve) => {
    const limit = setTimeout(() => end(undefined), timeLimitMs);
    const end = (answer: unknown) => {
      clearTimeout(limit);
      port.disconnect();
      resolve(answer);
    };
    port.onMessage.addListener(end);
    port.onDisconnect.addListener(() => end(undefined));
    port.postMessage(page);
  });

/** Answers the background, in the offscreen document. */
export function serveOffscreenCapture(port: Port, capture: CapturePage = captureInPage): void {
  // Scripts in tabs may connect, too.
  if (port.name !== CAPTURE_PORT || port.sender?.tab !== undefined) return;
  port.onMessage.addListener(async (message: unknown) => {
    // Only the background opens this port.
    const captured = await capture(message as PageToCapture).catch((error: unknown) => {
      console.error('A page could not be captured', error);
      return null;
    });
    port.postMessage(captured);
  });
}
