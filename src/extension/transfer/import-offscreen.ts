import type { Browser, WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import type { WorkOnImports } from '../../background/ports';
import { createSerialQueue } from '../../background/serial-queue';
import type { AccountKey } from '../../library';
import type { OffscreenDocument } from './offscreen-document';

/** The port of the background to its offscreen document. */
const IMPORT_PORT = 'imports';

/** The account in whose library the document imports. It answers when nothing waits any more. */
const ImportRequest = z.strictObject({ account: z.nullable(z.string()) });

/** Imports in the offscreen document of Chromium. */
export function createOffscreenImports(
  document: Pick<OffscreenDocument, 'hold'>,
  runtime: Pick<WxtBrowser['runtime'], 'connect'>,
): WorkOnImports {
  const inTurn = createSerialQueue();
  return (account, signal) =>
    inTurn(async () => {
      if (signal.aborted) return;
      const leave = await document.hold();
      await answerOfImport(runtime.connect({ name: IMPORT_PORT }), account, signal);
      await leave();
    });
}

type Port = Pick<Browser.runtime.Port, 'name' | 'sender' | 'postMessage' | 'disconnect'> & {
  readonly onMessage: Pick<Browser.runtime.Port['onMessage'], 'addListener'>;
  readonly onDisconnect: Pick<Browser.runtime.Port['onDisconnect'], 'addListener'>;
};

const answerOfImport = (port: Port, account: AccountKey, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    port.onMessage.addListener(() => resolve());
    port.onDisconnect.addListener(() => resolve());
    signal.addEventListener('abort', () => {
      port.disconnect();
      resolve();
    });
    port.postMessage({ account });
  });

/** Answers the background, in the offscreen document. */
export function serveOffscreenImports(port: Port, work: WorkOnImports): void {
  // Scripts in tabs may connect, too.
  if (port.name !== IMPORT_PORT || port.sender?.tab !== undefined) return;
  // The background was stopped, or an account is being removed.
  const left = new AbortController();
  port.onDisconnect.addListener(() => left.abort());
  port.onMessage.addListener(async (message: unknown) => {
    const { account } = ImportRequest.parse(message);
    await work(account, left.signal);
    if (!left.signal.aborted) port.postMessage('done');
  });
}
