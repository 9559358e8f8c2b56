import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { openLibraryOf, wallClock } from '../src/extension/library/libraries';
import { writeExport } from '../src/extension/transfer/export-files';
import type {
  OnProgress,
  TransferMessage,
  TransferRequest,
} from '../src/extension/transfer/transfer-in-worker';
import { type Library, openLibrary, transferRepository } from '../src/library';
import { exportFile, problemOf, restoreFile } from '../src/transfer';

/** A worker that writes an export, or restores a bundle, for one page. */
export default defineUnlistedScript(() => {
  self.addEventListener('message', async ({ data }: MessageEvent<TransferRequest>) => {
    send(await run(data));
  });
});

const send = (message: TransferMessage) => self.postMessage(message);

/** In ms. A page paints no more often. */
const PROGRESS_EVERY_MS = 100;

async function run(request: TransferRequest): Promise<TransferMessage> {
  const library = await openLibraryOf(openLibrary, request.account, wallClock);
  if (!library.ok) return { kind: 'failed', problem: 'unavailable' };
  try {
    return await transfer(library.value, request, throttled());
  } catch (error) {
    console.error(error);
    const isQuota = error instanceof DOMException && error.name === 'QuotaExceededError';
    return { kind: 'failed', problem: isQuota ? 'quota' : 'failed' };
  } finally {
    library.value.close();
  }
}

async function transfer(
  library: Library,
  request: TransferRequest,
  onProgress: OnProgress,
): Promise<TransferMessage> {
  const transfers = library.part(transferRepository);
  if (request.kind === 'export') {
    const all = request.choice.ids?.length ?? (await transfers.count());
    const { name, type, body } = exportFile(transfers, request.choice, wallClock(), (done) =>
      onProgress(done, all),
    );
    await writeExport(name, body);
    return { kind: 'written', name, type };
  }
  const restored = await restoreFile(request.file, transfers, onProgress);
  return restored.ok
    ? { kind: 'restored', restored: restored.value }
    : { kind: 'failed', problem: problemOf(restored.error) };
}

function throttled(): OnProgress {
  let sent = 0;
  return (done, all) => {
    const now = performance.now();
    if (now - sent < PROGRESS_EVERY_MS) return;
    sent = now;
    send({ kind: 'progress', done, all });
  };
}
